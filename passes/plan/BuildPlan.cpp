//===- BuildPlan.cpp - the decisions, in order ---------------------------===//
#include "limits/plan.h"
#include "memory/Updates.h"
#include "plan/FadingAdjoints.h"
#include "plan/IdleLoops.h"
#include "plan/JoinedRuns.h"
#include "plan/KeptArrays.h"
#include "plan/Linearise.h"
#include "plan/Plan.h"
#include "plan/RepeatedValues.h"
#include "plan/ShiftedLoads.h"
#include "rules/gpu/Devices.h"
#include "rules/gpu/Kernels.h"
#include "support/Ablation.h"
#include "support/Mutation.h"
#include "types/LayoutTools.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace enzyme {
namespace {

class PlanBuilder {
public:
  PlanBuilder(const ShadowedPrimal &primal, Plan &plan)
      : primal(primal), plan(plan), analyses(*primal.function) {}

  void build(ArrayRef<Value *> more, Arrays whole) {
    for (auto &[block, steps] : plan.steps)
      findUpdates(steps);
    findReversedBlocks();
    makeLevels();
    findInductions();
    gatherNeeds();
    plan.idleLoops = findIdleLoops(primal, plan, analyses.loopInfo());
    if (primal.flushesSubnormals)
      plan.fading = findFadingAdjoints(primal, plan);
    plan.needs.insert(more.begin(), more.end());
    plan.shifted = findShiftedLoads(primal, plan, analyses);
    Recomputing recomputing(primal, plan);
    plan.repeated = findRepeatedValues(primal, plan, recomputing, analyses);
    std::vector<Value *> kept = chooseKept(primal, plan, recomputing);
    if (whole != Arrays::No)
      keepArrays(kept, recomputing, whole == Arrays::Declared);
    layOutTape(std::move(kept));
    plan.again = computedAgain(plan, recomputing);
  }

private:
  bool isWhole(const LoadInst &load, const StoreInst &store) const;
  std::optional<std::pair<unsigned, unsigned>> findUpdated(ArrayRef<LinearStep> steps,
                                                           unsigned end) const;
  void findUpdates(std::vector<LinearStep> &steps);
  void findReversedBlocks();
  void makeLevels();
  void findInductions();
  void gatherNeeds();
  void gatherControlNeeds(BasicBlock &block);
  MDNode *declarationOf(const Value &value) const;
  void keepArrays(std::vector<Value *> &kept, Recomputing &recomputing, bool onlyDeclared);
  void takeArrays(std::vector<KeptArray> arrays);
  BitVector levelsUsed(ArrayRef<Value *> kept) const;
  void layOutTape(std::vector<Value *> kept);
  void orderFields();
  void putOnStack();
  void putInSlots();
  void findVariables();
  unsigned addField(unsigned level, Type *type);
  unsigned addNumber(unsigned level);
  void useLevel(unsigned level);
  unsigned levelFor(Value &value);

