//===- SteppedThrough.cpp - numbers behind a single one --------------------===//
//
// Problem: `struct { double first; int64_t second; }`, and a function that is handed the address of
// `first` and steps on from there: `at[i] = x`. Where the program's accesses say what types they
// are of, it has no leave to write a number in `second`. Where they do not (-fno-strict-aliasing),
// it has.
//
// Here: whether some function does, of whatever uses the same memory, also one that is called
// through a pointer, or that the library calls (a comparison of qsort's). A copy of such structures
// then moves what may be a number there.
//===----------------------------------------------------------------------===//
#include "limits/types.h"
#include "rules/Facts.h"
#include "support/Origins.h"
#include "types/DeclaredMembers.h"
#include "types/DeclaredTypes.h"
#include "types/EvidenceStore.h"
#include "types/LayoutTools.h"
#include "types/SameMemory.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

/// Does code here step through memory where it meets numbers, from one to the next, and perhaps
/// these bytes?
bool Evidence::stepsThroughNumbers(const Address &place, uint64_t bytes) const {
  return any_of(recordsOf(place.root), [&](const Record &record) {
    return record.rank >= Rank::Accessed && record.pattern.hasFloats() &&
           commonPeriod(place.stride, record.stride) != 0 &&
           combine(record, place, {bytes, 1}).hasFloats();
  });
}

SameMemory &Evidence::memory() {
  if (!sameMemory)
    sameMemory = std::make_unique<SameMemory>([this](Function &other) -> Evidence & {
      return &other == &function ? *this : callers.evidenceOf(other);
    });
  return *sameMemory;
}

bool sayTypes(const Function &function) {
  return all_of(instructions(function), [](const Instruction &at) {
    return !isa<LoadInst, StoreInst>(at) || !getLoadStoreType(&at)->isFPOrFPVectorTy() ||
           at.hasMetadata(LLVMContext::MD_tbaa);
  });
}

bool Evidence::saysTypes() {
  if (!hasTypes)
    hasTypes = sayTypes(function);
  return *hasTypes;
}

/// Of an array of structures, one of them.
static Record ofElement(Record record) {
  const DIType *element = record.declared;
  while (const auto *array = dyn_cast_or_null<DICompositeType>(bare(element))) {
    if (array->getTag() != dwarf::DW_TAG_array_type) {
      record.stride = element == record.declared
                          ? record.stride
                          : commonPeriod(record.stride, array->getSizeInBits() / 8);
      record.declared = array;
      break;
    }
    element = array->getBaseType();
  }
  return record;
}

/// The member there, as each of the object's declarations has it.
SmallVector<const DIType *, 4> Evidence::membersAt(const Address &place, uint64_t bytes) const {
  SmallVector<const DIType *, 4> members;
  for (const Record &record : recordsOf(place.root))
    if (const DIType *member = memberHolding(ofElement(record), place, bytes).type)
      members.push_back(member);
  return members;
}

static bool isNumber(const DIType *member) {
  const auto *number = dyn_cast<DIBasicType>(member);
  return number && number->getEncoding() == dwarf::DW_ATE_float;
}

/// Is the number there a member of its own? Who is handed that of an array steps through the array.
bool Evidence::isSingleNumber(const Address &place, uint64_t bytes) const {
  auto members = membersAt(place, bytes);
  return any_of(members, isNumber) ||
         none_of(members, [](const DIType *member) { return isa<DICompositeType>(member); });
}

/// The number that code steps on to from the parameter, where `seen` says; null: none.
Type *Evidence::steppedFrom(const Argument &parameter, const Address &seen, uint64_t bytes) {
  for (Address place : addressesOf(parameter)) {
    place.offset += seen.offset;
    place.stride = commonPeriod(place.stride, seen.stride);
    for (const Record &record : recordsOf(place.root)) {
      if (record.rank < Rank::Accessed || (!record.stride && !record.offset))
        continue;
      for (const Piece &piece : combine(record, place, {bytes, 1}).pieces)
        if (piece.kind == Kind::Float)
          return piece.floatType;
    }
  }
  return nullptr;
}

/// Functions that may be called through pointers, and whose accesses of numbers do not all say
/// their types.
const Evidence::Functions &Evidence::callablesThatMayStep() {
  if (callables)
    return *callables;
  callables.emplace();
  if (!callees.store().hasNumbersWithoutTypes(*function.getParent()))
    return *callables;
  for (Function &other : *function.getParent())
    if (!other.isDeclaration() && !isMadeHere(other) && other.hasAddressTaken() && !sayTypes(other))
      callables->push_back(&other);
  return *callables;
}

/// Does a function of the library call none of the program's with what it is handed? Who gives
/// memory back, or prints, does not.
static bool callsNothingBack(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  auto isFunction = [](const Use &given) { return isa<Function>(given->stripPointerCasts()); };
  if (!callee || any_of(call.args(), isFunction))
    return false;
  return allocatorFact(call) || deallocatorFact(call) || movesPointersOnly(call) ||
         (isOfStandardLibrary(*callee) && calleeEffect(call) == CalleeEffect::Inactive);
}

