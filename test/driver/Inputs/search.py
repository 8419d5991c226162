import itertools
import os

import triton
import triton.language as tl


def is_hip():
    return triton.runtime.driver.active.get_current_target().backend == "hip"


SIZES = [64, 128] if os.environ.get("SEARCH_MORE", "0") == "0" else [1]


def configs():
    warps = (4, 8) if is_hip() else (2, 4, 8)
    return [triton.Config({"BLOCK": block}, num_warps=w, num_stages=2) for block, w in itertools.product(SIZES, warps)]


def prune(configs, named_args, **kwargs):
    return configs[:1]


@triton.autotune(configs=configs(), key=["n"], prune_configs_by={"early_config_prune": prune}, reset_to_zero=["total_ptr"])
@triton.jit
def sum_kernel(x_ptr, total_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offs, mask=offs < n, other=0.0)
    tl.atomic_add(total_ptr, tl.sum(x, 0))