  const ShadowedPrimal &primal;
  Plan &plan;
  Analyses analyses;
};

/// Does `store` write all of what `load` reads, and can one store take the place of its sum?
bool PlanBuilder::isWhole(const LoadInst &load, const StoreInst &store) const {
  Type *type = load.getType();
  uint64_t bytes = load.getDataLayout().getTypeStoreSize(type->getScalarType());
  return type->isFPOrFPVectorTy() && areAtOnePlace(load, store) &&
         std::min(load.getAlign(), store.getAlign()) >= bytes &&
         primal.pointerActivity(load.getPointerOperand()) == PointerActivity::Active;
}

/// Two members of one object. Distinct objects may have one shadow, so nothing else will do.
static bool areMembers(const Instruction &one, const Instruction &other) {
  const DataLayout &layout = one.getDataLayout();
  int64_t first = 0, second = 0;
  if (GetPointerBaseWithConstantOffset(getLoadStorePointerOperand(&one), first, layout) !=
      GetPointerBaseWithConstantOffset(getLoadStorePointerOperand(&other), second, layout))
    return false;
  int64_t firstSize = layout.getTypeStoreSize(getLoadStoreType(&one)).getKnownMinValue(),
          secondSize = layout.getTypeStoreSize(getLoadStoreType(&other)).getKnownMinValue();
  return !getLoadStoreType(&one)->isScalableTy() && !getLoadStoreType(&other)->isScalableTy() &&
         (first + firstSize <= second || second + secondSize <= first);
}

/// The load that the store at `end` updates, and behind which step its own can come: sums in
/// shadows may change places, but a sum may not follow what overwrites its place, nor precede
/// the sums that make its adjoint.
std::optional<std::pair<unsigned, unsigned>> PlanBuilder::findUpdated(ArrayRef<LinearStep> steps,
                                                                      unsigned end) const {
  StoreInst &store = *std::get<StoreStep>(steps[end]).at;
  std::optional<unsigned> lastSum; // of another load, maybe in the same place
  for (unsigned i = end; i-- > 0 && end - i < limits::stepsOfUpdate;) {
    if (std::holds_alternative<ScaleStep>(steps[i]) || std::holds_alternative<RouteStep>(steps[i]))
      continue;
    auto *load = std::get_if<LoadStep>(&steps[i]);
    auto *other = std::get_if<StoreStep>(&steps[i]);
    if (load && (isWhole(*load->at, store) || mutation::breaks("plan.update", "other place"))) {
      auto uses = [&](const LinearStep &step) {
        return is_contained(instructionOf(step)->operands(), load->at);
      };
      if (lastSum && any_of(steps.slice(i + 1, *lastSum - i), uses) &&
          !mutation::breaks("plan.update", "used before"))
        return std::nullopt;
      return std::pair(i, lastSum.value_or(i));
    }
    if (mutation::breaks("plan.update", "step between"))
      continue;
    if (!load && !(other && areMembers(*other->at, store)))
      return std::nullopt;
    if (load && !lastSum && !areMembers(*load->at, store))
      lastSum = i;
  }
  return std::nullopt;
}

/// Loads and stores at one place with nothing between them that minds its adjoint.
void PlanBuilder::findUpdates(std::vector<LinearStep> &steps) {
  for (unsigned i = 0; i != steps.size(); ++i) {
    auto *store = std::get_if<StoreStep>(&steps[i]);
    if (!store || !store->isValueActive)
      continue;
    auto found = findUpdated(steps, i);
    if (!found)
      continue;
    auto [load, behind] = *found;
    store->isUpdate = std::get<LoadStep>(steps[load]).isUpdated = true;
    std::rotate(steps.begin() + load, steps.begin() + load + 1, steps.begin() + behind + 1);
  }
}

/// Blocks on a path from entry to the returning block.
void PlanBuilder::findReversedBlocks() {
  if (!primal.exit)
    return;
  SmallPtrSet<BasicBlock *, 16> forwards;
  SmallVector<BasicBlock *, 16> work{&primal.function->getEntryBlock()};
  while (!work.empty()) {
    BasicBlock *block = work.pop_back_val();
    if (forwards.insert(block).second)
      work.append(succ_begin(block), succ_end(block));
  }
  work.push_back(primal.exit);
  while (!work.empty()) {
    BasicBlock *block = work.pop_back_val();
    if (forwards.contains(block) && plan.reversed.insert(block).second)
      work.append(pred_begin(block), pred_end(block));
  }
}

void PlanBuilder::makeLevels() {
  LoopInfo &loops = analyses.loopInfo();
  plan.levels.resize(1);
  DenseMap<const Loop *, unsigned> levelOfLoop;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    TapeLevel level;
    level.header = loop->getHeader();
    level.parent = loop->getParentLoop() ? levelOfLoop.lookup(loop->getParentLoop()) : 0;
    level.trips = primal.control.loops.find(level.header)->second.trips;
    levelOfLoop[loop] = plan.levels.size();
    plan.levels.push_back(std::move(level));
  }
  for (BasicBlock &block : *primal.function)
    if (Loop *loop = loops.getLoopFor(&block))
      plan.levelOf[&block] = levelOfLoop.lookup(loop);
}

