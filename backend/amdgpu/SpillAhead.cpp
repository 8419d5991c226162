//===- SpillAhead.cpp - spills before the registers are allocated ---------===//
#include "backend/amdgpu/SpillAhead.h"
#include "backend/llvm/SpillPlan.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/CodeGen/LiveDebugVariables.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/LiveRegMatrix.h"
#include "llvm/CodeGen/LiveStacks.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/CodeGen/VirtRegMap.h"
#include <map>
#include <set>

using namespace llvm;

namespace tritonc {
namespace {

/// How far over the registers there are a function has to be. Below, the allocator does better, as it finds values that
/// may share a register, and is quick.
constexpr double tooManyVectors = 1.25, tooManyScalars = 1.5;

/// A function and its plan: reads the one, carries out the other.
class FunctionSpiller {
public:
  FunctionSpiller(RegisterKind kind, MachineFunction &function, LiveIntervals &intervals, LiveStacks &stacks,
                  VirtRegMap &map, const MachineLoopInfo &loops)
      : wanted(kind), function(function), intervals(intervals), stacks(stacks), map(map), loopInfo(loops),
        registers(function.getRegInfo()), info(*registers.getTargetRegisterInfo()),
        instructionInfo(*function.getSubtarget().getInstrInfo()) {}

  bool run() {
    readBlocks();
    readLoops();
    readValues();
    const int pressure = highestPressure(problem);
    problem.limit = countAllocatable();
    if (pressure <= problem.limit * (wanted == RegisterKind::Scalar ? tooManyScalars : tooManyVectors))
      return false;
    problem.limit -= keptFree(pressure - problem.limit);
    for (MachineInstr *instruction : instructions)
      problem.reads.push_back(valuesRead(*instruction));
    std::vector<SpillAction> plan = planSpills(problem);
    std::set<unsigned> changed;
    for (const SpillAction &action : plan) {
      insert(action);
      changed.insert(action.value);
    }
    for (unsigned value : changed)
      renew(values[value]);
    map.grow();
    return !plan.empty();
  }

private:
  //===------------------------------------------------------------------===//
  // Reading
  //===------------------------------------------------------------------===//

  void readBlocks() {
    for (MachineBasicBlock *block : ReversePostOrderTraversal<MachineFunction *>(&function)) {
      numbers[block] = blocks.size();
      blocks.push_back(block);
      SpillProblem::Block &result = problem.blocks.emplace_back();
      result.begin = instructions.size();
      for (MachineInstr &instruction : *block)
        if (!instruction.isDebugInstr()) {
          placeOf[&instruction] = instructions.size();
          instructions.push_back(&instruction);
        }
      result.end = instructions.size();
      starts.emplace_back(intervals.getMBBStartIdx(block), numbers[block]);
      ends.emplace_back(intervals.getMBBEndIdx(block), numbers[block]);
    }
    llvm::sort(starts);
    llvm::sort(ends);
    for (MachineBasicBlock *block : blocks)
      for (MachineBasicBlock *after : block->successors()) {
        problem.blocks[numbers[block]].successors.push_back(numbers[after]);
        problem.blocks[numbers[after]].predecessors.push_back(numbers[block]);
      }
  }

  void readLoops() {
    std::map<const MachineLoop *, int> known;
    for (const MachineLoop *loop : loopInfo.getLoopsInPreorder()) {
      known[loop] = problem.loops.size();
      SpillProblem::Loop &result = problem.loops.emplace_back();
      if (const MachineLoop *outer = loop->getParentLoop())
        result.outer = known[outer];
      result.blocks.push_back(numbers[loop->getHeader()]);
      for (MachineBasicBlock *block : loop->blocks()) {
        problem.blocks[numbers[block]].loop = known[loop]; // inner loops come later
        if (block != loop->getHeader())
          result.blocks.push_back(numbers[block]);
      }
      if (!switchesLanes(*loop) && loop->hasDedicatedExits()) {
        SmallVector<MachineBasicBlock *> exits;
        loop->getUniqueExitBlocks(exits);
        for (MachineBasicBlock *exit : exits)
          result.exits.push_back(numbers[exit]);
      }
    }
  }

  bool switchesLanes(const MachineLoop &loop) const {
    for (MachineBasicBlock *block : loop.blocks())
      for (MachineInstr &instruction : *block)
        for (const MachineOperand &operand : instruction.all_defs())
          if (operand.getReg().isPhysical() && StringRef(info.getName(operand.getReg())).starts_with("EXEC"))
            return true;
    return false;
  }

  bool isWanted(Register reg) const {
    StringRef name = info.getRegClassName(registers.getRegClass(reg));
    if (wanted == RegisterKind::Scalar)
      return name.starts_with("SGPR") || name.starts_with("SReg");
    return name.starts_with("VGPR") || name.starts_with("VReg") || name.starts_with("AV_");
  }

