//===- RawMoves.cpp - registers that only carry unknown memory about -------===//
//
// Problem: a byte loop, or a union moved by its integer or by its pointer, moves what
// may be a float, a pointer or neither. A copy of memory can be followed without
// knowing (runtime/raw.c); a value in a register cannot.
//
// Here: such a move goes through memory. `store (phi/select (load p)), q` becomes a
// copy from p to a room on the stack where it was loaded, and from the room to q
// where it was stored. What the program made itself among the choices, `flag ? n << 8 :
// load p`, is put into a room of its own. Other uses of an integer (compares) stay as they are. The
// copies say that their bytes may be anything: half a double must not look like an
// integer because it is four bytes that are compared.
//
// The words and bytes of a number go the same way: it is put into a room, from which its
// parts are copied to where they are stored,
//
//     store (trunc (lshr (bitcast x), 32)), q         room = x; copy q[0..4] = room[4..8]
//     y = bitcast (or (zext (load p)), (shl (zext (load q)), 32))
//                                 copy room[0..4] = p, room[4..8] = q; y = room
//
// and the copies say which part of which number they move (runtime/parts.c).
//===----------------------------------------------------------------------===//
#include "bits/RawMoves.h"
#include "bits/UntypedMemory.h"
#include "report/DerivativePosition.h"
#include "support/NameValues.h"
#include "types/BytesFrom.h"
#include "types/LayoutTools.h"
#include "types/Moves.h"
#include "types/NumberPart.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {
namespace {

using Runs = SmallVector<ByteRun, 2>;

class RawMoves {
public:
  explicit RawMoves(Function &function)
      : function(function), layout(function.getParent()->getDataLayout()) {}

  /// `another`: what is moved, if that is not what the type of the store's value says.
  void replace(StoreInst &store, Type *another);
  void replace(Instruction &bits, Type *number);

private:
  Function &function;
  const DataLayout &layout;
  DenseMap<Value *, Value *> rooms;
  Type *instead = nullptr; ///< of the store that is being replaced