void PlanBuilder::findInductions() {
  for (Loop *loop : analyses.loopInfo().getLoopsInPreorder())
    for (PHINode &phi : loop->getHeader()->phis()) {
      auto *update = dyn_cast<Instruction>(phi.getIncomingValueForBlock(loop->getLoopLatch()));
      Value *start = phi.getIncomingValueForBlock(loop->getLoopPreheader());
      if (!update || update->getNumOperands() != 2 || update->getOperand(0) != &phi)
        continue;
      unsigned opcode = update->getOpcode();
      bool isStep = opcode == Instruction::Add || opcode == Instruction::Sub ||
                    opcode == Instruction::GetElementPtr;
      if (isStep && phi.getType() == update->getType() && !phi.getType()->isVectorTy() &&
          loop->isLoopInvariant(update->getOperand(1)))
        plan.inductions[&phi] = {start, update->getOperand(1), loop->getHeader(), update};
    }
}

/// Which predecessor, which iteration: what running this block's edges backwards asks.
void PlanBuilder::gatherControlNeeds(BasicBlock &block) {
  auto merge = primal.control.merges.find(&block);
  if (merge != primal.control.merges.end())
    plan.needs.insert(merge->second.selector);
  for (BasicBlock *before : predecessors(&block)) {
    if (!plan.reversed.contains(before))
      continue;
    for (unsigned level = plan.levelOf.lookup(before);
         !plan.encloses(level, plan.levelOf.lookup(&block)); level = plan.levels[level].parent) {
      const LoopRecord &record = primal.control.loops.find(plan.levels[level].header)->second;
      plan.needs.insert(record.trips ? record.trips : record.counterAtExit.lookup(&block));
    }
  }
}

void PlanBuilder::gatherNeeds() {
  for (BasicBlock &block : *primal.function) { // the function's order, to be deterministic
    if (!plan.reversed.contains(&block))
      continue;
    gatherControlNeeds(block);
    for (const LinearStep &step : plan.steps[&block])
      addNeeds(step, primal, plan.needs);
  }
}

unsigned PlanBuilder::addField(unsigned level, Type *type) {
  assert(level < plan.levels.size() && "a field lies at the level of a loop, or of the function");
  assert(type->isSized() && "what has no size is not kept");
  const DataLayout &layout = primal.function->getDataLayout();
  plan.levels[level].fields.push_back({type, layout.getTypeAllocSize(type), 0});
  return plan.levels[level].fields.size() - 1;
}

/// A field for an integer that says where something lies.
unsigned PlanBuilder::addNumber(unsigned level) {
  LLVMContext &context = primal.function->getContext();
  unsigned field = addField(level, Type::getInt64Ty(context));
  Layout integer;
  integer.pieces.push_back({0, Kind::Integer, nullptr, 8});
  integer.period = 8;
  integer.known = true;
  plan.levels[level].fields[field].declared = encode(integer, context);
  return field;
}

/// Hangs the loop's storage on the level around it.
void PlanBuilder::useLevel(unsigned level) {
  if (level == 0 || plan.levels[level].isUsed())
    return;
  unsigned parent = plan.levels[level].parent;
  assert(parent < level && "loops are numbered from the outside in");
  useLevel(parent);
  unsigned holder = plan.holderOf(level);
  if (!plan.levels[level].isJoined) {
    Type *pointer = PointerType::get(primal.function->getContext(), 0);
    plan.levels[level].handle = addField(holder, pointer);
    return;
  }
  plan.levels[level].handle = addNumber(holder);
  if (plan.levels[parent].each < 0)
    plan.levels[parent].each = addNumber(holder);
}

