//===- WarpGroupDot.cpp - products by warpgroups: wgmma -------------------===//
//
// ttg.warp_group_dot as inline PTX. All instructions of one op, over its tiles and over K, stand in one piece of
// assembly whose accumulators are tied in and out: LLVM then has no chance to put a copy between them, which would make
// ptxas wait for each instruction. The order is K outside, tiles inside, so that neighbouring instructions do not
// depend on each other.
//
//   %d = ttg.warp_group_dot %a, %b, %c {isAsync = true}
//     wgmma.fence;  wgmma.mma_async {d0..d127}, A(k=0), B(k=0), 1;  wgmma.mma_async {d0..d127}, A(k=16), B(k=16), 1;
//     ... wgmma.commit_group;  (not asynchronous: wgmma.wait_group 0)
//
// Operands in shared memory are named by descriptors (plan/MatrixDescriptor.h): a constant upper word, a lower word
// with the address, to which a tile's offset is added. The address must be the same in all threads of a warpgroup, and
// known to be: the warp's number comes from lane 0 of each warp. PTX ISA, "Asynchronous Warpgroup Level Matrix
// Multiply-Accumulate".
//
// fp8 sums lose bits in the unit (about 14 of the mantissa are kept). Where fewer than K products may be summed so
// (maxNumImpreciseAcc), every so many go to a sum of their own, which threads add in f32.
//
//===----------------------------------------------------------------------===//
#include "passes/ir/SharedMemory.h"
#include "passes/lower/Lowering.h"
#include "passes/lower/Packing.h"
#include "passes/lower/plan/MatrixDescriptor.h"
#include "passes/lower/plan/WarpGroupPlan.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

/// Bytes of K that one instruction takes of each operand.
constexpr int32_t kBytes = 32;
constexpr int32_t instructionM = 64;

/// How an operand's element is named in the instruction; empty if wgmma does not multiply it.
StringRef operandName(Type element) {
  return TypeSwitch<Type, StringRef>(element)
      .Case<Float16Type>([](auto) { return "f16"; })
      .Case<BFloat16Type>([](auto) { return "bf16"; })
      .Case<Float32Type>([](auto) { return "tf32"; })
      .Case<Float8E4M3FNType>([](auto) { return "e4m3"; })
      .Case<Float8E5M2Type>([](auto) { return "e5m2"; })
      .Default([](Type type) { return type.isInteger(8) ? "s8" : ""; });
}
StringRef sumName(Type element) {
  return element.isF32() ? "f32" : element.isF16() ? "f16" : element.isInteger(32) ? "s32" : "";
}

/// The sums of a block as the instruction's registers: f16 in pairs.
struct SumRegisters {
  bool pairs;
  Type type;
  const char *letter;
};
SumRegisters sumRegisters(Emitter &e, Type element) {
  if (element.isF16())
    return {true, e.i32Ty(), "r"};
  return {false, element, element.isF32() ? "f" : "r"};
}

/// An operand in shared memory: its descriptor without what the tile adds.
struct SharedOperand {
  MatrixDescriptor descriptor;
  Value low;
};

class WarpGroupDot {
public:
  WarpGroupDot(FunctionLowering &f, ttg::WarpGroupDotOp op)
      : f(f), e(f.e), op(op), resultType(cast<RankedTensorType>(op.getType())) {}
  LogicalResult run();

private:
  LogicalResult plan();
  LogicalResult planOperand(Value operand, unsigned outerDim, int32_t outer, std::optional<SharedOperand> &result);
  Value warpGroupOffset(ArrayRef<int32_t> bytes);
  SmallVector<Value> wordsOfA(int32_t tileM, int32_t step);
  SmallVector<Value> products(ArrayRef<Value> sums, Value useC, int32_t fromStep, int32_t toStep, bool wait);
  SmallVector<Value> sumsOfC();
  void setResult(ArrayRef<Value> sums);
  bool startsAtZero();

