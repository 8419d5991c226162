"""Runs the compiled cases and keeps what they wrote. Each run is a process of its own that takes one case after another and
says which; when a kernel brings it down (an illegal address spoils a CUDA context for good) or does not end, the case is marked
and another process goes on with the next.
"""
import concurrent.futures
import json
import os
import subprocess
import sys
import threading

import numpy as np

import runtime_library
import suite
import values

# Bytes around each buffer that no kernel may write, and their value
GUARD, GUARD_VALUE = 256, 0x5A
FILES = {"gpu": ("gpu", ".cubin", "cuda:0"), "cpu": ("cpu", ".so", "cpu"), "triton": ("triton", ".cubin", "cuda:0")}
SECONDS_PER_CASE = 20
# Exit code of a process that gave up because its device may be unusable
LOST_CONTEXT = 3


def inputs(case):
    """{parameter: array} of what is in memory before the launch; the same for every run of the case."""
    buffers = {}
    for operand, (name, a) in enumerate((n, a) for n, a in case.args.items() if isinstance(a, suite.Buffer)):
        buffers[name] = values.fill(a.dtype, a.count, a.how, case.name, operand)
    return buffers


def run_case(runtime, path, case):
    """{parameter: array after the launch} of the outputs."""
    kernel = runtime.load(path)
    held, order, parameters = {}, [], []
    try:
        for name, array in inputs(case).items():
            room = np.full(array.nbytes + 2 * GUARD, GUARD_VALUE, np.uint8)
            room[GUARD:GUARD + array.nbytes] = array.view(np.uint8)
            held[name] = (runtime.allocate(room), room, array)
        for name, a in case.args.items():
            if name in held:
                parameters.append((held[name][0].value + GUARD).to_bytes(8, "little"))
            else:
                parameters.append(runtime_library.scalar_bytes(a.dtype, a.value))
        runtime.launch(kernel, case.grid, parameters)
        outputs = {}
        for name, (address, room, array) in held.items():
            after = runtime.read(address, room)
            inside = after[GUARD:GUARD + array.nbytes].copy().view(array.dtype)
            if (after[:GUARD] != GUARD_VALUE).any() or (after[GUARD + array.nbytes:] != GUARD_VALUE).any():
                raise RuntimeError("wrote outside '%s'" % name)
            if case.args[name].out:
                outputs[name] = inside
            elif (inside != array).any():
                raise RuntimeError("wrote to the input '%s'" % name)
        return outputs
    finally:
        for address, _, _ in held.values():
            runtime.release(address)
        runtime.close(kernel)


def worker(folder, library, which, names):
    """The process: one line for each case on standard output, arrays into .npy files."""
    sub, suffix, device = FILES[which]
    with open(os.path.join(folder, "cases.json")) as f:
        cases = {r["name"]: suite.from_json(r) for r in json.load(f)}
    runtime = runtime_library.Runtime(library, device)
    for name in names:
        print("start", name, flush=True)
        try:
            outputs = run_case(runtime, os.path.join(folder, sub, name + suffix), cases[name])
        except RuntimeError as error:
            print("failed", name, json.dumps(str(error)), flush=True)
            if "no kernel image" in str(error) or which == "cpu":
                continue
            # The context may be lost.
            os._exit(LOST_CONTEXT)
        np.savez(os.path.join(folder, "out-" + which, name + ".npz"), **outputs)
        print("done", name, flush=True)


def run(folder, library, which, names, parallel=1):
    """{name: outputs}, {name: what went wrong}."""
    os.makedirs(os.path.join(folder, "out-" + which), exist_ok=True)
    failures = {}
    shards = [s for s in (names[i::parallel] for i in range(parallel)) if s]
    with concurrent.futures.ThreadPoolExecutor(max(len(shards), 1)) as pool:
        for lost in pool.map(lambda shard: run_shard(folder, library, which, shard), shards):
            failures.update(lost)
    outputs = {}
    for name in names:
        path = os.path.join(folder, "out-" + which, name + ".npz")
        if name not in failures and os.path.exists(path):
            with np.load(path) as arrays:
                outputs[name] = dict(arrays)
    return outputs, failures


def run_shard(folder, library, which, names):
    """Runs cases one after another; returns what went wrong."""
    failures, left = {}, list(names)
    while left:
        current, code, complaint = run_process([sys.executable, os.path.abspath(__file__), folder, library, which], left, failures)
        if current:
            left.remove(current)
            failures[current] = "no end after %d s" % SECONDS_PER_CASE if code == -9 else "ended the process (%d): %s" % (code, complaint)
        elif code not in (0, LOST_CONTEXT):
            failures.update({name: complaint for name in left})
            break
    return failures


def run_process(command, left, failures):
    """One process, until it ends: takes what it has done off `left`. Returns the case that it ended in, its code and its complaint."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    complaints, current = [], None
    reader = threading.Thread(target=lambda: complaints.append(process.stderr.read()))
    reader.start()
    process.stdin.write("\n".join(left))
    process.stdin.close()
    # The first case waits for the device too.
    watch = threading.Timer(3 * SECONDS_PER_CASE, process.kill)
    watch.start()
    for line in process.stdout:
        watch.cancel()
        words = line.split(" ", 2)
        # Kernels may print as well.
        if words[0] not in ("start", "done", "failed") or words[1].strip() not in left:
            continue
        name = words[1].strip()
        current = name if words[0] == "start" else None
        if words[0] != "start":
            left.remove(name)
        if words[0] == "failed":
            failures[name] = json.loads(words[2])
        watch = threading.Timer(SECONDS_PER_CASE, process.kill)
        watch.start()
    code = process.wait()
    watch.cancel()
    reader.join()
    return current, code, "".join(complaints).strip()[-300:]


def pack(path, outputs):
    """All results of a run in one compressed file."""
    flat = {"%s/%s" % (case, name): array for case, arrays in outputs.items() for name, array in arrays.items()}
    np.savez_compressed(path, **flat)


def unpack(path):
    outputs = {}
    with np.load(path) as arrays:
        for key in arrays.files:
            case, name = key.split("/")
            outputs.setdefault(case, {})[name] = arrays[key]
    return outputs


if __name__ == "__main__":
    worker(sys.argv[1], sys.argv[2], sys.argv[3], sys.stdin.read().split())
