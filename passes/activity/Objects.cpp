//===- Objects.cpp - which memory a pointer may lead to -------------------===//
//
// Inclusion constraints solved by sweeps over the function until nothing changes:
//
//   p = alloca, malloc          of(p) gets an object of its own
//   p = gep q, phi, select …    of(p) includes of(q)
//   p = load q                  of(p) includes what the objects of q hold
//   store p, q; memcpy          the objects of q hold of(p)
//   call                        by the callee's summary
//===----------------------------------------------------------------------===//
#include "activity/Objects.h"
#include "activity/Summaries.h"
#include "request/ParseGlobals.h"
#include "request/ReadArguments.h"
#include "rules/Facts.h"
#include "rules/memory/Intrinsics.h"
#include "rules/mpi/Exchange.h"
#include "support/Mutation.h"
#include "types/IntegerFlow.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace enzyme {

bool mayLead(const Type *type) {
  return type->isPtrOrPtrVectorTy() || mayHide(type) ||
         (type->isAggregateType() && any_of(type->subtypes(), mayLead));
}

PointsTo::PointsTo(const Function &function, const TypeResults &types, ArrayRef<World> worlds,
                   CalleeSummaries &callees)
    : types(types), callees(callees) {
  for (World world : {World::Neutral, World::Const, World::Active, World::Mixed, World::Unseen}) {
    all.push_back({world, nullptr});
    held.push_back(std::make_shared<ObjectSet>());
    ObjectSet own;
    own.set(unsigned(world));
    beginWith(unsigned(world), own);
  }
  for (const Argument &argument : function.args()) {
    if (!mayLead(argument.getType()))
      continue;
    World world = worlds[argument.getArgNo()];
    unsigned object = world == World::Local ? make(argument) : unsigned(world);
    ObjectSet own;
    own.set(object);
    beginWith(object, own);
    sets[&argument].set(object);
  }
  readGlobals(function);
  if (callees.unseen.isPointedTo(*function.getParent()) &&
      !mutation::breaks("points.unseen", "behind globals")) {
    ObjectSet unseen;
    unseen.set(world(World::Unseen));
    beginWith(world(World::Mixed), unseen);
  }
  do {
    settle(function);
    hasChanged = false;
    for (const Instruction &instruction : instructions(function))
      if (const auto *made = dyn_cast<IntToPtrInst>(&instruction))
        leadAnywhere(*made);
  } while (hasChanged);
}

void PointsTo::settle(const Function &function) {
  do {
    hasChanged = false;
    for (const Instruction &instruction : instructions(function))
      visit(instruction);
  } while (hasChanged);
}

/// A pointer made of an integer of which nothing tells where it comes from: the negative of an
/// address, say, out of memory. (Narrower integers are numbers of the program's own, kept as
/// pointers.)
void PointsTo::leadAnywhere(const IntToPtrInst &made) {
  const Value &integer = *made.getOperand(0);
  ObjectSet known = of(integer);
  known.reset(world(World::Neutral));
  if (!known.empty() || isa<Constant, SExtInst, ZExtInst>(integer) ||
      mutation::breaks("points.anywhere", made))
    return;
  ObjectSet anywhere;
  anywhere.set(world(World::Mixed));
  join(made, anywhere);
}

/// Globals that have a shadow may start out with the address of a constant.
void PointsTo::readGlobals(const Function &function) {
  SmallVector<const Constant *, 8> work;
  SmallPtrSet<const Constant *, 16> seen;
  for (const Instruction &instruction : instructions(function))
    for (const Value *operand : instruction.operand_values())
      if (const auto *constant = dyn_cast<Constant>(operand))
        work.push_back(constant);
  while (!work.empty()) {
    const Constant *next = work.pop_back_val();
    if (isa<ConstantData>(next) || !seen.insert(next).second)
      continue;
    const auto *global = dyn_cast<GlobalVariable>(next);
    World own = global ? worldOf(*global, callees.userRules) : World::Neutral;
    if ((own == World::Active || own == World::Mixed) &&
        !mutation::breaks("points.initial-contents"))
      beginWith(world(own), initialContents(*global, callees.userRules));
    if (!isa<Function>(next) && (!global || global->hasInitializer()))
      for (const Use &operand : next->operands())
        if (const auto *inner = dyn_cast<Constant>(operand))
          work.push_back(inner);
  }
}

