//===- Facts.cpp - what is known about library functions -----------------===//
//
// Order of the answers to "what does this callee do": what its declaration says
// (attributes), then the tables, then its effect on memory and its types. The
// last is what serves functions that no table knows: a function that returns no
// float, no integer that may be its bits and no pointer, and writes nothing that others see,
// passes on no derivative.
//===----------------------------------------------------------------------===//
#include "rules/Facts.h"
#include "rules/Exceptions.h"
#include "rules/Shape.h"
#include "rules/calls/CanonicalTables.h"
#include "rules/calls/Cxx.h"
#include "rules/calls/Discreet.h"
#include "rules/calls/Inactive.h"
#include "rules/calls/Pure.h"
#include "rules/calls/ReadIn.h"
#include "rules/calls/Text.h"
#include "rules/gpu/RuntimeApi.h"
#include "rules/memory/Allocators.h"
#include "rules/mpi/Exchange.h"
#include "support/Mutation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"

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

bool holdsPointer(Type *type) {
  return type->isPtrOrPtrVectorTy() || any_of(type->subtypes(), holdsPointer);
}

/// Such a one whose code is part of the program: it is differentiated, since the bytes of a string
/// may be those of numbers.
bool isTextWithBody(const Function &callee) {
  return !callee.isDeclaration() && isTextFunction(callee);
}

/// Known by name. Names of the C++ library are reserved and count for the bodies
/// of its inline functions too, but for those of strings; C's only where there is no body, and in
/// C's shape.
bool isKnownInactive(const CallBase &call, const Function &callee) {
  static const StringMap<StringRef> shapes =
      shapesOf({calls::standardIO, calls::processAndTime, calls::strings, calls::retaining,
                calls::handingOn, calls::transforms, calls::withFloats});
  StringRef name = callee.getName();
  if (isTextWithBody(callee))
    return false;
  if (startsWithAny(name, calls::cxxPrefixes) || startsWithAny(name, calls::cxxValuePrefixes) ||
      isStreamFunction(callee) || isThrowHelper(name))
    return true;
  if (!callee.isDeclaration())
    return false;
  name.consume_front("\1_"); // Darwin's verbatim symbols
  auto known = shapes.find(name);
  return startsWithAny(name, calls::prefixes) || isReadingCall(call) || isInactiveMpi(call) ||
         gpu::isInactive(call) || (known != shapes.end() && hasShape(call, known->second));
}

/// Floats, or integers that may be bits of one: structures are passed as integers, too. Of a
/// call that gives such, activity says whether it matters.
bool mayHoldBits(Type *type) {
  return type->isFPOrFPVectorTy() ||
         (type->isIntOrIntVectorTy() && type->getScalarSizeInBits() > 1) ||
         any_of(type->subtypes(), mayHoldBits);
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
  if ((!writesNothing(call) && !mutation::breaks("facts.effect", "writes")) ||
      holdsPointer(call.getType()))
    return false;
  if (!mayHoldBits(call.getType()) || mutation::breaks("facts.effect", "gives floats"))
    return true;
  return readsNothing(call) && none_of(call.args(), [](const Use &argument) {
           return !isa<Constant>(argument) && mayHoldBits(argument->getType());
         });
}

/// Functions of other libraries that say by attributes that they are malloc's
/// kin: allockind("alloc,…") allocsize(…) "alloc-family"="malloc". They speak of the
/// callee's own parameters; a call may pass others.
bool isOfMallocFamily(const CallBase &call, AllocFnKind wanted) {
  const Function *callee = calleeOf(call);
  if (!callee || call.getFunctionType() != callee->getFunctionType())
    return false;
  Attribute kind = callee->getFnAttribute(Attribute::AllocKind);
  if (!kind.isValid() || (kind.getAllocKind() & wanted) == AllocFnKind::Unknown)
    return false;
  Attribute family = callee->getFnAttribute("alloc-family");
  return family.isValid() && family.getValueAsString() == memory::mallocFamily;
}

std::optional<AllocatorFact> declaredAllocator(const CallBase &call) {
  Attribute size = call.getFnAttr(Attribute::AllocSize);
  if (!size.isValid() || !isOfMallocFamily(call, AllocFnKind::Alloc))
    return std::nullopt;
  auto [bytes, count] = size.getAllocSizeArgs();
  return AllocatorFact{.name = "",
                       .sizeArgument = int(bytes),
                       .countArgument = count ? int(*count) : -1,
                       .isZeroed = isOfMallocFamily(call, AllocFnKind::Zeroed),
                       .deallocator = "free"};
}

