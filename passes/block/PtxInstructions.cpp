//===- PtxInstructions.cpp - PTX instructions as arith and math ops -------===//
//
// A PTX register is a container of bits; each instruction says as what it takes them. Here a register is its last
// value, and reading it under another type is a bitcast, an extension by zeros or a truncation. A guarded instruction
// is a select between the new and the old value. Meaning of the instructions: PTX ISA 9.0, section 9.7.
//
//===----------------------------------------------------------------------===//
#include "passes/block/PtxInstructions.h"
#include "passes/ir/Dialects.h"
#include "llvm/ADT/bit.h"

using namespace mlir;

namespace tritonc::ptx {
namespace {

class Evaluator {
public:
  Evaluator(OpBuilder &builder, Location loc, const Program &program, ValueRange inputs, TypeRange outputs,
            std::string &problem)
      : builder(builder), loc(loc), program(program), outputs(outputs), problem(problem),
        arguments(outputs.size() + inputs.size()), registers(program.numRegisters) {
    llvm::copy(inputs, arguments.begin() + outputs.size());
    shape = dyn_cast<RankedTensorType>(inputs.empty() ? outputs.front() : inputs.front().getType());
  }

  FailureOr<SmallVector<Value>> run() {
    for (const Instruction &instruction : program.instructions)
      if (failed(execute(instruction)))
        return failure();
    SmallVector<Value> results;
    for (auto [n, type] : llvm::enumerate(outputs))
      results.push_back(as(arguments[n] ? arguments[n] : constant(bitsOf(type), 0), getElementTypeOrSelf(type)));
    return results;
  }

private:
  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  Type blockOf(Type element) { return shape ? shape.clone(element) : element; }
  Type intType(unsigned bits) { return builder.getIntegerType(bits); }
  static unsigned bitsOf(Type type) { return getElementTypeOrSelf(type).getIntOrFloatBitWidth(); }

  Value constant(Type element, const APInt &bits) {
    TypedAttr attr =
        isa<FloatType>(element)
            ? TypedAttr(FloatAttr::get(element, APFloat(cast<FloatType>(element).getFloatSemantics(), bits)))
            : TypedAttr(IntegerAttr::get(element, bits));
    if (shape)
      attr = DenseElementsAttr::get(cast<ShapedType>(blockOf(element)), Attribute(attr));
    return arith::ConstantOp::create(builder, loc, attr);
  }
  Value constant(unsigned bits, uint64_t value) { return constant(intType(bits), APInt(bits, value, false, true)); }
  Value constant(Type element, double value) {
    APFloat real(value);
    bool lost;
    real.convert(cast<FloatType>(element).getFloatSemantics(), APFloat::rmNearestTiesToEven, &lost);
    return constant(element, real.bitcastToAPInt());
  }

  template <typename Op, typename... Args> Value make(Args &&...args) {
    return Op::create(builder, loc, std::forward<Args>(args)...).getResult();
  }

  /// The bits of `v` as an integer or float type of any width.
  Value as(Value v, Type element) {
    if (getElementTypeOrSelf(v) == element)
      return v;
    if (isa<FloatType>(getElementTypeOrSelf(v)))
      v = make<tt::BitcastOp>(blockOf(intType(bitsOf(v.getType()))), v);
    const unsigned from = bitsOf(v.getType()), to = element.getIntOrFloatBitWidth();
    if (from < to)
      v = make<arith::ExtUIOp>(blockOf(intType(to)), v);
    else if (from > to)
      v = make<arith::TruncIOp>(blockOf(intType(to)), v);
    return isa<FloatType>(element) ? make<tt::BitcastOp>(blockOf(element), v) : v;
  }

  Type elementType(StringRef name) {
    if (name == "f16")
      return builder.getF16Type();
    if (name == "bf16")
      return builder.getBF16Type();
    if (name == "f32")
      return builder.getF32Type();
    return name == "f64" ? Type(builder.getF64Type()) : Type(intType(typeBits(name)));
  }

