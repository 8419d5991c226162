//===- TritonGpuDialect.cpp - the ttg dialect: parsing and checking layouts ===//
#include "mlir/IR/DialectImplementation.h"
#include "passes/ir/Dialects.h"
#include "passes/layout/linear/Families.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace tritonc;
using namespace tritonc::ttg;

#include "passes/ir/TritonGpuDialect.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "passes/ir/TritonGpuAttrs.cpp.inc"

namespace {
/// Layouts are long: give them names at the top of the file.
struct LayoutAliases : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;
  AliasResult getAlias(Attribute attr, raw_ostream &os) const final {
    if (!isa<LinearEncodingAttr, SharedEncodingAttr>(attr))
      return AliasResult::NoAlias;
    os << (isa<LinearEncodingAttr>(attr) ? "linear" : "shared");
    return AliasResult::FinalAlias;
  }
};
} // namespace

void TritonGpuDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "passes/ir/TritonGpuAttrs.cpp.inc"
      >();
  registerGpuOps();
  registerSharedMemoryOps();
  addInterfaces<LayoutAliases>();
}

//===----------------------------------------------------------------------===//
// Printing and parsing
//===----------------------------------------------------------------------===//

void TritonGpuDialect::printAttribute(Attribute attr, DialectAsmPrinter &printer) const {
  if (auto shared = dyn_cast<SharedEncodingAttr>(attr)) {
    printer << SharedEncodingAttr::getMnemonic();
    return shared.print(printer);
  }
  printer << LinearEncodingAttr::getMnemonic();
  cast<LinearEncodingAttr>(attr).print(printer);
}

void LinearEncodingAttr::print(AsmPrinter &printer) const {
  const LinearLayout &layout = getLayout();
  printer << "<" << layout.toString();
  // Without any basis the rank cannot be read off.
  if (layout.totalInBits() == 0)
    printer << ", rank = " << layout.outs().size();
  printer << ">";
}

void SharedEncodingAttr::print(AsmPrinter &printer) const {
  printer << "<" << getLayout().toString();
  if (getLayout().totalInBits() == 0)
    printer << ", rank = " << getLayout().outs().size();
  printer << ">";
}

static ParseResult parseInts(AsmParser &parser, std::vector<int32_t> &values) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                        [&] { return parser.parseInteger(values.emplace_back()); });
}

static ParseResult parseBases(AsmParser &parser, SmallVectorImpl<InputBases> &ins) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, [&]() -> ParseResult {
    StringRef name;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    std::optional<Dim> dim = dimFromName(name);
    if (!dim || isTensorDim(*dim))
      return parser.emitError(loc) << "unknown input '" << name << "', expected register, lane, warp, block or offset";
    InputBases &in = ins.emplace_back(InputBases{*dim, {}});
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                          [&] { return parseInts(parser, in.bases.emplace_back()); });
  });
}

/// The smallest outputs that hold all bases. A layout that is onto its tensor has no others.
static SmallVector<DimBits, 4> impliedOuts(ArrayRef<InputBases> ins, unsigned rank) {
  SmallVector<DimBits, 4> outs;
  for (unsigned d = 0; d < rank; ++d) {
    int32_t all = 0;
    for (const InputBases &in : ins)
      for (const auto &basis : in.bases)
        if (d < basis.size())
          all |= std::max(basis[d], 0);
    outs.push_back({outDim(d), unsigned(llvm::bit_width(uint32_t(all)))});
  }
  return outs;
}

template <typename Encoding>
static Attribute makeEncoding(AsmParser &parser, SMLoc loc, llvm::Expected<LinearLayout> layout) {
  if (!layout) {
    parser.emitError(loc) << llvm::toString(layout.takeError());
    return {};
  }
  return Encoding::getChecked([&] { return parser.emitError(loc); }, parser.getContext(), *layout);
}

