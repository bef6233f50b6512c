//===- LinearStep.cpp - needs and printing of each step ------------------===//
#include "plan/LinearStep.h"
#include "rules/Rounding.h"

using namespace llvm;

namespace enzyme {
namespace {

struct Needs {
  const ShadowedPrimal &primal;
  NeedSet &out;

  /// The shadow addresses; where one may equal the primal at run time, that too.
  void place(Value *pointer) {
    for (unsigned lane = 0; lane != primal.width(); ++lane)
      if (Value *shadow = primal.shadowOf(pointer, lane))
        out.insert(shadow);
    if (primal.pointerActivity(pointer) == PointerActivity::Mixed)
      out.insert(pointer);
  }

  /// What an operation may round away is told by its result.
  void roundedAway(const ScaleStep &step) {
    if (primal.key.errors != Errors::Bound || roundingOf(*step.at) == Rounding::None)
      return;
    out.insert(step.at);
    auto *intrinsic = dyn_cast<IntrinsicInst>(step.at);
    if (intrinsic && intrinsic->getIntrinsicID() == Intrinsic::fmuladd)
      for (unsigned i : {0, 1})
        out.insert(step.at->getOperand(i));
  }

  void operator()(const ScaleStep &step) {
    roundedAway(step);
    for (unsigned o = 0; o != step.formula.outputs.size(); ++o)
      for (unsigned i = 0; i != step.formula.inputs.size(); ++i)
        if (step.formula.hasPartial(o, i) && primal.isActive(step.formula.inputs[i].value))
          for (Value *value : step.formula.needs(o, i))
            out.insert(value);
  }
  void operator()(const RouteStep &step) {
    if (auto *select = dyn_cast<SelectInst>(step.at))
      out.insert(select->getCondition());
    if (auto *extract = dyn_cast<ExtractElementInst>(step.at))
      out.insert(extract->getIndexOperand());
    if (auto *insert = dyn_cast<InsertElementInst>(step.at))
      out.insert(insert->getOperand(2));
    if (isa<BinaryOperator>(step.at)) // amount of a shift, mask
      out.insert(step.at->getOperand(1));
  }
  void operator()(const BitsStep &) {}
  void operator()(const PhiStep &) {} // the merge's selector is a need of control flow
  void operator()(const LoadStep &step) {
    place(step.at->getPointerOperand());
    if (step.isOwn && !isa<Constant>(step.isOwn))
      out.insert(step.isOwn);
  }
  void operator()(const StoreStep &step) { place(step.at->getPointerOperand()); }
  void operator()(const UpdateStep &step) { place(step.at->getPointerOperand()); }
  void operator()(const ExchangeStep &step) { place(step.at->getPointerOperand()); }
  void operator()(const CopyStep &step) {
    place(step.at->getRawDest());
    place(step.at->getRawSource());
    out.insert(step.at->getLength());
  }
  void operator()(const ClearStep &step) {
    place(step.at->getRawDest());
    out.insert(step.at->getLength());
  }
  void operator()(const CallStep &step) {
    const DerivativeCall &made = *step.made;
    if (made.isInPlace()) {
      for (const DerivativeCall::Adjoint &adjoint : made.adjoints)
        if (adjoint.value && !adjoint.isSummed)
          out.insert(adjoint.value);
      return;
    }
    if (made.tape)
      out.insert(made.tape);
    for (unsigned i = 0; i != made.key.arguments.size(); ++i) {
      out.insert(made.argument(i));
      if (auto shadow = made.signature.shadowParameter[i])
        for (unsigned lane = 0; lane != primal.width(); ++lane)
          out.insert(made.operand(*shadow + lane));
    }
  }
};

struct Print {
  raw_ostream &out;
  void operator()(const ScaleStep &) { out << "scale "; }
  void operator()(const RouteStep &) { out << "route "; }
  void operator()(const PhiStep &) { out << "phi   "; }
  void operator()(const BitsStep &) { out << "bits  "; }
  void operator()(const LoadStep &step) {
    out << (step.isOwn ? "load, perhaps shared " : step.isShared ? "load, shared " : "load  ");
  }
  void operator()(const StoreStep &step) {
    out << (step.isValueActive  ? "store "
            : step.isSignTurned ? "negate"
            : step.isOfBits     ? "bits  "
                                : "clear ");
  }
  void operator()(const UpdateStep &) { out << "update"; }
  void operator()(const ExchangeStep &) { out << "bits  "; }
  void operator()(const CopyStep &) { out << "copy  "; }
  void operator()(const ClearStep &) { out << "clear "; }
  void operator()(const CallStep &step) {
    out << (step.made->isInPlace() ? "fuse  " : step.made->isReplayed() ? "replay" : "call  ");
  }
};

} // namespace

Instruction *instructionOf(const LinearStep &step) {
  return std::visit(
      [](const auto &s) -> Instruction * {
        if constexpr (requires { s.made; })
          return s.made->call;
        else
          return s.at;
      },
      step);
}

void addNeeds(const LinearStep &step, const ShadowedPrimal &primal, NeedSet &needs) {
  std::visit(Needs{primal, needs}, step);
}

void printStep(raw_ostream &out, const LinearStep &step) {
  std::visit(Print{out}, step);
  out << *instructionOf(step);
  auto *call = std::get_if<CallStep>(&step);
  if (const CallRegion *region = call ? call->made->region : nullptr;
      region && !region->why.empty())
    out << " ; not fused: " << region->why;
}

} // namespace enzyme
