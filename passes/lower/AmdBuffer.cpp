//===- AmdBuffer.cpp - addresses as a base and a 32-bit offset ------------===//
//
// A buffer access takes a base and a size from scalar registers and a 32-bit offset from each lane; lanes whose offset
// is not below the size read zeros and write nothing. That makes masks free of branches and addresses half as wide, but
// holds only where offsets are known to lie in [0, 2^31): a negative one, or one past the size, would be cut off. So
// the address is taken apart as far as it was put together by additions. What all lanes share goes to the base, in 64
// bits and with any sign; what differs between lanes must have a range that follows from how it was made (lane numbers,
// masks, shifts, products with constants). A row number times a stride that is known only at run time has none, and
// such accesses stay with 64-bit addresses.
//
//   getelementptr f32, %x, sext(%pid * 1024 + (%lane * 4 | 256))   ->   base   = %x + 4 * sext(%pid * 1024)
//                                                                      offset = 4 * (%lane * 4) + 1024
//
// Index arithmetic is taken not to overflow, as in the analysis of contiguity (AxisInfo.h): sext(a + b) is
// sext(a) + sext(b).
//
//===----------------------------------------------------------------------===//
#include "passes/lower/AmdBuffer.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

constexpr int64_t offsetLimit = int64_t(1) << 31;

struct Range {
  int64_t low, high;
};

/// More summands than addresses have; sums of sums of the same values would otherwise be taken apart without end.
constexpr size_t maxTerms = 64;

std::optional<Range> fitting(__int128 low, __int128 high, unsigned bits) {
  bits = std::min(bits, 62u);
  __int128 limit = __int128(1) << (bits - 1);
  if (low < -limit || high >= limit)
    return std::nullopt;
  return Range{int64_t(low), int64_t(high)};
}

class AddressParts {
public:
  explicit AddressParts(Emitter &e) : e(e) {}

  std::optional<BufferAddress> split(Value ptr, unsigned bytes);

protected:
  bool isUniform(Value v, unsigned depth = 0);
  bool isUniformArgument(BlockArgument v, unsigned depth);
  std::optional<Range> range(Value v, unsigned depth = 0);
  std::optional<Range> computeRange(Value v, unsigned depth);
  std::optional<Range> rangeOfBinary(Operation *op, unsigned bits, unsigned depth);
  bool addTerm(Value v, int64_t scale);
  bool addVarying(Value v, int64_t scale);
  std::optional<int64_t> constant(Value v) const {
    auto c = Emitter::constantInt(v);
    return c && c->getBitWidth() <= 64 ? std::optional(c->getSExtValue()) : std::nullopt;
  }

  struct Term {
    Value v;
    int64_t scale;
  };

  Emitter &e;

private:
  SmallVector<Term> uniform, varying;
  int64_t fixed = 0;
  __int128 high = 0;
  llvm::DenseMap<Value, bool> known;
  llvm::DenseMap<Value, std::optional<Range>> ranges;
};

/// The name of the intrinsic that makes v, or an empty string.
StringRef intrinsicOf(Value v) {
  auto call = v.getDefiningOp<LLVM::CallIntrinsicOp>();
  return call ? call.getIntrin() : StringRef();
}

// Parameters of a kernel and scalar loop counters. The latter are recognised by the test at the loop's head; the way
// back into the head is a scalar like the way in.
bool AddressParts::isUniformArgument(BlockArgument v, unsigned depth) {
  Block *block = v.getOwner();
  if (block->isEntryBlock())
    return e.function()->hasAttr("tritonc.kernel");
  auto branch = block->empty() ? LLVM::CondBrOp() : dyn_cast<LLVM::CondBrOp>(block->back());
  auto test = branch ? branch.getCondition().getDefiningOp<LLVM::ICmpOp>() : LLVM::ICmpOp();
  if (!test || test.getLhs() != v || !isUniform(test.getRhs(), depth + 1))
    return false;
  for (auto user = block->pred_begin(), end = block->pred_end(); user != end; ++user) {
    auto entry = dyn_cast<LLVM::BrOp>((*user)->getTerminator());
    if (!entry)
      return false;
    Value incoming = entry.getDestOperands()[v.getArgNumber()];
    auto step = incoming.getDefiningOp<LLVM::AddOp>();
    bool isBackEdge = step && (step.getLhs() == v || step.getRhs() == v);
    if (!isBackEdge && !isUniform(incoming, depth + 1))
      return false;
  }
  return true;
}

