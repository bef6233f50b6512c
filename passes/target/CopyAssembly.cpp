//===- CopyAssembly.cpp -------------------------------------------------------===//
//
//   cp.async.ca.shared.global [$0], [$1], 8;      cg; .L2::128B and the like
//   cp.async.ca.shared.global [$0], [$1], 8, 4;   the rest is filled with zeros
//
// Until the thread has waited for it (cp.async.wait_group), such a copy may be made at any time,
// and a program that looks at the destination, or writes to the source, has a race. So it is made
// where it is asked for, and its adjoint is a copy's. What waits stays, for copies that others
// make.
//
// The destination is the number of a place in the block's memory: 32 bits of an address, which is
// found behind its conversion.
//===-------------------------------------------------------------------------===//
#include "target/CopyAssembly.h"
#include "target/PtxText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace enzyme {
namespace {

/// The address, in the generic space, of which `number` is the place in the block's memory.
Value *addressOf(Value *number, IRBuilderBase &builder) {
  Value *at = nullptr;
  if (!number->getType()->isIntegerTy())
    return nullptr;
  while (number->getType()->getIntegerBitWidth() >= 32 &&
         match(number, m_CombineOr(m_Trunc(m_Value(at)), m_ZExt(m_Value(at)))))
    number = at;
  if (number->getType()->getIntegerBitWidth() < 32 || !match(number, m_PtrToInt(m_Value(at))))
    return nullptr;
  if (auto *cast = dyn_cast<AddrSpaceCastOperator>(at))
    at = cast->getPointerOperand();
  return at->getType()->getPointerAddressSpace() == 0
             ? at
             : builder.CreateAddrSpaceCast(at, builder.getPtrTy());
}

/// The same of the source, which is an address, or all of one's bits in the global space.
Value *sourceOf(Value *given, IRBuilderBase &builder) {
  bool isWhole = given->getType()->isIntegerTy(64) && isa<PtrToIntOperator>(given);
  return given->getType()->isPointerTy() ? given : isWhole ? addressOf(given, builder) : nullptr;
}

/// A number of the text, or a constant that is given.
std::optional<uint64_t> sizeOf(StringRef operand, const CallInst &call) {
  uint64_t number = 0;
  if (!operand.getAsInteger(10, number))
    return number;
  if (!operand.consume_front("$") || operand.getAsInteger(10, number) || number >= call.arg_size())
    return std::nullopt;
  auto *constant = dyn_cast<ConstantInt>(call.getArgOperand(unsigned(number)));
  return constant ? std::optional(constant->getZExtValue()) : std::nullopt;
}

struct Copy {
  uint64_t size = 0, fromSource = 0;
};

std::optional<Copy> readCopy(const CallInst &call) {
  std::optional<PtxInstruction> instruction = ptxInstructionOf(call);
  if (!instruction)
    return std::nullopt;
  StringRef name = instruction->name;
  SmallVector<StringRef, 4> operands;
  StringRef(instruction->operands).split(operands, ',');
  bool isCopy = (name.consume_front("cp.async.ca.shared.global") ||
                 name.consume_front("cp.async.cg.shared.global")) &&
                (name.empty() || name.starts_with(".L2::"));
  if (!isCopy || !call.getType()->isVoidTy() || (operands.size() != 3 && operands.size() != 4) ||
      operands[0] != "[$0]" || operands[1] != "[$1]")
    return std::nullopt;
  std::optional<uint64_t> size = sizeOf(operands[2], call), fromSource = size;
  if (operands.size() == 4)
    fromSource = sizeOf(operands[3], call);
  if (!size || !fromSource || *fromSource > *size)
    return std::nullopt;
  return Copy{*size, *fromSource};
}

} // namespace

bool nameDeviceCopy(CallInst &call, AddressMaker otherwise) {
  std::optional<Copy> copy =
      call.getModule()->getTargetTriple().isNVPTX() ? readCopy(call) : std::nullopt;
  if (!copy)
    return false;
  IRBuilder<> builder(&call);
  Value *to = addressOf(call.getArgOperand(0), builder);
  Value *given = call.getArgOperand(1), *from = sourceOf(given, builder);
  if (!to && otherwise)
    to = otherwise(builder, call.getArgOperand(0));
  if (!from && otherwise)
    from = builder.CreateIntToPtr(given, builder.getPtrTy());
  if (!to || !from)
    return false;
  Align align(copy->size & -copy->size);
  if (copy->fromSource)
    builder.CreateMemCpy(to, align, from, align, copy->fromSource);
  if (uint64_t rest = copy->size - copy->fromSource)
    builder.CreateMemSet(
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), to, copy->fromSource),
        builder.getInt8(0), rest, std::nullopt);
  call.eraseFromParent();
  return true;
}

} // namespace enzyme