  FunctionLowering &f;
  Emitter &e;
  ttg::WarpGroupDotOp op;
  RankedTensorType resultType;
  Type elementA, elementB;
  int32_t steps = 0, stepK = 0;
  WarpGroupTiles tiles;
  std::optional<SharedOperand> a, b;
  SumRegisters sum{};
};

/// The XOR of bytes[i] over the bits i that are set in the number of the warp's group; computed once, uniformly.
Value WarpGroupDot::warpGroupOffset(ArrayRef<int32_t> bytes) {
  if (llvm::all_of(bytes, [](int32_t b) { return b == 0; }))
    return e.i32(0);
  Value warp = f.warpId();
  return e.inPrologue([&]() -> Value {
    Value uniform = f.target.shuffleIndex(e, warp, e.i32(0)), offset = e.i32(0);
    for (auto [i, b] : llvm::enumerate(bytes))
      if (b) {
        // From bit 2 + i of the warp's number to the bit of the offset.
        Value bit = e.lshr(e.and_(uniform, e.i32(4 << i)), unsigned(2 + i));
        offset = e.or_(offset, e.shl(bit, llvm::Log2_32(uint32_t(b))), /*disjoint=*/true);
      }
    return offset;
  });
}

LogicalResult WarpGroupDot::planOperand(Value operand, unsigned outerDim, int32_t outer,
                                        std::optional<SharedOperand> &result) {
  auto memory = cast<ttg::MemDescType>(operand.getType());
  unsigned kDim = 1 - outerDim;
  std::optional<MatrixDescriptor> found;
  if (memory.getNumCopyDims() == 0)
    found = matchMatrixDescriptor(memory.getEncoding().getLayout(), memory.getElementType().getIntOrFloatBitWidth(),
                                  outerDim, kDim, outer);
  if (!found)
    return op.emitError() << "operand " << (outerDim == 0 ? "a" : "b")
                          << " lies in shared memory as no matrix descriptor can say";
  SmallVector<int32_t> groups;
  for (auto [m, n] : tiles.warpGroups)
    groups.push_back(int32_t(found->tileOffset(outerDim, outerDim == 0 ? m : n, kDim, 0)));
  Value address = e.add(e.toInt(f.scalar(operand)), warpGroupOffset(groups));
  // Addresses of shared memory have 18 bits, of which the descriptor takes the upper 14.
  Value low = e.and_(e.lshr(address, 4), e.i32(0x3fff));
  low = e.or_(low, e.i32(int64_t(found->fields() & 0xffffffff)), /*disjoint=*/true);
  result = SharedOperand{std::move(*found), low};
  return success();
}

LogicalResult WarpGroupDot::plan() {
  const Target &target = f.module.options.target;
  if (!target.isNVIDIA() || target.computeCapability != 90 || !target.archSpecific)
    return op.emitError() << "products by warpgroups exist on sm_90a only";
  elementA = getElementTypeOrSelf(op.getA().getType());
  if (auto memory = dyn_cast<ttg::MemDescType>(op.getA().getType()))
    elementA = memory.getElementType();
  elementB = op.getB().getType().getElementType();
  StringRef nameA = operandName(elementA), nameB = operandName(elementB);
  unsigned bits = elementA.getIntOrFloatBitWidth();
  if (nameA.empty() || sumName(resultType.getElementType()).empty() ||
      (nameA != nameB && !(bits == 8 && isa<FloatType>(elementA) && isa<FloatType>(elementB))))
    return op.emitError() << "no product by warpgroups of " << elementA << " and " << elementB << " into "
                          << resultType.getElementType();
  ArrayRef<int64_t> shapeB = op.getB().getType().getShape();
  stepK = kBytes * 8 / int32_t(bits);
  steps = int32_t(shapeB[shapeB.size() - 2]) / stepK;
  auto found = planWarpGroupTiles(f.layout(resultType));
  if (!found || steps == 0)
    return op.emitError() << "the result's layout is none of products by warpgroups";
  tiles = std::move(*found);
  if (isa<ttg::MemDescType>(op.getA().getType())) {
    if (failed(planOperand(op.getA(), 0, instructionM, a)))
      return failure();
  } else if (f.layout(op.getA().getType()) != warpGroupOperandLayout(f.layout(resultType), steps * stepK, bits)) {
    return op.emitError() << "operand a has not the layout of operands in registers";
  }
  sum = sumRegisters(e, resultType.getElementType());
  return planOperand(op.getB(), 1, tiles.n, b);
}