bool AddressParts::isUniform(Value v, unsigned depth) {
  if (depth > 32)
    return false;
  auto found = known.find(v);
  if (found != known.end())
    return found->second;
  bool result = false;
  if (auto argument = dyn_cast<BlockArgument>(v)) {
    result = isUniformArgument(argument, depth);
  } else {
    Operation *op = v.getDefiningOp();
    StringRef name = intrinsicOf(v);
    if (isa<LLVM::ConstantOp, LLVM::ZeroOp>(op) || name == "llvm.amdgcn.readfirstlane" ||
        name.starts_with("llvm.amdgcn.workgroup.id.") || name == "llvm.amdgcn.implicitarg.ptr")
      result = true;
    else if (isa<LLVM::AddOp, LLVM::SubOp, LLVM::MulOp, LLVM::SDivOp, LLVM::UDivOp, LLVM::SRemOp, LLVM::URemOp,
                 LLVM::AndOp, LLVM::OrOp, LLVM::XOrOp, LLVM::ShlOp, LLVM::LShrOp, LLVM::AShrOp, LLVM::SExtOp,
                 LLVM::ZExtOp, LLVM::TruncOp, LLVM::SelectOp, LLVM::ICmpOp, LLVM::GEPOp, LLVM::SMinOp, LLVM::SMaxOp,
                 LLVM::UMinOp, LLVM::UMaxOp>(op) ||
             name.starts_with("llvm.smin") || name.starts_with("llvm.smax"))
      result = llvm::all_of(op->getOperands(), [&](Value operand) { return isUniform(operand, depth + 1); });
  }
  known[v] = result;
  return result;
}

std::optional<Range> AddressParts::rangeOfBinary(Operation *op, unsigned bits, unsigned depth) {
  std::optional<Range> a = range(op->getOperand(0), depth), b = range(op->getOperand(1), depth);
  auto c = constant(op->getOperand(1));
  // One operand suffices for these.
  if (isa<LLVM::AndOp>(op)) {
    int64_t limit = -1;
    for (auto r : {a, b})
      if (r && r->low >= 0)
        limit = limit < 0 ? r->high : std::min(limit, r->high);
    return limit < 0 ? std::nullopt : std::optional(Range{0, limit});
  }
  if (isa<LLVM::LShrOp>(op) && c && *c > 0 && *c < bits) {
    if (a && a->low >= 0)
      return Range{a->low >> *c, a->high >> *c};
    return fitting(0, (__int128(1) << (bits - *c)) - 1, 62);
  }
  if (isa<LLVM::URemOp>(op) && c && *c > 0)
    return Range{0, *c - 1};
  if (!a || !b)
    return std::nullopt;
  if (isa<LLVM::SRemOp>(op) && c && *c > 0)
    return a->low >= 0 ? Range{0, *c - 1} : Range{1 - *c, *c - 1};
  if (isa<LLVM::AddOp>(op))
    return fitting(__int128(a->low) + b->low, __int128(a->high) + b->high, bits);
  if (isa<LLVM::SubOp>(op))
    return fitting(__int128(a->low) - b->high, __int128(a->high) - b->low, bits);
  if (a->low < 0 || b->low < 0)
    return std::nullopt;
  if (isa<LLVM::MulOp>(op))
    return fitting(__int128(a->low) * b->low, __int128(a->high) * b->high, bits);
  if (isa<LLVM::ShlOp>(op) && b->high < 62)
    return fitting(__int128(a->low) << b->low, __int128(a->high) << b->high, bits);
  if (isa<LLVM::OrOp, LLVM::XOrOp>(op))
    return Range{0, int64_t(llvm::NextPowerOf2(uint64_t(std::max(a->high, b->high)))) - 1};
  if (isa<LLVM::UDivOp, LLVM::SDivOp>(op) && b->low > 0)
    return Range{a->low / b->high, a->high / b->low};
  return std::nullopt;
}

/// What a value can be, read as a signed number.
std::optional<Range> AddressParts::range(Value v, unsigned depth) {
  if (!isa<IntegerType>(v.getType()) || depth > 32)
    return std::nullopt;
  // Values that are used twice at each of several steps would be asked for exponentially often.
  if (auto found = ranges.find(v); found != ranges.end())
    return found->second;
  std::optional<Range> result = computeRange(v, depth);
  ranges[v] = result;
  return result;
}

