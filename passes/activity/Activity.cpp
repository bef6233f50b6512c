//===- Activity.cpp - the const answer and its printer --------------------===//
#include "activity/Activity.h"
#include "llvm/IR/AssemblyAnnotationWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/FormattedStream.h"

using namespace llvm;

namespace enzyme {

bool ActivityResults::isActive(const Value &value) const { return activeBecause.contains(&value); }

bool ActivityResults::isActive(const Instruction &instruction) const {
  auto entry = instructions.find(&instruction);
  return entry != instructions.end() ? entry->second
                                     : isActive(static_cast<const Value &>(instruction));
}

PointerActivity ActivityResults::pointer(const Value &value) const {
  auto entry = pointers.find(&value);
  return entry == pointers.end() ? PointerActivity::Const : entry->second;
}

bool ActivityResults::needsRuntimeActivity(const CallBase &call) const {
  return runtimeActivity.contains(&call);
}

std::vector<Activity> ActivityResults::argumentActivities(const CallBase &call) const {
  std::vector<Activity> activities;
  for (const Use &argument : call.args()) {
    if (pointer(*argument) != PointerActivity::Const)
      activities.push_back(Activity::Dup);
    else if (isActive(static_cast<const Value &>(*argument.get())))
      activities.push_back(isForward ? Activity::Dup : Activity::Out);
    else
      activities.push_back(Activity::Const);
  }
  return activities;
}

ReturnActivity ActivityResults::returnActivity(const CallBase &call) const {
  bool isValueActive = isActive(static_cast<const Value &>(call));
  if (pointer(call) != PointerActivity::Const)
    return isValueActive ? ReturnActivity::DupOut : ReturnActivity::Dup;
  return isValueActive ? ReturnActivity::Out : ReturnActivity::Const;
}

StringRef ActivityResults::reason(const Value &value) const {
  if (auto entry = activeBecause.find(&value); entry != activeBecause.end())
    return entry->second;
  if (auto entry = reasons.find(&value); entry != reasons.end())
    return entry->second;
  return "depends on no active input, or reaches no active output";
}

static StringRef spelled(PointerActivity activity) {
  switch (activity) {
  case PointerActivity::Const:
    return "const";
  case PointerActivity::Active:
    return "active";
  case PointerActivity::Mixed:
    return "mixed";
  }
  llvm_unreachable("a pointer activity without a word");
}

void ActivityResults::print(raw_ostream &out, const Function &function) const {
  struct Writer : AssemblyAnnotationWriter {
    const ActivityResults &activity;
    explicit Writer(const ActivityResults &activity) : activity(activity) {}

    void describe(const Value &value, raw_ostream &out) {
      if (activity.isActive(value))
        out << " ; active: " << activity.activeBecause.lookup(&value);
      if (activity.mayHideFloats(value))
        out << " ; made of bits of active numbers";
      if (auto entry = activity.pointers.find(&value); entry != activity.pointers.end())
        out << " ; " << spelled(entry->second) << " pointer: " << activity.reasons.lookup(&value);
    }
    void emitFunctionAnnot(const Function *function, formatted_raw_ostream &out) override {
      for (const Argument &argument : function->args()) {
        out << "; ";
        argument.printAsOperand(out, false);
        describe(argument, out);
        out << "\n";
      }
    }
    void printInfoComment(const Value &value, formatted_raw_ostream &out) override {
      const auto *instruction = dyn_cast<Instruction>(&value);
      if (!instruction)
        return;
      if (activity.instructions.contains(instruction))
        out << (activity.isActive(*instruction) ? " ; does derivative work" : " ; inactive");
      if (const auto *call = dyn_cast<CallBase>(instruction)) {
        if (activity.needsRuntimeActivity(*call))
          out << ", compares shadows at run time";
        if (activity.throwsActive(*call))
          out << ", throws active values";
        if (activity.writesActive(*call))
          out << ", writes memory that has a shadow";
      }
      describe(value, out);
    }
  };
  Writer writer(*this);
  function.print(out, &writer);
}

} // namespace enzyme
