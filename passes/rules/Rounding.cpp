//===- Rounding.cpp - how the result of an operation is rounded -----------===//
#include "rules/Rounding.h"
#include "rules/Formulas.h"
#include "rules/Rule.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace enzyme {

/// By the name of the rule, which is the same for every spelling.
Rounding roundingOf(Instruction &instruction) {
  std::optional<BoundFormula> formula = formulaFor(instruction);
  if (!formula)
    return Rounding::None;
  return StringSwitch<Rounding>(StringRef(formula->formula->name))
      .Cases({"fneg", "fabs", "copysign", "fpext"}, Rounding::None)
      .Cases({"fmin", "fmax", "fminimum", "fmaximum", "fminimum_num", "fmaximum_num"},
             Rounding::None)
      .Cases({"fmod", "remainder", "remquo", "frem", "modf", "llvm.modf"}, Rounding::None)
      .Cases({"floor", "ceil", "trunc", "rint", "nearbyint", "round", "roundeven"}, Rounding::None)
      .Cases({"frexp", "llvm.frexp", "logb", "nan", "enzyme_rt_round", "enzyme_rt_round_quad"},
             Rounding::None)
      .Cases({"fadd", "fsub", "fmul", "fdiv", "fptrunc", "fdim", "fmuladd"}, Rounding::Once)
      .Cases({"sqrt", "enzyme_rt_sqrt"}, Rounding::Root)
      .Cases({"fma", "enzyme_rt_fma"}, Rounding::Fused)
      .Cases({"ldexp", "scalbn", "scalbln", "enzyme_rt_ldexp"}, Rounding::Scaled)
      .Cases({"nextafter", "nexttoward", "nextup", "nextdown", "enzyme_rt_nextafter"},
             Rounding::Neighbour)
      .Default(Rounding::Library);
}

bool roundsToWhole(Instruction &instruction) {
  std::optional<BoundFormula> formula = formulaFor(instruction);
  return formula &&
         StringSwitch<bool>(StringRef(formula->formula->name))
             .Cases({"floor", "ceil", "trunc", "rint", "nearbyint", "round", "roundeven"}, true)
             .Cases({"lrint", "llrint", "lround", "llround"}, true)
             .Default(false);
}

} // namespace enzyme
