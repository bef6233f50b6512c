//===- UnseenMemory.cpp - what functions without a body know --------------===//
//
// By uses of globals alone, for a whole module: an upper bound that flow within a
// function then narrows (Varied.cpp, Useful.cpp).
//===----------------------------------------------------------------------===//
#include "activity/UnseenMemory.h"
#include "activity/Objects.h"
#include "activity/Summaries.h"
#include "request/AddressTaken.h"
#include "request/ParseGlobals.h"
#include "request/Vocabulary.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "support/Import.h"
#include "support/Mutation.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Is the address of a global used for more than accesses and arguments that the callee
/// does not keep, or by a function that pointers may lead to?
bool isKnownElsewhere(const Value &address) {
  return any_of(address.uses(), [](const Use &use) {
    const User *user = use.getUser();
    if (isa<GEPOperator>(user) || (isa<Constant>(user) && !isa<GlobalValue>(user)))
      return isKnownElsewhere(*user); // also an initialiser of nothing
    const auto *instruction = dyn_cast<Instruction>(user);
    if (!instruction || mayBeCalledByAddress(*instruction->getFunction()))
      return true;

    if (const auto *call = dyn_cast<CallBase>(instruction))
      return !isa<IntrinsicInst>(call) &&
             !(call->isArgOperand(&use) && call->doesNotCapture(call->getArgOperandNo(&use))) &&
             !mutation::breaks("unseen.known-elsewhere", *call);
    bool isAccessed = isa<StoreInst>(instruction) ? use.getOperandNo() == 1
                                                  : isa<LoadInst, ICmpInst>(instruction);
    return !isAccessed && !mutation::breaks("unseen.known-elsewhere", *instruction);
  });
}

/// Signals come to functions of the program's.
bool runsHandlers(const Function &callee) {
  return is_contained({"raise", "pthread_kill", "kill"}, callee.getName());
}

const GlobalVariable *variableBehind(const Value &value) {
  return dyn_cast<GlobalVariable>(getUnderlyingObject(&value));
}

/// Floats or addresses, also those in integers.
bool mayMatter(const Type *type) { return type->isFPOrFPVectorTy() || mayLead(type); }

/// All that requests can come to, by operands and initialisers.
DenseSet<const Function *> comeToBy(ArrayRef<Function *> roots) {
  SmallSetVector<const Value *, 32> reached;
  DenseSet<const Function *> functions;
  auto reach = [&](const Value *value) {
    if (isa<Constant>(value) && !isa<ConstantData>(value))
      reached.insert(value);
  };
  for (const Function *root : roots)
    reach(root);
  for (unsigned i = 0; i != reached.size(); ++i) {
    const Value *value = reached[i];
    for (const Value *operand : cast<User>(value)->operands())
      reach(operand);
    const auto *function = dyn_cast<Function>(value);
    if (!function)
      continue;
    functions.insert(function);
    for (const Instruction &instruction : instructions(function))
      for (const Value *operand : instruction.operand_values())
        reach(operand);
  }
  return functions;
}

} // namespace

bool UnseenMemory::holds(const GlobalVariable &global) {
  auto [entry, isNew] = known.try_emplace(&global, true);
  if (isNew) {
    World world = worldOf(global, callees.userRules);
    bool hasShadow = world == World::Active || world == World::Mixed;
    entry->second =
        hasShadow && !global.isConstant() &&
        (!GlobalValue::isLocalLinkage(rememberedLinkage(global)) || isKnownElsewhere(global));
  }
  return known.lookup(&global);
}

bool UnseenMemory::isPointedTo(const Module &module) {
  if (!someIsPointedTo)
    someIsPointedTo = any_of(module.globals(), [&](const GlobalVariable &global) {
      return isKnownElsewhere(global) && holds(global);
    });
  return *someIsPointedTo;
}

