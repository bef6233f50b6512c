//===- NumbersInMemory.cpp - integers where numbers lie -------------------===//
//
// Problem: `words[i] ^= mask` in an array of words that numbers were copied into, and are copied
// out of. The access is one of an integer, in the program's words and by what is done with it; and
// yet it reads the bits of a number, and replaces one.
//
// Here: where that may be. Bytes are copied there without it being said what they are, numbers
// are read or written there, or one is made of the integers. Callers and callees are asked, too.
// A counter in a structure beside numbers is none of it: what is declared as one integer stays one
// for copies, however far those reach; callers are believed who read or write a number just there.
//===----------------------------------------------------------------------===//
#include "limits/types.h"
#include "support/Mutation.h"
#include "types/BeyondCalls.h"
#include "types/DeclaredMembers.h"
#include "types/DeclaredTypes.h"
#include "types/EvidenceStore.h"
#include "types/IntegerFlow.h"
#include "types/LayoutTools.h"
#include "types/SameMemory.h"
#include "types/StoredWords.h"
#include "types/TypeAnalysis.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Does the copy say by itself that there are no numbers, or that there are pointers or integers
/// beside them, which have their own places?
bool saysItself(const AnyMemTransferInst &copy) {
  Layout said = readTbaaStruct(copy);
  if (auto declared = decode(copy.getMetadata(layoutMetadata), copy.getContext());
      declared && !said.known)
    said = *declared;
  bool isOfNumbers = all_of(said.pieces, [](const Piece &p) { return p.kind == Kind::Float; });
  return said.known && !isRawBytes(said) && !isOfNumbers;
}

/// Is the integer stored as a number, by the program's own types?
bool isStoredAsNumber(const User &user, const Value &integer) {
  const auto *store = dyn_cast<StoreInst>(&user);
  auto tag = store && store->getValueOperand() == &integer ? readTbaa(*store).access : std::nullopt;
  return tag && tag->kind == Kind::Float;
}

/// Is a float made of the integer, by whatever arithmetic? Functions that are given it, or get it
/// returned, may do so. Beyond a number of uses the answer is yes.
bool becomesNumber(const Value &integer) {
  ValuesSeen seen;
  seen.insert(&integer);
  for (unsigned i = 0; i != seen.size(); ++i)
    for (const Use &use : seen[i]->uses()) {
      const User *user = use.getUser();
      if (seen.size() > limits::usesAsNumber ||
          (isa<BitCastInst>(user) && user->getType()->isFPOrFPVectorTy()) ||
          isStoredAsNumber(*user, *seen[i]))
        return true;
      if (isa<BinaryOperator, CastInst, PHINode, SelectInst, FreezeInst, IntrinsicInst>(user) &&
          user->getType()->isIntOrIntVectorTy())
        seen.insert(user);
      else
        addGoals(use, seen);
    }
  return false;
}

/// May both reach the same bytes?
bool mayMeet(const Moved &moved, const Address &place, uint64_t bytes) {
  int64_t distance = place.offset - moved.offset;
  uint64_t step = commonPeriod(moved.stride, place.stride);
  if (!step)
    return distance + int64_t(bytes) > 0 && (!moved.bytes || distance < int64_t(moved.bytes));
  if (!moved.bytes)
    return true;
  uint64_t behind = ((distance % int64_t(step)) + int64_t(step)) % int64_t(step);
  return behind < moved.bytes || behind + bytes > step;
}

/// Is a number a member of the union that `piece` of the bytes at `place` is, by its declaration?
bool isUnionOfNumbers(const Record &record, const Address &place, const Piece &piece) {
  uint64_t size = record.declared ? record.declared->getSizeInBits() / 8 : 0;
  if (!size)
    return false;
  if (place.stride || record.stride || place.offset < record.offset)
    return true; // it may be any of them
  uint64_t first = (place.offset - record.offset + piece.offset) % size;
  return anyPlaceIn(*record.declared,
                    {first - first % sizeof(double), first + piece.size, sizeof(double)},
                    [&](uint64_t at) { return !floatsInWord(record.declared, at).empty(); });
}

