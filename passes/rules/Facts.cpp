//===- Facts.cpp - what is known about library functions -----------------===//
//
// Order of the answers to "what does this callee do": what its declaration says
// (attributes), then the tables, then its effect on memory and its types. The
// last is what serves functions that no table knows: a function that returns no
// float and no pointer and writes nothing that others see passes on no derivative.
//===----------------------------------------------------------------------===//
#include "rules/Facts.h"
#include "rules/calls/CanonicalTables.h"
#include "rules/calls/Cxx.h"
#include "rules/calls/Inactive.h"
#include "rules/calls/Pure.h"
#include "rules/memory/Allocators.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace enzyme {
namespace {

const Function *calleeOf(const CallBase &call) {
  return dyn_cast<Function>(call.getCalledOperand());
}

/// The words of lists, separated by white space.
DenseSet<StringRef> wordsOf(ArrayRef<StringLiteral> lists) {
  DenseSet<StringRef> words;
  for (StringRef rest : lists)
    for (rest = rest.ltrim(); !rest.empty(); rest = rest.ltrim()) {
      StringRef word = rest.take_until([](char c) { return c == ' ' || c == '\n'; });
      words.insert(word);
      rest = rest.drop_front(word.size());
    }
  return words;
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

bool holdsFloat(Type *type) {
  return type->isFPOrFPVectorTy() || any_of(type->subtypes(), holdsFloat);
}

bool holdsPointer(Type *type) {
  return type->isPtrOrPtrVectorTy() || any_of(type->subtypes(), holdsPointer);
}

/// Floats among the parameters (not those passed as "...") or in the result.
bool hasFloats(const FunctionType &type) {
  return holdsFloat(type.getReturnType()) || any_of(type.params(), holdsFloat);
}

/// Known by name. Names of the C++ library are reserved and count for the bodies
/// of its inline functions too; C's only where there is no body.
bool isInactiveName(const Function &callee) {
  static const DenseSet<StringRef> plain =
      wordsOf({calls::standardIO, calls::processAndTime, calls::strings});
  static const DenseSet<StringRef> withFloats = wordsOf(calls::withFloats);
  StringRef name = callee.getName();
  if (startsWithAny(name, calls::cxxPrefixes) || isThrowHelper(name))
    return true;
  if (!callee.isDeclaration())
    return false;
  name.consume_front("\1_"); // Darwin's verbatim symbols
  return startsWithAny(name, calls::prefixes) || withFloats.contains(name) ||
         (plain.contains(name) && !hasFloats(*callee.getFunctionType()));
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

/// An optimisation barrier: no instruction, no result.
bool isEmptyAsm(const CallBase &call) {
  const auto *assembly = dyn_cast<InlineAsm>(call.getCalledOperand());
  return assembly && StringRef(assembly->getAsmString()).trim().empty() &&
         call.getType()->isVoidTy();
}

bool isInactiveByEffect(const CallBase &call) {
  if (call.doesNotReturn() || isEmptyAsm(call))
    return true;
  if (!writesNothing(call) || holdsPointer(call.getType()))
    return false;
  if (!holdsFloat(call.getType()))
    return true;
  // A float made of integers alone.
  return readsNothing(call) &&
         none_of(call.args(), [](const Use &argument) { return holdsFloat(argument->getType()); });
}

template <typename Fact, size_t N> const Fact *findFact(const Fact (&facts)[N], StringRef name) {
  for (const Fact &fact : facts)
    if (name == fact.name)
      return &fact;
  return nullptr;
}

/// Functions of other libraries that say by attributes that they are malloc's
/// kin: allockind("alloc,…") allocsize(…) "alloc-family"="malloc".
constexpr unsigned maxArgument = 4;
using DeclaredFacts = std::array<AllocatorFact, 2 * maxArgument *(maxArgument + 1)>;

constexpr DeclaredFacts makeDeclaredFacts() {
  DeclaredFacts facts{};
  for (unsigned i = 0; i < facts.size(); ++i) {
    facts[i].name = "";
    facts[i].isZeroed = i % 2;
    facts[i].sizeArgument = i / 2 % maxArgument;
    facts[i].countArgument = int(i / 2 / maxArgument) - 1;
    facts[i].deallocator = "free";
  }
  return facts;
}

bool isOfMallocFamily(const CallBase &call, AllocFnKind wanted) {
  const Function *callee = calleeOf(call);
  Attribute kind = callee ? callee->getFnAttribute(Attribute::AllocKind) : Attribute();
  if (!kind.isValid() || (kind.getAllocKind() & wanted) == AllocFnKind::Unknown)
    return false;
  Attribute family = callee->getFnAttribute("alloc-family");
  return family.isValid() && family.getValueAsString() == memory::mallocFamily;
}

const AllocatorFact *declaredAllocator(const CallBase &call) {
  static constexpr DeclaredFacts facts = makeDeclaredFacts();
  Attribute size = call.getFnAttr(Attribute::AllocSize);
  if (!size.isValid() || !isOfMallocFamily(call, AllocFnKind::Alloc))
    return nullptr;
  auto [bytes, count] = size.getAllocSizeArgs();
  bool isZeroed = isOfMallocFamily(call, AllocFnKind::Zeroed);
  unsigned countIndex = count ? *count + 1 : 0;
  if (bytes >= maxArgument || countIndex > maxArgument)
    return nullptr;
  return &facts[(countIndex * maxArgument + bytes) * 2 + isZeroed];
}

} // namespace

CalleeEffect calleeEffect(const CallBase &call) {
  if (call.hasFnAttr("enzyme_inactive"))
    return CalleeEffect::Inactive;
  const Function *callee = calleeOf(call);
  if (callee && isInactiveName(*callee))
    return CalleeEffect::Inactive;
  return isInactiveByEffect(call) ? CalleeEffect::InactiveByEffect : CalleeEffect::Unknown;
}

const DeallocatorFact *deallocatorFact(const CallBase &call) {
  static constexpr DeallocatorFact declared = {""};
  const Function *callee = calleeOf(call);
  if (!callee)
    return nullptr;
  if (const auto *fact = findFact(memory::deallocators, callee->getName()))
    return fact;
  return isOfMallocFamily(call, AllocFnKind::Free) ? &declared : nullptr;
}

const AllocatorFact *allocatorFact(const CallBase &call) {
  const Function *callee = calleeOf(call);
  if (!callee)
    return nullptr;
  if (const auto *fact = findFact(memory::allocators, callee->getName()))
    return fact;
  return declaredAllocator(call);
}

bool movesPointersOnly(const CallBase &call) {
  static const DenseSet<StringRef> names = wordsOf(calls::pointerMovers);
  const Function *callee = calleeOf(call);
  return callee && callee->isDeclaration() && names.contains(callee->getName());
}

std::optional<unsigned> resultPointsInto(const CallBase &call) {
  unsigned argument;
  Attribute attribute = call.getFnAttr(calls::pointsIntoAttribute);
  if (attribute.isValid() && !attribute.getValueAsString().getAsInteger(10, argument) &&
      argument < call.arg_size())
    return argument;
  if (const Function *callee = calleeOf(call))
    if (const auto *row = findFact(calls::pointersInto, callee->getName()))
      return row->argument;
  return std::nullopt;
}

bool asksForRoom(const CallBase &call) {
  const Function *callee = calleeOf(call);
  return callee && callee->getName() == calls::roomName;
}

} // namespace enzyme