/// `<{in=[[...]], ...}>`, with the rank where no basis shows it.
template <typename Encoding> static Attribute parseLinear(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<InputBases> ins;
  unsigned rank = 0;
  if (parser.parseLess() || parseBases(parser, ins))
    return {};
  for (const InputBases &in : ins)
    if (!in.bases.empty() && rank == 0)
      rank = in.bases.front().size();
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("rank") || parser.parseEqual() || parser.parseInteger(rank)))
    return {};
  if (parser.parseGreater())
    return {};
  if (rank > maxTensorRank) {
    parser.emitError(loc) << "a layout of rank " << rank << "; at most " << maxTensorRank << " is supported";
    return {};
  }
  return makeEncoding<Encoding>(parser, loc, LinearLayout::fromBases(ins, impliedOuts(ins, rank)));
}

Attribute LinearEncodingAttr::parse(AsmParser &parser, Type) { return parseLinear<LinearEncodingAttr>(parser); }
Attribute SharedEncodingAttr::parse(AsmParser &parser, Type) { return parseLinear<SharedEncodingAttr>(parser); }

/// The reason why the numbers describe no blocked layout; empty if they do.
static std::string checkBlocked(ArrayRef<int32_t> shape, const BlockedParams &params) {
  auto powersOfTwo = [](ArrayRef<int32_t> values) {
    return llvm::all_of(values, [](int32_t value) { return value > 0 && llvm::isPowerOf2_32(value); });
  };
  size_t rank = shape.size();
  if (rank == 0 || params.sizePerThread.size() != rank || params.threadsPerWarp.size() != rank ||
      params.warpsPerCTA.size() != rank || params.order.size() != rank)
    return "needs shape, sizePerThread, threadsPerWarp, warpsPerCTA and order of one length";
  if (!powersOfTwo(shape) || !powersOfTwo(params.sizePerThread) || !powersOfTwo(params.threadsPerWarp) ||
      !powersOfTwo(params.warpsPerCTA))
    return "takes powers of two";
  SmallVector<int32_t, 4> sorted(params.order);
  llvm::sort(sorted);
  for (auto [i, dim] : llvm::enumerate(sorted))
    if (dim != int32_t(i))
      return "has an order that is no permutation";
  return "";
}

static Attribute parseBlocked(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  llvm::StringMap<std::vector<int32_t>> fields;
  auto parseField = [&]() -> ParseResult {
    StringRef name;
    return failure(parser.parseKeyword(&name) || parser.parseEqual() || parseInts(parser, fields[name]));
  };
  if (parser.parseLess() || parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseField) ||
      parser.parseGreater())
    return {};
  auto field = [&](StringRef name) { return SmallVector<int32_t, 4>(fields[name].begin(), fields[name].end()); };
  SmallVector<int32_t, 4> shape = field("shape");
  BlockedParams params{field("sizePerThread"), field("threadsPerWarp"), field("warpsPerCTA"), field("order")};
  if (std::string reason = checkBlocked(shape, params); !reason.empty()) {
    parser.emitError(loc) << "blocked layout " << reason;
    return {};
  }
  return LinearEncodingAttr::get(parser.getContext(),
                                 blockedLayout(SmallVector<int64_t, 4>(shape.begin(), shape.end()), params));
}

static Attribute parseSlice(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  unsigned dim;
  LinearEncodingAttr parent;
  if (parser.parseLess() || parser.parseLBrace() || parser.parseKeyword("dim") || parser.parseEqual() ||
      parser.parseInteger(dim) || parser.parseComma() || parser.parseKeyword("parent") || parser.parseEqual() ||
      parser.parseAttribute(parent) || parser.parseRBrace() || parser.parseGreater())
    return {};
  if (dim >= parent.getLayout().outs().size()) {
    parser.emitError(loc) << "slice of dimension " << dim << " of a layout of rank "
                          << parent.getLayout().outs().size();
    return {};
  }
  return LinearEncodingAttr::get(parser.getContext(), sliceLayout(parent.getLayout(), dim));
}

