//===- Releases.cpp - giving memory back when the tape is released ---------===//
#include "shadow/Releases.h"
#include "limits/shadow.h"
#include "support/Mutation.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isWord(const Type *type) {
  auto *integer = dyn_cast<IntegerType>(type);
  return type->isPointerTy() || (integer && integer->getBitWidth() <= 64);
}

Value *fromWord(IRBuilderBase &builder, Value *word, Type *type) {
  return type->isPointerTy() ? builder.CreateIntToPtr(word, type) : builder.CreateTrunc(word, type);
}

/// void thunk(ptr memory, i64…) { deallocator(…); }
Function *makeThunk(Module &module, FunctionCallee deallocator, unsigned pointer) {
  LLVMContext &context = module.getContext();
  FunctionType *type = deallocator.getFunctionType();
  SmallVector<Type *, 4> types(type->getNumParams(), Type::getInt64Ty(context));
  types[0] = PointerType::getUnqual(context);
  auto *thunk = Function::Create(FunctionType::get(Type::getVoidTy(context), types, false),
                                 GlobalValue::InternalLinkage,
                                 "enzyme.release." + deallocator.getCallee()->getName(), module);
  IRBuilder<> builder(BasicBlock::Create(context, "", thunk));
  SmallVector<Value *, 4> arguments;
  unsigned nextWord = 1;
  for (unsigned i = 0; i != type->getNumParams(); ++i)
    arguments.push_back(i == pointer
                            ? thunk->getArg(0)
                            : fromWord(builder, thunk->getArg(nextWord++), type->getParamType(i)));
  CallInst *call = builder.CreateCall(deallocator, arguments);
  if (auto *function = dyn_cast<Function>(deallocator.getCallee()))
    call->setCallingConv(function->getCallingConv());
  builder.CreateRetVoid();
  return thunk;
}

} // namespace

std::optional<Release> packRelease(IRBuilderBase &builder, FunctionCallee deallocator,
                                   ArrayRef<Value *> arguments, unsigned pointer) {
  Release release;
  bool isPlain = pointer == 0;
  for (auto [index, argument] : enumerate(arguments)) {
    if (index == pointer)
      continue;
    isPlain &= argument->getType()->isIntegerTy();
    if (!isWord(argument->getType()) || release.words.size() == limits::wordsOfRelease)
      return std::nullopt;
    bool isPointer = argument->getType()->isPointerTy();
    release.words.push_back(isPointer ? builder.CreatePtrToInt(argument, builder.getInt64Ty())
                                      : builder.CreateZExt(argument, builder.getInt64Ty()));
  }
  release.function = isPlain
                         ? deallocator.getCallee()
                         : makeThunk(*builder.GetInsertBlock()->getModule(), deallocator, pointer);
  return release;
}

bool isLost(const CallBase &allocation) {
  SmallVector<const Value *, 8> pending{&allocation};
  SmallPtrSet<const Value *, 8> seen;
  while (!pending.empty()) {
    const Value *pointer = pending.pop_back_val();
    if (!seen.insert(pointer).second)
      continue;
    for (const User *user : pointer->users()) {
      if (isa<GetElementPtrInst, PHINode, SelectInst, FreezeInst>(user)) {
        pending.push_back(user);
        continue;
      }
      auto *store = dyn_cast<StoreInst>(user);
      bool isHarmless =
          isa<LoadInst, ICmpInst, MemIntrinsic>(user) ||
          (store && store->getValueOperand() != pointer) ||
          (isa<IntrinsicInst>(user) && cast<IntrinsicInst>(user)->isLifetimeStartOrEnd());
      if (!isHarmless && !mutation::breaks("release.lost"))
        return false;
    }
  }
  return true;
}

} // namespace enzyme
