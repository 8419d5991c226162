//===- SpillPlan.cpp - which values leave the registers, and where --------===//
#include "backend/llvm/SpillPlan.h"
#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <tuple>

namespace tritonc {
namespace {

using Action = SpillAction;
using Phase = SpillProblem::Phase;

constexpr unsigned never = std::numeric_limits<unsigned>::max();
/// Added to the distance of uses behind a loop: everything inside is nearer.
constexpr unsigned behindLoop = 1u << 20;
/// How many times as far away a value counts that need not be stored.
constexpr unsigned farWithoutStore = 10;
/// Walks over the function at most: each later one begins loops without what the ones before found to be of no use.
constexpr int walks = 8;

/// The most registers that each block needs at one place.
std::vector<int> findPeaks(const SpillProblem &problem) {
  std::vector<int> peaks;
  size_t cursor = 0;
  for (const SpillProblem::Block &block : problem.blocks) {
    int words = 0;
    for (auto [value, alive] : block.liveIn)
      words += alive;
    int most = words;
    for (; cursor < problem.changes.size() && problem.changes[cursor].place < block.end; ++cursor)
      most = std::max(most, words += problem.changes[cursor].words);
    peaks.push_back(most);
  }
  return peaks;
}

/// The index of the value in `liveIn` of the block, or `never`.
size_t indexAtBegin(unsigned value, const SpillProblem::Block &block) {
  auto found = std::lower_bound(block.liveIn.begin(), block.liveIn.end(), std::make_pair(value, 0));
  return found != block.liveIn.end() && found->first == value ? found - block.liveIn.begin() : never;
}

bool contains(const std::vector<unsigned> &sorted, unsigned value) {
  return std::binary_search(sorted.begin(), sorted.end(), value);
}

class Planner {
public:
  explicit Planner(const SpillProblem &problem)
      : problem(problem), peaks(findPeaks(problem)), unused(problem.blocks.size()) {}

  std::vector<Action> run() {
    findNextUses();
    for (int walk = 0; walk < walks; ++walk) {
      states.assign(problem.blocks.size(), {});
      touched.assign(problem.values.size(), 0);
      here.assign(problem.values.size(), {});
      actions.clear();
      clock = 0;
      const size_t before = unusedCount;
      for (unsigned block = 0; block < problem.blocks.size(); ++block)
        walkBlock(block);
      for (unsigned block = 0; block < problem.blocks.size(); ++block)
        thinOutEnds(block);
      if (unusedCount == before)
        break;
    }
    for (unsigned block = 0; block < problem.blocks.size(); ++block)
      connect(block);
    return neededActions();
  }

private:
  struct State {
    /// Values in registers at the beginning and at the end, ascending.
    std::vector<unsigned> entry, exit;
    /// When the walk came here.
    unsigned reached = 0;
    bool isDone = false;
  };

  /// A value where the walk is.
  struct Here {
    /// Registers of it that are alive, whether or not it is in them.
    int alive = 0;
    bool inRegister = false;
    /// Where this block wrote it since it was stored or reloaded.
    unsigned written = never;
    /// From the end of the block to the next use.
    unsigned behind = never;
  };

  //===------------------------------------------------------------------===//
  // What is known before the walk
  //===------------------------------------------------------------------===//

  bool isInside(unsigned block, int loop) const {
    for (int around = problem.blocks[block].loop; around >= 0; around = problem.loops[around].outer)
      if (around == loop)
        return true;
    return false;
  }

  /// The block's next use of the value at `place` or later, or `never`.
  unsigned useInside(unsigned value, const SpillProblem::Block &block, unsigned place) const {
    const std::vector<unsigned> &uses = problem.values[value].uses;
    auto use = std::lower_bound(uses.begin(), uses.end(), place);
    return use != uses.end() && *use < block.end ? *use : never;
  }

  /// Instructions from the end of the block to the next one that reads the value.
  unsigned distanceBehind(unsigned value, unsigned index) const {
    const SpillProblem::Block &block = problem.blocks[index];
    unsigned best = never;
    for (unsigned after : block.successors) {
      size_t found = indexAtBegin(value, problem.blocks[after]);
      if (found == never)
        continue;
      unsigned distance = next[after][found];
      bool leaves = block.loop >= 0 && !isInside(after, block.loop);
      if (distance != never)
        best = std::min(best, distance + (leaves ? behindLoop : 0));
    }
    return best;
  }

  void findNextUses() {
    for (const SpillProblem::Block &block : problem.blocks)
      next.emplace_back(block.liveIn.size(), never);
    for (bool changed = true; changed;) {
      changed = false;
      for (unsigned index = problem.blocks.size(); index-- > 0;) {
        const SpillProblem::Block &block = problem.blocks[index];
        for (size_t i = 0; i < block.liveIn.size(); ++i) {
          unsigned value = block.liveIn[i].first, use = useInside(value, block, block.begin), distance = never;
          if (use != never)
            distance = use - block.begin;
          else if (unsigned behind = distanceBehind(value, index); behind != never)
            distance = behind + (block.end - block.begin);
          changed |= distance < next[index][i];
          next[index][i] = std::min(distance, next[index][i]);
        }
      }
    }
  }

