//===- MutateControl.cpp - blocks, loops, exceptions, globals, targets -----===//
#include "Mutate.h"
#include "llvm/FuzzMutate/IRMutator.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace fuzz {
namespace {

/// Values that live across blocks get memory: then any branch may go anywhere.
void valuesInMemory(Function &function) {
  SmallVector<Instruction *> values;
  SmallVector<PHINode *> phis;
  for (Instruction &at : instructions(function)) {
    if (auto *phi = dyn_cast<PHINode>(&at))
      phis.push_back(phi);
    else if (!at.getType()->isVoidTy() && !at.getType()->isTokenTy() && !isa<AllocaInst>(at) && at.isUsedOutsideOfBlock(at.getParent()))
      values.push_back(&at);
  }
  auto first = function.getEntryBlock().getFirstInsertionPt();
  for (Instruction *value : values)
    DemoteRegToStack(*value, false, first);
  for (PHINode *phi : phis)
    DemotePHIToStack(phi, first);
}

BasicBlock *anyBlock(Function &function, Chance &chance, bool mayBeEntry) {
  std::vector<BasicBlock *> blocks;
  for (BasicBlock &block : function)
    if ((mayBeEntry || &block != &function.getEntryBlock()) && !block.isEHPad())
      blocks.push_back(&block);
  return blocks.empty() ? nullptr : chance.of(blocks);
}

/// Irreducible loops, loops without an end, blocks that nothing reaches.
bool redirect(Module &module, Chance &chance) {
  Function *function = anyBody(module, chance);
  if (!function || function->size() < 3)
    return false;
  for (BasicBlock &block : *function)
    if (block.isEHPad())
      return false;
  valuesInMemory(*function);
  for (unsigned i = 0; i != 1 + chance.below(3); ++i) {
    Instruction *end = anyBlock(*function, chance, true)->getTerminator();
    if (end->getNumSuccessors() != 0 && isa<BranchInst, SwitchInst>(end))
      end->setSuccessor(unsigned(chance.below(end->getNumSuccessors())), anyBlock(*function, chance, false));
  }
  return true;
}

bool splitWith(Module &module, Chance &chance) {
  Instruction *at = anyInstruction(module, chance, [](const Instruction &at) { return !isa<PHINode, AllocaInst>(at) && !at.isEHPad() && !at.isTerminator(); });
  if (!at)
    return false;
  BasicBlock *head = at->getParent();
  BasicBlock *rest = head->splitBasicBlock(at, "rest");
  Function &function = *head->getParent();
  head->getTerminator()->eraseFromParent();
  IRBuilder<> builder(head);
  auto *other = BasicBlock::Create(module.getContext(), "other", &function);
  auto end = [&] { ReturnInst::Create(module.getContext(), function.getReturnType()->isVoidTy() ? nullptr : anyConstant(function.getReturnType(), module, chance), other); };
  switch (chance.below(6)) {
  case 0:
    new UnreachableInst(module.getContext(), other);
    builder.CreateCondBr(anyConstant(builder.getInt1Ty(), module, chance), rest, other);
    break;
  case 1: { // a table of blocks
    end();
    auto *jump = builder.CreateIndirectBr(BlockAddress::get(&function, chance.oneIn(2) ? rest : other), 2);
    jump->addDestination(rest);
    jump->addDestination(other);
    break;
  }
  case 2: {
    end();
    auto *code = InlineAsm::get(FunctionType::get(builder.getVoidTy(), false), "", "!i", true);
    builder.CreateCallBr(code->getFunctionType(), code, rest, {other}, {});
    break;
  }
  case 3: {
    end();
    auto *choice = builder.CreateSwitch(anyConstant(builder.getIntNTy(unsigned(chance.of({2, 33, 128}))), module, chance), other);
    choice->addCase(cast<ConstantInt>(ConstantInt::get(choice->getCondition()->getType(), 1)), rest);
    choice->addCase(cast<ConstantInt>(ConstantInt::get(choice->getCondition()->getType(), 2)), rest);
    break;
  }
  case 4: // goes round by itself
    BranchInst::Create(other, other);
    builder.CreateCondBr(anyConstant(builder.getInt1Ty(), module, chance), rest, other);
    break;
  default:
    BranchInst::Create(rest, other);
    builder.CreateCondBr(anyConstant(builder.getInt1Ty(), module, chance), rest, other);
  }
  return true;
}

bool throwing(Module &module, Chance &chance) {
  auto *call = cast_or_null<CallInst>(anyInstruction(module, chance, [](const Instruction &at) { return isa<CallInst>(at) && !isa<IntrinsicInst>(at); }));
  if (!call || call->isInlineAsm() || call->isMustTailCall())
    return false;
  Function &function = *call->getFunction();
  LLVMContext &context = module.getContext();
  if (!function.hasPersonalityFn()) {
    StringRef name = chance.of({StringRef("__gxx_personality_v0"), StringRef("__C_specific_handler"), StringRef("__CxxFrameHandler3"), StringRef("own_personality")});
    function.setPersonalityFn(cast<Constant>(module.getOrInsertFunction(name, FunctionType::get(Type::getInt32Ty(context), true)).getCallee()));
  }
  auto *pad = BasicBlock::Create(context, "pad", &function);
  changeToInvokeAndSplitBasicBlock(call, pad);
  IRBuilder<> builder(pad);
  if (chance.oneIn(3)) {
    auto *cleanup = builder.CreateCleanupPad(ConstantTokenNone::get(context));
    builder.CreateCleanupRet(cleanup);
    return true;
  }
  auto *landing = builder.CreateLandingPad(StructType::get(builder.getPtrTy(), builder.getInt32Ty()), 1);
  landing->setCleanup(chance.oneIn(2));
  landing->addClause(ConstantPointerNull::get(builder.getPtrTy()));
  if (chance.oneIn(2))
    builder.CreateResume(landing);
  else
    builder.CreateUnreachable();
  return true;
}

bool changeGlobal(Module &module, Chance &chance) {
  std::vector<GlobalVariable *> variables;
  for (GlobalVariable &variable : module.globals())
    if (!variable.getName().starts_with("llvm."))
      variables.push_back(&variable);
  if (variables.empty())
    return false;
  GlobalVariable &variable = *chance.of(variables);
  using Linkage = GlobalValue::LinkageTypes;
  switch (chance.below(6)) {
  case 0:
    variable.setThreadLocal(!variable.isThreadLocal());
    return true;
  case 1:
    variable.setConstant(!variable.isConstant());
    return true;
  case 2:
    variable.setInitializer(chance.oneIn(3) ? nullptr : anyConstant(variable.getValueType(), module, chance));
    if (!variable.hasInitializer()) {
      variable.setLinkage(GlobalValue::ExternalLinkage);
      variable.setComdat(nullptr);
    }
    return true;
  case 3:
    variable.setSection(chance.of({StringRef(".data.x"), StringRef(".enzyme.code"), StringRef("llvm.metadata"), StringRef("")}));
    return true;
  case 4:
    variable.setExternallyInitialized(true);
    variable.setAlignment(MaybeAlign(uint64_t(1) << chance.below(10)));
    return true;
  default:
    if (variable.isDeclaration())
      variable.setLinkage(chance.of({Linkage::ExternalLinkage, Linkage::ExternalWeakLinkage}));
    else
      variable.setLinkage(chance.of({Linkage::InternalLinkage, Linkage::WeakAnyLinkage, Linkage::LinkOnceODRLinkage, Linkage::AvailableExternallyLinkage, Linkage::PrivateLinkage}));
    if (variable.hasLocalLinkage())
      variable.setVisibility(GlobalValue::DefaultVisibility);
    return true;
  }
}

bool changeFunction(Module &module, Chance &chance) {
  Function *function = anyBody(module, chance);
  if (!function)
    return false;
  using Linkage = GlobalValue::LinkageTypes;
  LLVMContext &context = module.getContext();
  std::string name = function->getName().str();
  switch (chance.below(7)) {
  case 0: {
    function->setName(name + ".own");
    auto *alias = GlobalAlias::create(function->getFunctionType(), 0, Linkage::ExternalLinkage, name, function, &module);
    function->replaceUsesWithIf(alias, [&](Use &use) { return use.getUser() != alias; });
    return true;
  }
  case 1: {
    auto *resolver = Function::Create(FunctionType::get(function->getType(), false), Linkage::InternalLinkage, name + ".resolver", module);
    ReturnInst::Create(context, function, BasicBlock::Create(context, "entry", resolver));
    function->setName(name + ".own");
    auto *choice = GlobalIFunc::create(function->getFunctionType(), 0, Linkage::ExternalLinkage, name, resolver, &module);
    function->replaceUsesWithIf(choice, [&](Use &use) { auto *user = dyn_cast<Instruction>(use.getUser()); return user && user->getFunction() != resolver; });
    return true;
  }
  case 2:
    function->setLinkage(chance.of({Linkage::InternalLinkage, Linkage::WeakAnyLinkage, Linkage::LinkOnceODRLinkage, Linkage::AvailableExternallyLinkage}));
    function->setVisibility(GlobalValue::DefaultVisibility);
    return true;
  case 3:
    function->setGC("shadow-stack");
    return true;
  case 4:
    function->setPrefixData(ConstantInt::get(Type::getInt32Ty(context), 1));
    function->setPrologueData(ConstantInt::get(Type::getInt8Ty(context), 144));
    return true;
  case 5:
    function->setComdat(module.getOrInsertComdat(name));
    return function->hasExternalLinkage() || !function->hasLocalLinkage();
  default:
    function->setSection(".text.x");
    return true;
  }
}

bool changeTarget(Module &module, Chance &chance) {
  struct Target {
    const char *triple, *layout;
  };
  Target target = chance.of({Target{"i386-pc-linux-gnu", "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"},
                             Target{"aarch64-unknown-linux-gnu", "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"},
                             Target{"powerpc64-unknown-linux-gnu", "E-m:e-Fi64-i64:64-i128:128-n32:64"}, Target{"", ""},
                             Target{"x86_64-pc-windows-msvc", "e-m:w-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"},
                             Target{"nvptx64-nvidia-cuda", "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"}, Target{"x86_64-pc-linux-gnu", "e-p:16:16-i64:64"}});
  module.setTargetTriple(Triple(target.triple));
  module.setDataLayout(target.layout);
  return true;
}

bool changeStack(Module &module, Chance &chance) {
  Instruction *at = anyInstruction(module, chance, [](const Instruction &at) { return isa<AllocaInst>(at); });
  if (!at)
    return false;
  auto *room = cast<AllocaInst>(at);
  IRBuilder<> builder(room);
  switch (chance.below(4)) {
  case 0: // of a size that only the run knows
    room->setOperand(0, anyValue(room->getArraySize()->getType(), *room, chance));
    return true;
  case 1:
    room->setAlignment(Align(uint64_t(1) << chance.below(16)));
    return true;
  case 2: { // in the middle of the function
    BasicBlock *block = anyBlock(*room->getFunction(), chance, true);
    auto *copy = cast<AllocaInst>(room->clone());
    copy->insertBefore(block->getTerminator()->getIterator());
    return true;
  }
  default:
    room->setAllocatedType(ArrayType::get(room->getAllocatedType(), chance.of({0, 2, 1 << 20})));
    return true;
  }
}

/// LLVM's own mutations of blocks and instructions.
template <class Strategy> bool byLlvm(Module &module, Chance &chance) {
  std::vector<TypeGetter> types{Type::getDoubleTy, Type::getFloatTy, Type::getInt32Ty, Type::getInt64Ty,
                                [](LLVMContext &context) { return static_cast<Type *>(PointerType::get(context, 0)); }};
  std::vector<std::unique_ptr<IRMutationStrategy>> strategies;
  strategies.push_back(std::make_unique<Strategy>());
  IRMutator mutator(std::move(types), std::move(strategies));
  mutator.mutateModule(module, int(chance.number() & 0x7fffffff), IRMutator::getModuleSize(module) + 4000);
  return true;
}

struct Inject : InjectorIRStrategy {
  Inject() : InjectorIRStrategy(getDefaultOps()) {}
};

constexpr Mutation all[] = {{"redirect", redirect}, {"redirect", redirect}, {"split", splitWith}, {"split", splitWith}, {"throwing", throwing}, {"global", changeGlobal},
                            {"function", changeFunction}, {"target", changeTarget}, {"stack", changeStack}, {"llvm-inject", byLlvm<Inject>}, {"llvm-inject", byLlvm<Inject>},
                            {"llvm-cfg", byLlvm<InsertCFGStrategy>}, {"llvm-phi", byLlvm<InsertPHIStrategy>}, {"llvm-sink", byLlvm<SinkInstructionStrategy>},
                            {"llvm-shuffle", byLlvm<ShuffleBlockStrategy>}, {"llvm-modify", byLlvm<InstModificationIRStrategy>}};

} // namespace

ArrayRef<Mutation> controlMutations() { return all; }

/// A change that makes the module invalid stays one time in thirty: such input must be refused.
std::vector<std::string> mutate(Module &module, uint64_t seed) {
  Chance chance(seed);
  std::vector<std::string> done;
  uint64_t count = 1 + chance.below(chance.oneIn(3) ? 12 : 4);
  for (uint64_t tries = 0; done.size() < count && tries != 4 * count; ++tries) {
    ArrayRef<Mutation> list = chance.of({valueMutations(), callMutations(), controlMutations()});
    const Mutation &mutation = list[chance.below(list.size())];
    bool isTarget = StringRef(mutation.name) == "target";
    if (isTarget && !chance.oneIn(4))
      continue;
    if (mutation.apply(module, chance))
      done.push_back(mutation.name);
    if (verifyModule(module)) {
      done.push_back("(invalid)");
      break;
    }
  }
  return done;
}

} // namespace fuzz
