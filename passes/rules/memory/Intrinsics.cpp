//===- Intrinsics.cpp - what LLVM's other intrinsics mean ----------------===//
#include "rules/memory/Intrinsics.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "rules/memory/IntrinsicTables.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace enzyme {
namespace {

template <typename Row, size_t N> const Row *findRow(const Row (&rows)[N], Intrinsic::ID id) {
  for (const Row &row : rows)
    if (row.id == id)
      return &row;
  return nullptr;
}

/// The first family whose prefix begins the intrinsic's name.
template <typename Row, size_t N> const Row *findFamily(const Row (&rows)[N], Intrinsic::ID id) {
  StringRef name = Intrinsic::getBaseName(id);
  for (const Row &row : rows)
    if (name.starts_with(row.prefix))
      return &row;
  return nullptr;
}

} // namespace

Behaviour behaviourOf(Intrinsic::ID id) {
  if (const auto *row = findRow(memory::behaviours, id))
    return row->behaviour;
  if (const auto *family = findFamily(memory::behaviourFamilies, id))
    return family->behaviour;
  return Behaviour::None;
}

bool isInactiveIntrinsic(Intrinsic::ID id) {
  if (behaviouralIntrinsic(id) || !refusalFor(id).empty())
    return false;
  return findRow(memory::inactive, id) || findFamily(memory::inactiveFamilies, id);
}

StringRef refusalFor(Intrinsic::ID id) {
  if (const auto *family = findFamily(memory::refusals, id))
    return family->reason;
  return "";
}

bool isInactiveIntrinsic(const CallBase &call) {
  Intrinsic::ID id = call.getIntrinsicID();
  return id != Intrinsic::not_intrinsic && isInactiveIntrinsic(id);
}

StringRef refusalFor(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  if (!call || call->getIntrinsicID() == Intrinsic::not_intrinsic)
    return "";
  Intrinsic::ID id = call->getIntrinsicID();
  if (StringRef reason = refusalFor(id); !reason.empty())
    return reason;
  bool isKnown = !Intrinsic::isTargetIntrinsic(id) || isInactiveIntrinsic(id) ||
                 hasFormula(*call->getCalledFunction());
  return isKnown ? "" : StringRef(memory::targetRefusal);
}

} // namespace enzyme
