//===- CopiedShadows.cpp ---------------------------------------------------===//
//
// Problem: `struct model dm = m; __enzyme_autodiff(f, &m, &dm);`. The shadow's members are its own,
// but its pointers are those of the value: derivatives are added to the numbers behind them, which
// are changed, and nothing comes to the memory that was meant.
//
// Here: a local structure that is declared with pointers that lead to numbers, and that the caller
// copies from the value and stores no other pointer in. Read in a simplified copy of the caller.
// Whatever else is done with it may have given it memory of its own.
//===----------------------------------------------------------------------===//
#include "request/CopiedShadows.h"
#include "limits/request.h"
#include "rules/Facts.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isPointer(const DIDerivedType &type) {
  return is_contained({dwarf::DW_TAG_pointer_type, dwarf::DW_TAG_reference_type}, type.getTag());
}

enum class Behind { Anything, Pointers };

/// Does a variable of the type hold numbers, or lead to some?
bool holdsNumbers(const DIType *type, Behind what, unsigned depth = 0) {
  if (!type || depth > limits::nestingOfCopied)
    return false;
  if (const auto *basic = dyn_cast<DIBasicType>(type))
    return what == Behind::Anything &&
           is_contained({dwarf::DW_ATE_float, dwarf::DW_ATE_complex_float}, basic->getEncoding());
  if (const auto *derived = dyn_cast<DIDerivedType>(type))
    return holdsNumbers(derived->getBaseType(), isPointer(*derived) ? Behind::Anything : what,
                        depth + 1);
  const auto *composite = dyn_cast<DICompositeType>(type);
  if (!composite || composite->getTag() == dwarf::DW_TAG_union_type)
    return false;
  if (composite->getTag() == dwarf::DW_TAG_array_type)
    return holdsNumbers(composite->getBaseType(), what, depth + 1);
  return any_of(composite->getElements(), [&](const DINode *node) {
    const auto *member = dyn_cast<DIDerivedType>(node);
    return member && !member->isStaticMember() && holdsNumbers(member, what, depth + 1);
  });
}

bool leadsToNumbers(const AllocaInst &variable) {
  return any_of(findDVRDeclares(const_cast<AllocaInst *>(&variable)), // it is only read
                [](const DbgVariableRecord *record) {
                  return holdsNumbers(record->getVariable()->getType(), Behind::Pointers);
                });
}

enum class Does { Nothing, Copies, Anything };

Does doesTo(const Use &use, const Value &from, const CallBase &request) {
  const User *user = use.getUser();
  if (const auto *store = dyn_cast<StoreInst>(user); store && use.getOperandNo() == 1) {
    const Value &stored = *store->getValueOperand();
    const auto *load = dyn_cast<LoadInst>(&stored);
    bool isOfValue = load && getUnderlyingObject(load->getPointerOperand()) == &from;
    bool isNumber = stored.getType()->isFPOrFPVectorTy() || stored.getType()->isIntegerTy(32);
    return isOfValue ? Does::Copies : isNumber ? Does::Nothing : Does::Anything;
  }
  const auto *call = dyn_cast<CallBase>(user);
  if (!call)
    return isa<LoadInst, ICmpInst>(user) ? Does::Nothing : Does::Anything;
  if (const auto *copy = dyn_cast<AnyMemTransferInst>(call))
    return use.getOperandNo() == 1                              ? Does::Nothing
           : getUnderlyingObject(copy->getRawSource()) == &from ? Does::Copies
                                                                : Does::Anything;
  const auto *intrinsic = dyn_cast<IntrinsicInst>(call);
  bool isHarmless = call == &request || call->isLifetimeStartOrEnd() ||
                    (intrinsic && intrinsic->isAssumeLikeIntrinsic());
  return isHarmless ? Does::Nothing : Does::Anything;
}

} // namespace

bool sharesNumbers(const Value &memory, const Value &value, const CallBase &request) {
  if (!memory.getType()->isPointerTy() || !value.getType()->isPointerTy())
    return false;
  const auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(&memory));
  const Value *from = getUnderlyingObject(&value);
  if (!variable || from == variable || !leadsToNumbers(*variable))
    return false;
  SmallSetVector<const Value *, 8> places;
  places.insert(variable);
  bool isCopied = false;
  for (unsigned i = 0; i != places.size(); ++i)
    for (const Use &use : places[i]->uses()) {
      if (isa<GetElementPtrInst, AddrSpaceCastInst>(use.getUser())) {
        places.insert(use.getUser());
        continue;
      }
      Does does = doesTo(use, *from, request);
      if (does == Does::Anything)
        return false;
      isCopied |= does == Does::Copies;
    }
  return isCopied;
}

void warnOfCopiedShadows(const Request &request, Diagnostics &diagnostics) {
  if (request.family != Family::Autodiff)
    return;
  for (const auto &[index, binding] : enumerate(request.parameters))
    if (binding.activity == Activity::Dup && binding.isShadowCopied)
      diagnostics.warn({MessageId::CopiedShadow,
                        request.where,
                        {readableName(*request.function), std::to_string(index + 1),
                         "was copied from the value with its pointers, which lead to the value's "
                         "own numbers"},
                        {}});
}

} // namespace enzyme
