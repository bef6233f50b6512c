//===- Clone.cpp - the same module in one address space --------------------===//
#include "Retarget.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace gpuemu {
namespace {

/// Pointers of all address spaces become those of the first.
class OneSpace : public ValueMapTypeRemapper {
  DenseMap<Type *, Type *> known;

  Type *make(Type *type) {
    if (auto *pointer = dyn_cast<PointerType>(type))
      return PointerType::get(pointer->getContext(), 0);
    if (auto *array = dyn_cast<ArrayType>(type))
      return ArrayType::get(remapType(array->getElementType()), array->getNumElements());
    if (auto *vector = dyn_cast<VectorType>(type))
      return VectorType::get(remapType(vector->getElementType()), vector->getElementCount());
    if (auto *function = dyn_cast<FunctionType>(type)) {
      SmallVector<Type *> parameters;
      for (Type *parameter : function->params())
        parameters.push_back(remapType(parameter));
      return FunctionType::get(remapType(function->getReturnType()), parameters,
                               function->isVarArg());
    }
    if (auto *structure = dyn_cast<StructType>(type))
      return make(structure);
    return type;
  }
  Type *make(StructType *type) {
    if (type->isOpaque())
      return type;
    SmallVector<Type *> elements;
    for (Type *element : type->elements())
      elements.push_back(remapType(element));
    if (ArrayRef(elements) == type->elements())
      return type;
    if (type->isLiteral())
      return StructType::get(type->getContext(), elements, type->isPacked());
    return StructType::create(type->getContext(), elements, type->getName(), type->isPacked());
  }

public:
  Type *remapType(Type *type) override {
    if (auto at = known.find(type); at != known.end())
      return at->second;
    Type *made = make(type);
    return known[type] = made;
  }
};

class Cloner : public ValueMaterializer {
  const Module &from;
  Module &to;
  ValueToValueMapTy values;
  OneSpace types;

  static bool isKept(const GlobalVariable &variable) {
    return !variable.getName().starts_with("llvm.") && variable.getAddressSpace() != 3;
  }
  void declare(const GlobalVariable &variable) {
    auto *made =
        new GlobalVariable(to, types.remapType(variable.getValueType()), variable.isConstant(),
                           variable.getLinkage(), nullptr, variable.getName());
    made->setAlignment(variable.getAlign());
    if (!variable.isDeclaration())
      made->setLinkage(GlobalValue::InternalLinkage);
    if (variable.isExternallyInitialized())
      made->setConstant(false); // the host writes it
    values[&variable] = made;
  }
  void declare(const Function &function) {
    auto *type = cast<FunctionType>(types.remapType(function.getFunctionType()));
    Function *made = Function::Create(type, GlobalValue::ExternalLinkage, function.getName(), to);
    if (function.isIntrinsic())
      if (std::optional<Function *> other = Intrinsic::remangleIntrinsicFunction(made)) {
        made->eraseFromParent();
        made = *other;
      }
    values[&function] = made;
    if (function.isDeclaration())
      made->setAttributes(function.getAttributes()), setPlainAttributes(*made);
    for (auto [old, argument] : zip(function.args(), made->args()))
      values[&old] = &argument, argument.setName(old.getName());
  }
  /// Functions of other names than C's library has: it is not the device's.
  void rename(Function &function) {
    if (function.isDeclaration() &&
        is_contained({"malloc", "free", "vprintf", "printf", "puts"}, function.getName()))
      function.setName("emu_device_" + function.getName());
  }
  static void setPlainAttributes(Function &function) {
    function.setCallingConv(CallingConv::C);
    AttributeMask dropped;
    for (Attribute attribute : function.getAttributes().getFnAttrs())
      if (attribute.isStringAttribute() && attribute.getKindAsString() != "frame-pointer")
        dropped.addAttribute(attribute.getKindAsString());
    function.removeFnAttrs(dropped);
  }
  /// Threads are changed within calls: what a call says of memory and of others is not so here.
  void define(const Function &function) {
    auto *made = cast<Function>(&*values[&function]);
    SmallVector<ReturnInst *> returns;
    CloneFunctionInto(made, &function, values, CloneFunctionChangeType::DifferentModule, returns,
                      "", nullptr, &types, this);
    setPlainAttributes(*made);
    made->setLinkage(GlobalValue::InternalLinkage);
    made->setVisibility(GlobalValue::DefaultVisibility);
    made->setDSOLocal(true);
    made->setComdat(nullptr);
    made->removeFnAttr(Attribute::Memory);
    made->removeFnAttr(Attribute::NoSync);
    if (isKernel(function)) // its launcher makes the copies
      for (Argument &argument : made->args())
        argument.removeAttr(Attribute::ByVal), argument.removeAttr(Attribute::ByRef);
    for (Instruction &at : make_early_inc_range(instructions(*made)))
      clean(at);
  }
  static void clean(Instruction &at) {
    if (auto *cast = dyn_cast<AddrSpaceCastInst>(&at)) {
      cast->replaceAllUsesWith(cast->getOperand(0));
      cast->eraseFromParent();
    } else if (auto *call = dyn_cast<CallBase>(&at)) {
      call->setCallingConv(CallingConv::C);
      if (Function *callee = call->getCalledFunction(); !callee || !callee->isDeclaration())
        call->removeFnAttr(Attribute::Memory), call->removeFnAttr(Attribute::NoSync);
    }
  }

public:
  Cloner(const Module &from, Module &to) : from(from), to(to) {}

  /// Casts between address spaces in constants are nothing.
  Value *materialize(Value *value) override {
    if (auto *cast = dyn_cast<AddrSpaceCastOperator>(value); cast && isa<Constant>(value))
      return MapValue(cast->getOperand(0), values, RF_None, &types, this);
    return nullptr;
  }
  void run() {
    for (const GlobalVariable &variable : from.globals())
      if (isKept(variable))
        declare(variable);
    for (const Function &function : from)
      declare(function);
    for (const GlobalAlias &alias : from.aliases())
      values[&alias] = MapValue(alias.getAliaseeObject(), values, RF_None, &types, this);
    for (const GlobalVariable &variable : from.globals())
      if (isKept(variable) && variable.hasInitializer())
        cast<GlobalVariable>(&*values[&variable])
            ->setInitializer(MapValue(variable.getInitializer(), values, RF_None, &types, this));
    for (const Function &function : from)
      if (!function.isDeclaration())
        define(function);
    for (Function &function : to)
      rename(function);
    if (auto *flag = from.getModuleFlag("Debug Info Version"))
      to.addModuleFlag(Module::Warning, "Debug Info Version", flag);
    else
      StripDebugInfo(to); // of libraries that were linked
  }
};

} // namespace

std::unique_ptr<Module> retarget(const Module &module, StringRef triple, StringRef layout) {
  auto result = std::make_unique<Module>(module.getName(), module.getContext());
  result->setTargetTriple(Triple(triple));
  result->setDataLayout(layout);
  Cloner(module, *result).run();
  return result;
}

} // namespace gpuemu
