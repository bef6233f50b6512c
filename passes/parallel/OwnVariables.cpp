//===- OwnVariables.cpp ---------------------------------------------------===//
#include "parallel/OwnVariables.h"
#include "limits/parallel.h"
#include "parallel/Constructs.h"
#include "rules/Shape.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Between the name of the program's variable and that of the runtime's cache for it.
constexpr StringLiteral betweenNames = ".of.thread.";

bool isOwnVariable(const GlobalVariable &variable) {
  return variable.isThreadLocal() && variable.isDeclaration() &&
         variable.getName().contains(betweenNames);
}

bool asksForOwn(const CallInst &call) {
  return calleeName(call) == ownVariableCall && hasShape(call, ownVariableShape) &&
         isa<GlobalVariable>(call.getArgOperand(2)) && isa<GlobalVariable>(call.getArgOperand(4));
}

GlobalVariable *ownOf(const CallInst &question) {
  auto &variable = *cast<GlobalVariable>(question.getArgOperand(2));
  Module &module = *variable.getParent();
  std::string name =
      (variable.getName() + betweenNames + question.getArgOperand(4)->getName()).str();
  if (GlobalVariable *known = module.getGlobalVariable(name))
    return known;
  auto *own = new GlobalVariable(module, variable.getValueType(), false,
                                 GlobalValue::ExternalLinkage, nullptr, name, nullptr,
                                 GlobalValue::GeneralDynamicTLSModel, variable.getAddressSpace());
  own->setAlignment(variable.getAlign());
  own->setAttributes(variable.getAttributes()); // and so its linkage: the shadow has the same
  own->copyMetadata(&variable, 0);
  return own;
}

/// The variable whose address, of the thread that asks, `address` begins with; null: none.
GlobalVariable *ownBehind(const Value &address, const DataLayout &layout, uint64_t &offset) {
  APInt bytes(layout.getIndexTypeSizeInBits(address.getType()), 0);
  const Value *base = address.stripAndAccumulateConstantOffsets(layout, bytes, true);
  const auto *asked = dyn_cast<IntrinsicInst>(base);
  if (!asked || asked->getIntrinsicID() != Intrinsic::threadlocal_address || bytes.isNegative())
    return nullptr;
  auto *variable = dyn_cast<GlobalVariable>(asked->getArgOperand(0));
  offset = bytes.getZExtValue();
  return variable && isOwnVariable(*variable) ? variable : nullptr;
}

/// Does `at` come before the first barrier of the region, and on every way?
bool isBeforeBarrier(const Instruction &at) {
  for (const Instruction *next = &at; next; next = next->getNextNode())
    if (madeByCompiler(*next) == TeamCall::Barrier)
      return true;
  return false;
}

/// Is a description of an array, which begins with its address, only that of what is assigned to
/// another one?
bool isOnlyAssigned(const InsertValueInst &described) {
  auto isRead = [](const AllocaInst &description, const StoreInst &made) {
    return all_of(description.users(), [&](const User *user) {
      auto *call = dyn_cast<CallInst>(user);
      return user == &made || isa<LifetimeIntrinsic>(user) ||
             (call && calleeName(*call) == assignArraysCall && call->arg_size() >= 2 &&
              call->getArgOperand(1) == &description && call->getArgOperand(0) != &description &&
              isBeforeBarrier(*call));
    });
  };
  auto *made = described.hasOneUse() ? dyn_cast<StoreInst>(*described.user_begin()) : nullptr;
  auto *description = made ? dyn_cast<AllocaInst>(made->getPointerOperand()) : nullptr;
  return description && isRead(*description, *made);
}

/// Is what `parameter` leads to only read, and before the first barrier?
bool isOnlyCopiedIn(const Argument &parameter) {
  return all_of(parameter.users(), [&](const User *user) {
    if (auto *load = dyn_cast<LoadInst>(user))
      return load->isSimple() && isBeforeBarrier(*load);
    if (auto *copy = dyn_cast<MemTransferInst>(user))
      return copy->getRawDest() != &parameter && isBeforeBarrier(*copy);
    auto *described = dyn_cast<InsertValueInst>(user);
    return described && described->getIndices() == ArrayRef<unsigned>{0} &&
           isOnlyAssigned(*described);
  });
}

} // namespace

void nameOwnVariables(Function &function) {
  for (Instruction &at : make_early_inc_range(instructions(function))) {
    auto *call = dyn_cast<CallInst>(&at);
    if (!call || !asksForOwn(*call))
      continue;
    IRBuilder<> builder(call);
    GlobalVariable *own = ownOf(*call);
    call->replaceAllUsesWith(builder.CreateThreadLocalAddress(own));
    auto *number = dyn_cast<CallInst>(call->getArgOperand(1));
    call->eraseFromParent();
    if (number && number->use_empty() && calleeName(*number) == threadNumberCall)
      number->eraseFromParent();
  }
}

