//===- TargetOps.cpp - shuffles of values of any width --------------------===//
//
// The hardware moves 32-bit registers between lanes; wider and narrower values are cut into or put into such.
//
//===----------------------------------------------------------------------===//
#include "passes/lower/TargetOps.h"

using namespace mlir;

namespace tritonc::lower {

Value TargetOps::shuffle(Emitter &e, Shuffle kind, Value v, Value operand) const {
  Type type = v.getType();
  Value bits = e.toInt(v);
  unsigned width = Emitter::bitsOf(bits.getType());
  if (width <= 32) {
    Value moved = shuffle32(e, kind, e.zextOrTrunc(bits, 32), operand);
    return e.fromInt(e.zextOrTrunc(moved, width), type);
  }
  unsigned words = (width + 31) / 32;
  Value vector = e.bitcast(e.zextOrTrunc(bits, words * 32), e.vecTy(e.i32Ty(), words));
  SmallVector<Value> moved;
  for (Value word : e.unpack(vector))
    moved.push_back(shuffle32(e, kind, word, operand));
  return e.fromInt(e.zextOrTrunc(e.bitcast(e.pack(moved), e.intTy(words * 32)), width), type);
}

Value TargetOps::shuffleXor(Emitter &e, Value v, unsigned mask) const {
  return shuffle(e, Shuffle::Xor, v, e.i32(mask));
}
Value TargetOps::shuffleUp(Emitter &e, Value v, unsigned delta) const {
  return shuffle(e, Shuffle::Up, v, e.i32(delta));
}
Value TargetOps::shuffleDown(Emitter &e, Value v, unsigned delta) const {
  return shuffle(e, Shuffle::Down, v, e.i32(delta));
}
Value TargetOps::shuffleIndex(Emitter &e, Value v, Value lane) const { return shuffle(e, Shuffle::Index, v, lane); }

} // namespace tritonc::lower