  Value read(const Operand &operand, Type element) {
    switch (operand.kind) {
    case Operand::Argument:
      return operand.number < arguments.size() && arguments[operand.number] ? as(arguments[operand.number], element)
                                                                            : as(constant(32, 0), element);
    case Operand::Register:
      return as(registers[operand.number] ? registers[operand.number] : constant(32, 0), element);
    case Operand::Immediate:
      if (isa<FloatType>(element))
        return operand.isFloat ? constant(element, llvm::bit_cast<double>(operand.number))
                               : as(constant(bitsOf(element), operand.number), element);
      return constant(bitsOf(element), operand.number);
    case Operand::Vector: {
      const unsigned part = bitsOf(element) / operand.elements.size();
      Value joined;
      for (auto [i, member] : llvm::enumerate(operand.elements)) {
        Value bits = as(read(member, intType(part)), intType(bitsOf(element)));
        if (i)
          bits = make<arith::ShLIOp>(bits, constant(bitsOf(element), part * i));
        joined = joined ? make<arith::OrIOp>(joined, bits) : bits;
      }
      return as(joined, element);
    }
    }
    llvm_unreachable("a kind of operand");
  }

  LogicalResult write(const Instruction &in, const Operand &operand, Value value) {
    if (operand.kind == Operand::Vector) {
      const unsigned bits = bitsOf(value.getType()), part = bits / operand.elements.size();
      for (auto [i, member] : llvm::enumerate(operand.elements)) {
        Value moved = make<arith::ShRUIOp>(as(value, intType(bits)), constant(bits, part * i));
        if (failed(write(in, member, as(moved, intType(part)))))
          return failure();
      }
      return success();
    }
    if (operand.kind == Operand::Immediate || (operand.kind == Operand::Argument && operand.number >= arguments.size()))
      return unsupported(in, "its destination is no register");
    Value &place = operand.kind == Operand::Argument ? arguments[operand.number] : registers[operand.number];
    if (in.predicate >= 0) {
      Type element = getElementTypeOrSelf(value);
      Value old = place ? as(place, element) : as(constant(32, 0), element);
      Value guard = registers[in.predicate] ? as(registers[in.predicate], intType(1)) : constant(1, 0);
      value = make<arith::SelectOp>(guard, in.negated ? old : value, in.negated ? value : old);
    }
    place = value;
    return success();
  }

  LogicalResult unsupported(const Instruction &in, StringRef why = "it is not known for this target") {
    problem = ("'" + in.text + "': " + why).str();
    return failure();
  }

  //===--------------------------------------------------------------------===//
  // Instructions
  //===--------------------------------------------------------------------===//

  /// The instruction's modifiers that nothing has used yet. Rounding to nearest, flushing of denormals and
  /// approximation ask for no more than what is done anyway.
  struct Modifiers {
    SmallVector<StringRef> left;
    bool take(StringRef name) {
      auto found = llvm::find(left, name);
      if (found == left.end())
        return false;
      left.erase(found);
      return true;
    }
    StringRef takeType() {
      for (size_t i = left.size(); i-- > 0;)
        if (StringRef name = left[i]; typeBits(name)) {
          left.erase(left.begin() + i);
          return name;
        }
      return "";
    }
    bool onlyHarmless() const {
      return llvm::all_of(left,
                          [](StringRef name) { return llvm::is_contained({"approx", "ftz", "rn", "full"}, name); });
    }
  };

  LogicalResult execute(const Instruction &in) {
    if (in.operands.size() < 2)
      return unsupported(in);
    Modifiers modifiers{in.modifiers};
    StringRef type = modifiers.takeType();
    if (type.empty())
      return unsupported(in);
    Value result;
    if (in.opcode == "cvt")
      result = convert(in, modifiers, modifiers.takeType(), type);
    else if (in.opcode == "setp")
      result = compare(in, modifiers, type);
    else if (type == "f16x2" || type == "bf16x2")
      result = pairwise(in, modifiers, elementType(type.drop_back(2)));
    else if (type.contains('f'))
      result = floating(in, modifiers, elementType(type),
                        [&](unsigned i) { return read(in.operands[i], elementType(type)); });
    if (!result && in.opcode != "cvt" && in.opcode != "setp" && !type.ends_with("x2"))
      result = integer(in, modifiers, type);
    if (!result || !modifiers.onlyHarmless())
      return unsupported(in);
    return write(in, in.operands.front(), result);
  }

