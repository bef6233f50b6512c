//===- LaunchSums.cpp --------------------------------------------------------===//
//
// Problem: on a device the adjoint of a load is added to a place to which all threads may add.
// Atomic sums are right, and slower than plain ones where each thread has places of its own.
//
// Here: in kernels that the host's derivative launches, one launch at a time (library/gpu/
// Launches.h), every access whose adjoint is added to memory that the host passed is placed: it
// lies in the thread's slice of an array that begins at a parameter (ThreadIndex.h). The sums
// through a parameter are the thread's own where
//
//   all accesses through it lie in one slice of the same division
//   directions of the launch that the index does not know have one thread and one block
//   what is read through each other parameter lies apart from it, or is the same slices again
//
// The last is asked of the shadows' addresses, in each launch: the program may pass one array
// twice, or parts that overlap. An access that is not placed may be anywhere: all sums stay atomic.
// So do those of threads that ask by themselves, whose kernel may run beside others.
//
// Stores need not be asked about: what one thread writes no other reads before a barrier.
//===----------------------------------------------------------------------===//
#include "shadow/LaunchSums.h"
#include "limits/shadow.h"
#include "rules/Facts.h"
#include "rules/gpu/Devices.h"
#include "rules/gpu/Kernels.h"
#include "rules/gpu/Launch.h"
#include "shadow/StructureFields.h"
#include "shadow/ThreadIndex.h"
#include "shadow/ThreadSums.h"
#include "support/Ablation.h"
#include "support/Mutation.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace enzyme {
namespace {

/// What is read through one parameter.
struct Slices {
  SmallVector<const LoadInst *, 4> loads;
  ThreadIndex index;
  std::string widthKey;
  Value *width = nullptr, *count = nullptr; ///< in bytes; of slices
  std::optional<uint64_t> knownWidth;
  int64_t low = 0, high = 0; ///< of known width
  SmallVector<Value *, 8> conditions;

  bool isDividedAs(const Slices &other) const {
    return index.key == other.index.key && widthKey == other.widthKey;
  }
};

/// What the host passes: a pointer, or a structure and where in it one lies.
struct Base {
  const Argument *parameter = nullptr;
  std::optional<uint64_t> offset;

  bool operator==(const Base &other) const {
    return parameter == other.parameter && offset == other.offset;
  }
};

/// A sum of value * bytes, and of a constant.
struct Distance {
  SmallMapVector<Value *, APInt, 4> terms;
  APInt constant{64, 0};
};

/// A pointer goes on by so much in each iteration.
struct Walk {
  const Loop *loop;
  Distance step;
};

/// An address: base + distance + what pointers have gone.
struct Address {
  Base base;
  Distance distance;
  SmallVector<Walk, 2> walks;
};

class LaunchSums {
public:
  explicit LaunchSums(ShadowedPrimal &primal)
      : primal(primal), function(*primal.prepared), layout(function.getDataLayout()),
        analyses(function), indices(primal, analyses) {}

  void find() {
    findInStructures();
    unsigned accesses = 0;
    for (const Instruction &at : instructions(function)) {
      if (!mayAdd(at))
        continue;
      auto *load = dyn_cast<LoadInst>(&at);
      if (++accesses > limits::accessesOfOwnSums || !load || !place(*load))
        return;
    }
    for (auto &[base, slices] : read)
      if (Value *own = condition(base, slices))
        for (const LoadInst *load : slices.loads)
          primal.ownSums[cast<LoadInst>(primal.copyOf(load))] = own;
  }

private:
  void findInStructures();
  bool mayAdd(const Instruction &at) const;
  bool isElsewhere(const Value &pointer) const;
  bool addTo(Distance &distance, const GEPOperator &offset) const;
  std::optional<Walk> walkOf(const PHINode &phi) const;
  std::optional<Address> addressOf(const Value &pointer) const;
  bool addWalk(ThreadSlice &slice, const Walk &walk, int64_t scale,
               SmallVectorImpl<Value *> &conditions);
  bool place(const LoadInst &load);
  bool placeIn(Slices &slices, const LoadInst &load, const Address &address);
  Slices *known(const Base &base);
  void addRowsTo(Slices &slices, const ThreadIndex &rows);
  Value *condition(const Base &base, const Slices &slices);
  Value *shadowOf(const Base &base, const Slices &slices);
  Value *endOf(Value *begin, const Slices &slices);

