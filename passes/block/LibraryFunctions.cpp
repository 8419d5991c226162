//===- LibraryFunctions.cpp - block-library-functions: compositions -------===//
//
// libdevice has some 200 functions. Those that no target and no library here has, but that are a formula of others, are
// written out:
//
//   %r = tt.extern_elementwise %x, %y {symbol = "__nv_hadd"}
//     ->   %a = arith.andi %x, %y   %b = arith.xori %x, %y   %c = arith.shrsi %b, 1   %r = arith.addi %a, %c
//
// Meaning: CUDA's libdevice User's Guide. f32 functions of several roundings are computed in f64, whose error is far
// below f32's last place. Rounding in a direction is an instruction on NVIDIA (lower/NvidiaFunctions.cpp); elsewhere
// the nearest result is moved by one place if it lies on the wrong side: of f32, exact arithmetic in f64 tells; of f64,
// the operation's error, which f64 holds too unless it is subnormal.
//
//===----------------------------------------------------------------------===//
#include "passes/Passes.h"
#include "passes/block/BesselFunctions.h"
#include "passes/block/Formula.h"
#include "llvm/ADT/StringSwitch.h"

namespace tritonc {
#define GEN_PASS_DEF_BLOCKLIBRARYFUNCTIONS
#include "passes/Passes.h.inc"
} // namespace tritonc

using namespace mlir;
using namespace tritonc;

using Terms = ArrayRef<Term>;
using Expansion = Term (*)(Terms);

//===----------------------------------------------------------------------===//
// Integers and bits
//===----------------------------------------------------------------------===//

/// The average without overflow: the bits that agree, and half of those that do not.
template <bool isSigned> static Term halvingAdd(Terms a) {
  Term differing = a[0] ^ a[1];
  return (a[0] & a[1]) + (isSigned ? differing.shiftRight(1) : differing.shiftRightLogical(1));
}
template <bool isSigned> static Term roundingHalvingAdd(Terms a) {
  Term differing = a[0] ^ a[1];
  return (a[0] | a[1]) - (isSigned ? differing.shiftRight(1) : differing.shiftRightLogical(1));
}
static Term sumOfDifference(Terms a) { return select(a[0].greater(a[1]), a[0] - a[1], a[1] - a[0]) + a[2]; }
static Term sumOfDifferenceUnsigned(Terms a) {
  return select(a[0].greaterUnsigned(a[1]), a[0] - a[1], a[1] - a[0]) + a[2];
}
static Term multiply24(Terms a) { return a[0].shiftLeft(8).shiftRight(8) * a[1].shiftLeft(8).shiftRight(8); }
static Term multiply24Unsigned(Terms a) { return (a[0] & a[0].same(0xffffff)) * (a[1] & a[1].same(0xffffff)); }
static Term highHalf(Terms a) { return a[0].multiplyHigh(a[1]); }
static Term highHalfUnsigned(Terms a) { return a[0].multiplyHighUnsigned(a[1]); }

static Term findFirstSet(Terms a) {
  Term position = a[0].trailingZeros() + a[0].same(1);
  return select(a[0].equal(a[0].same(0)), a[0].same(0), position).resized(32);
}

/// Each of the selector's four nibbles names a byte of the eight in both words, by its lowest three bits.
static Term bytePermute(Terms a) {
  Term bytes = a[0].resized(64) | a[1].resized(64).shiftLeft(32), result = a[0].same(0);
  for (unsigned i = 0; i < 4; ++i) {
    Term nibble = a[2].shiftRightLogical(4 * i) & a[2].same(7);
    Term byte = bytes.shiftRightLogical(nibble.shiftLeft(3).resized(64)).resized(32) & a[0].same(0xff);
    result = result | byte.shiftLeft(8 * i);
  }
  return result;
}