  bool takes(const Instruction &in, size_t sources) { return in.operands.size() == sources + 1; }

  /// Arithmetic on floats; `source(i)` is operand i. Null for what is no such instruction.
  Value floating(const Instruction &in, Modifiers &modifiers, Type type, llvm::function_ref<Value(unsigned)> source) {
    Value result;
    if (takes(in, 1))
      result = floatingUnary(in.opcode, type, source(1));
    else if (takes(in, 2))
      result = floatingBinary(in.opcode, modifiers, source(1), source(2));
    else if (takes(in, 3) && (in.opcode == "fma" || in.opcode == "mad"))
      result = make<math::FmaOp>(source(1), source(2), source(3));
    if (result && modifiers.take("sat")) // NaN gives 0
      result = make<arith::MinNumFOp>(make<arith::MaxNumFOp>(result, constant(type, 0.0)), constant(type, 1.0));
    if (result && modifiers.take("relu"))
      result = make<arith::MaximumFOp>(result, constant(type, 0.0));
    return result;
  }

  Value floatingUnary(StringRef opcode, Type type, Value x) {
    if (opcode == "neg")
      return make<arith::NegFOp>(x);
    if (opcode == "abs")
      return make<math::AbsFOp>(x);
    if (opcode == "ex2")
      return make<math::Exp2Op>(x);
    if (opcode == "lg2")
      return make<math::Log2Op>(x);
    if (opcode == "sin")
      return make<math::SinOp>(x);
    if (opcode == "cos")
      return make<math::CosOp>(x);
    if (opcode == "tanh")
      return make<math::TanhOp>(x);
    if (opcode == "sqrt")
      return make<math::SqrtOp>(x);
    if (opcode == "rsqrt")
      return make<math::RsqrtOp>(x);
    return opcode == "rcp" ? make<arith::DivFOp>(constant(type, 1.0), x) : Value();
  }

  Value floatingBinary(StringRef opcode, Modifiers &modifiers, Value a, Value b) {
    // Where the rounding is written out, nothing may fuse with it (PTX ISA, add, mul): a fused operation does not.
    const bool rounded = (opcode == "add" || opcode == "sub" || opcode == "mul") && modifiers.take("rn");
    Type type = getElementTypeOrSelf(a.getType());
    if (opcode == "add")
      return rounded ? make<math::FmaOp>(a, constant(type, 1.0), b) : make<arith::AddFOp>(a, b);
    if (opcode == "sub")
      return rounded ? make<math::FmaOp>(b, constant(type, -1.0), a) : make<arith::SubFOp>(a, b);
    if (opcode == "mul")
      return rounded ? make<math::FmaOp>(a, b, constant(type, -0.0)) : make<arith::MulFOp>(a, b);
    if (opcode == "div")
      return make<arith::DivFOp>(a, b);
    if (opcode == "copysign") // the first operand's sign
      return make<math::CopySignOp>(b, a);
    if (opcode != "min" && opcode != "max")
      return {};
    const bool nan = modifiers.take("NaN"), max = opcode == "max";
    if (nan)
      return max ? make<arith::MaximumFOp>(a, b) : make<arith::MinimumFOp>(a, b);
    return max ? make<arith::MaxNumFOp>(a, b) : make<arith::MinNumFOp>(a, b);
  }

  /// Two halves in 32 bits.
  Value pairwise(const Instruction &in, Modifiers &modifiers, Type half) {
    Value joined;
    const Modifiers before = modifiers;
    for (unsigned part = 0; part < 2; ++part) {
      modifiers = before;
      Value result = floating(in, modifiers, half, [&](unsigned i) {
        Value bits = read(in.operands[i], intType(32));
        return as(make<arith::ShRUIOp>(bits, constant(32, part * 16)), half);
      });
      if (!result)
        return {};
      result = as(result, intType(32));
      joined = part ? make<arith::OrIOp>(joined, make<arith::ShLIOp>(result, constant(32, 16))) : result;
    }
    return joined;
  }