/// Those of the loops that compute something of `kept`, or read an array, and those around them.
BitVector PlanBuilder::levelsUsed(ArrayRef<Value *> kept) const {
  BitVector used(plan.levels.size());
  auto use = [&](unsigned level) {
    for (; level != 0; level = plan.levels[level].parent)
      used.set(level);
  };
  for (const KeptArray &array : plan.arrays)
    use(array.level);
  for (Value *value : kept) {
    auto repeated = plan.repeated.find(value);
    use(repeated == plan.repeated.end() ? plan.levelOf.lookup(cast<Instruction>(value)->getParent())
                                        : plan.levels[repeated->second].parent);
  }
  return used;
}

/// The level at which `value` is kept.
unsigned PlanBuilder::levelFor(Value &value) {
  unsigned level = plan.levelOf.lookup(cast<Instruction>(value).getParent());
  auto repeated = plan.repeated.find(&value);
  if (repeated == plan.repeated.end())
    return level;
  unsigned around = repeated->second;
  for (unsigned shared : plan.levels[level].shared)
    if (plan.levels[shared].around == around)
      return shared;
  TapeLevel arrays;
  arrays.header = plan.levels[level].header;
  arrays.parent = plan.levels[around].parent;
  arrays.trips = plan.levels[level].trips;
  arrays.loop = level;
  arrays.around = around;
  plan.levels[level].shared.push_back(plan.levels.size());
  plan.levels.push_back(std::move(arrays));
  return plan.levels.size() - 1;
}

MDNode *PlanBuilder::declarationOf(const Value &value) const {
  const Value *origin = primal.origin(&value);
  auto isCount = [&](const TapeLevel &level) { return level.trips == &value; };
  bool isOfControl = isa<PHINode>(value) || any_of(plan.levels, isCount);
  if (!value.getType()->isIntOrIntVectorTy() || (!origin && !isOfControl))
    return nullptr; // the type says it, or nothing does
  Layout layout;
  layout.period = primal.function->getDataLayout().getTypeStoreSize(value.getType());
  if (origin)
    append_range(layout.pieces, primal.types->pieces(*origin));
  else // a record of control flow, or how often a loop runs
    layout.pieces.push_back({0, Kind::Integer, nullptr, layout.period});
  layout.known = !layout.hasUnknown();
  return layout.known ? encode(layout, value.getContext()) : nullptr;
}

/// From now on their loads can be repeated.
void PlanBuilder::takeArrays(std::vector<KeptArray> arrays) {
  plan.arrays = std::move(arrays);
  plan.arrayOf.clear();
  for (auto [index, array] : enumerate(plan.arrays))
    for (LoadInst *load : array.loads)
      plan.arrayOf[load] = index;
}

/// Arrays that are kept whole, if all is less then than what is to be kept otherwise.
void PlanBuilder::keepArrays(std::vector<Value *> &kept, Recomputing &recomputing,
                             bool onlyDeclared) {
  auto isSmaller = [&](const KeptArray &array) { // than what its loads give
    std::vector<Value *> single;
    copy_if(array.loads, std::back_inserter(single),
            [&](LoadInst *load) { return !plan.shifted.contains(load); });
    return priceOf(array, plan) < priceOf(single, primal, plan);
  };
  std::vector<KeptArray> arrays = findKeptArrays(primal, plan, recomputing, analyses);
  erase_if(arrays, [&](const KeptArray &array) {
    return !isSmaller(array) || (onlyDeclared && !array.declared);
  });
  if (arrays.empty())
    return;
  auto shifted = plan.shifted;
  takeArrays(std::move(arrays));
  plan.shifted.remove_if([&](const auto &entry) {
    return plan.arrayFor(entry.first) || plan.arrayFor(entry.second.leader);
  });
  std::vector<Value *> others = chooseKept(primal, plan, recomputing);
  for (Value *value : others)
    plan.kept[value] = {};
  SmallPtrSet<Value *, 32> again = computedAgain(plan, recomputing);
  plan.kept.clear();
  arrays = std::move(plan.arrays);
  erase_if(arrays, [&](const KeptArray &array) {
    return none_of(array.loads, [&](LoadInst *load) { return again.contains(load); });
  });
  uint64_t price = priceOf(others, primal, plan);
  for (const KeptArray &array : arrays)
    price += priceOf(array, plan);
  if (arrays.empty() || price >= priceOf(kept, primal, plan)) {
    takeArrays({});
    plan.shifted = std::move(shifted);
    return;
  }
  takeArrays(std::move(arrays));
  kept = std::move(others);
}

