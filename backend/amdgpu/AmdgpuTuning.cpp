//===- AmdgpuTuning.cpp - the code generator's passes for long functions --===//
#include "backend/amdgpu/AmdgpuTuning.h"
#include "backend/llvm/RegisterPressure.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/RegAllocCommon.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/PassRegistry.h"

using namespace llvm;

namespace tritonc {
namespace {

/// Machine instructions below which the greedy allocator is quick enough.
constexpr unsigned manyInstructions = 3000;
/// Instructions of LLVM IR from which on more passes are left out.
constexpr unsigned veryManyInstructions = 6000;
/// Machine instructions of a block that are not scheduled where registers abound.
constexpr unsigned tooManyToSchedule = 4500;
/// Registers of 32 bits, scalar ones too, that a function would like (estimateRegisterPressure) and from which on it is
/// crowded where a lane has 256.
constexpr unsigned crowdedPressure = 300;

unsigned longestBlock(const MachineFunction &function) {
  unsigned longest = 0;
  for (const MachineBasicBlock &block : function)
    longest = std::max(longest, unsigned(block.size()));
  return longest;
}

bool isScalarClass(const TargetRegisterInfo &info, const TargetRegisterClass &registers) {
  StringRef name = info.getRegClassName(&registers);
  return name.contains("SReg") || name.contains("SGPR") || name.contains("TTMP") || name.contains("M0");
}

/// The most 32-bit registers of a kind that are alive at one place.
class HighestPressure {
public:
  void add(const LiveInterval &interval, int words) {
    for (const LiveRange::Segment &segment : interval) {
      changes.emplace_back(segment.start, words);
      changes.emplace_back(segment.end, -words);
    }
  }
  int get() {
    llvm::sort(changes); // of one place, ends come first
    int now = 0, most = 0;
    for (auto [place, words] : changes)
      most = std::max(most, now += words);
    return most;
  }

private:
  std::vector<std::pair<SlotIndex, int>> changes;
};

class MeasureBlocks final : public MachineFunctionPass {
public:
  static char ID;
  explicit MeasureBlocks(AmdgpuTuning::Pressure &result) : MachineFunctionPass(ID), result(result) {}

  StringRef getPassName() const override { return "measure blocks"; }
  void getAnalysisUsage(AnalysisUsage &usage) const override {
    usage.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(usage);
  }
  bool runOnMachineFunction(MachineFunction &function) override {
    result.longestUnscheduled = longestBlock(function);
    return false;
  }

private:
  AmdgpuTuning::Pressure &result;
};
char MeasureBlocks::ID = 0;

class MeasurePressure final : public MachineFunctionPass {
public:
  static char ID;
  explicit MeasurePressure(AmdgpuTuning::Pressure &result) : MachineFunctionPass(ID), result(result) {}

  StringRef getPassName() const override { return "measure register pressure"; }
  void getAnalysisUsage(AnalysisUsage &usage) const override {
    usage.setPreservesAll();
    usage.addRequired<LiveIntervalsWrapperPass>();
    MachineFunctionPass::getAnalysisUsage(usage);
  }

