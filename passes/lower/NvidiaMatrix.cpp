//===- NvidiaMatrix.cpp - mma.sync by LLVM's intrinsics -------------------===//
//
// Names and register types as in IntrinsicsNVVM.td: halves come in pairs, all other narrow elements as 32-bit words.
//
//===----------------------------------------------------------------------===//
#include "passes/lower/NvidiaMatrix.h"

using namespace mlir;

namespace tritonc::lower {

static unsigned elementsPerWord(MatrixElement element) { return std::max(1u, 32 / elementBits(element)); }

SmallVector<Value> nvidiaMatrixWords(Emitter &e, MatrixElement element, bool isAccumulator, ArrayRef<Value> elements) {
  SmallVector<Value> words;
  unsigned count = elementsPerWord(element);
  for (size_t i = 0; i < elements.size(); i += count) {
    Value word = e.pack(elements.slice(i, count));
    bool keeps = isAccumulator || element == MatrixElement::F16 || element == MatrixElement::F64;
    words.push_back(keeps ? word : e.bitcast(word, e.i32Ty()));
  }
  return words;
}

SmallVector<Value> nvidiaMatrixElements(Emitter &e, MatrixElement element, ArrayRef<Value> words) {
  SmallVector<Value> elements;
  for (Value word : words)
    if (elementsPerWord(element) == 1)
      elements.push_back(word);
    else
      llvm::append_range(elements, e.unpack(word));
  return elements;
}

/// What tells instructions of one shape apart in their names.
static std::string signature(const MatrixInstruction &instruction) {
  std::string acc = elementName(instruction.acc).str();
  if (isFp8(instruction.a))
    return acc + "." + elementName(instruction.a).str() + "." + elementName(instruction.b).str() + "." + acc;
  if (instruction.a == MatrixElement::F16)
    return acc + "." + acc;
  return instruction.a == MatrixElement::I8 ? "s8" : elementName(instruction.a).str();
}

SmallVector<Value> nvidiaMatrixProduct(Emitter &e, const MatrixInstruction &instruction, ArrayRef<Value> a,
                                       ArrayRef<Value> b, ArrayRef<Value> acc) {
  std::string name = ("llvm.nvvm.mma.m" + Twine(instruction.m) + "n" + Twine(instruction.n) + "k" +
                      Twine(instruction.k) + ".row.col." + signature(instruction))
                         .str();
  SmallVector<Value> args(a);
  args.append(b.begin(), b.end());
  args.append(acc.begin(), acc.end());
  Value sums = e.intrinsic(name, e.structTy(SmallVector<Type>(acc.size(), acc.front().getType())), args);
  SmallVector<Value> words;
  for (unsigned i = 0; i < acc.size(); ++i)
    words.push_back(e.extractValue(sums, i));
  return words;
}

} // namespace tritonc::lower
