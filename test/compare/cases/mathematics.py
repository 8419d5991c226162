"""Functions of tl.math and of libdevice, in all their types."""
from values import WIDE_FLOATS

# fp32 and fp64: how far from Triton's result
UNARY = {"exp": "ordinary", "exp2": "ordinary", "log": "positive", "log2": "positive", "cos": "ordinary", "sin": "ordinary", "sqrt": "positive",
         "rsqrt": "positive", "erf": "ordinary", "floor": "any", "ceil": "any"}
EXACT = ("floor", "ceil", "sqrt_rn", "div_rn")
TYPES = {"f": "fp32", "d": "fp64", "i": "i32", "u": "u32", "l": "i64", "v": "u64"}

# Functions of libdevice with the inputs that suit them: name, overloads ARGS:RESULT, how, check for each.
BITS = """clz i:i l:i; popc i:i l:i; byte_perm iii:i; mulhi ii:i uu:u ll:l vv:v; mul24 ii:i uu:u; brev i:i l:l; sad iiu:i uuu:u; abs i:i l:l f:f d:d;
  hadd ii:i uu:u; rhadd ii:i uu:u; ffs i:i l:i; int_as_float i:f; float_as_int f:i; uint_as_float u:f; float_as_uint f:i; longlong_as_double l:d;
  double_as_longlong d:l; double2loint d:i; double2hiint d:i; hiloint2double ii:d; isnan f:i d:i; signbit f:i d:i; isinf f:i d:i; finitef f:i; isfinited d:i;
  copysign ff:f dd:d; nextafter ff:f dd:d; floor f:f d:d; ceil f:f d:d; trunc f:f d:d; rint f:f d:d; nearbyint f:f d:d; round f:f d:d; fdim ff:f dd:d;
  saturatef f:f; fmod ff:f dd:d; remainder ff:f dd:d; fma fff:f ddd:d; logb f:f d:d; ilogb f:i d:i"""
ROUNDED = """fma fff:f ddd:d; div ff:f dd:d; rcp f:f d:d; sqrt f:f d:d; add ff:f dd:d; mul ff:f dd:d; sub ff:f dd:d; double2float d:f;
  int2float i:f; uint2float u:f; ll2float l:f; ull2float v:f; ll2double l:d; ull2double v:d"""
TO_INTEGER = "double2int d:i; double2uint d:i; float2int f:i; float2uint f:i; float2ll f:l; float2ull f:l; double2ll d:l; double2ull d:l"
SMOOTH = {
    "ordinary": "exp2 f:f d:d; sin f:f d:d; cos f:f d:d; sinpi f:f d:d; cospi f:f d:d; tan f:f d:d; exp f:f d:d; exp10 f:f d:d; cosh f:f d:d; sinh f:f d:d;"
                "tanh f:f d:d; atan f:f d:d; atan2 ff:f dd:d; asinh f:f d:d; expm1 f:f d:d; hypot ff:f dd:d; rhypot ff:f dd:d; norm3d fff:f ddd:d;"
                "rnorm3d fff:f ddd:d; norm4d ffff:f dddd:d; rnorm4d ffff:f dddd:d; cbrt f:f d:d; rcbrt f:f d:d; cyl_bessel_i0 f:f d:d; cyl_bessel_i1 f:f d:d;"
                "erf f:f d:d; erfc f:f d:d; erfcx f:f d:d; normcdf f:f d:d; j0 f:f d:d; j1 f:f d:d",
    "positive": "rsqrt f:f d:d; sqrt f:f d:d; log2 f:f d:d; log f:f d:d; log10 f:f d:d; log1p f:f d:d; lgamma f:f d:d; tgamma f:f d:d; pow ff:f dd:d; y0 f:f d:d; y1 f:f d:d",
    "range:-0.97:0.97": "asin f:f d:d; acos f:f d:d; atanh f:f d:d; erfinv f:f d:d",
    "range:0.03:0.97": "erfcinv f:f d:d; normcdfinv f:f d:d",
    "range:1.1:9.0": "acosh f:f d:d",
}
FAST = {"ordinary": "fast_sinf f:f; fast_cosf f:f; fast_expf f:f; fast_exp10f f:f; fast_tanf f:f", "positive": "fast_logf f:f; fast_log2f f:f; fast_log10f f:f;"
        "fast_powf ff:f; fast_dividef ff:f", }
WITH_INT = "ldexp fi:f di:d; scalbn fi:f di:d; pow fi:f di:d; jn if:f id:d; yn if:f id:d"


# libdevice and libclc each stay within 1 to 3 ulp of the true value here, on either side of it.
LOOSE = ("sinh", "erfc", "lgamma", "tgamma", "pow", "erfcx", "normcdf", "normcdfinv", "tanh", "rcbrt")
QUANTILES = ("normcdfinv", "erfinv", "erfcinv")
BESSEL = ("j0", "j1", "y0", "y1")
FLUSHED = "fp32 below the normal range counts as zero on the GPU"
# Of fp32, the front end makes these operations that keep subnormal numbers.
KEPT = ("abs", "fma", "fma_rn", "div_rn", "sqrt_rn", "double2float_rn")
OTHER_LIBRARY = "another library, both within their documented error"


def overloads(text):
    for part in text.replace("\n", " ").split(";"):
        name, *forms = part.split()
        for form in forms:
            args, result = form.split(":")
            yield name, [TYPES[a] for a in args], TYPES[result]


