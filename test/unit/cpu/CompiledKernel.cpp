//===- CompiledKernel.cpp - block IR compiled, loaded and launched --------===//
#include "CompiledKernel.h"
#include "backend/cpu/CpuBackend.h"
#include "mlir/Pass/PassManager.h"
#include "passes/Passes.h"
#include "passes/ir/Dialects.h"
#include "llvm/ADT/APFloat.h"
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;

namespace tritonc::testing {

CompiledKernel::CompiledKernel(llvm::StringRef source, llvm::StringRef cpu) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  loadDialects(context);
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    error += diagnostic.str() + "\n";
    return success();
  });
  OwningOpRef<ModuleOp> module;
  ParserConfig config(&context);
  if (source.contains('\n'))
    module = parseSourceString<ModuleOp>(source, config);
  else
    module = parseSourceFile<ModuleOp>(std::string(TRITONC_TEST_KERNELS "/") + source.str() + ".mlir", config);
  if (!module)
    return;
  for (auto func : module->getOps<tt::FuncOp>())
    if (func.isKernel())
      name = func.getName().str();
  CpuOptions options;
  options.cpu = cpu.str();
  PassManager passes(&context);
  passes.addPass(createBlockStructure());
  passes.addPass(createBlockLowerPointers());
  BlockLibraryFunctionsOptions library;
  library.forHost = true;
  passes.nest<tt::FuncOp>().addPass(createBlockLibraryFunctions(library));
  if (failed(passes.run(*module)))
    return;
  auto image = emitCpu(*module, options, CpuOutput::SharedObject);
  if (!image) {
    error += toString(image.takeError());
    return;
  }
  auto folder = TemporaryFolder::create();
  if (!folder) {
    error += toString(folder.takeError());
    return;
  }
  std::string path = folder->file("kernel.so");
  if (llvm::Error failed = writeFile(path, *image)) {
    error += toString(std::move(failed));
    return;
  }
  handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    error += dlerror();
    return;
  }
  launchRange = reinterpret_cast<decltype(launchRange)>(dlsym(handle, (name + "__launch").c_str()));
}

CompiledKernel::~CompiledKernel() {
  if (handle)
    dlclose(handle);
}

void CompiledKernel::launch(const std::vector<void *> &params, int x, int y, int z) const {
  int32_t grid[3] = {x, y, z};
  int64_t all = static_cast<int64_t>(x) * y * z;
  // Two ranges, as two threads would take.
  launchRange(params.data(), grid, 0, all / 2);
  launchRange(params.data(), grid, all / 2, all);
}

void *CompiledKernel::symbol(llvm::StringRef symbolName) const { return dlsym(handle, symbolName.str().c_str()); }

GuardedMemory::GuardedMemory(size_t bytes) {
  size_t page = sysconf(_SC_PAGESIZE);
  size_t inside = (bytes + page - 1) / page * page;
  mapped = inside + 2 * page;
  mapping = mmap(nullptr, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *first = static_cast<char *>(mapping) + page;
  if (inside)
    mprotect(first, inside, PROT_READ | PROT_WRITE);
  start = first + inside - bytes;
}

GuardedMemory::~GuardedMemory() { munmap(mapping, mapped); }

static uint16_t bitsOf(double value, const llvm::fltSemantics &semantics) {
  llvm::APFloat result(value);
  bool lost;
  result.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &lost);
  return result.bitcastToAPInt().getZExtValue();
}

static double valueOf(uint16_t bits, const llvm::fltSemantics &semantics) {
  llvm::APFloat result(semantics, llvm::APInt(16, bits));
  bool lost;
  result.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &lost);
  return result.convertToDouble();
}

uint16_t toHalf(double value) { return bitsOf(value, llvm::APFloat::IEEEhalf()); }
double fromHalf(uint16_t bits) { return valueOf(bits, llvm::APFloat::IEEEhalf()); }
uint16_t toBfloat(double value) { return bitsOf(value, llvm::APFloat::BFloat()); }
double fromBfloat(uint16_t bits) { return valueOf(bits, llvm::APFloat::BFloat()); }

} // namespace tritonc::testing