namespace {

/// What a region is handed of a thread's own variable.
struct HandedOn {
  unsigned index; ///< of the region's parameter
  GlobalVariable *variable;
  uint64_t offset, bytes;
};

/// Each ends where the next one of the same variable begins: members of a common block are handed
/// on one by one.
SmallVector<HandedOn, 4> handedOnBy(const CallInst &fork, const Function &region) {
  const DataLayout &layout = region.getDataLayout();
  SmallVector<HandedOn, 4> all;
  for (unsigned i = 2; i != region.arg_size(); ++i) {
    uint64_t offset = 0;
    const Value *passed = fork.getArgOperand(i + 1);
    if (!passed->getType()->isPointerTy())
      continue;
    if (GlobalVariable *own = ownBehind(*passed, layout, offset))
      all.push_back({i, own, offset, layout.getTypeAllocSize(own->getValueType()) - offset});
  }
  for (HandedOn &one : all)
    for (const HandedOn &other : all)
      if (one.variable == other.variable && other.offset > one.offset)
        one.bytes = std::min(one.bytes, other.offset - one.offset);
  return all;
}

/// The type of all that `parameter` leads to, where it is a number that is loaded.
Type *numberBehind(const Argument &parameter) {
  Type *type = nullptr;
  for (const User *user : parameter.users()) {
    auto *load = dyn_cast<LoadInst>(user);
    if (!load || (type && type != load->getType()))
      return nullptr;
    type = load->getType();
  }
  return type;
}

/// A copy of that, made in front of the fork.
AllocaInst *copyOf(const HandedOn &one, CallInst &fork, Type *number) {
  IRBuilder<> builder(&fork);
  Type *type = number ? number : ArrayType::get(builder.getInt8Ty(), one.bytes);
  Align align = commonAlignment(one.variable->getAlign().valueOrOne(), one.offset);
  auto *copy = new AllocaInst(type, 0, nullptr, align, "copied.in",
                              fork.getFunction()->getEntryBlock().begin());
  Value *from = fork.getArgOperand(one.index + 1);
  if (number)
    builder.CreateAlignedStore(builder.CreateAlignedLoad(number, from, align), copy, align);
  else
    builder.CreateMemCpy(copy, align, from, align, one.bytes);
  return copy;
}

} // namespace

std::string copyInFromCopies(CallInst &fork) {
  Function *region = regionOf(fork);
  if (!region || madeByCompiler(fork) != TeamCall::Fork)
    return "";
  SmallVector<HandedOn, 4> handedOn = handedOnBy(fork, *region);
  for (const HandedOn &one : handedOn)
    if (!isOnlyCopiedIn(*region->getArg(one.index)))
      return "the first thread's own variable that others use";
  if (any_of(handedOn, [](const HandedOn &one) { return one.bytes > limits::bytesCopiedIn; }))
    return "a large variable that is copied in";
  for (const HandedOn &one : handedOn) {
    Type *number = numberBehind(*region->getArg(one.index));
    fork.setArgOperand(one.index + 1, copyOf(one, fork, number));
  }
  return "";
}

/// The runtime's address of what the thread has, in front of `at`.
static Value *askInFrontOf(Instruction &at, const GlobalVariable &own) {
  Module &module = *at.getModule();
  IRBuilder<> builder(&at);
  Type *number = builder.getInt32Ty(), *pointer = builder.getPtrTy(), *word = builder.getInt64Ty();
  auto [variableName, cacheName] = own.getName().split(betweenNames);
  Constant *variable = module.getOrInsertGlobal(variableName, own.getValueType());
  Constant *cache = module.getOrInsertGlobal(cacheName, pointer); // flang defines it in each file
  Value *where = ConstantPointerNull::get(builder.getPtrTy()); // only said in debugging the runtime
  Value *thread =
      builder.CreateCall(module.getOrInsertFunction(threadNumberCall, number, pointer), {where});
  FunctionCallee asked =
      module.getOrInsertFunction(ownVariableCall, pointer, pointer, number, pointer, word, pointer);
  uint64_t bytes = module.getDataLayout().getTypeAllocSize(own.getValueType());
  CallInst *address =
      builder.CreateCall(asked, {where, thread, variable, builder.getInt64(bytes), cache});
  address->setDoesNotThrow();
  return address;
}

void askForOwnVariables(Module &module) {
  for (GlobalVariable &own : make_early_inc_range(module.globals())) {
    if (!isOwnVariable(own))
      continue;
    for (User *user : make_early_inc_range(own.users()))
      if (auto *at = dyn_cast<IntrinsicInst>(user);
          at && at->getIntrinsicID() == Intrinsic::threadlocal_address) {
        at->replaceAllUsesWith(askInFrontOf(*at, own));
        at->eraseFromParent();
      }
    if (own.use_empty())
      own.eraseFromParent();
  }
}

} // namespace enzyme
