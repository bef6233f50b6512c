//===- RuleEffects.cpp ---------------------------------------------------===//
#include "emit/RuleEffects.h"
#include "limits/emit.h"
#include "report/Diagnostics.h"
#include "request/BlasRules.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "support/Mutation.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include <map>

using namespace llvm;

namespace enzyme {
namespace {

/// What was read already, by function and depth: without it the same callees would be
/// read once for each way that leads to them.
using Known = std::map<std::pair<const Function *, unsigned>, RuleEffects>;

class Reader {
public:
  explicit Reader(Known &known) : known(known) {}
  RuleEffects effects;

  void read(const Function &function, unsigned depth) {
    for (const Instruction &instruction : instructions(function))
      visit(instruction, depth);
  }

private:
  enum class Touch { Read, Write };
  Known &known;

  /// A stack variable's bytes are the function's own, but a pointer kept there
  /// leads to what was stored: unoptimised code keeps its parameters so.
  void touch(const Value &pointer, Touch how) {
    SmallVector<const Value *, 4> objects;
    getUnderlyingObjects(&pointer, objects, nullptr, 0);
    for (const Value *object : objects)
      touchObject(*object, how);
  }

  void touchObject(const Value &object, Touch how) {

    if (isa<AllocaInst, ConstantPointerNull>(object) || isAllocated(object))
      return;
    if (const Value *kept = keptIn(object))
      return touch(*kept, how);
    if (mutation::breaks("effects", how == Touch::Read ? "reads" : "writes"))
      return;
    bool isKnown = isa<Argument, GlobalVariable>(object);
    if (how == Touch::Read)
      isKnown ? (void)effects.reads.insert(&object) : (void)(effects.readsElsewhere = true);
    else
      isKnown ? (void)effects.writes.insert(&object) : (void)(effects.writesElsewhere = true);
  }

  static bool isAllocated(const Value &object) {
    auto *call = dyn_cast<CallBase>(&object);
    return call && allocatorFact(*call);
  }

  /// The one pointer ever stored in the stack variable that `object` was loaded from.
  static const Value *keptIn(const Value &object) {
    auto *load = dyn_cast<LoadInst>(&object);
    auto *variable = load ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr;
    const Value *kept = nullptr;
    for (const User *user :
         variable ? variable->users() : iterator_range<Value::const_user_iterator>{{}, {}}) {
      auto *store = dyn_cast<StoreInst>(user);
      bool isHarmless = isa<LoadInst, LifetimeIntrinsic>(user);
      if (!isHarmless && (!store || store->getValueOperand() == variable || kept))
        return nullptr;
      kept = store ? store->getValueOperand() : kept;
    }
    return kept;
  }

  void visit(const Instruction &instruction, unsigned depth) {
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      return touch(*load->getPointerOperand(), Touch::Read);
    if (auto *store = dyn_cast<StoreInst>(&instruction))
      return touch(*store->getPointerOperand(), Touch::Write);
    if (auto *call = dyn_cast<CallBase>(&instruction))
      return visitCall(*call, depth);
    if (instruction.mayReadOrWriteMemory()) { // atomic updates
      touch(*instruction.getOperand(0), Touch::Read);
      touch(*instruction.getOperand(0), Touch::Write);
    }
  }

  void visitCall(const CallBase &call, unsigned depth) {
    if (auto *bytes = dyn_cast<MemIntrinsic>(&call)) {
      touch(*bytes->getRawDest(), Touch::Write);
      if (auto *transfer = dyn_cast<MemTransferInst>(bytes))
        touch(*transfer->getRawSource(), Touch::Read);
      return;
    }
    bool isHarmless = call.doesNotAccessMemory() || call.onlyAccessesInaccessibleMemory() ||
                      allocatorFact(call) || call.isLifetimeStartOrEnd() ||
                      isa<DbgInfoIntrinsic>(call) || isFormulaOfValues(call);
    if (isHarmless)
      return;
    if (auto fact = deallocatorFact(call)) {
      SmallVector<const Value *, 4> objects;
      getUnderlyingObjects(call.getArgOperand(fact->pointerArgument), objects, nullptr, 0);
      effects.frees |= !all_of(objects, [](const Value *object) {
        return isAllocated(*object) || isa<ConstantPointerNull>(object);
      });
      return;
    }
    const Function *callee = call.getCalledFunction();
    if (!callee || callee->isDeclaration() || depth == 0)
      return visitUnknown(call);
    const RuleEffects &inner = Reader::of(*callee, depth - 1, known);
    mapBack(call, inner.reads, Touch::Read);
    mapBack(call, inner.writes, Touch::Write);
    effects.readsElsewhere |= inner.readsElsewhere;
    effects.writesElsewhere |= inner.writesElsewhere;
    effects.frees |= inner.frees;
  }

  /// Printing and the like only read what they are given.
  void visitUnknown(const CallBase &call) {
    effects.readsElsewhere = true;
    if (calleeEffect(call) == CalleeEffect::Inactive || call.onlyReadsMemory() ||
        mutation::breaks("effects", "unknown call"))
      return;
    effects.writesElsewhere = effects.frees = true;
  }

  void mapBack(const CallBase &call, const RuleEffects::Objects &objects, Touch how) {
    for (const Value *object : objects) {
      auto *parameter = dyn_cast<Argument>(object);
      touch(parameter ? *call.getArgOperand(parameter->getArgNo()) : *object, how);
    }
  }

public:
  static const RuleEffects &of(const Function &function, unsigned depth, Known &known) {
    auto entry = known.find({&function, depth});
    if (entry != known.end())
      return entry->second;
    Reader reader(known);
    reader.read(function, depth);
    return known[{&function, depth}] = std::move(reader.effects);
  }
};

} // namespace

RuleEffects effectsOf(const Function &function) {
  Known known;
  return Reader::of(function, limits::callsOfRule, known);
}

bool isRepeatable(const Function &function, ArrayRef<unsigned> own) {
  if (function.isDeclaration())
    return function.doesNotAccessMemory();
  RuleEffects effects = effectsOf(function);
  auto isOwn = [&](const Value *object) {
    auto *parameter = dyn_cast<Argument>(object);
    return parameter && is_contained(own, parameter->getArgNo());
  };
  if (effects.writesElsewhere || effects.frees)
    return false;
  return all_of(effects.writes, [&](const Value *object) {
    return isOwn(object) || (!effects.reads.contains(object) && !effects.readsElsewhere);
  });
}

void refuseLanes(Context &context, const DerivativeKey &key) {
  Position where = context.chain.empty() ? Position::of(*key.primal) : context.chain.back().where;
  std::string name = readableName(*key.primal), width = std::to_string(key.width);
  if (key.primal->getName().starts_with(launchPrefix))
    return context.diagnostics.refuse(
        {MessageId::NotYetConstruct,
         where,
         {"the launch of the kernel '" + name + "' in several lanes (enzyme_width " + width + ")",
          "ask for one direction or seed at a time, without enzyme_width"},
         {}});
  const char *which = key.mode == Mode::Forward ? "forward" : "augmented";
  context.diagnostics.refuse({MessageId::RuleNotPerLane, where, {which, name, width}, {}});
}

} // namespace enzyme
