//===- SumsAtOnePlace.cpp - sums at one place of an array, as values ---------===//
//
// Problem: the reverse of `a[i][j] -= a[i][k] * a[j][k]` adds to one place in all iterations over
// i, and to others of the same array:
//
//     for (i = n - 1; i >= j; i--) { s = d[i][j]; d[j][k] -= s * x[i]; d[i][k] -= s * y; }
//
// The place may be one of the others, so it is loaded and stored in each iteration, which waits for
// the store of the one before it. Factorisations of matrices do little else.
//
// Here: where sums may be reordered, all of the loop's terms for the one place are a value, which
// is added behind the loop. That another sum comes to the place meanwhile changes only the order.
// What else the loop reads or writes must lie elsewhere. Where alias analysis cannot tell, the
// program looks whether it does; if not, or if iterations are few, the loop stays as it was.
//===----------------------------------------------------------------------===//
#include "limits/optimise.h"
#include "memory/Updates.h"
#include "optimise/LoopCopy.h"
#include "optimise/Optimise.h"
#include "support/Mutation.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr unsigned shortest = 8; // iterations; below, the tests cost more

struct Update {
  LoadInst *load;
  StoreInst *store;
  Instruction *sum; ///< what is stored
};

/// The sums of a loop of one block that come to one place.
class Reader {
public:
  Reader(Loop &loop, Analyses &analyses)
      : body(*loop.getHeader()), loop(loop), evolution(analyses.scalarEvolution()),
        aliases(analyses.aliases()) {}

  bool read() {
    if (!isCounted())
      return false;
    findUpdates();
    for (const Update &update : updates)
      if (loop.isLoopInvariant(update.load->getPointerOperand()) && isApart(update))
        kept.push_back(update);
    return !kept.empty() && tests.size() <= limits::testsOfScatter;
  }

  /// May the sums be kept in this run?
  Value *mayKeep(IRBuilder<> &builder) const;

  BasicBlock &body;
  SmallVector<Update, 4> kept;

private:
  using Test = std::pair<Value *, Instruction *>; ///< a place, and who must not come to it

  bool isCounted() const {
    const SCEV *count = evolution.getBackedgeTakenCount(&loop);
    auto *known = dyn_cast<SCEVConstant>(count);
    return loop.getNumBlocks() == 1 && loop.getExitBlock() && mayBeCopied(loop) &&
           !isa<SCEVCouldNotCompute>(count) && (!known || known->getAPInt().uge(shortest - 1)) &&
           isSafe(count);
  }

  bool isSafe(const SCEV *value) const {
    return SCEVExpander(evolution, "kept")
        .isSafeToExpandAt(value, loop.getLoopPreheader()->getTerminator());
  }

  void findUpdates() {
    auto mayReorder = [](const Instruction *at) { return at->hasAllowReassoc(); };
    for (Instruction &at : body)
      if (auto *load = dyn_cast<LoadInst>(&at))
        if (auto sum = sumFrom(*load); sum && sum->store->getParent() == &body &&
                                       !sum->additions.empty() &&
                                       all_of(sum->additions, mayReorder))
          updates.push_back({load, sum->store, sum->additions.back()});
  }

  /// A sum of the same size that is not under way when the other one is.
  bool commute(const Update &one, Instruction &access) const {
    return any_of(updates, [&](const Update &other) {
      return (other.load == &access || other.store == &access) &&
             one.load->getType() == other.load->getType() &&
             (one.store->comesBefore(other.load) || other.store->comesBefore(one.load));
    });
  }

  bool isApart(const Update &update) {
    SmallVector<Test, 8> found;
    for (Instruction &at : body) {
      if (!at.mayReadOrWriteMemory() || &at == update.load || &at == update.store)
        continue;
      if (auto *intrinsic = dyn_cast<IntrinsicInst>(&at);
          intrinsic && intrinsic->isAssumeLikeIntrinsic())
        continue;
      auto *load = dyn_cast<LoadInst>(&at);
      auto *store = dyn_cast<StoreInst>(&at);
      if (!(load && load->isSimple()) && !(store && store->isSimple()))
        return false;
      Value *place = update.load->getPointerOperand();
      if (aliases.isNoAlias(
              MemoryLocation::getBeforeOrAfter(getLoadStorePointerOperand(&at), at.getAAMetadata()),
              MemoryLocation::getBeforeOrAfter(place, update.load->getAAMetadata())))
        continue;
      if (commute(update, at))
        continue;
      if (!canTest(at, place))
        return false;
      found.push_back({place, &at});
    }
    tests.append(found);
    return true;
  }