def build(suite):
    for name, how in UNARY.items():
        for dtype in ("fp32", "fp64"):
            # Triton's library takes subnormal fp32 for zero, which sin and erf here do not.
            for inputs in dict.fromkeys((how, "normal", "any")):
                check = "exact" if name in EXACT else "ulp 2"
                more = {}
                if dtype == "fp32" and inputs == "any":
                    if name in ("sin", "erf"):
                        continue
                    more = dict(cpu_check="", why=FLUSHED)
                elif dtype == "fp32" and name == "exp2" and inputs == "normal":
                    more = dict(cpu_check="ulp 2 subnormals", why=FLUSHED)
                elif dtype == "fp32" and name == "exp" and inputs == "normal":
                    more = dict(cpu_check="ulp 100", why="the GPU rounds x log2(e), which is worth as many ulp as x is large")
                suite.elementwise("math", "math_%s_%s" % (name, inputs), "tl.%s(x)" % name, [dtype], dtype, how=inputs, check=check, **more)
    for dtype in ("fp16", "bf16"):
        for name in ("exp", "log", "sin", "sqrt", "rsqrt", "erf"):
            suite.elementwise("math", "math_narrow_" + name, "tl.%s(x.to(tl.float32)).to(x.dtype)" % name, [dtype], dtype, how="positive", check="ulp 1")
    suite.elementwise("math", "sqrt_rn", "tl.sqrt_rn(x)", ["fp32"], "fp32")
    suite.elementwise("math", "div_rn", "tl.div_rn(x, y)", ["fp32"] * 2, "fp32")
    suite.elementwise("math", "large_sin", "tl.sin(x * 100000.0)", ["fp32"], "fp32", how="ordinary", check="ulp 2")
    suite.elementwise("math", "large_cos", "tl.cos(x * 100000.0)", ["fp32"], "fp32", how="ordinary", check="ulp 2")
    for dtype in WIDE_FLOATS:
        for ieee in ("True", "False"):
            suite.elementwise("math", "fdiv_" + ieee, "tl.fdiv(x, y, ieee_rounding=%s)" % ieee, [dtype] * 2, dtype, check="ulp 2",
                              why="Triton 3.6 takes no notice of ieee_rounding, tritonc does")
    for dtype in ("fp32", "fp64"):
        suite.elementwise("math", "sigmoid", "tl.sigmoid(x)", [dtype], dtype, how="ordinary", check="ulp 2", cpu_check="ulp 4",
                          why="a quotient of a sum of an approximate exp, each within 2 ulp of the GPU's")
    libdevice(suite)


def libdevice(suite):
    def one(name, inputs, result, how, check, function=None, **more):
        suite.elementwise("libdevice", "ld_" + name + "".join(i[0] + i[-2:] for i in inputs), "libdevice.%s(%s)" % (function or name, ", ".join("xyzw"[:len(inputs)])),
                          inputs, result, how=how, check=check, **more)

    def rounded(name, inputs, result):
        """Twice where fp32 is flushed: with subnormal numbers against the GPU, without them against both."""
        if "fp32" not in inputs + [result] or name.split("_")[0].startswith(("int2", "uint2", "ll2", "ull2")):
            return one(name, inputs, result, "any", "exact")
        if name not in KEPT:
            one(name, inputs, result, "any", "exact", cpu_check="", why=FLUSHED)
        one(name + "_normal", inputs, result, "normal", "exact subnormals", why=FLUSHED, function=name)

    for name, inputs, result in overloads(BITS):
        if name in ("abs", "floor", "ceil", "saturatef", "fma"):
            rounded(name, inputs, result)
            continue
        flushed = name in ("nextafter", "fmod", "remainder", "logb", "ilogb") and inputs[0] == "fp32"
        one(name, inputs, result, "ordinary" if flushed else "any", "exact", why="Triton's library takes subnormal fp32 for zero" if flushed else "")
    for name, inputs, result in overloads(ROUNDED):
        for mode in ("rn", "rz", "rd", "ru"):
            rounded("%s_%s" % (name, mode), inputs, result)
    one("rsqrt_rn", ["fp32"], "fp32", "positive", "exact")
    one("rcp64h", ["fp64"], "fp64", "positive", "exact")
    one("int2double_rn", ["i32"], "fp64", "any", "exact")
    one("uint2double_rn", ["u32"], "fp64", "any", "exact")
    for name, inputs, result in overloads(TO_INTEGER):
        for mode in ("rn", "rz", "rd", "ru"):
            one("%s_%s" % (name, mode), inputs, result, "range:0:2000000" if "u" in name else "range:-2000000:2000000", "exact")
    for name, inputs, result in overloads("llrint f:l d:l; llround f:l d:l"):
        one(name, inputs, result, "range:-2000000:2000000", "exact")
    for how, text in SMOOTH.items():
        for name, inputs, result in overloads(text):
            if name in QUANTILES and result == "fp64":
                one(name, inputs, result, how, "ulp 8", why="rational functions of eight coefficients, evaluated in fp64")
            elif name in BESSEL:
                one(name, inputs, result, how, "rel 1e-6" if result == "fp32" else "rel 1e-13", why=OTHER_LIBRARY)
            else:
                loose = name in LOOSE
                one(name, inputs, result, how, "ulp 4" if loose else "ulp 2", why=OTHER_LIBRARY if loose else "")
    for how, text in FAST.items():
        for name, inputs, result in overloads(text):
            one(name, inputs, result, how, "ulp 2", cpu_check="rel 1e-3" if name == "fast_tanf" else "rel 1e-5", why="an approximate instruction on the GPU")
    for name, inputs, result in overloads(WITH_INT):
        one(name, inputs, result, [("range:0:6" if i == "i32" else "positive") for i in inputs], "exact" if name in ("ldexp", "scalbn") else "ulp 4", why=OTHER_LIBRARY)
