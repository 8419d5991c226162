# LLVM, MLIR and LLD of one version, linked as static archives.
#
# Debian's exported MLIR targets name the shared libLLVM, which costs 20-40 ms of start-up per process, so the archives
# are named here directly. The linker takes only the members that are referenced.

set(TRITONC_LLVM_VERSION 22 CACHE STRING "Major version of LLVM to build against")
set(TRITONC_LLVM_PREFIX /usr/lib/llvm-${TRITONC_LLVM_VERSION} CACHE PATH "LLVM installation")
set(LLVM_CONFIG ${TRITONC_LLVM_PREFIX}/bin/llvm-config)
if(NOT EXISTS ${LLVM_CONFIG})
  message(FATAL_ERROR "${LLVM_CONFIG} not found: install llvm-22-dev libmlir-22-dev mlir-22-tools liblld-22-dev lld-22")
endif()
set(LLVM_TOOLS_DIR ${TRITONC_LLVM_PREFIX}/bin)
set(MLIR_TABLEGEN ${LLVM_TOOLS_DIR}/mlir-tblgen)

# The host's code generator is needed by the cpu target.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  set(TRITONC_HOST_TARGET AArch64)
else()
  set(TRITONC_HOST_TARGET X86)
endif()
string(TOLOWER ${TRITONC_HOST_TARGET} host_component)
execute_process(
  COMMAND ${LLVM_CONFIG} --link-static --libs nvptx amdgpu ${host_component} passes irreader linker bitwriter object
          frontendoffloading option lto dtlto
  OUTPUT_VARIABLE llvm_libs OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(llvm_libs)
# Debian lists Polly as an extension of LTO, in a package of its own.
list(FILTER llvm_libs EXCLUDE REGEX "Polly|LLVMExtensions")
file(GLOB mlir_libs ${TRITONC_LLVM_PREFIX}/lib/libMLIR*.a)
# The C API, the runner and test archives are never referenced and some of them need other packages.
list(FILTER mlir_libs EXCLUDE REGEX "libMLIR(CAPI|MlirOptMain|JitRunner|ExecutionEngine)")

add_library(llvm_archives INTERFACE)
target_include_directories(llvm_archives SYSTEM INTERFACE ${TRITONC_LLVM_PREFIX}/include)
target_compile_definitions(llvm_archives INTERFACE TRITONC_HOST_TARGET=${TRITONC_HOST_TARGET})
target_link_directories(llvm_archives INTERFACE ${TRITONC_LLVM_PREFIX}/lib)
target_link_libraries(llvm_archives INTERFACE ${llvm_libs} -Wl,-Bstatic -lz -lzstd -Wl,-Bdynamic -lpthread -ldl -lm)
target_link_options(llvm_archives INTERFACE -fuse-ld=lld -B${TRITONC_LLVM_PREFIX}/bin)

add_library(mlir_archives INTERFACE)
target_link_libraries(mlir_archives INTERFACE ${mlir_libs} llvm_archives)

# LLD's ELF linker. Its LTO half, never reached here, names every target that LLVM was built with; empty functions stand
# in for those that are not linked, and for Polly, so that none of that code is.
execute_process(COMMAND ${LLVM_CONFIG} --targets-built OUTPUT_VARIABLE targets_built OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(targets_built)
list(REMOVE_ITEM targets_built NVPTX AMDGPU ${TRITONC_HOST_TARGET})
set(absent_targets "void _Z18getPollyPluginInfov(void) {}\n")
foreach(name ${targets_built})
  foreach(part TargetInfo Target TargetMC AsmPrinter AsmParser)
    string(APPEND absent_targets "void LLVMInitialize${name}${part}(void) {}\n")
  endforeach()
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/absent-targets.c CONTENT "${absent_targets}")
add_library(absent_targets STATIC ${CMAKE_BINARY_DIR}/absent-targets.c)
add_library(lld_archives INTERFACE)
target_link_libraries(lld_archives INTERFACE lldELF lldCommon absent_targets llvm_archives)
