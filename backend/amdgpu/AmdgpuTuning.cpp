//===- AmdgpuTuning.cpp - the code generator's passes for long functions --===//
#include "backend/amdgpu/AmdgpuTuning.h"
#include "backend/amdgpu/SpillAhead.h"
#include "backend/llvm/RegisterPressure.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/PassRegistry.h"

using namespace llvm;

namespace tritonc {
namespace {

/// Instructions of LLVM IR from which on more passes are left out.
constexpr unsigned veryManyInstructions = 6000;
/// Machine instructions of a block that are not scheduled where registers abound, and after allocation anywhere.
constexpr unsigned tooManyToSchedule = 4500, tooManyToReschedule = 2000;
/// Machine instructions of a block that is divided for the scheduler, and of its parts. In still longer blocks it moves
/// some over thousands of others, and that saves many registers.
constexpr unsigned shortestToDivide = 1500, longestToDivide = 8000, instructionsToSchedule = 400;
/// Registers of 32 bits, scalar ones too, that a function would like (estimateRegisterPressure) and from which on it is
/// crowded where a lane has 256: with products of matrix units, and without.
constexpr unsigned crowdedProducts = 300, crowdedOthers = 500;

unsigned longestBlock(const MachineFunction &function) {
  unsigned longest = 0;
  for (const MachineBasicBlock &block : function)
    longest = std::max(longest, unsigned(block.size()));
  return longest;
}

class MeasureBlocks final : public MachineFunctionPass {
public:
  static char ID;
  explicit MeasureBlocks(unsigned &result) : MachineFunctionPass(ID), result(result) {}

  StringRef getPassName() const override { return "measure blocks"; }
  void getAnalysisUsage(AnalysisUsage &usage) const override {
    usage.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(usage);
  }
  bool runOnMachineFunction(MachineFunction &function) override {
    result = longestBlock(function);
    return false;
  }

private:
  unsigned &result;
};
char MeasureBlocks::ID = 0;

/// Divides long blocks for the schedulers, which do not move instructions past a SCHED_BARRIER. It makes no code.
class DivideBlocks final : public MachineFunctionPass {
public:
  static char ID;
  DivideBlocks() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "divide blocks"; }
  void getAnalysisUsage(AnalysisUsage &usage) const override {
    usage.setPreservesAll();
    usage.addRequired<LiveIntervalsWrapperPass>();
    MachineFunctionPass::getAnalysisUsage(usage);
  }
  bool runOnMachineFunction(MachineFunction &function) override {
    SlotIndexes &indexes = *getAnalysis<LiveIntervalsWrapperPass>().getLIS().getSlotIndexes();
    const MCInstrDesc *barrier = nullptr;
    for (MachineBasicBlock &block : function) {
      if (block.size() < shortestToDivide || block.size() > longestToDivide)
        continue;
      if (!barrier && !(barrier = findBarrier(*function.getSubtarget().getInstrInfo())))
        return false;
      unsigned count = 0;
      for (MachineInstr &instruction : block)
        if (++count % instructionsToSchedule == 0 && !instruction.isTerminator())
          indexes.insertMachineInstrInMaps(*BuildMI(block, instruction, DebugLoc(), *barrier).addImm(0));
    }
    return barrier;
  }

private:
  /// Its number is known inside LLVM's target only.
  static const MCInstrDesc *findBarrier(const TargetInstrInfo &info) {
    for (unsigned i = 0; i < info.getNumOpcodes(); ++i)
      if (info.getName(i) == "SCHED_BARRIER")
        return &info.get(i);
    return nullptr;
  }
};
char DivideBlocks::ID = 0;

/// The pass that LLVM's AMDGPU target registers under this name (AMDGPUPassConfig::addRegAssignAndRewriteOptimized has
/// the order), or null.
AnalysisID passNamed(StringRef name) {
  const PassInfo *info = PassRegistry::getPassRegistry()->getPassInfo(name);
  return info ? info->getTypeInfo() : nullptr;
}

} // namespace

AmdgpuTuning::AmdgpuTuning(const Module &module, const Target &target)
    : instructions(module.getInstructionCount()), hasProducts(multiplies(module)), hasManyRegisters(target.isCDNA()),
      isCrowded(!hasManyRegisters && any_of(module, [&](const Function &f) {
        return !f.isDeclaration() && estimateRegisterPressure(f) > (hasProducts ? crowdedProducts : crowdedOthers);
      })) {}

bool AmdgpuTuning::multiplies(const Module &module) { return any_of(module, isAmdMatrixProduct); }

void AmdgpuTuning::configure(TargetPassConfig &config) {
  AnalysisID beforeScheduling = passNamed("register-coalescer"),
             beforeScalars = passNamed("amdgpu-pre-ra-long-branch-reg"),
             beforeVectors = passNamed("amdgpu-reserve-wwm-regs");
  if (config.getOptLevel() == CodeGenOptLevel::None || !beforeScheduling || !beforeScalars || !beforeVectors)
    return;
  config.insertPass(beforeScheduling, new MeasureBlocks(longestUnscheduled));
  if (!hasManyRegisters && !isCrowded)
    config.insertPass(beforeScheduling, new DivideBlocks);
  config.insertPass(beforeScalars, new MeasureBlocks(longestScheduled));
  config.insertPass(beforeScalars, createSpillAhead(RegisterKind::Scalar));
  if (!hasManyRegisters)
    config.insertPass(beforeVectors, createSpillAhead(RegisterKind::Vector));
}

bool AmdgpuTuning::skips(StringRef pass) const {
  if (pass == "machine-scheduler")
    return isCrowded || (hasManyRegisters && longestUnscheduled > tooManyToSchedule);
  if (pass == "postmisched")
    return isCrowded || longestScheduled > tooManyToReschedule;
  // What these take out of loops, or share, is alive for longer.
  if (isCrowded && (pass == "Loop Strength Reduction" || pass == "early-machinelicm" || pass == "machinelicm" ||
                    pass == "machine-cse"))
    return true;
  return pass == "codegenprepare" && instructions > veryManyInstructions;
}

bool AmdgpuTuning::lacks(StringRef passName) const {
  return isCrowded && (passName == "Code sinking" || passName == "Machine code sinking" || passName == "Early CSE");
}

} // namespace tritonc
