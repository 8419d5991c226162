# Several errors in one run, each with its place, range, notes and hint.
# RUN: %not %tritonc --emit=ast %s -o %t.ast 2>&1 | %FileCheck %s --match-full-lines --strict-whitespace
# RUN: %not ls %t.ast


#      CHECK:{{.*}}errors.py:[[#@LINE+4]]:13: error: '(' was never closed
# CHECK-NEXT:    a = load(x + offs, mask=m
# CHECK-NEXT:            ^
def f(x):
    a = load(x + offs, mask=m
#      CHECK:{{.*}}errors.py:[[#@LINE+1]]:5: note: it is still open here
    b = a * 2


#      CHECK:{{.*}}errors.py:[[#@LINE+4]]:6: error: invalid syntax: '=' assigns, it does not compare
# CHECK-NEXT:if x = 3:
# CHECK-NEXT:     ^
# CHECK-NEXT:hint: '==' compares; ':=' assigns inside an expression
if x = 3:
    pass

#      CHECK:{{.*}}errors.py:[[#@LINE+3]]:9: error: expected ':' after a function's header
# CHECK-NEXT:def g(x)
# CHECK-NEXT:        ^
def g(x)
    return x

#      CHECK:{{.*}}errors.py:[[#@LINE+3]]:10: error: invalid syntax: perhaps a comma is missing
# CHECK-NEXT:x = foo(a b)
# CHECK-NEXT:         ^
x = foo(a b)

#      CHECK:{{.*}}errors.py:[[#@LINE+3]]:7: error: unterminated string literal
# CHECK-NEXT:print('abc)
# CHECK-NEXT:      ^~~~~
print('abc)

#      CHECK:{{.*}}errors.py:[[#@LINE+4]]:1: error: cannot assign to a function call
# CHECK-NEXT:f(x) = 3
# CHECK-NEXT:^~~~
# CHECK-NEXT:hint: '==' compares
f(x) = 3

#      CHECK:{{.*}}errors.py:[[#@LINE+4]]:8: error: expected the end of the statement, found 'x'
# CHECK-NEXT:retrun x
# CHECK-NEXT:       ^
# CHECK-NEXT:hint: did you mean 'return'?
retrun x

#      CHECK:{{.*}}errors.py:[[#@LINE+2]]:5: error: unexpected indent
y = 1
    z = 2
#      CHECK:{{.*}}errors.py:[[#@LINE+2]]:1: error: expected an indented block after 'while'
while y:
z = 3
#      CHECK:{{.*}}errors.py:[[#@LINE+1]]:6: error: closing ']' does not match opening '('
(1, 2]
#      CHECK:{{.*}}errors.py:[[#@LINE+1]]:2: error: unmatched ')'
1)
#      CHECK:{{.*}}errors.py:[[#@LINE+1]]:1: error: 'break' outside a loop
break
#      CHECK:{{.*}}errors.py:[[#@LINE+1]]:8: error: keyword argument repeated: 'a'
g(a=1, a=2)
#      CHECK:{{.*}}errors.py:[[#@LINE+1]]:12: error: duplicate parameter 'b'
lambda b, *b: 1
#      CHECK:{{.*}}errors.py:[[#@LINE+1]]:6: error: f-string: expected '}'
f'{a b}'
