//===- Register.cpp - the runtime learns of kernels and variables ----------===//
//
// A launch gives the addresses of a kernel's arguments. `emu_launch_K(void **arguments)` loads them
// and calls the kernel: the runtime can start any kernel by a function of one type. A constructor
// tells the runtime by name.
//===----------------------------------------------------------------------===//
#include "Retarget.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace gpuemu {

bool isKernel(const Function &function) {
  CallingConv::ID convention = function.getCallingConv();
  return convention == CallingConv::PTX_Kernel || convention == CallingConv::AMDGPU_KERNEL;
}

void takeStock(const Module &module, Inventory &inventory) {
  for (const Function &function : module) {
    if (function.isDeclaration() || !isKernel(function))
      continue;
    Inventory::Kernel kernel{function.getName().str(), {}};
    for (const Argument &argument : function.args())
      kernel.byValue.push_back(argument.hasByValAttr() ? argument.getParamByValType()
                                                       : argument.getParamByRefType());
    inventory.kernels.push_back(std::move(kernel));
  }
  for (const GlobalVariable &variable : module.globals())
    if (variable.isExternallyInitialized())
      inventory.variables.push_back(variable.getName().str());
}

/// Parameters that are passed as addresses are copies, which the kernel may change.
static Function *makeLauncher(Module &module, const Inventory::Kernel &kernel) {
  IRBuilder<> builder(module.getContext());
  Function *function = module.getFunction(kernel.name);
  auto *launcher =
      Function::Create(FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false),
                       GlobalValue::InternalLinkage, "emu_launch_" + kernel.name, module);
  launcher->setDoesNotThrow();
  builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "", launcher));
  SmallVector<Value *> arguments;
  const DataLayout &layout = module.getDataLayout();
  for (Argument &parameter : function->args()) {
    Value *at = builder.CreateLoad(
        builder.getPtrTy(),
        builder.CreateConstGEP1_32(builder.getPtrTy(), launcher->getArg(0), parameter.getArgNo()));
    if (Type *type = kernel.byValue[parameter.getArgNo()]) {
      AllocaInst *copy = builder.CreateAlloca(type);
      copy->setAlignment(std::max(parameter.getParamAlign().valueOrOne(), Align(16)));
      builder.CreateMemCpy(copy, copy->getAlign(), at, Align(1), layout.getTypeAllocSize(type));
      arguments.push_back(copy);
    } else if (parameter.getType()->isIntegerTy(1)) {
      arguments.push_back(
          builder.CreateTrunc(builder.CreateLoad(builder.getInt8Ty(), at), builder.getInt1Ty()));
    } else {
      arguments.push_back(builder.CreateAlignedLoad(parameter.getType(), at, Align(1)));
    }
  }
  CallInst *call = builder.CreateCall(function, arguments);
  for (Argument &parameter : function->args())
    for (Attribute::AttrKind kind : {Attribute::ZExt, Attribute::SExt})
      if (parameter.hasAttribute(kind))
        call->addParamAttr(parameter.getArgNo(), kind);
  builder.CreateRetVoid();
  return launcher;
}

void registerKernels(Module &module, const Inventory &inventory, StringRef unit) {
  IRBuilder<> builder(module.getContext());
  Type *none = builder.getVoidTy(), *pointer = builder.getPtrTy(), *size = builder.getInt64Ty();
  auto *constructor = Function::Create(FunctionType::get(none, false), GlobalValue::InternalLinkage,
                                       "emu_register", module);
  builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "", constructor));
  FunctionCallee kernels =
      module.getOrInsertFunction("emu_register_kernel", none, pointer, pointer, pointer, size);
  FunctionCallee variables =
      module.getOrInsertFunction("emu_register_variable", none, pointer, pointer, pointer, size);
  Value *unitName = builder.CreateGlobalString(unit);
  for (const Inventory::Kernel &kernel : inventory.kernels)
    builder.CreateCall(kernels,
                       {unitName, builder.CreateGlobalString(kernel.name),
                        makeLauncher(module, kernel), builder.getInt64(inventory.sharedBytes)});
  for (const std::string &name : inventory.variables) {
    GlobalVariable *variable = module.getNamedGlobal(name);
    builder.CreateCall(
        variables,
        {unitName, builder.CreateGlobalString(name), variable,
         builder.getInt64(module.getDataLayout().getTypeAllocSize(variable->getValueType()))});
  }
  builder.CreateRetVoid();
  appendToGlobalCtors(module, constructor, 101);
}

} // namespace gpuemu