  ShadowedPrimal &primal;
  Function &function;
  const DataLayout &layout;
  Analyses analyses;
  ThreadIndices indices;
  SmallVector<std::pair<Base, Slices>, 8> read;
};

/// Each thread has shadows of its own of the structures that are passed by value.
void LaunchSums::findInStructures() {
  for (const Instruction &at : instructions(function)) {
    auto *load = dyn_cast<LoadInst>(&at);
    if (!load)
      continue;
    auto *structure =
        dyn_cast<Argument>(getUnderlyingObject(load->getPointerOperand(), /*MaxLookup=*/0));
    if (structure && isStructure(primal, *structure))
      primal.ownSums[cast<LoadInst>(primal.copyOf(load))] =
          ConstantInt::getTrue(function.getContext());
  }
}

/// May the adjoint of what `at` reads be added to memory that other threads reach?
bool LaunchSums::mayAdd(const Instruction &at) const {
  if (auto *load = dyn_cast<LoadInst>(&at))
    return primal.activity->isActive(at) && primal.types->carriesFloat(at) &&
           !isElsewhere(*load->getPointerOperand());
  if (auto *transfer = dyn_cast<MemTransferInst>(&at))
    return !isElsewhere(*transfer->getRawSource());
  if (auto *update = dyn_cast<AtomicRMWInst>(&at)) // reads the sum's adjoint
    return update->getOperation() != AtomicRMWInst::FAdd && primal.types->carriesFloat(at);
  if (isa<AtomicCmpXchgInst>(at))
    return primal.types->carriesFloat(at);
  auto *call = dyn_cast<CallBase>(&at);
  if (!call || isa<MemSetInst>(call) || allocatorFact(*call) || deallocatorFact(*call) ||
      isOfLaunchAlone(*call) || call->isLifetimeStartOrEnd() ||
      (isa<IntrinsicInst>(call) && call->doesNotAccessMemory()))
    return false;
  const Function *callee = call->getCalledFunction();
  bool takesNoMemory = none_of(
      call->args(), [](const Use &argument) { return argument->getType()->isPtrOrPtrVectorTy(); });
  return !takesNoMemory || !callee || !callee->isDeclaration();
}

/// Memory that is in no array which the host passes: the thread's, the block's, or from the heap.
bool LaunchSums::isElsewhere(const Value &pointer) const {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(&pointer, objects, nullptr, /*MaxLookup=*/0);
  return all_of(objects, [&](const Value *object) {
    auto *variable = dyn_cast<GlobalVariable>(object);
    auto *parameter = dyn_cast<Argument>(object);
    return isa<AllocaInst>(object) || (parameter && isStructure(primal, *parameter)) ||
           isNoAliasCall(object) || (variable && (isOfBlock(*variable) || isOfLaunch(*variable)));
  });
}

bool LaunchSums::addTo(Distance &distance, const GEPOperator &offset) const {
  unsigned bits = distance.constant.getBitWidth();
  Distance more;
  if (layout.getIndexTypeSizeInBits(offset.getType()) != bits || offset.getType()->isVectorTy() ||
      !offset.collectOffset(layout, bits, more.terms, more.constant))
    return false;
  distance.constant += more.constant;
  return all_of(more.terms, [&](auto &term) { return distance.terms.insert(term).second; });
}

/// for (p = start; …; p += step)
std::optional<Walk> LaunchSums::walkOf(const PHINode &phi) const {
  const Loop *loop = indices.loopInfo().getLoopFor(phi.getParent());
  if (!loop || loop->getHeader() != phi.getParent() || !loop->getLoopPreheader() ||
      !loop->getLoopLatch() || phi.getNumIncomingValues() != 2)
    return std::nullopt;
  Walk walk{loop, {}};
  const Value *at = phi.getIncomingValueForBlock(loop->getLoopLatch());
  for (unsigned depth = 0; at != &phi; ++depth) {
    auto *offset = dyn_cast<GEPOperator>(at);
    if (!offset || depth == limits::depthOfShared || !addTo(walk.step, *offset))
      return std::nullopt;
    at = offset->getPointerOperand();
  }
  return walk;
}

std::optional<Address> LaunchSums::addressOf(const Value &pointer) const {
  Address address;
  const Value *at = &pointer;
  for (unsigned depth = 0; depth != limits::depthOfShared; ++depth) {
    if (auto *base = dyn_cast<Argument>(at)) {
      address.base = {base, std::nullopt};
      return address;
    }
    if (std::optional<StructureField> field = structureField(primal, *at)) {
      address.base = {field->structure, field->offset};
      return address;
    }
    if (auto *phi = dyn_cast<PHINode>(at)) {
      std::optional<Walk> walk = walkOf(*phi);
      if (!walk)
        return std::nullopt;
      address.walks.push_back(*walk);
      at = phi->getIncomingValueForBlock(walk->loop->getLoopPreheader());
      continue;
    }
    auto *step = dyn_cast<Operator>(at);
    if (auto *offset = dyn_cast<GEPOperator>(at)) {
      if (!addTo(address.distance, *offset))
        return std::nullopt;
    } else if (!step || (step->getOpcode() != Instruction::AddrSpaceCast &&
                         step->getOpcode() != Instruction::IntToPtr &&
                         step->getOpcode() != Instruction::PtrToInt)) {
      return std::nullopt;
    }
    at = step->getOperand(0);
  }
  return std::nullopt;
}

bool LaunchSums::place(const LoadInst &load) {
  std::optional<Address> address = addressOf(*load.getPointerOperand());
  if (!address || !load.isSimple() || primal.width() != 1)
    return false;
  Slices slices;
  slices.loads.push_back(&load);
  if (!placeIn(slices, load, *address))
    return false;
  Slices *all = known(address->base);
  if (!all) {
    read.push_back({address->base, slices});
    return true;
  }
  if (all->index.key == slices.index.column)
    addRowsTo(*all, slices.index);
  else if (slices.index.key == all->index.column)
    addRowsTo(slices, all->index);
  if (!all->isDividedAs(slices))
    return false;
  all->loads.push_back(&load);
  all->low = std::min(all->low, slices.low);
  all->high = std::max(all->high, slices.high);
  all->conditions.append(slices.conditions);
  all->count = indices.entry().CreateBinaryIntrinsic(Intrinsic::umax, all->count, slices.count);
  return !all->knownWidth || all->high - all->low <= int64_t(*all->knownWidth);
}

Slices *LaunchSums::known(const Base &base) {
  auto *found = find_if(read, [&](const auto &one) { return one.first == base; });
  return found == read.end() ? nullptr : &found->second;
}

/// What was one row is the first of several.
void LaunchSums::addRowsTo(Slices &slices, const ThreadIndex &rows) {
  if (!mutation::breaks("launch-sums.columns"))
    slices.conditions.push_back(indices.entry().CreateICmpULE(slices.count, rows.rowLength));
  slices.index = rows;
}

/// Steps of whole elements, as many as a row has.
bool LaunchSums::addWalk(ThreadSlice &slice, const Walk &walk, int64_t scale,
                         SmallVectorImpl<Value *> &conditions) {
  const APInt &constant = walk.step.constant;
  if (walk.step.terms.size() == 1 && constant.isZero()) {
    auto &[step, factor] = walk.step.terms.front();
    return factor == uint64_t(scale) && indices.addSteps(slice, *walk.loop, *step, conditions);
  }
  if (!walk.step.terms.empty() || constant.sle(0) || constant.srem(scale) != 0)
    return false;
  Value *step = ConstantInt::get(function.getContext(), constant.sdiv(uint64_t(scale)));
  return indices.addSteps(slice, *walk.loop, *step, conditions);
}

bool LaunchSums::placeIn(Slices &slices, const LoadInst &load, const Address &address) {
  constexpr int64_t widest = 1 << 20;
  int64_t bytes = int64_t(layout.getTypeStoreSize(load.getType()).getKnownMinValue());
  std::optional<ThreadSlice> slice;
  const Value *index = nullptr;
  int64_t scale = 0, more = 0;
  for (auto &[value, factor] : address.distance.terms) {
    if (factor.sle(0) || factor.sgt(widest))
      return false;
    if (slice || !(slice = indices.slice(*value, load, slices.conditions)))
      continue;
    index = value;
    scale = factor.getSExtValue();
  }
  for (auto &[value, factor] : address.distance.terms) {
    if (value == index || (slice && factor == uint64_t(scale) &&
                           indices.addRows(*slice, *value, load, slices.conditions)))
      continue;
    std::optional<uint64_t> last = indices.largest(*value);
    if (!last || *last > uint64_t(widest))
      return false;
    more += int64_t(*last) * factor.getSExtValue();
  }
  if (!slice || address.distance.constant.abs().sgt(widest))
    return false;
  for (const Walk &walk : address.walks)
    if (!addWalk(*slice, walk, scale, slices.conditions))
      return false;
  IRBuilder<> &builder = indices.entry();
  slices.index = slice->index;
  slices.count = slice->index.count;
  slices.width = builder.CreateMul(slice->width.value, builder.getInt64(uint64_t(scale)));
  slices.widthKey = slice->width.key + "x" + std::to_string(scale);
  if (!slice->knownWidth)
    return bytes <= scale && !more && address.distance.constant.isZero();
  slices.knownWidth = *slice->knownWidth * uint64_t(scale);
  slices.widthKey = std::to_string(*slices.knownWidth);
  slices.low = slice->low * scale + address.distance.constant.getSExtValue();
  slices.high = (slice->high - 1) * scale + address.distance.constant.getSExtValue() + more + bytes;
  return slices.high - slices.low <= int64_t(*slices.knownWidth);
}

/// Where what is read through `base` begins, of its shadow.
Value *LaunchSums::shadowOf(const Base &base, const Slices &slices) {
  Value *shadow = primal.shadowOf(primal.copyOf(base.parameter), 0);
  if (!shadow)
    return nullptr;
  IRBuilder<> &builder = indices.entry();
  if (base.offset) { // the shadow's addresses do not change
    const Argument &written = *primal.key.primal->getArg(base.parameter->getArgNo());
    shadow = builder.CreateAlignedLoad(
        builder.getPtrTy(),
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), shadow, *base.offset),
        commonAlignment(written.getParamAlign().valueOrOne(), *base.offset));
  }
  return builder.CreateAdd(builder.CreatePtrToInt(shadow, builder.getInt64Ty()),
                           builder.getInt64(uint64_t(slices.low)));
}

