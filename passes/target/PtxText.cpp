//===- PtxText.cpp ----------------------------------------------------------===//
#include "target/PtxText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace enzyme {

std::optional<PtxInstruction> ptxInstructionOf(const CallInst &call) {
  StringRef text = StringRef(cast<InlineAsm>(call.getCalledOperand())->getAsmString()).trim();
  bool isBlock = text.starts_with("{") && text.ends_with("}") && text.contains(';');
  if (isBlock)
    text = text.drop_front().drop_back().trim();
  text.consume_back(";");
  if (text.contains(';'))
    return std::nullopt;
  PtxInstruction instruction{text.take_until(isSpace).str(), ""};
  for (char c : text.drop_front(instruction.name.size()))
    if (!isSpace(c))
      instruction.operands += c;
  return instruction;
}

std::string ptxOperands(unsigned first, unsigned count) {
  std::string text;
  for (unsigned i = 0; i != count; ++i)
    text += (i ? ",$" : "$") + std::to_string(first + i);
  return text;
}

std::string ptxVector(unsigned first, unsigned count) {
  std::string text = ptxOperands(first, count);
  return count == 1 ? text : "{" + text + "}";
}

Type *ptxNumber(StringRef name, LLVMContext &context) {
  return StringSwitch<Type *>(name)
      .Case("f16", Type::getHalfTy(context))
      .Case("bf16", Type::getBFloatTy(context))
      .Case("f16x2", FixedVectorType::get(Type::getHalfTy(context), 2))
      .Case("bf16x2", FixedVectorType::get(Type::getBFloatTy(context), 2))
      .Case("f32", Type::getFloatTy(context))
      .Case("f64", Type::getDoubleTy(context))
      .Default(nullptr);
}

Type *ptxWord(StringRef name, LLVMContext &context) {
  return StringSwitch<Type *>(name)
      .Cases({"b32", "u32", "s32"}, Type::getInt32Ty(context))
      .Cases({"b64", "u64", "s64"}, Type::getInt64Ty(context))
      .Default(nullptr);
}

} // namespace enzyme
