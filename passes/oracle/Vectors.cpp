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

enum class Kind { Unknown, Flat, First, FirstTwo, Least, Greatest, Blend, Root, Reciprocal };

Kind kindOf(StringRef name) {
  if (!name.consume_front("x86."))
    return Kind::Unknown;
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

bool isBinary(const CallBase &call) {
  return call.arg_size() == 2 && call.getType()->isFPOrFPVectorTy() &&
         call.getArgOperand(0)->getType() == call.getType() &&
         call.getArgOperand(1)->getType() == call.getType();
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
  case Kind::Root:
  case Kind::Reciprocal:
    frame.set(call, ofReciprocal(frame, call, kind == Kind::Root));
    break;
  }
  return true;
}

void passAssembly(Frame &frame, CallBase &call) {
  StringRef text = cast<InlineAsm>(call.getCalledOperand())->getAsmString();
  if (text.empty() && moveOperands(frame, call))
    return;
  // minps source, destination: destination < source ? destination : source
  bool isLeast = text.starts_with("minp") || text.starts_with("vminp");
  bool isGreatest = text.starts_with("maxp") || text.starts_with("vmaxp");
  bool hasTwo = text.ends_with("$1, $0"), hasThree = text.ends_with("$1, $2, $0");
  if ((isLeast || isGreatest) && (hasTwo || hasThree) && isBinary(call)) {
    Value *two[] = {call.getArgOperand(1), call.getArgOperand(0)};
    frame.set(call, extremum(frame, call, two, isLeast));
    return;
  }
  frame.stopIfActive(call, "inline assembly with an active value");
}

} // namespace enzyme::oracle