static Term highWord(Terms a) { return a[0].bits().shiftRightLogical(32).resized(32); }
static Term lowWord(Terms a) { return a[0].bits().resized(32); }
static Term fromWords(Terms a) { return (a[0].resized(64).shiftLeft(32) | a[1].resized(64)).asFloat(); }

/// The exponent as an integer; of zero and NaN the least integer, of infinity the greatest.
static Term exponentOf(Terms a) {
  Term bits = a[0].magnitude().bits();
  const unsigned width = bits.width(), mantissa = width == 64 ? 52 : 23;
  const int bias = width == 64 ? 1023 : 127;
  Term normal = bits.shiftRightLogical(mantissa) - bits.same(bias);
  Term top = bits.same(width - 1) - bits.leadingZeros();
  Term subnormal = top - bits.same(bias + int(mantissa) - 1);
  Term result = select(bits.shiftRightLogical(mantissa).equal(bits.same(0)), subnormal, normal).resized(32);
  Term infinite = a[0].magnitude().equal(a[0].same(HUGE_VAL));
  Term none = a[0].equal(a[0].same(0.0)) | a[0].isNan();
  result = select(infinite, result.same(0x7fffffff), result);
  return select(none, result.same(-0x80000000ll), result);
}

static Term roundToLong(Terms a) { return a[0].roundEven().toInteger(64); }
static Term roundAwayToLong(Terms a) { return a[0].roundAway().toInteger(64); }

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

/// The squares' sum in f64 under its root. f64 operands are scaled by a power of two near the largest, so that no
/// square overflows or vanishes; `inverse` asks for the reciprocal.
static Term norm(Terms a, bool inverse) {
  Term largest = a[0].magnitude(), infinite = largest.equal(largest.same(HUGE_VAL));
  for (Term x : a.drop_front()) {
    Term size = x.magnitude();
    infinite = infinite | size.equal(size.same(HUGE_VAL));
    largest = select(size.greater(largest), size, largest);
  }
  const bool wide = a[0].width() == 64;
  Term scale = largest.toDouble().same(1.0), back = scale;
  if (wide) {
    // Exponent field only: 2^k, and 2^-k; zeros, subnormals and the largest binade take the nearest power that has
    // both.
    Term field = largest.bits() & largest.bits().same(0x7ff0000000000000ll);
    Term least = field.same(0x0010000000000000ll), most = field.same(0x7fd0000000000000ll);
    field = select(field.greater(most), most, select(least.greater(field), least, field));
    back = field.asFloat();
    scale = (field.same(0x7fe0000000000000ll) - field).asFloat();
  }
  Term sum = scale.same(0.0);
  for (Term x : a) {
    Term scaled = x.toDouble() * scale;
    sum = fma(scaled, scaled, sum);
  }
  Term length = sum.squareRoot();
  Term result = inverse ? (length.same(1.0) / length) * scale : length * back;
  result = select(infinite, result.same(inverse ? 0.0 : HUGE_VAL), result);
  return wide ? result : result.toSingle();
}
static Term length(Terms a) { return norm(a, false); }
static Term inverseLength(Terms a) { return norm(a, true); }

static Term inverseCubeRoot(Terms a) {
  Term root = a[0].toDouble().cubeRoot();
  return (root.same(1.0) / root).like(a[0]);
}

/// In f64, so that rounding twice does no harm.
static Term inverseRootRounded(Terms a) {
  Term root = a[0].toDouble().squareRoot();
  return (root.same(1.0) / root).like(a[0]);
}

/// sin or cos of pi x: what is left of x beside multiples of 1/2 is exact, and the quadrant picks function and sign.
template <bool isSine> static Term ofHalfTurns(Terms a) {
  Term x = a[0].toDouble();
  x = x - (x * x.same(0.5)).roundEven() * x.same(2.0);
  Term halves = (x + x).roundEven();
  Term angle = (x - halves * x.same(0.5)) * x.same(3.14159265358979323846);
  Term quadrant = halves.toInteger(32), sine = angle.sine(), cosine = angle.cosine();
  Term odd = (quadrant & quadrant.same(1)).equal(quadrant.same(1));
  Term turned = isSine ? quadrant : quadrant + quadrant.same(1);
  Term negative = (turned & quadrant.same(2)).equal(quadrant.same(2));
  Term result = isSine ? select(odd, cosine, sine) : select(odd, sine, cosine);
  return select(negative, -result, result).like(a[0]);
}