  //===------------------------------------------------------------------===//
  // The walk
  //===------------------------------------------------------------------===//

  /// What the predecessors have in registers at their ends, all of them.
  std::vector<unsigned> agreedEntry(const SpillProblem::Block &block) const {
    std::vector<unsigned> chosen;
    for (auto [value, alive] : block.liveIn) {
      bool everywhere = true;
      for (unsigned before : block.predecessors)
        everywhere &= contains(states[before].exit, value) || !contains(problem.blocks[before].liveOut, value);
      if (everywhere)
        chosen.push_back(value);
    }
    return chosen;
  }

  /// What a loop uses, soonest first; then what passes through it, as far as the loop has room.
  std::vector<unsigned> loopEntry(unsigned header) const {
    const SpillProblem::Block &block = problem.blocks[header];
    int most = peaks[header];
    if (block.loop >= 0)
      for (unsigned inside : problem.loops[block.loop].blocks)
        most = std::max(most, peaks[inside]);
    std::vector<std::tuple<unsigned, unsigned, int>> candidates;
    int passing = 0;
    for (size_t i = 0; i < block.liveIn.size(); ++i) {
      auto [value, alive] = block.liveIn[i];
      unsigned use = next[header][i];
      passing += use >= behindLoop ? alive : 0;
      candidates.emplace_back(use, value, alive);
    }
    std::sort(candidates.begin(), candidates.end());
    int room = problem.limit, roomToPass = problem.limit - (most - passing);
    std::vector<unsigned> chosen;
    for (auto [use, value, alive] : candidates) {
      bool passes = use >= behindLoop;
      bool isThere = std::any_of(block.predecessors.begin(), block.predecessors.end(),
                                 [&, v = value](unsigned before) { return contains(states[before].exit, v); });
      if (unused[header].count(value) || room < alive || (passes && (roomToPass < alive || !isThere)))
        continue;
      room -= alive;
      roomToPass -= passes ? alive : 0;
      chosen.push_back(value);
    }
    std::sort(chosen.begin(), chosen.end());
    return chosen;
  }

  void take(unsigned value) {
    here[value].inRegister = true;
    held.push_back(value);
    words += here[value].alive;
  }

  void drop(unsigned value) {
    here[value].inRegister = false;
    words -= here[value].alive;
    held.erase(std::find(held.begin(), held.end(), value));
  }

  void walkBlock(unsigned index) {
    const SpillProblem::Block &block = problem.blocks[index];
    State &state = states[index];
    state.reached = ++clock;
    held.clear();
    words = 0;
    for (auto [value, parts] : block.liveIn)
      here[value].alive = parts;
    for (unsigned value : block.liveOut)
      here[value].behind = distanceBehind(value, index);
    bool isLoop = std::any_of(block.predecessors.begin(), block.predecessors.end(),
                              [&](unsigned before) { return !states[before].isDone; });
    state.entry = isLoop ? loopEntry(index) : agreedEntry(block);
    for (unsigned value : state.entry)
      take(value);
    auto change = std::lower_bound(problem.changes.begin(), problem.changes.end(), block.begin,
                                   [](const SpillProblem::Change &c, unsigned place) { return c.place < place; });
    auto first = change;
    for (unsigned place = block.begin; place < block.end; ++place) {
      auto end = change;
      while (end != problem.changes.end() && end->place == place)
        ++end;
      step(index, place, change, end);
      change = end;
    }
    for (unsigned value : held)
      if (here[value].alive != 0) {
        state.exit.push_back(value);
        if (here[value].written != never)
          actions.push_back({value, index, here[value].written, Action::Store});
      }
    std::sort(state.exit.begin(), state.exit.end());
    state.isDone = true;
    for (auto [value, parts] : block.liveIn)
      here[value] = {};
    for (; first != change; ++first)
      here[first->value] = {};
  }

  using ChangeIterator = std::vector<SpillProblem::Change>::const_iterator;

