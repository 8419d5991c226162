//===- Formula.cpp - writing elementwise computations as formulas ---------===//
#include "passes/block/Formula.h"

using namespace mlir;

namespace tritonc {

Type Term::block(Type element) const {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return tensor ? Type(tensor.clone(element)) : element;
}

Term Term::constant(TypedAttr element) const {
  if (auto tensor = dyn_cast<RankedTensorType>(value.getType()))
    element = DenseElementsAttr::get(tensor, Attribute(element));
  return with(make<arith::ConstantOp>(element));
}
Term Term::floating(double number) const { return constant(builder->getFloatAttr(element(), number)); }
Term Term::integer(int64_t number) const {
  return constant(builder->getIntegerAttr(element(), APInt(width(), uint64_t(number), false, true)));
}

Term Term::multiplyHigh(Term b) const {
  Operation *both = arith::MulSIExtendedOp::create(*builder, *loc, value, b.value);
  return with(both->getResult(1));
}

Term Term::bits() const { return with(make<tt::BitcastOp>(block(builder->getIntegerType(width())), value)); }
Term Term::asFloat() const {
  return with(make<tt::BitcastOp>(block(width() == 64 ? Type(builder->getF64Type()) : builder->getF32Type()), value));
}
Term Term::resized(unsigned bits) const {
  Type type = block(builder->getIntegerType(bits));
  if (bits == width())
    return *this;
  return with(bits > width() ? make<arith::ExtUIOp>(type, value) : make<arith::TruncIOp>(type, value));
}
Term Term::toDouble() const {
  return width() == 64 ? *this : with(make<arith::ExtFOp>(block(builder->getF64Type()), value));
}
Term Term::toSingle() const {
  return width() == 32 ? *this : with(make<arith::TruncFOp>(block(builder->getF32Type()), value));
}
Term Term::toFloating(bool isUnsigned, unsigned bits) const {
  Type type = block(bits == 64 ? Type(builder->getF64Type()) : builder->getF32Type());
  return with(isUnsigned ? make<arith::UIToFPOp>(type, value) : make<arith::SIToFPOp>(type, value));
}

Term polynomial(Term x, ArrayRef<double> coefficients) {
  Term result = x.same(coefficients.front());
  for (double c : coefficients.drop_front())
    result = fma(result, x, x.same(c));
  return result;
}

} // namespace tritonc
