//===- WordsOfNumbers.cpp --------------------------------------------------===//
//
// Problem: optimisers leave out casts beside memory. Of
//
//     h->x = number((bits(h->x) & mask) | one)        // the significand of x
//
// nothing is left in which a float is seen: a word is loaded, masked and stored. What the
// arithmetic means for the number is known where the cast is (ScaledBits.h).
//
// Here: where the types of memory say that a number lies there, and nothing else, casts come back.
//===----------------------------------------------------------------------===//
#include "bits/WordsOfNumbers.h"
#include "bits/FloatBits.h"
#include "bits/ScaledBits.h"
#include "support/NameValues.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {

/// The type of the number that an integer access of its size touches; null if there may be another.
static Type *numberAt(const Instruction &access, const TypeResults &types) {
  Type *word = getLoadStoreType(&access);
  Layout touched = types.accessed(access);
  if (!word->isIntegerTy() || !touched.known || touched.pieces.size() != 1 ||
      types.movedInstead(access) || !types.liesWhereNumberIs(access))
    return nullptr;
  const Piece &piece = touched.pieces.front();
  bool isWhole = piece.kind == Kind::Float && piece.offset == 0 &&
                 (piece.floatType->isFloatTy() || piece.floatType->isDoubleTy()) &&
                 piece.floatType->getPrimitiveSizeInBits() == word->getPrimitiveSizeInBits();
  return isWhole ? piece.floatType : nullptr;
}

static void keepAliases(Instruction &made, const Instruction &access) {
  made.copyMetadata(access, {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
}

/// The floats that are made of the bits by arithmetic.
static void addMade(Instruction &bits, SmallSetVector<BitCastInst *, 8> &casts) {
  SmallSetVector<Instruction *, 16> seen;
  seen.insert(&bits);
  for (unsigned i = 0; i != seen.size(); ++i)
    for (User *user : seen[i]->users())
      if (auto *made = dyn_cast<BitCastInst>(user); made && made->getType()->isFPOrFPVectorTy())
        casts.insert(made);
      else if (isa<BinaryOperator, ZExtInst, TruncInst, SelectInst, PHINode>(user))
        seen.insert(cast<Instruction>(user));
}

bool revealNumbers(Function &prepared, const TypeResults &types) {
  SmallVector<std::pair<Instruction *, Type *>, 8> found;
  auto isComputation = [](const Value *value) { return isa<BinaryOperator>(value); };
  for (Instruction &at : instructions(prepared)) {
    auto *load = dyn_cast<LoadInst>(&at);
    auto *store = dyn_cast<StoreInst>(&at);
    bool isComputedWith = (load && load->isSimple() && any_of(load->users(), isComputation)) ||
                          (store && store->isSimple() && isComputation(store->getValueOperand()));
    if (Type *number = isComputedWith ? numberAt(at, types) : nullptr)
      found.push_back({&at, number});
  }
  SmallVector<Instruction *, 8> bits;
  SmallSetVector<BitCastInst *, 8> casts;
  for (auto [access, number] : found) {
    IRBuilder<> builder(access);
    if (auto *load = dyn_cast<LoadInst>(access)) {
      auto *made = builder.CreateAlignedLoad(number, load->getPointerOperand(), load->getAlign());
      keepAliases(*made, *load);
      bits.push_back(cast<Instruction>(builder.CreateBitCast(made, load->getType())));
      load->replaceAllUsesWith(bits.back());
    } else {
      auto *store = cast<StoreInst>(access);
      auto *whole = cast<BitCastInst>(builder.CreateBitCast(store->getValueOperand(), number));
      keepAliases(*builder.CreateAlignedStore(whole, store->getPointerOperand(), store->getAlign()),
                  *store);
      casts.insert(whole);
    }
    access->eraseFromParent();
  }
  for (Instruction *loaded : bits)
    addMade(*loaded, casts);
  nameSignTricks(prepared);
  casts.remove_if([](const BitCastInst *made) { return made->use_empty(); });
  nameScaledBits(casts.getArrayRef());
  nameValues(prepared);
  return !found.empty();
}

} // namespace enzyme
