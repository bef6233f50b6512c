//===- RawMoves.cpp - registers that only carry unknown memory about -------===//
//
// Problem: a byte loop, or a union moved by its integer or by its pointer, moves what
// may be a float, a pointer or neither. A copy of memory can be followed without
// knowing (runtime/raw.c); a value in a register cannot.
//
// Here: such a move goes through memory. `store (phi/select (load p)), q` becomes a
// copy from p to a room on the stack where it was loaded, and from the room to q
// where it was stored. What the program made itself among the choices, `flag ? n + 1 :
// load p`, is put into a room of its own. Other uses of an integer (compares) stay as they are. The
// copies say that their bytes may be anything: half a double must not look like an
// integer because it is four bytes that somebody compares.
//===----------------------------------------------------------------------===//
#include "prepare/RawMoves.h"
#include "types/LayoutTools.h"
#include "types/Moves.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {
namespace {

class RawMoves {
public:
  explicit RawMoves(Function &function)
      : function(function), layout(function.getParent()->getDataLayout()) {}

  /// `another`: what is moved, if that is not what the type of the store's value says.
  void replace(StoreInst &store, Type *another);

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
  AllocaInst *makeRoom(const Value &value);
  Value *roomOf(Value &value);
  Value *roomOfWidened(ZExtInst &value);
  void fillWithNumber(Value &number, AllocaInst &room);
  void fillFromEdges(PHINode &phi, AllocaInst &room);
};

bool canCarry(Type *type) {
  return type->isPointerTy() || type->isFloatingPointTy() ||
         (type->isIntegerTy() && type->getIntegerBitWidth() % 8 == 0);
}

/// A number that the program makes is none of these, unless memory is the other choice.
bool isCarried(const Value &value) {
  return isFromMemory(value) || (isFromMemoryOrInteger(value) && !isMadeAsInteger(value));
}

AllocaInst *RawMoves::makeRoom(const Value &value) {
  IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
  constexpr uint64_t word = 8; // the runtime looks at whole words
  auto *type = ArrayType::get(entry.getInt8Ty(), std::max(bytesOf(value), word));
  AllocaInst *room = entry.CreateAlloca(type, nullptr, "moved");
  room->setAlignment(std::max(alignOf(value), Align(word)));
  if (bytesOf(value) < word) // the rest of a word is no part of an address
    entry.CreateMemSet(room, entry.getInt8(0), word, room->getAlign());
  return room;
}

/// What arrives is first set aside: the phis of a block change places at once.
void RawMoves::fillFromEdges(PHINode &phi, AllocaInst &room) {
  AllocaInst *arriving = makeRoom(phi);
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

/// An integer that the program made: no float, wherever it goes.
void RawMoves::fillWithNumber(Value &number, AllocaInst &room) {
  auto *made = dyn_cast<Instruction>(&number);
  IRBuilder<> builder(made ? made->getNextNode() : room.getNextNode());
  clear(builder, &room, room.getAlign(), number);
  if (auto *constant = dyn_cast<Constant>(&number); !constant || !constant->isNullValue())
    builder.CreateAlignedStore(&number, &room, room.getAlign());
}

/// The bytes of the narrow integer, and zeros.
Value *RawMoves::roomOfWidened(ZExtInst &value) {
  Value &narrow = *value.getOperand(0);
  AllocaInst *room = makeRoom(value);
  rooms[&value] = room;
  Value *from = roomOf(narrow);
  IRBuilder<> builder(value.getNextNode());
  clear(builder, room, room->getAlign(), value);
  copy(builder, room, from, narrow);
  return room;
}

Value *RawMoves::roomOf(Value &value) {
  if (Value *known = rooms.lookup(&value))
    return known;
  if (auto *freeze = dyn_cast<FreezeInst>(&value))
    return rooms[&value] = roomOf(*freeze->getOperand(0));
  if (const Value *whole = renamed(value))
    return rooms[&value] = roomOf(const_cast<Value &>(*whole)); // an operand of ours
  if (widened(value))
    return roomOfWidened(cast<ZExtInst>(value));
  AllocaInst *room = makeRoom(value);
  rooms[&value] = room;
  if (isMadeAsInteger(value)) {
    fillWithNumber(value, *room);
  } else if (isa<Constant>(value)) {
    IRBuilder<> builder(room->getNextNode());
    clear(builder, room, room->getAlign(), value);
  } else if (auto *load = dyn_cast<LoadInst>(&value)) {
    IRBuilder<> builder(load->getNextNode());
    markUnknownBytes(*builder.CreateMemCpy(room, room->getAlign(), load->getPointerOperand(),
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
  if (isa<Constant>(value))
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

} // namespace

bool copyRawMoves(Function &prepared, const TypeResults &types) {
  RawMoves moves(prepared);
  SmallVector<StoreInst *, 8> stores;
  for (Instruction &instruction : instructions(prepared)) {
    auto *store = dyn_cast<StoreInst>(&instruction);
    if (store && store->isSimple() && canCarry(store->getValueOperand()->getType()) &&
        !types.accessed(*store).known && isCarried(*store->getValueOperand()))
      stores.push_back(store);
  }
  for (StoreInst *store : stores)
    moves.replace(*store, types.movedInstead(*store));
  for (StoreInst *store : stores) {
    WeakTrackingVH value = store->getValueOperand();
    store->eraseFromParent();
    if (auto *instruction = dyn_cast_or_null<Instruction>(value))
      RecursivelyDeleteTriviallyDeadInstructions(instruction);
  }
  return !stores.empty();
}

} // namespace enzyme