std::optional<Range> AddressParts::computeRange(Value v, unsigned depth) {
  unsigned bits = v.getType().getIntOrFloatBitWidth();
  if (auto c = constant(v))
    return Range{*c, *c};
  Operation *op = v.getDefiningOp();
  if (!op)
    return std::nullopt;
  StringRef name = intrinsicOf(v);
  if (name == "llvm.amdgcn.workitem.id.x")
    return Range{0, 1023};
  if (name.starts_with("llvm.amdgcn.mbcnt."))
    return Range{0, 127};
  if (name == "llvm.amdgcn.readfirstlane")
    return range(op->getOperand(0), depth + 1);
  if (isa<LLVM::SExtOp>(op))
    return range(op->getOperand(0), depth + 1);
  if (isa<LLVM::ZExtOp>(op)) {
    unsigned from = op->getOperand(0).getType().getIntOrFloatBitWidth();
    auto inner = from == 1 ? std::nullopt : range(op->getOperand(0), depth + 1);
    if (inner && inner->low >= 0)
      return inner;
    return from <= 32 ? std::optional(Range{0, (int64_t(1) << from) - 1}) : std::nullopt;
  }
  if (isa<LLVM::TruncOp>(op)) {
    auto inner = range(op->getOperand(0), depth + 1);
    return inner ? fitting(inner->low, inner->high, bits) : std::nullopt;
  }
  if (isa<LLVM::SelectOp>(op)) {
    auto a = range(op->getOperand(1), depth + 1), b = range(op->getOperand(2), depth + 1);
    return a && b ? std::optional(Range{std::min(a->low, b->low), std::max(a->high, b->high)}) : std::nullopt;
  }
  return op->getNumOperands() == 2 ? rangeOfBinary(op, bits, depth + 1) : std::nullopt;
}

bool AddressParts::addVarying(Value v, int64_t scale) {
  std::optional<Range> r = range(v);
  if (!r || r->low < 0 || scale <= 0)
    return false;
  high += __int128(r->high) * scale;
  if (high > offsetLimit)
    return false;
  varying.push_back({v, scale});
  return true;
}

/// Adds v * scale bytes to the address; false where nothing is known of it.
bool AddressParts::addTerm(Value v, int64_t scale) {
  if (scale <= 0 || scale > offsetLimit || uniform.size() + varying.size() > maxTerms)
    return false;
  if (auto c = constant(v)) {
    __int128 sum = __int128(fixed) + __int128(*c) * scale;
    if (sum < -offsetLimit || sum > offsetLimit)
      return false;
    fixed = int64_t(sum);
    return true;
  }
  if (isUniform(v)) {
    uniform.push_back({v, scale});
    return true;
  }
  Operation *op = v.getDefiningOp();
  if (!op)
    return false;
  if (isa<LLVM::SExtOp>(op))
    return addTerm(op->getOperand(0), scale);
  auto orOp = dyn_cast<LLVM::OrOp>(op);
  if (isa<LLVM::AddOp>(op) || (orOp && orOp.getIsDisjoint()))
    return addTerm(op->getOperand(0), scale) && addTerm(op->getOperand(1), scale);
  if (isa<LLVM::SubOp>(op))
    if (auto c = constant(op->getOperand(1)); c && *c != INT64_MIN)
      return addTerm(op->getOperand(0), scale) && addTerm(e.constant(v.getType(), -*c), scale);
  if (isa<LLVM::MulOp>(op))
    if (auto c = constant(op->getOperand(1)); c && *c > 0 && *c < offsetLimit)
      return addTerm(op->getOperand(0), scale * *c);
  if (isa<LLVM::ShlOp>(op))
    if (auto c = constant(op->getOperand(1)); c && *c >= 0 && *c < 31)
      return addTerm(op->getOperand(0), scale << *c);
  return addVarying(v, scale);
}

std::optional<BufferAddress> AddressParts::split(Value ptr, unsigned bytes) {
  while (!isUniform(ptr)) {
    auto gep = ptr.getDefiningOp<LLVM::GEPOp>();
    if (!gep || gep.getRawConstantIndices().size() != 1)
      return std::nullopt;
    int64_t size = Emitter::bitsOf(gep.getElemType()) / 8;
    Value index =
        gep.getDynamicIndices().empty() ? e.i64(gep.getRawConstantIndices().front()) : gep.getDynamicIndices().front();
    if (size == 0 || !addTerm(index, size))
      return std::nullopt;
    ptr = gep.getBase();
  }
  // A constant stays with the offset, where the instruction has room for it and all registers share a base.
  int64_t inBase = fixed < 0 || high + fixed + bytes > offsetLimit ? fixed : 0;
  if (high + (fixed - inBase) + bytes > offsetLimit)
    return std::nullopt;
  BufferAddress result;
  Value distance = e.i64(inBase);
  for (const Term &term : uniform)
    distance = e.add(e.mul(e.sext(term.v, e.i64Ty()), e.i64(term.scale)), distance);
  result.base = e.gep(e.i8Ty(), ptr, distance);
  result.offset = e.i32(0);
  for (const Term &term : varying)
    result.offset = e.add(result.offset, e.mul(e.zextOrTrunc(term.v, 32), e.i32(term.scale)));
  result.offset = e.add(result.offset, e.i32(fixed - inBase));
  return result;
}

//===----------------------------------------------------------------------===//
// In loops
//===----------------------------------------------------------------------===//

/// Rows of a block that a loop walks down have addresses x + (counter + row) * stride, with a row for each register.
/// Computed as they stand, each takes a register for the row over the whole loop and a wide product in it; told apart,
/// what differs between lanes is the same for all of them, and the scalar unit does the rest.
class LoopAddressParts : AddressParts {
public:
  using AddressParts::AddressParts;

