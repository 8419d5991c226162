# RUN: %tritonc --emit=ast %s -o - | %FileCheck %s

# CHECK: Module <1:1-
# CHECK: FunctionDef 'kernel' <[[#@LINE+5]]:1-
# CHECK-NEXT: decorator: Attribute 'jit'
# CHECK: param: Parameter 'BLOCK' keyword-only
# CHECK-NEXT: annotation: Attribute 'constexpr'
@triton.jit
def kernel(x_ptr, *, BLOCK: tl.constexpr = 128):
    # CHECK: body: For
    # CHECK: target: Name 'i' <[[#@LINE+1]]:9-[[#@LINE+1]]:10>
    for i in range(4):
        # CHECK: body: AugAssign '*='
        # CHECK: value: BinOp '+' <[[#@LINE+3]]:14-[[#@LINE+3]]:34>
        # CHECK-NEXT: left: BinOp '//'
        # CHECK: right: UnaryOp '-'
        x *= i // BLOCK + -offset


# CHECK: body: Match
# CHECK: pattern: MatchSequence
match kernel:
    case [first, *_]:
        pass
