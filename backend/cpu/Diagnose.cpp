//===- Diagnose.cpp - tt.print and tt.assert ------------------------------===//
//
// Printing goes through printf, one line per element, with the program and the element's index. A failed assertion
// calls `NAME__assert_handler` if the launcher has set it, and the program then returns early; else it is reported on
// standard error and the process aborts, as a trap on a GPU ends a launch.
//
//===----------------------------------------------------------------------===//
#include "backend/cpu/Emitter.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace tritonc::cpu {

static std::string placeOf(Location loc) {
  FileLineColLoc file = sourceOf(loc);
  if (!file)
    return "<unknown>";
  return (llvm::sys::path::filename(file.getFilename().getValue()) + ":" + llvm::Twine(file.getLine())).str();
}

std::string Emitter::spellingOf(Operation *op) {
  return TypeSwitch<Operation *, std::string>(op)
      .Case([](tt::ElementwiseInlineAsmOp) { return "inline_asm_elementwise"; })
      .Case<arith::AddFOp, arith::AddIOp>([](auto) { return "+"; })
      .Case<arith::SubFOp, arith::SubIOp>([](auto) { return "-"; })
      .Case<arith::MulFOp, arith::MulIOp>([](auto) { return "*"; })
      .Case([](arith::DivFOp) { return "/"; })
      .Case([](arith::RemFOp) { return "%"; })
      .Default([](Operation *other) { return other->getName().stripDialect().str(); });
}

void Emitter::callPrintf(llvm::StringRef format, ArrayRef<llvm::Value *> args) {
  auto *type = llvm::FunctionType::get(b.getInt32Ty(), {b.getPtrTy()}, true);
  SmallVector<llvm::Value *> all{b.CreateGlobalString(format, "format", 0, &module)};
  all.append(args.begin(), args.end());
  b.CreateCall(module.getOrInsertFunction("printf", type), all);
}

/// Text with the percent signs of a format doubled.
static std::string escaped(StringRef text) {
  std::string result;
  for (char c : text) {
    result += c;
    if (c == '%')
      result += c;
  }
  return result;
}

void Emitter::emitPrint(tt::PrintOp op, Strip &strip) {
  Values inputs;
  for (Value arg : op.getArgs())
    inputs.push_back(evaluate(arg, strip));
  std::string index;
  for (size_t d = 0; d < strip.at.size(); ++d)
    index += d ? ", %lld" : "%lld";
  if (!index.empty())
    index = " idx (" + index + ")";
  int lanes = strip.lanes;
  std::string head = "pid (%d, %d, %d)" + index + " " + escaped(op.getPrefix());
  auto print = [&](llvm::Value *lane, ArrayRef<llvm::Value *> parts) {
    SmallVector<llvm::Value *> common{programId[0], programId[1], programId[2]};
    for (const Coord &coord : strip.at)
      common.push_back(coord.kind == Coord::Running ? b.CreateAdd(coord.value, lane) : coord.value);
    if (parts.empty())
      return callPrintf(head + "\n", common);
    for (auto [i, part] : llvm::enumerate(parts)) {
      Type element = getElementTypeOrSelf(op.getArgs()[i].getType());
      SmallVector<llvm::Value *> args = common;
      std::string format = head;
      if (parts.size() > 1)
        format += "(operand " + std::to_string(i) + ") ";
      if (isa<FloatType>(element)) {
        args.push_back(element.isF64() ? part : b.CreateFPExt(toFloat(part, element), b.getDoubleTy()));
        format += "%f\n";
      } else if (isa<tt::PtrType>(element)) {
        args.push_back(part);
        format += "%p\n";
      } else {
        bool isSigned = i < op.getIsSigned().size() && op.getIsSigned()[i] && !element.isInteger(1);
        args.push_back(isSigned && !op.getHex() ? b.CreateSExt(part, b.getInt64Ty())
                                                : b.CreateZExt(part, b.getInt64Ty()));
        format += op.getHex() ? "0x%llx\n" : isSigned ? "%lld\n" : "%llu\n";
      }
      callPrintf(format, args);
    }
  };
  forEachLane(inputs, lanes, print);
}

void Emitter::emitAssert(tt::AssertOp op, Strip &strip) {
  llvm::Value *holds = evaluate(op.getCondition(), strip);
  // An i1 in a tensor, or any integer: nonzero means true.
  if (!holds->getType()->getScalarType()->isIntegerTy(1))
    holds = b.CreateICmpNE(holds, llvm::Constant::getNullValue(holds->getType()));
  if (lanesOf(holds) > 1)
    holds = b.CreateAndReduce(holds);
  emitAssertFailure(b.CreateNot(holds), placeOf(op.getLoc()) + ": " + func.getName().str() + ": assertion `" +
                                            op.getMessage().str() + "` failed");
}

void Emitter::emitAssertFailure(llvm::Value *failure, const std::string &message) {
  std::string name = func.getName().str() + "__assert_handler";
  llvm::GlobalVariable *handler = module.getGlobalVariable(name);
  if (!handler) {
    handler = new llvm::GlobalVariable(module, b.getPtrTy(), false, llvm::GlobalValue::ExternalLinkage,
                                       llvm::ConstantPointerNull::get(b.getPtrTy()), name);
  }
  llvm::BasicBlock *bad = newBlock("assert"), *good = newBlock("holds");
  b.CreateCondBr(failure, bad, good);
  b.SetInsertPoint(bad);
  llvm::Value *text = b.CreateGlobalString(message, "message", 0, &module);
  llvm::Value *function = b.CreateLoad(b.getPtrTy(), handler);
  llvm::BasicBlock *handled = newBlock("handled"), *fatal = newBlock("fatal");
  b.CreateCondBr(b.CreateIsNotNull(function), handled, fatal);

  b.SetInsertPoint(handled);
  llvm::Type *i32 = b.getInt32Ty();
  auto *type = llvm::FunctionType::get(b.getVoidTy(), {b.getPtrTy(), i32, i32, i32}, false);
  b.CreateCall(type, function, {text, programId[0], programId[1], programId[2]});
  b.CreateRetVoid();

  b.SetInsertPoint(fatal);
  auto *dprintf = llvm::FunctionType::get(i32, {i32, b.getPtrTy()}, true);
  b.CreateCall(module.getOrInsertFunction("dprintf", dprintf),
               {b.getInt32(2), b.CreateGlobalString("%s, in program (%d, %d, %d)\n", "format", 0, &module), text,
                programId[0], programId[1], programId[2]});
  b.CreateCall(module.getOrInsertFunction("abort", llvm::FunctionType::get(b.getVoidTy(), false)));
  b.CreateUnreachable();
  b.SetInsertPoint(good);
}

} // namespace tritonc::cpu
