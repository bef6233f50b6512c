//===- HalfAssembly.cpp -----------------------------------------------------===//
//
//   add[.rn].f16 $0,$1,$2;  sub, mul, min, max        of f16, bf16, f16x2, bf16x2
//   fma.rn.f16 $0,$1,$2,$3;  neg.f16 $0,$1;  abs      the same
//   cvt.rn.f16.f32 $0,$1;  cvt.f32.f16 $0,$1          and f64, bf16
//   .reg .pred P; setp.lt.f16 P,$1,$2; selp.u16 $0,1,0,P;
//
// Operands are the integers of 16 or 32 bits that the numbers lie in, or floats and doubles that
// are converted; all are in order. Sums that saturate (.sat) and the like are not among them.
//===-------------------------------------------------------------------------===//
#include "target/HalfAssembly.h"
#include "target/HalfWords.h"
#include "target/PtxText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace enzyme {
namespace {

/// The text without braces and blanks; what follows a name begins after one blank.
std::string normalised(StringRef text) {
  std::string result;
  for (char c : text) {
    bool isBlank = isSpace(c) || c == '{' || c == '}';
    if (!isBlank)
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  return StringRef(result).trim(" ;").str();
}

/// Writes what one instruction computes.
class HalfWriter {
public:
  explicit HalfWriter(CallInst &call) : call(call), builder(&call) {}

  /// Null if it is not known.
  Value *write(StringRef text) {
    if (text.starts_with(".reg .pred "))
      return compare(text);
    auto [name, operands] = text.split(' ');
    if (!areInOrder(operands))
      return nullptr;
    auto [operation, type] = name.rsplit('.');
    Type *number = ptxNumber(type, call.getContext());
    if (!number)
      return nullptr;
    if (operation.consume_front("cvt."))
      return convert(operation, number);
    return number->isFPOrFPVectorTy() && number->getScalarSizeInBits() == 16
               ? compute(operation, number)
               : nullptr;
  }

private:
  bool areInOrder(StringRef operands) const {
    std::string expected = "$0";
    for (unsigned i = 0; i != call.arg_size(); ++i)
      expected += ",$" + std::to_string(i + 1);
    std::string given = operands.str();
    llvm::erase(given, ' ');
    return given == expected;
  }

  /// The operand as a number; null if it has another size.
  Value *operand(unsigned index, Type *type) {
    Value *value = call.getArgOperand(index);
    return value->getType()->getPrimitiveSizeInBits() == type->getPrimitiveSizeInBits()
               ? builder.CreateBitCast(value, type)
               : nullptr;
  }

  Value *asResult(Value *number) {
    bool fits =
        number->getType()->getPrimitiveSizeInBits() == call.getType()->getPrimitiveSizeInBits();
    return fits ? builder.CreateBitCast(number, call.getType()) : nullptr;
  }

  Value *convert(StringRef kind, Type *from) {
    bool isRounded = kind.consume_front("rn.");
    Type *to = ptxNumber(kind, call.getContext());
    Value *number = to && !to->isVectorTy() && !from->isVectorTy() && call.arg_size() == 1
                        ? operand(0, from)
                        : nullptr;
    if (!number)
      return nullptr;
    bool isNarrower = to->getPrimitiveSizeInBits() < from->getPrimitiveSizeInBits();
    bool isWider = to->getPrimitiveSizeInBits() > from->getPrimitiveSizeInBits();
    if (isNarrower != isRounded || isNarrower == isWider)
      return nullptr;
    return asResult(builder.CreateFPCast(number, to));
  }

  Value *compute(StringRef operation, Type *type) {
    SmallVector<Value *, 3> numbers;
    for (unsigned i = 0; i != call.arg_size(); ++i)
      numbers.push_back(operand(i, type));
    if (is_contained(numbers, nullptr))
      return nullptr;
    operation.consume_back(".rn");
    Value *result = nullptr;
    if (numbers.size() == 1)
      result = operation == "neg"   ? builder.CreateFNeg(numbers[0])
               : operation == "abs" ? builder.CreateUnaryIntrinsic(Intrinsic::fabs, numbers[0])
                                    : nullptr;
    else if (numbers.size() == 2)
      result = ofTwo(operation, numbers[0], numbers[1]);
    else if (operation == "fma" &&
             numbers.size() == 3) // structure: allow function-name, because it is PTX's
      result = builder.CreateIntrinsic(Intrinsic::fma, {type}, numbers);
    return result ? asResult(result) : nullptr;
  }

  Value *ofTwo(StringRef operation, Value *a, Value *b) {
    if (operation == "add")
      return builder.CreateFAdd(a, b);
    if (operation == "sub")
      return builder.CreateFSub(a, b);
    if (operation == "mul")
      return builder.CreateFMul(a, b);
    bool isMin = operation == "min";
    return isMin || operation == "max"
               ? builder.CreateBinaryIntrinsic(isMin ? Intrinsic::minnum : Intrinsic::maxnum, a, b)
               : nullptr;
  }

  /// .reg .pred P; setp.lt.f16 P, $1, $2; selp.u16 $0, 1, 0, P
  Value *compare(StringRef text) {
    SmallVector<StringRef, 3> parts;
    text.split(parts, ';');
    if (parts.size() != 3 || call.arg_size() != 2)
      return nullptr;
    StringRef predicate = parts[0].trim().substr(StringRef(".reg .pred ").size());
    std::string compared = without(parts[1]), chosen = without(parts[2]);
    auto [name, operands] = parts[1].trim().split(' ');
    auto [kind, type] = name.rsplit('.');
    Type *number = kind.consume_front("setp.") ? ptxNumber(type, call.getContext()) : nullptr;
    bool isKnown = number && !number->isVectorTy() && number->getPrimitiveSizeInBits() == 16 &&
                   without(operands) == (predicate + ",$1,$2").str() &&
                   chosen == ("selp.u16$0,1,0," + predicate).str();
    CmpInst::Predicate how = predicateOf(kind);
    if (!isKnown || how == CmpInst::BAD_FCMP_PREDICATE)
      return nullptr;
    Value *a = operand(0, number), *b = operand(1, number);
    return a && b ? builder.CreateZExt(builder.CreateFCmp(how, a, b), call.getType()) : nullptr;
  }

  static std::string without(StringRef text) {
    std::string result = text.str();
    llvm::erase(result, ' ');
    return result;
  }

  static CmpInst::Predicate predicateOf(StringRef kind) {
    return StringSwitch<CmpInst::Predicate>(kind)
        .Case("eq", CmpInst::FCMP_OEQ)
        .Case("ne", CmpInst::FCMP_ONE)
        .Case("lt", CmpInst::FCMP_OLT)
        .Case("le", CmpInst::FCMP_OLE)
        .Case("gt", CmpInst::FCMP_OGT)
        .Case("ge", CmpInst::FCMP_OGE)
        .Case("equ", CmpInst::FCMP_UEQ)
        .Case("neu", CmpInst::FCMP_UNE)
        .Case("ltu", CmpInst::FCMP_ULT)
        .Case("leu", CmpInst::FCMP_ULE)
        .Case("gtu", CmpInst::FCMP_UGT)
        .Case("geu", CmpInst::FCMP_UGE)
        .Default(CmpInst::BAD_FCMP_PREDICATE);
  }

  CallInst &call;
  IRBuilder<> builder;
};

} // namespace

bool nameHalfArithmetic(CallInst &call) {
  if (!call.getModule()->getTargetTriple().isNVPTX() ||
      !(call.getType()->isIntegerTy() || call.getType()->isFloatingPointTy()))
    return false;
  auto *assembly = cast<InlineAsm>(call.getCalledOperand());
  std::string text = normalised(assembly->getAsmString());
  Value *result = HalfWriter(call).write(text);
  if (!result)
    result = writeHalfWords(call, text);
  if (!result)
    return false;
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
  return true;
}

} // namespace enzyme
