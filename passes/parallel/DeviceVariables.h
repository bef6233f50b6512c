//===- DeviceVariables.h - variables of a device that its host knows ---------===//
//
// Problem: a __constant__ variable is constant to LLVM, and lies where nothing can be added to; and
// of what a kernel adds to the shadow of any variable, only the host knows when it is zero, and
// whether the variable varies at all.
//
// Here: in the workshop each is a variable of the generic address space that changes, with
// shadows like any other. When derivatives are made, the shadow is the variable that the host
// knows (rules/gpu/Variables.h), and sums to it are guarded by what the host says of it.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PARALLEL_DEVICEVARIABLES_H
#define ENZYME_PARALLEL_DEVICEVARIABLES_H

#include "llvm/IR/Module.h"

namespace enzyme {

/// Which variables of the program's module get shadows that vary? All; all but constants of the
/// device, which derivatives take as such; or none has any shadow.
enum class Varying : uint8_t { All, NoConstants, None };
void makeShadowsOfVariables(llvm::Module &program, Varying varying);

/// The variables that have such shadows get their names in the workshop, before anything is
/// optimised.
void nameDeviceVariables(llvm::Module &workshop);

/// The names become variables again, and those of shadows what the host knows.
void lowerDeviceVariables(llvm::Module &workshop);

/// Nothing is added to shadows of variables that do not vary; of sums as they are after
/// derivatives were optimised.
void guardSumsOfVariables(llvm::Module &workshop);

} // namespace enzyme
#endif
