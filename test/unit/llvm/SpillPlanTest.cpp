//===- SpillPlanTest.cpp - which values leave the registers, and where ----===//
#include "backend/llvm/SpillPlan.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

using namespace tritonc;

namespace {

/// An instruction that reads and writes values; a spill or a reload of the only value it has.
struct Op {
  std::vector<unsigned> reads, writes;
  enum Kind { Ordinary, Store, Reload } kind = Ordinary;
};

struct Program {
  struct Block {
    std::vector<Op> ops;
    std::vector<unsigned> successors;
  };
  std::vector<Block> blocks;
  std::vector<int> words;
  /// Header, other blocks, exits.
  struct Loop {
    std::vector<unsigned> blocks, exits;
    int outer = -1;
  };
  std::vector<Loop> loops;

  unsigned value(int size = 1) {
    words.push_back(size);
    return words.size() - 1;
  }
  unsigned block() {
    blocks.emplace_back();
    return blocks.size() - 1;
  }
};

using Values = std::set<unsigned>;

/// What is alive at the beginning of each block.
std::vector<Values> liveness(const Program &program) {
  std::vector<Values> in(program.blocks.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = program.blocks.size(); i-- > 0;) {
      Values alive;
      for (unsigned after : program.blocks[i].successors)
        alive.insert(in[after].begin(), in[after].end());
      for (auto op = program.blocks[i].ops.rbegin(); op != program.blocks[i].ops.rend(); ++op) {
        for (unsigned value : op->writes)
          alive.erase(value);
        alive.insert(op->reads.begin(), op->reads.end());
      }
      changed |= alive != in[i];
      in[i] = alive;
    }
  }
  return in;
}

Values liveOut(const Program &program, const std::vector<Values> &in, unsigned block) {
  Values out;
  for (unsigned after : program.blocks[block].successors)
    out.insert(in[after].begin(), in[after].end());
  return out;
}

SpillProblem makeProblem(const Program &program, int limit) {
  using Phase = SpillProblem::Phase;
  SpillProblem problem;
  problem.limit = limit;
  for (int words : program.words)
    problem.values.push_back({words});
  std::vector<Values> in = liveness(program);
  for (unsigned i = 0; i < program.blocks.size(); ++i) {
    SpillProblem::Block block;
    block.begin = problem.reads.size();
    block.end = block.begin + program.blocks[i].ops.size();
    block.successors = program.blocks[i].successors;
    for (unsigned value : in[i])
      block.liveIn.emplace_back(value, program.words[value]);
    Values out = liveOut(program, in, i);
    block.liveOut.assign(out.begin(), out.end());
    // From the end: what is alive behind each instruction.
    std::vector<Values> behind(program.blocks[i].ops.size());
    Values alive = out;
    for (size_t n = behind.size(); n-- > 0;) {
      behind[n] = alive;
      for (unsigned value : program.blocks[i].ops[n].writes)
        alive.erase(value);
      alive.insert(program.blocks[i].ops[n].reads.begin(), program.blocks[i].ops[n].reads.end());
    }
    for (size_t n = 0; n < behind.size(); ++n) {
      const Op &op = program.blocks[i].ops[n];
      unsigned place = problem.reads.size();
      problem.reads.push_back(op.reads);
      auto change = [&](Phase phase, unsigned value, int sign) {
        problem.changes.push_back({place, phase, value, sign * program.words[value]});
      };
      for (unsigned value : op.reads) {
        problem.values[value].uses.push_back(place);
        bool isWritten = std::count(op.writes.begin(), op.writes.end(), value);
        if (!behind[n].count(value) || isWritten)
          change(Phase::Kill, value, -1);
      }
      for (unsigned value : op.writes)
        change(Phase::Def, value, 1);
      for (unsigned value : op.writes)
        if (!behind[n].count(value))
          change(Phase::Dead, value, -1);
    }
    problem.blocks.push_back(block);
  }
  for (unsigned i = 0; i < program.blocks.size(); ++i)
    for (unsigned after : program.blocks[i].successors)
      problem.blocks[after].predecessors.push_back(i);
  for (const Program::Loop &loop : program.loops) {
    for (unsigned block : loop.blocks)
      problem.blocks[block].loop = problem.loops.size();
    problem.loops.push_back({loop.outer, loop.blocks, loop.exits});
  }
  return problem;
}

