//===- Outside.cpp --------------------------------------------------------===//
#include "shadow/Outside.h"
#include "types/KeptMemory.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {

static constexpr StringLiteral variableMetadata = "enzyme.shadow.of";

static constexpr StringLiteral findName = "enzyme_rt_shadow_of";

bool findsOutside(const Function &function) { return function.getName() == findName; }

static CallInst *call(IRBuilderBase &builder, StringRef name, Type *result,
                      ArrayRef<Value *> arguments) {
  SmallVector<Type *, 4> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  Module &module = *builder.GetInsertBlock()->getModule();
  FunctionCallee callee = module.getOrInsertFunction(name, FunctionType::get(result, types, false));
  if (auto *function = dyn_cast<Function>(callee.getCallee()))
    function->setDoesNotThrow();
  return builder.CreateCall(callee, arguments);
}

Value *shadowOrOutside(IRBuilderBase &builder, const FoundPointer &found) {
  CallInst *made = call(
      builder, findName, builder.getPtrTy(),
      {found.primal, found.shadow, found.place, found.placeShadow, builder.getInt64(found.lane)});
  made->setMemoryEffects( // it reads what tellOfKept writes
      MemoryEffects::inaccessibleMemOnly(ModRefInfo::Ref));
  return made;
}

Value *shadowThatIsFreed(IRBuilderBase &builder, Value *shadow) {
  if (!hasKeptMemory(*builder.GetInsertBlock()->getModule()))
    return shadow;
  return call(builder, "enzyme_rt_to_free", builder.getPtrTy(), {shadow});
}

void linkNodes(IRBuilderBase &builder, const FoundPointer &node, bool isTree) {
  call(builder, "enzyme_rt_link_nodes", builder.getVoidTy(),
       {node.primal, node.shadow, builder.getInt32(isTree), builder.getInt64(node.lane)});
}

void tellOfKept(IRBuilderBase &builder, const FoundPointer &variable, uint64_t bytes) {
  call(builder, "enzyme_rt_keeps", builder.getVoidTy(),
       {variable.place, variable.placeShadow, builder.getInt64(bytes),
        builder.getInt64(variable.lane)});
}

void tellOfArgument(IRBuilderBase &builder, Value *argument) {
  call(builder, "enzyme_rt_argument", builder.getVoidTy(), {argument});
}

/// Flang's _QMmoduleEname and _QFprocedureEname; names have small letters.
static StringRef nameOf(const GlobalVariable &variable) {
  return variable.getName().rsplit('E').second.split('.').first;
}

void tellOfKeptArray(IRBuilderBase &builder, const FoundPointer &descriptor,
                     const GlobalVariable &variable) {
  Value *name = builder.CreateGlobalString(nameOf(variable), "enzyme.name");
  call(builder, "enzyme_rt_keeps_array", builder.getVoidTy(),
       {descriptor.place, descriptor.placeShadow, builder.getInt64(descriptor.lane), name});
}

void beginHalf(IRBuilderBase &builder, bool isFirst) {
  call(builder, "enzyme_rt_begin_half", builder.getVoidTy(), {builder.getInt32(isFirst)});
}

void rememberVariable(GlobalVariable &shadow, GlobalVariable &variable, unsigned lane) {
  LLVMContext &context = shadow.getContext();
  auto *number = ConstantInt::get(Type::getInt32Ty(context), lane);
  shadow.setMetadata(variableMetadata, MDNode::get(context, {ValueAsMetadata::get(&variable),
                                                             ValueAsMetadata::get(number)}));
}

std::pair<GlobalVariable *, unsigned> variableOf(const GlobalVariable &shadow) {
  const MDNode *node = shadow.getMetadata(variableMetadata);
  if (!node)
    return {nullptr, 0};
  return {mdconst::dyn_extract_or_null<GlobalVariable>(node->getOperand(0)),
          unsigned(mdconst::extract<ConstantInt>(node->getOperand(1))->getZExtValue())};
}

} // namespace enzyme
