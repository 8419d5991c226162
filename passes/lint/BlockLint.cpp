//===- BlockLint.cpp - block-lint: warnings about block IR ----------------===//
//
//   %x = tt.load %p, %mask, %zero                   (the IR stays as it is)
//   %m = "tt.reduce"(%x) { arith.maxnumf }    ->    warning: masked-off lanes of this load take part in a maximum: they
//                                                   hold 0, not -inf [-Wmask-identity]
//
//===----------------------------------------------------------------------===//
#include "passes/lint/Lint.h"
#include "passes/lint/Passes.h"

namespace tritonc {
#define GEN_PASS_DEF_BLOCKLINT
#include "passes/lint/Passes.h.inc"
} // namespace tritonc

using namespace mlir;
using namespace tritonc;
using namespace tritonc::lint;

lint::Function::Function(tt::FuncOp op, KernelFacts facts) : op(op), facts(std::move(facts)), axes(op) {
  op.walk<WalkOrder::PreOrder>([&](Operation *inner) {
    llvm::TypeSwitch<Operation *>(inner)
        .Case([&](tt::LoadOp load) { loads.push_back(load); })
        .Case([&](tt::StoreOp store) { stores.push_back(store); })
        .Case<tt::AtomicRMWOp, tt::AtomicCASOp>([&](Operation *atomic) { atomics.push_back(atomic); })
        .Case([&](tt::ReduceOp reduction) { reductions.push_back(reduction); })
        .Case([&](tt::ScanOp scan) { scans.push_back(scan); })
        .Case([&](tt::DotOp dot) { dots.push_back(dot); })
        .Case([&](scf::ForOp loop) { loops.push_back(loop); });
    // What stands inside of reductions and scans works on elements.
    return isa<tt::ReduceOp, tt::ScanOp>(inner) ? WalkResult::skip() : WalkResult::advance();
  });
}

InFlightDiagnostic Report::start(DiagId id, Location where, std::string message) {
  InFlightDiagnostic diagnostic = emitWarning(where, message);
  // The driver finds the entry of the registry by it.
  if (mlir::Diagnostic *inner = diagnostic.getUnderlyingDiagnostic())
    inner->getMetadata().push_back(DiagnosticArgument(static_cast<int64_t>(id)));
  return diagnostic;
}

Report &Report::note(Location where, const llvm::Twine &text) {
  diagnostic.attachNote(where) << text;
  return *this;
}

Report &Report::hint(const llvm::Twine &text) {
  mlir::Diagnostic &note = diagnostic.attachNote();
  note << "hint: " << text;
  // Marks the note as the hint.
  note.getMetadata().push_back(DiagnosticArgument(int64_t(0)));
  return *this;
}

StringRef lint::sourceName(Value value) {
  Location location = value.getLoc();
  while (true) {
    if (auto call = dyn_cast<CallSiteLoc>(location))
      location = call.getCallee();
    else if (auto name = dyn_cast<NameLoc>(location))
      return name.getName();
    else
      return {};
  }
}

std::string lint::typeName(Type element) {
  if (isa<IntegerType>(element))
    return "int" + std::to_string(element.getIntOrFloatBitWidth());
  return llvm::TypeSwitch<Type, std::string>(element)
      .Case<BFloat16Type>([](auto) { return "bf16"; })
      .Case<Float8E4M3FNType>([](auto) { return "fp8e4nv"; })
      .Case<Float8E5M2Type>([](auto) { return "fp8e5"; })
      .Case<Float8E4M3FNUZType>([](auto) { return "fp8e4b8"; })
      .Case<Float8E5M2FNUZType>([](auto) { return "fp8e5b16"; })
      .Case<Float8E4M3B11FNUZType>([](auto) { return "fp8e4b15"; })
      .Default([](Type type) { return "fp" + std::to_string(type.getIntOrFloatBitWidth()); });
}

std::string lint::parameterName(BlockArgument parameter) {
  StringRef name = sourceName(parameter);
  return name.empty() ? "parameter " + std::to_string(parameter.getArgNumber()) : "'" + name.str() + "'";
}

namespace {
struct BlockLintPass : tritonc::impl::BlockLintBase<BlockLintPass> {
  using BlockLintBase::BlockLintBase;
  void runOnOperation() override {
    // The IR is kept, and so is what is known about it.
    markAllAnalysesPreserved();
    KernelFacts facts;
    facts.autotuned = autotuned && getOperation().isKernel();
    for (const std::string &name : preserved)
      facts.preserved.push_back(name);
    lint::Function function(getOperation(), std::move(facts));
    // What follows values far comes last, as it may use up the steps of all.
    warnUnmasked(function);
    warnInt32Offset(function);
    warnNonIdempotentAutotune(function);
    warnNarrowAccumulator(function);
    warnStoreRace(function);
    warnMaskIdentity(function);
    warnMissingOther(function);
  }
};
} // namespace