/// May the bytes at `place` be of a number, by what one record says? Of text, a union beside
/// numbers, as a std::string has one for short texts, does not say so by itself.
bool saysNumber(const Record &record, const Address &place, uint64_t bytes, Copies copies) {
  if (!record.pattern.hasFloats())
    return false;
  return any_of(combine(record, place, {bytes, 1}).pieces, [&](const Piece &piece) {
    if (copies == Copies::AreText && piece.kind != Kind::Float)
      return piece.kind == Kind::Unknown && isUnionOfNumbers(record, place, piece);
    return piece.kind != Kind::Integer;
  });
}

/// Was it met at this place, and not at one of all that are so many bytes apart, nor behind it?
bool isJustThere(const Record &record, const Address &place) {
  constexpr uint64_t largest = sizeof(double);
  uint64_t step = commonPeriod(place.stride, record.stride);
  bool isBehind = step == 0 && place.offset + int64_t(largest) <= record.offset;
  return record.rank >= Rank::Accessed && (step == 0 || step > largest) && !isBehind;
}

/// Does some function copy bytes to or from a global variable, read or write numbers there, or hand
/// it on? Others, which know of it by its name alone, are not told by their callers.
bool mayReceiveNumbers(const GlobalVariable &global) {
  SmallSetVector<const Value *, 8> seen;
  seen.insert(&global);
  for (unsigned i = 0; i != seen.size(); ++i)
    for (const User *user : seen[i]->users()) {
      if (i > limits::usesOfGlobal)
        return true;
      const auto *copy = dyn_cast<AnyMemTransferInst>(user);
      const auto *call = dyn_cast<CallBase>(user);
      if (copy ? !saysItself(*copy) : call && !isa<IntrinsicInst>(call))
        return true;
      if (isa<LoadInst, StoreInst>(user) && getLoadStoreType(user)->isFPOrFPVectorTy())
        return true;
      if (isa<GEPOperator, ConstantExpr, PHINode, SelectInst>(user))
        seen.insert(user);
    }
  return false;
}

/// Is what the record says of the place only that one number, a member in the words of `whole`,
/// too, may be the first of many? `whole` says that there are other members behind it.
bool isBehindMember(const Record &record, const Address &place, const Record &whole) {
  int64_t distance = place.offset - record.offset;
  if (!record.declared || !record.extent || commonPeriod(place.stride, record.stride) != 0 ||
      distance < int64_t(record.extent))
    return false;
  const Address member{place.root, record.offset, 0};
  const auto *number =
      dyn_cast_or_null<DIBasicType>(memberHolding(whole, member, record.extent).type);
  return number && number->getEncoding() == dwarf::DW_ATE_float &&
         number->getSizeInBits() == 8 * record.extent &&
         isIntegerMember(whole, place, record.extent);
}

/// Does the record say of an array of numbers, a member in the words of `whole`, that it is stepped
/// through from there, by however many at once? Such a loop stays within that array, and does not
/// come to a member beside it that is an integer, or an array of integers.
bool isOfArrayBeside(const Record &record, const Address &place, uint64_t bytes,
                     const Record &whole) {
  constexpr uint64_t smallest = sizeof(float);
  bool isArray = record.stride || record.pattern.period;
  if (!isArray || place.stride ||
      (!isIntegerMember(whole, place, bytes) && !isArrayOfIntegers(whole, place, bytes)))
    return false;
  const auto *array = dyn_cast_or_null<DICompositeType>(
      bare(memberHolding(whole, {place.root, record.offset, 0}, smallest).type));
  const auto *number = array && array->getTag() == dwarf::DW_TAG_array_type
                           ? dyn_cast_or_null<DIBasicType>(bare(array->getBaseType()))
                           : nullptr;
  return number && number->getEncoding() == dwarf::DW_ATE_float;
}

