# RUN: %not %tritonc --emit=ast %s -o - 2>&1 | %FileCheck %s

# CHECK: :[[#@LINE+1]]:5: error: invalid character '$'
x = $
# CHECK: :[[#@LINE+2]]:7: error: invalid character U+2212
# CHECK: hint: did you mean '-'?
y = a − b
# CHECK: :[[#@LINE+1]]:1: error: invalid decimal literal
5a
# CHECK: :[[#@LINE+2]]:1: error: leading zeros in a decimal integer literal
# CHECK: hint: octal is written 0o12
012
# CHECK: :[[#@LINE+1]]:2: error: truncated escape: '\x' takes two hexadecimal digits
'\x4'
# CHECK: :[[#@LINE+1]]:3: error: bytes can only contain ASCII characters
b'é'
# CHECK: :[[#@LINE+1]]:5: error: unexpected character after line continuation '\'
x = \ 1
# CHECK: :[[#@LINE+4]]:1: error: unindent does not match any outer indentation level
def f():
    if x:
        y
  z
# CHECK: :[[#@LINE+3]]:1: error: inconsistent use of tabs and spaces in indentation
if x:
	y
        z
# CHECK: :[[#@LINE+1]]:3: error: f-string: a single '}' is not allowed
f'}'
# CHECK: :[[#@LINE+1]]:5: error: unterminated triple-quoted string literal
x = '''
