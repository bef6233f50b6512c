//===- CarriedStores.cpp - stores that the next iteration overwrites ---------===//
//
// Problem: programs that overwrite an array in place from its neighbours, as trees of options and
// recurrences do, `v[i] = a * v[i + 1] + b * v[i]`, have a reverse in which an iteration stores
// to a place where the next one adds:
//
//     for (i = n - 1; i >= 0; i--) { s = d[i]; d[i] = b * s; d[i + 1] += a * s; }
//
// Each iteration waits for the store of the one before it, so that LLVM makes no vectors of them.
//
// Here: what was stored is a value that the next iteration takes over. The place is loaded for the
// first iteration, and stored behind the last one:
//
//     p = d[n]; for (i = n - 1; i >= 0; i--) { s = d[i]; d[i + 1] = p + a * s; p = b * s; } d[0] =
//     p;
//
// Every number is computed as before. Between the store and the one that overwrites it the loop
// must not read or write the place in any other way: other accesses lie in other memory, or read
// at a known number of iterations from it. Where more than two stores come to the array, LLVM makes
// no vectors of what is left, and SinglyUpdated.cpp does better.
//===----------------------------------------------------------------------===//
#include "memory/Updates.h"
#include "optimise/Optimise.h"
#include "support/Analyses.h"
#include "support/Mutation.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace enzyme {
namespace {

/// What an iteration loads and rewrites, and what the one before it stored there.
struct Carried {
  LoadInst *load;
  StoreInst *rewrite;
  StoreInst *earlier;
};

class LoopOfStores {
public:
  LoopOfStores(Loop &loop, Analyses &analyses)
      : loop(loop), body(*loop.getHeader()), analyses(analyses),
        evolution(analyses.scalarEvolution()), aliases(analyses.aliases()) {}

  void run() {
    const BasicBlock *before = loop.getLoopPredecessor();
    if (loop.getNumBlocks() != 1 || !loop.getExitBlock() || !before ||
        isa<IndirectBrInst, CallBrInst>(before->getTerminator()))
      return;
    while (std::optional<Carried> carried = find()) {
      // a block of its own ahead of the loop, and one behind
      simplifyLoop(&loop, &analyses.dominators(), &analyses.loopInfo(), &evolution, nullptr,
                   nullptr, /*PreserveLCSSA=*/false);
      carry(*carried);
    }
  }

private:
  const SCEVAddRecExpr *addressOf(const Instruction &access) const;
  std::optional<int64_t> iterationsAhead(const Instruction &access, const StoreInst &store) const;
  bool staysAsStored(const Carried &carried) const;
  bool leavesAlone(const Instruction &access, const Carried &carried) const;
  std::optional<Carried> find() const;
  void carry(const Carried &carried);

  Loop &loop;
  BasicBlock &body;
  Analyses &analyses;
  ScalarEvolution &evolution;
  AAResults &aliases;
};

/// The address of a plain access that goes on by at least one number an iteration.
const SCEVAddRecExpr *LoopOfStores::addressOf(const Instruction &access) const {
  auto *load = dyn_cast<LoadInst>(&access);
  auto *store = dyn_cast<StoreInst>(&access);
  if (!(load && load->isSimple()) && !(store && store->isSimple()))
    return nullptr;
  const Value *place = getLoadStorePointerOperand(&access);
  // const_cast: the address is only asked about; nothing changes
  auto *address = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(const_cast<Value *>(place)));
  if (!address || address->getLoop() != &loop || !address->isAffine())
    return nullptr;
  auto *step = dyn_cast<SCEVConstant>(address->getStepRecurrence(evolution));
  TypeSize size = body.getDataLayout().getTypeStoreSize(getLoadStoreType(&access));
  return step && !size.isScalable() && step->getAPInt().abs().uge(size.getFixedValue()) ? address
                                                                                        : nullptr;
}

/// By how many iterations `access` comes to a place before `store` does; nothing if it is not
/// known, or if they meet in parts of numbers.
std::optional<int64_t> LoopOfStores::iterationsAhead(const Instruction &access,
                                                     const StoreInst &store) const {
  const SCEVAddRecExpr *one = addressOf(access), *other = addressOf(store);
  if (!one || !other || getLoadStoreType(&access) != getLoadStoreType(&store) ||
      one->getStepRecurrence(evolution) != other->getStepRecurrence(evolution))
    return std::nullopt;
  auto distance = evolution.computeConstantDifference(one->getStart(), other->getStart());
  if (!distance || distance->getSignificantBits() > 32)
    return std::nullopt;
  int64_t step = cast<SCEVConstant>(one->getStepRecurrence(evolution))->getAPInt().getSExtValue();
  if (distance->getSExtValue() % step != 0)
    return std::nullopt;
  return distance->getSExtValue() / step;
}