/// The argument that an attribute of the callee names.
std::optional<unsigned> argumentNamedBy(const CallBase &call, StringRef attribute) {
  const Function *callee = calleeOf(call);
  Attribute found = callee ? callee->getFnAttribute(attribute) : Attribute();
  unsigned index;
  if (!found.isValid() || found.getValueAsString().getAsInteger(10, index) ||
      index >= call.arg_size())
    return std::nullopt;
  return index;
}

} // namespace

bool isTextFunction(const Function &function) {
  StringRef name = function.getName();
  return startsWithAny(name, calls::differentiatedText) ||
         (name.starts_with(calls::textSum) && name.contains(calls::textOfHeaders));
}

bool isStreamFunction(const Function &function) {
  return startsWithAny(function.getName(), calls::cxxStreamPrefixes);
}

bool isDiscreet(const CallBase &call) {
  static const StringMap<StringRef> shapes =
      shapesOf({calls::standardIO, calls::processAndTime, calls::strings});
  const Function *callee = calleeOf(call);
  if (!callee || startsWithAny(callee->getName(), calls::cxxValuePrefixes))
    return callee;
  auto known = shapes.find(callee->getName());
  return callee->isDeclaration() && known != shapes.end() && hasShape(call, known->second);
}

CalleeEffect calleeEffect(const CallBase &call) {
  if (call.hasFnAttr("enzyme_inactive"))
    return CalleeEffect::Inactive;
  const Function *callee = calleeOf(call);
  if (callee && isKnownInactive(call, *callee))
    return CalleeEffect::Inactive;
  if (isInactiveByEffect(call))
    return CalleeEffect::InactiveByEffect;
  bool isDeclaredSo = callee && callee->hasFnAttribute(facts::inactiveIfUnknownAttribute);
  return isDeclaredSo ? CalleeEffect::Inactive : CalleeEffect::Unknown;
}

std::optional<DeallocatorFact> deallocatorFact(const CallBase &call) {
  const Function *callee = calleeOf(call);
  if (!callee)
    return std::nullopt;
  if (auto pointer = argumentNamedBy(call, facts::deallocatorAttribute))
    return DeallocatorFact{.pointerArgument = int(*pointer)};
  if (const auto *fact = rowOf(call, callee->getName(), memory::deallocators))
    return *fact;
  bool takesAddress = call.arg_size() != 0 && call.getArgOperand(0)->getType()->isPointerTy();
  if (takesAddress && isOfMallocFamily(call, AllocFnKind::Free))
    return DeallocatorFact{};
  return std::nullopt;
}

std::optional<AllocatorFact> allocatorFact(const CallBase &call) {
  const Function *callee = calleeOf(call);
  if (!callee)
    return std::nullopt;
  if (auto size = argumentNamedBy(call, facts::allocatorAttribute))
    return AllocatorFact{.name = "", .sizeArgument = int(*size), .deallocator = ""};
  if (const auto *fact = rowOf(call, callee->getName(), memory::allocators))
    return *fact;
  return declaredAllocator(call);
}

std::optional<Partner> partnerOf(CallBase &allocation) {
  auto fact = allocatorFact(allocation);
  const Function *allocator = calleeOf(allocation);
  if (!fact)
    return std::nullopt;
  StringRef name = fact->deallocator;
  Partner partner;
  partner.arguments = {-1};
  if (!name.empty() && !allocation.getModule()->getFunction(name))
    allocation.getModule()->getOrInsertFunction(name, Type::getVoidTy(allocation.getContext()),
                                                allocation.getType());
  if (Attribute named = allocator->getFnAttribute(facts::partnerAttribute); named.isValid()) {
    name = named.getValueAsString();
    Attribute list = allocator->getFnAttribute(facts::partnerListAttribute);
    SmallVector<StringRef, 4> indices;
    list.getValueAsString().split(indices, ',');
    partner.arguments.clear();
    for (StringRef index : indices)
      if (index.trim().getAsInteger(10, partner.arguments.emplace_back()))
        return std::nullopt;
  }
  partner.function = allocation.getModule()->getFunction(name);
  bool isWhole = partner.function && partner.function->arg_size() == partner.arguments.size();
  return isWhole ? std::optional(partner) : std::nullopt;
}

