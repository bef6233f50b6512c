//===- Assembly.cpp -------------------------------------------------------===//
#include "prepare/Assembly.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

bool hasNoInstructions(StringRef assembly) {
  SmallVector<StringRef, 4> lines;
  assembly.split(lines, '\n');
  return all_of(lines, [](StringRef line) {
    line = line.trim();
    return line.empty() || line.starts_with("#");
  });
}

/// A multiplication and addition of x86: which operands, written last to first as in AT&T's
/// syntax, are the factors and which is the addend. vfnmsub213pd: -(y * x) - z.
struct Fused {
  unsigned factor, otherFactor, addend;
  bool isProductNegated, isAddendNegated;
};

std::optional<Fused> fusedBy(StringRef name, bool isVector) {
  if (!name.consume_front("vf"))
    return std::nullopt;
  bool isNegated = name.consume_front("n");
  bool isSum = name.consume_front("madd");
  if (!isSum && !name.consume_front("msub"))
    return std::nullopt;
  StringRef order = name.take_front(3), format = name.drop_front(std::min<size_t>(3, name.size()));
  if (isVector ? format != "ps" && format != "pd" : format != "ss" && format != "sd")
    return std::nullopt;
  Fused fused{0, 0, 0, isNegated, !isSum};
  // The digits count from the destination, which is written last.
  for (auto [operand, digit] :
       zip(std::array{&fused.factor, &fused.otherFactor, &fused.addend}, order)) {
    if (digit < '1' || digit > '3')
      return std::nullopt;
    *operand = unsigned('3' - digit);
  }
  return order.size() == 3 ? std::optional(fused) : std::nullopt;
}

/// What `$n` names: an argument, for the result ($0) the one that it starts as.
Value *namedBy(StringRef operand, const CallInst &call) {
  unsigned number;
  if (!operand.consume_front("$") || operand.getAsInteger(10, number))
    return nullptr;
  InlineAsm::ConstraintInfoVector constraints =
      cast<InlineAsm>(call.getCalledOperand())->ParseConstraints();
  if (number == 0)
    for (unsigned i = 1; i < constraints.size(); ++i)
      if (constraints[i].Codes.size() == 1 && constraints[i].Codes.front() == "0")
        number = i;
  return number == 0 || number > call.arg_size() ? nullptr : call.getArgOperand(number - 1);
}

/// The same computation, if the assembly is one instruction that is known.
Value *meaningOf(CallInst &call) {
  Type *type = call.getType();
  auto *assembly = cast<InlineAsm>(call.getCalledOperand());
  if (!type->isFPOrFPVectorTy() || assembly->getDialect() != InlineAsm::AD_ATT)
    return nullptr;
  auto [name, rest] = StringRef(assembly->getAsmString()).trim().split(' ');
  std::optional<Fused> fused = fusedBy(name, type->isVectorTy());
  SmallVector<StringRef, 3> operands;
  rest.split(operands, ',');
  if (!fused || operands.size() != 3 || operands.back().trim() != "$0")
    return nullptr;
  SmallVector<Value *, 3> values;
  for (StringRef operand : operands)
    if (Value *value = namedBy(operand.trim(), call); value && value->getType() == type)
      values.push_back(value);
  if (values.size() != 3)
    return nullptr;
  IRBuilder<> builder(&call);
  Value *factor = values[fused->factor], *addend = values[fused->addend];
  if (fused->isProductNegated)
    factor = builder.CreateFNeg(factor);
  if (fused->isAddendNegated)
    addend = builder.CreateFNeg(addend);
  return builder.CreateIntrinsic(type, Intrinsic::fma,
                                 {factor, values[fused->otherFactor], addend});
}

} // namespace

static void nameCall(CallInst &call) {
  Value *meaning = nullptr;
  if (hasNoInstructions(cast<InlineAsm>(call.getCalledOperand())->getAsmString())) {
    bool isMove = call.arg_size() == 1 && call.getType() == call.getArgOperand(0)->getType();
    meaning = isMove ? call.getArgOperand(0) : nullptr;
    if (call.getType()->isVoidTy()) {
      call.eraseFromParent();
      return;
    }
  } else {
    meaning = meaningOf(call);
  }
  if (!meaning)
    return;
  call.replaceAllUsesWith(meaning);
  call.eraseFromParent();
}

void nameAssembly(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *call = dyn_cast<CallInst>(&instruction); call && call->isInlineAsm())
      nameCall(*call);
}

} // namespace enzyme
