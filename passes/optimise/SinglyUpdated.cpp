//===- SinglyUpdated.cpp - sums in memory that wander over an array ----------===//
//
// Problem: the reverse of a stencil adds to places that overlap from one iteration to
// the next:
//
//     for (i = n - 2; i > 0; i--) { d[i - 1] += a; d[i] += b; d[i + 1] += c; }
//
// What an iteration stored the next one loads, from the processor's store buffer. LLVM
// puts neighbours into one vector; then each load wants parts of two stores, which the
// buffer cannot give, and every iteration waits until they have reached the cache: five
// times slower than number by number. (No vector of iterations is possible here.)
//
// Here: such loads and stores stay single: they are made atomic, unordered, which costs
// nothing except that they are not joined.
//
// The same happens from one run of an inner loop to the next where each begins at another
// place, as over the columns of a triangle:
//
//     for (c = 0; c < d; c++) for (r = c + 1; r < d; r++) y[r] += l[c][r] * v[c];
//
// Vectors of one run want parts of two vectors of the run before. Where runs are long
// that is forgotten until it is needed; short ones are faster number by number. LLVM
// makes that choice by a test of the length where it computes several vectors at once,
// so it is asked to.
//===----------------------------------------------------------------------===//
#include "memory/Updates.h"
#include "optimise/Optimise.h"
#include "support/Analyses.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr int64_t nearest = 4; // iterations; what comes back later has left the buffer's front
constexpr unsigned vectorsAtOnce = 4; // 16 numbers of AVX2: shorter runs stay single

struct Update {
  LoadInst *load;
  StoreInst *store;
  const SCEVAddRecExpr *address;
};

class Wandering {
public:
  explicit Wandering(Function &function)
      : analyses(function), evolution(analyses.scalarEvolution()) {}

  void run() {
    for (Loop *loop : analyses.loopInfo().getLoopsInPreorder())
      if (loop->isInnermost())
        separate(*loop);
  }

private:
  static bool isSingle(const Instruction &access, Type &type, Align align) {
    return (type.isFloatTy() || type.isDoubleTy()) &&
           align.value() >= access.getDataLayout().getTypeStoreSize(&type);
  }

  SmallVector<Update, 8> updatesIn(const Loop &loop) {
    SmallVector<Update, 8> updates;
    for (BasicBlock *block : loop.blocks())
      for (Instruction &at : *block) {
        auto *store = dyn_cast<StoreInst>(&at);
        if (!store || !store->isSimple() ||
            !isSingle(at, *store->getValueOperand()->getType(), store->getAlign()))
          continue;
        LoadInst *load = rewrittenBy(*store);
        if (!load || !load->isSimple() || !isSingle(at, *load->getType(), load->getAlign()))
          continue; // before the address is asked for, which takes long
        auto *address = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(store->getPointerOperand()));
        if (address && address->getLoop() == &loop && address->isAffine())
          updates.push_back({load, store, address});
      }
    return updates;
  }

  /// Does one of them come to the other's place a few iterations later?
  bool follows(const Update &one, const Update &other) {
    auto *step = dyn_cast<SCEVConstant>(one.address->getStepRecurrence(evolution));
    auto *distance = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(one.address, other.address));
    if (!step || !distance || step->isZero() || distance->isZero())
      return false;
    int64_t stride = step->getAPInt().getSExtValue(), away = distance->getAPInt().getSExtValue();
    return away % stride == 0 && std::abs(away / stride) < nearest;
  }

  /// Do runs of the loop begin at places of their own, near to each other, and go on to the
  /// next number each time?
  bool beginsElsewhere(const Update &update, const Loop &loop) {
    auto *start = dyn_cast<SCEVAddRecExpr>(update.address->getStart());
    auto *step = dyn_cast<SCEVConstant>(update.address->getStepRecurrence(evolution));
    if (!start || !step || start->getLoop() != loop.getParentLoop())
      return false;
    auto *shift = dyn_cast<SCEVConstant>(start->getStepRecurrence(evolution));
    int64_t size = update.load->getDataLayout().getTypeStoreSize(update.load->getType());
    return shift && !shift->isZero() && step->getAPInt().abs() == size &&
           shift->getAPInt().abs().slt(size * nearest);
  }

  /// Asks for it where nothing else was asked for.
  static void computeSeveralAtOnce(Loop &loop) {
    if (!getOptionalIntLoopAttribute(&loop, "llvm.loop.interleave.count") &&
        !getOptionalIntLoopAttribute(&loop, "llvm.loop.vectorize.width"))
      addStringMetadataToLoop(&loop, "llvm.loop.interleave.count", vectorsAtOnce);
  }

  void separate(Loop &loop) {
    SmallVector<Update, 8> updates = updatesIn(loop);
    if (any_of(updates, [&](const Update &one) { return beginsElsewhere(one, loop); }))
      computeSeveralAtOnce(loop);
    SmallVector<const Update *, 8> found;
    for (const Update &one : updates)
      if (any_of(updates, [&](const Update &other) { return follows(one, other); }))
        found.push_back(&one);
    for (const Update *update : found) {
      update->load->setAtomic(AtomicOrdering::Unordered);
      update->store->setAtomic(AtomicOrdering::Unordered);
    }
  }

  Analyses analyses;
  ScalarEvolution &evolution;
};

} // namespace

void keepUpdatesSingle(Function &function) { Wandering(function).run(); }

} // namespace enzyme