/// The same of all that is known of an array of integers. (Where a single integer is declared, code
/// that steps to it counts, which is asked for by itself: isSteppedTo.)
bool isOfArrayBesideIntegers(const Record &record, const Address &place, uint64_t bytes,
                             ArrayRef<Record> known) {
  return any_of(known, [&](const Record &whole) {
    return isArrayOfIntegers(whole, place, bytes) && isOfArrayBeside(record, place, bytes, whole);
  });
}

} // namespace

void Evidence::addMoved(const Value &pointer, Moved moved) {
  int64_t offset = moved.offset;
  uint64_t stride = moved.stride;
  for (const Address &address : addresses.of(pointer)) {
    moved.offset = offset + address.offset;
    moved.stride = commonPeriod(stride, address.stride);
    if (moves.size() <= address.root)
      moves.resize(address.root + 1);
    Moves &list = moves[address.root];
    if (list.size() >= limits::movesOfRoot) // anywhere
      list.assign(1, Moved::anywhere());
    else if (!is_contained(list, moved))
      list.push_back(moved);
  }
}

/// A copy of characters from one declared array to another ends where the shorter one does.
void Evidence::boundCopiesOfText() {
  auto textIn = [this](const Address &place) {
    uint64_t most = 0;
    for (const Record &record : recordsOf(place.root))
      most = std::max(most, textAt(record, place));
    return most;
  };
  for (Copied &copied : allCopied) {
    if (copied.bytes == 0)
      copied.bytes = std::min(textIn(copied.to), textIn(copied.from));
    copies[copied.to.root].push_back(copied);
  }
}

bool Evidence::Copied::reaches(const Address &start, const Address &place) const {
  return start.root == place.root &&
         mayMeet({start.offset, start.stride, bytes}, place, sizeof(double));
}

/// The byte that a loop copies, if nothing else is done with it. (Text is compared on the way.)
static const LoadInst *byteMovedBy(const Instruction &access) {
  const auto *store = dyn_cast<StoreInst>(&access);
  const auto *byte = store ? dyn_cast<LoadInst>(store->getValueOperand()) : nullptr;
  return byte && byte->getType()->isIntegerTy(8) && byte->hasOneUse() ? byte : nullptr;
}

/// As a copy that does not say what it moves. Single bytes of known places are characters and
/// flags.
void Evidence::readByteMove(const StoreInst &store, const LoadInst &byte) {
  const Value *ends[] = {store.getPointerOperand(), byte.getPointerOperand()};
  auto isOneOfMany = [&](const Value *end) {
    return all_of(addresses.of(*end), [](const Address &at) { return at.stride != 0; });
  };
  if (!all_of(ends, isOneOfMany))
    return;
  for (const Address &to : addresses.of(*ends[0]))
    for (const Address &from : addresses.of(*ends[1]))
      allCopied.push_back({to, from, 0});
  for (const Value *end : ends)
    addMoved(*end, {0, 0, 1});
}

void Evidence::readMove(Instruction &instruction) {
  if (auto *copy = dyn_cast<AnyMemTransferInst>(&instruction)) {
    const auto *length = dyn_cast<ConstantInt>(copy->getLength());
    uint64_t bytes = length ? length->getZExtValue() : 0;
    for (const Address &to : addresses.of(*copy->getRawDest()))
      for (const Address &from : addresses.of(*copy->getRawSource()))
        allCopied.push_back({to, from, bytes});
    if (!saysItself(*copy))
      for (const Value *end : {copy->getRawDest(), copy->getRawSource()})
        addMoved(*end, {0, 0, bytes});
    return;
  }
  const Value *pointer = getLoadStorePointerOperand(&instruction);
  if (!pointer)
    return;
  Type *type = getLoadStoreType(&instruction);
  if (const LoadInst *byte = byteMovedBy(instruction))
    readByteMove(cast<StoreInst>(instruction), *byte);
  bool isNumber = type->isIntOrIntVectorTy()
                      ? isa<LoadInst>(instruction) && becomesNumber(instruction)
                      : type->isFPOrFPVectorTy() && hasTagOfInteger(instruction);
  if (isNumber && !type->isScalableTy())
    addMoved(*pointer, {0, 0, layout.getTypeStoreSize(type)});
  if (type->isIntegerTy(32) || type->isIntegerTy(64))
    readWord(instruction, *pointer);
  else if (isNumber && type->isFloatingPointTy()) // the word and the cast are one access
    addWord(*pointer, *type);
}

