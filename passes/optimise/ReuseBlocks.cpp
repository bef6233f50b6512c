//===- ReuseBlocks.cpp - small blocks of memory, used again -----------------===//
//
//   p = malloc(n)                     p = enzyme_rt_take_block(n)
//   p = calloc(m, n)                  p = enzyme_rt_take_cleared(m, n)
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
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

class BlockCalls {
public:
  explicit BlockCalls(Module &module) {
    LLVMContext &context = module.getContext();
    Type *pointer = PointerType::get(context, 0), *word = Type::getInt64Ty(context),
         *none = Type::getVoidTy(context);
    pair(module, blocks::allocation, FunctionType::get(pointer, {word}, false),
         AllocFnKind::Alloc | AllocFnKind::Uninitialized);
    pair(module, blocks::cleared, FunctionType::get(pointer, {word, word}, false),
         AllocFnKind::Alloc | AllocFnKind::Zeroed);
    pair(module, blocks::release, FunctionType::get(none, {pointer}, false), AllocFnKind::Free);
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
      else if (made && made->getFunctionType() == call->getFunctionType())
        call->setCalledFunction(made);
    }
  }

private:
  /// The runtime's function for one of the library's, unless the program defines that in this file.
  void pair(Module &module, const blocks::Replaced &names, FunctionType *type, AllocFnKind kind) {
    Function *library = module.getFunction(names.library);
    if (!library || !library->isDeclaration() || library->getFunctionType() != type)
      return;
    auto *made = cast<Function>(module.getOrInsertFunction(names.runtime, type).getCallee());
    made->addFnAttr("alloc-family", memory::mallocFamily);
    made->addFnAttr(Attribute::get(module.getContext(), Attribute::AllocKind, uint64_t(kind)));
    made->setDoesNotThrow();
    made->setWillReturn();
    runtime[library] = made;
    if (kind == AllocFnKind::Free) {
      made->addParamAttr(0, Attribute::AllocatedPointer);
      return;
    }
    std::optional<unsigned> each;
    if (type->getNumParams() == 2)
      each = 1;
    made->addFnAttr(Attribute::getWithAllocSizeArgs(module.getContext(), 0, each));
    made->addRetAttr(Attribute::NoAlias);
  }

  /// The copy of a function of the program that asks for a block, or frees one; null if there is
  /// none, or if another function may be linked in its place.
  Function *replacementOf(Value *called) {
    auto *function = dyn_cast<Function>(called);
    if (Function *made = runtime.lookup(function))
      return made;
    auto isInside = [&](const User *user) {
      auto *call = dyn_cast<CallBase>(user);
      return call && call->getFunction() == function && replacementOf(*call);
    };
    if (!function || function->isDeclaration() || function->isInterposable() ||
        none_of(runtime, [&](const auto &pair) { return any_of(pair.first->users(), isInside); }))
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
        if (Function *made = replacementOf(*call))
          call->setCalledFunction(made);
    return copy;
  }

  /// The runtime's function that does what a call does; null if none does.
  Function *replacementOf(const CallBase &call) const {
    auto *library = dyn_cast<Function>(call.getCalledOperand());
    bool isAsDeclared = library && library->getFunctionType() == call.getFunctionType();
    return isAsDeclared && !call.isMustTailCall() ? runtime.lookup(library) : nullptr;
  }

  SmallMapVector<const Function *, Function *, 4> runtime; ///< for the C library's
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