/// The four registers of A for one instruction, taken from its tensor.
SmallVector<Value> WarpGroupDot::wordsOfA(int32_t tileM, int32_t step) {
  const LinearLayout &layout = f.layout(op.getA().getType());
  ArrayRef<Value> registers = f.registers(op.getA());
  unsigned perTile = 4 * 32 / elementA.getIntOrFloatBitWidth();
  for (uint32_t first = 0; first < registers.size(); first += perTile) {
    auto at = layout.apply({{Dim::Register, int32_t(first)}});
    if (at[0].second != tileM || at[1].second != step * stepK)
      continue;
    SmallVector<Value> words;
    for (unsigned i = 0; i < perTile; i += perTile / 4)
      words.push_back(e.bitcast(e.pack(registers.slice(first + i, perTile / 4)), e.i32Ty()));
    return words;
  }
  return {};
}

/// Text of one piece of assembly with its operands.
class Assembly {
public:
  explicit Assembly(unsigned outputs, unsigned tied) : next(outputs + tied) {}
  std::string text = "{\n";
  std::string constraints;
  SmallVector<Value> args;

  /// A new operand; gives its name.
  std::string operand(Value v, const char *letter) {
    args.push_back(v);
    inputs += std::string(",") + letter;
    return "$" + std::to_string(next++);
  }
  void line(const Twine &t) { text += (t + "\n").str(); }
  std::string inputs;

private:
  unsigned next;
};

std::string list(unsigned first, unsigned count) {
  std::string result = "{";
  for (unsigned i = 0; i < count; ++i)
    result += (i ? ",$" : "$") + std::to_string(first + i);
  return result + "}";
}

