//===- ReuseBlocks.cpp - small blocks of memory, used again -----------------===//
//
//   p = malloc(n)                     p = enzyme_rt_take_block(n)
//   free(p)                    ->     enzyme_rt_give_block(p)
//   enzyme_rt_defer(p, free)          enzyme_rt_defer(p, enzyme_rt_give_block)
//
// Both give and take the C library's blocks (runtime/blocks.c): it does not matter who frees what
// the other has allocated, the program or another derivative. Where a function of the program
// does, which aligns a block and notes in front of it where that begins, a copy of it does.
//
// Nothing before this step knows the runtime's functions: they are told as allocations by their
// attributes to what LLVM does later.
//===----------------------------------------------------------------------===//
#include "optimise/Optimise.h"
#include "rules/Facts.h"
#include "rules/memory/Allocators.h"
#include "rules/memory/SmallBlocks.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

class BlockCalls {
public:
  explicit BlockCalls(Module &module)
      : allocate(find(module, blocks::allocation.library)),
        free(find(module, blocks::release.library)) {
    LLVMContext &context = module.getContext();
    Type *pointer = PointerType::get(context, 0), *word = Type::getInt64Ty(context);
    if (allocate && allocate->getFunctionType() == FunctionType::get(pointer, {word}, false))
      take = declareTake(module, *allocate);
    if (free &&
        free->getFunctionType() == FunctionType::get(Type::getVoidTy(context), {pointer}, false))
      give = declareGive(module, *free);
  }

  void replaceIn(Function &function) {
    for (Instruction &at : instructions(function)) {
      auto *call = dyn_cast<CallBase>(&at);
      if (!call)
        continue;
      bool isDeferred = tapeCall(*call) == TapeCall::Defer && call->arg_size() == 2;
      Function *made = replacementOf(*call);
      if (isDeferred)
        made = replacementOf(call->getArgOperand(1));
      else if (!made && (allocatorFact(*call) || deallocatorFact(*call)))
        made = replacementOf(call->getCalledOperand());
      if (made && isDeferred)
        call->setArgOperand(1, made);
      else if (made)
        call->setCalledFunction(made);
    }
  }

private:
  /// Not one that the program defines in this file.
  static Function *find(Module &module, StringRef name) {
    Function *function = module.getFunction(name);
    return function && function->isDeclaration() ? function : nullptr;
  }

  static Function *declare(Module &module, const Function &library, StringRef name) {
    auto *made =
        cast<Function>(module.getOrInsertFunction(name, library.getFunctionType()).getCallee());
    made->addFnAttr("alloc-family", memory::mallocFamily);
    made->setDoesNotThrow();
    made->setWillReturn();
    return made;
  }

  static Function *declareTake(Module &module, const Function &library) {
    Function *made = declare(module, library, blocks::allocation.runtime);
    made->addFnAttr(Attribute::get(module.getContext(), Attribute::AllocKind,
                                   uint64_t(AllocFnKind::Alloc | AllocFnKind::Uninitialized)));
    made->addFnAttr(Attribute::getWithAllocSizeArgs(module.getContext(), 0, std::nullopt));
    made->addRetAttr(Attribute::NoAlias);
    return made;
  }

  static Function *declareGive(Module &module, const Function &library) {
    Function *made = declare(module, library, blocks::release.runtime);
    made->addFnAttr(
        Attribute::get(module.getContext(), Attribute::AllocKind, uint64_t(AllocFnKind::Free)));
    made->addParamAttr(0, Attribute::AllocatedPointer);
    return made;
  }

  /// The copy of a function of the program that asks for a block, or frees one; null if there is
  /// none, or if another function may be linked in its place.
  Function *replacementOf(Value *called) {
    auto *function = dyn_cast<Function>(called);
    if (function && function == free)
      return give;
    auto isInside = [&](const User *user) {
      auto *call = dyn_cast<CallBase>(user);
      return call && call->getFunction() == function && replacementOf(*call);
    };
    auto isCalledBy = [&](const Function *library) {
      return library && any_of(library->users(), isInside);
    };
    if (!function || function->isDeclaration() || function->isInterposable() ||
        !(isCalledBy(allocate) || isCalledBy(free)))
      return nullptr;
    auto [entry, isNew] = copies.try_emplace(function);
    if (!isNew)
      return entry->second;
    ValueToValueMapTy values;
    Function *copy = CloneFunction(function, values);
    entry->second = copy;
    copy->setName("enzyme.blocks." + function->getName());
    copy->setComdat(nullptr);
    copy->setLinkage(GlobalValue::InternalLinkage);
    copy->setVisibility(GlobalValue::DefaultVisibility);
    for (Instruction &at : instructions(copy))
      if (auto *call = dyn_cast<CallBase>(&at))
        if (Function *runtime = replacementOf(*call))
          call->setCalledFunction(runtime);
    return copy;
  }

  /// The runtime's function that does what a call does; null if none does.
  Function *replacementOf(const CallBase &call) const {
    const Value *called = call.getCalledOperand();
    return call.isMustTailCall() ? nullptr
           : called == allocate  ? take
           : called == free      ? give
                                 : nullptr;
  }

  Function *allocate, *free, *take = nullptr, *give = nullptr;
  DenseMap<const Function *, Function *> copies;
};

} // namespace

void reuseBlocks(ArrayRef<Function *> derivatives) {
  if (derivatives.empty())
    return;
  BlockCalls calls(*derivatives.front()->getParent());
  for (Function *derivative : derivatives)
    if (!derivative->isDeclaration())
      calls.replaceIn(*derivative);
}

} // namespace enzyme