/// An integer that is plainly the bits of a number, or that is only moved.
void Evidence::readWord(const Instruction &access, const Value &pointer) {
  Type *number = nullptr;
  const auto *store = dyn_cast<StoreInst>(&access);
  const Value *word = store ? store->getValueOperand() : nullptr;
  if (const auto *bits = dyn_cast_or_null<BitCastInst>(word))
    number = bits->getSrcTy();
  else if (const auto *load = dyn_cast_or_null<LoadInst>(word))
    for (const Address &to : addresses.of(pointer))
      for (const Address &from : addresses.of(*load->getPointerOperand()))
        movedWords.push_back({to, from});
  else if (!store)
    for (const User *user : access.users())
      if (isa<BitCastInst>(user))
        number = user->getType();
  if (number && number->isFloatingPointTy())
    addWord(pointer, *number);
}

void Evidence::addWord(const Value &pointer, Type &number) {
  for (const Address &at : addresses.of(pointer))
    words.push_back({at, &number});
}

Moves Evidence::movesOf(unsigned root) const {
  Moves result;
  SmallVector<unsigned, 8> seen;
  gather(Address{root}, true, seen, [&](const Address &from) {
    if (from.root < moves.size())
      for (const Moved &moved : moves[from.root])
        result.push_back(
            {moved.offset + from.offset, commonPeriod(moved.stride, from.stride), moved.bytes});
  });
  return result;
}

Moves Evidence::movesAt(const Value &pointer) {
  Moves result;
  for (const Address &address : addresses.of(pointer))
    for (const Moved &moved : movesOf(address.root))
      result.push_back(
          {moved.offset - address.offset, commonPeriod(moved.stride, address.stride), moved.bytes});
  return result;
}

bool Evidence::isOneInteger(const Address &place, uint64_t bytes) const {
  return any_of(recordsOf(place.root),
                [&](const Record &record) { return isIntegerMember(record, place, bytes); });
}

bool Evidence::holdsChoice(const Value &pointer, uint64_t bytes) {
  auto places = addressesOf(pointer);
  return !places.empty() && all_of(places, [&](const Address &place) {
    return any_of(recordsOf(place.root),
                  [&](const Record &record) { return isChoice(record, place, bytes); });
  });
}

SmallVector<Address, 2> Evidence::addressesOf(const Value &pointer) {
  auto places = addresses.of(pointer);
  readRoots();
  return places;
}

bool Evidence::saysNumbers(const Address &place, uint64_t bytes, Copies copies) const {
  Records known = recordsOf(place.root);
  if (any_of(known, [&](const Record &record) {
        return record.rank >= Rank::Suggested && saysNumber(record, place, bytes, copies) &&
               !isOfArrayBesideIntegers(record, place, bytes, known);
      }))
    return true;
  bool isAnyPart = place.stride == 1 || bytes == 1; // of a length that the run says
  if (copies == Copies::AreText && isAnyPart && isNumberAmong(place))
    return true;
  return copies == Copies::Count && any_of(movesOf(place.root), [&](const Moved &moved) {
           return mayMeet(moved, place, bytes);
         });
}

