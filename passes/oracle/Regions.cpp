//===- Regions.cpp - OpenMP's regions get their arguments through memory ------===//
//
//   __kmpc_fork_call(where, n, region, a, b, …)
//
// calls the region in several threads, and hands them numbers as bits: the shadows that the
// caller has would stay behind in its thread. Arguments in memory take theirs along:
//
//   in memory = {a, b, …};  __kmpc_fork_call(where, 1, region through memory, &in memory)
//
// where the second function loads them and calls the region. Both are instrumented then.
//===----------------------------------------------------------------------===//
#include "oracle/Instrument.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme::oracle {
namespace {

enum Operand : unsigned { Count = 1, Region = 2, First = 3 };

/// void (thread, bound thread, the arguments' memory)
Function *throughMemory(Function &region, StructType *memory) {
  Type *address = PointerType::get(region.getContext(), 0);
  auto *type =
      FunctionType::get(Type::getVoidTy(region.getContext()), {address, address, address}, false);
  auto *made = Function::Create(type, GlobalValue::InternalLinkage,
                                "oracle.region." + region.getName(), region.getParent());
  made->addFnAttr(Attribute::NoUnwind);
  IRBuilder<> builder(BasicBlock::Create(region.getContext(), "", made));
  SmallVector<Value *> arguments = {made->getArg(0), made->getArg(1)};
  for (auto [index, part] : enumerate(memory->elements()))
    arguments.push_back(
        builder.CreateLoad(part, builder.CreateStructGEP(memory, made->getArg(2), index)));
  builder.CreateCall(&region, arguments);
  builder.CreateRetVoid();
  return made;
}

const StringRef forks[] = {
#define REGION(name) #name,
#include "oracle/Library.def"
};

bool isFork(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && is_contained(forks, callee->getName()) && callee->isVarArg() &&
         call.arg_size() > First && isa<Function>(call.getArgOperand(Region));
}

void passInMemory(CallBase &call) {
  IRBuilder<> builder(&call);
  SmallVector<Value *> values(drop_begin(call.args(), First));
  SmallVector<Type *> types;
  for (Value *value : values)
    types.push_back(value->getType());
  auto *memory = StructType::get(call.getContext(), types);
  auto *region = cast<Function>(call.getArgOperand(Region));
  if (region->getFunctionType()->getNumParams() != values.size() + 2)
    return;
  BasicBlock &entry = call.getFunction()->getEntryBlock();
  Value *place = IRBuilder<>(&*entry.getFirstInsertionPt()).CreateAlloca(memory);
  for (auto [index, value] : enumerate(values))
    builder.CreateStore(value, builder.CreateStructGEP(memory, place, index));
  Function *through = throughMemory(*region, memory);
  CallInst *now = builder.CreateCall(call.getFunctionType(), call.getCalledOperand(),
                                     {call.getArgOperand(0),
                                      ConstantInt::get(call.getArgOperand(Count)->getType(), 1),
                                      through, place});
  now->setDebugLoc(call.getDebugLoc());
  if (auto *invoke = dyn_cast<InvokeInst>(&call)) { // a region ends the program that throws
    builder.CreateBr(invoke->getNormalDest());
    invoke->getUnwindDest()->removePredecessor(invoke->getParent());
  }
  call.eraseFromParent();
}

} // namespace

void passRegionsInMemory(Module &module) {
  SmallVector<CallBase *> found;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction); call && isFork(*call))
        found.push_back(call);
  for (CallBase *call : found)
    passInMemory(*call);
}

} // namespace enzyme::oracle