  Value rebuild(Value ptr);

private:
  struct Summand {
    /// Null: 1.
    Value v, factor;
    int64_t scale;
  };

  bool isInvariant(Value v, unsigned depth = 0);
  bool add(Value v, int64_t scale, Value factor);
  Value sum(ArrayRef<Summand> summands);

  SmallVector<Summand> shared, own;
  llvm::DenseMap<Value, bool> invariant;
};

/// Whether v is the same in all iterations, as far as arithmetic on what is known outside loops shows.
bool LoopAddressParts::isInvariant(Value v, unsigned depth) {
  if (depth > 32)
    return false;
  if (auto found = invariant.find(v); found != invariant.end())
    return found->second;
  bool result = false;
  if (auto argument = dyn_cast<BlockArgument>(v)) {
    result = argument.getOwner()->isEntryBlock();
  } else {
    Operation *op = v.getDefiningOp();
    StringRef name = intrinsicOf(v);
    bool isPure = isa<LLVM::CallIntrinsicOp>(op)
                      ? name.starts_with("llvm.amdgcn.workgroup.id.") || name.starts_with("llvm.amdgcn.mbcnt.") ||
                            name == "llvm.amdgcn.workitem.id.x" || name == "llvm.amdgcn.readfirstlane"
                      : isMemoryEffectFree(op) && op->getNumRegions() == 0;
    result = isPure && llvm::all_of(op->getOperands(), [&](Value operand) { return isInvariant(operand, depth + 1); });
  }
  invariant[v] = result;
  return result;
}

/// Adds v * scale * factor; false where the address is not worth taking apart.
bool LoopAddressParts::add(Value v, int64_t scale, Value factor) {
  if (scale <= 0 || scale > offsetLimit || shared.size() + own.size() > maxTerms)
    return false;
  if (isUniform(v)) {
    shared.push_back({v, factor, scale});
    return true;
  }
  Operation *op = v.getDefiningOp();
  auto leaf = [&] {
    own.push_back({v, factor, scale});
    return isInvariant(v) && (!factor || isInvariant(factor));
  };
  if (!op)
    return false;
  if (isa<LLVM::SExtOp>(op))
    return add(op->getOperand(0), scale, factor);
  auto orOp = dyn_cast<LLVM::OrOp>(op);
  if (isa<LLVM::AddOp>(op) || (orOp && orOp.getIsDisjoint()))
    return add(op->getOperand(0), scale, factor) && add(op->getOperand(1), scale, factor);
  if (isa<LLVM::MulOp>(op)) {
    if (auto c = constant(op->getOperand(1)); c && *c > 0 && *c < offsetLimit)
      return add(op->getOperand(0), scale * *c, factor);
    for (unsigned i : {0, 1})
      if (!factor && isUniform(op->getOperand(i)))
        return add(op->getOperand(1 - i), scale, op->getOperand(i));
  }
  if (isa<LLVM::ShlOp>(op))
    if (auto c = constant(op->getOperand(1)); c && *c >= 0 && *c < 31)
      return add(op->getOperand(0), scale << *c, factor);
  return leaf();
}

Value LoopAddressParts::sum(ArrayRef<Summand> summands) {
  Value result = e.i64(0);
  for (const Summand &s : summands) {
    Value product = e.mul(e.sext(s.v, e.i64Ty()), e.i64(s.scale));
    result = e.add(result, s.factor ? e.mul(product, e.sext(s.factor, e.i64Ty())) : product);
  }
  return result;
}

Value LoopAddressParts::rebuild(Value ptr) {
  Value root = ptr;
  while (auto gep = root.getDefiningOp<LLVM::GEPOp>()) {
    if (gep.getRawConstantIndices().size() != 1)
      return ptr;
    int64_t size = Emitter::bitsOf(gep.getElemType()) / 8;
    Value index =
        gep.getDynamicIndices().empty() ? e.i64(gep.getRawConstantIndices().front()) : gep.getDynamicIndices().front();
    if (size == 0 || !add(index, size, Value()))
      return ptr;
    root = gep.getBase();
  }
  bool moves =
      llvm::any_of(shared, [&](const Summand &s) { return !isInvariant(s.v) || (s.factor && !isInvariant(s.factor)); });
  if (own.empty() || !moves || !isInvariant(root))
    return ptr;
  return e.gep(e.i8Ty(), e.gep(e.i8Ty(), root, sum(own)), sum(shared));
}

} // namespace

Value loopAddress(Emitter &e, Value ptr) { return LoopAddressParts(e).rebuild(ptr); }

std::optional<BufferAddress> bufferAddress(Emitter &e, Value ptr, unsigned bytes) {
  return AddressParts(e).split(ptr, bytes);
}

} // namespace tritonc::lower