unsigned PointsTo::make(const Value &origin) {
  auto [entry, isNew] = makers.try_emplace(&origin, all.size());
  if (isNew) {
    all.push_back({World::Local, &origin});
    held.push_back(nothingHeld);
  }
  return entry->second;
}

std::optional<unsigned> PointsTo::objectMadeBy(const Value &value) const {
  auto entry = makers.find(&value);
  return entry == makers.end() ? std::nullopt : std::optional(entry->second);
}

ObjectSet PointsTo::constantSet(const Value &value) const {
  ObjectSet result;
  if (const auto *global = dyn_cast<GlobalValue>(&value)) {
    result.set(unsigned(worldOf(*global, callees.userRules)));
    const auto *variable = dyn_cast_or_null<GlobalVariable>(global->getAliaseeObject());
    if (variable && callees.unseen.holds(*variable) && !mutation::breaks("points.unseen"))
      result.set(world(World::Unseen));
  } else if (const auto *expression = dyn_cast<Constant>(&value);
             expression && !isa<ConstantData>(value))
    for (const Use &operand : expression->operands())
      result |= constantSet(*operand);
  return result;
}

const ObjectSet &PointsTo::of(const Value &value) const {
  static const ObjectSet nothing;
  auto entry = sets.find(&value);
  if (entry != sets.end())
    return entry->second;
  if (!isa<Constant>(value) || isa<ConstantData>(value))
    return nothing;
  // Constants are computed on demand; the table is a cache.
  auto &cache = const_cast<PointsTo *>(this)->sets; // see above
  return cache[&value] = withLinked(constantSet(value));
}

void PointsTo::beginWith(unsigned object, const ObjectSet &objects) {
  auto more = std::make_shared<ObjectSet>(*held[object]);
  *more |= objects;
  held[object] = std::move(more);
}

ObjectSet PointsTo::heldBy(const ObjectSet &objects) const {
  ObjectSet found;
  SmallPtrSet<const ObjectSet *, 16> seen;
  for (unsigned object : objects)
    if (seen.insert(held[object].get()).second)
      found |= *held[object];
  return found;
}

/// In waves of whole sets: objects that were handed to unknown functions hold each
/// other, and to look at each pair of them would cost their number squared.
ObjectSet PointsTo::closure(ObjectSet objects) const {
  SmallPtrSet<const ObjectSet *, 16> seen;
  for (ObjectSet wave = objects; !wave.empty();) {
    ObjectSet next;
    for (unsigned object : wave)
      if (seen.insert(held[object].get()).second)
        next |= *held[object];
    next.intersectWithComplement(objects);
    objects |= next;
    wave = std::move(next);
  }
  return objects;
}

ObjectSet PointsTo::reach(const Value &value) const { return closure(of(value)); }

/// Integers that are computed, and are not addresses by their types, lead nowhere, whatever they
/// are made of.
static bool mayBeAddress(const Value &value, const TypeResults &types) {
  bool isComputed =
      value.getType()->isIntOrIntVectorTy() && isa<BinaryOperator, CastInst, IntrinsicInst>(value);
  return !isComputed || types.carriesPointer(value);
}

void PointsTo::join(const Value &value, const ObjectSet &objects) {
  bool isBroken = mutation::isOn && !objects.empty() && mayBeAddress(value, types) &&
                  mutation::breaks("points", value);
  if (!objects.empty() && !isBroken)
    hasChanged |= sets[&value] |= withLinked(objects);
}

