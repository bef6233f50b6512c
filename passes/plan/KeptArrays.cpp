//===- KeptArrays.cpp -----------------------------------------------------===//
//
// Problem: in each step of a simulation all forces are computed from all positions,
//
//     for (i = 0; i < n; i++)
//       for (j = i + 1; j < n; j++)
//         … x[j] - x[i] …
//
// and then the positions change. The reverse sweep needs what was read: n²/2 numbers a
// step, if what each load gave is kept, though there are only n. A stencil of two
// dimensions reads each number in three rows.
//
// Here: loads of one array in loops that do not write there. When the outermost such loop
// is over, the bytes from the lowest to the highest address that was read are copied to the
// tape, once, and the reverse sweep reads the copy. Which bytes those are is seen while the
// loops run, in front of the innermost ones (emit/Tape.cpp): an address that goes on evenly
// is lowest and highest at the ends. Of loads that do not run in each iteration of their
// innermost loop it is seen where they run. So nothing is copied but what lies between two bytes
// of one object that were read, whatever the conditions are.
//
// Which loads: those whose address goes on evenly in all loops up to the outermost one, without
// large gaps, as far as that can be seen: a step that is not constant must be made of numbers
// that say how far the other loops go (a row's length), else a copy might be much larger than
// what is read. And gathers, x[column[k]] in the product of a sparse matrix, of arrays that the
// program has allocated with as many elements as a loop of the region has iterations: all of such
// an array is copied, if anything was read there (else it may have been released, or not be).
//===----------------------------------------------------------------------===//
#include "plan/KeptArrays.h"
#include "limits/plan.h"
#include "memory/ObjectBytes.h"
#include "plan/Distance.h"
#include "support/LoopForm.h"
#include "support/Mutation.h"
#include "types/LayoutTools.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include <numeric>

using namespace llvm;

namespace enzyme {
namespace {

struct Candidate {
  LoadInst *load;
  bool isConditional; ///< not in each iteration of its loop, or anywhere in the array
  const Loop *region; ///< outermost loop in which nothing writes there
  Value *base;
  const SCEV *start;                 ///< in the first iteration of all loops
  SmallVector<const SCEV *, 2> rows; ///< steps that are not constant
  uint64_t stride = 0;               ///< smallest constant step; 0: none
  uint64_t gathered = 0;             ///< in no order, at multiples of this; 0: not so
  Value *whole = nullptr;            ///< then: the bytes of the object
};

class ArrayFinder {
public:
  ArrayFinder(const ShadowedPrimal &primal, const Plan &plan, Recomputing &recomputing,
              Analyses &analyses)
      : primal(primal), plan(plan), recomputing(recomputing), analyses(analyses),
        evolution(analyses.scalarEvolution()) {}

  std::vector<KeptArray> find();

private:
  SmallVector<LoadInst *, 16> loadsNeeded();
  std::optional<Candidate> candidateOf(LoadInst &load);
  const Loop *regionOf(const LoadInst &load, const LoadInst &prepared);
  bool isLeftOnce(const Loop &loop) const;
  bool isMadeOfCounters(const Value *value, const Loop &loop, unsigned depth = 0) const;
  bool isCountedFrom(const Value &base, LoadInst &load, const Loop &loop) const;
  MDNode *declarationOf(const std::vector<Candidate> &family, uint64_t stride);
  bool takeSteps(const SCEV *address, Candidate &candidate);
  bool takeGathered(LoadInst &load, Candidate &candidate);
  Value *sizeOf(const Value &object, const Unknowns &lengths, Candidate &candidate);
  bool areTogether(const Candidate &a, const Candidate &b);