/// The program with the plan carried out.
Program apply(const Program &program, const SpillProblem &problem, const std::vector<SpillAction> &plan) {
  Program result = program;
  for (unsigned i = 0; i < program.blocks.size(); ++i) {
    std::vector<Op> ops;
    auto add = [&](SpillAction::Kind kind, unsigned place) {
      for (const SpillAction &action : plan)
        if (action.block == i && action.kind == kind && action.place == place) {
          if (action.isReload())
            ops.push_back({{}, {action.value}, Op::Reload});
          else
            ops.push_back({{action.value}, {}, Op::Store});
        }
    };
    unsigned begin = problem.blocks[i].begin, end = problem.blocks[i].end;
    add(SpillAction::StoreAtBegin, begin);
    for (unsigned place = begin; place < end; ++place) {
      add(SpillAction::Reload, place);
      ops.push_back(program.blocks[i].ops[place - begin]);
      add(SpillAction::Store, place);
    }
    add(SpillAction::ReloadAtEnd, end);
    result.blocks[i].ops = ops;
  }
  return result;
}

int pressure(const Program &program) { return highestPressure(makeProblem(program, 0)); }

/// Walks through the program at random: each read has to find in the register what was written last.
::testing::AssertionResult runs(const Program &program, std::mt19937 &random) {
  std::map<unsigned, int> last, inRegister, inMemory;
  int version = 0;
  unsigned block = 0;
  for (int steps = 0; steps < 200; ++steps) {
    for (const Op &op : program.blocks[block].ops) {
      if (op.kind == Op::Reload) {
        if (!inMemory.count(op.writes[0]))
          return ::testing::AssertionFailure() << "block " << block << " reloads " << op.writes[0] << ", never stored";
        inRegister[op.writes[0]] = inMemory[op.writes[0]];
        continue;
      }
      if (op.kind == Op::Store) {
        inMemory[op.reads[0]] = inRegister[op.reads[0]];
        continue;
      }
      for (unsigned value : op.reads)
        if (inRegister[value] != last[value])
          return ::testing::AssertionFailure() << "block " << block << " reads an old value " << value;
      for (unsigned value : op.writes)
        inRegister[value] = last[value] = ++version;
    }
    if (program.blocks[block].successors.empty())
      break;
    block = program.blocks[block].successors[random() % program.blocks[block].successors.size()];
  }
  return ::testing::AssertionSuccess();
}

/// "store 3 in 0, reload 3 in 1": what the plan does, in order.
std::string describe(std::vector<SpillAction> plan) {
  std::sort(plan.begin(), plan.end(), [](const SpillAction &a, const SpillAction &b) {
    return std::tie(a.block, a.place, a.kind, a.value) < std::tie(b.block, b.place, b.kind, b.value);
  });
  std::string text;
  const char *names[] = {"store at begin", "reload", "store", "reload at end"};
  for (const SpillAction &action : plan)
    text += std::string(names[action.kind]) + " " + std::to_string(action.value) + " in " +
            std::to_string(action.block) + "; ";
  return text;
}

TEST(SpillPlan, FarthestNextUseLeaves) {
  Program program;
  unsigned a = program.value(), b = program.value(), c = program.value();
  program.block();
  program.blocks[0].ops = {{{}, {a}}, {{}, {b}}, {{}, {c}}, {{b}, {}}, {{c}, {}}, {{a}, {}}};
  EXPECT_EQ(pressure(program), 3);
  EXPECT_TRUE(planSpills(makeProblem(program, 3)).empty());
  SpillProblem problem = makeProblem(program, 2);
  std::vector<SpillAction> plan = planSpills(problem);
  EXPECT_EQ(describe(plan), "store 0 in 0; reload 0 in 0; ");
  EXPECT_EQ(plan[0].place, 0u) << "stored where it is made";
  EXPECT_EQ(pressure(apply(program, problem, plan)), 2);
}

/// Values a loop does not use wait in memory, and nothing is moved inside.
TEST(SpillPlan, LoopsSpillWhatPasses) {
  Program program;
  unsigned used = program.value(), passing = program.value(), step = program.value();
  unsigned before = program.block(), loop = program.block(), after = program.block();
  program.blocks[before] = {{{{}, {used}}, {{}, {passing}}}, {loop}};
  program.blocks[loop] = {{{{used}, {step}}, {{used, step}, {}}}, {loop, after}};
  program.blocks[after] = {{{{passing}, {}}}, {}};
  program.loops.push_back({{loop}, {after}});
  EXPECT_EQ(describe(planSpills(makeProblem(program, 2))), "store 1 in 0; reload 1 in 2; ");
}

