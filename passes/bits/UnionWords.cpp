//===- UnionWords.cpp ------------------------------------------------------===//
//
// Problem: `union { double number; char *text; } value;`, a scanner's token, say, that a loop sets
// to one or the other, as a tag tells. LLVM keeps it in a register, as an integer that is chosen by
// phis among the bits of numbers and addresses, and that is made into either:
//
//     %word = phi i64 [ %bits.of.a.number, ... ], [ %address.as.integer, ... ]
//     %text = inttoptr i64 %word to ptr
//
// Which derivative or which shadow that integer has is not known.
//
// Here: such integers become variables in memory again, where what was stored last decides. Each
// value that is chosen has a variable; a phi has one more, which the edges write, so that phis of
// one block may exchange their values. What is loaded as a number, and looked at as an address as
// well, is loaded once for each.
//===----------------------------------------------------------------------===//
#include "bits/UnionWords.h"
#include "limits/bits.h"
#include "types/Moves.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {
namespace {

bool canBeWord(const Type &type) {
  return type.isIntegerTy(64) || type.isDoubleTy() ||
         (type.isPointerTy() && type.getPointerAddressSpace() == 0);
}

/// The same bits under the name of another type.
bool isRenamed(const Value &value) {
  const auto *cast = dyn_cast<CastInst>(&value);
  return cast && isa<BitCastInst, PtrToIntInst, IntToPtrInst>(cast) &&
         canBeWord(*cast->getSrcTy()) && canBeWord(*cast->getDestTy());
}

/// What the bits were first.
Value &originalOf(Value &value) {
  return isRenamed(value) ? originalOf(*cast<CastInst>(value).getOperand(0)) : value;
}

class UnionWords {
public:
  explicit UnionWords(Function &function) : function(function) {}
  void run();

private:
  bool collect(PHINode &phi);
  void learn(const Value &value);
  void learnOfUser(const Value &user);
  void keep();
  AllocaInst *variable(const Twine &name);
  void store(Value &value, AllocaInst &to);
  void copy(IRBuilder<> &builder, Value *to, Value *from) {
    builder.CreateMemCpy(to, Align(8), from, Align(8), 8);
  }
  void rename(Instruction &name, AllocaInst &from);
  void readFromMemory(Instruction &chosen);

