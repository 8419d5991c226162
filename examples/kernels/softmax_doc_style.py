"""Fused softmax in the style of Triton's documentation: no annotations but constexpr, a loop over rows, tl.max on an axis."""
import triton
import triton.language as tl


@triton.jit
def softmax_rows_kernel(output_ptr, input_ptr, input_row_stride, output_row_stride, n_rows, n_cols,
                        BLOCK_SIZE: tl.constexpr, num_stages: tl.constexpr):
    first_row = tl.program_id(0)
    row_step = tl.num_programs(0)
    for row_idx in tl.range(first_row, n_rows, row_step, num_stages=num_stages):
        row_ptr = input_ptr + row_idx * input_row_stride
        cols = tl.arange(0, BLOCK_SIZE)
        mask = cols < n_cols
        row = tl.load(row_ptr + cols, mask=mask, other=-float('inf'))
        shifted = row - tl.max(row, axis=0)
        numerator = tl.exp(shifted)
        denominator = tl.sum(numerator, axis=0)
        result = numerator / denominator
        out_row_ptr = output_ptr + row_idx * output_row_stride
        tl.store(out_row_ptr + cols, result, mask=mask)