  Value compare(const Instruction &in, Modifiers &modifiers, StringRef type) {
    if (!takes(in, 2) || modifiers.left.empty())
      return {};
    StringRef name = modifiers.left.front();
    modifiers.take(name);
    Value a = read(in.operands[1], elementType(type)), b = read(in.operands[2], elementType(type));
    if (type.contains('f')) {
      using P = arith::CmpFPredicate;
      static constexpr std::pair<StringLiteral, P> known[] = {
          {"eq", P::OEQ},  {"ne", P::ONE},  {"lt", P::OLT},  {"le", P::OLE},  {"gt", P::OGT},
          {"ge", P::OGE},  {"equ", P::UEQ}, {"neu", P::UNE}, {"ltu", P::ULT}, {"leu", P::ULE},
          {"gtu", P::UGT}, {"geu", P::UGE}, {"num", P::ORD}, {"nan", P::UNO}};
      for (auto [text, predicate] : known)
        if (text == name)
          return make<arith::CmpFOp>(predicate, a, b);
      return {};
    }
    using P = arith::CmpIPredicate;
    const bool isSigned = type.starts_with("s");
    static constexpr std::tuple<StringLiteral, P, P> known[] = {
        {"eq", P::eq, P::eq},   {"ne", P::ne, P::ne},   {"lt", P::slt, P::ult}, {"le", P::sle, P::ule},
        {"gt", P::sgt, P::ugt}, {"ge", P::sge, P::uge}, {"lo", P::ult, P::ult}, {"ls", P::ule, P::ule},
        {"hi", P::ugt, P::ugt}, {"hs", P::uge, P::uge}};
    for (auto [text, whenSigned, whenUnsigned] : known)
      if (text == name)
        return make<arith::CmpIOp>(isSigned ? whenSigned : whenUnsigned, a, b);
    return {};
  }

  //===--------------------------------------------------------------------===//
  // Integers and bits
  //===--------------------------------------------------------------------===//

  Value extend(Value v, unsigned bits, bool isSigned) {
    Type type = blockOf(intType(bits));
    if (bitsOf(v.getType()) > bits)
      return make<arith::TruncIOp>(type, v);
    if (bitsOf(v.getType()) == bits)
      return v;
    return isSigned ? make<arith::ExtSIOp>(type, v) : make<arith::ExtUIOp>(type, v);
  }

  /// PTX clamps shift amounts to the width.
  Value shift(StringRef opcode, Value v, Value amount, bool isSigned) {
    const unsigned bits = bitsOf(v.getType());
    amount = extend(amount, bits, false);
    Value limit = constant(bits, bits - 1), tooFar = make<arith::CmpIOp>(arith::CmpIPredicate::ugt, amount, limit);
    Value inside = make<arith::MinUIOp>(amount, limit);
    if (opcode == "shr" && isSigned)
      return make<arith::ShRSIOp>(v, inside);
    Value moved = opcode == "shr" ? make<arith::ShRUIOp>(v, inside) : make<arith::ShLIOp>(v, inside);
    return make<arith::SelectOp>(tooFar, constant(bits, 0), moved);
  }

  /// Low half, high half or the whole of a product.
  Value multiply(Modifiers &modifiers, Value a, Value b, bool isSigned) {
    const unsigned bits = bitsOf(a.getType());
    const bool wide = modifiers.take("wide"), high = modifiers.take("hi");
    modifiers.take("lo");
    if (!wide && !high)
      return make<arith::MulIOp>(a, b);
    if (high && bits == 64) {
      if (!isSigned)
        return make<tt::MulhiUIOp>(a, b);
      Operation *both = arith::MulSIExtendedOp::create(builder, loc, a, b);
      return both->getResult(1);
    }
    Value product = make<arith::MulIOp>(extend(a, 2 * bits, isSigned), extend(b, 2 * bits, isSigned));
    if (wide)
      return product;
    return extend(make<arith::ShRUIOp>(product, constant(2 * bits, bits)), bits, false);
  }

