#!/usr/bin/env python3
"""Compiles the cases of generate.py with Triton itself; needs a Python that has Triton, but no GPU and no PyTorch.

    triton_compile.py DIR [--jobs N] [--frontend-only] [--limit SECONDS]

Leaves DIR/triton/NAME.cubin with a manifest, which libtritonrt launches, and DIR/triton.json: what Triton refuses, and why. What is there already is not compiled again.
"""
import argparse
import importlib.util
import json
import multiprocessing
import os
import time
import zlib

import suite
import values

TARGET = ("cuda", 90, 32)


def load_kernel(folder, case, modules={}):
    if case.group not in modules:
        spec = importlib.util.spec_from_file_location("cmp_" + case.group, os.path.join(folder, "kernels", case.group + ".py"))
        modules[case.group] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(modules[case.group])
    return getattr(modules[case.group], case.kernel)


def source_of(folder, case):
    from triton.compiler import ASTSource
    kernel = load_kernel(folder, case)
    signature, attributes = {}, {}
    for index, name in enumerate(kernel.arg_names):
        argument = case.args.get(name)
        if argument is None:
            signature[name] = "constexpr"
        elif isinstance(argument, suite.Buffer):
            signature[name] = "*" + argument.dtype
            attributes[(index,)] = [["tt.divisibility", 16]]
        else:
            signature[name] = argument.dtype
    return ASTSource(kernel, signature=signature, constexprs=case.consts, attrs=attributes)


def ttir(source):
    """Only the front end."""
    from triton._C.libtriton import ir
    from triton.backends.compiler import GPUTarget
    from triton.compiler.compiler import make_backend
    target = GPUTarget(*TARGET)
    backend = make_backend(target)
    options = backend.parse_options({})
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    return source.make_ir(target, options, backend.get_codegen_implementation(options), backend.get_module_map(), context).str_nodebug()


def manifest(case, metadata):
    """What libtritonrt must know to launch it (docs/artifact-format.md). Triton's code takes two pointers behind the parameters, for
    global and for profiling scratch memory."""
    lines = ["format_version = 1", 'compiler = "triton"', 'kernel = "%s"' % metadata.name, 'target = "sm_90a"', 'image_kind = "cubin"',
             "num_warps = %d" % metadata.num_warps, "num_stages = %d" % metadata.num_stages, "num_ctas = 1", "warp_size = 32",
             "threads = %d" % (32 * metadata.num_warps), "shared_bytes = %d" % metadata.shared, "scratch_bytes = %d" % metadata.global_scratch_size,
             "scratch_align = %d" % max(metadata.global_scratch_align, 1), "trailing_pointers = 2"]
    for name, a in case.args.items():
        pointer = isinstance(a, suite.Buffer)
        size = 8 if pointer else values.storage(a.dtype).itemsize
        lines += ["", "[[param]]", 'name = "%s"' % name, 'type = "%s"' % ("*" * pointer + a.dtype), "size = %d" % size]
    return "\n".join(lines) + "\n"


def compile_one(job):
    folder, record, frontend_only = job
    case = suite.from_json(record)
    stem = os.path.join(folder, "triton", case.name)
    try:
        if frontend_only:
            with open(stem + ".front.mlir", "w") as f:
                f.write(ttir(source_of(folder, case)))
            return case.name, None
        import triton
        from triton.backends.compiler import GPUTarget
        made = triton.compile(source_of(folder, case), target=GPUTarget(*TARGET), options={"num_warps": case.warps})
        with open(stem + ".cubin.toml", "w") as f:
            f.write(manifest(case, made.metadata))
        # Last: its presence says that the others are complete
        with open(stem + ".part", "wb") as f:
            f.write(made.asm["cubin"])
        os.rename(stem + ".part", stem + ".cubin")
        return case.name, None
    except Exception as error:  # whatever Triton raises is its refusal
        cause = error.__cause__ or error
        return case.name, "%s: %s" % (type(cause).__name__, str(cause or error).strip()[-600:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--frontend-only", action="store_true", help="stop at the IR that Triton's front end makes: much faster")
    parser.add_argument("--limit", type=float, default=1e9, metavar="SECONDS", help="stop after this time; the rest can follow")
    options = parser.parse_args()
    os.makedirs(os.path.join(options.folder, "triton"), exist_ok=True)
    os.environ.setdefault("TRITON_CACHE_DIR", os.path.join(options.folder, "triton-cache"))
    with open(os.path.join(options.folder, "cases.json")) as f:
        records = json.load(f)
    done = lambda name: not options.frontend_only and os.path.exists(os.path.join(options.folder, "triton", name + ".cubin"))
    path = os.path.join(options.folder, "triton-front.json" if options.frontend_only else "triton.json")
    refused = {}
    if os.path.exists(path):
        with open(path) as f:
            refused = json.load(f)
    names = {r["name"] for r in records}
    refused = {n: why for n, why in refused.items() if n in names}
    # In an order that has nothing to do with groups, so that a limit cuts off some of each.
    records.sort(key=lambda r: zlib.crc32(r["name"].encode()))
    jobs = [(options.folder, r, options.frontend_only) for r in records if not done(r["name"])]
    started = time.time()
    with multiprocessing.get_context("fork").Pool(options.jobs) as pool:
        for name, why in pool.imap_unordered(compile_one, jobs, chunksize=1):
            refused.pop(name, None)
            if why:
                refused[name] = why
            if time.time() - started > options.limit:
                pool.terminate()
                break
    with open(path, "w") as f:
        json.dump(refused, f, indent=0)
    print("Triton: %d cases, %d refused, %.0f s" % (len(records), len(refused), time.time() - started))


if __name__ == "__main__":
    main()