  bool runOnMachineFunction(MachineFunction &function) override {
    result.tooManyScalars = result.farTooManyScalars = result.tooManyVectors = false;
    result.longestBlock = longestBlock(function);
    if (function.getInstructionCount() < manyInstructions)
      return false;
    const LiveIntervals &intervals = getAnalysis<LiveIntervalsWrapperPass>().getLIS();
    const MachineRegisterInfo &registers = function.getRegInfo();
    const TargetRegisterInfo &info = *registers.getTargetRegisterInfo();
    HighestPressure scalars, vectors;
    for (unsigned i = 0; i < registers.getNumVirtRegs(); ++i) {
      Register reg = Register::index2VirtReg(i);
      if (registers.reg_nodbg_empty(reg) || !intervals.hasInterval(reg))
        continue;
      const TargetRegisterClass &kind = *registers.getRegClass(reg);
      int words = std::max(1, int(info.getRegSizeInBits(kind) / 32));
      (isScalarClass(info, kind) ? scalars : vectors).add(intervals.getInterval(reg), words);
    }
    int scalarLimit = allocatable(function, "SReg_32"),
        vectorLimit = allocatable(function, "VGPR_32") + allocatable(function, "AGPR_32");
    result.tooManyScalars = scalars.get() > scalarLimit * 5 / 4;
    result.farTooManyScalars = scalars.get() > scalarLimit * 5;
    result.tooManyVectors = vectors.get() > vectorLimit * 5 / 4;
    return false;
  }

private:
  /// Registers of the class of this name that the function may use.
  static int allocatable(const MachineFunction &function, StringRef name) {
    int count = 0;
    for (const TargetRegisterClass *kind : function.getSubtarget().getRegisterInfo()->regclasses())
      if (name == function.getSubtarget().getRegisterInfo()->getRegClassName(kind))
        for (MCRegister reg : *kind)
          count += function.getRegInfo().isAllocatable(reg);
    return count;
  }

  AmdgpuTuning::Pressure &result;
};
char MeasurePressure::ID = 0;

/// The pass that LLVM's AMDGPU target registers under this name (AMDGPUPassConfig::addRegAssignAndRewriteOptimized has
/// the order), or null.
AnalysisID passNamed(StringRef name) {
  const PassInfo *info = PassRegistry::getPassRegistry()->getPassInfo(name);
  return info ? info->getTypeInfo() : nullptr;
}

} // namespace

AmdgpuTuning::AmdgpuTuning(const Module &module, const Target &target)
    : instructions(module.getInstructionCount()), hasProducts(multiplies(module)), hasManyRegisters(target.isCDNA()),
      isCrowded(hasProducts && !hasManyRegisters && any_of(module, [](const Function &f) {
                  return !f.isDeclaration() && estimateRegisterPressure(f) > crowdedPressure;
                })) {}

bool AmdgpuTuning::multiplies(const Module &module) { return any_of(module, isAmdMatrixProduct); }

void AmdgpuTuning::configure(TargetPassConfig &config) {
  AnalysisID beforeScheduling = passNamed("register-coalescer"),
             beforeScalars = passNamed("amdgpu-pre-ra-long-branch-reg"),
             beforeVectors = passNamed("amdgpu-reserve-wwm-regs");
  if (config.getOptLevel() == CodeGenOptLevel::None || !beforeScheduling || !beforeScalars || !beforeVectors)
    return;
  auto allocator = [&](bool scalars) {
    return createBasicRegisterAllocator(
        [this, scalars](const TargetRegisterInfo &info, const MachineRegisterInfo &registers, const Register reg) {
          bool tooMany = hasProducts ? pressure.farTooManyScalars
                         : scalars   ? pressure.tooManyScalars
                                     : pressure.tooManyVectors;
          return tooMany && isScalarClass(info, *registers.getRegClass(reg)) == scalars;
        });
  };
  config.insertPass(beforeScheduling, new MeasureBlocks(pressure));
  config.insertPass(beforeScalars, new MeasurePressure(pressure));
  config.insertPass(beforeScalars, allocator(/*scalars=*/true));
  if (!hasProducts)
    config.insertPass(beforeVectors, allocator(/*scalars=*/false));
}

bool AmdgpuTuning::skips(StringRef pass) const {
  if (pass == "machine-scheduler")
    return isCrowded || (hasManyRegisters && pressure.longestUnscheduled > tooManyToSchedule);
  if (pass == "postmisched")
    return isCrowded || (pressure.tooManyVectors && !hasProducts) || pressure.longestBlock > manyInstructions;
  // What these take out of loops, or share, is alive for longer.
  if (isCrowded && (pass == "Loop Strength Reduction" || pass == "early-machinelicm" || pass == "machinelicm" ||
                    pass == "machine-cse"))
    return true;
  return pass == "codegenprepare" && instructions > veryManyInstructions;
}

} // namespace tritonc
