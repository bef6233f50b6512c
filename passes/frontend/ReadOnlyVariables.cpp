//===- ReadOnlyVariables.cpp --------------------------------------------------===//
//
// Follows the variable's address through address arithmetic, local variables and functions
// with a body to each access. Who else is handed it may write, or have others write.
//===----------------------------------------------------------------------===//
#include "frontend/ReadOnlyVariables.h"
#include "support/Mutation.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Not a pointer: the bytes of one may lie in whatever memory. And not what may change by itself.
bool readsNumber(const LoadInst &load) {
  return !load.isVolatile() &&
         (load.getType()->isFPOrFPVectorTy() || load.getType()->isIntOrIntVectorTy());
}

class Readers {
public:
  explicit Readers(const GlobalVariable &variable) { addresses.insert(&variable); }

  bool areAll() {
    constexpr unsigned enough = 512;
    for (unsigned i = 0; i != addresses.size(); ++i) { // grows
      if (i == enough)
        return false;
      for (const Use &use : addresses[i]->uses())
        if (!reads(use))
          return false;
    }
    return true;
  }

private:
  SmallSetVector<const Value *, 16> addresses;

  bool follow(const Value &address) {
    addresses.insert(&address);
    return true;
  }

  bool reads(const Use &use) {
    const User &user = *use.getUser();
    if (isa<GEPOperator, PHINode, SelectInst>(user))
      return follow(user);
    if (const auto *load = dyn_cast<LoadInst>(&user))
      return readsNumber(*load);
    if (const auto *store = dyn_cast<StoreInst>(&user))
      return use.getOperandNo() == 0 && isHeldIn(*store->getPointerOperand());
    const auto *call = dyn_cast<CallBase>(&user);
    return isa<ICmpInst>(user) || isOfList(user) || (call && readsIn(*call, use));
  }

  /// llvm.used and llvm.compiler.used keep what they name, and do nothing with it.
  static bool isOfList(const User &user) {
    return isa<ConstantAggregate>(user) && all_of(user.users(), [](const User *list) {
             const auto *variable = dyn_cast<GlobalVariable>(list);
             return variable && variable->getSection() == "llvm.metadata";
           });
  }

  /// A local variable that is only read and assigned; what is read there is followed.
  bool isHeldIn(const Value &place) {
    const auto *local = dyn_cast<AllocaInst>(&place);
    if (!local || !local->getAllocatedType()->isPointerTy())
      return false;
    for (const User *user : local->users()) {
      const auto *store = dyn_cast<StoreInst>(user);
      if (isa<LoadInst>(user) && user->getType()->isPointerTy())
        follow(*user);
      else if (!(store && store->getPointerOperand() == local) && !isa<LifetimeIntrinsic>(user))
        return false;
    }
    return true;
  }

  bool readsIn(const CallBase &call, const Use &use) {
    if (const auto *copy = dyn_cast<AnyMemTransferInst>(&call))
      return &copy->getRawDestUse() != &use;
    const Function *callee = call.getCalledFunction();
    if (!callee || !call.isArgOperand(&use))
      return false;
    if (callee->getIntrinsicID() == Intrinsic::threadlocal_address)
      return follow(call);
    unsigned index = call.getArgOperandNo(&use);
    return callee->hasExactDefinition() && index < callee->arg_size() &&
           follow(*callee->getArg(index));
  }
};

bool isOnlyRead(const GlobalVariable &variable) {
  return variable.hasLocalLinkage() && variable.hasInitializer() && !variable.isConstant() &&
         variable.getAddressSpace() == 0 && !variable.isExternallyInitialized() &&
         !variable.hasMetadata("enzyme_shadow") &&
         (Readers(variable).areAll() || mutation::breaks("variable.only-read"));
}

} // namespace

void makeReadOnlyConstant(Module &file) {
  if (!file.getModuleInlineAsm().empty()) // assembly names variables, too
    return;
  for (GlobalVariable &variable : file.globals())
    if (isOnlyRead(variable))
      variable.setConstant(true);
}

} // namespace enzyme