  Value integer(const Instruction &in, Modifiers &modifiers, StringRef typeName) {
    const Type type = intType(typeBits(typeName));
    const bool isSigned = typeName.starts_with("s");
    const StringRef opcode = in.opcode;
    auto source = [&](unsigned i) { return read(in.operands[i], type); };
    if (opcode == "selp" && takes(in, 3))
      return make<arith::SelectOp>(read(in.operands[3], intType(1)), source(1), source(2));
    if (opcode == "mov" && takes(in, 1))
      return read(in.operands[1], elementType(typeName));
    if (typeName.contains('f'))
      return {};
    if (takes(in, 1))
      return integerUnary(opcode, source(1));
    if (takes(in, 2) && (opcode == "shl" || opcode == "shr"))
      return shift(opcode, source(1), read(in.operands[2], intType(32)), isSigned);
    if (takes(in, 2))
      return integerBinary(opcode, modifiers, source(1), source(2), isSigned);
    if ((opcode == "mad") && takes(in, 3)) {
      Value product = multiply(modifiers, source(1), source(2), isSigned);
      return make<arith::AddIOp>(product, read(in.operands[3], getElementTypeOrSelf(product)));
    }
    if (opcode == "prmt" && takes(in, 3) && bitsOf(type) == 32)
      return permute(source(1), source(2), in.operands[3]);
    if (opcode == "lop3" && takes(in, 4) && in.operands[4].kind == Operand::Immediate)
      return logic(source(1), source(2), source(3), unsigned(in.operands[4].number));
    if (opcode == "bfe" && takes(in, 3))
      return extractField(source(1), in.operands[2], in.operands[3], isSigned);
    return {};
  }

  Value integerUnary(StringRef opcode, Value x) {
    const unsigned bits = bitsOf(x.getType());
    auto count = [&](Value v) { return extend(v, 32, false); }; // these give a u32
    if (opcode == "neg")
      return make<arith::SubIOp>(constant(bits, 0), x);
    if (opcode == "not")
      return make<arith::XOrIOp>(x, constant(bits, ~uint64_t(0)));
    if (opcode == "abs")
      return make<arith::MaxSIOp>(x, make<arith::SubIOp>(constant(bits, 0), x));
    if (opcode == "popc")
      return count(make<math::CtPopOp>(x));
    return opcode == "clz" ? count(make<math::CountLeadingZerosOp>(x)) : Value();
  }

  Value integerBinary(StringRef opcode, Modifiers &modifiers, Value a, Value b, bool isSigned) {
    if (opcode == "add")
      return make<arith::AddIOp>(a, b);
    if (opcode == "sub")
      return make<arith::SubIOp>(a, b);
    if (opcode == "mul")
      return multiply(modifiers, a, b, isSigned);
    if (opcode == "and")
      return make<arith::AndIOp>(a, b);
    if (opcode == "or")
      return make<arith::OrIOp>(a, b);
    if (opcode == "xor")
      return make<arith::XOrIOp>(a, b);
    if (opcode == "min")
      return isSigned ? make<arith::MinSIOp>(a, b) : make<arith::MinUIOp>(a, b);
    if (opcode == "max")
      return isSigned ? make<arith::MaxSIOp>(a, b) : make<arith::MaxUIOp>(a, b);
    if (opcode == "div")
      return isSigned ? make<arith::DivSIOp>(a, b) : make<arith::DivUIOp>(a, b);
    if (opcode == "rem")
      return isSigned ? make<arith::RemSIOp>(a, b) : make<arith::RemUIOp>(a, b);
    return {};
  }

  /// prmt: each byte of the result is one of the eight bytes of `b:a`, or its sign spread over the byte.
  Value permute(Value a, Value b, const Operand &selector) {
    if (selector.kind != Operand::Immediate)
      return {};
    Value result = constant(32, 0);
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned pick = unsigned(selector.number >> (4 * i)) & 15, byte = pick & 7;
      Value bits = byte < 4 ? a : b;
      if (pick & 8) { // bring the byte's sign to the top and spread it
        bits = make<arith::ShLIOp>(bits, constant(32, 24 - 8 * (byte % 4)));
        bits = make<arith::ShRSIOp>(bits, constant(32, 31));
      } else {
        bits = make<arith::ShRUIOp>(bits, constant(32, 8 * (byte % 4)));
      }
      bits = make<arith::AndIOp>(bits, constant(32, 0xff));
      result = make<arith::OrIOp>(result, make<arith::ShLIOp>(bits, constant(32, 8 * i)));
    }
    return result;
  }

