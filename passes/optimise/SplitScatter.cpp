//===- SplitScatter.cpp - stencils, place by place ---------------------------===//
//
// Problem: the reverse of a stencil adds to several places of one array:
//
//     for (i = n - 2; i > 0; i--) { s = e[i]; e[i] = 0; d[i - 1] += s * a; d[i + 1] += s * b; }
//
// Iterations meet in d, so that LLVM makes no vectors of them, though it did of the primal.
//
// Here: the loop walks over the places instead. Each of the sums is done in the iteration
// that has come to the place, in the order in which they came before; the few places at the
// ends, to which only some of the sums come, are done apart:
//
//     d[n - 1] += e[n - 2] * b; d[n - 2] += e[n - 3] * b; ... the other end ...
//     for (j = n - 3; j > 1; j--) { d[j] += e[j + 1] * a; d[j] += e[j - 1] * b; e[j + 1] = 0; }
//     for (i = 2; i > 0; i--) e[i] = 0;
//
// What else an iteration does comes after its sums, as before. Here it only clears, which costs
// least beside the last sum of the iteration. If it is more, it follows in a loop of its own:
// together with the sums LLVM would not make vectors of it.
//
// Every number is the sum of the same terms in the same order as before, and the loops
// can be vectorised. What the sums are made of is computed again for each, so it must be
// little, and what it is made of must not change meanwhile: where alias analysis cannot
// tell, the program looks whether the arrays overlap. Short loops stay as they are.
//===----------------------------------------------------------------------===//
#include "limits/optimise.h"
#include "optimise/Optimise.h"
#include "optimise/Scatter.h"
#include "optimise/ScatterLoops.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <functional>

using namespace llvm;

namespace enzyme {
namespace {

constexpr unsigned shortest = 12; // iterations; below, starting loops costs more

/// Some code of the loop, and which of the loop's iterations it is in one of a new loop.
struct Piece {
  SmallVector<Instruction *, 16> code; ///< in the order of the loop
  std::function<Value *(IRBuilder<> &, Value *)> iteration;
  const PlacedSum *sum = nullptr; ///< the one that it does, all pieces of a loop at one place
};

class Splitting {
public:
  Splitting(Loop &loop, const Scatter &scatter, ScalarEvolution &evolution)
      : loop(loop), body(*loop.getHeader()), scatter(scatter), evolution(evolution) {}

  void split();

private:
  uint64_t fewest() const;
  Piece pieceOf(const PlacedSum &sum) const;
  Piece rest() const;
  bool isTakenOut(const Instruction *at) const;
  void addPieces(IRBuilder<> &builder, Value *counter, ArrayRef<Piece> pieces);
  bool isLight(const Piece &others) const;
  BasicBlock *addLoop(BasicBlock &entry, Value *count, ArrayRef<Piece> pieces,
                      const Piece *others = nullptr);
  Piece pieceAt(const PlacedSum &sum, int64_t place, Value *start) const;
  void addEnds(BasicBlock &entry, const SumGroup &group, Value *inner);
  BasicBlock *addLoopsOfEnds(BasicBlock &entry, const SumGroup &group, Value *inner);
  BasicBlock *addGroup(BasicBlock &entry, const SumGroup &group, const Piece *others);
  BasicBlock *addGroups(BasicBlock &entry);

