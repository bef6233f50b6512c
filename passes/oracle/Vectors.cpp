//===- Vectors.cpp - functions of x86 on vectors, and assembly that is one ----===//
//
// What headers of vector functions become: most is ordinary code, the rest is here by name
// (without its processor and width: min.ps). Two statements of assembly are known, too: none,
// which moves its operands, and the minimum and maximum, which libraries write so for the order
// of their operands.
//===----------------------------------------------------------------------===//
#include "oracle/Frame.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme::oracle {
namespace {

enum class Kind {
  Unknown,
  Flat,
  First,
  FirstTwo,
  Least,
  Greatest,
  Blend,
  Root,
  Reciprocal,
  Stores,
  Gathers
};

Kind kindOf(StringRef name) {
  if (!name.consume_front("x86."))
    return Kind::Unknown;
  if (name.starts_with("avx2.gather.") && (name.contains(".ps") || name.contains(".pd")))
    return Kind::Gathers;
  name = name.split('.').second; // sse2, avx
  name = name.split(".256").first;
  name = name.split(".512").first;
  return StringSwitch<Kind>(name)
      .Cases({"min.ps", "min.pd", "min.ss", "min.sd"}, Kind::Least)
      .Cases({"max.ps", "max.pd", "max.ss", "max.sd"}, Kind::Greatest)
      .Cases({"hadd.ps", "hadd.pd", "hsub.ps", "hsub.pd"}, Kind::FirstTwo)
      .Cases({"addsub.ps", "addsub.pd"}, Kind::FirstTwo)
      .Cases({"blendvps", "blendvpd", "blendv.ps", "blendv.pd", "pblendvb"}, Kind::Blend)
      .Cases({"rsqrt.ps", "rsqrt.ss"}, Kind::Root)
      .Cases({"rcp.ps", "rcp.ss"}, Kind::Reciprocal)
      .Cases({"vpermilvar.ps", "vpermilvar.pd", "pshuf.b.128", "pshuf.b"}, Kind::First)
      .Cases({"cvtsd2ss", "cvtpd2ps", "cvt.pd2.ps"}, Kind::First)
      .Cases({"maskload.ps", "maskload.pd"}, Kind::First)
      .Cases({"maskstore.ps", "maskstore.pd"}, Kind::Stores)
      .Cases({"round.ps", "round.pd", "round.ss", "round.sd"}, Kind::Flat)
      .Cases({"cvttps2dq", "cvttpd2dq", "cvtps2dq", "cvtpd2dq"}, Kind::Flat)
      .Cases({"cvtsd2si", "cvttsd2si", "cvtss2si", "cvttss2si"}, Kind::Flat)
      .Cases({"cvtsd2si64", "cvttsd2si64", "cvtss2si64", "cvttss2si64"}, Kind::Flat)
      .Cases({"cmp.ps", "cmp.pd", "cmp.ss", "cmp.sd", "movmsk.ps", "movmsk.pd"}, Kind::Flat)
      .Cases({"comieq.sd", "comilt.sd", "comile.sd", "comigt.sd", "comige.sd"}, Kind::Flat)
      .Cases({"comieq.ss", "comilt.ss", "comile.ss", "comigt.ss", "comige.ss"}, Kind::Flat)
      .Default(Kind::Unknown);
}

/// a < b ? a : b, or the other way; the second where neither holds.
Value *extremum(Frame &frame, Instruction &at, ArrayRef<Value *> two, bool isLeast) {
  IRBuilder<> builder(&at);
  auto predicate = isLeast ? CmpInst::FCMP_OLT : CmpInst::FCMP_OGT;
  return builder.CreateSelect(builder.CreateFCmp(predicate, two[0], two[1]), frame.of(two[0]),
                              frame.of(two[1]));
}

/// The same function of shadows; what chooses lanes stays.
Value *sameOn(Frame &frame, CallBase &call, unsigned shadows) {
  IRBuilder<> builder(&call);
  auto *copy = cast<CallInst>(call.clone());
  for (unsigned i = 0; i != shadows; ++i) {
    Value *operand = call.getArgOperand(i);
    copy->setArgOperand(i, operand->getType()->isPointerTy() ? frame.placeOf(builder, operand)
                                                             : frame.of(operand));
  }
  builder.Insert(copy);
  return copy;
}

/// y = 1 / x: -y y dx;  y = 1 / sqrt x: -y y y dx / 2, with exact y.
Value *ofReciprocal(Frame &frame, CallBase &call, bool isOfRoot) {
  IRBuilder<> builder(call.getNextNode());
  Value *x = call.getArgOperand(0), *tangent = frame.of(x);
  Value *one = ConstantFP::get(x->getType(), 1);
  Value *root = isOfRoot ? builder.CreateUnaryIntrinsic(Intrinsic::sqrt, x) : x;
  Value *y = builder.CreateFDiv(one, root);
  Value *square = builder.CreateFMul(y, y);
  Value *partial = builder.CreateFNeg(square);
  if (isOfRoot)
    partial =
        builder.CreateFMul(builder.CreateFMul(partial, y), ConstantFP::get(x->getType(), 0.5));
  return timesTangent(builder, partial, tangent);
}

bool isScalarInVector(StringRef name) { return name.ends_with(".ss") || name.ends_with(".sd"); }

/// Outputs of assembly: where each goes, and which input lies in its place.
bool moveOperands(Frame &frame, CallBase &call) {
  IRBuilder<> builder(&call);
  SmallVector<Value *> inputs(call.args());
  SmallVector<std::pair<Value *, Value *>> outputs; // an address, or null; a shadow
  unsigned argument = 0;
  for (const InlineAsm::ConstraintInfo &one :
       cast<InlineAsm>(call.getCalledOperand())->ParseConstraints()) {
    if (one.Type == InlineAsm::isOutput)
      outputs.push_back({one.isIndirect ? inputs[argument++] : nullptr, nullptr});
    else if (one.Type == InlineAsm::isInput) {
      Value *input = inputs[argument++];
      unsigned place = 0;
      if (!one.Codes.empty() && !StringRef(one.Codes[0]).getAsInteger(10, place) &&
          place < outputs.size())
        outputs[place].second = frame.of(input);
    }
  }
  SmallVector<Value *> results;
  for (auto [address, shadow] : outputs)
    if (!shadow)
      return false;
    else if (address)
      builder.CreateAlignedStore(shadow, frame.placeOf(builder, address), Align(1));
    else
      results.push_back(shadow);
  if (results.size() > 1)
    return false;
  if (!results.empty())
    frame.set(call, results[0]);
  return true;
}

/// The operands of one statement in their order; that of the result is what lay there before,
/// the last argument. Empty: they are something else.
SmallVector<Value *> operandsOf(CallBase &call, StringRef names) {
  SmallVector<Value *> operands;
  SmallVector<StringRef> parts;
  names.split(parts, ',', -1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    unsigned number = 0;
    part = part.trim();
    if (!part.consume_front("$") || part.getAsInteger(10, number) || number > call.arg_size())
      return {};
    Value *operand = call.getArgOperand(number ? number - 1 : call.arg_size() - 1);
    if (operand->getType() != call.getType())
      return {};
    operands.push_back(operand);
  }
  return operands;
}

/// A product and a third operand: vfmadd231pd c, b, a. "fn" turns the product's sign, "sub" the
/// third's. Null: it is not one of these.
Value *ofMultiplyAdd(Frame &frame, CallBase &call, StringRef name, ArrayRef<Value *> operands) {
  if (!name.consume_front("f") || operands.size() != 3)
    return nullptr;
  bool isTurned = name.consume_front("n"), isTakenAway = name.consume_front("msub");
  if (!isTakenAway && !name.consume_front("madd"))
    return nullptr;
  IRBuilder<> builder(&call);
  Value *one = operands[2], *two = operands[1], *three = operands[0]; // as Intel writes them
  Value *factor = name.starts_with("213") ? one : three;
  Value *other = name.starts_with("132") ? one : two;
  Value *added = name.starts_with("132") ? two : name.starts_with("213") ? three : one;
  Value *product = builder.CreateFAdd(timesTangent(builder, factor, frame.of(other)),
                                      timesTangent(builder, other, frame.of(factor)));
  Value *third = frame.of(added);
  Value *zero = Constant::getNullValue(call.getType());
  product = isTurned ? builder.CreateFSub(zero, product) : product;
  return isTakenAway ? builder.CreateFSub(product, third) : builder.CreateFAdd(product, third);
}

Value *ofRoot(Frame &frame, CallBase &call, Value *operand) {
  IRBuilder<> builder(call.getNextNode());
  Value *twice = builder.CreateFAdd(&call, &call);
  Value *partial = builder.CreateFDiv(ConstantFP::get(call.getType(), 1), twice);
  return timesTangent(builder, partial, frame.of(operand));
}

// structure: allow function-name, because instructions have the names of functions
/// minps source, destination: destination < source ? destination : source
bool passStatement(Frame &frame, CallBase &call, StringRef text) {
  auto [name, names] = text.split(' ');
  if (!call.getType()->isFPOrFPVectorTy() || call.arg_empty() || text.contains('\n'))
    return false;
  SmallVector<Value *> operands = operandsOf(call, names);
  name.consume_front("v");
  bool isLeast = name.consume_front("min"), isGreatest = name.consume_front("max");
  if ((isLeast || isGreatest) && operands.size() >= 2) {
    Value *two[] = {operands[1], operands[0]};
    return frame.set(call, extremum(frame, call, two, isLeast)), true;
  }
  if (name.starts_with("sqrt") && !operands.empty())
    return frame.set(call, ofRoot(frame, call, operands[0])), true;
  if (name == "fsqrt" && names.empty() && call.arg_size() == 1)
    return frame.set(call, ofRoot(frame, call, call.getArgOperand(0))), true;
  Value *sum = ofMultiplyAdd(frame, call, name, operands);
  if (sum)
    frame.set(call, sum);
  return sum;
}

} // namespace

