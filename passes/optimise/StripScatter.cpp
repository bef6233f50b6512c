//===- StripScatter.cpp - stencils whose terms cost much, strip by strip -----===//
//
// Problem: the reverse of a nonlinear stencil adds terms to several places of an array that take
// roots, quotients and comparisons to compute:
//
//     for (i = n - 2; i > 0; i--) { t = ...; d[i - 1] += t * a; d[i + 1] += t * b; }
//
// LLVM makes no vectors of it, since iterations meet in d. To compute the terms again for each
// place, as SplitScatter.cpp does, costs more than vectors save.
//
// Here: a strip of iterations computes its terms and puts them on the stack. Then loops of one
// place each add them:
//
//     for each strip
//       for (k) { i = ...; t = ...; first[k] = t * a; second[k] = t * b; }
//       for (k) d[i - 1] += first[k];
//       for (k) d[i + 1] += second[k];
//
// Each number is the sum of the same terms, in an order of its own: the sums must allow that, as
// sums of adjoints do. All else that an iteration does stays where it was, and so runs ahead of
// the sums of iterations before it in the strip.
//===----------------------------------------------------------------------===//
#include "limits/optimise.h"
#include "optimise/ScatterLoops.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr unsigned shortest = 12; // iterations; below, starting loops costs more

class Strips {
public:
  Strips(Loop &loop, const Scatter &scatter, ScalarEvolution &evolution)
      : loop(loop), body(*loop.getHeader()), scatter(scatter), evolution(evolution) {}

  void add() {
    besideLoop(loop, scatter, evolution, shortest, [&](BasicBlock &first) {
      counters.emplace(loop, evolution, *first.getSinglePredecessor()->getTerminator());
      findTerms();
      return addStrips(first);
    });
  }

private:
  void findTerms();
  BasicBlock *addStrips(BasicBlock &entry);
  void compute(IRBuilder<> &builder, Value *counter);
  void addTo(const PlacedSum &sum, IRBuilder<> &builder, Value *counter);
  Value *termAt(IRBuilder<> &builder, const Instruction *term, Value *counter);

  Loop &loop;
  BasicBlock &body;
  const Scatter &scatter;
  ScalarEvolution &evolution;
  std::optional<ScatterCounters> counters;
  SmallVector<const PlacedSum *, 8> sums; ///< that are done in loops of their own
  MapVector<const Instruction *, AllocaInst *> terms;
  Value *base = nullptr; ///< the strip's first iteration
};

/// What the sums add is kept for a strip, the same for several sums once.
void Strips::findTerms() {
  for (const SumGroup &group : scatter.groups)
    if (group.width())
      sums.append(group.sums.begin(), group.sums.end());
  IRBuilder<> builder(&*body.getParent()->getEntryBlock().getFirstInsertionPt());
  for (const PlacedSum *sum : sums)
    for (const Instruction *addition : sum->chain)
      for (const Value *operand : addition->operands()) {
        auto *term = dyn_cast<Instruction>(operand);
        if (!term || term->getParent() != &body || sum->isPart(term) || terms.count(term))
          continue;
        terms[term] = builder.CreateAlloca(ArrayType::get(term->getType(), limits::stripOfScatter),
                                           nullptr, "terms");
      }
}

Value *Strips::termAt(IRBuilder<> &builder, const Instruction *term, Value *counter) {
  return builder.CreateInBoundsGEP(term->getType(), terms.lookup(term), counter);
}

/// All of an iteration but its sums.
void Strips::compute(IRBuilder<> &builder, Value *counter) {
  ValueToValueMapTy copies;
  counters->map(builder, builder.CreateNUWAdd(base, counter), copies);
  for (Instruction &at : body) {
    if (isa<PHINode>(at) || at.isTerminator() ||
        any_of(sums, [&](const PlacedSum *sum) { return sum->isPart(&at); }))
      continue;
    Instruction *copy = at.clone();
    builder.Insert(copy, at.getName());
    copies[&at] = copy;
    RemapInstruction(copy, copies, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    if (terms.count(&at))
      builder.CreateStore(copy, termAt(builder, &at, counter));
  }
}

/// What is added comes from the stack; the place is computed again.
void Strips::addTo(const PlacedSum &sum, IRBuilder<> &builder, Value *counter) {
  ValueToValueMapTy copies;
  counters->map(builder, builder.CreateNUWAdd(base, counter), copies);
  SmallSetVector<Instruction *, 8> place;
  SmallVector<Instruction *, 8> pending{sum.load.at};
  while (!pending.empty())
    for (Value *operand : pending.pop_back_val()->operands())
      if (auto *at = dyn_cast<Instruction>(operand);
          at && at->getParent() == &body && !isa<PHINode>(at) && place.insert(at))
        pending.push_back(at);
  Value *address = nullptr;
  for (Instruction &at : body) {
    if (!sum.isPart(&at) && !place.contains(&at))
      continue;
    for (const Value *operand : at.operands())
      if (auto *term = dyn_cast<Instruction>(operand);
          term && is_contained(sum.chain, &at) && terms.count(term))
        copies[term] = builder.CreateLoad(term->getType(), termAt(builder, term, counter));
    Instruction *copy = at.clone();
    builder.Insert(copy, at.getName());
    copies[&at] = copy;
    RemapInstruction(copy, copies, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    if (&at == sum.load.at)
      address = getLoadStorePointerOperand(copy);
    if (&at == sum.store.at)
      copy->setOperand(StoreInst::getPointerOperandIndex(), address);
  }
}

BasicBlock *Strips::addStrips(BasicBlock &entry) {
  Function &function = *body.getParent();
  BasicBlock *strip =
      BasicBlock::Create(body.getContext(), body.getName() + ".strip", &function, &body);
  BasicBlock *after =
      BasicBlock::Create(body.getContext(), body.getName() + ".strips", &function, &body);
  IRBuilder<> builder(&entry);
  builder.CreateBr(strip);
  builder.SetInsertPoint(strip);
  PHINode *first = builder.CreatePHI(builder.getInt64Ty(), 2, "strip");
  base = first;
  first->addIncoming(builder.getInt64(0), &entry);
  for (auto [term, room] : terms) // loops share their stack
    builder.CreateLifetimeStart(room);
  Value *left = builder.CreateNUWSub(counters->trips, first);
  Value *length = builder.CreateBinaryIntrinsic(Intrinsic::umin, left,
                                                builder.getInt64(limits::stripOfScatter));
  BasicBlock *at = addPlacesLoop(
      loop, *strip, length, [&](IRBuilder<> &inside, Value *counter) { compute(inside, counter); });
  for (const PlacedSum *sum : sums)
    at = addPlacesLoop(loop, *at, length,
                       [&](IRBuilder<> &inside, Value *counter) { addTo(*sum, inside, counter); });
  builder.SetInsertPoint(at);
  for (auto [term, room] : terms)
    builder.CreateLifetimeEnd(room);
  Value *next = builder.CreateNUWAdd(first, length);
  first->addIncoming(next, at);
  builder.CreateCondBr(builder.CreateICmpULT(next, counters->trips), strip, after);
  return after;
}

} // namespace

void takeInStrips(Loop &loop, const Scatter &scatter, ScalarEvolution &evolution) {
  Strips(loop, scatter, evolution).add();
}

} // namespace enzyme
