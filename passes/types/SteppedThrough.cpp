//===- SteppedThrough.cpp - numbers behind a single one --------------------===//
//
// Problem: `struct { double first; int64_t second; }`, and a function that is handed the address of
// `first` and steps on from there: `at[i] = x`. Where the program's accesses say what types they
// are of, it has no leave to write a number in `second`. Where they do not (-fno-strict-aliasing),
// it has.
//
// Here: whether some function does, of whatever uses the same memory. A copy of such structures
// then moves what may be a number there.
//===----------------------------------------------------------------------===//
#include "types/DeclaredMembers.h"
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

/// Do all accesses of numbers say of which type they are?
bool Evidence::saysTypes() {
  if (!hasTypes)
    hasTypes = all_of(instructions(function), [](const Instruction &at) {
      return !isa<LoadInst, StoreInst>(at) || !getLoadStoreType(&at)->isFPOrFPVectorTy() ||
             at.hasMetadata(LLVMContext::MD_tbaa);
    });
  return *hasTypes;
}

/// Is the number there a member of its own? Who is handed that of an array steps through the array.
bool Evidence::isSingleNumber(const Address &place, uint64_t bytes) const {
  bool isDeclared = false;
  for (const Record &record : recordsOf(place.root)) {
    const auto *number = dyn_cast_or_null<DIBasicType>(memberHolding(record, place, bytes).type);
    if (number && number->getEncoding() == dwarf::DW_ATE_float)
      return true;
    isDeclared |= isa_and_nonnull<DICompositeType>(record.declared);
  }
  return !isDeclared;
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
  return any_of(
      sameMemory->as(function, behind(place, integer)), [&](const SameMemory::Place &same) {
        Evidence &other = same.function == &function ? *this : callers.evidenceOf(*same.function);
        return !other.saysTypes() && other.stepsThroughNumbers(same.at, integer.size);
      });
}

Layout Evidence::withStepped(const AnyMemTransferInst &copy, Layout said) {
  if (!said.known || !said.hasFloats())
    return said;
  const auto *length = dyn_cast<ConstantInt>(copy.getLength());
  bool isArray = !length || length->getZExtValue() > said.period;
  if (!sameMemory)
    sameMemory = std::make_unique<SameMemory>([this](Function &other) -> Evidence & {
      return &other == &function ? *this : callers.evidenceOf(other);
    });
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