/// Containers that held the same hold the same afterwards, and share the set; so do those whose
/// sets have become equal.
void PointsTo::hold(const ObjectSet &containers, const ObjectSet &objects) {
  struct Grown {
    SharedSet before, after; ///< the former lives on, so that its address stays its own
    bool isMore = false;
  };
  DenseMap<const ObjectSet *, Grown> grown;
  DenseMap<unsigned, SharedSet> bySize;
  auto grow = [&](const SharedSet &before) -> const Grown & {
    Grown &entry = grown[before.get()];
    if (entry.after)
      return entry;
    entry = {before, before, !before->contains(objects)};
    if (entry.isMore) {
      auto more = std::make_shared<ObjectSet>(*before);
      *more |= objects;
      entry.after = std::move(more);
    }
    SharedSet &same = bySize[entry.after->count()];
    if (same && *same == *entry.after)
      entry.after = same;
    same = entry.after;
    return entry;
  };
  for (unsigned container : containers) {
    // What is put into constant memory leads nowhere for us: it has no shadow.
    if (container == world(World::Neutral) || container == world(World::Const) ||
        mutation::breaks("points.held"))
      continue;
    const Grown &now = grow(held[container]);
    hasChanged |= now.isMore;
    held[container] = now.after;
  }
}

void PointsTo::joinOperands(const Instruction &instruction) {
  for (const Value *operand : instruction.operand_values())
    if (mayLead(operand->getType()) || isa<PHINode, FreezeInst>(instruction)) {
      ObjectSet objects = of(*operand);
      join(instruction, objects);
    }
}

/// May `value`, read or written by `access`, be a pointer? A float may where it is
/// unknown what the memory holds: a union is moved by any of its members.
bool PointsTo::maySpeakOfPointers(const Instruction &access, const Value &value) const {
  Layout layout = types.accessed(access);
  return layout.known ? layout.hasPointers() || types.carriesPointer(value)
                      : mayLead(value.getType()) || value.getType()->isFloatingPointTy();
}

void PointsTo::load(const Instruction &access, const Value &pointer) {
  if (!maySpeakOfPointers(access, access))
    return;
  join(access, heldBy(of(pointer)));
}

void PointsTo::store(const Instruction &access, const Value &pointer, const Value &value) {
  if (!maySpeakOfPointers(access, value))
    return;
  ObjectSet objects = of(value);
  hold(of(pointer), objects);
}

void PointsTo::visit(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::Alloca: {
    ObjectSet own;
    own.set(make(instruction));
    return join(instruction, own);
  }
  case Instruction::Load:
    return load(instruction, *instruction.getOperand(0));
  case Instruction::Store:
    return store(instruction, *instruction.getOperand(1), *instruction.getOperand(0));
  case Instruction::AtomicRMW:
    load(instruction, *instruction.getOperand(0));
    return store(instruction, *instruction.getOperand(0), *instruction.getOperand(1));
  case Instruction::AtomicCmpXchg:
    load(instruction, *instruction.getOperand(0));
    return store(instruction, *instruction.getOperand(0), *instruction.getOperand(2));
  case Instruction::GetElementPtr: {
    ObjectSet base = of(*instruction.getOperand(0));
    return join(instruction, base);
  }
  case Instruction::Call:
  case Instruction::Invoke:
  case Instruction::CallBr:
    return visitCall(cast<CallBase>(instruction));
  case Instruction::Select:
    for (unsigned arm : {1, 2}) {
      ObjectSet objects = of(*instruction.getOperand(arm));
      join(instruction, objects);
    }
    return;
  case Instruction::ICmp:
  case Instruction::FCmp:
  case Instruction::LandingPad:
    return;
  case Instruction::Add:
  case Instruction::Sub:
    link(linkedBy(instruction));
    [[fallthrough]];
  default:
    if (mayLead(instruction.getType()) || isa<PHINode, FreezeInst>(instruction))
      joinOperands(instruction);
  }
}

bool PointsTo::visitIntrinsic(const CallBase &call) {
  const auto *intrinsic = dyn_cast<IntrinsicInst>(&call);
  if (!intrinsic)
    return false;
  if (const auto *copy = dyn_cast<AnyMemTransferInst>(&call)) {
    Layout layout = types.accessed(call);
    if (layout.known && !layout.hasPointers())
      return true;
    hold(of(*copy->getRawDest()), heldBy(of(*copy->getRawSource())));
    return true;
  }
  switch (behaviourOf(intrinsic->getIntrinsicID())) {
  case Behaviour::MaskedMemory:
  case Behaviour::MatrixMemory:
    if (!call.getType()->isVoidTy())
      load(call, *call.getArgOperand(0));
    else
      store(call, *call.getArgOperand(1), *call.getArgOperand(0));
    return true;
  default:
    if (mayLead(call.getType()))
      joinOperands(call);
    return true;
  }
}