/// Where too many functions use the memory to look at each, the answer is yes. Text goes on with
/// the address of its characters (strings are moved and returned), which is not followed: of text,
/// the answer is also yes where the program makes text of numbers at all.
bool Evidence::othersSayNumbers(const Address &place, uint64_t bytes, Copies copies) {
  auto evidenceOf = [this](Function &other) -> Evidence & {
    return &other == &function ? *this : callers.evidenceOf(other);
  };
  const std::vector<SameMemory::Place> &places = memory().as(function, place);
  if (copies == Copies::AreText && callees.store().makesTextOfNumbers(*function.getParent()))
    return true;
  if (places.empty())
    return copies != Copies::AreText;
  if (copies == Copies::Count && any_of(places, [&](const SameMemory::Place &at) {
        return evidenceOf(*at.function).isOneInteger(at.at, bytes);
      }))
    copies = Copies::AreNone;
  return any_of(places, [&](const SameMemory::Place &at) {
    return evidenceOf(*at.function).saysNumbers(at.at, bytes, copies);
  });
}

bool Evidence::mayHoldNumbers(const Value &pointer, uint64_t bytes, bool isAskedOfAll,
                              Copies copies, uint64_t from) {
  auto places = placesOf(pointer);
  readRoots();
  for (Address &place : places)
    place.offset += int64_t(from);
  return any_of(places, [&](const Address &place) {
    bool isDeclared = isOneInteger(place, bytes);
    Copies counted = isDeclared ? Copies::AreNone : copies;
    const Root root = addresses.roots()[place.root];
    const auto *argument = dyn_cast_or_null<Argument>(root.value);
    const auto *global = dyn_cast_or_null<GlobalVariable>(root.value);
    if (saysNumbers(place, bytes, counted) ||
        (global && !root.cell && counted == Copies::Count && mayReceiveNumbers(*global)))
      return true;
    if (depth != 0)
      return false;
    if (argument && !root.cell) {
      const auto &[records, moved] = callers.numbersBehind(*argument);
      auto isNumber = [&](const Record &record) {
        return (!isDeclared || isJustThere(record, place)) &&
               saysNumber(record, place, bytes, copies) &&
               !isOfArrayBesideIntegers(record, place, bytes, records);
      };
      if (any_of(records, isNumber) ||
          (counted == Copies::Count &&
           any_of(moved, [&](const Moved &moved) { return mayMeet(moved, place, bytes); })))
        return true;
    }
    return isAskedOfAll &&
           (isDeclared ? isSteppedTo(place, bytes) : othersSayNumbers(place, bytes, copies));
  });
}

/// Takes another type of numbers that lie there; false if there are several.
static bool isOneWith(Type *type, Type *&number) {
  bool isSame = type && (!number || number == type);
  number = isSame ? type : nullptr;
  return isSame;
}

/// Which type of numbers is moved there as a word.
bool Evidence::addWords(const Address &place, uint64_t bytes, Type *&number) const {
  return all_of(words, [&](const auto &word) {
    const auto &[at, type] = word;
    return !SameMemory::mayBeSame(at, place) || layout.getTypeStoreSize(type) != bytes ||
           isOneWith(type, number);
  });
}

/// Is it said by an access of one of several objects, of which another is declared to hold a number
/// there? (A value of one kind in a std::any is read where one of another has a string's length.)
bool Evidence::isOfOtherNumber(const Record &record, const Address &place, uint64_t bytes) const {
  return record.through && any_of(addresses.of(*record.through), [&](const Address &other) {
           return other.root != place.root && !isOneInteger(other, bytes) &&
                  any_of(recordsOf(other.root), [&](const Record &said) {
                    return said.rank == Rank::Declared &&
                           combine(said, other, {bytes, 1}).hasFloats();
                  });
         });
}