  /// Whether a block ends in code that reads or writes the register: nothing goes in between there.
  bool isOfTerminator(Register reg) const {
    return any_of(registers.reg_nodbg_instructions(reg), [](const MachineInstr &user) { return user.isTerminator(); });
  }

  void readValues() {
    for (unsigned i = 0; i < registers.getNumVirtRegs(); ++i) {
      Register reg = Register::index2VirtReg(i);
      if (registers.reg_nodbg_empty(reg) || !intervals.hasInterval(reg) || !isWanted(reg))
        continue;
      if (!map.hasPhys(reg) && !isOfTerminator(reg))
        readValue(reg);
    }
    for (SpillProblem::Block &block : problem.blocks)
      llvm::sort(block.liveIn);
    llvm::sort(problem.changes, [](const SpillProblem::Change &a, const SpillProblem::Change &b) {
      return std::tie(a.place, a.phase, a.value, a.words) < std::tie(b.place, b.phase, b.value, b.words);
    });
  }

  void readValue(Register reg) {
    const unsigned id = values.size();
    valueOf[reg] = id;
    values.push_back({reg});
    SpillProblem::Value &value = problem.values.emplace_back(
        SpillProblem::Value{std::max(1, int(info.getRegSizeInBits(*registers.getRegClass(reg)) / 32))});
    for (const MachineOperand &operand : registers.use_nodbg_operands(reg))
      if (operand.readsReg())
        value.uses.push_back(placeOf.at(operand.getParent()));
    for (const MachineOperand &operand : registers.def_operands(reg))
      if (operand.readsReg()) // the rest of a value written in part
        value.uses.push_back(placeOf.at(operand.getParent()));
    llvm::sort(value.uses);
    value.uses.erase(std::unique(value.uses.begin(), value.uses.end()), value.uses.end());
    liveIn.clear();
    const LiveInterval &interval = intervals.getInterval(reg);
    if (interval.hasSubRanges())
      for (const LiveInterval::SubRange &part : interval.subranges()) // two lanes of the mask are a register
        readRange(id, part, (part.LaneMask.getNumLanes() + 1) / 2);
    else
      readRange(id, interval, value.words);
    for (auto [block, words] : liveIn)
      problem.blocks[block].liveIn.emplace_back(id, words);
    for (const LiveRange::Segment &segment : interval)
      for (auto block = upper_bound(ends, std::make_pair(segment.start, ~0u));
           block != ends.end() && block->first <= segment.end; ++block)
        if (std::vector<unsigned> &out = problem.blocks[block->second].liveOut; out.empty() || out.back() != id)
          out.push_back(id);
  }

  void readRange(unsigned value, const LiveRange &range, int words) {
    using Phase = SpillProblem::Phase;
    auto place = [&](SlotIndex index) { return placeOf.at(intervals.getInstructionFromIndex(index)); };
    for (const LiveRange::Segment &segment : range) {
      auto block = lower_bound(starts, segment.start, [](auto &start, SlotIndex index) { return start.first < index; });
      for (; block != starts.end() && block->first < segment.end; ++block)
        liveIn[block->second] += words;
      if (!segment.start.isBlock())
        problem.changes.push_back(
            {place(segment.start), segment.start.isEarlyClobber() ? Phase::EarlyDef : Phase::Def, value, words});
      if (!segment.end.isBlock())
        problem.changes.push_back(
            {place(segment.end), segment.end.isDead() ? Phase::Dead : Phase::Kill, value, -words});
    }
  }

  std::vector<unsigned> valuesRead(const MachineInstr &instruction) const {
    std::vector<unsigned> result;
    for (const MachineOperand &operand : instruction.operands())
      if (operand.isReg() && operand.readsReg())
        if (auto found = valueOf.find(operand.getReg()); found != valueOf.end() && !is_contained(result, found->second))
          result.push_back(found->second);
    return result;
  }

  /// Vector registers that the function may use, without those that hold scalar ones' spills.
  int countAllocatable() const {
    registers.freezeReservedRegs(); // until now all those were reserved that hold no scalars
    int count = 0;
    for (const TargetRegisterClass *kind : info.regclasses())
      if (StringRef(info.getRegClassName(kind)) == (wanted == RegisterKind::Scalar ? "SGPR_32" : "VGPR_32"))
        for (MCRegister reg : *kind)
          count += registers.isAllocatable(reg);
    return count;
  }

  /// Registers left free, for values of several registers need neighbours. Where little has to spill, each of them
  /// costs as much as the allocator's search for neighbours brings; where much has to, they cost next to nothing.
  static int keptFree(int missing) { return std::min(missing / 16, 32); }

  //===------------------------------------------------------------------===//
  // Writing
  //===------------------------------------------------------------------===//

  /// A value in its function.
  struct Value {
    Register reg;
    int slot = -1;
  };