//===----------------------------------------------------------------------===//
// The normal distribution
//===----------------------------------------------------------------------===//

/// The quantile of the normal distribution at 1/2 + `q`, where `tail` is the smaller of both probabilities. Rational
/// approximations with a relative error near 1e-16: M. J. Wichura, "Algorithm AS 241", Applied Statistics 37 (1988).
static Term quantile(Term q, Term tail) {
  auto ratio = [](Term r, ArrayRef<double> above, ArrayRef<double> below) {
    return polynomial(r, above) / polynomial(r, below);
  };
  Term centre =
      q * ratio(q.same(0.180625) - q * q,
                {2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4, 4.5921953931549871457e+4,
                 1.3731693765509461125e+4, 1.9715909503065514427e+3, 1.3314166789178437745e+2, 3.3871328727963666080e0},
                {5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4, 2.1213794301586595867e+4,
                 5.3941960214247511077e+3, 6.8718700749205790830e+2, 4.2313330701600911252e+1, 1.0});
  Term depth = (-tail.logarithm()).squareRoot();
  Term middle =
      ratio(depth - q.same(1.6),
            {7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258e0,
             3.64784832476320460504e0, 5.76949722146069140550e0, 4.63033784615654529590e0, 1.42343711074968357734e0},
            {1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1,
             6.89767334985100004550e-1, 1.67638483018380384940e0, 2.05319162663775882187e0, 1.0});
  Term far = ratio(
      depth - q.same(5.0),
      {2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2,
       2.96560571828504891230e-1, 1.78482653991729133580e0, 5.46378491116411436990e0, 6.65790464350110377720e0},
      {2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
       1.48753612908506148525e-2, 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1.0});
  Term outer = select(depth.greater(q.same(5.0)), far, middle);
  outer = select(tail.equal(q.same(0.0)), q.same(HUGE_VAL), outer);
  outer = select(q.same(0.0).greater(q), -outer, outer);
  return select(q.same(0.425).greater(q.magnitude()), centre, outer);
}

constexpr double rootHalf = 0.70710678118654752440, rootHalfRest = -4.8336466567264566e-17;

static Term inverseNormal(Terms a) {
  Term p = a[0].toDouble(), other = p.same(1.0) - p;
  return quantile(p - p.same(0.5), select(p.greater(other), other, p)).like(a[0]);
}
static Term inverseErf(Terms a) {
  Term x = a[0].toDouble(), half = x.same(0.5);
  return (quantile(x * half, (x.same(1.0) - x.magnitude()) * half) * x.same(rootHalf)).like(a[0]);
}
static Term inverseErfc(Terms a) {
  Term x = a[0].toDouble(), half = x.same(0.5), other = x.same(2.0) - x;
  Term tail = select(x.greater(other), other, x) * half;
  return (quantile((x.same(1.0) - x) * half, tail) * x.same(rootHalf)).like(a[0]);
}

/// erfc(-x / sqrt 2) / 2. What rounding takes from the argument counts in the tail, so it is put back by the slope.
static Term normal(Terms a) {
  Term x = -a[0].toDouble(), at = x * x.same(rootHalf);
  Term lost = fma(x, x.same(rootHalf), -at) + x * x.same(rootHalfRest);
  Term slope = (-(at * at)).exponential() * x.same(1.12837916709551257390); // 2 / sqrt pi
  lost = select(lost.magnitude().greater(x.same(1.0)) | lost.isNan(), x.same(0.0), lost);
  return ((at.complementaryErf() - lost * slope) * x.same(0.5)).like(a[0]);
}

