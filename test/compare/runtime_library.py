"""libtritonrt through ctypes: one way to launch what tritonc makes, what Triton makes, and code for the CPU."""
import ctypes
import struct

import numpy as np

FORMATS = {"i1": "<?", "i8": "<b", "i16": "<h", "i32": "<i", "i64": "<q", "u8": "<B", "u16": "<H", "u32": "<I", "u64": "<Q", "fp16": "<e", "fp32": "<f",
           "fp64": "<d"}


class Error(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("message", ctypes.c_char * 1024)]


def scalar_bytes(dtype, value):
    if dtype == "bf16":
        return struct.pack("<f", value)[2:]
    return struct.pack(FORMATS[dtype], value)


class Runtime:
    """A device of libtritonrt. Failures are RuntimeErrors."""

    def __init__(self, library, device):
        self.library = ctypes.CDLL(library)
        self.error = Error()
        self.device = ctypes.c_void_p()
        self.call("device_open", device.encode(), ctypes.byref(self.device))

    def call(self, name, *args):
        if getattr(self.library, "tritonrt_" + name)(*args, ctypes.byref(self.error)):
            raise RuntimeError(self.error.message.decode())

    def allocate(self, data):
        address = ctypes.c_uint64()
        self.call("allocate", self.device, ctypes.c_size_t(data.nbytes), ctypes.byref(address))
        self.call("copy_in", self.device, address, data.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(data.nbytes))
        return address

    def read(self, address, like):
        data = np.empty_like(like)
        self.call("copy_out", self.device, data.ctypes.data_as(ctypes.c_void_p), address, ctypes.c_size_t(data.nbytes))
        return data

    def release(self, address):
        self.call("release", self.device, address)

    def load(self, path):
        file, kernel = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("file_open", path.encode(), ctypes.byref(file))
        try:
            self.call("kernel_load", file, self.device, None, None, ctypes.byref(kernel))
        finally:
            self.library.tritonrt_file_close(file)
        return kernel

    def launch(self, kernel, grid, values):
        """`values` are bytes, one for each parameter."""
        cells = [ctypes.create_string_buffer(v, max(len(v), 8)) for v in values]
        pointers = (ctypes.c_void_p * len(cells))(*[ctypes.addressof(c) for c in cells])
        self.call("launch", kernel, *[ctypes.c_int64(g) for g in grid], pointers, ctypes.c_size_t(len(cells)), None)
        self.call("synchronize", self.device)

    def close(self, kernel):
        self.library.tritonrt_kernel_close(kernel)