  Loop &loop;
  BasicBlock &body;
  const Scatter &scatter;
  ScalarEvolution &evolution;
  std::optional<ScatterCounters> counters;
};

/// Iterations from which on the loop is taken apart: between the ends of each group must be some.
uint64_t Splitting::fewest() const {
  int64_t widest = 0;
  for (const SumGroup &group : scatter.groups)
    widest = std::max(widest, group.width());
  return std::max<uint64_t>(shortest, 2 * widest);
}

Piece Splitting::pieceOf(const PlacedSum &sum) const {
  Piece piece;
  piece.sum = &sum;
  for (Instruction &at : body)
    if (sum.needed.contains(&at) || sum.isPart(&at))
      piece.code.push_back(&at);
  return piece;
}

bool Splitting::isTakenOut(const Instruction *at) const {
  return any_of(scatter.groups, [&](const SumGroup &group) {
    return group.width() &&
           any_of(group.sums, [&](const PlacedSum *sum) { return sum->isPart(at); });
  });
}

/// All but the sums that meet. What has no use now goes with other dead code.
Piece Splitting::rest() const {
  Piece piece;
  for (Instruction &at : body)
    if (!isa<PHINode>(at) && !at.isTerminator() && !isTakenOut(&at))
      piece.code.push_back(&at);
  piece.iteration = [](IRBuilder<> &, Value *counter) { return counter; };
  return piece;
}

/// The code of the pieces in one iteration, the number of which is `counter`. Of sums at one
/// place, the place is loaded once and stored once.
void Splitting::addPieces(IRBuilder<> &builder, Value *counter, ArrayRef<Piece> pieces) {
  Value *place = nullptr, *soFar = nullptr;
  for (const Piece &piece : pieces) {
    ValueToValueMapTy copies;
    Value *iteration = piece.iteration(builder, counter);
    counters->map(builder, iteration, copies);
    for (Instruction *at : piece.code) {
      bool isLoad = piece.sum && at == piece.sum->load.at;
      bool isStore = piece.sum && at == piece.sum->store.at;
      if (isStore && &piece != &pieces.back())
        continue;
      if (isLoad && soFar) {
        copies[at] = soFar;
        continue;
      }
      Instruction *copy = at->clone();
      builder.Insert(copy, at->getName());
      copies[at] = copy;
      RemapInstruction(copy, copies, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      if (isLoad)
        place = getLoadStorePointerOperand(copy);
      if (isStore)
        copy->setOperand(StoreInst::getPointerOperandIndex(), place);
    }
    if (piece.sum)
      soFar = copies[piece.sum->store.at->getOperand(0)];
  }
}

/// Does all else that an iteration does only clear, or write what is the same in all iterations?
bool Splitting::isLight(const Piece &others) const {
  return all_of(others.code, [&](const Instruction *at) {
    auto *store = dyn_cast<StoreInst>(at);
    return !at->mayReadOrWriteMemory() || isa<LoadInst>(at) ||
           (store && loop.isLoopInvariant(store->getValueOperand()));
  });
}

BasicBlock *Splitting::addLoop(BasicBlock &entry, Value *count, ArrayRef<Piece> pieces,
                               const Piece *others) {
  return addPlacesLoop(loop, entry, count, [&](IRBuilder<> &builder, Value *counter) {
    addPieces(builder, counter, pieces);
    if (others)
      addPieces(builder, counter, *others);
  });
}

/// A sum in the iteration in which it comes to a place. Places are counted from the first to which
/// all sums of the group come; to `place` are added the loop's counter, or `start` if there is no
/// loop, or nothing.
Piece Splitting::pieceAt(const PlacedSum &sum, int64_t place, Value *start) const {
  Piece piece = pieceOf(sum);
  int64_t iteration = place + sum.delay;
  piece.iteration = [=](IRBuilder<> &b, Value *counter) -> Value * {
    Value *first = counter ? counter : start;
    return first ? b.CreateAdd(first, b.getInt64(iteration)) : b.getInt64(iteration);
  };
  return piece;
}

/// The places at the ends, to which only some of a group's sums come, one after the other.
void Splitting::addEnds(BasicBlock &entry, const SumGroup &group, Value *inner) {
  IRBuilder<> builder(&entry);
  SmallVector<Piece, 4> pieces;
  for (int64_t place = -group.width(); place < group.width(); place++) {
    bool isStart = place < 0;
    for (const PlacedSum *sum : group.sums)
      if (isStart ? place + sum->delay >= 0 : place + sum->delay < group.width())
        pieces.push_back(pieceAt(*sum, place, isStart ? nullptr : inner));
    addPieces(builder, nullptr, pieces);
    pieces.clear();
  }
}

/// The same where there are many, for each sum in a loop.
BasicBlock *Splitting::addLoopsOfEnds(BasicBlock &entry, const SumGroup &group, Value *inner) {
  BasicBlock *at = &entry;
  for (const PlacedSum *sum : group.sums) {
    int64_t shift = sum->delay;
    Piece piece = pieceOf(*sum);
    piece.iteration = [=](IRBuilder<> &b, Value *counter) {
      Value *isFirst = b.CreateICmpULT(counter, b.getInt64(shift));
      return b.CreateAdd(counter, b.CreateSelect(isFirst, b.getInt64(0), inner));
    };
    at = addLoop(*at, IRBuilder<>(at).getInt64(group.width()), piece);
  }
  return at;
}

/// The sums of a group, place by place; before, those at the ends. `others` follow in the same
/// iterations: what they do comes after all sums of theirs.
BasicBlock *Splitting::addGroup(BasicBlock &entry, const SumGroup &group, const Piece *others) {
  BasicBlock *at = &entry;
  IRBuilder<> builder(at);
  Value *inner = builder.CreateSub(counters->trips, builder.getInt64(group.width()));
  if (group.width() * int64_t(group.sums.size()) <= limits::sumsOfEnds)
    addEnds(*at, group, inner);
  else
    at = addLoopsOfEnds(*at, group, inner);
  SmallVector<Piece, 4> pieces;
  for (const PlacedSum *sum : group.sums)
    pieces.push_back(pieceAt(*sum, 0, nullptr));
  if (!others)
    return addLoop(*at, inner, pieces);
  at = addLoop(*at, inner, pieces, others);
  Piece last = *others;
  last.iteration = [=](IRBuilder<> &b, Value *counter) { return b.CreateAdd(counter, inner); };
  return addLoop(*at, IRBuilder<>(at).getInt64(group.width()), last);
}

/// All iterations in the new loops; the block behind them.
BasicBlock *Splitting::addGroups(BasicBlock &entry) {
  BasicBlock *at = &entry;
  SmallVector<const SumGroup *, 4> wide;
  for (const SumGroup &group : scatter.groups)
    if (group.width())
      wide.push_back(&group);
  Piece others = rest();
  bool isStored = any_of(others.code, [](Instruction *at) { return isa<StoreInst>(at); });
  bool isJoined = isStored && isLight(others);
  for (const SumGroup *group : wide)
    at = addGroup(*at, *group, isJoined && group == wide.back() ? &others : nullptr);
  return isStored && !isJoined ? addLoop(*at, counters->trips, others) : at;
}

void Splitting::split() {
  besideLoop(loop, scatter, evolution, fewest(), [&](BasicBlock &first) {
    counters.emplace(loop, evolution, *first.getSinglePredecessor()->getTerminator());
    return addGroups(first);
  });
}

} // namespace

bool splitScatter(Function &function) {
  bool isChanged = false;
  // One at a time: what is known of a function is forgotten when it changes.
  SmallPtrSet<BasicBlock *, 8> seen;
  for (bool isFound = true; isFound;) {
    isFound = false;
    Analyses analyses(function);
    FunctionPassManager simplify;
    simplify.addPass(LoopSimplifyPass());
    simplify.run(function, analyses.manager());
    for (Loop *loop : analyses.loopInfo().getLoopsInPreorder()) {
      if (!loop->isInnermost() || !seen.insert(loop->getHeader()).second)
        continue;
      std::unique_ptr<Scatter> scatter = readScatter(*loop, analyses);
      if (!scatter)
        continue;
      if (scatter->isInStrips)
        takeInStrips(*loop, *scatter, analyses.scalarEvolution());
      else
        Splitting(*loop, *scatter, analyses.scalarEvolution()).split();
      isFound = isChanged = true;
      break;
    }
  }
  return isChanged;
}

} // namespace enzyme