/// exp(x^2) erfc(x); far out its asymptotic series (NIST DLMF 7.12.1), since the factors overflow and vanish.
static Term scaledErfc(Terms a) {
  Term x = a[0].toDouble(), square = x * x, lost = fma(x, x, -square);
  Term near = square.exponential() * x.complementaryErf();
  near = fma(near, select(near.magnitude().equal(near.same(HUGE_VAL)), near.same(0.0), lost), near);
  Term r = x.same(0.5) / square;
  Term series = polynomial(r, {2027025, -135135, 10395, -945, 105, -15, 3, -1, 1});
  Term far = series * x.same(0.56418958354775628695) / x; // 1 / sqrt pi
  return select(x.greater(x.same(20.0)), far, near).like(a[0]);
}

static Term hyperbolicTangent(Terms a) { return a[0].hyperbolicTangent(); }
static Term fastPowerOfTen(Terms a) { return (a[0] * a[0].same(2.30258509299404568402)).exponential(); }

/// To [0, 1]; NaN to 0.
static Term saturate(Terms a) {
  Term zero = a[0].same(0.0), one = a[0].same(1.0);
  return select(a[0].greater(zero), select(one.greater(a[0]), a[0], one), zero);
}

/// The upper word of the reciprocal, an approximation to start iterations from.
static Term highReciprocal(Terms a) {
  Term bits = (a[0].same(1.0) / a[0]).bits();
  return (bits & bits.same(int64_t(0xffffffff00000000ull))).asFloat();
}

//===----------------------------------------------------------------------===//
// Rounding in a direction
//===----------------------------------------------------------------------===//

enum class Direction { Nearest, Zero, Down, Up };

static std::optional<Direction> directionOf(StringRef suffix) {
  return llvm::StringSwitch<std::optional<Direction>>(suffix)
      .Case("rn", Direction::Nearest)
      .Case("rz", Direction::Zero)
      .Case("rd", Direction::Down)
      .Case("ru", Direction::Up)
      .Default(std::nullopt);
}

/// `nearest` moved by one place where the true value lies beyond it: `above` and `below` say on which side that is.
static Term directed(Term nearest, Term above, Term below, Direction direction) {
  if (direction == Direction::Nearest)
    return nearest;
  Term bits = nearest.bits(), zero = nearest.equal(nearest.same(0.0));
  Term positive = nearest.greater(nearest.same(0.0)), one = bits.same(1);
  Term signBit = bits.same(bits.width() == 64 ? INT64_MIN : int64_t(0x80000000));
  Term up = select(zero, one, select(positive, bits + one, bits - one)).asFloat();
  Term down = select(zero, signBit | one, select(positive, bits - one, bits + one)).asFloat();
  Term negative = nearest.same(0.0).greater(nearest);
  if (direction == Direction::Up)
    return select(above, up, nearest);
  if (direction == Direction::Down)
    return select(below, down, nearest);
  return select(positive & below, down, select(negative & above, up, nearest));
}

/// A sum with its error (D. E. Knuth, "The Art of Computer Programming", volume 2, 4.2.2).
struct ExactSum {
  Term sum, rest;
  ExactSum(Term a, Term b) : sum(a + b) {
    Term back = sum - a;
    rest = (a - (sum - back)) + (b - back);
  }
};

/// What separates fma(a, b, c) of f64 from the exact value. The product's error is exact, and so is that of its sum
/// with c; three numbers are left to add.
static Term errorOfFma(Term a, Term b, Term c, Term nearest) {
  Term product = a * b;
  ExactSum first(product, c), second(first.sum - nearest, first.rest);
  ExactSum third(second.sum, fma(a, b, -product));
  return third.sum + (third.rest + second.rest);
}

static Term timesPowerOfTwo(Term a, int exponent) { return a * a.same(std::ldexp(1.0, exponent)); }
static Term isBelow(Term a, int exponent) { return a.same(std::ldexp(1.0, exponent)).greater(a.magnitude()); }