Attribute TritonGpuDialect::parseAttribute(DialectAsmParser &parser, Type) const {
  StringRef kind;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&kind))
    return {};
  if (kind == LinearEncodingAttr::getMnemonic())
    return LinearEncodingAttr::parse(parser, Type());
  if (kind == SharedEncodingAttr::getMnemonic())
    return SharedEncodingAttr::parse(parser, Type());
  if (kind == "blocked")
    return parseBlocked(parser);
  if (kind == "slice")
    return parseSlice(parser);
  parser.emitError(loc) << "unknown layout '" << kind << "', expected linear, blocked, slice or shared";
  return {};
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult LinearEncodingAttr::verify(function_ref<InFlightDiagnostic()> emitError, LinearLayout layout) {
  static const Dim expected[] = {Dim::Register, Dim::Lane, Dim::Warp, Dim::Block};
  if (!llvm::equal(expected, layout.ins(), [](Dim dim, const DimBits &in) { return dim == in.dim; }))
    return emitError() << "a layout has the inputs register, lane, warp and block, in this order";
  if (llvm::is_contained(layout.flatBases(Dim::Register), uint64_t(0)))
    return emitError() << "a layout whose registers hold copies (a zero basis)";
  if (!layout.isSurjective())
    return emitError() << "a layout that leaves out elements: its bases do not span the tensor";
  return success();
}

LogicalResult SharedEncodingAttr::verify(function_ref<InFlightDiagnostic()> emitError, LinearLayout layout) {
  if (layout.ins().size() != 1 || layout.ins().front().dim != Dim::Offset)
    return emitError() << "a layout of shared memory has one input, offset";
  if (!layout.isInvertible())
    return emitError() << "a layout of shared memory with holes or with two elements in one place";
  return success();
}

LogicalResult LinearEncodingAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                                                 function_ref<InFlightDiagnostic()> emitError) const {
  if (ArrayRef<int64_t>(shapeOf(getLayout())) == shape)
    return success();
  InFlightDiagnostic diagnostic = emitError();
  diagnostic << "layout covers a tensor of shape [";
  llvm::interleaveComma(shapeOf(getLayout()), diagnostic);
  diagnostic << "], not [";
  llvm::interleaveComma(shape, diagnostic);
  return diagnostic << "]";
}

LogicalResult TritonGpuDialect::verifyOperationAttribute(Operation *op, NamedAttribute attr) {
  StringRef name = attr.getName();
  if (name == targetAttrName())
    return isa<StringAttr>(attr.getValue()) ? success() : op->emitOpError() << "needs a string as " << name;
  if (name != numWarpsAttrName() && name != threadsPerWarpAttrName() && name != numCtasAttrName())
    return success();
  auto value = dyn_cast<IntegerAttr>(attr.getValue());
  if (!value || value.getInt() <= 0 || !llvm::isPowerOf2_64(value.getInt()))
    return op->emitOpError() << "needs a positive power of two as " << name;
  return success();
}

//===----------------------------------------------------------------------===//
// What a module was laid out for
//===----------------------------------------------------------------------===//

static int moduleInt(Operation *op, StringRef name, int otherwise) {
  for (; op; op = op->getParentOp())
    if (auto value = op->getAttrOfType<IntegerAttr>(name))
      return int(value.getInt());
  return otherwise;
}

int ttg::numWarps(Operation *op) { return moduleInt(op, numWarpsAttrName(), 4); }
int ttg::threadsPerWarp(Operation *op) { return moduleInt(op, threadsPerWarpAttrName(), 32); }
int ttg::numCtas(Operation *op) { return moduleInt(op, numCtasAttrName(), 1); }

StringRef ttg::targetName(Operation *op) {
  for (; op; op = op->getParentOp())
    if (auto value = op->getAttrOfType<StringAttr>(targetAttrName()))
      return value.getValue();
  return "";
}

const LinearLayout *ttg::layoutOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto encoding = tensor ? dyn_cast_or_null<LinearEncodingAttr>(tensor.getEncoding()) : LinearEncodingAttr();
  return encoding ? &encoding.getLayout() : nullptr;
}

RankedTensorType ttg::withLayout(RankedTensorType type, const LinearLayout &layout) {
  return RankedTensorType::get(type.getShape(), type.getElementType(),
                               LinearEncodingAttr::get(type.getContext(), layout));
}
