//===- Occupancy.cpp - how many programs fit on one compute unit ----------===//
//
// NVIDIA: CUDA C++ Programming Guide, "Technical specifications per compute capability", and the allocation rules of
// the CUDA occupancy calculator (registers per warp in units of 256, 1 KiB of shared memory reserved per CTA from 8.0
// on). AMD: CDNA2/CDNA3/RDNA3/RDNA4 ISA guides and LLVM's AMDGPU usage page (VGPR granules; 4 SIMDs per CDNA unit; RDNA
// counts per workgroup processor of 4 SIMDs).
//
//===----------------------------------------------------------------------===//
#include "backend/Occupancy.h"
#include <algorithm>

namespace tritonc {
namespace {

int roundUp(int value, int unit) { return (value + unit - 1) / unit * unit; }

struct Limit {
  int programs;
  const char *what;
};

void takeSmallest(ResourceReport &report, std::initializer_list<Limit> limits) {
  const Limit *smallest = std::min_element(limits.begin(), limits.end(),
                                           [](const Limit &a, const Limit &b) { return a.programs < b.programs; });
  report.programsPerUnit = smallest->programs;
  report.limitedBy = smallest->what;
}

void nvidia(ResourceReport &report, const Target &target, int numWarps) {
  const int capability = target.computeCapability;
  const bool small = capability == 86 || capability == 89 || capability == 120;
  const int maxWarps = capability == 75 ? 32 : small ? 48 : 64;
  const int maxPrograms = capability == 75 || capability == 86 ? 16 : capability == 89 || capability == 120 ? 24 : 32;
  const int reserved = capability >= 80 ? 1024 : 0;
  const int sharedPerUnit = target.maxSharedBytes + reserved;
  const int registersPerWarp = roundUp(std::max(report.registers, 1) * 32, 256);
  const int warpsByRegisters = 65536 / registersPerWarp / 4 * 4;
  const int shared = roundUp(std::max(report.sharedBytes, 0) + reserved, 128);
  takeSmallest(report, {{maxWarps / numWarps, "warps"},
                        {maxPrograms, "CTAs"},
                        {warpsByRegisters / numWarps, "registers"},
                        {shared ? sharedPerUnit / shared : maxPrograms, "shared memory"}});
}

void amd(ResourceReport &report, const Target &target, int numWaves) {
  // Per SIMD: VGPRs of one lane, the granule of their allocation, and the most waves.
  const bool cdna = target.isCDNA();
  const int vgprs = cdna ? 512 : 1536;
  const int granule = cdna ? 8 : 24;
  const int maxWaves = cdna ? 8 : 16;
  const int used = roundUp(std::max(report.registers, 1), granule);
  const int wavesByRegisters = std::min(maxWaves, vgprs / used);
  const int ldsPerUnit = cdna ? target.maxSharedBytes : 128 * 1024;
  const int lds = roundUp(std::max(report.sharedBytes, 0), 512);
  const int simds = 4;
  takeSmallest(report, {{maxWaves * simds / numWaves, "waves"},
                        {wavesByRegisters * simds / numWaves, "registers"},
                        {lds ? ldsPerUnit / lds : maxWaves * simds, "LDS"}});
}

} // namespace

void computeOccupancy(ResourceReport &report, const Target &target, int numWarps) {
  if (report.registers < 0 || target.isCPU() || numWarps <= 0)
    return;
  if (target.isNVIDIA())
    nvidia(report, target, numWarps);
  else
    amd(report, target, numWarps);
}

} // namespace tritonc