/// Which type of numbers of so many bytes lies there, by what is known here. Where it is declared
/// an integer, an array of numbers beside it is not it, though a step of its size leads there, nor
/// is what lies behind a single number, unless code steps there.
bool Evidence::addNumbers(const Address &place, uint64_t bytes, NumbersFound &found) const {
  Records known = recordsOf(place.root);
  auto isOfMember = [&](const Record &record) {
    auto isBeside = [&](const Record &whole) {
      return isOfArrayBeside(record, place, bytes, whole);
    };
    return !isJustThere(record, place) || isOfOtherNumber(record, place, bytes) ||
           (!found.isSteppedThrough && any_of(known, isBeside)) ||
           (!found.isSteppedThrough && any_of(known, [&](const Record &whole) {
             return isBehindMember(record, place, whole);
           }));
  };
  return all_of(known, [&](const Record &record) {
    if (record.rank < Rank::Accessed || !record.pattern.hasFloats() ||
        (found.isMember && isOfMember(record)))
      return true;
    Layout said = combine(record, place, {bytes, 1});
    if (!said.hasFloats())
      return true;
    const Piece &piece = said.pieces.front();
    bool isAll = said.pieces.size() == 1 && piece.offset == 0 && piece.size == bytes;
    found.hasOthers |= !isAll;
    return !isAll || isOneWith(piece.floatType, found.number);
  });
}

/// Are all users of the memory known? Others may also know what a function returns, and what a
/// pointer found in memory leads to.
static bool isOwn(const Root &root, bool isHere) {
  if (root.cell)
    return false;
  const auto *call = dyn_cast_or_null<CallBase>(root.value);
  return !call || (isHere && call->returnDoesNotAlias());
}

/// Numbers that are moved as words are what is asked for, or those of the word's size. What else
/// seems to lie there may lie elsewhere: the first of a table's nodes is a member of the table.
Type *Evidence::numberIn(const Value &pointer, uint64_t bytes) {
  auto places = placesOf(pointer);
  readRoots();
  auto evidenceOf = [this](Function &other) -> Evidence & {
    return &other == &function ? *this : callers.evidenceOf(other);
  };
  Type *number = nullptr;
  bool isAllOwn = true;
  std::vector<SameMemory::Place> all;
  for (const Address &place : places) {
    bool isPlaceOwn = false;
    for (const SameMemory::Place &same : SameMemory(evidenceOf).withCopies({&function, place})) {
      Evidence &evidence = evidenceOf(*same.function);
      if (!evidence.addWords(same.at, bytes, number))
        return nullptr;
      isPlaceOwn |= isOwn(evidence.roots()[same.at.root], same.function == &function);
      all.push_back(same);
    }
    isAllOwn &= isPlaceOwn;
  }
  if (number)
    return number;
  NumbersFound found;
  Type *byPointer = nullptr;
  found.isMember = any_of(all, [&](const SameMemory::Place &same) {
    return evidenceOf(*same.function).isOneInteger(same.at, bytes);
  });
  found.isSteppedThrough = found.isMember && any_of(all, [&](const SameMemory::Place &same) {
                             return isSteppedThroughBy(*same.function, same.at, bytes, byPointer);
                           });
  for (const SameMemory::Place &same : all)
    if (!evidenceOf(*same.function).addNumbers(same.at, bytes, found))
      return nullptr;
  if (!found.number && byPointer && layout.getTypeStoreSize(byPointer) == bytes)
    return byPointer;
  if (found.number || isAllOwn || found.hasOthers)
    return found.number;
  const Module &module = *function.getParent();
  return callees.store().storedAsWord(module, bytes, [&] { return storedAsWord(module, bytes); });
}

/// Also where the class of memory that an address leads to has numbers at any place: containers of
/// numbers beside containers of structures with addresses.
bool Evidence::isAddressIn(const Value &pointer, uint64_t bytes) {
  auto places = addressesOf(pointer);
  return !places.empty() && all_of(places, [&](const Address &place) {
    return any_of(recordsOf(place.root), [&](const Record &record) {
      if (!isJustThere(record, place) || !record.pattern.hasPointers())
        return false;
      Layout said = combine(record, place, {bytes, 1});
      return said.pieces.size() == 1 && said.pieces.front().kind == Kind::Pointer &&
             said.pieces.front().offset == 0 && said.pieces.front().size == bytes;
    });
  });
}