  uint64_t bytesOf(const Value &value) const {
    return layout.getTypeStoreSize(value.getType()).getFixedValue();
  }
  Type *typeOf(const Value &value) const { return instead ? instead : value.getType(); }
  Align alignOf(const Value &value) const { return layout.getABITypeAlign(value.getType()); }
  void copy(IRBuilder<> &builder, Value *to, Value *from, const Value &value) {
    markUnknownBytes(
        *builder.CreateMemCpy(to, alignOf(value), from, alignOf(value), bytesOf(value)),
        typeOf(value));
  }
  void clear(IRBuilder<> &builder, Value *to, MaybeAlign align, const Value &value) {
    markUnknownBytes(*builder.CreateMemSet(to, builder.getInt8(0), bytesOf(value), align),
                     typeOf(value));
  }
  Instruction *roomFor(const Value &value) { return makeRoom(function, value.getType(), "moved"); }
  Value *roomOf(Value &value);
  Value *roomOfWidened(ZExtInst &value);
  Value *roomOfParts(Instruction &value, ArrayRef<ByteRun> runs);
  void copyParts(IRBuilder<> &builder, Value *to, Align align, ArrayRef<ByteRun> runs);
  void copyPart(IRBuilder<> &builder, Value *to, Value *from, const ByteRun &run,
                const NumberPart &part);
  void fillWithNumber(Value &number, Instruction &room);
  void fillFromEdges(PHINode &phi, Instruction &room);
};

/// Vectors of integers are what programs move by the processor's instructions, whatever lies there.
bool canCarry(Type *type) {
  if (type->isPointerTy() || type->isFloatingPointTy())
    return true;
  Type *element = type->getScalarType();
  return element->isIntegerTy() && element->getIntegerBitWidth() % 8 == 0 &&
         !isa<ScalableVectorType>(type);
}

bool isFloat(const Value &value) { return value.getType()->isFloatingPointTy(); }

/// Are these parts of something, or several?
bool areParts(ArrayRef<ByteRun> runs) {
  if (runs.size() != 1)
    return !runs.empty();
  const ByteRun &only = runs.front();
  return only.from.source &&
         (only.from.at || (isFloat(*only.from.source) &&
                           only.count * 8 != only.from.source->getType()->getScalarSizeInBits()));
}

/// A number that the program makes is not one of these, unless memory is the other choice.
bool isCarriedWhole(const Value &value) { return isFromMemory(value) || isChosenFromMemory(value); }

bool isCarried(const Value &value) {
  Runs runs = runsOf(bytesFrom(value));
  return areParts(runs) ? any_of(runs,
                                 [](const ByteRun &run) {
                                   const Value *source = run.from.source;
                                   return source && (isFloat(*source) || isCarriedWhole(*source));
                                 })
                        : isCarriedWhole(value);
}

/// What arrives is first set aside: the phis of a block change places at once.
void RawMoves::fillFromEdges(PHINode &phi, Instruction &room) {
  Instruction *arriving = roomFor(phi);
  SmallPtrSet<BasicBlock *, 4> done;
  for (unsigned i = 0; i != phi.getNumIncomingValues(); ++i) {
    BasicBlock *block = phi.getIncomingBlock(i);
    if (!done.insert(block).second)
      continue;
    Value *from = roomOf(*phi.getIncomingValue(i));
    IRBuilder<> builder(block->getTerminator());
    copy(builder, arriving, from, phi);
  }
  IRBuilder<> builder(&*phi.getParent()->getFirstInsertionPt());
  copy(builder, &room, arriving, phi);
}

/// What the program made is what its type says, wherever it goes.
void RawMoves::fillWithNumber(Value &number, Instruction &room) {
  auto *made = dyn_cast<Instruction>(&number);
  Instruction *behind = room.getNextNode(); // and what clears the rest of its word
  if (auto *cleared = dyn_cast<MemSetInst>(behind); cleared && cleared->getRawDest() == &room)
    behind = cleared->getNextNode();
  IRBuilder<> builder(behind);
  if (made)
    builder.SetInsertPoint(*made->getInsertionPointAfterDef());
  clear(builder, &room, alignOfRoom(room), number);
  if (auto *constant = dyn_cast<Constant>(&number); !constant || !constant->isNullValue())
    if (StoreInst *store = builder.CreateAlignedStore(&number, &room, alignOfRoom(room));
        !constant && number.getType()->isIntegerTy()) // of bits of numbers, perhaps
      markUnknownBytes(*store, number.getType());
}

/// The bytes of the narrow integer, and zeros.
Value *RawMoves::roomOfWidened(ZExtInst &value) {
  Value &narrow = *value.getOperand(0);
  Instruction *room = roomFor(value);
  rooms[&value] = room;
  Value *from = roomOf(narrow);
  IRBuilder<> builder(value.getNextNode());
  clear(builder, room, alignOfRoom(*room), value);
  copy(builder, room, from, narrow);
  return room;
}

void RawMoves::copyPart(IRBuilder<> &builder, Value *to, Value *from, const ByteRun &run,
                        const NumberPart &part) {
  auto at = [&](Value *place, unsigned offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), place, offset);
  };
  markUnknownBytes(*builder.CreateMemCpy(at(to, run.begin), MaybeAlign(1), at(from, run.from.at),
                                         MaybeAlign(1), run.count),
                   part.spelled(builder.getContext()));
}

/// Of numbers it is known where in them a part lies, of what was loaded it is not.
void RawMoves::copyParts(IRBuilder<> &builder, Value *to, Align align, ArrayRef<ByteRun> runs) {
  for (const ByteRun &run : runs) {
    if (!run.from.source) {
      Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), to, run.begin);
      markUnknownBytes(*builder.CreateMemSet(place, builder.getInt8(0), run.count,
                                             commonAlignment(align, run.begin)),
                       builder.getInt8Ty());
      continue;
    }
    auto &source = const_cast<Value &>(*run.from.source); // an operand of ours
    NumberPart part;
    if (isFloat(source))
      part = {NumberPart::Source, source.getType(), run.from.at, false};
    copyPart(builder, to, roomOf(source), run, part);
  }
}

Value *RawMoves::roomOfParts(Instruction &value, ArrayRef<ByteRun> runs) {
  Instruction *room = roomFor(value);
  rooms[&value] = room;
  IRBuilder<> builder(&*value.getInsertionPointAfterDef().value());
  copyParts(builder, room, alignOfRoom(*room), runs);
  return room;
}

Value *RawMoves::roomOf(Value &value) {
  if (Value *known = rooms.lookup(&value))
    return known;
  if (auto *freeze = dyn_cast<FreezeInst>(&value))
    return rooms[&value] = roomOf(*freeze->getOperand(0));
  if (Runs runs = runsOf(bytesFrom(value)); areParts(runs))
    return roomOfParts(cast<Instruction>(value), runs);
  if (const Value *whole = renamed(value))
    return rooms[&value] = roomOf(const_cast<Value &>(*whole)); // an operand of ours
  if (widened(value))
    return roomOfWidened(cast<ZExtInst>(value));
  Instruction *room = roomFor(value);
  rooms[&value] = room;
  if (isMade(value) && !isa<ConstantPointerNull>(value)) {
    fillWithNumber(value, *room);
  } else if (isa<Constant>(value)) {
    IRBuilder<> builder(room->getNextNode());
    clear(builder, room, alignOfRoom(*room), value);
  } else if (auto *load = dyn_cast<LoadInst>(&value)) {
    IRBuilder<> builder(load->getNextNode());
    markUnknownBytes(*builder.CreateMemCpy(room, alignOfRoom(*room), load->getPointerOperand(),
                                           load->getAlign(), bytesOf(value)),
                     typeOf(value));
  } else if (auto *select = dyn_cast<SelectInst>(&value)) {
    Value *yes = roomOf(*select->getTrueValue()), *no = roomOf(*select->getFalseValue());
    IRBuilder<> builder(select->getNextNode());
    copy(builder, room, builder.CreateSelect(select->getCondition(), yes, no), value);
  } else
    fillFromEdges(cast<PHINode>(value), *room);
  return room;
}

