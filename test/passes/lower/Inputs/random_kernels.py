#!/usr/bin/env python3
"""Random kernels of layout IR against plain Python: reductions, scans, conversions, gathers, histograms, dots, chains.

Each case takes a random layout (bits of the tensor dealt to registers, lanes and warps, copies included), loads, does one
operation, stores. The module goes through tritonc-opt and LLVM; for AMD targets the emulator runs it, with its check for
races in LDS; for NVIDIA targets ptxas assembles it.

  random_kernels.py --opt tritonc-opt --llvm /usr/lib/llvm-22/bin --target gfx942 --warps 1,4 --kinds reduce,scan -n 8
"""
import argparse
import math
import os
import random
import re
import struct
import subprocess
import sys
import tempfile

rnd = random.Random(1)


def lay_text(L):
    f = lambda v: '[' + ','.join(('[' + ','.join(map(str, b)) + ']' for b in v)) + ']'
    s = 'register=%s, lane=%s, warp=%s, block=[]' % (f(L['r']), f(L['l']), f(L['w']))
    return '#ttg.linear<{%s}>' % s


def rand_layout(shape, lanebits, warpbits, plain=False):
    bases = []
    for d, n in enumerate(shape):
        for b in range(n.bit_length() - 1):
            v = [0] * len(shape)
            v[d] = 1 << b
            bases.append(v)
    if not plain:
        rnd.shuffle(bases)
    else:
        bases.reverse()

    def take(n):
        out = []
        for _ in range(n):
            if bases and (plain or rnd.random() > 0.2):
                out.append(bases.pop())
            else:
                out.append([0] * len(shape))
        return out
    if plain:
        k = min(len(bases), rnd.randrange(0, 3))
        r = [bases.pop() for _ in range(k)]
        l = take(lanebits)
        w = take(warpbits)
        r += list(reversed(bases))
        return dict(r=r, l=l, w=w, shape=shape)
    l = take(lanebits)
    w = take(warpbits)
    return dict(r=bases, l=l, w=w, shape=shape)


def flat(L):
    """row-major 1-D form"""
    shape = L['shape']
    strides = [1] * len(shape)
    for i in range(len(shape) - 2, -1, -1):
        strides[i] = strides[i + 1] * shape[i + 1]
    g = lambda v: [[sum((x * s for x, s in zip(b, strides)))] for b in v]
    return dict(r=g(L['r']), l=g(L['l']), w=g(L['w']), shape=[math.prod(shape)])


def slice_(L, axis):
    g = lambda v: [b[:axis] + b[axis + 1:] for b in v]
    return dict(r=[b for b in g(L['r']) if any(b)], l=g(L['l']), w=g(L['w']), shape=L['shape'][:axis] + L['shape'][axis + 1:])


def T(shape, ty, L):
    return 'tensor<%s%s, %s>' % (''.join(('%dx' % s for s in shape)), ty, lay_text(L))


SIZES = {'i1': 1, 'i8': 1, 'i16': 2, 'i32': 4, 'i64': 8, 'f16': 2, 'f32': 4, 'f64': 8, 'bf16': 2}

MEM = {'i1': 'i8'}