  /// lop3: bit i of the table is the result where (a, b, c) are the bits of i, a the highest.
  Value logic(Value a, Value b, Value c, unsigned table) {
    const unsigned bits = bitsOf(a.getType());
    auto mux = [&](Value choose, Value one, Value zero) -> Value {
      if (one == zero)
        return one;
      return make<arith::XOrIOp>(make<arith::AndIOp>(make<arith::XOrIOp>(one, zero), choose), zero);
    };
    Value none = constant(bits, 0), all = constant(bits, ~uint64_t(0));
    auto entry = [&](unsigned i) { return table >> i & 1 ? all : none; };
    auto ofB = [&](unsigned i) { return mux(b, mux(c, entry(i + 3), entry(i + 2)), mux(c, entry(i + 1), entry(i))); };
    return mux(a, ofB(4), ofB(0));
  }

  /// bfe with a constant place that lies within the register.
  Value extractField(Value v, const Operand &begin, const Operand &length, bool isSigned) {
    const unsigned bits = bitsOf(v.getType());
    if (begin.kind != Operand::Immediate || length.kind != Operand::Immediate || length.number == 0 ||
        begin.number + length.number > bits)
      return {};
    v = make<arith::ShLIOp>(v, constant(bits, bits - begin.number - length.number));
    Value back = constant(bits, bits - length.number);
    return isSigned ? make<arith::ShRSIOp>(v, back) : make<arith::ShRUIOp>(v, back);
  }

  //===--------------------------------------------------------------------===//
  // Conversions
  //===--------------------------------------------------------------------===//

  Value convertFloat(Value v, Type to) {
    const unsigned from = bitsOf(v.getType());
    if (getElementTypeOrSelf(v) == to)
      return v;
    if (from == 16 && to.getIntOrFloatBitWidth() == 16) { // f16 and bf16: through f32
      v = make<arith::ExtFOp>(blockOf(builder.getF32Type()), v);
      return make<arith::TruncFOp>(blockOf(to), v);
    }
    return from < to.getIntOrFloatBitWidth() ? make<arith::ExtFOp>(blockOf(to), v)
                                             : make<arith::TruncFOp>(blockOf(to), v);
  }

  /// Rounds as the modifier says, and takes the nearest integer for what is out of range; NaN gives 0.
  Value floatToInt(Modifiers &modifiers, Value v, unsigned bits, bool isSigned) {
    if (bitsOf(v.getType()) < 32)
      v = make<arith::ExtFOp>(blockOf(builder.getF32Type()), v);
    Type element = getElementTypeOrSelf(v);
    if (modifiers.take("rni"))
      v = make<math::RoundEvenOp>(v);
    else if (modifiers.take("rmi"))
      v = make<math::FloorOp>(v);
    else if (modifiers.take("rpi"))
      v = make<math::CeilOp>(v);
    else if (!modifiers.take("rzi"))
      return {};
    modifiers.take("sat"); // integers always saturate
    APInt least = isSigned ? APInt::getSignedMinValue(bits) : APInt::getMinValue(bits);
    APInt most = isSigned ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
    // 2^(bits-1) or 2^bits is a float, the integer below it need not be.
    const double low = isSigned ? -std::ldexp(1.0, bits - 1) : 0.0, high = std::ldexp(1.0, isSigned ? bits - 1 : bits);
    Value below = make<arith::CmpFOp>(arith::CmpFPredicate::OLT, v, constant(element, low));
    Value above = make<arith::CmpFOp>(arith::CmpFPredicate::OGE, v, constant(element, high));
    Value nan = make<arith::CmpFOp>(arith::CmpFPredicate::UNO, v, v);
    Value outside = make<arith::OrIOp>(make<arith::OrIOp>(below, above), nan);
    Value safe = make<arith::SelectOp>(outside, constant(element, 0.0), v);
    Type type = blockOf(intType(bits));
    Value result = isSigned ? make<arith::FPToSIOp>(type, safe) : make<arith::FPToUIOp>(type, safe);
    result = make<arith::SelectOp>(below, constant(intType(bits), least), result);
    return make<arith::SelectOp>(above, constant(intType(bits), most), result);
  }

