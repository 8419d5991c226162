//===- SpillPlan.h - which values leave the registers, and where ----------===//
//
// Where a function needs more registers than there are, the value that leaves them should be the one whose next use is
// farthest away: within a block no other choice reloads less (Belady, "A study of replacement algorithms for a
// virtual-storage computer", IBM Systems Journal 1966). For whole functions the next use is a minimum over the paths
// that follow, and each block begins with the values its predecessors agree on, as Braun and Hack describe it
// ("Register spilling and live-range splitting for SSA-form programs", CC 2009). One walk over the function decides
// everything, where an allocator that splits and evicts live ranges tries for seconds what cannot fit.
//
// What differs from the papers:
// - Values need not be in SSA form, and may be several registers wide, alive in parts.
// - A store follows the value's definition in the same block, never the place where the value leaves: there other lanes
//   may be switched off. Only from loops that switch no lanes off may stores move to the exits.
// - A loop that evicts a value before using it does not begin with that value.
//
// The plan is made on numbers alone: `place` counts instructions, in an order in which blocks follow their predecessors
// except along the back edges of loops.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <utility>
#include <vector>

namespace tritonc {

/// A function as the plan sees it.
struct SpillProblem {
  struct Value {
    /// Registers that the whole value takes.
    int words;
    /// Places that read it, ascending.
    std::vector<unsigned> uses = {};
  };
  struct Block {
    /// Places [begin, end).
    unsigned begin = 0, end = 0;
    std::vector<unsigned> predecessors = {}, successors = {};
    /// Values alive at the beginning with the registers they take there.
    std::vector<std::pair<unsigned, int>> liveIn = {};
    /// Values alive at the end, ascending.
    std::vector<unsigned> liveOut = {};
    /// The innermost loop around it, or -1.
    int loop = -1;
  };
  struct Loop {
    int outer = -1;
    std::vector<unsigned> blocks = {};
    /// Blocks outside that follow one inside; empty where stores may not move to them.
    std::vector<unsigned> exits = {};
  };
  /// An instruction writes or ends part of a value: `words` registers begin (positive) or cease to be alive. Results
  /// that nothing reads begin with Def and end with Dead.
  enum class Phase { EarlyDef, Kill, Def, Dead };
  struct Change {
    unsigned place;
    Phase phase;
    unsigned value;
    int words;
  };
  std::vector<Value> values;
  std::vector<Block> blocks;
  std::vector<Loop> loops;
  /// By place, and at one place by phase.
  std::vector<Change> changes;
  /// Of each place, the values it reads.
  std::vector<std::vector<unsigned>> reads;
  /// Registers that there are.
  int limit = 0;
};

struct SpillAction {
  enum Kind { StoreAtBegin, Reload, Store, ReloadAtEnd };
  unsigned value, block;
  /// Reload goes before the instruction at `place`, Store behind it.
  unsigned place;
  Kind kind;

  bool isReload() const { return kind == Reload || kind == ReloadAtEnd; }
};

/// The most registers that values need at one place.
int highestPressure(const SpillProblem &problem);

/// The stores and reloads, each once, after which no place needs more than the limit, as far as that is possible: what
/// an instruction reads and writes itself stays. Every reload finds the value stored on all ways to it.
std::vector<SpillAction> planSpills(const SpillProblem &problem);

} // namespace tritonc
