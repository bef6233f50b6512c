//===- SumAssembly.cpp --------------------------------------------------------===//
//
//   red[.relaxed][.scope][.global].add.type [$0], $1;       [$0], {$1,$2} of vectors
//   atom[.relaxed][.scope][.global].add.type $0, [$1], $2;  {$0,$1}, [$2], {$3,$4}
//
// In any order: NVIDIA's headers put the operation before the scope, too. Numbers of 16 bits lie in
// integers, two of them in one of 32 bits (f16x2): each is a sum of its own, as PTX says of
// vectors. All are made in the scope of the system, as clang makes atomicAdd.
//===-------------------------------------------------------------------------===//
#include "target/SumAssembly.h"
#include "target/PtxText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

struct Update {
  bool hasResult = false;
  unsigned count = 1; ///< of elements in registers of their own
  AtomicRMWInst::BinOp operation = AtomicRMWInst::BAD_BINOP;
  Type *type = nullptr; ///< of one element
};

AtomicRMWInst::BinOp operationOf(StringRef name, Type *type, bool isSigned) {
  if (type->isFPOrFPVectorTy())
    return name == "add" ? AtomicRMWInst::FAdd : AtomicRMWInst::BAD_BINOP;
  return StringSwitch<AtomicRMWInst::BinOp>(name)
      .Case("add", AtomicRMWInst::Add)
      .Case("and", AtomicRMWInst::And)
      .Case("or", AtomicRMWInst::Or)
      .Case("xor", AtomicRMWInst::Xor)
      .Case("exch", AtomicRMWInst::Xchg)
      .Case("min", isSigned ? AtomicRMWInst::Min : AtomicRMWInst::UMin)
      .Case("max", isSigned ? AtomicRMWInst::Max : AtomicRMWInst::UMax)
      .Default(AtomicRMWInst::BAD_BINOP);
}

std::optional<Update> readName(StringRef name, LLVMContext &context) {
  Update update;
  SmallVector<StringRef, 6> parts;
  name.split(parts, '.');
  StringRef kind = parts.front(), operation;
  bool isSigned = false;
  for (StringRef part : ArrayRef(parts).drop_front()) {
    if (is_contained({"relaxed", "cta", "cluster", "gpu", "sys", "global", "noftz"}, part))
      continue;
    Type *word = ptxWord(part, context), *type = word ? word : ptxNumber(part, context);
    if (part == "v2" || part == "v4")
      update.count = part == "v2" ? 2 : 4;
    else if (type && !update.type)
      update.type = type, isSigned = part.starts_with("s");
    else if (!type && operation.empty())
      operation = part;
    else
      return std::nullopt;
  }
  if (!update.type || (kind != "red" && kind != "atom"))
    return std::nullopt;
  update.hasResult = kind == "atom";
  update.operation = operationOf(operation, update.type, isSigned);
  return update.operation == AtomicRMWInst::BAD_BINOP ? std::nullopt : std::optional(update);
}

/// The operation, if the operands are an address and elements in their order.
std::optional<Update> readUpdate(const CallInst &call) {
  std::optional<PtxInstruction> instruction = ptxInstructionOf(call);
  std::optional<Update> update;
  if (instruction)
    update = readName(instruction->name, call.getContext());
  if (!update)
    return std::nullopt;
  std::string expected;
  unsigned results = update->hasResult ? update->count : 0;
  if (results)
    expected = ptxVector(0, results) + ",";
  expected += "[$" + std::to_string(results) + "]," + ptxVector(results + 1, update->count);
  bool isPlain = instruction->operands == expected && call.arg_size() == 1 + update->count &&
                 call.getArgOperand(0)->getType()->isPointerTy() &&
                 call.getType()->isVoidTy() == !update->hasResult;
  return isPlain ? update : std::nullopt;
}

/// What one register adds: the old values, as it would hold them. Null if its size is another.
Value *apply(IRBuilderBase &builder, const Update &update, Value *at, Value *operand) {
  auto *several = dyn_cast<FixedVectorType>(update.type);
  unsigned count = several ? several->getNumElements() : 1;
  Type *element = update.type->getScalarType(), *held = operand->getType();
  if (held->isPtrOrPtrVectorTy() || held->isAggregateType() ||
      held->getPrimitiveSizeInBits() != update.type->getPrimitiveSizeInBits())
    return nullptr;
  Value *all = builder.CreateBitCast(operand, update.type), *old = PoisonValue::get(update.type);
  Align align = builder.GetInsertBlock()->getDataLayout().getABITypeAlign(element);
  for (unsigned i = 0; i != count; ++i) {
    Value *one = several ? builder.CreateExtractElement(all, i) : all;
    Value *place = builder.CreateConstInBoundsGEP1_64(element, at, i);
    Value *before =
        builder.CreateAtomicRMW(update.operation, place, one, align, AtomicOrdering::Monotonic);
    old = several ? builder.CreateInsertElement(old, before, i) : before;
  }
  return builder.CreateBitCast(old, held);
}

} // namespace

bool nameDeviceSum(CallInst &call) {
  std::optional<Update> update =
      call.getModule()->getTargetTriple().isNVPTX() ? readUpdate(call) : std::nullopt;
  if (!update)
    return false;
  for (Value *operand : drop_begin(call.args()))
    if (operand->getType()->isPtrOrPtrVectorTy() ||
        operand->getType()->getPrimitiveSizeInBits() != update->type->getPrimitiveSizeInBits())
      return false;
  IRBuilder<> builder(&call);
  Type *type = call.getType();
  auto *several = dyn_cast<StructType>(type);
  if (update->hasResult && (several ? several->getNumElements() : 1) != update->count)
    return false;
  Value *results = update->hasResult ? PoisonValue::get(type) : nullptr;
  for (unsigned i = 0; i != update->count; ++i) {
    Value *at = builder.CreateConstInBoundsGEP1_64(update->type, call.getArgOperand(0), i);
    Value *old = apply(builder, *update, at, call.getArgOperand(1 + i));
    if (results && !call.use_empty())
      results = several ? builder.CreateInsertValue(results, old, i) : old;
  }
  if (results)
    call.replaceAllUsesWith(results);
  call.eraseFromParent();
  return true;
}

} // namespace enzyme