void PointsTo::visitCall(const CallBase &call) {
  if (visitIntrinsic(call))
    return;
  const Function *callee = call.getCalledFunction();
  bool isAllocator = allocatorFact(call) || (callee && callees.userRules.allocatorOf(*callee));
  if (isAllocator) {
    ObjectSet own;
    own.set(make(call));
    return join(call, own);
  }
  if (deallocatorFact(call))
    return;
  if (const Function *body = callees.bodyOf(call))
    return applySummary(call, *body);
  if (auto exchange = callees.exchangeIn(call); exchange && !exchange->makesMemory)
    return; // it puts no address anywhere, and returns none
  if (calleeEffect(call) == CalleeEffect::Unknown && !callees.userRules.isInactive(call))
    return visitUnknown(call);
  // An inactive function may hand back what it was given; anything else it
  // returns is memory of the library's own.
  if (!mayLead(call.getType()))
    return;
  ObjectSet result;
  if (const Value *returned = call.getReturnedArgOperand())
    result = of(*returned);
  else {
    result.set(world(World::Const));
    for (const Use &argument : call.args())
      if (mayLead(argument->getType()) && !mutation::breaks("points.inactive-call", "handed back"))
        result |= of(*argument);
  }
  join(call, result);
}

void PointsTo::visitUnknown(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  const CustomGradient *rule = callee ? callees.userRules.gradientOf(*callee) : nullptr;
  if (rule && rule->reverse.takesNullForConst) { // of ours: it moves numbers, and no address,
    if (const Function *body = callees.addressesOf(call)) // or hands out what its body says
      applySummary(call, *body);
    return;
  }
  ObjectSet everything;
  for (const Use &argument : call.args())
    if (mayLead(argument->getType()))
      everything |= reach(*argument);
  if (callees.unseen.isTouchedBy(call) && !mutation::breaks("points.unknown-call", "unseen")) {
    ObjectSet unseen;
    unseen.set(world(World::Unseen));
    everything |= closure(std::move(unseen));
  }
  if (mayLead(call.getType())) {
    everything.set(make(call));
    // An ordinary call may have told it of anything that is older than the derivative.
    if (holdsPointer(call.getType()) && callees.unseen.isTouchedBy(call) &&
        !mutation::breaks("points.unknown-call", "older"))
      everything.set(world(World::Mixed));
  }
  if (!call.onlyReadsMemory() && !mutation::breaks("points.unknown-call", "memory"))
    hold(everything, everything);
  if (mayLead(call.getType()) && !mutation::breaks("points.unknown-call", "result"))
    join(call, everything);
}

void PointsTo::applySummary(const CallBase &call, const Function &callee) {
  const CalleeSummary &summary = callees.of(callee);
  SmallDenseMap<unsigned, ObjectSet> behind; // each node's objects, once a visit
  auto objectsOf = [&](unsigned node) -> const ObjectSet & {
    auto [entry, isNew] = behind.try_emplace(node);
    if (!isNew)
      return entry->second;
    ObjectSet objects;
    if (node < unsigned(World::Local))
      objects.set(node);
    else if (node == CalleeSummary::fresh)
      objects.set(make(call));
    else if (unsigned index = node - CalleeSummary::firstParameter; index < call.arg_size())
      objects = of(*call.getArgOperand(index));
    return entry->second = closure(std::move(objects));
  };
  auto resolve = [&](const SparseBitVector<> &nodes) {
    ObjectSet objects;
    for (unsigned node : nodes)
      objects |= objectsOf(node);
    return objects;
  };
  for (const SparseBitVector<> &nodes : summary.linked)
    link(resolve(nodes));
  for (const auto &[node, nodes] : summary.stored)
    if (!mutation::breaks("points.summary", "memory"))
      hold(ObjectSet(objectsOf(node)), resolve(nodes));
  if (mayLead(call.getType()) && !mutation::breaks("points.summary", "result"))
    join(call, resolve(summary.returned));
}

} // namespace enzyme
