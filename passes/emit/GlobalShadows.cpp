//===- GlobalShadows.cpp -------------------------------------------------===//
#include "emit/GlobalShadows.h"
#include "shadow/RuntimeCalls.h"
#include "shadow/ShadowedPrimal.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

using Mentioned = SmallSetVector<Value *, 32>;

void mention(Constant &constant, Mentioned &reached) {
  if (isa<GlobalValue, ConstantExpr, ConstantAggregate>(constant))
    reached.insert(&constant);
}

/// Shadow globals that `root` or what it calls mentions, also in address constants.
SmallVector<GlobalVariable *, 4> shadowsReachedFrom(Function &root) {
  Mentioned reached;
  reached.insert(&root);
  SmallVector<GlobalVariable *, 4> shadows;
  for (unsigned i = 0; i != reached.size(); ++i) {
    Value *value = reached[i];
    if (auto *global = dyn_cast<GlobalVariable>(value)) {
      if (isShadowOfGlobal(*global))
        shadows.push_back(global);
      if (global->hasInitializer()) // a shadow may lead to others
        mention(*global->getInitializer(), reached);
    } else if (auto *function = dyn_cast<Function>(value)) {
      for (Instruction &instruction : instructions(*function))
        for (Value *operand : instruction.operands())
          if (auto *constant = dyn_cast<Constant>(operand))
            mention(*constant, reached);
    } else {
      for (Value *operand : cast<User>(value)->operands())
        mention(*cast<Constant>(operand), reached);
    }
  }
  return shadows;
}

void clear(IRBuilder<> &builder, GlobalVariable &shadow) {
  const DataLayout &data = shadow.getDataLayout();
  Layout layout = layoutOf(shadow.getValueType(), data);
  Value *address =
      shadow.isThreadLocal() ? builder.CreateThreadLocalAddress(&shadow) : cast<Value>(&shadow);
  Value *bytes = builder.getInt64(data.getTypeAllocSize(shadow.getValueType()));
  RuntimeCalls calls(*shadow.getParent());
  if (layout.hasUnknown() ||
      (!layout.hasFloats() && !layout.hasPointers())) // unions; room for anything
    calls.pullRaw(builder, address, ConstantPointerNull::get(builder.getPtrTy()), bytes, nullptr);
  else if (!layout.hasPointers())
    builder.CreateMemSet(address, builder.getInt8(0), bytes, shadow.getAlign());
  else if (layout.hasFloats())
    calls.clearFloats(builder, address, bytes, layout);
}

} // namespace

Function *startFromZeroGlobals(Function &derivative) {
  SmallVector<GlobalVariable *, 4> shadows = shadowsReachedFrom(derivative);
  if (shadows.empty())
    return &derivative;
  Function *start = Function::Create(derivative.getFunctionType(), GlobalValue::InternalLinkage,
                                     derivative.getName() + ".start", derivative.getParent());
  start->setAttributes(derivative.getAttributes());
  start->removeFnAttr(Attribute::Memory);
  if (derivative.hasPersonalityFn())
    start->setPersonalityFn(derivative.getPersonalityFn());
  IRBuilder<> builder(BasicBlock::Create(derivative.getContext(), "entry", start));
  RuntimeCalls(*derivative.getParent()).forgetMet(builder);
  for (GlobalVariable *shadow : shadows)
    clear(builder, *shadow);
  SmallVector<Value *, 8> arguments;
  for (Argument &argument : start->args())
    arguments.push_back(&argument);
  Value *result = builder.CreateCall(&derivative, arguments);
  if (result->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(result);
  return start;
}

} // namespace enzyme
