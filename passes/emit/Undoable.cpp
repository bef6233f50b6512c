//===- Undoable.cpp -------------------------------------------------------===//
#include "emit/Undoable.h"
#include "enzyme/runtime.h"
#include "report/Diagnostics.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "shadow/RuntimeCalls.h"
#include "support/Mutation.h"
#include "support/Origins.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Does the call, of a function without a body, leave nothing behind that tells of it?
/// Functions of the runtime, and one that derivatives call, that write nothing but what a
/// derivative knows while it runs.
bool isOfDerivatives(StringRef name) {
  static constexpr StringLiteral known[] = {
      "enzyme_rt_met",          "enzyme_rt_forget_met",  "enzyme_rt_written",
      "enzyme_rt_enter_rule",   "enzyme_rt_leave_rule",  "enzyme_rt_in_rule",
      "enzyme_rt_keeps",        "enzyme_rt_keeps_array", "enzyme_rt_argument",
      "enzyme_rt_arrays_check", "enzyme_rt_shadow_of",   "enzyme_rt_to_free",
      "enzyme_rt_distance",     "enzyme_rt_link_nodes",  "enzyme_rt_bits_read",
      "enzyme_rt_begins",       "enzyme_rt_has",         "enzyme_rt_leads",
      "enzyme_rt_points",       "enzyme_rt_shares",      "enzyme_rt_half_ends",
      "enzyme_rt_leads_at",     "malloc_usable_size"};
  return name.starts_with("enzyme_rt_check_") || is_contained(known, name);
}

/// Of memory of unknown contents; `to` is the first operand, the number of bytes the last.
bool isRawCopy(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && call.arg_size() == 3 &&
         (callee->getName() == "enzyme_rt_copy_raw" ||
          callee->getName() == "enzyme_rt_copy_const_raw");
}

bool isHarmless(CallBase &call) {
  if (isa<MemIntrinsic>(call) || allocatorFact(call) || deallocatorFact(call) || isRawCopy(call))
    return true; // told to the runtime
  const Function *callee = call.getCalledFunction();
  if (callee && callee->isIntrinsic())
    return true;
  return call.onlyReadsMemory() || call.doesNotReturn() || call.onlyAccessesInaccessibleMemory() ||
         isFormulaOfValues(call) || (callee && isOfDerivatives(callee->getName()));
}

std::string whyNot(Instruction &at) {

  auto *call = dyn_cast<CallBase>(&at);
  if (!call)
    return at.isAtomic() && !isa<AtomicRMWInst>(at) ? "it synchronises with other threads" : "";
  if (throwsObject(*call))
    return "it may throw";
  const Function *callee = call->getCalledFunction();
  if (!callee)
    return "it calls through a pointer";
  if (callee->isDeclaration() && !isHarmless(*call) &&
      !mutation::breaks("undoable", "call without a body"))
    return "it calls '" + readableName(*callee) + "', which cannot be taken back";
  return "";
}

class Undoable {
public:
  explicit Undoable(Function &function) { copyOf(function); }

  std::vector<Function *> make(std::string &why) {
    for (size_t i = 0; i != order.size() && why.empty(); ++i) // grows
      for (Instruction &at : instructions(*order[i]))
        if (why = whyNot(at); !why.empty())
          break;
        else if (auto *call = dyn_cast<CallBase>(&at);
                 call && !call->getCalledFunction()->isDeclaration())
          call->setCalledFunction(copyOf(*call->getCalledFunction()));
    if (why.empty())
      for (Function *copy : order)
        tellOf(*copy);
    else
      drop();
    return order;
  }

private:
  Function *copyOf(Function &function) {
    if (is_contained(order, &function))
      return &function;
    Function *&copy = copies[&function];
    if (!copy) {
      ValueToValueMapTy map;
      copy = CloneFunction(&function, map);
      copy->setName("enzyme.undoable." + function.getName());
      forgetCopy(*copy);
      copy->setLinkage(GlobalValue::InternalLinkage);
      copy->setComdat(nullptr);
      copy->removeFnAttr(Attribute::Memory);
      order.push_back(copy);
    }
    return copy;
  }

