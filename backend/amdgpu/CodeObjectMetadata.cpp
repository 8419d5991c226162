//===- CodeObjectMetadata.cpp - what a code object says of its kernel -----===//
//
// The note NT_AMDGPU_METADATA holds a MessagePack map; keys as in LLVM's "User Guide for AMDGPU Backend", "Code Object
// V5 Metadata".
//
//===----------------------------------------------------------------------===//
#include "backend/amdgpu/AmdgpuBackend.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/MsgPackDocument.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace llvm;

namespace tritonc {
namespace {

int integer(msgpack::MapDocNode &map, StringRef key) {
  auto found = map.find(key);
  if (found == map.end())
    return -1;
  if (found->second.getKind() == msgpack::Type::UInt)
    return static_cast<int>(found->second.getUInt());
  return found->second.getKind() == msgpack::Type::Int ? static_cast<int>(found->second.getInt()) : -1;
}

ResourceReport reportOf(msgpack::MapDocNode &kernel) {
  ResourceReport report;
  report.registers = integer(kernel, ".vgpr_count");
  report.agprs = integer(kernel, ".agpr_count");
  report.sgprs = integer(kernel, ".sgpr_count");
  report.spills = integer(kernel, ".vgpr_spill_count");
  report.sgprSpills = integer(kernel, ".sgpr_spill_count");
  report.spillUnit = "registers";
  report.stackBytes = integer(kernel, ".private_segment_fixed_size");
  report.sharedBytes = integer(kernel, ".group_segment_fixed_size");
  report.source = "code object metadata";
  return report;
}

} // namespace

Expected<ResourceReport> readCodeObjectMetadata(StringRef elf, StringRef kernelName) {
  auto bad = [](const char *why) { return createStringError(inconvertibleErrorCode(), why); };
  auto binary = object::ObjectFile::createELFObjectFile(MemoryBufferRef(elf, "code object"));
  if (!binary)
    return binary.takeError();
  auto *file = dyn_cast<object::ELF64LEObjectFile>(binary->get());
  if (!file)
    return bad("not a 64-bit little-endian ELF file");
  auto sections = file->getELFFile().sections();
  if (!sections)
    return sections.takeError();
  for (const auto &section : *sections) {
    if (section.sh_type != ELF::SHT_NOTE)
      continue;
    Error error = Error::success();
    for (auto note : file->getELFFile().notes(section, error)) {
      if (note.getName() != "AMDGPU" || note.getType() != ELF::NT_AMDGPU_METADATA)
        continue;
      msgpack::Document document;
      if (!document.readFromBlob(note.getDescAsStringRef(4), false) || !document.getRoot().isMap())
        return bad("unreadable AMDGPU metadata");
      auto &kernels = document.getRoot().getMap()["amdhsa.kernels"];
      if (!kernels.isArray())
        return bad("AMDGPU metadata without kernels");
      for (auto &node : kernels.getArray())
        if (node.isMap() && node.getMap()[".name"].toString() == kernelName) {
          consumeError(std::move(error));
          return reportOf(node.getMap());
        }
    }
    if (error)
      return std::move(error);
  }
  return bad("no metadata for the kernel");
}

} // namespace tritonc
