"""Cases of numerics.py whose loads run ahead: no, one and several iterations, indices in memory, loops within loops, all numbers of
stages. A loop of its own stages must give what the plain one gives."""
import os

import numpy as np

KERNELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "numerics", "Inputs", "loops")
BLOCK, BLOCK_K, TOL = 32, 32, 2e-3


class Loops:
    """`n` is the module numerics, whose Tensor and Case these cases are made of."""

    def __init__(self, n):
        self.n = n

    def half(self, rng, *shape):
        return self.n.Tensor("fp16", rng.standard_normal(shape))

    def case(self, kernel, stages, k, args, ref, grid=1, **constexprs):
        out = self.n.Tensor("fp32", shape=ref.shape, ref=ref, tol=TOL)
        args = dict(args, c_ptr=out, K=("i32", k))
        order = ["a_ptr", "b_ptr", "c_ptr", "table_ptr", "rows_ptr", "K"]
        args = {name: args[name] for name in order if name in args}
        return self.n.Case("loop %s stages=%d K=%d" % (kernel, stages, k), KERNELS, kernel + "_kernel", args,
                           dict(BLOCK=BLOCK, STAGES=stages, **constexprs), (grid,))

    def loops(self, rng):
        stages = (3,) if self.n.TARGET == "cpu" else (1, 2, 3) if self.n.SMALL else (1, 2, 3, 4, 5)
        for s in stages:
            for k in sorted({0, 16, BLOCK_K, 80, 16 * (4 * s - 1)} if not self.n.SMALL else {0, 16, 112}):
                a, b = self.half(rng, BLOCK, max(k, 1)), self.half(rng, max(k, 1), BLOCK)
                ref = a.values[:, :k] @ b.values[:k]
                for kernel in ("plain", "four_loads"):
                    yield self.case(kernel, s, k, dict(a_ptr=a, b_ptr=b), ref, BLOCK_K=BLOCK_K)
                blocks = max(1, self.n.cdiv(k, BLOCK_K))
                far = self.half(rng, (blocks + 2) * BLOCK_K, BLOCK)
                table = rng.permutation(blocks + 2)[:blocks]
                near = np.concatenate([far.values[t * BLOCK_K:(t + 1) * BLOCK_K] for t in table])
                yield self.case("table", s, k, dict(a_ptr=a, b_ptr=far, table_ptr=self.n.Tensor("i32", table)),
                                a.values[:, :k] @ near[:k], BLOCK_K=BLOCK_K)
                rows = rng.integers(0, far.values.shape[0], max(k, 1))
                yield self.case("rows", s, k, dict(a_ptr=a, b_ptr=far, rows_ptr=self.n.Tensor("i32", rows)),
                                a.values[:, :k] @ far.values[rows[:k]], BLOCK_K=BLOCK_K)
                tall = self.half(rng, 3 * BLOCK, max(k, 1))
                yield self.case("persistent", s, k, dict(a_ptr=tall, b_ptr=b), tall.values[:, :k] @ b.values[:k], grid=2,
                                BLOCK_K=BLOCK_K, TILES=3)
            turn = np.linalg.qr(rng.standard_normal((BLOCK, BLOCK)))[0]
            a, b = self.half(rng, BLOCK, BLOCK), self.n.Tensor("fp16", turn)
            chain = [a.values]
            for _ in range(4):
                chain.append(chain[-1].astype(np.float16).astype(np.float64) @ b.values)
            yield self.case("in_place", s, 4, dict(a_ptr=a, b_ptr=b), np.concatenate(chain))

    def groups(self):
        return {"loops": self.loops}
