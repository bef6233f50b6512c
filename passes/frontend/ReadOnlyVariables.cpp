//===- ReadOnlyVariables.cpp --------------------------------------------------===//
//
// Follows the variable's address through address arithmetic, local variables and functions
// with a body to each access, and from the initial values of other static variables that are
// only read, as of  static struct series s = {table, 24, -1, 1};  to where they are read. Who
// else is handed it may write, or have others write.
//===----------------------------------------------------------------------===//
#include "frontend/ReadOnlyVariables.h"
#include "limits/frontend.h"
#include "support/Mutation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Nothing that may change by itself, and of what is not declared to hold addresses no address: the
/// bytes of one may lie in whatever memory.
bool readsValue(const LoadInst &load, bool holdsAddresses) {
  const Type *type = load.getType();
  return !load.isVolatile() && (type->isFPOrFPVectorTy() || type->isIntOrIntVectorTy() ||
                                (holdsAddresses && type->isPointerTy()));
}

/// Bytes [from, to) of the type, of which pointers are some.
bool holdsAddress(Type &type, const DataLayout &layout, uint64_t from, uint64_t to) {
  uint64_t bytes = layout.getTypeAllocSize(&type).getKnownMinValue();
  if (from >= bytes)
    return false;
  if (auto *record = dyn_cast<StructType>(&type)) {
    const StructLayout &places = *layout.getStructLayout(record);
    for (auto [i, element] : enumerate(record->elements())) {
      uint64_t at = places.getElementOffset(i);
      if (to > at && holdsAddress(*element, layout, from > at ? from - at : 0, to - at))
        return true;
    }
    return false;
  }
  if (auto *array = dyn_cast<ArrayType>(&type)) {
    Type &element = *array->getElementType();
    uint64_t each = layout.getTypeAllocSize(&element).getKnownMinValue(), first = from / each;
    return (to - 1) / each == first
               ? holdsAddress(element, layout, from - first * each, to - first * each)
               : holdsAddress(element, layout, 0, each);
  }
  return type.isPtrOrPtrVectorTy();
}

/// An address of the variable, or of another that its address is kept in: of bytes that are so
/// many behind its beginning.
struct Address {
  const Value *value;
  const GlobalVariable *keeper = nullptr; ///< null: an address of the variable
  std::optional<int64_t> offset;          ///< in the keeper; none: anywhere

  Address at(const Value &other) const { return {&other, keeper, offset}; }
};

class Readers {
public:
  explicit Readers(const GlobalVariable &variable)
      : layout(variable.getDataLayout()),
        holdsAddresses(holdsAddress(*variable.getValueType(), layout, 0, UINT64_MAX)) {
    follow({&variable, nullptr, {}});
  }

  bool areAll() {
    for (unsigned i = 0; i != addresses.size(); ++i) { // grows
      if (i == limits::usesOfReadOnly)
        return false;
      Address address = addresses[i];
      for (const Use &use : address.value->uses())
        if (!reads(use, address))
          return false;
    }
    return true;
  }

private:
  const DataLayout &layout;
  bool holdsAddresses;
  SmallVector<Address, 16> addresses;

  /// What is met at two places of its keeper may be anywhere in it.
  bool follow(Address address) {
    if (!address.keeper)
      address.offset.reset(); // all bytes of the variable are alike
    bool isMet = false;
    for (const Address &known : addresses) {
      if (known.value != address.value || known.keeper != address.keeper)
        continue;
      if (known.offset == address.offset || !known.offset)
        return true;
      isMet = true;
    }
    if (isMet)
      address.offset.reset();
    addresses.push_back(address);
    return true;
  }

  bool reads(const Use &use, const Address &address) {
    const User &user = *use.getUser();
    if (const auto *element = dyn_cast<GEPOperator>(&user))
      return follow(elementOf(*element, address));
    if (isa<PHINode, SelectInst>(user))
      return follow(address.at(user));
    if (const auto *load = dyn_cast<LoadInst>(&user))
      return address.keeper ? readsKept(*load, address) : readsValue(*load, holdsAddresses);
    if (const auto *store = dyn_cast<StoreInst>(&user))
      return use.getOperandNo() == 0 && isHeldIn(*store->getPointerOperand(), address);
    const auto *call = dyn_cast<CallBase>(&user);
    return isa<ICmpInst>(user) || (call && readsIn(*call, use, address)) || isKept(user, address);
  }

  Address elementOf(const GEPOperator &element, const Address &address) const {
    APInt further(layout.getIndexTypeSizeInBits(element.getType()), 0);
    if (!address.offset || !element.accumulateConstantOffset(layout, further))
      return {&element, address.keeper, {}};
    return {&element, address.keeper, *address.offset + further.getSExtValue()};
  }

  /// What is read where the variable's address is kept is one, or bytes that are none of it.
  bool readsKept(const LoadInst &load, const Address &address) {
    if (load.getType()->isPointerTy() && !load.isVolatile())
      return follow({&load, nullptr, {}});
    if (!address.offset || *address.offset < 0 || !readsValue(load, false))
      return false;
    uint64_t from = *address.offset,
             to = from + layout.getTypeStoreSize(load.getType()).getKnownMinValue();
    return !holdsAddress(*address.keeper->getValueType(), layout, from, to);
  }

  /// In other static variables' initial values; llvm.used and llvm.compiler.used keep what they
  /// name, and do nothing with it.
  bool isKept(const User &user, const Address &address) {
    if (const auto *variable = dyn_cast<GlobalVariable>(&user))
      return variable->getSection() == "llvm.metadata" ||
             (!address.keeper && variable->hasLocalLinkage() &&
              !variable->isExternallyInitialized() && !variable->hasMetadata("enzyme_shadow") &&
              follow({variable, variable, 0}));
    return isa<ConstantAggregate>(user) &&
           all_of(user.users(), [&](const User *outer) { return isKept(*outer, address); });
  }

  /// A local variable that is only read and assigned; what is read there is followed.
  bool isHeldIn(const Value &place, const Address &address) {
    const auto *local = dyn_cast<AllocaInst>(&place);
    if (!local || !local->getAllocatedType()->isPointerTy())
      return false;
    for (const User *user : local->users()) {
      const auto *store = dyn_cast<StoreInst>(user);
      if (isa<LoadInst>(user) && user->getType()->isPointerTy()) {
        if (!follow(address.at(*user)))
          return false;
      } else if (!(store && store->getPointerOperand() == local) && !isa<LifetimeIntrinsic>(user)) {
        return false;
      }
    }
    return true;
  }

  bool readsIn(const CallBase &call, const Use &use, const Address &address) {
    if (const auto *copy = dyn_cast<AnyMemTransferInst>(&call))
      return !address.keeper && &copy->getRawDestUse() != &use;
    const Function *callee = call.getCalledFunction();
    if (!callee || !call.isArgOperand(&use))
      return false;
    if (callee->getIntrinsicID() == Intrinsic::threadlocal_address)
      return follow(address.at(call));
    // Another file's function of that name has the same source, or it may be interposed.
    unsigned index = call.getArgOperandNo(&use);
    return !callee->isDeclaration() && !callee->isInterposable() && index < callee->arg_size() &&
           follow(address.at(*callee->getArg(index)));
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
