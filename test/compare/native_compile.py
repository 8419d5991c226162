"""Compiles the cases with tritonc, for a GPU and for the CPU."""
import concurrent.futures
import os
import subprocess
import time

import suite

KINDS = {"gpu": ("sm_90a", ".cubin"), "cpu": ("cpu", ".so")}


def compile_case(tool, folder, case, kind, ptx=False):
    """Returns tritonc's message when it fails, else None."""
    target, suffix = KINDS[kind]
    output = os.path.join(folder, kind, case.name + (".ptx" if ptx else suffix))
    command = [tool, os.path.join(folder, "kernels", case.group + ".py"), "--kernel", case.kernel, "--signature", suite.signature(case),
               "--target=" + target, "--num-warps=%d" % case.warps, "-o", output]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return "no end after 60 s"
    if done.returncode == 0:
        return None
    # A crash is told apart from a refusal.
    return ("exit code %d: " % done.returncode if done.returncode not in (0, 1, 2) else "") + done.stderr.strip()[-1500:]


def compile_all(tool, folder, cases, kinds, jobs, ptx=False):
    """{(kind, name): message} of the failures, and seconds taken."""
    started, failures = time.time(), {}
    for kind in kinds:
        os.makedirs(os.path.join(folder, kind), exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        futures = {pool.submit(compile_case, tool, folder, c, kind, ptx and kind == "gpu"): (kind, c.name) for c in cases for kind in kinds}
        for future in concurrent.futures.as_completed(futures):
            if future.result():
                failures[futures[future]] = future.result()
    return failures, time.time() - started
