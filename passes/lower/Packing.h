//===- Packing.h - elements of a vector access as machine words -----------===//
//
// A vector access moves 128 bits at most, as 32- or 64-bit words (or one narrower integer). Elements narrower than a
// word share one, as an integer: two halves or four bytes in 32 bits. Wider ones are words of their own type.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/lower/Emitter.h"

namespace tritonc::lower {

/// How `count` elements of `element` are cut into words.
struct WordShape {
  unsigned wordBits;
  unsigned words;
  unsigned elementsPerWord;
};

inline WordShape wordShape(Type element, unsigned count) {
  unsigned bits = Emitter::bitsOf(element), total = bits * count;
  unsigned wordBits = bits >= 64 ? 64 : total >= 32 ? 32 : total;
  return {wordBits, total / wordBits, wordBits / bits};
}

inline Type wordType(Emitter &e, Type element, const WordShape &shape) {
  bool isWord = shape.elementsPerWord == 1 && shape.wordBits >= 32 && !llvm::isa<mlir::LLVM::LLVMPointerType>(element);
  return isWord ? element : e.intTy(shape.wordBits);
}

/// The words that hold `values`.
inline llvm::SmallVector<Value> packWords(Emitter &e, llvm::ArrayRef<Value> values) {
  WordShape shape = wordShape(values.front().getType(), values.size());
  Type word = wordType(e, values.front().getType(), shape);
  llvm::SmallVector<Value> words;
  for (unsigned w = 0; w < shape.words; ++w) {
    llvm::SmallVector<Value> group;
    for (Value v : values.slice(w * shape.elementsPerWord, shape.elementsPerWord))
      group.push_back(llvm::isa<mlir::LLVM::LLVMPointerType>(v.getType()) ? e.toInt(v) : v);
    words.push_back(e.bitcast(e.pack(group), word));
  }
  return words;
}

/// The elements that the words hold.
inline llvm::SmallVector<Value> unpackWords(Emitter &e, llvm::ArrayRef<Value> words, Type element, unsigned count) {
  WordShape shape = wordShape(element, count);
  llvm::SmallVector<Value> values;
  for (Value word : words) {
    if (shape.elementsPerWord == 1) {
      values.push_back(e.fromInt(word, element));
      continue;
    }
    for (Value v : e.unpack(e.bitcast(word, e.vecTy(element, shape.elementsPerWord))))
      values.push_back(v);
  }
  return values;
}

} // namespace tritonc::lower
