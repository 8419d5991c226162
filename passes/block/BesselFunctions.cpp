//===- BesselFunctions.cpp - j0, j1, y0, y1, i0, i1 -----------------------===//
//
// Neither GPU's instructions nor LLVM know Bessel functions, so they are written out in f64, for f32 too: its error is
// then far below f32's last place, near the functions' zeros as well.
//
// Up to |x| = 8 a function is, apart from factors with its pole and its parity, a Chebyshev series in x^2 (i0 and i1:
// their power series, whose terms all have one sign, so that nothing cancels). Beyond, it is the modulus and phase form
// of NIST DLMF 10.17.3 and 10.40.1, whose slowly varying factors are Chebyshev series in (8 / x)^2 or 8 / x.
//
// The coefficients were computed with 40 digits from the functions' values at Chebyshev nodes (mpmath), and stop at
// 2^-56 of the largest. Errors, tested: of f32 2 ulp; of f64 2e-15 (i0 and i1, and values above 1: relative to the
// value), as far as sin and cos of large numbers go.
//
//===----------------------------------------------------------------------===//
#include "passes/block/BesselFunctions.h"
#include <array>

using namespace tritonc;

using Terms = llvm::ArrayRef<Term>;
using Coefficients = llvm::ArrayRef<double>;

namespace {

// Highest order first. j0; j1 / x; y0 - 2/pi log(x) j0; (y1 - 2/pi (log(x) j1 - 1/x)) / x: of x^2 in [0, 64].
constexpr double nearJ0[] = {1.2218515873961411e-17,  -7.588508125447546e-16,  4.125320595634374e-14,
                             -1.9438346867370164e-12, 7.848696314479465e-11,   -2.679253530557673e-09,
                             7.608163592418782e-08,   -1.7619469077621507e-06, 3.246032882100508e-05,
                             -0.00046062616620627504, 0.004819180069467605,    -0.034893769411408884,
                             0.15806710233209725,     -0.37009499387264977,    0.2651786132033368,
                             -0.008723442352852221,   0.15772797147489012};
constexpr double nearJ1[] = {
    -2.4441972916190464e-17, 1.4232144003513942e-15, -7.221755239651773e-14, 3.160154580348003e-12,
    -1.178026622695885e-10,  3.687133759097148e-09,  -9.521984756750436e-08, 1.9858774049915165e-06,
    -3.255554866857259e-05,  0.0004050337728354822,  -0.003646940600769276,  0.022213639654966037,
    -0.08268049176681791,    0.1609992623572097,     -0.1489751450676521,    0.08104484632565812};
constexpr double nearY0[] = {-2.6977881152566837e-17, 1.6434898714919468e-15,  -8.747341203310769e-14,
                             4.02633081830612e-12,    -1.5837552541812015e-10, 5.248794787330516e-09,
                             -1.44072332740187e-07,   3.206532537654801e-06,   -5.632079141056987e-05,
                             0.0007531135932577742,   -0.007287962479552079,   0.04719668959576339,
                             -0.17730201278114358,    0.26156734625504663,     0.17903431407718265,
                             -0.2744743055297453,     -0.03314611320328494};
constexpr double nearY1[] = {
    5.34668038572867e-17,  -3.0511859694473254e-15, 1.51429151205002e-13,   -6.4651518414115946e-12,
    2.344337905911516e-10, -7.11055004989928e-09,   1.7707804556154404e-07, -3.53808001868935e-06,
    5.505982873338744e-05, -0.0006414551451326356,  0.005289897544167113,   -0.028328123944594365,
    0.08445197259652346,   -0.09591204536083074,    -0.01608717304766875,   0.0025380132357417816};

// The factors P and x / 8 Q of orders 0 and 1: of (8 / x)^2 in [0, 1].
constexpr double farP0[] = {1.6305919233744186e-17,  -1.0011513723467786e-16, 6.748072215733873e-16,
                            -5.069034095935236e-15,  4.3265957431549404e-14,  -4.3045788699253914e-13,
                            5.168262387349193e-12,   -7.86409137723707e-11,   1.6306464635151382e-09,
                            -5.1705945376060975e-08, 3.0751847875194745e-06,  -0.0005365220468132117,
                            0.9994603493475187};
constexpr double farQ0[] = {-6.191115787358145e-19, 3.1082440486738143e-18, -1.6686065214378146e-17,
                            9.662128970303257e-17,  -6.09993013164005e-16,  4.255225040245461e-15,
                            -3.336328185322427e-14, 3.006145125351706e-13,  -3.206747420996635e-12,
                            4.2201219046687385e-11, -7.27191593686632e-10,  1.7972457247968992e-08,
                            -7.414498411060647e-07, 6.838519942611649e-05,  -0.015555854605337009};
constexpr double farP1[] = {-1.7312313216116335e-17, 1.0667689114335412e-16,  -7.221180842274018e-16,
                            5.452674896044717e-15,   -4.6842237839904895e-14, 4.699195515230542e-13,
                            -5.704863640395645e-12,  8.816898659582339e-11,   -1.8718907491063067e-09,
                            6.177633960644299e-08,   -3.987284300488908e-06,  0.0008989898330859408,
                            1.0009030408600137};
constexpr double farQ1[] = {6.524081149589261e-19,   -3.2834519872981614e-18, 1.767635548776479e-17,
                            -1.0269147531823243e-16, 6.508282957783384e-16,   -4.5612523950772974e-15,
                            3.5967765829165294e-14,  -3.2643156743279e-13,    3.5152187949686082e-12,
                            -4.686363688176945e-11,  8.229193327650554e-10,   -2.0959781384083424e-08,
                            9.138615257955454e-07,   -9.62772354915708e-05,   0.04677778706953532};

// sqrt(x) exp(-x) i(x): of 8 / x in [0, 1].
constexpr double farI0[] = {
    -7.233180487874754e-18,  -4.830504485944182e-18,  4.46562142029676e-17,    3.461222867697461e-17,
    -2.8276239805165836e-16, -3.425485619677219e-16,  1.7725601330565263e-15,  3.8116806693526224e-15,
    -9.554846698828307e-15,  -4.150569347287222e-14,  1.54008621752141e-14,    3.8527783827421426e-13,
    7.180124451383666e-13,   -1.7941785315068062e-12, -1.3215811840447713e-11, -3.1499165279632416e-11,
    1.1889147107846439e-11,  4.94060238822497e-10,    3.3962320257083865e-09,  2.266668990498178e-08,
    2.0489185894690638e-07,  2.8913705208347567e-06,  6.889758346916825e-05,   0.0033691164782556943,
    0.4022452055070544};
constexpr double farI1[] = {
    7.517296310842105e-18,   4.414348323071708e-18,  -4.6503053684893586e-17, -3.209525921993424e-17,
    2.96262899764595e-16,    3.3082023109209285e-16, -1.8803547755107825e-15, -3.8144030724370075e-15,
    1.0420276984128802e-14,  4.272440016711951e-14,  -2.1015418427726643e-14, -4.0835511110921974e-13,
    -7.198551776245908e-13,  2.0356285441470896e-12, 1.4125807436613782e-11,  3.2526035830154884e-11,
    -1.8974958123505413e-11, -5.589743462196584e-10, -3.835380385964237e-09,  -2.6314688468895196e-08,
    -2.512236237870209e-07,  -3.882564808877691e-06, -0.00011058893876262371, -0.009761097491361469,
    0.38928811750914005};

constexpr double twoOverPi = 0.63661977236758134308, oneOverPi = 0.31830988618379067154;

/// A Chebyshev series at t in [-1, 1] by C. W. Clenshaw's recurrence.
Term chebyshev(Term t, Coefficients series) {
  Term twice = t + t, previous = t.same(0.0), sum = previous;
  for (double c : series.drop_back()) {
    Term next = fma(twice, sum, t.same(c) - previous);
    previous = sum;
    sum = next;
  }
  return fma(t, sum, t.same(series.back()) - previous);
}

/// |x| in f64, and where the two forms meet.
struct Argument {
  Term x, size, isFar, isInfinite;
  explicit Argument(Term original)
      : x(original.toDouble()), size(x.magnitude()), isFar(size.greater(size.same(8.0))),
        isInfinite(size.equal(size.same(HUGE_VAL))) {}
  /// x^2 in [0, 64] as [-1, 1].
  Term near() const { return fma(x * x, x.same(1.0 / 32), x.same(-1.0)); }
};

/// j and y of one order for |x| > 8: sqrt(2 / (pi x)) (P cos a - Q sin a) and (P sin a + Q cos a), where a is x less
/// pi / 4 and order pi / 2. Its sine and cosine are sums of those of x over sqrt 2.
struct Oscillation {
  Term j, y;
  Oscillation(const Argument &at, unsigned order) {
    Term ratio = at.x.same(8.0) / at.size, t = fma(ratio * ratio, ratio.same(2.0), ratio.same(-1.0));
    Term p = chebyshev(t, order ? Coefficients(farP1) : Coefficients(farP0));
    Term q = chebyshev(t, order ? Coefficients(farQ1) : Coefficients(farQ0)) * ratio;
    Term sine = at.size.sine(), cosine = at.size.cosine();
    Term c = order ? sine - cosine : cosine + sine, s = order ? -(sine + cosine) : sine - cosine;
    Term scale = (at.x.same(oneOverPi) / at.size).squareRoot();
    j = scale * (p * c - q * s);
    y = scale * (p * s + q * c);
    j = select(at.isInfinite, j.same(0.0), j);
    y = select(at.isInfinite, y.same(0.0), y);
  }
};

/// With the sign of x.
Term odd(const Argument &at, Term value) { return select(at.x.same(0.0).greater(at.x), -value, value); }

Term nearJ(const Argument &at, unsigned order) {
  return order ? at.size * chebyshev(at.near(), nearJ1) : chebyshev(at.near(), nearJ0);
}

template <unsigned order> Term besselJ(Terms a) {
  Argument at(a[0]);
  Term value = select(at.isFar, Oscillation(at, order).j, nearJ(at, order));
  return (order ? odd(at, value) : value).like(a[0]);
}

template <unsigned order> Term besselY(Terms a) {
  Argument at(a[0]);
  Term x = at.x, near = x.logarithm() * nearJ(at, order);
  if (order)
    near = fma(near - x.same(1.0) / x, x.same(twoOverPi), x * chebyshev(at.near(), nearY1));
  else
    near = fma(near, x.same(twoOverPi), chebyshev(at.near(), nearY0));
  Term value = select(at.isFar, Oscillation(at, order).y, near);
  value = select(x.equal(x.same(0.0)), x.same(-HUGE_VAL), value);
  return select(x.same(0.0).greater(x), x.same(NAN), value).like(a[0]);
}

/// The coefficients of (x^2 / 4)^k, 1 / (k! (k + order)!).
template <unsigned order> std::array<double, 23> powerSeries() {
  std::array<double, 23> series;
  double factor = 1;
  for (unsigned k = 0; k < series.size(); ++k) {
    series[series.size() - 1 - k] = factor;
    factor /= double(k + 1) * double(k + 1 + order);
  }
  return series;
}

template <unsigned order> Term besselI(Terms a) {
  Argument at(a[0]);
  Term quarter = at.x * at.x * at.x.same(0.25);
  Term near = polynomial(quarter, powerSeries<order>());
  if (order)
    near = near * at.size * at.x.same(0.5);
  // exp in two halves: it overflows before i does.
  Term half = (at.size * at.x.same(0.5)).exponential();
  Term slow = chebyshev(at.x.same(16.0) / at.size - at.x.same(1.0), order ? Coefficients(farI1) : Coefficients(farI0));
  Term far = (slow / at.size.squareRoot() * half) * half;
  Term value = select(at.isInfinite, at.size, select(at.isFar, far, near));
  return (order ? odd(at, value) : value).like(a[0]);
}

} // namespace

Term (*tritonc::findBesselFunction(llvm::StringRef name))(llvm::ArrayRef<Term>) {
  name.consume_back("f");
  return llvm::StringSwitch<Term (*)(Terms)>(name)
      .Case("j0", besselJ<0>)
      .Case("j1", besselJ<1>)
      .Case("y0", besselY<0>)
      .Case("y1", besselY<1>)
      .Case("cyl_bessel_i0", besselI<0>)
      .Case("cyl_bessel_i1", besselI<1>)
      .Default(nullptr);
}