class K:
    """The text of one kernel as it grows."""

    def __init__(s, name):
        s.name = name
        s.body = []
        s.args = []
        s.n = 0

    def v(s, text):
        s.n += 1
        s.body.append('    %%v%d = %s' % (s.n, text))
        return '%%v%d' % s.n

    def arg(s, ty):
        s.args.append(ty)
        return '%%p%d' % (len(s.args) - 1)

    def load(s, ty, L):
        F = flat(L)
        n = F['shape'][0]
        m = MEM.get(ty, ty)
        p = s.arg(m)
        rng = s.v('tt.make_range {end = %d : i32, start = 0 : i32} : %s' % (n, T([n], 'i32', F)))
        sp = s.v('tt.splat %s : !tt.ptr<%s> -> %s' % (p, m, T([n], '!tt.ptr<%s>' % m, F)))
        ad = s.v('tt.addptr %s, %s : %s, %s' % (sp, rng, T([n], '!tt.ptr<%s>' % m, F), T([n], 'i32', F)))
        x = s.v('tt.load %s : %s' % (ad, T([n], '!tt.ptr<%s>' % m, F)))
        if ty == 'i1':
            z = s.v('arith.constant dense<0> : %s' % T([n], 'i8', F))
            x = s.v('arith.cmpi ne, %s, %s : %s' % (x, z, T([n], 'i8', F)))
        if len(L['shape']) > 1:
            x = s.v('tt.reshape %s : %s -> %s' % (x, T([n], ty, F), T(L['shape'], ty, L)))
        return x

    def store(s, x, ty, L):
        m = MEM.get(ty, ty)
        p = s.arg(m)
        if L is None:
            if ty == 'i1':
                x = s.v('arith.extui %s : i1 to i8' % x)
            s.body.append('    tt.store %s, %s : !tt.ptr<%s>' % (p, x, m))
            return
        F = flat(L)
        n = F['shape'][0]
        if len(L['shape']) > 1:
            x = s.v('tt.reshape %s : %s -> %s' % (x, T(L['shape'], ty, L), T([n], ty, F)))
        if ty == 'i1':
            x = s.v('arith.extui %s : %s to %s' % (x, T([n], 'i1', F), T([n], 'i8', F)))
        rng = s.v('tt.make_range {end = %d : i32, start = 0 : i32} : %s' % (n, T([n], 'i32', F)))
        sp = s.v('tt.splat %s : !tt.ptr<%s> -> %s' % (p, m, T([n], '!tt.ptr<%s>' % m, F)))
        ad = s.v('tt.addptr %s, %s : %s, %s' % (sp, rng, T([n], '!tt.ptr<%s>' % m, F), T([n], 'i32', F)))
        s.body.append('    tt.store %s, %s : %s' % (ad, x, T([n], '!tt.ptr<%s>' % m, F)))

    def text(s):
        a = ', '.join(('%%p%d: !tt.ptr<%s>' % (i, t) for i, t in enumerate(s.args)))
        return '  tt.func public @%s(%s) {\n%s\n    tt.return\n  }\n' % (s.name, a, '\n'.join(s.body))


def w32(x):
    x &= 4294967295
    return x - (1 << 32) if x >> 31 else x


def wrap(bits):

    def f(x):
        x &= (1 << bits) - 1
        return x - (1 << bits) if x >> bits - 1 else x
    return f


# Combine regions: element types, lines, results, and the same in Python on tuples.
REG = {'addf': (['f32'], ['%r = arith.addf %a0, %b0 : f32'], ['%r'], lambda a, b: (a[0] + b[0],)), 'maxf': (['f32'], ['%r = arith.maxnumf %a0, %b0 : f32'], ['%r'], lambda a, b: (max(a[0], b[0]),)), 'addf16': (['f16'], ['%r = arith.addf %a0, %b0 : f16'], ['%r'], lambda a, b: (a[0] + b[0],)), 'maxbf16': (['bf16'], ['%r = arith.maximumf %a0, %b0 : bf16'], ['%r'], lambda a, b: (max(a[0], b[0]),)), 'addf64': (['f64'], ['%r = arith.addf %a0, %b0 : f64'], ['%r'], lambda a, b: (a[0] + b[0],)), 'addi': (['i32'], ['%r = arith.addi %a0, %b0 : i32'], ['%r'], lambda a, b: (w32(a[0] + b[0]),)), 'maxi': (['i32'], ['%r = arith.maxsi %a0, %b0 : i32'], ['%r'], lambda a, b: (max(a[0], b[0]),)), 'minu8': (['i8'], ['%r = arith.minui %a0, %b0 : i8'], ['%r'], lambda a, b: (wrap(8)(min(a[0] & 255, b[0] & 255)),)), 'addi64': (['i64'], ['%r = arith.addi %a0, %b0 : i64'], ['%r'], lambda a, b: (wrap(64)(a[0] + b[0]),)), 'xor16': (['i16'], ['%r = arith.xori %a0, %b0 : i16'], ['%r'], lambda a, b: (a[0] ^ b[0],)), 'or1': (['i1'], ['%r = arith.ori %a0, %b0 : i1'], ['%r'], lambda a, b: (a[0] | b[0],)), 'argmax': (['i32', 'i32'], ['%g = arith.cmpi sgt, %a0, %b0 : i32', '%e = arith.cmpi eq, %a0, %b0 : i32', '%l = arith.cmpi slt, %a1, %b1 : i32', '%t = arith.andi %e, %l : i1', '%c = arith.ori %g, %t : i1', '%r = arith.select %c, %a0, %b0 : i32', '%s = arith.select %c, %a1, %b1 : i32'], ['%r', '%s'], lambda a, b: a if a[0] > b[0] or (a[0] == b[0] and a[1] < b[1]) else b), 'mixed': (['i64', 'f32', 'i8'], ['%r = arith.addi %a0, %b0 : i64', '%s = arith.maxnumf %a1, %b1 : f32', '%t = arith.xori %a2, %b2 : i8'], ['%r', '%s', '%t'], lambda a, b: (wrap(64)(a[0] + b[0]), max(a[1], b[1]), a[2] ^ b[2])), 'linear': (['i32', 'i32'], ['%r = arith.muli %a0, %b0 : i32', '%m = arith.muli %a1, %b0 : i32', '%s = arith.addi %m, %b1 : i32'], ['%r', '%s'], lambda a, b: (w32(a[0] * b[0]), w32(a[1] * b[0] + b[1])))}