void PlanBuilder::layOutTape(std::vector<Value *> kept) {
  joinRuns(primal, plan, levelsUsed(kept), analyses);
  for (KeptArray &array : plan.arrays) {
    useLevel(array.level);
    array.copy = addField(array.level, PointerType::get(primal.function->getContext(), 0));
    array.low = addNumber(array.level);
  }
  for (Value *value : kept) {
    assert(!plan.isKept(value) && "a value is kept once");
    unsigned level = levelFor(*value);
    useLevel(level);
    plan.kept[value] = {level, addField(level, value->getType())};
    plan.levels[level].fields.back().declared = declarationOf(*value);
  }
  for (auto &[load, shift] : plan.shifted)
    if (auto leader = plan.kept.find(shift.leader);
        leader != plan.kept.end() && !plan.isKept(load)) {
      auto [level, field, own] = leader->second;
      TapeField &at = plan.levels[level].fields[field];
      assert(plan.levels[level].isCounted() && "only arrays have elements in front of the first");
      at.lead = std::max<uint64_t>(at.lead, shift.behind);
      at.leadStep = shift.step;
    }
  orderFields();
  if (primal.key.mode == Mode::ReverseCombined && isForDevice(*primal.function->getParent()) &&
      !ablation::leavesOut("stack"))
    putOnStack();
  if (primal.key.mode == Mode::ReverseAugmented && isKernel(*primal.key.primal) &&
      !ablation::leavesOut("slots"))
    putInSlots();
  if (primal.key.mode == Mode::ReverseAugmented && isForDevice(*primal.function->getParent()))
    findVariables();
}

void PlanBuilder::orderFields() {
  for (TapeLevel &level : plan.levels) {
    // Larger alignment first, so that no field of an array of any length is misaligned.
    std::vector<unsigned> order(level.fields.size());
    for (unsigned i = 0; i != order.size(); ++i)
      order[i] = i;
    auto alignment = [&](unsigned i) { return level.fields[i].bytes & -level.fields[i].bytes; };
    llvm::sort(order, [&](unsigned a, unsigned b) {
      return std::pair(alignment(b), a) < std::pair(alignment(a), b);
    });
    bool isFrame = level.header && !level.isCounted();
    level.elementBytes = isFrame ? 16 : 0; // a frame begins with the link to the one before
    for (unsigned i : order) {
      level.fields[i].offset = level.elementBytes;
      level.elementBytes += level.fields[i].bytes;
      level.leadBytes += level.fields[i].lead * level.fields[i].bytes;
      level.fields[i].leadBytes = level.leadBytes;
    }
    if (level.isShared()) // one element behind the other
      level.elementBytes = alignTo(level.elementBytes, alignment(order.front()));
  }
}

/// The host knows of a launch how many threads it has, and often how much each keeps: values of at
/// most a word lie in memory of the host's, one thread's word beside the next one's.
void PlanBuilder::putInSlots() {
  constexpr uint64_t wordBytes = 8;
  for (TapeLevel &level : plan.levels) {
    bool isRoot = &level == &plan.levels.front();
    bool areWords = all_of(level.fields, [&](const TapeField &field) {
      return field.bytes <= wordBytes && isPowerOf2_64(field.bytes);
    });
    level.isInSlots = areWords && (isRoot ? level.elementBytes != 0 : level.isUsed());
  }
}

