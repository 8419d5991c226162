//===- SharedMemoryOps.cpp - types and operations on shared memory --------===//
#include "mlir/IR/DialectImplementation.h"
#include "passes/ir/SharedMemory.h"
#include "passes/layout/linear/Families.h"

using namespace mlir;
using namespace tritonc;
using namespace tritonc::ttg;

#define GET_TYPEDEF_CLASSES
#include "passes/ir/SharedMemoryTypes.cpp.inc"
#define GET_OP_CLASSES
#include "passes/ir/SharedMemoryOps.cpp.inc"

void TritonGpuDialect::registerSharedMemoryOps() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "passes/ir/SharedMemoryTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "passes/ir/SharedMemoryOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// !ttg.memdesc
//===----------------------------------------------------------------------===//

Type MemDescType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type element;
  SharedEncodingAttr encoding;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseDimensionList(shape, /*allowDynamic=*/false) || parser.parseType(element) ||
      parser.parseComma() || parser.parseAttribute(encoding) || parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(), shape, element, encoding);
}

void MemDescType::print(AsmPrinter &printer) const {
  printer << "<";
  for (int64_t size : getShape())
    printer << size << "x";
  printer << getElementType() << ", " << getEncoding() << ">";
}

LogicalResult MemDescType::verify(function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> shape, Type element,
                                  SharedEncodingAttr encoding) {
  if (!element.isIntOrFloat())
    return emitError() << "shared memory holds integers and floats, not " << element;
  SmallVector<int64_t, 4> covered = shapeOf(encoding.getLayout());
  if (covered.size() > shape.size() || shape.take_back(covered.size()) != ArrayRef<int64_t>(covered))
    return emitError() << "a layout of another shape than the buffer's";
  return success();
}

int64_t MemDescType::getNumCopies() const {
  int64_t copies = 1;
  for (int64_t size : getShape().take_front(getNumCopyDims()))
    copies *= size;
  return copies;
}

int64_t MemDescType::getBlockBytes() const {
  int64_t elements = 1;
  for (int64_t size : getBlockShape())
    elements *= size;
  return elements * llvm::divideCeil(getElementType().getIntOrFloatBitWidth(), 8u);
}
