"""Loops whose loads can run ahead, in the ways that are easy to get wrong."""
import triton
import triton.language as tl


@triton.jit
def plain_kernel(a_ptr, b_ptr, c_ptr, K, BLOCK: tl.constexpr, BLOCK_K: tl.constexpr, STAGES: tl.constexpr):
    m = tl.arange(0, BLOCK)
    k = tl.arange(0, BLOCK_K)
    a_ptrs = a_ptr + m[:, None] * K + k[None, :]
    b_ptrs = b_ptr + k[:, None] * BLOCK + m[None, :]
    acc = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for start in tl.range(0, K, BLOCK_K, num_stages=STAGES):
        a = tl.load(a_ptrs, mask=start + k[None, :] < K, other=0.0)
        b = tl.load(b_ptrs, mask=start + k[:, None] < K, other=0.0)
        acc = tl.dot(a, b, acc)
        a_ptrs += BLOCK_K
        b_ptrs += BLOCK_K * BLOCK
    tl.store(c_ptr + m[:, None] * BLOCK + m[None, :], acc)


@triton.jit
def four_loads_kernel(a_ptr, b_ptr, c_ptr, K, BLOCK: tl.constexpr, BLOCK_K: tl.constexpr, STAGES: tl.constexpr):
    m = tl.arange(0, BLOCK)
    k = tl.arange(0, BLOCK_K)
    acc = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for start in tl.range(0, K, 2 * BLOCK_K, num_stages=STAGES):
        low = start + k
        high = low + BLOCK_K
        a = tl.load(a_ptr + m[:, None] * K + low[None, :], mask=low[None, :] < K, other=0.0)
        b = tl.load(b_ptr + low[:, None] * BLOCK + m[None, :], mask=low[:, None] < K, other=0.0)
        c = tl.load(a_ptr + m[:, None] * K + high[None, :], mask=high[None, :] < K, other=0.0)
        d = tl.load(b_ptr + high[:, None] * BLOCK + m[None, :], mask=high[:, None] < K, other=0.0)
        acc = tl.dot(a, b, acc)
        acc = tl.dot(c, d, acc)
    tl.store(c_ptr + m[:, None] * BLOCK + m[None, :], acc)


@triton.jit
def table_kernel(a_ptr, b_ptr, c_ptr, table_ptr, K, BLOCK: tl.constexpr, BLOCK_K: tl.constexpr, STAGES: tl.constexpr):
    # Block k of B lies where a table says.
    m = tl.arange(0, BLOCK)
    k = tl.arange(0, BLOCK_K)
    acc = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for step in tl.range(0, tl.cdiv(K, BLOCK_K), num_stages=STAGES):
        block = tl.load(table_ptr + step)
        here = step * BLOCK_K + k
        a = tl.load(a_ptr + m[:, None] * K + here[None, :], mask=here[None, :] < K, other=0.0)
        b = tl.load(b_ptr + (block * BLOCK_K + k[:, None]) * BLOCK + m[None, :], mask=here[:, None] < K, other=0.0)
        acc = tl.dot(a, b, acc)
    tl.store(c_ptr + m[:, None] * BLOCK + m[None, :], acc)


@triton.jit
def rows_kernel(a_ptr, b_ptr, c_ptr, rows_ptr, K, BLOCK: tl.constexpr, BLOCK_K: tl.constexpr, STAGES: tl.constexpr):
    # Every row of B lies where a list of rows says. What the mask leaves out of B is not zero.
    m = tl.arange(0, BLOCK)
    k = tl.arange(0, BLOCK_K)
    acc = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for start in tl.range(0, K, BLOCK_K, num_stages=STAGES):
        here = start + k
        rows = tl.load(rows_ptr + here, mask=here < K, other=0)
        a = tl.load(a_ptr + m[:, None] * K + here[None, :], mask=here[None, :] < K, other=0.0)
        b = tl.load(b_ptr + rows[:, None] * BLOCK + m[None, :], mask=here[:, None] < K, other=1.0)
        acc = tl.dot(a, b, acc)
    tl.store(c_ptr + m[:, None] * BLOCK + m[None, :], acc)


@triton.jit
def persistent_kernel(a_ptr, b_ptr, c_ptr, K, BLOCK: tl.constexpr, BLOCK_K: tl.constexpr, STAGES: tl.constexpr,
                      TILES: tl.constexpr):
    # One program makes several tiles; the loop over K is entered anew for each.
    m = tl.arange(0, BLOCK)
    k = tl.arange(0, BLOCK_K)
    for tile in range(tl.program_id(0), TILES, tl.num_programs(0)):
        rows = tile * BLOCK + m
        acc = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
        for start in tl.range(0, K, BLOCK_K, num_stages=STAGES):
            here = start + k
            a = tl.load(a_ptr + rows[:, None] * K + here[None, :], mask=here[None, :] < K, other=0.0)
            b = tl.load(b_ptr + here[:, None] * BLOCK + m[None, :], mask=here[:, None] < K, other=0.0)
            acc += tl.dot(a, b)
        tl.store(c_ptr + rows[:, None] * BLOCK + m[None, :], acc)


@triton.jit
def in_place_kernel(a_ptr, b_ptr, c_ptr, K, BLOCK: tl.constexpr, STAGES: tl.constexpr):
    # C is a chain: what one iteration stores the next one loads.
    m = tl.arange(0, BLOCK)
    block = m[:, None] * BLOCK + m[None, :]
    tl.store(c_ptr + block, tl.load(a_ptr + block).to(tl.float32))
    for step in tl.range(0, K, num_stages=STAGES):
        left = tl.load(c_ptr + step * BLOCK * BLOCK + block).to(tl.float16)
        right = tl.load(b_ptr + block)
        tl.debug_barrier()
        tl.store(c_ptr + (step + 1) * BLOCK * BLOCK + block, tl.dot(left, right))
        tl.debug_barrier()