/// Those of a block in which the addresses may be that a first half keeps: the second may be in
/// another kernel.
void PlanBuilder::findVariables() {
  for (auto &[value, at] : plan.kept) {
    if (!value->getType()->isPointerTy())
      continue;
    SmallVector<const Value *, 4> objects;
    getUnderlyingObjects(value, objects, nullptr, /*MaxLookup=*/0);
    std::vector<GlobalVariable *> &variables = plan.levels[at.level].fields[at.field].variables;
    for (const Value *object : objects)
      if (auto *variable = dyn_cast<GlobalVariable>(object);
          variable && (isOfBlock(*variable) || isOfLaunch(*variable)))
        // const_cast: the plan hands it to what emits code
        variables.push_back(const_cast<GlobalVariable *>(variable));
    if (variables.size() > limits::variablesOfAddress)
      variables.clear(); // refused (pipeline/KeptAddresses.h)
  }
}

/// The heap of a device is small and slow, and each thread has a stack: loops whose numbers of
/// iterations are constants keep their values there.
void PlanBuilder::putOnStack() {
  uint64_t used = 0;
  for (TapeLevel &level : plan.levels) {
    auto *trips = dyn_cast_or_null<ConstantInt>(level.trips);
    const TapeLevel &around = plan.levels[level.parent];
    uint64_t runs = level.parent == 0 ? 1 : around.runsOnStack;
    if (level.parent != 0)
      if (auto *outer = dyn_cast_or_null<ConstantInt>(around.trips))
        runs = SaturatingMultiply(runs, outer->getLimitedValue());
    if (!level.isUsed() || !trips || trips->isZero() || !runs)
      continue;
    uint64_t bytes =
        SaturatingMultiplyAdd(trips->getLimitedValue(), level.elementBytes, level.leadBytes);
    uint64_t all = SaturatingMultiplyAdd(bytes, runs, used);
    if (all > limits::bytesOnDeviceStack)
      continue;
    used = all;
    level.runsOnStack = runs;
  }
}

} // namespace

bool Plan::encloses(unsigned level, unsigned inner) const {
  while (inner != level && inner != 0)
    inner = levels[inner].parent;
  return inner == level;
}

unsigned Plan::holderOf(unsigned level) const {
  while (levels[level].isJoined)
    level = levels[level].parent;
  return levels[level].parent;
}

const KeptArray *Plan::arrayFor(const Value *load) const {
  // const_cast: a key
  auto found = arrayOf.find(dyn_cast<LoadInst>(const_cast<Value *>(load)));
  return found == arrayOf.end() ? nullptr : &arrays[found->second];
}

std::optional<KeptAt> Plan::onTape(Value *value) const {
  if (auto found = kept.find(value); found != kept.end())
    return found->second;
  auto *load = dyn_cast<LoadInst>(value);
  auto shift = load ? shifted.find(load) : shifted.end();
  if (shift == shifted.end())
    return std::nullopt;
  auto leader = kept.find(shift->second.leader);
  if (leader == kept.end())
    return std::nullopt;
  KeptAt at = leader->second;
  at.behind = shift->second.behind;
  return at;
}

std::unique_ptr<Plan> buildPlan(Context &context, const ShadowedPrimal &primal,
                                FloatsInReach &floats, ArrayRef<Value *> more, Arrays whole) {
  auto plan = std::make_unique<Plan>();
  if (!linearise(context, primal, floats, plan->steps))
    return nullptr;
  PlanBuilder(primal, *plan)
      .build(more, isForDevice(*primal.function->getParent()) ? Arrays::No : whole);
  return plan;
}

} // namespace enzyme