/// Two factors of f64 whose product is below 2^-900, made larger by 2^600 and 2^500. The smaller one is below 2^-450,
/// the other at most 2^174. What is too small to be told from 0 in the product is not in that of these.
struct EnlargedFactors {
  Term a, b, product;
  EnlargedFactors(Term x, Term y) {
    Term swap = x.magnitude().greater(y.magnitude());
    a = timesPowerOfTwo(select(swap, y, x), 600);
    b = select(swap, x, y);
    // Beside a factor of 0 it may have any size.
    b = select(isBelow(b, 500), timesPowerOfTwo(b, 500), b);
    product = a * b;
  }
  static Term enlarge(Term sum) { return timesPowerOfTwo(timesPowerOfTwo(sum, 600), 500); }
};

/// The sign of what separates fma(a, b, c) of f64 from the exact value, as a number of any size.
static Term signOfFmaError(Term a, Term b, Term c, Term nearest) {
  EnlargedFactors enlarged(a, b);
  // Added to a number that is so much larger, the product is all that is lost.
  Term small =
      select(isBelow(c, -800),
             errorOfFma(enlarged.a, enlarged.b, EnlargedFactors::enlarge(c), EnlargedFactors::enlarge(nearest)),
             enlarged.product);
  return select(isBelow(a * b, -900), small, errorOfFma(a, b, c, nearest));
}

/// The same for a * b.
static Term signOfProductError(Term a, Term b, Term nearest) {
  EnlargedFactors enlarged(a, b);
  Term small = fma(enlarged.a, enlarged.b, -EnlargedFactors::enlarge(nearest));
  return select(isBelow(nearest, -900), small, fma(a, b, -nearest));
}

/// Operations compared with the exact value as `sum + rest` in f64.
static Term directedArithmetic(StringRef operation, Terms a, Direction direction) {
  Term nearest = a[0], sum, rest = a[0].toDouble().same(0.0);
  Term x = a[0].toDouble(), finite = a[0].isFinite();
  for (Term other : a.drop_front())
    finite = finite & other.isFinite();
  const bool wide = a[0].width() == 64;
  bool flips = false;
  if (operation == "add" || operation == "sub") {
    Term second = operation == "sub" ? -a[1] : a[1];
    ExactSum exact(x, second.toDouble());
    sum = exact.sum;
    rest = exact.rest;
    nearest = a[0] + second;
  } else if (operation == "fma") {
    nearest = fma(a[0], a[1], a[2]);
    ExactSum exact(x * a[1].toDouble(), a[2].toDouble());
    sum = wide ? nearest : exact.sum;
    rest = wide ? signOfFmaError(a[0], a[1], a[2], nearest) : exact.rest;
  } else if (operation == "mul") {
    nearest = a[0] * a[1];
    sum = x * a[1].toDouble();
    if (wide)
      rest = signOfProductError(a[0], a[1], nearest);
  } else if (operation == "div" || operation == "rcp") {
    Term dividend = operation == "rcp" ? a[0].same(1.0) : a[0], divisor = operation == "rcp" ? a[0] : a[1];
    nearest = wide ? dividend / divisor : dividend.dividedBy(divisor);
    finite = finite & divisor.equal(divisor.same(0.0)).negated();
    // The quotient is above if the remainder has the divisor's sign. A small dividend's may be too small to tell.
    Term quotient = nearest.toDouble(), numerator = dividend.toDouble();
    if (wide) {
      Term small = isBelow(dividend, -900);
      quotient = select(small, timesPowerOfTwo(quotient, 300), quotient);
      numerator = select(small, timesPowerOfTwo(numerator, 300), numerator);
    }
    Term remainder = fma(-quotient, divisor.toDouble(), numerator);
    Term sign = select(divisor.same(0.0).greater(divisor), x.same(-1.0), x.same(1.0));
    sum = remainder * sign;
    flips = true;
  } else if (operation == "sqrt") {
    nearest = wide ? a[0].squareRoot() : a[0].preciseRoot();
    Term root = nearest.toDouble(), square = x;
    if (wide) {
      Term small = isBelow(x, -900);
      root = select(small, timesPowerOfTwo(root, 200), root);
      square = select(small, timesPowerOfTwo(square, 400), square);
    }
    sum = fma(-root, root, square);
    flips = true;
  } else {
    return {};
  }
  // What overflowed is below infinity.
  Term infinity = nearest.same(HUGE_VAL);
  Term over = finite & nearest.equal(infinity), under = finite & nearest.equal(-infinity);
  Term reference = flips ? sum.same(0.0) : nearest.toDouble(), nothing = sum.same(0.0);
  Term same = sum.equal(reference);
  Term above = sum.greater(reference) | (same & rest.greater(nothing));
  Term below = reference.greater(sum) | (same & nothing.greater(rest));
  Term result = directed(nearest, (above & over.negated() & finite) | under, (below & under.negated() & finite) | over,
                         direction);
  if (direction != Direction::Down || flips || operation == "mul")
    return result;
  // A sum of opposite numbers is -0 when rounding down.
  Term second = operation == "fma" ? a[2] : operation == "sub" ? -a[1] : a[1];
  Term first = operation == "fma" ? a[0] * a[1] : a[0];
  const int top = wide ? 63 : 31;
  Term opposite = first.bits().shiftRight(top).equal(second.bits().shiftRight(top)).negated();
  Term cancelled = sum.equal(nothing) & rest.equal(nothing) & opposite;
  return select(cancelled, -result.same(0.0), result);
}