  bool canTest(Instruction &at, Value *place) const {
    auto *address = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(getLoadStorePointerOperand(&at)));
    return address && address->isAffine() && address->getLoop() == &loop &&
           isSafe(last(*address)) && isSafe(address->getStart()) &&
           isSafe(evolution.getSCEV(place));
  }

  /// Where an access is in the last iteration.
  const SCEV *last(const SCEVAddRecExpr &address) const {
    Type *index = body.getDataLayout().getIndexType(address.getType());
    return address.evaluateAtIteration(
        evolution.getTruncateOrZeroExtend(evolution.getBackedgeTakenCount(&loop), index),
        evolution);
  }

  Value *isElsewhere(IRBuilder<> &builder, const Test &test) const;

  Loop &loop;
  ScalarEvolution &evolution;
  AAResults &aliases;
  SmallVector<Update, 8> updates;
  SmallVector<Test, 8> tests;
};

/// Addresses may grow or shrink, by a step that only the run knows.
Value *Reader::isElsewhere(IRBuilder<> &builder, const Test &test) const {
  auto [place, at] = test;
  const DataLayout &layout = body.getDataLayout();
  SCEVExpander expander(evolution, "kept");
  Instruction *before = &*builder.GetInsertPoint();
  auto *address = cast<SCEVAddRecExpr>(evolution.getSCEV(getLoadStorePointerOperand(at)));
  auto number = [&](const SCEV *value) {
    return builder.CreatePtrToInt(expander.expandCodeFor(value, place->getType(), before),
                                  layout.getIntPtrType(place->getType()));
  };
  auto behind = [&](Value *start, Type *type) {
    return builder.CreateAdd(
        start, ConstantInt::get(start->getType(), layout.getTypeStoreSize(type).getFixedValue()));
  };
  Value *first = number(address->getStart()), *end = number(last(*address));
  Value *low = builder.CreateBinaryIntrinsic(Intrinsic::umin, first, end);
  Value *high =
      behind(builder.CreateBinaryIntrinsic(Intrinsic::umax, first, end), getLoadStoreType(at));
  Value *mine = number(evolution.getSCEV(place));
  Type *type = kept.front().load->getType();
  for (const Update &update : kept)
    if (update.load->getPointerOperand() == place)
      type = update.load->getType();
  return builder.CreateOr(builder.CreateICmpULE(behind(mine, type), low),
                          builder.CreateICmpULE(high, mine));
}

Value *Reader::mayKeep(IRBuilder<> &builder) const {
  SCEVExpander expander(evolution, "kept");
  const SCEV *count = evolution.getBackedgeTakenCount(&loop);
  Value *iterations = expander.expandCodeFor(count, count->getType(), &*builder.GetInsertPoint());
  Value *result =
      builder.CreateICmpUGE(iterations, ConstantInt::get(count->getType(), shortest - 1));
  for (const Test &test : tests)
    if (!mutation::breaks("one-place"))
      result = builder.CreateAnd(result, isElsewhere(builder, test));
  return result;
}

/// before: may ? the copy, then the sums : the loop
void keepSums(Loop &loop, const Reader &reader, Analyses &analyses) {
  ValueToValueMapTy copies;
  BasicBlock *exit = loop.getExitBlock();
  copyLoop(
      loop, ".kept", analyses, [&](IRBuilder<> &builder) { return reader.mayKeep(builder); },
      copies);
  auto *body = cast<BasicBlock>(copies.lookup(&reader.body));
  BasicBlock *behind = SplitEdge(body, exit);
  IRBuilder<> builder(behind->getTerminator());
  for (const Update &update : reader.kept) {
    auto *load = cast<Instruction>(copies.lookup(update.load));
    auto *store = cast<Instruction>(copies.lookup(update.store));
    Value *sum = copies.lookup(update.sum);
    PHINode *soFar = PHINode::Create(load->getType(), 2, "sum", body->begin());
    for (BasicBlock *from : predecessors(body))
      soFar->addIncoming(from == body ? sum : ConstantFP::getNegativeZero(load->getType()), from);
    Instruction *before = load->clone();
    builder.Insert(before, "before");
    auto *all = cast<Instruction>(builder.CreateFAdd(before, sum));
    all->copyFastMathFlags(update.sum);
    Instruction *after = store->clone();
    after->setOperand(0, all);
    builder.Insert(after);
    load->replaceAllUsesWith(soFar);
    load->eraseFromParent();
    store->eraseFromParent();
  }
}

} // namespace

bool keepSumsAtOnePlace(Function &function) {
  return changeInnermostLoops(function, [](Loop &loop, Analyses &analyses) {
    Reader reader(loop, analyses);
    bool isRead = reader.read();
    if (isRead)
      keepSums(loop, reader, analyses);
    return isRead;
  });
}

} // namespace enzyme