  void step(unsigned block, unsigned place, ChangeIterator begin, ChangeIterator end) {
    ++clock;
    std::vector<unsigned> busy = problem.reads[place];
    for (unsigned value : busy) {
      touched[value] = clock;
      if (!here[value].inRegister && here[value].alive) {
        actions.push_back({value, block, place, Action::Reload});
        take(value);
      }
    }
    int early = 0;
    for (auto change = begin; change != end; ++change)
      early += change->phase == Phase::EarlyDef ? change->words : 0;
    makeRoom(block, place, early, busy);
    auto dead = std::find_if(begin, end, [](const SpillProblem::Change &c) { return c.phase == Phase::Dead; });
    for (auto change = begin; change != dead; ++change) {
      unsigned value = change->value;
      count(*change);
      if (change->words < 0)
        continue;
      if (!here[value].inRegister)
        take(value);
      here[value].written = place;
      touched[value] = clock;
      busy.push_back(value);
    }
    dropEnded(begin, dead);
    makeRoom(block, place + 1, 0, busy);
    std::for_each(dead, end, [&](const SpillProblem::Change &change) { count(change); });
    dropEnded(dead, end);
  }

  void count(const SpillProblem::Change &change) {
    here[change.value].alive += change.words;
    if (here[change.value].inRegister)
      words += change.words;
  }

  void dropEnded(ChangeIterator begin, ChangeIterator end) {
    for (auto change = begin; change != end; ++change)
      if (here[change->value].alive == 0 && here[change->value].inRegister)
        drop(change->value);
  }

  /// Until `more` registers are free before `place`. The busy values stay.
  void makeRoom(unsigned block, unsigned place, int more, const std::vector<unsigned> &busy) {
    while (words + more > problem.limit) {
      unsigned worst = never;
      uint64_t farthest = 0;
      for (unsigned value : held) {
        if (here[value].alive == 0 || std::find(busy.begin(), busy.end(), value) != busy.end())
          continue;
        uint64_t away = distanceToEvict(value, block, place);
        if (worst == never || away > farthest || (away == farthest && here[value].alive > here[worst].alive)) {
          farthest = away;
          worst = value;
        }
      }
      if (worst == never)
        return;
      evict(worst, block);
    }
  }

  /// How far the next use is. What need not be stored counts as farther away; what is alive in part as nearer, as it
  /// frees less than it costs.
  uint64_t distanceToEvict(unsigned value, unsigned index, unsigned place) const {
    const SpillProblem::Block &block = problem.blocks[index];
    const Here &state = here[value];
    uint64_t distance = useInside(value, block, place);
    if (distance != never)
      distance -= place;
    else if (state.behind == never)
      return std::numeric_limits<uint64_t>::max();
    else
      distance = uint64_t(state.behind) + (block.end - place);
    if (state.written == never)
      distance *= farWithoutStore;
    return distance * state.alive / problem.values[value].words;
  }

  void evict(unsigned value, unsigned block) {
    if (here[value].written != never) {
      actions.push_back({value, block, here[value].written, Action::Store});
      here[value].written = never;
    }
    drop(value);
    for (int loop = problem.blocks[block].loop; loop >= 0; loop = problem.loops[loop].outer) {
      unsigned header = problem.loops[loop].blocks.front();
      if (touched[value] < states[header].reached && contains(states[header].entry, value))
        unusedCount += unused[header].insert(value).second;
    }
  }

  /// Registers that the value takes at the beginning of the block.
  int wordsAtBegin(unsigned value, unsigned block) const {
    size_t found = indexAtBegin(value, problem.blocks[block]);
    return found == never ? 0 : problem.blocks[block].liveIn[found].second;
  }

  /// What a loop begins with and the block before has not is reloaded at the end of that block, where values for other
  /// blocks may be in registers. Where all of them do not fit, the loop has to begin with fewer.
  void thinOutEnds(unsigned header) {
    const std::vector<unsigned> &entry = states[header].entry;
    for (unsigned before : problem.blocks[header].predecessors) {
      std::vector<std::pair<unsigned, unsigned>> missing; // next use, value
      int needed = 0;
      for (unsigned value : entry)
        if (!contains(states[before].exit, value) && contains(problem.blocks[before].liveOut, value)) {
          missing.emplace_back(next[header][indexAtBegin(value, problem.blocks[header])], value);
          needed += wordsAtBegin(value, header);
        }
      if (missing.empty())
        continue;
      for (unsigned value : states[before].exit) {
        int most = 0;
        for (unsigned after : problem.blocks[before].successors)
          if (contains(states[after].entry, value))
            most = std::max(most, wordsAtBegin(value, after));
        needed += most;
      }
      std::sort(missing.begin(), missing.end());
      for (; needed > problem.limit && !missing.empty(); missing.pop_back()) {
        needed -= wordsAtBegin(missing.back().second, header);
        unusedCount += unused[header].insert(missing.back().second).second;
      }
    }
  }

  /// Reloads what the block begins with and a predecessor has not in a register.
  void connect(unsigned block) {
    for (unsigned value : states[block].entry)
      for (unsigned before : problem.blocks[block].predecessors)
        if (!contains(states[before].exit, value) && contains(problem.blocks[before].liveOut, value))
          actions.push_back({value, before, problem.blocks[before].end, Action::ReloadAtEnd});
  }

