//===- MathLibrary.cpp - linking libclc's functions -----------------------===//
#include "backend/llvm/MathLibrary.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

// Defined by the assembler file that CMake generates around the bitcode.
extern "C" const char tritonc_libclc_nvptx_begin[], tritonc_libclc_nvptx_end[];
extern "C" const char tritonc_libclc_amdgcn_begin[], tritonc_libclc_amdgcn_end[];

namespace tritonc {

static bool isUnresolved(const Function &function) {
  return function.isDeclaration() && !function.isIntrinsic() && !function.use_empty() &&
         function.getName().starts_with("_Z");
}

/// Attributes that tie a library function to the machine that it was built for would forbid inlining it.
static void adopt(Function &function) {
  function.removeFnAttr("target-features");
  function.removeFnAttr("target-cpu");
  function.removeFnAttr("frame-pointer");
  function.removeFnAttr("stack-protector-buffer-size");
  function.removeFnAttr("uniform-work-group-size");
  function.removeFnAttr(Attribute::NoInline);
  function.removeFnAttr(Attribute::OptimizeNone);
  function.addFnAttr(Attribute::AlwaysInline);
  function.setLinkage(GlobalValue::InternalLinkage);
  function.setDSOLocal(true);
}

Error linkMathLibrary(Module &module, const Target &target) {
  SmallVector<std::string> wanted;
  for (const Function &function : module)
    if (isUnresolved(function))
      wanted.push_back(function.getName().str());
  if (wanted.empty())
    return Error::success();

  StringRef bitcode =
      target.isNVIDIA()
          ? StringRef(tritonc_libclc_nvptx_begin, tritonc_libclc_nvptx_end - tritonc_libclc_nvptx_begin)
          : StringRef(tritonc_libclc_amdgcn_begin, tritonc_libclc_amdgcn_end - tritonc_libclc_amdgcn_begin);
  auto library = getLazyBitcodeModule(MemoryBufferRef(bitcode, "libclc"), module.getContext());
  if (!library)
    return library.takeError();
  // Formats differ in ways that do not matter to arithmetic on scalars (an unused address space more).
  (*library)->setDataLayout(module.getDataLayout());
  (*library)->setTargetTriple(module.getTargetTriple());
  for (const std::string &name : wanted)
    if (!(*library)->getFunction(name))
      return createStringError(inconvertibleErrorCode(), "no math function '" + name + "' in libclc");

  StringSet<> own;
  for (const Function &function : module)
    if (!function.isDeclaration())
      own.insert(function.getName());
  if (Linker::linkModules(module, std::move(*library), Linker::LinkOnlyNeeded))
    return createStringError(inconvertibleErrorCode(), "linking libclc failed");
  for (Function &function : module)
    if (!function.isDeclaration() && !own.contains(function.getName()))
      adopt(function);
  for (GlobalVariable &global : module.globals())
    if (global.hasInitializer() && global.isConstant())
      global.setLinkage(GlobalValue::InternalLinkage);
  return Error::success();
}

} // namespace tritonc