Function *guardedProductOf(Module &module, Type *type, ZeroFactor zero) {
  bool isOfSlot = zero == ZeroFactor::Slot;
  std::string name = ((isOfSlot ? calls::guardedProduct : calls::shieldedProduct) + ".").str();
  raw_string_ostream(name) << *type;
  auto *function = cast<Function>(module.getOrInsertFunction(name, type, type, type).getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setSpeculatable();
  return function;
}

ZeroFactor zeroFactorOf(const Function &function) {
  if (function.isDeclaration() && function.getName().starts_with(calls::guardedProduct))
    return ZeroFactor::Slot;
  if (function.isDeclaration() && function.getName().starts_with(calls::shieldedProduct))
    return ZeroFactor::Either;
  return ZeroFactor::None;
}

TapeCall tapeCall(const CallBase &call) {
  const Function *callee = calleeOf(call);
  if (!callee || !callee->isDeclaration())
    return TapeCall::None;
  if (is_contained(calls::tapeScopes, callee->getName()))
    return TapeCall::Scope;
  return callee->getName().starts_with(calls::tapeDefer) ? TapeCall::Defer : TapeCall::None;
}

bool movesPointersOnly(const CallBase &call) {
  static const DenseSet<StringRef> names = wordsOf(calls::pointerMovers);
  const Function *callee = calleeOf(call);
  return callee && callee->isDeclaration() && names.contains(callee->getName()) &&
         hasShape(call, ".-");
}

Nodes nodesOf(const CallBase &call) {
  StringRef name = movesPointersOnly(call) ? calleeOf(call)->getName() : "";
  return name.contains("_Rb_tree")     ? Nodes::Tree
         : name.contains("_List_node") ? Nodes::List
                                       : Nodes::None;
}

bool isFreshNode(const CallBase &call, unsigned argument) {
  StringRef name = calleeOf(call)->getName();
  return (name.contains("insert_and_rebalance") && argument == 1) ||
         (name.contains("_M_hook") && argument == 0);
}

bool readsNodes(const CallBase &call) {
  StringRef name = calleeOf(call)->getName();
  return name.contains("_increment") || name.contains("_decrement") ||
         name.contains("_black_count");
}

/// `class.std::locale.12` is the class with a number that keeps names apart.
static bool isOfType(const Type *type, StringRef name) {
  const auto *structure = dyn_cast_or_null<StructType>(type);
  return structure && structure->hasName() &&
         structure->getName().rtrim("0123456789").rtrim('.') == name;
}

/// Of a template class: its name ends before (Itanium C++ ABI).
static bool isConstructor(StringRef name) { return name.contains("EC1E") || name.contains("EC2E"); }

FunctionCallee releaseOfOwned(Module &module) {
  LLVMContext &context = module.getContext();
  return module.getOrInsertFunction(calls::ordinaryDelete, Type::getVoidTy(context),
                                    PointerType::get(context, 0));
}

SmallVector<OwnedPointer, 2> ownedPointers(const CallBase &call) {
  SmallVector<OwnedPointer, 2> owned;
  const Function *callee = calleeOf(call);
  if (!callee || call.arg_empty() || isTextWithBody(*callee))
    return owned;
  StringRef name = callee->getName();
  Type *through = call.getParamStructRetType(0);
  unsigned object = through ? 1 : 0;
  bool isStatic = any_of(calls::staticMembers, [&](StringRef part) { return name.contains(part); });
  for (const calls::OwnerFact &owner : calls::owners) {
    if (through && isOfType(through, owner.type))
      owned.push_back({0, owner.offset});
    if (name.starts_with(owner.member) && !isStatic && object < call.arg_size())
      owned.push_back({object, owner.offset, isConstructor(name) ? 0 : owner.room});
  }
  if (startsWithAny(name, calls::intoString) && call.arg_size() > 1)
    owned.push_back({1, calls::owners[0].offset, calls::owners[0].room});
  erase_if(owned, [&](const OwnedPointer &pointer) {
    return !call.getArgOperand(pointer.argument)->getType()->isPointerTy();
  });
  return owned;
}

bool changesText(const CallBase &call) {
  const Function *callee = calleeOf(call);
  return callee && !isTextWithBody(*callee) && startsWithAny(callee->getName(), calls::textMembers);
}

bool copiesText(const CallBase &call) {
  const Function *callee = calleeOf(call);
  if (!callee || !callee->isDeclaration())
    return false;
  static const StringMap<StringRef> shapes = shapesOf(ArrayRef<ShapedNames>(calls::textCopies));
  auto copies = shapes.find(callee->getName());
  return startsWithAny(callee->getName(), calls::messageKeepers) ||
         (copies != shapes.end() && hasShape(call, copies->second));
}

std::optional<unsigned> resultPointsInto(const CallBase &call) {
  unsigned argument;
  Attribute attribute = call.getFnAttr(calls::pointsIntoAttribute);
  if (attribute.isValid() && !attribute.getValueAsString().getAsInteger(10, argument) &&
      argument < call.arg_size())
    return argument;
  if (const Function *callee = calleeOf(call))
    if (const auto *row = rowOf(call, callee->getName(), calls::pointersInto))
      return row->argument;
  return std::nullopt;
}

bool asksForRoom(const CallBase &call) {
  const Function *callee = calleeOf(call);
  return callee && callee->getName() == calls::roomName && hasShape(call, calls::roomShape);
}

bool throwsObject(const CallBase &call) {
  const Function *callee = calleeOf(call);
  return callee && callee->getName() == calls::cxxThrowCall && hasShape(call, calls::throwShape);
}

bool catchesObject(const CallBase &call) {
  const Function *callee = calleeOf(call);
  return callee && callee->getName() == calls::cxxCatchCall && hasShape(call, calls::catchShape);
}

bool throwsShadowedObject(const CallBase &call) {
  return throwsObject(call) && call.getArgOperand(2)->getName() == exceptions::shadowedThrowMark;
}

bool keepsShadowedObject(const CallBase &call) {
  const Function *callee = calleeOf(call);
  return callee && callee->getName() == calls::cxxKeptCall && hasShape(call, calls::keptShape) &&
         call.getArgOperand(2)->getName() == exceptions::shadowedThrowMark;
}

bool catchesExceptions(const Function &function) {
  return function.getName() != terminateHelper &&
         any_of(instructions(function), [](const Instruction &at) {
           auto *call = dyn_cast<CallBase>(&at);
           return call && catchesObject(*call);
         });
}

bool mayBeginException(const Function &function) {
  StringRef name = function.getName();
  if (!function.isDeclaration() || function.doesNotThrow() || function.isIntrinsic())
    return false;
  if (isThrowHelper(name))
    return none_of(calls::cxxNoMemory, [&](StringRef end) { return name.contains(end); });
  if (is_contained({calls::cxxThrowCall, calls::cxxRethrowCall}, name) ||
      name.starts_with(calls::cxxRethrowPrefix))
    return true;
  return name.starts_with("_Z") && !isOfStandardLibrary(function) && !isStreamFunction(function) &&
         none_of(memory::allocators,
                 [&](const AllocatorFact &fact) { return fact.name == name; }) &&
         none_of(memory::deallocators,
                 [&](const DeallocatorFact &fact) { return fact.name == name; });
}

SmallVector<Function *, 16> libraryExceptionMembers(Module &module, unsigned slot) {
  SmallVector<Function *, 16> members;
  bool hasExceptions = any_of(module.globals(), [](const GlobalVariable &variable) {
    return variable.getName().starts_with(calls::cxxTypeInformation);
  });
  if (!hasExceptions || slot != calls::whatSlot)
    return members;
  auto *address = PointerType::getUnqual(module.getContext());
  auto *type = FunctionType::get(address, {address}, false);
  for (StringRef name : calls::whatOfExceptions) {
    bool isNew = !module.getNamedValue(name);
    auto *function = dyn_cast<Function>(module.getOrInsertFunction(name, type).getCallee());
    if (!function || function->getFunctionType() != type)
      continue;
    if (isNew) {
      function->setLinkage(GlobalValue::ExternalWeakLinkage);
      function->setDoesNotThrow();
    }
    members.push_back(function);
  }
  return members;
}

static bool isReserved(StringRef name) {
  return any_of(ArrayRef{"__", "_ZSt", "_ZNSt", "_ZNKSt", "_ZN11__gnu_debug", "_ZNK11__gnu_debug"},
                [&](StringRef start) { return name.starts_with(start); });
}

bool isOfStandardLibrary(const Function &function) {
  LibFunc known;
  return isReserved(function.getName()) ||
         TargetLibraryInfoImpl(function.getParent()->getTargetTriple()).getLibFunc(function, known);
}

bool isOfStandardLibrary(const GlobalVariable &variable) {
  return isReserved(variable.getName()) ||
         is_contained(calls::libraryVariables, variable.getName());
}

} // namespace enzyme