/// A sum that is needed far behind its loop is stored once, unless the loop switches lanes off.
TEST(SpillPlan, StoresLeaveLoops) {
  Program program;
  unsigned sum = program.value(), a = program.value(), b = program.value();
  unsigned before = program.block(), loop = program.block(), after = program.block();
  program.blocks[before] = {{{{}, {sum}}}, {loop}};
  program.blocks[loop] = {{{{sum}, {sum}}}, {loop, after}};
  program.blocks[after] = {{{{}, {a}}, {{}, {b}}, {{a, b}, {}}, {{sum}, {}}}, {}};
  program.loops.push_back({{loop}, {after}});
  EXPECT_EQ(describe(planSpills(makeProblem(program, 2))), "store at begin 0 in 2; reload 0 in 2; ");
  program.loops[0].exits.clear();
  EXPECT_EQ(describe(planSpills(makeProblem(program, 2))), "store 0 in 1; reload 0 in 2; ");
}

/// Half of a value frees half of what it costs to move.
TEST(SpillPlan, WholeValuesLeaveFirst) {
  SpillProblem problem;
  problem.values = {{2, {3}}, {1, {3}}, {1, {2}}};
  SpillProblem::Block block;
  block.end = 4;
  block.liveIn = {{0, 1}, {1, 1}};
  problem.blocks = {block};
  problem.reads = {{}, {}, {2}, {0, 1}};
  using Phase = SpillProblem::Phase;
  problem.changes = {{0, Phase::Def, 2, 1}, {2, Phase::Kill, 2, -1}, {3, Phase::Kill, 0, -1}, {3, Phase::Kill, 1, -1}};
  problem.limit = 2;
  EXPECT_EQ(describe(planSpills(problem)), "reload 1 in 0; ");
}

/// Blocks one after the other, in branches and in loops; instructions that read what was written on all ways to them.
class RandomProgram {
public:
  explicit RandomProgram(unsigned seed) : random(seed) {
    unsigned entry = program.block();
    current = entry;
    for (int i = 0; i < 6; ++i)
      write();
    body(3, -1);
    for (unsigned value : available)
      if (chance(2))
        program.blocks[current].ops.push_back({{value}, {}});
  }
  Program program;

private:
  bool chance(unsigned of) { return random() % of == 0; }

  void write() {
    unsigned value = !available.empty() && chance(4) ? pick() : program.value(1 + random() % 3);
    Op op;
    if (std::count(available.begin(), available.end(), value) && chance(2))
      op.reads.push_back(value);
    for (int n = random() % 3; n > 0 && !available.empty(); --n)
      if (unsigned read = pick(); !std::count(op.reads.begin(), op.reads.end(), read))
        op.reads.push_back(read);
    op.writes.push_back(value);
    program.blocks[current].ops.push_back(op);
    if (!std::count(available.begin(), available.end(), value))
      available.push_back(value);
  }
  unsigned pick() { return available[random() % available.size()]; }

  unsigned start(int loop) {
    current = program.block();
    for (int around = loop; around >= 0; around = program.loops[around].outer)
      program.loops[around].blocks.push_back(current);
    return current;
  }
  void join(unsigned from, unsigned to) { program.blocks[from].successors.push_back(to); }

  void body(int depth, int loop) {
    for (int parts = 1 + random() % 3; parts > 0; --parts) {
      for (int n = random() % 6; n > 0; --n)
        write();
      if (depth == 0)
        continue;
      unsigned before = current;
      std::vector<unsigned> known = available;
      if (chance(2)) { // if
        join(before, start(loop));
        body(depth - 1, loop);
        unsigned end = current;
        available = known;
        unsigned after = start(loop);
        join(end, after);
        join(before, after);
      } else { // a loop that runs once or more
        program.loops.push_back({{}, {}, loop});
        int inner = program.loops.size() - 1;
        unsigned header = start(inner);
        join(before, header);
        body(depth - 1, inner);
        unsigned latch = current;
        join(latch, header);
        unsigned after = start(loop);
        join(latch, after);
        if (chance(2))
          program.loops[inner].exits.push_back(after);
      }
    }
  }

  std::mt19937 random;
  unsigned current = 0;
  std::vector<unsigned> available;
};

TEST(SpillPlan, RandomProgramsKeepTheirMeaning) {
  int spilled = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    RandomProgram made(seed);
    std::mt19937 random(seed);
    for (int limit : {16, 20, 24}) { // an instruction takes 12 at most
      SpillProblem problem = makeProblem(made.program, limit);
      std::vector<SpillAction> plan = planSpills(problem);
      Program result = apply(made.program, problem, plan);
      int before = pressure(made.program);
      if (before <= limit)
        EXPECT_TRUE(plan.empty()) << "seed " << seed;
      else
        ++spilled;
      for (int walk = 0; walk < 5; ++walk)
        ASSERT_TRUE(runs(result, random)) << "seed " << seed << " limit " << limit;
      EXPECT_LE(pressure(result), limit) << "seed " << seed << " limit " << limit;
    }
  }
  EXPECT_GT(spilled, 500);
}

} // namespace