/// sums + products of K steps [fromStep, toStep). Empty `sums`: from zero. A null `useC` is true.
SmallVector<Value> WarpGroupDot::products(ArrayRef<Value> sums, Value useC, int32_t fromStep, int32_t toStep,
                                          bool wait) {
  unsigned perTile = unsigned(tiles.n) / 2 / (sum.pairs ? 2 : 1), total = perTile * tiles.tiles.size();
  bool fromZero = sums.empty();
  Assembly assembly(total, fromZero ? 0 : total);
  assembly.line(".reg .pred yes, first; .reg .b32 at, highA, highB; .reg .b64 dA, dB;");
  assembly.line("setp.eq.u32 yes, 0, 0;");
  std::string start = "yes";
  if (fromZero) {
    assembly.line("setp.ne.u32 first, 0, 0;");
    start = "first";
  } else if (useC) {
    start = assembly.operand(useC, "b");
  }
  auto high = [](const SharedOperand &o) { return std::to_string(o.descriptor.fields() >> 32); };
  std::string lowA = a ? assembly.operand(a->low, "r") : "", lowB = assembly.operand(b->low, "r");
  if (a)
    assembly.line("mov.b32 highA, " + high(*a) + ";");
  assembly.line("mov.b32 highB, " + high(*b) + ";");
  assembly.line("wgmma.fence.sync.aligned;");

  auto addressed = [&](const std::string &low, const Twine &which, uint32_t offset) {
    assembly.line("add.u32 at, " + low + ", " + Twine(offset >> 4) + ";");
    assembly.line("mov.b64 d" + which + ", {at, high" + which + "};");
  };
  unsigned bits = elementA.getIntOrFloatBitWidth();
  std::string name = ("wgmma.mma_async.sync.aligned.m64n" + Twine(tiles.n) + "k" + Twine(stepK) + "." +
                      sumName(resultType.getElementType()) + "." + operandName(elementA) + "." + operandName(elementB))
                         .str();
  // Signs and, for 16-bit elements, the major of each operand in shared memory.
  std::string flags = isa<FloatType>(elementA) ? ", 1, 1" : "";
  if (bits == 16)
    flags += (a ? (a->descriptor.mnMajor ? ", 1" : ", 0") : "") + std::string(b->descriptor.mnMajor ? ", 1" : ", 0");
  for (int32_t step = fromStep; step < toStep; ++step)
    for (auto [t, tile] : llvm::enumerate(tiles.tiles)) {
      std::string operandA = "dA";
      if (a) {
        addressed(lowA, "A", a->descriptor.tileOffset(0, tile.m, 1, step * stepK));
      } else {
        operandA = "{";
        for (Value word : wordsOfA(tile.m, step))
          operandA += (operandA.size() > 1 ? "," : "") + assembly.operand(word, "r");
        operandA += "}";
      }
      addressed(lowB, "B", b->descriptor.tileOffset(1, tile.n, 0, step * stepK));
      assembly.line(name + " " + list(unsigned(t) * perTile, perTile) + ", " + operandA + ", dB, " +
                    (step == fromStep ? start : "yes") + flags + ";");
    }
  assembly.line("wgmma.commit_group.sync.aligned;");
  if (wait)
    assembly.line("wgmma.wait_group.sync.aligned 0;");
  assembly.text += "}";

  std::string constraints;
  for (unsigned i = 0; i < total; ++i)
    constraints += (i ? ",=" : "=") + std::string(sum.letter);
  for (unsigned i = 0; i < (fromZero ? 0 : total); ++i)
    constraints += "," + std::to_string(i);
  SmallVector<Value> args(sums);
  args.append(assembly.args);
  Value result = e.inlineAsm(assembly.text, constraints + assembly.inputs + ",~{memory}",
                             e.structTy(SmallVector<Type>(total, sum.type)), args, /*sideEffects=*/true);
  SmallVector<Value> next;
  for (unsigned i = 0; i < total; ++i)
    next.push_back(e.extractValue(result, i));
  return next;
}

bool WarpGroupDot::startsAtZero() {
  if (Value useC = op.getUseC())
    if (auto constant = Emitter::constantInt(f.registers(useC).front()))
      return constant->isZero();
  return matchPattern(op.getC(), m_AnyZeroFloat()) || matchPattern(op.getC(), m_Zero());
}

/// C in the order of the instructions' registers.
SmallVector<Value> WarpGroupDot::sumsOfC() {
  ArrayRef<Value> c = f.registers(op.getC());
  SmallVector<Value> sums;
  for (const auto &tile : tiles.tiles)
    for (size_t i = 0; i < tile.registers.size(); i += sum.pairs ? 2 : 1)
      sums.push_back(sum.pairs ? e.bitcast(e.pack({c[tile.registers[i]], c[tile.registers[i + 1]]}), e.i32Ty())
                               : c[tile.registers[i]]);
  return sums;
}

void WarpGroupDot::setResult(ArrayRef<Value> sums) {
  Registers result(f.numRegisters(resultType));
  size_t next = 0;
  for (const auto &tile : tiles.tiles)
    for (size_t i = 0; i < tile.registers.size(); i += sum.pairs ? 2 : 1) {
      Value v = sums[next++];
      if (!sum.pairs) {
        result[tile.registers[i]] = v;
        continue;
      }
      Value pair = e.bitcast(v, e.vecTy(e.f16Ty(), 2));
      result[tile.registers[i]] = e.extractElement(pair, 0);
      result[tile.registers[i + 1]] = e.extractElement(pair, 1);
    }
  f.set(op.getResult(), std::move(result));
}

