//===- Scratch.cpp - a simplified private copy of a caller ----------------===//
//
// Simplification is SROA, early CSE (for loads that follow a store), instruction
// simplification and CFG simplification: enough to bring constants to the calls,
// nothing that folds the load of a marker variable away.
//===----------------------------------------------------------------------===//
#include "request/Scratch.h"
#include "limits/request.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Wrappers (functions with numbered calls) are inlined one by one, by inlineAt.
bool isHelper(const CallBase &call, const Function &scratch, const CallMarks &marks) {
  const Function *callee = call.getCalledFunction();
  return callee && !callee->isDeclaration() && callee != &scratch && !callee->isInterposable() &&
         !callee->isVarArg() && !callee->hasFnAttribute(Attribute::NoReturn) &&
         callee->getInstructionCount() <= limits::instructionsOfRequestHelper &&
         !marks.hasMarkedCalls(*callee);
}

} // namespace

CallMarks::CallMarks(Module &module)
    : module(module), kind(module.getMDKindID("enzyme.request.number")) {}

CallMarks::~CallMarks() {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (isa<CallBase>(instruction))
        instruction.setMetadata(kind, nullptr);
}

void CallMarks::unmark(CallBase &call) const { call.setMetadata(kind, nullptr); }

bool CallMarks::hasMarkedCalls(const Function &function) const {
  return any_of(instructions(function), [&](const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    return call && numberOf(*call);
  });
}

unsigned CallMarks::mark(CallBase &call) {
  if (std::optional<unsigned> known = numberOf(call))
    return *known;
  LLVMContext &context = module.getContext();
  auto *number = ConstantInt::get(Type::getInt32Ty(context), next);
  call.setMetadata(kind, MDNode::get(context, ConstantAsMetadata::get(number)));
  return next++;
}

std::optional<unsigned> CallMarks::numberOf(const CallBase &call) const {
  const MDNode *node = call.getMetadata(kind);
  if (!node)
    return std::nullopt;
  return mdconst::extract<ConstantInt>(node->getOperand(0))->getZExtValue();
}

Scratch::Scratch(Function &original, const CallMarks &marks) : marks(marks) {
  ValueToValueMapTy map;
  copy = CloneFunction(&original, map);
  copy->setLinkage(GlobalValue::InternalLinkage);
  copy->setComdat(nullptr);
  copy->removeFnAttr(Attribute::OptimizeNone);
  copy->removeFnAttr(Attribute::OptForFuzzing);
  for (Instruction &instruction : instructions(copy))
    if (auto *call = dyn_cast<CallBase>(&instruction))
      if (marks.numberOf(*call)) {
        // Numbered calls stay one instruction each.
        call->addFnAttr(Attribute::NoDuplicate);
        call->addFnAttr(Attribute::NoMerge);
      }
  analyses = std::make_unique<Analyses>(*copy);
  simplify();
}

Scratch::~Scratch() {
  analyses.reset();
  copy->eraseFromParent();
}

void Scratch::simplify() {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass());
  passes.addPass(InstSimplifyPass());
  passes.addPass(SimplifyCFGPass());
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  analyses->forget();
  passes.run(*copy, analyses->manager());
  analyses->forget();
}

CallBase *Scratch::find(unsigned number) const {
  for (Instruction &instruction : instructions(copy))
    if (auto *call = dyn_cast<CallBase>(&instruction))
      if (marks.numberOf(*call) == number)
        return call;
  return nullptr;
}

bool Scratch::inlineAt(unsigned number) {
  CallBase *call = find(number);
  if (!call)
    return false;
  marks.unmark(*call); // what is inlined instead has its own number
  InlineFunctionInfo info;
  if (!InlineFunction(*call, info).isSuccess())
    return false;
  simplify();
  return true;
}

bool Scratch::expandHelpers() {
  SmallVector<CallBase *, 16> helpers;
  for (Instruction &instruction : instructions(copy))
    if (auto *call = dyn_cast<CallBase>(&instruction))
      if (!isa<IntrinsicInst>(call) && isHelper(*call, *copy, marks))
        helpers.push_back(call);
  bool changed = false;
  for (CallBase *call : helpers) {
    if (copy->getInstructionCount() > limits::instructionsOfScratch)
      break;
    InlineFunctionInfo info;
    changed |= InlineFunction(*call, info).isSuccess();
  }
  if (changed)
    simplify();
  return changed;
}

} // namespace enzyme