  //===------------------------------------------------------------------===//
  // Of the stores, those that a reload sees
  //===------------------------------------------------------------------===//

  /// Of one value in one block, in order.
  static bool comesBefore(const Action &a, const Action &b) {
    auto key = [](const Action &action) {
      return std::make_tuple(action.kind == Action::ReloadAtEnd, action.kind != Action::StoreAtBegin,
                             2 * action.place + (action.kind == Action::Store));
    };
    return key(a) < key(b);
  }

  /// The outermost loop around the block that keeps the value in a register all through, or -1.
  int loopToLeave(unsigned value, unsigned block, const std::set<unsigned> &reloadedIn) const {
    int result = -1;
    for (int i = problem.blocks[block].loop; i >= 0; i = problem.loops[i].outer) {
      const SpillProblem::Loop &loop = problem.loops[i];
      if (loop.exits.empty())
        break;
      bool stays = std::all_of(loop.blocks.begin(), loop.blocks.end(), [&](unsigned inside) {
        bool isIn = indexAtBegin(value, problem.blocks[inside]) != never;
        return !reloadedIn.count(inside) && (!isIn || contains(states[inside].entry, value)) &&
               (!contains(problem.blocks[inside].liveOut, value) || contains(states[inside].exit, value));
      });
      if (!stays)
        break;
      result = i;
    }
    return result;
  }

  std::vector<Action> neededActions() {
    std::vector<std::vector<Action>> byValue(problem.values.size());
    for (const Action &action : actions)
      byValue[action.value].push_back(action);
    std::vector<Action> result;
    for (std::vector<Action> &all : byValue)
      if (std::any_of(all.begin(), all.end(), [](const Action &a) { return a.isReload(); }))
        addNeeded(all, result);
    return result;
  }

  void addNeeded(const std::vector<Action> &all, std::vector<Action> &result) const {
    const unsigned value = all.front().value;
    std::set<unsigned> reloadedIn;
    for (const Action &action : all)
      if (action.isReload())
        reloadedIn.insert(action.block);
    std::map<unsigned, std::vector<Action>> byBlock;
    for (const Action &action : all) {
      int loop = action.kind == Action::Store ? loopToLeave(value, action.block, reloadedIn) : -1;
      if (loop < 0)
        byBlock[action.block].push_back(action);
      else
        for (unsigned exit : problem.loops[loop].exits)
          byBlock[exit].push_back({value, exit, problem.blocks[exit].begin, Action::StoreAtBegin});
    }
    for (auto &[block, here] : byBlock) {
      std::sort(here.begin(), here.end(), comesBefore);
      here.erase(std::unique(here.begin(), here.end(),
                             [](auto &a, auto &b) { return a.kind == b.kind && a.place == b.place; }),
                 here.end());
    }
    // Backwards from each reload to the stores it may see.
    std::set<std::pair<unsigned, size_t>> needed;
    std::set<unsigned> entered;
    std::vector<unsigned> toEnter;
    auto search = [&](unsigned block, size_t end) {
      auto found = byBlock.find(block);
      for (size_t i = found == byBlock.end() ? 0 : std::min(end, found->second.size()); i-- > 0;)
        if (!found->second[i].isReload()) {
          needed.emplace(block, i);
          return;
        }
      for (unsigned before : problem.blocks[block].predecessors)
        if (entered.insert(before).second)
          toEnter.push_back(before);
    };
    for (auto &[block, here] : byBlock)
      for (size_t i = 0; i < here.size(); ++i)
        if (here[i].isReload())
          search(block, i);
    while (!toEnter.empty()) {
      unsigned block = toEnter.back();
      toEnter.pop_back();
      search(block, never);
    }
    for (auto &[block, here] : byBlock)
      for (size_t i = 0; i < here.size(); ++i)
        if (here[i].isReload() || needed.count({block, i}))
          result.push_back(here[i]);
  }

  const SpillProblem &problem;
  /// Of each block, how far the next uses of its `liveIn` are.
  std::vector<std::vector<unsigned>> next;
  const std::vector<int> peaks;
  /// Of each loop's header, what the loop evicts before it uses it, or has no room for.
  std::vector<std::set<unsigned>> unused;
  size_t unusedCount = 0;

  // The walk: values by number.
  std::vector<State> states;
  std::vector<Action> actions;
  std::vector<Here> here;
  /// When the value was last read or written.
  std::vector<unsigned> touched;
  std::vector<unsigned> held;
  unsigned clock = 0;
  int words = 0;
};

} // namespace

int highestPressure(const SpillProblem &problem) {
  int most = 0;
  for (int peak : findPeaks(problem))
    most = std::max(most, peak);
  return most;
}

std::vector<SpillAction> planSpills(const SpillProblem &problem) { return Planner(problem).run(); }

} // namespace tritonc