/// Is nothing written between a load and a store of the same block?
bool isUndisturbed(const LoadInst &load, const StoreInst &store) {
  if (load.getParent() != store.getParent())
    return false;
  for (const Instruction *at = load.getNextNode(); at; at = at->getNextNode()) {
    if (at == &store)
      return true;
    if (at->mayWriteToMemory())
      return false;
  }
  return false;
}

void RawMoves::replace(StoreInst &store, Type *another) {
  instead = another;
  Value *value = store.getValueOperand();
  IRBuilder<> builder(&store);
  auto *load = dyn_cast<LoadInst>(value);
  if (Runs runs = runsOf(bytesFrom(*value)); areParts(runs))
    copyParts(builder, store.getPointerOperand(), store.getAlign(), runs);
  else if (isa<Constant>(value))
    clear(builder, store.getPointerOperand(), store.getAlign(), *value);
  else if (load && isUndisturbed(*load, store))
    markUnknownBytes(*builder.CreateMemMove(store.getPointerOperand(), store.getAlign(),
                                            load->getPointerOperand(), load->getAlign(),
                                            bytesOf(*value)),
                     typeOf(*value));
  else
    markUnknownBytes(*builder.CreateMemCpy(store.getPointerOperand(), store.getAlign(),
                                           roomOf(*value), alignOf(*value), bytesOf(*value)),
                     typeOf(*value));
}

/// Loads of one block, with nothing written in between: the last; else null.
LoadInst *lastOfTogether(ArrayRef<ByteRun> runs) {
  LoadInst *first = nullptr, *last = nullptr;
  for (const ByteRun &run : runs) {
    auto *load = const_cast<LoadInst *>(dyn_cast<LoadInst>(run.from.source)); // ours to change
    if (!load || (first && load->getParent() != first->getParent()))
      return nullptr;
    first = !first || load->comesBefore(first) ? load : first;
    last = !last || last->comesBefore(load) ? load : last;
  }
  for (const Instruction *at = first; at != last; at = at->getNextNode())
    if (at->mayWriteToMemory())
      return nullptr;
  return last;
}

/// The bits of a number that is put together from parts in memory.
void RawMoves::replace(Instruction &bits, Type *number) {
  Runs runs = runsOf(bytesFrom(bits));
  Instruction *room = makeRoom(function, number, "joined");
  LoadInst *together = lastOfTogether(runs);
  IRBuilder<> builder(together ? together->getNextNode() : &bits);
  builder.SetCurrentDebugLocation(bits.getDebugLoc());
  for (const ByteRun &run : runs) {
    auto &source = const_cast<Value &>(*run.from.source); // an operand of ours
    Value *from = together ? cast<LoadInst>(source).getPointerOperand() : roomOf(source);
    copyPart(builder, room, from, run,
             {NumberPart::Target, number, run.begin, together != nullptr});
  }
  builder.SetInsertPoint(&bits);
  Value *whole = builder.CreateAlignedLoad(number, room, alignOfRoom(*room));
  bits.replaceAllUsesWith(builder.CreateBitCast(whole, bits.getType()));
}

/// The type of the number whose bits are put together here from what lies in memory that is
/// not known to hold floats; else null.
Type *numberJoined(const Instruction &at, const TypeResults &types) {
  if (!at.getType()->isIntegerTy() || isa<LoadInst>(at) || choosesOnly(at))
    return nullptr;
  SmallVector<Piece, 2> pieces = types.pieces(at);
  Type *number =
      pieces.size() == 1 && pieces.front().kind == Kind::Float ? pieces.front().floatType : nullptr;
  if (!number || number->getPrimitiveSizeInBits() != at.getType()->getIntegerBitWidth() ||
      !(number->isDoubleTy() || number->isFloatTy()))
    return nullptr;
  Runs runs = runsOf(bytesFrom(at));
  bool isOfMemory = areParts(runs) && all_of(runs, [](const ByteRun &run) {
                      return run.from.source && !isFloat(*run.from.source) &&
                             isFromMemory(*run.from.source) && !isa<Constant>(run.from.source);
                    });
  bool isHidden = isOfMemory && any_of(runs, [&](const ByteRun &run) {
                    return !types.carriesFloat(*run.from.source);
                  });
  return isHidden ? number : nullptr;
}

