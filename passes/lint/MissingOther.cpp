//===- MissingOther.cpp - -Wmissing-other ---------------------------------===//
//
//   x = tl.load(p + cols, mask=cols < n)
//   s = tl.sum(x, axis=0)               the sum takes in what the lanes past n hold: zero here, anything with Triton
//
// Reported when masked-off lanes of a load without `other` reach a reduction along a dimension of the mask, a scan in
// the direction from them, a dot along its inner dimension where the other operand is not zero either, or a store
// without a mask, and no tl.where on the same mask and no multiplication by zero lies between.
//
//===----------------------------------------------------------------------===//
#include "passes/lint/Lint.h"
#include "passes/lint/MaskedLanes.h"
#include "passes/lint/ReductionKind.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tritonc;
using namespace tritonc::lint;

namespace {

class MissingOther {
public:
  explicit MissingOther(lint::Function &function) : function(function) {}

  void run() {
    if (llvm::none_of(function.loads, [](tt::LoadOp load) { return load.getMask() && !load.getOther(); }))
      return;
    // An index that goes along with a maximum counts only where its value wins.
    for (tt::ReduceOp reduction : function.reductions)
      check(reduction.getSrcs()[0], Dims(1) << reduction.getAxis(), reduction.getLoc(),
            ("a " + nameOf(kindOf(reduction))).str());
    for (tt::ScanOp scan : function.scans)
      if (scan.getReverse())
        for (Value source : scan.getSrcs())
          check(source, Dims(1) << scan.getAxis(), scan.getLoc(), "a reverse scan");
    for (tt::DotOp dot : function.dots) {
      const unsigned rank = cast<RankedTensorType>(dot.getA().getType()).getRank();
      checkDot(dot, dot.getA(), rank - 1, dot.getB(), rank - 2);
      checkDot(dot, dot.getB(), rank - 2, dot.getA(), rank - 1);
    }
    for (tt::StoreOp store : function.stores)
      if (!store.getMask() && isa<RankedTensorType>(store.getPtr().getType()))
        check(store.getValue(), ~Dims(0), store.getLoc(), "a store without a mask");
  }

private:
  void check(Value root, Dims dims, Location where, const std::string &what) {
    MaskedLanes lanes(root, function.values);
    for (const MaskTerm &term : lanes.terms())
      if (term.dims & dims)
        report(lanes.whereOff(term), where, what);
  }

  /// What the one operand does not define counts only where the other surely is not zero.
  void checkDot(tt::DotOp dot, Value root, unsigned inner, Value partner, unsigned partnerInner) {
    MaskedLanes lanes(root, function.values);
    for (MaskTerm term : lanes.terms()) {
      if (term.dims != Dims(1) << inner)
        continue;
      Lane lane = lanes.whereOff(term);
      if (lane.kind != Lane::Undefined)
        continue;
      term.dims = Dims(1) << partnerInner;
      Lane other = MaskedLanes(partner, function.values).whereOff(term);
      const bool isNotZero =
          other.kind == Lane::Number ? other.number != 0 : other.kind == Lane::Undefined || other.kind == Lane::Uniform;
      if (isNotZero)
        report(lane, dot.getLoc(), "a dot along its inner dimension");
    }
  }

  void report(const Lane &lane, Location where, const std::string &what) {
    if (lane.kind != Lane::Undefined || !reported.insert(lane.load).second)
      return;
    Report(DiagId::missing_other, lane.load->getLoc(), what)
        .note(where, "the " + what.substr(what.find(' ') + 1))
        .hint("say other=... or put tl.where(mask, x, ...) in between");
  }

  lint::Function &function;
  llvm::SmallPtrSet<Operation *, 8> reported;
};

} // namespace

void lint::warnMissingOther(lint::Function &function) { MissingOther(function).run(); }