  Function &function;
  Type *word = nullptr;           ///< that the choices have: of integers or numbers
  SmallSetVector<Value *, 8> web; ///< choices, and what they choose among
  SmallMapVector<Value *, AllocaInst *, 8> variables;
  SmallPtrSet<const PHINode *, 8> seen;
  bool hasNumbers = false, hasAddresses = false;
};

void UnionWords::learn(const Value &value) {
  hasNumbers |= value.getType()->isDoubleTy();
  hasAddresses |= value.getType()->isPointerTy();
}

/// By which names does `user` of a choice look at it?
void UnionWords::learnOfUser(const Value &user) {
  if (!isRenamed(user))
    return;
  learn(user);
  for (const User *next : user.users())
    learnOfUser(*next);
}

/// Everything that is chosen from or into the same word. True if it is a union's, and the
/// address is followed.
bool UnionWords::collect(PHINode &phi) {
  web.clear();
  web.insert(&phi);
  word = phi.getType();
  hasNumbers = word->isDoubleTy();
  hasAddresses = false;
  for (unsigned i = 0; i != web.size(); ++i) {
    if (web.size() > limits::valuesOfUnionWord)
      return false;
    if (auto *made = dyn_cast<Instruction>(web[i]); made && made->isTerminator())
      return false; // a call that may throw: its result is on the way when the edge is written
    if (!choosesOnly(*web[i])) {
      hasNumbers |= originalOf(*web[i]).getType()->isDoubleTy();
      continue;
    }
    auto *chosen = cast<Instruction>(web[i]);
    if (auto *one = dyn_cast<PHINode>(chosen))
      seen.insert(one);
    for (Value *operand : chosen->operand_values())
      if (operand->getType() == word)
        web.insert(operand);
    for (User *user : chosen->users()) {
      if (choosesOnly(*user))
        web.insert(user);
      learnOfUser(*user);
    }
  }
  return hasNumbers && hasAddresses;
}

AllocaInst *UnionWords::variable(const Twine &name) {
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  AllocaInst *made = builder.CreateAlloca(word, nullptr, name);
  made->setAlignment(Align(8));
  return made;
}

/// Behind its definition, as what it was before it became an integer.
void UnionWords::store(Value &value, AllocaInst &to) {
  auto *made = dyn_cast<Instruction>(&value);
  BasicBlock &entry = function.getEntryBlock();
  auto *invoke = dyn_cast<InvokeInst>(&value);
  IRBuilder<> builder(invoke ? &*invoke->getNormalDest()->getFirstInsertionPt()
                      : made ? made->getNextNode()
                             : &*entry.getFirstNonPHIOrDbgOrAlloca());
  auto *load = dyn_cast<LoadInst>(&originalOf(value));
  if (load && load == &value && load->isSimple())
    copy(builder, &to, load->getPointerOperand());
  else
    builder.CreateAlignedStore(&originalOf(value), &to, Align(8));
}

/// `name` is what the choice that lies at `from` is called by one of its users.
void UnionWords::rename(Instruction &name, AllocaInst &from) {
  for (User *user : make_early_inc_range(name.users()))
    if (isRenamed(*user))
      rename(*cast<Instruction>(user), from);
  IRBuilder<> builder(&name);
  name.replaceAllUsesWith(builder.CreateAlignedLoad(name.getType(), &from, Align(8)));
  name.eraseFromParent();
}

void UnionWords::readFromMemory(Instruction &chosen) {
  AllocaInst *from = variables.lookup(&chosen);
  for (Use &use : make_early_inc_range(chosen.uses())) {
    auto *user = cast<Instruction>(use.getUser());
    if (web.contains(user))
      continue;
    if (isRenamed(*user)) {
      rename(*user, *from);
      continue;
    }
    IRBuilder<> builder(user); // no phi: those are all in the web
    use.set(builder.CreateAlignedLoad(word, from, Align(8)));
  }
}

void UnionWords::keep() {
  SmallVector<Instruction *, 8> choices;
  SmallVector<WeakVH, 8> sources;
  for (Value *value : web) {
    variables[value] = variable("union");
    if (choosesOnly(*value))
      choices.push_back(cast<Instruction>(value));
  }
  for (Value *value : web)
    if (!choosesOnly(*value)) {
      sources.push_back(value);
      store(*value, *variables[value]);
    }
  for (Instruction *chosen : choices) {
    AllocaInst *own = variables[chosen];
    if (auto *phi = dyn_cast<PHINode>(chosen)) {
      AllocaInst *brought = variable("union.brought");
      SmallPtrSet<BasicBlock *, 4> done;
      for (BasicBlock *before : phi->blocks()) {
        if (!done.insert(before).second)
          continue;
        IRBuilder<> builder(before->getTerminator());
        copy(builder, brought, variables.lookup(phi->getIncomingValueForBlock(before)));
      }
      IRBuilder<> builder(phi->getParent(), phi->getParent()->getFirstInsertionPt());
      copy(builder, own, brought);
      continue;
    }
    IRBuilder<> builder(chosen);
    Value *from = variables.lookup(chosen->getOperand(0));
    if (auto *select = dyn_cast<SelectInst>(chosen))
      from = builder.CreateSelect(select->getCondition(), variables.lookup(select->getTrueValue()),
                                  variables.lookup(select->getFalseValue()));
    copy(builder, own, from);
  }
  for (Instruction *chosen : choices)
    readFromMemory(*chosen);
  for (Instruction *chosen : choices) {
    chosen->replaceAllUsesWith(PoisonValue::get(word));
    chosen->eraseFromParent();
  }
  for (WeakVH &source : sources)
    if (source)
      RecursivelyDeleteTriviallyDeadInstructions(source);
}

/// Is `name` a number's bits as an address, or an address's as a number?
static bool isOtherName(const Value &name, const LoadInst &load) {
  return isRenamed(name) && ((load.getType()->isDoubleTy() && name.getType()->isPointerTy()) ||
                             (load.getType()->isPointerTy() && name.getType()->isDoubleTy()));
}

/// A union's number that LLVM has loaded for both, ahead of the tag's test: the address is loaded
/// by itself, then and there. (And an address that is looked at as a number.)
static void loadByName(LoadInst &load) {
  SmallVector<Instruction *, 4> names;
  SmallVector<Value *, 4> work{&load};
  while (!work.empty())
    for (User *user : work.pop_back_val()->users())
      if (isOtherName(*user, load))
        names.push_back(cast<Instruction>(user));
      else if (isRenamed(*user))
        work.push_back(user);
  IRBuilder<> builder(load.getNextNode());
  for (Instruction *name : names) {
    name->replaceAllUsesWith(
        builder.CreateAlignedLoad(name->getType(), load.getPointerOperand(), load.getAlign()));
    RecursivelyDeleteTriviallyDeadInstructions(name);
  }
}

void UnionWords::run() {
  SmallVector<WeakVH, 8> phis;
  for (Instruction &at : instructions(function))
    if (auto *phi = dyn_cast<PHINode>(&at);
        phi && (phi->getType()->isIntegerTy(64) || phi->getType()->isDoubleTy()))
      phis.push_back(phi);
  for (WeakVH &handle : phis)
    if (auto *phi = cast_or_null<PHINode>(static_cast<Value *>(handle));
        phi && !seen.contains(phi) && collect(*phi)) {
      variables.clear();
      keep();
    }
}

} // namespace

void keepUnionsInMemory(Function &function) {
  UnionWords(function).run();
  SmallVector<WeakVH, 8> loads;
  for (Instruction &at : instructions(function))
    if (auto *load = dyn_cast<LoadInst>(&at); load && load->isSimple() && canBeWord(*at.getType()))
      loads.push_back(load);
  for (WeakVH &load : loads)
    if (load)
      loadByName(*cast<LoadInst>(static_cast<Value *>(load)));
}

} // namespace enzyme