/// Does `access` not come to the place between the earlier store and the rewrite?
bool LoopOfStores::leavesAlone(const Instruction &access, const Carried &carried) const {
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&access);
      intrinsic && intrinsic->isAssumeLikeIntrinsic())
    return true;
  if (!isa<LoadInst, StoreInst>(access))
    return false;
  auto place = [](const Instruction &at) {
    return MemoryLocation::getBeforeOrAfter(getLoadStorePointerOperand(&at), at.getAAMetadata());
  };
  if (aliases.isNoAlias(place(access), place(*carried.earlier)))
    return true;
  std::optional<int64_t> ahead = iterationsAhead(access, *carried.earlier);
  if (!ahead || isa<StoreInst>(access)) // with a third store iterations are no vector anyway
    return false;
  if (*ahead == 0)
    return access.comesBefore(carried.earlier);
  return *ahead != -1 || carried.rewrite->comesBefore(&access);
}

bool LoopOfStores::staysAsStored(const Carried &carried) const {
  return all_of(body, [&](const Instruction &at) {
    if (&at == carried.load || &at == carried.rewrite || &at == carried.earlier)
      return true;
    return isGuaranteedToTransferExecutionToSuccessor(&at) &&
           (!at.mayReadOrWriteMemory() || leavesAlone(at, carried) ||
            mutation::breaks("carried-store", "met"));
  });
}

std::optional<Carried> LoopOfStores::find() const {
  SmallVector<StoreInst *, 8> stores;
  for (Instruction &at : body)
    if (auto *store = dyn_cast<StoreInst>(&at);
        store && store->getValueOperand()->getType()->isFloatingPointTy())
      stores.push_back(store);
  SCEVExpander expander(evolution, "carried");
  for (StoreInst *rewrite : stores) {
    LoadInst *load = stores.size() > 1 ? rewrittenBy(*rewrite) : nullptr;
    if (!load || load->getParent() != &body || !load->comesBefore(rewrite))
      continue;
    for (StoreInst *earlier : stores)
      if (Carried carried{load, rewrite, earlier};
          earlier != rewrite && iterationsAhead(*load, *earlier) == -1 &&
          iterationsAhead(*rewrite, *earlier) == -1 &&
          expander.isSafeToExpandAt(addressOf(*load)->getStart(),
                                    loop.getLoopPredecessor()->getTerminator()) &&
          staysAsStored(carried))
        return carried;
  }
  return std::nullopt;
}

/// Facts about aliasing that hold within one iteration say nothing outside of it.
void forgetScopesOf(const BasicBlock &body, Instruction &outside) {
  if (any_of(body, [](const Instruction &at) { return isa<NoAliasScopeDeclInst>(at); })) {
    outside.setMetadata(LLVMContext::MD_alias_scope, nullptr);
    outside.setMetadata(LLVMContext::MD_noalias, nullptr);
  }
}

void LoopOfStores::carry(const Carried &carried) {
  auto [load, rewrite, earlier] = carried;
  BasicBlock &before = *loop.getLoopPreheader();
  SCEVExpander expander(evolution, "carried");
  Value *first = expander.expandCodeFor(addressOf(*load)->getStart(), load->getPointerOperandType(),
                                        before.getTerminator());
  Instruction *initial = load->clone();
  initial->setOperand(0, first);
  initial->insertBefore(before.getTerminator()->getIterator());
  forgetScopesOf(body, *initial);

  IRBuilder<> builder(&body, body.begin());
  PHINode *value = builder.CreatePHI(load->getType(), 2, "carried");
  value->addIncoming(initial, &before);
  value->addIncoming(earlier->getValueOperand(), &body);
  load->replaceAllUsesWith(value);
  load->eraseFromParent();

  BasicBlock &exit = *loop.getExitBlock();
  earlier->moveBefore(exit, exit.getFirstInsertionPt());
  forgetScopesOf(body, *earlier);
}

} // namespace

void carryStores(Function &function) {
  Analyses analyses(function);
  for (Loop *loop : analyses.loopInfo().getLoopsInPreorder())
    if (loop->isInnermost())
      LoopOfStores(*loop, analyses).run();
}

} // namespace enzyme
