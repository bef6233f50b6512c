//===- BlasRules.cpp -------------------------------------------------------===//
//
// The rules themselves are in library/blas/ (Apply.h, Products.h, Factors.h, Reflections.h,
// Bands.h) and library/fftw/. They take null for the shadow of what is constant, so that nothing is
// computed for it.
//===----------------------------------------------------------------------===//
#include "request/BlasRules.h"
#include "request/RuleShapes.h"

using namespace llvm;

namespace enzyme {

static constexpr StringLiteral parts[] = {
    ".augmented", ".augmented.again", ".unchanged",     ".unchanged.again",
    ".reverse",   ".forward",         ".forward.again", ".forward.lanes.plain",
    ".plain"};

ArrayRef<StringLiteral> partsOfBlasRules() { return parts; }

bool checksPlan(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && callee->getName().starts_with(fftwPrefix) &&
         callee->getName().ends_with(".array");
}

static RuleFunction ruleOf(const Function &primal, StringRef part) {
  const Module &workshop = *primal.getParent();
  RuleFunction rule;
  rule.function = workshop.getFunction((primal.getName() + part).str());
  rule.onShadows = workshop.getFunction((primal.getName() + part + ".again").str());
  rule.takesNullForConst = true;
  return rule;
}

/// The same of steps on devices, without their precision (library/gpu/BlasMatrices.h,
/// BlasVectors.h).
static std::vector<unsigned> operandsOnDevice(StringRef step) {
  return step == "multiply"  ? std::vector<unsigned>{7, 9}
         : step == "product" ? std::vector<unsigned>{7, 10}
         : step == "apply"   ? std::vector<unsigned>{5, 7}
         : step == "update"  ? std::vector<unsigned>{4, 6}
         : step == "inner"   ? std::vector<unsigned>{2, 4}
         : step == "length"  ? std::vector<unsigned>{2}
         : step == "sum"     ? std::vector<unsigned>{3}
                             : std::vector<unsigned>{};
}

/// The parameters whose memory the reverse sweep reads: matrices, vectors, pivots, reflections.
static std::vector<unsigned> operandsOf(const Function &primal) {
  StringRef name = primal.getName();
  if (name.starts_with(fftwPrefix))
    return {};
  if (name.starts_with(gpuPrefix))
    return operandsOnDevice(name.rsplit('.').second.drop_front());
  if (name.ends_with("apply"))
    return {4, 6};
  if (name.ends_with("cholesky"))
    return {2};
  if (name.ends_with("lu") || name.ends_with("householder"))
    return {2, 4};
  if (name.ends_with("factorsBeside"))
    return {2, 4};
  if (name.ends_with("solutionBeside"))
    return {3, 5, 7};
  if (name.ends_with("eigen"))
    return {3, 5};
  if (name.ends_with("spoilt") || name.ends_with("secular") ||
      name.ends_with("decomposed")) // it keeps copies
    return {};
  if (name.ends_with("reflect"))
    return {5, 7, 8};
  return {6, 8};
}

void addBlasRules(Module &workshop, UserRules &rules) {
  for (Function &primal : workshop) {
    StringRef name = primal.getName();
    bool isOurs = any_of(ArrayRef{blasPrefix, fftwPrefix, gpuPrefix},
                         [&](StringRef prefix) { return name.starts_with(prefix); });
    if (!isOurs || !workshop.getFunction((primal.getName() + ".reverse").str()))
      continue;
    CustomGradient gradient;
    gradient.primal = &primal;
    gradient.augmented.function = ruleOf(primal, ".augmented");
    gradient.augmented.unchanged = ruleOf(primal, ".unchanged");
    gradient.augmented.unlessOverwritten = operandsOf(primal);
    gradient.reverse = ruleOf(primal, ".reverse");
    CustomDerivative derivative;
    derivative.primal = &primal;
    derivative.forward = ruleOf(primal, ".forward");
    [[maybe_unused]] ShapeError reverse = shapeGradient(gradient);
    [[maybe_unused]] ShapeError forward = shapeDerivative(derivative);
    gradient.augmented.unchanged.parameters = gradient.augmented.function.parameters;
    gradient.augmented.unchanged.resultType = gradient.augmented.function.resultType;
    assert(!reverse.isError() && !forward.isError() && "the rules are ours");
    rules.add(std::move(gradient), std::move(derivative));
  }
}

} // namespace enzyme