static Term directedConversion(StringRef from, StringRef to, Term x, Direction direction) {
  const bool fromFloat = from == "float" || from == "double", toFloat = to == "float" || to == "double";
  if (fromFloat && !toFloat) {
    Term whole = direction == Direction::Nearest ? x.roundEven()
                 : direction == Direction::Down  ? x.floor()
                 : direction == Direction::Up    ? x.ceil()
                                                 : x;
    const unsigned width = to.ends_with("ll") ? 64 : 32;
    return to.starts_with("u") ? whole.toUnsigned(width) : whole.toInteger(width);
  }
  if (fromFloat) {
    Term nearest = x.toSingle(), back = nearest.toDouble();
    Term finite = x.isFinite();
    return directed(nearest, x.greater(back) & finite, back.greater(x) & finite, direction);
  }
  // Integers of 64 bits are two numbers that f64 holds.
  const bool isUnsigned = from.starts_with("u");
  Term nearest = x.toFloating(isUnsigned, to == "float" ? 32 : 64), wide = nearest.toDouble();
  Term difference;
  if (x.width() == 32) {
    difference = x.toFloating(isUnsigned, 64) - wide;
  } else {
    Term high =
        (isUnsigned ? x.shiftRightLogical(32) : x.shiftRight(32)).toFloating(isUnsigned, 64) * wide.same(4294967296.0);
    difference = (high - wide) + (x & x.same(0xffffffffll)).toFloating(true, 64);
  }
  return directed(nearest, difference.greater(difference.same(0.0)), difference.same(0.0).greater(difference),
                  direction);
}

