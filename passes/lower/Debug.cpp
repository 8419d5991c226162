//===- Debug.cpp - printing and asserting from the device -----------------===//
#include "passes/lower/Lowering.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

/// What a value is printed with, and the value as C's variadic arguments want it.
std::pair<std::string, Value> printable(FunctionLowering &f, Value v, Type type, bool isSigned, bool hex) {
  Emitter &e = f.e;
  type = getElementTypeOrSelf(type);
  if (isa<tt::PtrType>(type))
    return {"%p", e.toInt(v)};
  unsigned bits = Emitter::bitsOf(v.getType());
  if (hex) {
    Value wide = e.zextOrTrunc(e.toInt(v), bits > 32 ? 64 : 32);
    return {"0x%0" + std::to_string(std::max(1u, bits / 4)) + (bits > 32 ? "llx" : "x"), wide};
  }
  if (auto number = dyn_cast<FloatType>(type)) {
    if (number.getWidth() == 8)
      return {"0x%02x", e.zext(v, e.i32Ty())};
    return {"%f", e.fpext(v.getType().isBF16() ? e.fpext(v, e.f32Ty()) : v, e.f64Ty())};
  }
  if (bits > 32)
    return {isSigned ? "%lli" : "%llu", v};
  return {isSigned ? "%i" : "%u", isSigned && bits > 1 ? e.sext(v, e.i32Ty()) : e.zext(v, e.i32Ty())};
}

// One line per element: pid (x, y, z) idx (i, j) prefix: value.
LogicalResult lowerPrint(FunctionLowering &f, tt::PrintOp op) {
  Emitter &e = f.e;
  if (f.module.options.target.isAMD()) {
    op.emitWarning() << "device_print prints nothing on " << f.module.options.target.name;
    return success();
  }
  SmallVector<Value> pid;
  for (int axis = 0; axis < 3; ++axis)
    pid.push_back(e.inPrologue([&] { return f.target.programId(e, axis); }));
  std::string head = "pid (%u, %u, %u)";
  auto escaped = [](StringRef text) {
    std::string result;
    for (char c : text)
      result += c == '%' ? std::string("%%") : std::string(1, c);
    return result;
  };
  std::string prefix = escaped(op.getPrefix());
  if (op.getArgs().empty()) {
    LogicalResult printed = success();
    e.emitIf(e.eq(f.threadId(), e.i32(0)), [&] { printed = f.target.print(e, head + prefix + "\n", pid); });
    return printed;
  }
  for (unsigned n = 0; n < op.getArgs().size(); ++n) {
    Value arg = op.getArgs()[n];
    bool isSigned = n < op.getIsSigned().size() && op.getIsSigned()[n];
    Registers values(f.registers(arg));
    SmallVector<SmallVector<Value>> indices(values.size());
    if (isa<RankedTensorType>(arg.getType()))
      indices = f.coordinates(arg.getType());
    Value first = f.isFirstHolder(arg.getType());
    auto printAll = [&] {
      for (auto [v, index] : llvm::zip(values, indices)) {
        SmallVector<Value> args(pid);
        std::string format = head + " idx (";
        for (auto [i, coordinate] : llvm::enumerate(index)) {
          format += i ? ", %u" : "%u";
          args.push_back(coordinate);
        }
        auto [spec, value] = printable(f, v, arg.getType(), isSigned, op.getHex());
        args.push_back(value);
        std::string operand = op.getArgs().size() > 1 ? " (operand " + std::to_string(n) + ")" : "";
        (void)f.target.print(e, format + ")" + prefix + operand + spec + "\n", args);
      }
    };
    if (first)
      e.emitIf(first, printAll);
    else
      printAll();
  }
  return success();
}

/// File, line and function of a location; the innermost of a chain of inlined calls.
FileLineColLoc fileLocation(Location loc) {
  if (auto file = dyn_cast<FileLineColLoc>(loc))
    return file;
  if (auto name = dyn_cast<NameLoc>(loc))
    return fileLocation(name.getChildLoc());
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return fileLocation(call.getCallee());
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location child : fused.getLocations())
      if (auto file = fileLocation(child))
        return file;
  return {};
}

LogicalResult lowerAssert(FunctionLowering &f, tt::AssertOp op) {
  Emitter &e = f.e;
  Value all;
  for (Value v : Registers(f.registers(op.getCondition())))
    all = all ? e.and_(all, v) : v;
  auto constant = Emitter::constantInt(all);
  if (constant && !constant->isZero())
    return success();
  FileLineColLoc file = fileLocation(op.getLoc());
  e.emitIf(e.not_(all), [&] {
    f.target.assertFail(e, op.getMessage(), file ? file.getFilename().getValue() : "unknown", f.source.getName(),
                        file ? file.getLine() : 0);
  });
  return success();
}

} // namespace

void addDebugHandlers(HandlerTable &table) {
  table.add<tt::PrintOp, lowerPrint>();
  table.add<tt::AssertOp, lowerAssert>();
}

} // namespace tritonc::lower