  MachineBasicBlock::iterator position(const SpillAction &action) const {
    MachineBasicBlock &block = *blocks[action.block];
    switch (action.kind) {
    case SpillAction::StoreAtBegin:
      return block.begin();
    case SpillAction::Reload:
      return instructions[action.place]->getIterator();
    case SpillAction::Store:
      return std::next(instructions[action.place]->getIterator());
    case SpillAction::ReloadAtEnd:
      return block.getFirstTerminator();
    }
    llvm_unreachable("no such action");
  }

  void insert(const SpillAction &action) {
    Value &value = values[action.value];
    const TargetRegisterClass *kind = registers.getRegClass(value.reg);
    if (value.slot < 0) {
      value.slot = function.getFrameInfo().CreateSpillStackObject(info.getSpillSize(*kind), info.getSpillAlign(*kind));
      // Slots of values that are not alive together become one (StackSlotColoring).
      LiveInterval &stack = stacks.getOrCreateInterval(value.slot, kind);
      VNInfo *number = stack.getNextValue(SlotIndex(), stacks.getVNInfoAllocator());
      stack.MergeSegmentsInAsValue(intervals.getInterval(value.reg), number);
    }
    MachineBasicBlock &block = *blocks[action.block];
    MachineBasicBlock::iterator where = position(action);
    const bool isFirst = where == block.begin();
    MachineBasicBlock::iterator before = isFirst ? where : std::prev(where);
    if (action.isReload())
      instructionInfo.loadRegFromStackSlot(block, where, value.reg, value.slot, kind, Register());
    else
      instructionInfo.storeRegToStackSlot(block, where, value.reg, /*isKill=*/false, value.slot, kind, Register());
    for (auto fresh = isFirst ? block.begin() : std::next(before); fresh != where; ++fresh)
      intervals.InsertMachineInstrInMaps(*fresh);
  }

  /// The live range after spilling; pieces without a connection may take different registers.
  void renew(const Value &value) {
    registers.clearKillFlags(value.reg);
    for (MachineOperand &operand : registers.def_operands(value.reg))
      operand.setIsDead(false);
    intervals.removeInterval(value.reg);
    SmallVector<LiveInterval *, 8> pieces;
    intervals.splitSeparateComponents(intervals.createAndComputeVirtRegInterval(value.reg), pieces);
  }

  const RegisterKind wanted;
  MachineFunction &function;
  LiveIntervals &intervals;
  LiveStacks &stacks;
  VirtRegMap &map;
  const MachineLoopInfo &loopInfo;
  MachineRegisterInfo &registers;
  const TargetRegisterInfo &info;
  const TargetInstrInfo &instructionInfo;

  SpillProblem problem;
  std::vector<MachineBasicBlock *> blocks;
  DenseMap<const MachineBasicBlock *, unsigned> numbers;
  std::vector<std::pair<SlotIndex, unsigned>> starts, ends;
  /// Of the value that is read: blocks at whose beginning it is alive, with registers.
  std::map<unsigned, int> liveIn;
  std::vector<MachineInstr *> instructions;
  DenseMap<const MachineInstr *, unsigned> placeOf;
  std::vector<Value> values;
  DenseMap<Register, unsigned> valueOf;
};

class SpillAhead final : public MachineFunctionPass {
public:
  static char ID;
  explicit SpillAhead(RegisterKind kind) : MachineFunctionPass(ID), kind(kind) {}

  StringRef getPassName() const override { return "spill ahead"; }
  void getAnalysisUsage(AnalysisUsage &usage) const override {
    usage.setPreservesCFG();
    usage.addRequired<LiveIntervalsWrapperPass>();
    usage.addRequired<LiveStacksWrapperLegacy>();
    usage.addRequired<MachineLoopInfoWrapperPass>();
    usage.addRequired<VirtRegMapWrapperLegacy>();
    usage.addPreserved<LiveIntervalsWrapperPass>();
    usage.addPreserved<SlotIndexesWrapperPass>();
    usage.addPreserved<LiveDebugVariablesWrapperLegacy>();
    usage.addPreserved<LiveStacksWrapperLegacy>();
    usage.addPreserved<MachineBlockFrequencyInfoWrapperPass>();
    usage.addPreserved<MachineDominatorTreeWrapperPass>();
    usage.addPreserved<MachineLoopInfoWrapperPass>();
    usage.addPreserved<VirtRegMapWrapperLegacy>();
    usage.addPreserved<LiveRegMatrixWrapperLegacy>();
    MachineFunctionPass::getAnalysisUsage(usage);
  }

  bool runOnMachineFunction(MachineFunction &function) override {
    return FunctionSpiller(kind, function, getAnalysis<LiveIntervalsWrapperPass>().getLIS(),
                           getAnalysis<LiveStacksWrapperLegacy>().getLS(),
                           getAnalysis<VirtRegMapWrapperLegacy>().getVRM(),
                           getAnalysis<MachineLoopInfoWrapperPass>().getLI())
        .run();
  }

private:
  const RegisterKind kind;
};
char SpillAhead::ID = 0;

} // namespace

MachineFunctionPass *createSpillAhead(RegisterKind kind) { return new SpillAhead(kind); }

} // namespace tritonc
