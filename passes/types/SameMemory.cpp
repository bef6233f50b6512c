//===- SameMemory.cpp ------------------------------------------------------===//
//
// Problem: `h->words[i] ^= mask` in a function that is handed `h`. What lies in the words, those
// know who put their address into the structure, and who filled them: a caller, another function
// that the caller calls, or one that shares a global variable with it.
//
// Here: the same memory as other functions know it, found from function to function as it is asked
// for: parameters by their calls, results by their returns, variables by their users, and pointers
// in memory by all who store or load them there. Calls through pointers are not followed.
//===----------------------------------------------------------------------===//
#include "types/SameMemory.h"
#include "limits/types.h"
#include "support/Origins.h"
#include "types/LayoutTools.h"

using namespace llvm;

namespace enzyme {

using Place = SameMemory::Place;

bool SameMemory::mayBeSame(const Address &one, const Address &other) {
  int64_t distance = one.offset - other.offset;
  uint64_t step = commonPeriod(one.stride, other.stride);
  return one.root == other.root && (step ? distance % int64_t(step) == 0 : distance == 0);
}

/// `at`, seen from `base`.
static Address moved(const Address &base, const Address &at, int sign = 1) {
  return {base.root, base.offset + sign * at.offset, commonPeriod(base.stride, at.stride)};
}

/// Is each address that `place` stands for one of those of `other`?
static bool isWithin(const Place &place, const Place &other) {
  uint64_t step = other.at.stride;
  int64_t distance = place.at.offset - other.at.offset;
  return place == other || (step && distance % int64_t(step) == 0 && place.at.stride % step == 0);
}

/// A function that is handed several places of one array is a way from each to all others, and to
/// ever further ones: many in one object are all that have their distances.
static void add(std::vector<Place> &all, Place place) {
  unsigned alike = 0;
  uint64_t stride = place.at.stride;
  for (const Place &other : all) {
    if (other.function != place.function || other.at.root != place.at.root)
      continue;
    if (isWithin(place, other))
      return;
    ++alike;
    stride = commonPeriod(commonPeriod(stride, other.at.stride),
                          uint64_t(std::abs(place.at.offset - other.at.offset)));
  }
  if (alike >= limits::placesInObject)
    place.at.stride = stride;
  all.push_back(place);
}

/// Prepared copies and derivatives are not part of the program.
static bool isOfProgram(const Function &function) {
  return !function.isDeclaration() && !isMadeHere(function);
}

void SameMemory::addCallers(const Place &place, const Argument &argument, std::vector<Place> &all) {
  const Function *function = originalOf(*argument.getParent());
  if (!function)
    return;
  for (const Use &use : function->uses()) {
    auto *call = dyn_cast<CallBase>(use.getUser());
    if (!call || !call->isCallee(&use) || call->arg_size() != function->arg_size() ||
        !isOfProgram(*call->getFunction()))
      continue;
    if (all.size() > limits::placesOfMemory)
      return;
    Evidence &caller = evidenceOf(*call->getFunction());
    for (const Address &given : caller.addressesOf(*call->getArgOperand(argument.getArgNo())))
      add(all, {call->getFunction(), moved(given, place.at)});
  }
}

static SmallVector<const Value *, 4> returnedBy(const Function &function) {
  SmallVector<const Value *, 4> returned;
  if (function.getReturnType()->isPointerTy())
    for (const BasicBlock &block : function)
      if (const auto *end = dyn_cast<ReturnInst>(block.getTerminator()))
        returned.push_back(end->getReturnValue());
  return returned;
}

void SameMemory::addReturned(const Place &place, const CallBase &call, std::vector<Place> &all) {
  Function *callee = call.getCalledFunction();
  if (!callee || !isOfProgram(*callee))
    return;
  for (const Value *returned : returnedBy(*callee))
    for (const Address &given : evidenceOf(*callee).addressesOf(*returned))
      add(all, {callee, moved(given, place.at)});
}

/// Of a constant, and of those that are made of it.
static SmallSetVector<Function *, 8> functionsWith(const GlobalVariable &global) {
  SmallSetVector<Function *, 8> functions;
  SmallSetVector<const Value *, 8> users;
  users.insert(&global);
  for (unsigned i = 0; i != users.size(); ++i)
    for (const User *user : users[i]->users())
      if (isa<ConstantExpr>(user))
        users.insert(user);
      else if (const auto *at = dyn_cast<Instruction>(user); at && isOfProgram(*at->getFunction()))
        functions.insert(const_cast<Function *>(at->getFunction())); // uses are const, only read
  return functions;
}

void SameMemory::addUsers(const Place &place, const GlobalVariable &global,
                          std::vector<Place> &all) {
  for (Function *user : functionsWith(global))
    for (const Address &own : evidenceOf(*user).addressesOf(global))
      add(all, {user, moved(own, place.at)});
}

/// What is handed on.
void SameMemory::addCallees(const Place &place, std::vector<Place> &all) {
  for (const auto &[callee, index, outer] : evidenceOf(*place.function).handedOf(place.at.root)) {
    if (!isOfProgram(*callee) || callee->isVarArg())
      continue;
    if (all.size() > limits::placesOfMemory)
      return;
    for (const Address &inner : evidenceOf(*callee).addressesOf(*callee->getArg(index)))
      add(all, {callee, moved(moved(inner, place.at), outer, -1)});
  }
}

void SameMemory::addAround(const Place &place, std::vector<Place> &all) {
  const Root root = evidenceOf(*place.function).roots()[place.at.root];
  if (root.cell)
    for (const Place &target : targetsOf({place.function, *root.cell}))
      add(all, {target.function, moved(target.at, place.at)});
  else if (const auto *argument = dyn_cast<Argument>(root.value))
    addCallers(place, *argument, all);
  else if (const auto *call = dyn_cast<CallBase>(root.value))
    addReturned(place, *call, all);
  else if (const auto *global = dyn_cast<GlobalVariable>(root.value))
    addUsers(place, *global, all);
  addCallees(place, all);
}

const std::vector<Place> &SameMemory::as(Function &function, const Address &at) {
  auto [entry, isNew] = asked.try_emplace({&function, at.root, at.offset, at.stride});
  if (isNew && !tooMuch.contains({&function, at.root})) {
    known.clear(); // what it leads to was cut short where one cell led to another
    isTooMuch = false;
    entry->second = of({&function, at});
    if (isTooMuch)
      tooMuch.insert({&function, at.root});
  }
  return entry->second;
}

std::vector<Place> SameMemory::of(const Place &place) {
  std::vector<Place> all{place};
  for (size_t i = 0; i != all.size() && !isTooMuch; ++i) {
    addAround(Place(all[i]), all);
    isTooMuch |= all.size() > limits::placesOfMemory;
  }
  return isTooMuch ? std::vector<Place>() : all;
}

/// Memory that a function returns the address of, as its callers know it.
void SameMemory::addReceivers(const Place &place, std::vector<Place> &all) {
  if (!isOfProgram(*place.function) || place.function->returnDoesNotAlias())
    return;
  for (const Value *returned : returnedBy(*place.function))
    for (const Address &given : evidenceOf(*place.function).addressesOf(*returned)) {
      if (given.root != place.at.root)
        continue;
      for (const Use &use : place.function->uses()) {
        auto *call = dyn_cast<CallBase>(use.getUser());
        if (!call || !call->isCallee(&use) || !isOfProgram(*call->getFunction()))
          continue;
        for (const Address &result : evidenceOf(*call->getFunction()).addressesOf(*call))
          all.push_back({call->getFunction(), moved(moved(result, place.at), given, -1)});
      }
    }
}

std::vector<Place> SameMemory::withCopies(const Place &place) {
  std::vector<Place> all = of(place);
  for (size_t i = 0; i != all.size() && !isTooMuch; ++i) {
    const Place at = all[i];
    std::vector<Place> ends;
    Evidence &evidence = evidenceOf(*at.function);
    auto addEnd = [&](const Address &there, const Address &here) {
      Address end = moved(moved(there, at.at), here, -1);
      if (evidence.mayExist(end))
        ends.push_back({at.function, end});
    };
    for (const Evidence::Copied &copied : evidence.copied()) {
      if (copied.reachesTo(at.at))
        addEnd(copied.from, copied.to);
      if (copied.reachesFrom(at.at))
        addEnd(copied.to, copied.from);
    }
    for (const auto &[to, from] : evidence.wordsMoved()) {
      if (mayBeSame(to, at.at))
        addEnd(from, to);
      if (mayBeSame(from, at.at))
        addEnd(to, from);
    }
    addReceivers(at, ends);
    for (const Place &end : ends)
      if (!is_contained(all, end))
        for (const Place &same : of(end))
          add(all, same);
    isTooMuch |= all.size() > limits::placesOfMemory;
  }
  return isTooMuch ? std::vector<Place>() : all;
}

/// Pointers that come there as bytes of others. Of records that are moved on and on, each further
/// on in its array, those may come from anywhere in it.
void SameMemory::addCopied(const Place &place, std::vector<Place> &targets) {
  ++depth;
  Evidence &evidence = evidenceOf(*place.function);
  for (const Evidence::Copied &copied : evidence.copiedTo(place.at.root)) {
    const auto &[to, from, bytes] = copied;
    Address source = depth < limits::copiesOfCopies ? moved(moved(from, place.at), to, -1)
                                                    : Address{from.root, 0, /*stride=*/1};
    if (!copied.reachesTo(place.at) || !evidence.mayExist(source))
      continue;
    for (const Place &target : targetsOf({place.function, source}))
      add(targets, target);
  }
  --depth;
}

/// Where the pointers that any code stores or loads there lead.
std::vector<Place> SameMemory::targetsOf(const Place &cell) {
  for (const auto &[place, targets] : known)
    if (place == cell)
      return targets;
  isTooMuch |= known.size() > limits::placesOfMemory;
  if (isTooMuch)
    return {};
  size_t own = known.size();
  known.push_back({cell, {}}); // of a list whose nodes lead to others: once
  std::vector<Place> targets;
  for (const Place &place : of(cell)) {
    addCopied(place, targets);
    Evidence &evidence = evidenceOf(*place.function);
    for (const auto &[at, target] : evidence.pointersStoredAt(place.at.root))
      if (mayBeSame(at, place.at))
        add(targets, {place.function, target});
    for (unsigned cell : evidence.cellsOf(place.at.root))
      if (mayBeSame(*evidence.roots()[cell].cell, place.at))
        add(targets, {place.function, Address{cell}});
  }
  return known[own].second = targets;
}

} // namespace enzyme
