//===- TritonGpuDialect.td - the ttg dialect: layouts ---------------------===//
//
// Layout IR is block IR whose tensor types carry a layout as their encoding. There is one encoding attribute, a linear map
// (passes/layout/linear/LinearLayout.h explains it); named families are parsed and become linear maps at once.
//
// A module of layout IR says for what it was laid out:
//   ttg.num-warps, ttg.threads-per-warp, ttg.num-ctas   i32
//   ttg.target                                          string: "cuda:90", "hip:gfx942"
//   ttg.shared                                          i32, bytes of shared memory, once they are placed
//
//===----------------------------------------------------------------------===//

#ifndef TRITONC_TRITON_GPU_DIALECT_TD
#define TRITONC_TRITON_GPU_DIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/TensorEncoding.td"

def TritonGpu_Dialect : Dialect {
  let name = "ttg";
  let cppNamespace = "::tritonc::ttg";
  let summary = "blocks distributed over threads";
  let hasOperationAttrVerify = 1;
  let useDefaultAttributePrinterParser = 0;
  let useDefaultTypePrinterParser = 1;
  let dependentDialects = ["::tritonc::tt::TritonDialect"];
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser, ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attr, ::mlir::DialectAsmPrinter &printer) const override;
    /// Adds the operations; in a file of its own, since the generated code takes long to compile.
    void registerGpuOps();
    void registerSharedMemoryOps();
  }];
}

def TTG_LinearEncodingAttr : AttrDef<TritonGpu_Dialect, "LinearEncoding",
                                     [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let mnemonic = "linear";
  let hasCustomAssemblyFormat = 1;
  let summary = "which thread holds which element: a linear map over bits";
  let description = [{
    `#ttg.linear<{register=[[0,1]], lane=[[0,2],[1,0]], warp=[[2,0]], block=[]}>` lists, for each bit of a hardware index, the
    coordinates that the bit adds (XOR). The map is surjective, so it implies the tensor's shape; registers have no zero bases.

    Also parsed, and turned into the linear form:
    `#ttg.blocked<{shape = [64, 64], sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>` and
    `#ttg.slice<{dim = 1, parent = #ttg.blocked<{...}>}>`.
  }];
  let parameters = (ins AttrParameter<"::tritonc::LinearLayout", "", "const ::tritonc::LinearLayout &">:$layout);
  let genVerifyDecl = 1;
}

def TTG_SharedEncodingAttr : AttrDef<TritonGpu_Dialect, "SharedEncoding"> {
  let mnemonic = "shared";
  let hasCustomAssemblyFormat = 1;
  let summary = "where in shared memory each element lies: a linear map over bits";
  let description = [{
    `#ttg.shared<{offset=[[0,1],[0,2],[1,0]]}>` lists, for each bit of the offset (in elements) within a buffer, the coordinates
    that it adds (XOR). The map is invertible: a buffer has no holes. Swizzles are such maps.
  }];
  let parameters = (ins AttrParameter<"::tritonc::LinearLayout", "", "const ::tritonc::LinearLayout &">:$layout);
  let genVerifyDecl = 1;
}

#endif