Value *LaunchSums::endOf(Value *begin, const Slices &slices) {
  IRBuilder<> &builder = indices.entry();
  return builder.CreateAdd(begin, builder.CreateMul(slices.width, slices.count));
}

Value *LaunchSums::condition(const Base &base, const Slices &slices) {
  IRBuilder<> &builder = indices.entry();
  Value *own = indices.areAllNumbers(slices.index.numbers);
  for (Value *condition : slices.conditions)
    own = builder.CreateAnd(own, condition);
  Value *begin = shadowOf(base, slices);
  if (!begin)
    return nullptr;
  for (auto &[parameter, others] : read) {
    if (parameter == base || mutation::breaks("launch-sums.apart"))
      continue;
    Value *other = shadowOf(parameter, others);
    if (!other)
      return nullptr;
    for (Value *condition : others.conditions)
      own = builder.CreateAnd(own, condition);
    Value *isApart = builder.CreateOr(builder.CreateICmpULE(endOf(begin, slices), other),
                                      builder.CreateICmpULE(endOf(other, others), begin));
    bool isAlike =
        slices.isDividedAs(others) && slices.low == others.low && slices.high == others.high;
    if (isAlike)
      isApart = builder.CreateOr(isApart, builder.CreateICmpEQ(begin, other));
    own = builder.CreateAnd(own, isApart);
  }
  return own;
}

} // namespace

void findLaunchSums(ShadowedPrimal &primal) {
  const Function &kernel = *primal.prepared;
  if (isKernel(kernel) && kernel.hasFnAttribute(launchedByHostAttribute) &&
      !ablation::leavesOut("plain"))
    LaunchSums(primal).find();
}

} // namespace enzyme
