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
// nothing but that nobody joins them.
//===----------------------------------------------------------------------===//
#include "optimise/Optimise.h"
#include "support/Analyses.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr int64_t nearest = 4; // iterations; what comes back later has left the buffer's front

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
  /// The load of the place that the store writes; null if the sum began elsewhere.
  static LoadInst *loadOf(StoreInst &store) {
    SmallVector<Value *, 4> pending{store.getValueOperand()};
    for (unsigned seen = 0; seen != pending.size() && seen < 8; ++seen) {
      auto *at = dyn_cast<Instruction>(pending[seen]);
      if (auto *load = dyn_cast_or_null<LoadInst>(at)) {
        if (load->getPointerOperand() == store.getPointerOperand())
          return load;
      } else if (at && at->getParent() == store.getParent() && !isa<PHINode>(at)) {
        append_range(pending, at->operand_values());
      }
    }
    return nullptr;
  }

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
        LoadInst *load = loadOf(*store);
        auto *address = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(store->getPointerOperand()));
        if (load && load->isSimple() && isSingle(at, *load->getType(), load->getAlign()) &&
            address && address->getLoop() == &loop && address->isAffine())
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

  void separate(const Loop &loop) {
    SmallVector<Update, 8> updates = updatesIn(loop);
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