  void drop() {
    for (Function *copy : order)
      copy->dropAllReferences();
    for (Function *copy : order)
      copy->eraseFromParent();
    order.clear();
  }

  static bool isOnStack(const Value &pointer) {
    return isa<AllocaInst>(getUnderlyingObject(&pointer, 0));
  }

  void tellOf(Function &copy) {
    for (Instruction &at : make_early_inc_range(instructions(copy))) {
      if (auto *call = dyn_cast<CallBase>(&at))
        tellOfCall(*call);
      else
        tellOfWrite(at);
    }
  }

  static void tellOfWrite(Instruction &at) {
    Value *place = nullptr;
    Type *type = nullptr;
    if (auto *store = dyn_cast<StoreInst>(&at)) {
      place = store->getPointerOperand();
      type = store->getValueOperand()->getType();
    } else if (auto *update = dyn_cast<AtomicRMWInst>(&at)) {
      place = update->getPointerOperand();
      type = update->getType();
    }
    if (!place || isOnStack(*place) || mutation::breaks("undoable.told", at))
      return;
    IRBuilder<> builder(&at);
    RuntimeCalls(*at.getModule())
        .checkWrite(builder, place, builder.getInt64(at.getDataLayout().getTypeStoreSize(type)));
  }

  static Value *sizeOf(IRBuilder<> &builder, CallBase &call, const AllocatorFact &made) {
    if (made.sizeArgument < 0) // memory for a rule (runtime/scratch.c)
      return builder.getInt64(ENZYME_RT_SCRATCH_BYTES);
    auto argument = [&](int i) {
      return builder.CreateZExtOrTrunc(call.getArgOperand(i), builder.getInt64Ty());
    };
    Value *size = argument(made.sizeArgument);
    return made.countArgument < 0 ? size : builder.CreateMul(size, argument(made.countArgument));
  }

  static void tellOfCall(CallBase &call) {
    call.removeFnAttr(Attribute::Memory);
    IRBuilder<> builder(&call);
    RuntimeCalls runtime(*call.getModule());
    if (auto *bytes = dyn_cast<MemIntrinsic>(&call)) {
      if (!isOnStack(*bytes->getRawDest()))
        runtime.checkWrite(builder, bytes->getRawDest(), bytes->getLength());
    } else if (isRawCopy(call)) {
      if (!isOnStack(*call.getArgOperand(0)))
        runtime.checkWrite(builder, call.getArgOperand(0), call.getArgOperand(2));
    } else if (auto made = allocatorFact(call)) {
      IRBuilder<> after(&*call.getInsertionPointAfterDef().value());
      runtime.checkMade(after, &call, sizeOf(builder, call, *made));
    } else if (auto freed = deallocatorFact(call)) {
      Value *second = call.arg_size() > 1 && call.getArgOperand(1)->getType()->isIntegerTy()
                          ? call.getArgOperand(1)
                          : builder.getInt64(0);
      runtime.checkRelease(builder, call.getArgOperand(freed->pointerArgument),
                           call.getCalledOperand(), second);
      if (auto *invoke = dyn_cast<InvokeInst>(&call))
        builder.CreateBr(invoke->getNormalDest());
      call.eraseFromParent();
    }
  }

  MapVector<Function *, Function *> copies;
  std::vector<Function *> order;
};

} // namespace

bool computeNarrowly(ArrayRef<Function *> functions) {
  return any_of(functions, [](Function *function) {
    return any_of(instructions(*function), [](const Instruction &at) {
      const Type *type = at.getType()->getScalarType();
      return type->isFloatTy() || type->is16bitFPTy();
    });
  });
}

std::vector<Function *> makeUndoable(Function &function, std::string &why) {
  return Undoable(function).make(why);
}

} // namespace enzyme