/// `fadd_rd`, `dadd_rd`, `fmaf_rz`, `double2float_ru`.
static Term directedFunction(StringRef name, Terms a) {
  auto [base, suffix] = name.rsplit('_');
  std::optional<Direction> direction = directionOf(suffix);
  if (!direction)
    return {};
  if (base.contains('2')) {
    auto [from, to] = base.split('2');
    return directedConversion(from, to, a[0], *direction);
  }
  const bool wide = a[0].width() == 64;
  if (base == (wide ? "fma" : "fmaf"))
    return directedArithmetic("fma", a, *direction);
  return base.consume_front(wide ? "d" : "f") ? directedArithmetic(base, a, *direction) : Term();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static Expansion findExpansion(StringRef name) {
  return llvm::StringSwitch<Expansion>(name)
      .Case("hadd", halvingAdd<true>)
      .Case("uhadd", halvingAdd<false>)
      .Case("rhadd", roundingHalvingAdd<true>)
      .Case("urhadd", roundingHalvingAdd<false>)
      .Case("sad", sumOfDifference)
      .Case("usad", sumOfDifferenceUnsigned)
      .Case("mul24", multiply24)
      .Case("umul24", multiply24Unsigned)
      .Cases({"mulhi", "mul64hi"}, highHalf)
      .Cases({"umulhi", "umul64hi"}, highHalfUnsigned)
      .Cases({"ffs", "ffsll"}, findFirstSet)
      .Case("byte_perm", bytePermute)
      .Case("double2hiint", highWord)
      .Case("double2loint", lowWord)
      .Case("hiloint2double", fromWords)
      .Cases({"ilogb", "ilogbf"}, exponentOf)
      .Cases({"llrint", "llrintf"}, roundToLong)
      .Cases({"llround", "llroundf"}, roundAwayToLong)
      .Cases({"norm3d", "norm3df", "norm4d", "norm4df"}, length)
      .Cases({"rnorm3d", "rnorm3df", "rnorm4d", "rnorm4df", "rhypot", "rhypotf"}, inverseLength)
      .Cases({"rcbrt", "rcbrtf"}, inverseCubeRoot)
      .Case("frsqrt_rn", inverseRootRounded)
      .Cases({"normcdf", "normcdff"}, normal)
      .Cases({"normcdfinv", "normcdfinvf"}, inverseNormal)
      .Cases({"erfinv", "erfinvf"}, inverseErf)
      .Cases({"erfcinv", "erfcinvf"}, inverseErfc)
      .Cases({"erfcx", "erfcxf"}, scaledErfc)
      .Case("fast_tanhf", hyperbolicTangent)
      .Default(findBesselFunction(name));
}

/// What NVIDIA has instructions for.
static Expansion findPortableExpansion(StringRef name) {
  return llvm::StringSwitch<Expansion>(name)
      .Case("saturatef", saturate)
      .Case("rcp64h", highReciprocal)
      .Case("fast_exp10f", fastPowerOfTen)
      .Default(nullptr);
}

static Expansion findHostExpansion(StringRef name) {
  return llvm::StringSwitch<Expansion>(name)
      .Cases({"sinpi", "sinpif"}, ofHalfTurns<true>)
      .Cases({"cospi", "cospif"}, ofHalfTurns<false>)
      .Default(nullptr);
}

namespace {
struct BlockLibraryFunctionsPass : tritonc::impl::BlockLibraryFunctionsBase<BlockLibraryFunctionsPass> {
  using BlockLibraryFunctionsBase::BlockLibraryFunctionsBase;

  void runOnOperation() override {
    getOperation()->walk([&](tt::ExternElementwiseOp op) {
      StringRef name = op.getSymbol();
      if (!name.consume_front("__nv_") || op.getSrcs().empty())
        return;
      OpBuilder builder(op);
      SmallVector<Term> terms;
      for (Value source : op.getSrcs())
        terms.push_back(Term(builder, op.getLoc(), source));
      Term made;
      Expansion expansion = findExpansion(name);
      if (!expansion && forHost)
        expansion = findHostExpansion(name);
      if (!expansion && !keepRounded)
        expansion = findPortableExpansion(name);
      if (expansion)
        made = expansion(terms);
      else if (!keepRounded)
        made = directedFunction(name, terms);
      // A symbol with other types than the function has is left to who reports it.
      if (!made || made.value.getType() != op.getType())
        return;
      op.replaceAllUsesWith(made.value);
      op.erase();
    });
  }
};
} // namespace
