//===- PtxText.h - the text of inline PTX as instructions -----------------===//
//
// What `inline_asm_elementwise` is given: statements of the PTX ISA, ended by semicolons, with operands `$0`, `$1`, ...
// that the compiler puts registers in for, registers declared by `.reg` in braces, and predicates (`@p`, `@!p`).
// Syntax: PTX ISA 9.0, sections 4 (syntax), 5.1 (register declarations) and 9 (instructions).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace tritonc::ptx {

struct Operand {
  enum Kind {
    Argument,  ///< `$3`: number is 3
    Register,  ///< declared by .reg: number is its index in the program
    Immediate, ///< number holds the bits: of an integer, or of a double where `isFloat`
    Vector     ///< `{a, b}`: elements, the lowest bits first
  };
  Kind kind = Immediate;
  uint64_t number = 0;
  bool isFloat = false;
  std::vector<Operand> elements;
};

struct Instruction {
  llvm::StringRef opcode;                       ///< `ex2` of `ex2.approx.ftz.f32`
  llvm::SmallVector<llvm::StringRef> modifiers; ///< `approx`, `ftz`, `f32`
  llvm::StringRef text;                         ///< as written, for messages
  int predicate = -1;                           ///< the register that guards it, or -1
  bool negated = false;                         ///< runs where the predicate is false
  llvm::SmallVector<Operand> operands;          ///< the destination first
};

struct Program {
  llvm::SmallVector<Instruction> instructions;
  unsigned numRegisters = 0;
};

/// The instructions of `text`, which must outlive them. The error says what is not understood.
llvm::Expected<Program> parse(llvm::StringRef text);

/// Whether `text` is meant as PTX: an instruction with a type as in `mov.b32` is in no AMD assembly.
bool looksLikePtx(llvm::StringRef text);

/// Bits of the PTX type `name` (`f32`, `b16`, `f16x2`, `pred`), 0 if it is none.
unsigned typeBits(llvm::StringRef name);

} // namespace tritonc::ptx
