//===- Facts.cpp - what is known about library functions -----------------===//
//
// Order of the answers to "what does this callee do": what its declaration says
// (attributes), then the tables, then its effect on memory and its types. The
// last is what serves functions that no table knows: a function that returns no
// float and no pointer and writes nothing that others see passes on no derivative.
//===----------------------------------------------------------------------===//
#include "rules/Facts.h"
#include "rules/calls/Cxx.h"
#include "rules/calls/Inactive.h"
#include "rules/memory/Allocators.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

const Function *calleeOf(const CallBase &call) {
  return dyn_cast<Function>(call.getCalledOperand());
}

template <typename Fact, size_t N> const Fact *findFact(const Fact (&facts)[N], StringRef name) {
  for (const Fact &fact : facts)
    if (name == fact.name)
      return &fact;
  return nullptr;
}

DenseSet<StringRef> makeNames() {
  DenseSet<StringRef> names;
  for (StringRef list : {calls::standardIO, calls::processAndTime, calls::strings})
    for (StringRef rest = list.trim(); !rest.empty(); rest = rest.ltrim()) {
      size_t end = std::min(rest.find_first_of(" \n"), rest.size());
      names.insert(rest.take_front(end));
      rest = rest.drop_front(end);
    }
  return names;
}

bool startsWithAny(StringRef name, ArrayRef<StringLiteral> prefixes) {
  return any_of(prefixes, [&](StringRef prefix) { return name.starts_with(prefix); });
}

/// std::__throw_…: a scope, a length, then the name.
bool isThrowHelper(StringRef name) {
  for (StringRef scope : calls::cxxThrowScopes) {
    StringRef rest = name;
    if (rest.consume_front(scope) && rest.ltrim("0123456789").starts_with(calls::cxxThrow))
      return true;
  }
  return false;
}

bool isInactiveName(StringRef name) {
  static const DenseSet<StringRef> names = makeNames();
  name.consume_front("\1_"); // Darwin's verbatim symbols
  return names.contains(name) || startsWithAny(name, calls::prefixes) ||
         startsWithAny(name, calls::cxxPrefixes) || isThrowHelper(name);
}

/// Could a value of this type carry a derivative or lead to one?
bool carriesDerivative(Type *type) {
  if (type->isFPOrFPVectorTy() || type->isPtrOrPtrVectorTy())
    return true;
  return any_of(type->subtypes(), carriesDerivative);
}

bool hasFloatArgument(const CallBase &call) {
  return any_of(call.args(), [](const Use &argument) {
    return argument->getType()->isFPOrFPVectorTy() || argument->getType()->isAggregateType();
  });
}

/// Writes nothing a program can read back.
bool writesNothing(const CallBase &call) {
  MemoryEffects effects = call.getMemoryEffects();
  return !isModSet(effects.getWithoutLoc(IRMemLocation::InaccessibleMem).getModRef());
}

bool readsNothing(const CallBase &call) {
  MemoryEffects effects = call.getMemoryEffects();
  return !isRefSet(effects.getWithoutLoc(IRMemLocation::InaccessibleMem).getModRef());
}

bool isInactiveByEffect(const CallBase &call) {
  if (call.doesNotReturn())
    return true;
  if (!writesNothing(call))
    return false;
  Type *result = call.getType();
  if (!carriesDerivative(result))
    return true;
  // A float made of integers alone.
  return result->isFPOrFPVectorTy() && readsNothing(call) && !hasFloatArgument(call);
}

} // namespace

CalleeEffect calleeEffect(const CallBase &call) {
  if (call.hasFnAttr("enzyme_inactive"))
    return CalleeEffect::Inactive;
  const Function *callee = calleeOf(call);
  if (callee && isInactiveName(callee->getName()))
    return CalleeEffect::Inactive;
  if (!call.isInlineAsm() && isInactiveByEffect(call))
    return CalleeEffect::InactiveByEffect;
  return CalleeEffect::Unknown;
}

const DeallocatorFact *deallocatorFact(const CallBase &call) {
  const Function *callee = calleeOf(call);
  return callee ? findFact(memory::deallocators, callee->getName()) : nullptr;
}

const AllocatorFact *allocatorFact(const CallBase &call) {
  const Function *callee = calleeOf(call);
  return callee ? findFact(memory::allocators, callee->getName()) : nullptr;
}

} // namespace enzyme
