//===- Formula.h - writing elementwise computations as formulas -----------===//
//
// A Term is a value (a block or a scalar) with the place where operations on it are put, so that `a * b + c` makes
// arith.mulf and arith.addf, or their integer forms, by the type of the operands.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "passes/ir/Dialects.h"

namespace tritonc {

class Term {
public:
  Term() = default;
  Term(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value) : value(value), builder(&builder), loc(loc) {}
  explicit operator bool() const { return bool(value); }

  mlir::Value value;

  unsigned width() const { return element().getIntOrFloatBitWidth(); }
  /// A constant of this term's type.
  template <typename Number> Term same(Number number) const {
    return isFloat() ? floating(double(number)) : integer(int64_t(number));
  }

  // Arithmetic of integers or floats.
  Term operator+(Term b) const { return binary<mlir::arith::AddFOp, mlir::arith::AddIOp>(b); }
  Term operator-(Term b) const { return binary<mlir::arith::SubFOp, mlir::arith::SubIOp>(b); }
  Term operator*(Term b) const { return binary<mlir::arith::MulFOp, mlir::arith::MulIOp>(b); }
  /// Of f64.
  Term operator/(Term b) const { return with(make<mlir::arith::DivFOp>(value, b.value)); }
  /// Correctly rounded.
  Term dividedBy(Term b) const { return with(make<tt::PreciseDivFOp>(value, b.value)); }
  Term operator-() const { return with(make<mlir::arith::NegFOp>(value)); }

  // Bits.
  Term operator&(Term b) const { return with(make<mlir::arith::AndIOp>(value, b.value)); }
  Term operator|(Term b) const { return with(make<mlir::arith::OrIOp>(value, b.value)); }
  Term operator^(Term b) const { return with(make<mlir::arith::XOrIOp>(value, b.value)); }
  Term shiftLeft(int by) const { return with(make<mlir::arith::ShLIOp>(value, same(by).value)); }
  Term shiftRight(int by) const { return with(make<mlir::arith::ShRSIOp>(value, same(by).value)); }
  Term shiftRightLogical(Term by) const { return with(make<mlir::arith::ShRUIOp>(value, by.value)); }
  Term shiftRightLogical(int by) const { return shiftRightLogical(same(by)); }
  Term leadingZeros() const { return with(make<mlir::math::CountLeadingZerosOp>(value)); }
  Term trailingZeros() const { return with(make<mlir::math::CountTrailingZerosOp>(value)); }
  /// Of truth values.
  Term negated() const { return *this ^ same(1); }
  /// The upper half of the product.
  Term multiplyHigh(Term b) const;
  Term multiplyHighUnsigned(Term b) const { return with(make<tt::MulhiUIOp>(value, b.value)); }

  // Comparisons; of floats, false where an operand is NaN.
  Term equal(Term b) const { return compare(b, mlir::arith::CmpFPredicate::OEQ, mlir::arith::CmpIPredicate::eq); }
  Term greater(Term b) const { return compare(b, mlir::arith::CmpFPredicate::OGT, mlir::arith::CmpIPredicate::sgt); }
  Term greaterUnsigned(Term b) const {
    return compare(b, mlir::arith::CmpFPredicate::OGT, mlir::arith::CmpIPredicate::ugt);
  }
  Term isNan() const { return compare(*this, mlir::arith::CmpFPredicate::UNO, mlir::arith::CmpIPredicate::ne); }
  Term isFinite() const { return same(HUGE_VAL).greater(magnitude()); }

  // Conversions.
  Term bits() const;
  Term asFloat() const;
  /// An integer extended by zeros or cut off.
  Term resized(unsigned bits) const;
  Term toDouble() const;
  Term toSingle() const;
  /// f64 back in the type of `other`.
  Term like(Term other) const { return other.width() == 64 ? *this : toSingle(); }
  Term toInteger(unsigned bits) const {
    return with(make<mlir::arith::FPToSIOp>(block(builder->getIntegerType(bits)), value));
  }
  Term toUnsigned(unsigned bits) const {
    return with(make<mlir::arith::FPToUIOp>(block(builder->getIntegerType(bits)), value));
  }
  Term toFloating(bool isUnsigned, unsigned bits) const;

  // Functions.
  Term magnitude() const { return with(make<mlir::math::AbsFOp>(value)); }
  Term floor() const { return with(make<mlir::math::FloorOp>(value)); }
  Term ceil() const { return with(make<mlir::math::CeilOp>(value)); }
  Term roundEven() const { return with(make<mlir::math::RoundEvenOp>(value)); }
  Term roundAway() const { return with(make<mlir::math::RoundOp>(value)); }
  Term squareRoot() const { return with(make<mlir::math::SqrtOp>(value)); }
  Term preciseRoot() const { return with(make<tt::PreciseSqrtOp>(value)); }
  Term cubeRoot() const { return with(make<mlir::math::CbrtOp>(value)); }
  Term sine() const { return with(make<mlir::math::SinOp>(value)); }
  Term cosine() const { return with(make<mlir::math::CosOp>(value)); }
  Term exponential() const { return with(make<mlir::math::ExpOp>(value)); }
  Term logarithm() const { return with(make<mlir::math::LogOp>(value)); }
  Term hyperbolicTangent() const { return with(make<mlir::math::TanhOp>(value)); }
  Term complementaryErf() const { return with(make<mlir::math::ErfcOp>(value)); }

  friend Term fma(Term a, Term b, Term c) { return a.with(a.make<mlir::math::FmaOp>(a.value, b.value, c.value)); }
  friend Term select(Term condition, Term a, Term b) {
    return a.with(a.make<mlir::arith::SelectOp>(condition.value, a.value, b.value));
  }

private:
  bool isFloat() const { return mlir::isa<mlir::FloatType>(element()); }
  mlir::Type element() const { return mlir::getElementTypeOrSelf(value.getType()); }
  /// This term's shape with elements of another type.
  mlir::Type block(mlir::Type element) const;
  Term with(mlir::Value other) const { return Term(*builder, *loc, other); }
  template <typename Op, typename... Args> mlir::Value make(Args &&...args) const {
    return Op::create(*builder, *loc, std::forward<Args>(args)...).getResult();
  }
  template <typename FloatOp, typename IntOp> Term binary(Term b) const {
    return with(isFloat() ? make<FloatOp>(value, b.value) : make<IntOp>(value, b.value));
  }
  Term compare(Term b, mlir::arith::CmpFPredicate floats, mlir::arith::CmpIPredicate integers) const {
    return with(isFloat() ? make<mlir::arith::CmpFOp>(floats, value, b.value)
                          : make<mlir::arith::CmpIOp>(integers, value, b.value));
  }
  Term constant(mlir::TypedAttr element) const;
  Term floating(double number) const;
  Term integer(int64_t number) const;

  mlir::OpBuilder *builder = nullptr;
  std::optional<mlir::Location> loc;
};

/// By Horner's rule, the highest power first.
Term polynomial(Term x, llvm::ArrayRef<double> coefficients);

} // namespace tritonc