/// What the call hands to `callee`, which it does not name: where it knows which parameter an
/// argument becomes, else each may be each, at any distance.
static SmallVector<std::pair<const Argument *, const Value *>, 4> handedTo(const Function &callee,
                                                                           const CallBase &call) {
  SmallVector<std::pair<const Argument *, const Value *>, 4> handed;
  bool isCalled = !call.getCalledFunction();
  if (isCalled && call.getFunctionType() != callee.getFunctionType())
    return handed;
  auto isFunction = [](const Use &given) { return isa<Function>(given->stripPointerCasts()); };
  if (!isCalled && any_of(call.args(), isFunction) &&
      none_of(call.args(), [&](const Use &given) { return given->stripPointerCasts() == &callee; }))
    return handed;
  for (const Argument &parameter : callee.args())
    for (const Use &given : call.args())
      if (parameter.getType()->isPointerTy() && given->getType()->isPointerTy() &&
          !isFunction(given) && (!isCalled || given.getOperandNo() == parameter.getArgNo()))
        handed.push_back({&parameter, given});
  return handed;
}

/// The number that is stepped to at `place` by a function that this one calls through a pointer, or
/// that the library calls for it; null: none.
Type *Evidence::steppedByCalls(const Address &place, uint64_t bytes, const Functions &callables) {
  for (const Instruction &at : instructions(function)) {
    const auto *call = dyn_cast<CallBase>(&at);
    const Function *named = call ? call->getCalledFunction() : nullptr;
    if (!call || isa<IntrinsicInst>(call) || call->isInlineAsm() ||
        (named && !named->isDeclaration()) || callsNothingBack(*call))
      continue;
    for (Function *callee : callables)
      for (auto [parameter, given] : handedTo(*callee, *call))
        for (const Address &outer : addressesOf(*given)) {
          Address seen{0, place.offset - outer.offset,
                       named ? 1 : commonPeriod(place.stride, outer.stride)};
          Evidence &other = callee == &function ? *this : callers.evidenceOf(*callee);
          Type *number =
              outer.root == place.root ? other.steppedFrom(*parameter, seen, bytes) : nullptr;
          if (number)
            return number;
        }
  }
  return nullptr;
}

bool Evidence::isSteppedThroughBy(Function &user, const Address &place, uint64_t bytes,
                                  Type *&byPointer) {
  Evidence &other = &user == &function ? *this : callers.evidenceOf(user);
  if (!other.saysTypes() && other.stepsThroughNumbers(place, bytes))
    return true;
  const Functions &callables = callablesThatMayStep();
  if (Type *number = callables.empty() ? nullptr : other.steppedByCalls(place, bytes, callables))
    byPointer = number;
  return byPointer != nullptr;
}

/// Are the bytes of `integer` at `place` behind a single number from which others step there?
bool Evidence::isSteppedInto(const Address &place, const Piece &integer, const Layout &said) {
  auto behind = [](Address at, const Piece &piece) {
    at.offset += int64_t(piece.offset);
    return at;
  };
  auto comesFrom = [&](const Piece &number) {
    return number.kind == Kind::Float && number.offset < integer.offset &&
           number.size <= integer.size && isSingleNumber(behind(place, number), number.size);
  };
  if (none_of(said.pieces, comesFrom))
    return false;
  Type *byPointer = nullptr;
  return any_of(memory().as(function, behind(place, integer)), [&](const SameMemory::Place &same) {
    return isSteppedThroughBy(*same.function, same.at, integer.size, byPointer);
  });
}

/// The same of a declared integer that is accessed alone.
bool Evidence::isSteppedTo(const Address &place, uint64_t bytes) {
  if (!callees.store().hasNumbersWithoutTypes(*function.getParent()))
    return false;
  bool isBehindNumber = false;
  for (const Record &record : recordsOf(place.root)) {
    const DIType *declared = bare(record.declared);
    uint64_t size = declared ? declared->getSizeInBits() / 8 : 0;
    uint64_t words = std::min(size / bytes, limits::membersSteppedOver);
    isBehindNumber |= words == limits::membersSteppedOver;
    Address before = place;
    for (uint64_t i = 0; i != words && !isBehindNumber; ++i) {
      before.offset -= int64_t(bytes);
      const DIType *member = memberHolding(ofElement(record), before, bytes).type;
      isBehindNumber = member && isNumber(member);
    }
  }
  if (!isBehindNumber)
    return false;
  Type *byPointer = nullptr;
  return any_of(memory().as(function, place), [&](const SameMemory::Place &same) {
    return isSteppedThroughBy(*same.function, same.at, bytes, byPointer);
  });
}

Layout Evidence::withStepped(const AnyMemTransferInst &copy, Layout said) {
  if (!said.known || !said.hasFloats())
    return said;
  const auto *length = dyn_cast<ConstantInt>(copy.getLength());
  bool isArray = !length || length->getZExtValue() > said.period;
  Layout result = said;
  for (const Value *end : {copy.getRawDest(), copy.getRawSource()})
    for (Address place : addressesOf(*end)) {
      place.stride = isArray ? commonPeriod(place.stride, said.period) : place.stride;
      for (Piece &piece : result.pieces)
        if (piece.kind == Kind::Integer && isSteppedInto(place, piece, said)) {
          piece.kind = Kind::Unknown;
          result.known = false;
        }
    }
  return result;
}

} // namespace enzyme