  /// The four bits of e2m1, nearest even: 0, 1/2, 1, 3/2, 2, 3, 4, 6 and a sign. What is larger gives 6, and so does
  /// NaN. The code counts the midpoints below the value; a midpoint itself belongs to the even code beside it.
  Value toE2M1(Value x) {
    Value size = make<math::AbsFOp>(x), code = constant(8, 0);
    const double midpoints[] = {0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5};
    for (auto [i, midpoint] : llvm::enumerate(midpoints)) {
      auto above = i % 2 ? arith::CmpFPredicate::UGE : arith::CmpFPredicate::UGT;
      Value isAbove = make<arith::CmpFOp>(above, size, constant(builder.getF32Type(), midpoint));
      code = make<arith::AddIOp>(code, as(isAbove, intType(8)));
    }
    Value sign = make<arith::ShRUIOp>(as(x, intType(32)), constant(32, 31));
    Value isNumber = make<arith::CmpFOp>(arith::CmpFPredicate::ORD, x, x);
    sign = make<arith::AndIOp>(as(sign, intType(8)), as(isNumber, intType(8)));
    return make<arith::OrIOp>(code, make<arith::ShLIOp>(sign, constant(8, 3)));
  }

  Value convert(const Instruction &in, Modifiers &modifiers, StringRef to, StringRef from) {
    if (to.empty())
      return {};
    if (to == "e2m1x2" || from == "e2m1x2") { // the first source is the upper half
      if (!takes(in, 2) || from != "f32" || !modifiers.take("satfinite"))
        return {};
      Value high = toE2M1(read(in.operands[1], builder.getF32Type()));
      Value low = toE2M1(read(in.operands[2], builder.getF32Type()));
      return make<arith::OrIOp>(make<arith::ShLIOp>(high, constant(8, 4)), low);
    }
    if (takes(in, 2) && to.ends_with("x2") && from == "f32") { // the first source is the upper half
      Type half = elementType(to.drop_back(2));
      Value high = convertFloat(read(in.operands[1], builder.getF32Type()), half);
      Value low = convertFloat(read(in.operands[2], builder.getF32Type()), half);
      high = make<arith::ShLIOp>(as(high, intType(32)), constant(32, 16));
      return make<arith::OrIOp>(high, as(low, intType(32)));
    }
    if (!takes(in, 1) || to.ends_with("x2") || from.ends_with("x2"))
      return {};
    Value v = read(in.operands[1], elementType(from));
    const bool fromSigned = from.starts_with("s"), toSigned = to.starts_with("s");
    if (from.contains('f') && to.contains('f'))
      return from == to ? Value() : convertFloat(v, elementType(to));
    if (from.contains('f'))
      return floatToInt(modifiers, v, typeBits(to), toSigned);
    if (!to.contains('f'))
      return extend(v, typeBits(to), fromSigned);
    Type type = blockOf(elementType(to));
    return fromSigned ? make<arith::SIToFPOp>(type, v) : make<arith::UIToFPOp>(type, v);
  }

  OpBuilder &builder;
  Location loc;
  const Program &program;
  TypeRange outputs;
  std::string &problem;
  RankedTensorType shape; ///< null for scalars
  SmallVector<Value> arguments, registers;
};

} // namespace

FailureOr<SmallVector<Value>> evaluate(OpBuilder &builder, Location loc, const Program &program, ValueRange inputs,
                                       TypeRange outputs, std::string &problem) {
  return Evaluator(builder, loc, program, inputs, outputs, problem).run();
}

} // namespace tritonc::ptx