REG['second'] = (['f32'], ['%t = arith.constant true', '%r = arith.select %t, %b0, %a0 : f32'], ['%r'], lambda a, b: (b[0],))

def region(name, end):
    tys, lines, res, _ = REG[name]
    ar = ', '.join(['%%a%d: %s' % (i, t) for i, t in enumerate(tys)] + ['%%b%d: %s' % (i, t) for i, t in enumerate(tys)])
    return '({\n    ^bb0(%s):\n%s\n      %s %s : %s\n    })' % (ar, '\n'.join(('      ' + l for l in lines)), end, ', '.join(res), ', '.join(tys))


def randvals(ty, n):
    if ty == 'i1':
        return [int(rnd.random() < 0.1) for _ in range(n)]
    if ty in ('f16', 'bf16'):
        return [float(rnd.randrange(-2, 3)) for _ in range(n)]
    if ty[0] == 'f':
        return [float(rnd.randrange(-50, 50)) for _ in range(n)]
    b = int(ty[1:])
    return [rnd.randrange(-(1 << b - 1), 1 << b - 1) if rnd.random() < 0.5 else rnd.randrange(-3, 4) for _ in range(n)]


def pack(ty, vals):
    if ty == 'bf16':
        return b''.join((struct.pack('<f', v)[2:] for v in vals))
    code = {'i1': 'b', 'i8': 'b', 'i16': 'h', 'i32': 'i', 'i64': 'q', 'f16': 'e', 'f32': 'f', 'f64': 'd'}[ty]
    return struct.pack('<%d%s' % (len(vals), code), *vals)