  const ShadowedPrimal &primal;
  const Plan &plan;
  Recomputing &recomputing;
  Analyses &analyses;
  ScalarEvolution &evolution;
};

/// What the reverse sweep would read again if only it could.
SmallVector<LoadInst *, 16> ArrayFinder::loadsNeeded() {
  SmallVector<LoadInst *, 16> found;
  visitNeeds(plan, recomputing, [&](Value &value, Availability availability) {
    auto *load = dyn_cast<LoadInst>(&value);
    if (load && (availability == Availability::MustKeep || plan.shifted.contains(load)))
      found.push_back(load);
  });
  return found;
}

/// One way in, one way out, into the loop around it.
bool ArrayFinder::isLeftOnce(const Loop &loop) const {
  const BasicBlock *exit = loop.getUniqueExitBlock();
  return loop.isLoopSimplifyForm() && exit && !exit->isEHPad() &&
         analyses.loopInfo().getLoopFor(exit) == loop.getParentLoop();
}

const Loop *ArrayFinder::regionOf(const LoadInst &load, const LoadInst &prepared) {
  const Loop *region = nullptr;
  for (const BasicBlock *header : recomputing.loopsWithoutWrites(prepared)) { // innermost first
    const Loop *loop = analyses.loopInfo().getLoopFor(
        cast<BasicBlock>(static_cast<Value *>(primal.copies->lookup(header))));
    if (!loop || !loop->contains(&load) || !isLeftOnce(*loop))
      break;
    region = loop;
  }
  return region;
}

/// Is the number available before the loop, for its first and its last iteration?
/// (inIteration, emit/Tape.cpp)
bool ArrayFinder::isMadeOfCounters(const Value *value, const Loop &loop, unsigned depth) const {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop.contains(instruction))
    return true;
  if (auto *phi = dyn_cast<PHINode>(instruction))
    return phi->getParent() == loop.getHeader() &&
           (plan.inductions.contains(phi) ||
            primal.control.loops.find(loop.getHeader())->second.counter == phi);
  return isAddressArithmetic(*instruction) && depth != limits::depthOfArrayAddress &&
         all_of(instruction->operand_values(),
                [&](const Value *operand) { return isMadeOfCounters(operand, loop, depth + 1); });
}

/// How the address goes on in the loops of the region.
bool ArrayFinder::takeSteps(const SCEV *address, Candidate &candidate) {
  Unknowns lengths;
  while (!evolution.isLoopInvariant(address, candidate.region)) {
    auto *walk = dyn_cast<SCEVAddRecExpr>(address);
    if (!walk || !walk->isAffine() || !candidate.region->contains(walk->getLoop()))
      return false;
    const SCEV *step = walk->getStepRecurrence(evolution);
    const SCEV *trips = evolution.getBackedgeTakenCount(walk->getLoop());
    if (isa<SCEVCouldNotCompute>(trips) || !evolution.isLoopInvariant(step, candidate.region))
      return false;
    for (const Value *unknown : unknownsOf(trips))
      lengths.insert(unknown);
    if (auto *constant = dyn_cast<SCEVConstant>(step)) {
      uint64_t bytes = constant->getAPInt().abs().getLimitedValue();
      candidate.stride = candidate.stride ? std::min(candidate.stride, bytes) : bytes;
    } else {
      candidate.rows.push_back(step);
    }
    address = walk->getStart();
  }
  candidate.start = address;
  bool hasGaps = any_of(candidate.rows, [&](const SCEV *row) {
    return any_of(unknownsOf(row),
                  [&](const Value *unknown) { return !lengths.contains(unknown); });
  });
  return !hasGaps && candidate.stride <= limits::bytesOfElement &&
         (candidate.stride || candidate.rows.empty());
}

/// The bytes of an allocation, a few for each iteration of loops with such numbers of iterations,
/// and at the end of the region still what they were when it was made.
Value *ArrayFinder::sizeOf(const Value &object, const Unknowns &lengths, Candidate &candidate) {
  Value *size = bytesAllocated(object);
  if (!size)
    return nullptr;
  Unknowns factors;
  std::optional<uint64_t> bytes =
      constantFactor(evolution.getSCEV(size), factors, limits::bytesOfElement);
  auto *computed = dyn_cast<Instruction>(size);
  if (!bytes || factors.empty() || *bytes > limits::bytesOfElement ||
      !all_of(factors, [&](const Value *factor) { return lengths.contains(factor); }) ||
      (computed && (analyses.loopInfo().getLoopFor(computed->getParent()) ||
                    !analyses.dominators().dominates(computed, candidate.region->getHeader()))))
    return nullptr;
  candidate.stride = std::max(candidate.stride, *bytes);
  return size;
}

/// Of x[column[k]]: is all of x no more than a few numbers for each iteration?
bool ArrayFinder::takeGathered(LoadInst &load, Candidate &candidate) {
  std::optional<Distance> distance =
      Distance::between(*candidate.base, *load.getPointerOperand(), plan);
  if (!distance || distance->terms.empty())
    return false;
  candidate.gathered = std::abs(distance->constant);
  for (const Distance::Term &term : distance->terms)
    candidate.gathered = std::gcd(candidate.gathered, uint64_t(std::abs(term.scale)));
  Unknowns lengths;
  for (const Loop *loop = analyses.loopInfo().getLoopFor(load.getParent());
       loop != candidate.region->getParentLoop(); loop = loop->getParentLoop())
    lengths.insert_range(lengthsOf(*loop, evolution));
  candidate.rows.clear();
  candidate.stride = 0;
  candidate.isConditional = true;
  candidate.start = evolution.getSCEV(candidate.base);
  SmallSetVector<const Value *, 8> places; // each where an object begins
  places.insert(candidate.base);
  for (unsigned i = 0; i != places.size(); ++i) {
    const Value *place = places[i];
    if (isa<PHINode, SelectInst>(place)) {
      for (const Value *from :
           drop_begin(cast<User>(place)->operand_values(), isa<SelectInst>(place)))
        places.insert(from);
      continue;
    }
    if (isa<ConstantPointerNull>(place))
      continue;
    Value *size = sizeOf(*place, lengths, candidate);
    if (!size || (candidate.whole && candidate.whole != size))
      return false;
    candidate.whole = size;
  }
  return candidate.whole;
}

/// Is the distance available before the loop, and again in the reverse sweep?
bool ArrayFinder::isCountedFrom(const Value &base, LoadInst &load, const Loop &loop) const {
  std::optional<Distance> distance = Distance::between(base, *load.getPointerOperand(), plan);
  return distance && all_of(distance->terms, [&](const Distance::Term &term) {
           return isMadeOfCounters(term.value, loop);
         });
}

/// What all bytes of the array are; null if its loads do not say it of each.
MDNode *ArrayFinder::declarationOf(const std::vector<Candidate> &family, uint64_t stride) {
  MDNode *common = nullptr;
  uint64_t bytes = 0;
  SmallSet<uint64_t, 8> read; // in each stride
  bool areGathered = false;
  for (const Candidate &member : family) {
    auto *origin = cast<Instruction>(primal.origin(member.load));
    Layout layout = primal.types->accessed(*origin);
    MDNode *own = layout.known && layout.period && !layout.hasPointers()
                      ? encode(layout, origin->getContext())
                      : nullptr;
    if (!own || (common && common != own) || stride % layout.period != 0)
      return nullptr;
    common = own;
    bytes = layout.period;
    areGathered |= member.gathered != 0;
    if (member.gathered && member.gathered != bytes)
      return nullptr; // there are others in between
    auto apart = evolution.computeConstantDifference(member.start, family.front().start);
    if (apart && apart->getSignificantBits() <= 32 && apart->getSExtValue() % int64_t(bytes) == 0)
      read.insert(uint64_t(apart->getSExtValue() % int64_t(stride) + int64_t(stride)) % stride);
  }
  return (areGathered ? bytes : read.size() * bytes) == stride ? common : nullptr;
}

std::optional<Candidate> ArrayFinder::candidateOf(LoadInst &load) {
  auto *prepared = dyn_cast_or_null<LoadInst>(primal.origin(&load));
  const Loop *loop = analyses.loopInfo().getLoopFor(load.getParent());
  Type *type = load.getType();
  if (!prepared || primal.mirrors.contains(&load) || !load.isSimple() || !loop ||
      !(type->isFloatingPointTy() || type->isIntegerTy()) ||
      !plan.levels[plan.levelOf.lookup(load.getParent())].isCounted())
    return std::nullopt;
  bool isConditional = !runsWheneverEntered(load, *loop, analyses.dominators()) &&
                       !mutation::breaks("kept-array", "left out");
  const SCEV *address = evolution.getSCEV(load.getPointerOperand());
  auto *base = dyn_cast<SCEVUnknown>(evolution.getPointerBase(address));
  Candidate candidate{
      &load, isConditional, regionOf(load, *prepared), base ? base->getValue() : nullptr, {}, {}};
  if (!base || !candidate.region || !evolution.isLoopInvariant(base, candidate.region))
    return std::nullopt;
  bool isEven = takeSteps(address, candidate) && isCountedFrom(*base->getValue(), load, *loop);
  return isEven || takeGathered(load, candidate) ? std::optional(candidate) : std::nullopt;
}

/// Do both walk over one array? Rows of one apart may lie some others.
bool ArrayFinder::areTogether(const Candidate &a, const Candidate &b) {
  if (a.region != b.region || a.base != b.base || a.rows != b.rows)
    return false;
  const SCEV *apart = evolution.getMinusSCEV(a.start, b.start);
  if (isa<SCEVCouldNotCompute>(apart))
    return false;
  auto isNear = [](const SCEV *distance) {
    auto *constant = dyn_cast<SCEVConstant>(distance);
    return constant && constant->getAPInt().abs().ule(limits::bytesApart);
  };
  if (isNear(apart))
    return true;
  for (const SCEV *row : a.rows)
    for (int times = -limits::rowsApart; times <= limits::rowsApart; ++times)
      if (isNear(evolution.getMinusSCEV(
              apart,
              evolution.getMulExpr(row, evolution.getConstant(row->getType(), times, true)))))
        return true;
  return false;
}

std::vector<KeptArray> ArrayFinder::find() {
  SmallVector<LoadInst *, 16> needed = loadsNeeded();
  std::vector<std::vector<Candidate>> families;
  if (needed.size() > limits::loadsOfArrays)
    return {};
  for (LoadInst *load : needed)
    if (std::optional<Candidate> candidate = candidateOf(*load)) {
      auto family = find_if(families, [&](const std::vector<Candidate> &known) {
        return any_of(known,
                      [&](const Candidate &other) { return areTogether(*candidate, other); });
      });
      if (family == families.end())
        family = families.insert(family, std::vector<Candidate>());
      family->push_back(std::move(*candidate));
    }
  std::vector<KeptArray> found;
  for (const std::vector<Candidate> &family : families) {
    KeptArray array;
    const Candidate &first = family.front();
    array.base = first.base;
    array.header = first.region->getHeader();
    array.exit = first.region->getUniqueExitBlock();
    array.level = plan.levelOf.lookup(array.exit);
    array.dimensions = first.rows.size();
    for (const Candidate &member : family) {
      array.loads.push_back(member.load);
      if (member.isConditional)
        array.conditional.insert(member.load);
      if (member.whole)
        array.whole = member.whole;
      uint64_t bytes = primal.function->getDataLayout().getTypeStoreSize(member.load->getType());
      array.bytes = std::max({array.bytes, bytes, member.stride});
      array.align = array.loads.size() == 1 ? member.load->getAlign()
                                            : std::min(array.align, member.load->getAlign());
    }
    array.dimensions += any_of(family, [](const Candidate &member) { return member.stride != 0; });
    array.declared = declarationOf(family, array.bytes);
    found.push_back(std::move(array));
  }
  return found;
}

} // namespace

uint64_t priceOf(const KeptArray &array, const Plan &plan) {
  uint64_t weight = 4;
  unsigned depth = array.dimensions;
  for (unsigned level = array.level; level != 0; level = plan.levels[level].parent)
    ++depth;
  for (unsigned i = 0; i != std::min(depth, 6u); ++i)
    weight *= 10;
  return array.bytes * weight;
}

std::vector<KeptArray> findKeptArrays(const ShadowedPrimal &primal, const Plan &plan,
                                      Recomputing &recomputing, Analyses &analyses) {
  // Between what one thread of a team read others may write.
  if (primal.key.inTeam)
    return {};
  return ArrayFinder(primal, plan, recomputing, analyses).find();
}

} // namespace enzyme
