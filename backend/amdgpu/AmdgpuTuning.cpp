//===- AmdgpuTuning.cpp - the code generator's passes for long functions --===//
#include "backend/amdgpu/AmdgpuTuning.h"
#include "backend/amdgpu/SpillAhead.h"
#include "backend/llvm/RegisterPressure.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/PassRegistry.h"

using namespace llvm;

namespace tritonc {
namespace {

/// Instructions of LLVM IR from which on more passes are left out.
constexpr unsigned veryManyInstructions = 6000;
/// Machine instructions of a block that are not scheduled where registers abound, and after allocation anywhere.
constexpr unsigned tooManyToSchedule = 4500, tooManyToReschedule = 2000;
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