def unpack(ty, b):
    if ty == 'bf16':
        return [struct.unpack('<f', b'\x00\x00' + bytes(b[i:i + 2]))[0] for i in range(0, len(b), 2)]
    code = {'i1': 'b', 'i8': 'b', 'i16': 'h', 'i32': 'i', 'i64': 'q', 'f16': 'e', 'f32': 'f', 'f64': 'd'}[ty]
    return list(struct.unpack('<%d%s' % (len(b) // SIZES[ty], code), bytes(b)))


def rand_shape(maxbits=12, minr=1, maxr=3):
    r = rnd.randrange(minr, maxr + 1)
    while True:
        s = [1 << rnd.randrange(0, maxbits - 2) for _ in range(r)]
        if math.prod(s) <= 1 << maxbits:
            return s


def split(i, shape):
    c = []
    for n in reversed(shape):
        c.append(i % n)
        i //= n
    return c[::-1]


def join(c, shape):
    i = 0
    for x, n in zip(c, shape):
        i = i * n + x
    return i


class Case:
    pass


def case_reduce(name, lb, wb):
    k = K(name)
    c = Case()
    shape = rand_shape()
    axis = rnd.randrange(len(shape))
    L = rand_layout(shape, lb, wb, plain=rnd.random() < 0.5)
    op = rnd.choice([o for o in REG if o not in ('linear', 'second')])
    tys, _, _, fn = REG[op]
    xs = [k.load(t, L) for t in tys]
    S = slice_(L, axis) if len(shape) > 1 else None
    rt = [T(S['shape'], t, S) if S else t for t in tys]
    k.body.append('    %%red:%d = "tt.reduce"(%s) <{axis = %d : i32}> %s : (%s) -> (%s)' % (len(tys), ', '.join(xs), axis, region(op, 'tt.reduce.return'), ', '.join((T(shape, t, L) for t in tys)), ', '.join(rt)))
    for i, t in enumerate(tys):
        k.store('%%red#%d' % i, t, S)
    n = math.prod(shape)

    def ref(ins):
        rows = {}
        for i in range(n):
            co = split(i, shape)
            key = tuple(co[:axis] + co[axis + 1:])
            rows.setdefault(key, []).append(tuple((v[i] for v in ins)))
        outs = []
        for key in sorted(rows):
            a = rows[key][0]
            for b in rows[key][1:]:
                a = fn(a, b)
            outs.append(a)
        return [list(x) for x in zip(*outs)]
    c.k = k
    c.ins = [(t, randvals(t, n)) for t in tys]
    c.outs = [(t, n // shape[axis]) for t in tys]
    c.ref = ref
    c.desc = 'reduce %s axis %d shape %s %s' % (op, axis, shape, lay_text(L))
    return c


def case_scan(name, lb, wb):
    k = K(name)
    c = Case()
    shape = rand_shape(11)
    axis = rnd.randrange(len(shape))
    L = rand_layout(shape, lb, wb, plain=rnd.random() < 0.5)
    op = rnd.choice(list(REG))
    rev = rnd.random() < 0.4
    tys, _, _, fn = REG[op]
    xs = [k.load(t, L) for t in tys]
    tt = ', '.join((T(shape, t, L) for t in tys))
    k.body.append('    %%red:%d = "tt.scan"(%s) <{axis = %d : i32, reverse = %s}> %s : (%s) -> (%s)' % (len(tys), ', '.join(xs), axis, 'true' if rev else 'false', region(op, 'tt.scan.return'), tt, tt))
    for i, t in enumerate(tys):
        k.store('%%red#%d' % i, t, L)
    n = math.prod(shape)

    def ref(ins):
        outs = [None] * n
        for i in range(n):
            co = split(i, shape)
            if co[axis]:
                continue
            rng = range(shape[axis] - 1, -1, -1) if rev else range(shape[axis])
            acc = None
            for a in rng:
                co[axis] = a
                j = join(co, shape)
                v = tuple((x[j] for x in ins))
                acc = v if acc is None else fn(acc, v)
                outs[j] = acc
        return [list(x) for x in zip(*outs)]
    c.k = k
    c.ins = [(t, randvals(t, n)) for t in tys]
    c.outs = [(t, n) for t in tys]
    c.ref = ref
    c.desc = 'scan %s rev %s axis %d shape %s %s' % (op, rev, axis, shape, lay_text(L))
    return c


def case_convert(name, lb, wb):
    k = K(name)
    c = Case()
    shape = rand_shape(13)
    A = rand_layout(shape, lb, wb, plain=rnd.random() < 0.5)
    B = rand_layout(shape, lb, wb, plain=rnd.random() < 0.5)
    if rnd.random() < 0.4:
        perm = A['r'] + A['l']
        zeros = [b for b in perm if not any(b)]
        nz = [b for b in perm if any(b)]
        rnd.shuffle(nz)
        l = [nz.pop() if nz and rnd.random() < 0.8 else [0] * len(shape) for _ in range(lb)]
        B = dict(r=nz, l=l, w=A['w'], shape=shape)
    ty = rnd.choice(list(SIZES))
    x = k.load(ty, A)
    k.body.append('    %%y = ttg.convert_layout %s : %s -> %s' % (x, T(shape, ty, A), T(shape, ty, B)))
    k.store('%y', ty, B)
    n = math.prod(shape)
    c.k = k
    c.ins = [(ty, randvals(ty, n))]
    c.outs = [(ty, n)]
    c.ref = lambda ins: ins
    c.desc = 'convert %s shape %s %s -> %s' % (ty, shape, lay_text(A), lay_text(B))
    return c


def case_gather(name, lb, wb):
    k = K(name)
    c = Case()
    shape = rand_shape(11)
    axis = rnd.randrange(len(shape))
    ish = list(shape)
    ish[axis] = 1 << rnd.randrange(0, 6)
    while math.prod(ish) > 4096 and ish[axis] > 1:
        ish[axis] //= 2
    A = rand_layout(shape, lb, wb)
    B = rand_layout(ish, lb, wb)
    ty = rnd.choice(['i8', 'f32', 'i64', 'f16'])
    it = rnd.choice(['i32', 'i64'])
    x = k.load(ty, A)
    i = k.load(it, B)
    k.body.append('    %%y = tt.gather %s[%s] {axis = %d : i32} : (%s, %s) -> %s' % (x, i, axis, T(shape, ty, A), T(ish, it, B), T(ish, ty, B)))
    k.store('%y', ty, B)
    n = math.prod(shape)
    m = math.prod(ish)

    def ref(ins):
        out = []
        for j in range(m):
            co = split(j, ish)
            co[axis] = ins[1][j]
            out.append(ins[0][join(co, shape)])
        return [out]
    c.k = k
    c.ins = [(ty, randvals(ty, n)), (it, [rnd.randrange(shape[axis]) for _ in range(m)])]
    c.outs = [(ty, m)]
    c.ref = ref
    c.desc = 'gather %s axis %d %s %s' % (ty, axis, shape, ish)
    return c


def case_histogram(name, lb, wb):
    k = K(name)
    c = Case()
    n = 1 << rnd.randrange(0, 12)
    bins = 1 << rnd.randrange(1, 10)
    A = rand_layout([n], lb, wb)
    B = rand_layout([bins], lb, wb)
    ty = rnd.choice(['i32', 'i64']) if bins > 127 else rnd.choice(['i8', 'i32', 'i64'])
    x = k.load(ty, A)
    mask = rnd.random() < 0.5
    if mask:
        m = k.load('i1', A)
    k.body.append('    %%y = tt.histogram %s%s : %s -> %s' % (x, ', ' + m if mask else '', T([n], ty, A), T([bins], 'i32', B)))
    k.store('%y', 'i32', B)

    def ref(ins):
        out = [0] * bins
        for j, v in enumerate(ins[0]):
            if not mask or ins[1][j]:
                out[v] += 1
        return [out]
    c.ins = [(ty, [rnd.randrange(bins) for _ in range(n)])]
    if mask:
        c.ins.append(('i1', [rnd.randrange(2) for _ in range(n)]))
    c.k = k
    c.outs = [('i32', bins)]
    c.ref = ref
    c.desc = 'histogram %d %d %s mask %s' % (n, bins, ty, mask)
    return c


def case_dot(name, lb, wb):
    k = K(name)
    c = Case()
    M, N, KK = [1 << rnd.randrange(0, 6) for _ in range(3)]
    B = 1 << rnd.randrange(0, 2) if rnd.random() < 0.3 else 0
    pre = [B] if B else []
    la = rand_layout(pre + [M, KK], lb, wb)
    lbb = rand_layout(pre + [KK, N], lb, wb)
    lc = rand_layout(pre + [M, N], lb, wb)
    ty, ct = rnd.choice([('f32', 'f32'), ('f16', 'f32'), ('bf16', 'f32'), ('f16', 'f16'), ('f64', 'f64'), ('i8', 'i32')])
    a = k.load(ty, la)
    b = k.load(ty, lbb)
    cc = k.load(ct, lc)
    k.body.append('    %%y = tt.dot %s, %s, %s : %s * %s -> %s' % (a, b, cc, T(pre + [M, KK], ty, la), T(pre + [KK, N], ty, lbb), T(pre + [M, N], ct, lc)))
    k.store('%y', ct, lc)
    bb = max(B, 1)

    def ref(ins):
        out = list(ins[2])
        for z in range(bb):
            for m in range(M):
                for n in range(N):
                    out[(z * M + m) * N + n] += sum((ins[0][(z * M + m) * KK + q] * ins[1][(z * KK + q) * N + n] for q in range(KK)))
        return [out]
    sm = lambda t, n: [float(rnd.randrange(-2, 3)) if t[0] != 'i' else rnd.randrange(-100, 100) for _ in range(n)]
    c.k = k
    c.ins = [(ty, sm(ty, bb * M * KK)), (ty, sm(ty, bb * KK * N)), (ct, sm(ct, bb * M * N))]
    c.outs = [(ct, bb * M * N)]
    c.ref = ref
    c.desc = 'dot %s %s %s' % ((B, M, N, KK), ty, ct)
    return c


def case_chain(name, lb, wb):
    """several reductions in a row and in a loop: barriers"""
    k = K(name)
    c = Case()
    n = 1 << rnd.randrange(6, 11)
    L = rand_layout([n], lb, wb, plain=True)
    cnt = rnd.randrange(1, 5)
    x = k.load('i32', L)
    t = T([n], 'i32', L)

    def red(v, ind):
        k.n += 1
        nm = '%%q%d' % k.n
        k.body.append('    %s = "tt.reduce"(%s) <{axis = 0 : i32}> %s : (%s) -> i32' % (nm, v, region('addi', 'tt.reduce.return'), t))
        return nm
    loop = rnd.random() < 0.7
    if loop:
        k.body.append('    %lo = arith.constant 0 : i32\n    %hi = arith.constant 3 : i32\n    %st = arith.constant 1 : i32\n    %acc = scf.for %i = %lo to %hi step %st iter_args(%cur = ' + x + ') -> (' + t + ') : i32 {')
        cur = '%cur'
    else:
        cur = x
    for j in range(cnt):
        s = red(cur, 0)
        sp = k.v('tt.splat %s : i32 -> %s' % (s, t))
        y = k.v('arith.xori %s, %s : %s' % (cur, sp, t))
        if rnd.random() < 0.3 and wb:
            B = rand_layout([n], lb, wb)
            tb = T([n], 'i32', B)
            y2 = k.v('ttg.convert_layout %s : %s -> %s' % (y, t, tb))
            y = k.v('ttg.convert_layout %s : %s -> %s' % (y2, tb, t))
        cur = y
    if loop:
        k.body.append('      scf.yield %s : %s\n    }' % (cur, t))
        cur = '%acc'
    k.store(cur, 'i32', L)

    def ref(ins):
        v = list(ins[0])
        for _ in range(3 if loop else 1):
            for j in range(cnt):
                s = w32(sum(v))
                v = [a ^ s for a in v]
        return [v]
    c.k = k
    c.ins = [('i32', randvals('i32', n))]
    c.outs = [('i32', n)]
    c.ref = ref
    c.desc = 'chain %d loop %s n %d %s' % (cnt, loop, n, lay_text(L))
    return c


KINDS = dict(reduce=case_reduce, scan=case_scan, convert=case_convert, gather=case_gather, histogram=case_histogram, dot=case_dot, chain=case_chain)


def lanes_of(target):
    return 64 if target.startswith("gfx9") else 32


def module(target, warps, cases):
    attributes = '"ttg.num-warps" = %d : i32, "ttg.threads-per-warp" = %d : i32, ttg.target = "%s"' % (
        warps, lanes_of(target), target)
    return "module attributes {%s} {\n%s}\n" % (attributes, "".join(c.k.text() for c in cases))


def build(args, target, warps, cases, folder):
    base = os.path.join(folder, "%s_%d" % (target, warps))

    def tool(name, *words):
        subprocess.run([os.path.join(args.llvm, name), *words], check=True)

    with open(base + ".mlir", "w") as f:
        f.write(module(target, warps, cases))
    subprocess.run([args.opt, "--tritonc-lower-to-llvm", base + ".mlir", "-o", base + ".llvm.mlir"], check=True)
    tool("mlir-translate", "--mlir-to-llvmir", base + ".llvm.mlir", "-o", base + ".ll")
    text = open(base + ".ll").read()
    amd = target.startswith("gfx")
    text = text.replace("define void @", "define %s void @" % ("amdgpu_kernel" if amd else "ptx_kernel"))
    triple = "amdgcn-amd-amdhsa" if amd else "nvptx64-nvidia-cuda"
    if amd:
        threads = warps * lanes_of(target)
        attributes = '"amdgpu-flat-work-group-size"="%d,%d" "uniform-work-group-size"="true"' % (threads, threads)
        text = re.sub(r"(define amdgpu_kernel void @[^\n]*\)) (?:#\d+ )?\{", r"\1 " + attributes + " {", text)
    with open(base + ".ll", "w") as f:
        f.write(text)
    tool("opt", "-mtriple=" + triple, "-mcpu=" + target, "-O2", base + ".ll", "-S", "-o", base + ".opt.ll")
    if not amd:
        tool("llc", "-mtriple=" + triple, "-mcpu=" + target, "-mattr=+ptx86", base + ".opt.ll", "-o", base + ".ptx")
        if args.ptxas:
            subprocess.run([args.ptxas, "-arch=" + target, base + ".ptx", "-o", base + ".cubin"], check=True)
        return None
    tool("llc", "-mtriple=" + triple, "-mcpu=" + target, "-filetype=obj", base + ".opt.ll", "-o", base + ".o")
    tool("ld.lld", "-shared", base + ".o", "-o", base + ".hsaco")
    return base + ".hsaco"


def run(target, warps, cases, path):
    """Runs all cases in the emulator; gives the number that failed."""
    from amdemu import CodeObject
    code = CodeObject(path)
    bad = 0
    for c in cases:
        where = "%s, %d warps, %s: %s" % (target, warps, c.k.name, c.desc)
        ins = [bytearray(pack(t, v)) for t, v in c.ins]
        outs = [bytearray(b"\xa5" * (n * SIZES[t])) for t, n in c.outs]
        try:
            result = code.launch(c.k.name, grid=1, block=warps * lanes_of(target), args=ins + outs, race=True)
        except Exception as error:
            print("FAIL", where, error)
            bad += 1
            continue
        failed = bool(result.races)
        if result.races:
            print("RACE", where, result.races[:2])
        for (t, n), got, want in zip(c.outs, outs, c.ref([v for _, v in c.ins])):
            got = unpack(t, got)
            if got != want:
                at = [i for i in range(n) if got[i] != want[i]]
                print("FAIL", where, "differs at", at[:5], [got[i] for i in at[:5]], "expected", [want[i] for i in at[:5]])
                failed = True
        bad += failed
    return bad


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--opt", required=True, help="tritonc-opt")
    p.add_argument("--llvm", default="/usr/lib/llvm-22/bin", help="folder of LLVM's tools")
    p.add_argument("--ptxas", help="assemble NVIDIA targets")
    p.add_argument("--amdemu", default=os.environ.get("AMDEMU"), help="the emulator's folder")
    p.add_argument("--target", default="gfx942")
    p.add_argument("--warps", default="1,4")
    p.add_argument("--kinds", default=",".join(KINDS))
    p.add_argument("-n", type=int, default=4, help="cases of each kind")
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    if args.amdemu:
        sys.path.insert(0, os.path.dirname(os.path.abspath(args.amdemu)))
    rnd.seed(args.seed)
    total = bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for target in args.target.split(","):
            for warps in map(int, args.warps.split(",")):
                bits = lanes_of(target).bit_length() - 1, warps.bit_length() - 1
                cases = [KINDS[kind]("k%d_%s" % (i, kind), *bits) for kind in args.kinds.split(",") for i in range(args.n)]
                path = build(args, target, warps, cases, folder)
                bad += run(target, warps, cases, path) if path else 0
                total += len(cases)
    print("%d kernels, %d failed" % (total, bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