LogicalResult WarpGroupDot::run() {
  if (failed(plan()))
    return failure();
  bool fromZero = startsAtZero();
  SmallVector<Value> sums = fromZero ? SmallVector<Value>() : sumsOfC();
  Value useC = op.getUseC() && !fromZero ? f.scalar(op.getUseC()) : Value();
  if (useC && Emitter::constantInt(useC))
    useC = {};

  auto fp8 = isa<FloatType>(elementA) && elementA.getIntOrFloatBitWidth() == 8;
  auto limit = int64_t(op.getMaxNumImpreciseAcc());
  if (!fp8 || !resultType.getElementType().isF32() || limit >= int64_t(steps) * stepK) {
    setResult(products(sums, useC, 0, steps, !op.getIsAsync()));
    return success();
  }
  if (op.getIsAsync())
    return op.emitError() << "a product whose parts are summed by threads cannot be asynchronous";
  auto group = int32_t(std::max<int64_t>(1, limit / stepK));
  for (int32_t step = 0; step < steps; step += group) {
    SmallVector<Value> part = products({}, {}, step, std::min(steps, step + group), /*wait=*/true);
    for (auto [i, v] : llvm::enumerate(part))
      if (!sums.empty()) {
        Value before = step == 0 && useC ? e.select(useC, sums[i], e.f32(0)) : sums[i];
        v = e.fadd(before, v);
      }
    sums = std::move(part);
  }
  setResult(sums);
  return success();
}

LogicalResult lowerWarpGroupDot(FunctionLowering &f, ttg::WarpGroupDotOp op) { return WarpGroupDot(f, op).run(); }

/// The sums pass through the assembly, so that nothing that reads them moves before the wait.
LogicalResult lowerWarpGroupDotWait(FunctionLowering &f, ttg::WarpGroupDotWaitOp op) {
  Emitter &e = f.e;
  SmallVector<Value> args = f.flatten(op.getInputs());
  std::string outputs, tied;
  SmallVector<Type> types;
  for (auto [i, v] : llvm::enumerate(args)) {
    unsigned bits = Emitter::bitsOf(v.getType());
    if (bits > 64)
      return op.emitError() << "a value of this type cannot wait for products";
    outputs += (i ? ",=" : "=") + std::string(v.getType().isF32() ? "f" : bits == 64 ? "l" : bits == 32 ? "r" : "h");
    tied += "," + std::to_string(i);
    types.push_back(v.getType());
  }
  std::string text = "wgmma.wait_group.sync.aligned " + std::to_string(op.getPending()) + ";";
  if (args.empty()) {
    e.inlineAsm(text, "~{memory}", {}, {}, /*sideEffects=*/true);
    return success();
  }
  bool single = args.size() == 1;
  Value result = e.inlineAsm(text, outputs + tied + ",~{memory}", single ? types.front() : e.structTy(types), args,
                             /*sideEffects=*/true);
  Registers waited;
  for (unsigned i = 0; i < args.size(); ++i)
    waited.push_back(single ? result : e.extractValue(result, i));
  f.bindArguments(op.getOutputs(), waited);
  return success();
}

LogicalResult lowerFence(FunctionLowering &f, ttg::FenceAsyncSharedOp) {
  f.e.inlineAsm("fence.proxy.async.shared::cta;", "~{memory}", {}, {}, /*sideEffects=*/true);
  return success();
}

} // namespace

void addWarpGroupHandlers(HandlerTable &table) {
  table.add<ttg::WarpGroupDotOp, lowerWarpGroupDot>();
  table.add<ttg::WarpGroupDotWaitOp, lowerWarpGroupDotWait>();
  table.add<ttg::FenceAsyncSharedOp, lowerFence>();
}

} // namespace tritonc::lower
