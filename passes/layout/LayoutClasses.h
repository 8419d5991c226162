//===- LayoutClasses.h - which values should share a layout, and which one ===//
//
// Values that elementwise operations, loops and branches tie together form a class with one layout. Classes are tied to
// each other by operations that change the shape (a reduction's result is a slice of its operand). Memory accesses
// vote: each has an order of dimensions and a vector width that it likes, weighted by the bytes it moves and by loop
// depth. Classes are settled from the heaviest down, and each settled one settles those it is tied to, so that
// conversions end up at the light ends.
//
// Products come before all accesses: a matrix unit has one layout for its accumulator, and a class that is a sum of
// products takes it. Chained products (the result of one is an operand of the next, as in attention) and products whose
// result is reduced in the same block divide rows among warps, so that these steps need no other warp.
//
// Cheap values (ranges, splats, index arithmetic: block/Cheap.h) belong to no class. Whoever needs one makes it in its
// own layout.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/ir/Dialects.h"
#include "passes/layout/AxisInfo.h"
#include "passes/layout/MatrixInstructions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"

namespace tritonc {

/// The machine as far as layouts go.
struct ThreadShape {
  int32_t threadsPerWarp = 32;
  int32_t numWarps = 4;
  int32_t numCtas = 1;
  /// Widest memory access of one lane.
  unsigned maxVectorBits = 128;
  /// For the choice of matrix instructions; null: none are chosen.
  const Target *machine = nullptr;
  MatrixOptions matrix = {};
};

/// What one memory access would like.
struct AccessVote {
  mlir::Operation *op;
  /// Dimensions by contiguity, fastest first.
  llvm::SmallVector<int32_t, 4> order;
  /// Elements along order[0] that one instruction moves at most.
  int64_t vector;
  unsigned elementBits;
  /// Bytes, more in loops.
  double weight;
  /// Whether the addresses are regular along any dimension at all.
  bool regular;
};

class LayoutClasses {
public:
  LayoutClasses(tt::FuncOp function, const AxisInfoAnalysis &axes, ThreadShape threads);

  /// The value belongs to no class and is made again where needed.
  bool isCheap(mlir::Value value) const { return cheap.contains(value); }
  /// The layout of a value's class; null for cheap values and scalars.
  const LinearLayout *layoutOf(mlir::Value value) const;
  /// The layout in which this access should happen: that of its value's class, or its own where that one would be poor.
  LinearLayout accessLayout(mlir::Operation *op) const;
  /// The instruction for a tt.dot; null where there is none.
  const MatrixChoice *matrixOf(tt::DotOp dot) const;
  /// The layout in which a dot makes its result: that of the class if its instruction can, else the instruction's own.
  LinearLayout productLayout(tt::DotOp dot) const;
  /// For tensors that nothing else decides.
  LinearLayout defaultLayout(mlir::Type type) const;

private:
  void classify(mlir::Operation *op);
  void unite(mlir::Value a, mlir::Value b);
  void uniteAll(mlir::Operation *op);
  void collect(mlir::Block &block, unsigned depth);
  void visit(mlir::Operation *op, unsigned depth);
  void tieControlFlow(mlir::Operation *op);
  void vote(mlir::Operation *op, unsigned depth);
  void settleAll(tt::FuncOp function);
  void settleProducts();
  unsigned reducedInBlock(tt::DotOp dot) const;
  void settle(mlir::Value leader, const LinearLayout &layout);
  void spread(mlir::Operation *tie);
  /// How the class is combined along its dimensions.
  struct Combined {
    /// Dimensions along which it is reduced or scanned, as bits.
    unsigned dims = 0;
    bool scanned = false;
    /// Operands of products: how many neighbours along which dimension a thread holds there (AMD; see settleProducts).
    unsigned deepDim = 0;
    int64_t deep = 1;
  };
  LinearLayout best(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<const AccessVote *> votes, Combined combined) const;
  mlir::Value leaderOf(mlir::Value value) const;

  const AxisInfoAnalysis &axes;
  ThreadShape threads;
  llvm::DenseSet<mlir::Value> cheap;
  llvm::EquivalenceClasses<mlir::Value> classes;
  /// In program order, so that results do not depend on addresses.
  std::vector<mlir::Value> members;
  std::vector<AccessVote> votes;
  /// With the depth of loops around them.
  std::vector<std::pair<tt::DotOp, unsigned>> dots;
  llvm::DenseMap<mlir::Operation *, MatrixChoice> matrixChoices;
  llvm::DenseMap<mlir::Operation *, unsigned> voteOf;
  std::vector<mlir::Operation *> ties;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Operation *, 2>> tiesOf;
  /// By leader.
  llvm::DenseMap<mlir::Value, Combined> combined;
  llvm::DenseMap<mlir::Value, LinearLayout> settled;
};

} // namespace tritonc