/// Characters, and structures of integers, may be where a program keeps numbers that it packs: they
/// are believed to be integers where no code is known to keep numbers there. (About characters,
/// a copy that does not say what it moves says nothing.)
bool Evidence::movesNumbers(const AnyMemTransferInst &copy, const Layout &said) {
  auto isInteger = [](const Piece &piece) { return piece.kind == Kind::Integer; };
  if (!said.known)
    return false;
  if (!all_of(said.pieces, isInteger))
    return any_of(arraysOfIntegers(said), [&](const Piece &array) {
      return any_of(ArrayRef{copy.getRawDest(), copy.getRawSource()}, [&](const Value *end) {
        return mayHoldNumbers(*end, array.size, /*isAskedOfAll=*/true, Copies::AreNone,
                              array.offset);
      });
    });
  const auto *length = dyn_cast<ConstantInt>(copy.getLength());
  uint64_t bytes = length ? length->getZExtValue() : said.period;
  Copies copies = isRawBytes(said) ? Copies::AreText : Copies::Count;
  if (!mayHoldNumbers(*copy.getRawDest(), bytes, /*isAskedOfAll=*/true, copies) &&
      !mayHoldNumbers(*copy.getRawSource(), bytes, /*isAskedOfAll=*/true, copies))
    return false;
  for (const Value *end : {copy.getRawDest(), copy.getRawSource()})
    addMoved(*end, {0, 0, length ? bytes : 0});
  return true;
}

/// Is it computed with, or handed to a function? Then the number that it may be is changed.
static bool isChanged(const LoadInst &load) {
  SmallSetVector<const Value *, 8> seen;
  seen.insert(&load);
  for (unsigned i = 0; i != seen.size(); ++i)
    for (const User *user : seen[i]->users()) {
      if (seen.size() > limits::usesOfLoad || isa<BinaryOperator, CallBase>(user))
        return true;
      if (onlyMoves(*user))
        seen.insert(user);
    }
  return false;
}

static const Value *wordExchangedBy(const Instruction &access) {
  if (const auto *update = dyn_cast<AtomicRMWInst>(&access))
    return update->getValOperand();
  const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&access);
  return exchange ? exchange->getNewValOperand() : nullptr;
}

void TypeAnalysis::findNumbersBehindIntegers() {
  for (const auto &[access, known] : results.accesses) {
    if (!known.known || known.hasFloats() || known.hasPointers())
      continue;
    const Value *pointer = getLoadStorePointerOperand(access);
    uint64_t bytes = pointer && getLoadStoreType(access)->isIntOrIntVectorTy()
                         ? layout.getTypeStoreSize(getLoadStoreType(access)).getKnownMinValue()
                         : 0;
    if (const Value *word = wordExchangedBy(*access); word && word->getType()->isIntegerTy()) {
      pointer = access->getOperand(0);
      bytes = layout.getTypeStoreSize(word->getType());
    } else if (const auto *fill = dyn_cast<AnyMemSetInst>(access)) {
      const auto *length = dyn_cast<ConstantInt>(fill->getLength());
      pointer = fill->getRawDest();
      bytes = length ? length->getZExtValue() : 1;
    }
    const auto *load = dyn_cast<LoadInst>(access);
    bool isPart = bytes && evidence.meetsOtherPart(*access, *pointer);
    if (isPart && load)
      results.rebuilding.insert(access);
    if (bytes && (isPart || evidence.mayHoldNumbers(*pointer, bytes, !load || isChanged(*load))) &&
        !mutation::breaks("types.among-numbers", *access))
      results.amongNumbers.insert(access);
  }
}

} // namespace enzyme