bool UnseenMemory::isTouchedBy(const CallBase &call) const {
  if (isa<IntrinsicInst>(call) || call.isInlineAsm() || callees.bodyOf(call))
    return false;
  const UserRules &rules = callees.userRules;
  const Function *callee = call.getCalledFunction();
  if (rules.isInactive(call) || call.hasFnAttr("enzyme_inactive") || callees.exchangeIn(call) ||
      calleeEffect(call) != CalleeEffect::Unknown || tapeCall(call) != TapeCall::None ||
      allocatorFact(call) || deallocatorFact(call))
    return false;
  if (callee &&
      (rules.gradientOf(*callee) || rules.derivativeOf(*callee) || rules.allocatorOf(*callee) ||
       rules.deallocatorOf(*callee) || !rules.functionLike(*callee).empty() ||
       hasFormula(*callee) || familyOf(callee->getName()) ||
       (isOfStandardLibrary(*callee) && !runsHandlers(*callee))))
    return false;
  return call.getMemoryEffects().getModRef(IRMemLocation::Other) != ModRefInfo::NoModRef &&
         !mutation::breaks("unseen.touched", call);
}

/// What `use` of an address of an unseen global does.
static UnseenUse useAt(const Use &use) {
  const auto *instruction = cast<Instruction>(use.getUser());
  const auto *intrinsic = dyn_cast<IntrinsicInst>(instruction);
  if (isa<ICmpInst>(instruction) || (intrinsic && intrinsic->isAssumeLikeIntrinsic()))
    return {}; // only says something of the address
  if (mutation::breaks("unseen.use", *instruction))
    return {};
  if (const auto *load = dyn_cast<LoadInst>(instruction)) // addresses: their use is unknown
    return {mayLead(load->getType()), mayMatter(load->getType())};
  if (const auto *store = dyn_cast<StoreInst>(instruction)) {
    const Value &value = *store->getValueOperand();
    bool isConstant = isa<ConstantData>(value);
    return {!isConstant && mayMatter(value.getType()), false};
  }
  return {true, true};
}

UnseenUse UnseenMemory::useBy(const Instruction &instruction) {
  UnseenUse result;
  for (const Use &operand : instruction.operands())
    if (isa<Constant>(operand))
      if (const GlobalVariable *global = variableBehind(*operand); global && holds(*global))
        result |= useAt(operand);
  const auto *call = dyn_cast<CallBase>(&instruction);
  if (!call || !isTouchedBy(*call))
    return result;
  for (const Use &argument : call->args())
    if (!isa<ConstantData>(argument) && mayMatter(argument->getType())) {
      result.feeds |= !call->onlyReadsMemory();
      result.reads |= mayLead(argument->getType());
    }
  result.reads |= mayMatter(call->getType());
  return result;
}

void UnseenMemory::survey(const Module &module) {
  isSurveyed = true;
  DenseSet<const Function *> reached = comeToBy(roots);
  for (const Function &function : module) {
    if (!roots.empty() && !reached.contains(&function)) {
      apart.insert(&function);
      continue;
    }
    UnseenUse use;
    for (const Instruction &instruction : instructions(function))
      use |= useBy(instruction);
    if (use.feeds || use.reads)
      uses[&function] = use;
  }
}

bool UnseenMemory::isCalled(const Function &primal) const {
  return (mayBeCalledByAddress(primal) && !mutation::breaks("unseen.called-by-address")) ||
         any_of(primal.users(), [&](const User *user) {
           const auto *call = dyn_cast<CallBase>(user);
           return call && call->getCalledOperand() == &primal &&
                  !apart.contains(call->getFunction());
         });
}

UnseenUse UnseenMemory::aroundCallsOf(const Function &primal) {
  UnseenUse result;
  if (!isSurveyed)
    survey(*primal.getParent());
  if (isCalled(primal))
    for (const auto &[function, use] : uses)
      if (function != &primal)
        result |= use;
  return result;
}

} // namespace enzyme