bool passVectorFunction(Frame &frame, CallBase &call, StringRef name) {
  auto operands = [&] { return SmallVector<Value *>(call.args()); };
  Kind kind = kindOf(name);
  if (isScalarInVector(name) && kind != Kind::Flat)
    return false;
  switch (kind) {
  case Kind::Unknown:
    return false;
  case Kind::Flat:
    break;
  case Kind::First:
    frame.set(call, sameOn(frame, call, 1));
    break;
  case Kind::FirstTwo:
    frame.set(call, sameOn(frame, call, 2));
    break;
  case Kind::Blend:
    frame.set(call, sameOn(frame, call, 2));
    break;
  case Kind::Least:
  case Kind::Greatest:
    frame.set(call, extremum(frame, call, operands(), kind == Kind::Least));
    break;
  case Kind::Gathers: // what lanes hold that are left out; where; the rest chooses
    frame.set(call, sameOn(frame, call, 2));
    break;
  case Kind::Stores: { // where, which lanes, what
    auto *copy = cast<CallInst>(sameOn(frame, call, 1));
    copy->setArgOperand(2, frame.of(call.getArgOperand(2)));
    break;
  }
  case Kind::Root:
  case Kind::Reciprocal:
    frame.set(call, ofReciprocal(frame, call, kind == Kind::Root));
    break;
  }
  return true;
}

void passAssembly(Frame &frame, CallBase &call) {
  StringRef text = cast<InlineAsm>(call.getCalledOperand())->getAsmString().trim();
  if (text.empty() ? moveOperands(frame, call) : passStatement(frame, call, text))
    return;
  frame.stopIfActive(call, "inline assembly with an active value");
}

} // namespace enzyme::oracle
