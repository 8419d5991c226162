//===- TritonDialect.td - the tt dialect and its types --------------------===//
//
// Block IR: what one program does to blocks of data, with no threads in sight. Op names, attribute names and the textual
// form are those that Triton 3.x prints at its TTIR stage (facts of a file format; checked against dumps of Triton 3.6),
// so that other front ends' dumps are valid input here.
//
//===----------------------------------------------------------------------===//

#ifndef TRITONC_TRITON_DIALECT_TD
#define TRITONC_TRITON_DIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"

def Triton_Dialect : Dialect {
  let name = "tt";
  let cppNamespace = "::tritonc::tt";
  let summary = "blocks of data, as the Triton language sees them";
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
                           "::mlir::ub::UBDialect"];
}

class TT_Type<string name, string mnem> : TypeDef<Triton_Dialect, name> {
  let mnemonic = mnem;
}

def TT_PtrType : TT_Type<"Ptr", "ptr"> {
  let summary = "pointer to one element, or to a block (a block pointer)";
  let description = [{
    `!tt.ptr<f32>` is a pointer into global memory (address space 1, not printed). The pointee may be a tensor type: then
    the value is a block pointer as made by `tt.make_tensor_ptr`.
  }];
  let parameters = (ins "::mlir::Type":$pointeeType, DefaultValuedParameter<"int", "1">:$addressSpace);
  let assemblyFormat = "`<` $pointeeType (`,` $addressSpace^)? `>`";
  let builders = [TypeBuilderWithInferredContext<(ins "::mlir::Type":$pointee), [{
    return $_get(pointee.getContext(), pointee, 1);
  }]>];
  let skipDefaultBuilders = 0;
}

def TT_TensorDescType : TT_Type<"TensorDesc", "tensordesc"> {
  let summary = "descriptor of a strided tensor in global memory, accessed by blocks";
  let parameters = (ins "::mlir::RankedTensorType":$blockType);
  let assemblyFormat = "`<` $blockType `>`";
}

// Type constraints.
def TT_Float : AnyTypeOf<[AnyFloat], "floating-point">;
def TT_Int : AnyTypeOf<[I1, I8, I16, I32, I64], "integer">;
def TT_FloatLike : AnyTypeOf<[TT_Float, RankedTensorOf<[TT_Float]>]>;
def TT_IntLike : AnyTypeOf<[TT_Int, RankedTensorOf<[TT_Int]>]>;
def TT_BoolLike : AnyTypeOf<[I1, RankedTensorOf<[I1]>]>;
def TT_PtrLike : AnyTypeOf<[TT_PtrType, RankedTensorOf<[TT_PtrType]>]>;
def TT_Scalar : AnyTypeOf<[TT_Float, TT_Int, TT_PtrType]>;
def TT_Tensor : RankedTensorOf<[TT_Float, TT_Int, TT_PtrType]>;
def TT_FpIntTensor : RankedTensorOf<[TT_Float, TT_Int]>;
def TT_AnyType : AnyTypeOf<[TT_Float, TT_Int, TT_PtrType, TT_Tensor, TT_TensorDescType]>;
def TT_ValueLike : AnyTypeOf<[TT_Float, TT_Int, TT_PtrType, TT_Tensor]>;

#endif