void removeDead(ArrayRef<WeakTrackingVH> values) {
  for (const WeakTrackingVH &value : values)
    if (auto *instruction = dyn_cast_or_null<Instruction>(value))
      RecursivelyDeleteTriviallyDeadInstructions(instruction);
}

/// In a derivative copies of unknown bytes become such loads when it is optimised: what the program
/// itself loads as an integer says of which type that is, by a tag or a layout.
bool isOfLostCopy(const LoadInst &load, const TypeResults &types) {
  return load.getType()->isIntegerTy() && isDerivative(*load.getFunction()) &&
         !load.hasMetadata(LLVMContext::MD_tbaa) && !load.hasMetadata(layoutMetadata) &&
         types.accessed(load).hasPointers();
}

/// Was it loaded, perhaps by way of choices, from memory of unknown contents?
bool comesFromUnknown(const Value &moved, const TypeResults &types) {
  SmallVector<const Value *, 4> pending{&moved};
  SmallPtrSet<const Value *, 8> seen;
  while (!pending.empty()) {
    const Value *value = pending.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (auto *load = dyn_cast<LoadInst>(value);
        load && (!types.accessed(*load).known || isOfLostCopy(*load, types)))
      return true;
    if (choosesOnly(*value))
      append_range(pending, cast<User>(value)->operand_values());
    else if (const Value *whole = renamed(*value))
      pending.push_back(whole);
  }
  return false;
}

/// A store that moves bytes of unknown type. One place may be a pointer's at other times, as in the
/// storage of a std::function; what comes there out of unknown memory is not one because of that.
bool movesUnknown(const StoreInst &store, const TypeResults &types) {
  Layout touched = types.accessed(store);
  return !touched.known ||
         (!touched.hasFloats() && comesFromUnknown(*store.getValueOperand(), types));
}

/// What was loaded as an integer to be moved, too, is loaded as the number that it is used as. A
/// union's word of unknown contents is used as an integer or an address as well, as its tag says.
void loadAsNumber(LoadInst &load, const TypeResults &types) {
  Type *number = nullptr;
  SmallVector<Instruction *, 2> numbers;
  for (User *user : load.users())
    if (isa<BitCastInst>(user) && user->getType()->isFloatingPointTy()) {
      if (number && number != user->getType())
        return;
      number = user->getType();
      numbers.push_back(cast<Instruction>(user));
    }
  bool isNumberAlone = load.hasNUses(numbers.size());
  if (!number || !load.isSimple() ||
      (!isNumberAlone && (types.carriesFloat(load) || types.accessed(load).known)))
    return;
  IRBuilder<> builder(&load);
  LoadInst *loaded = builder.CreateAlignedLoad(number, load.getPointerOperand(), load.getAlign());
  loaded->copyMetadata(load, {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
  for (Instruction *user : numbers) {
    user->replaceAllUsesWith(loaded);
    user->eraseFromParent();
  }
}

} // namespace

bool copyRawMoves(Function &prepared, const TypeResults &types) {
  RawMoves moves(prepared);
  SmallVector<StoreInst *, 8> stores;
  SmallVector<std::pair<Instruction *, Type *>, 4> numbers;
  for (Instruction &instruction : instructions(prepared)) {
    auto *store = dyn_cast<StoreInst>(&instruction);
    if (store && store->isSimple() && canCarry(store->getValueOperand()->getType()) &&
        movesUnknown(*store, types) && isCarried(*store->getValueOperand()))
      stores.push_back(store);
    if (Type *number = numberJoined(instruction, types))
      numbers.push_back({&instruction, number});
  }
  SmallVector<WeakTrackingVH, 8> moved;
  for (auto [bits, number] : numbers) {
    moves.replace(*bits, number);
    moved.push_back(bits);
  }
  for (StoreInst *store : stores)
    moves.replace(*store, types.movedInstead(*store));
  for (StoreInst *store : stores) {
    moved.push_back(store->getValueOperand());
    store->eraseFromParent();
  }
  for (const WeakTrackingVH &value : moved)
    if (auto *load = dyn_cast_or_null<LoadInst>(value))
      loadAsNumber(*load, types);
  removeDead(moved);
  nameValues(prepared);
  return !moved.empty();
}

} // namespace enzyme
