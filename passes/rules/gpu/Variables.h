//===- Variables.h - variables of a device that its host copies to and from --===//
//
// CUDA's __device__ and __constant__ variables keep their values between the launches of a
// derivative on the host. For each V that holds no addresses, the device has where host code of the
// file asks for derivatives (rules/gpu/Kernels.h), also
//
//   shadow      {type of V, int} enzyme_shadow_of_V
//
// The integer says whether V varies in the derivative that runs: 1, or 0, then nothing is added to
// the shadow; -1: kernels' derivatives take V as a constant. In the host's workshop the variable of
// the file that stands for V has metadata, and a shadow like any other, which is registered as what
// stands for V's. In the device's workshop V is a variable of the generic address space
// (parallel/DeviceVariables.h).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_GPU_VARIABLES_H
#define ENZYME_RULES_GPU_VARIABLES_H

#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"
#include <string>

namespace enzyme::gpu {

/// Among what carried code shares, and of its functions in a link: kernels' derivatives can be
/// launched by other objects.
inline constexpr llvm::StringLiteral kernelsOffered = "enzyme-kernels-offered";

/// Can such a variable of that type have a shadow? One that holds addresses cannot.
bool canHaveShadow(llvm::Type &type);

/// The type of its shadow, where in it the integer lies, and its name.
llvm::StructType *typeOfShadow(llvm::Type &type);
uint64_t placeOfMark(llvm::Type &type, const llvm::DataLayout &layout);
std::string nameOfShadow(llvm::StringRef variable);

enum class Mark : int8_t { IsConstant = -1, IsFixed, Varies };

/// Is `variable` of a device's module what the host can copy to or from, and not a shadow of such?
bool isKnownToHost(const llvm::GlobalVariable &variable);

/// Does `variable` only keep others from being dropped, as clang has it of what the host knows?
bool isListOfUsed(const llvm::GlobalVariable &variable);

/// The name of V in the device's workshop begins so; its shadow's contains that.
inline constexpr llvm::StringLiteral variablePrefix = "enzyme.of_device.";
bool isNamedVariable(const llvm::GlobalVariable &variable);
/// `shadow` is one of such a variable: the one that the host's derivative knows, or one of further
/// lanes or orders.
void noteShadowOfNamed(llvm::GlobalVariable &shadow, bool isKnownToHost);
bool isShadowOfNamed(const llvm::GlobalVariable &variable);
bool isShadowForHost(const llvm::GlobalVariable &variable);

/// On the host: tells the runtime of a variable: (binary, variable, name, name, is elsewhere,
/// bytes, is constant, 0).
bool isRegistrationOfVariable(const llvm::CallBase &call);

/// In the host's workshop: `variable` stands for one of the device, and is constant there or not;
/// `begin` begins with its shadow (library/gpu/Variables.h of the bodies).
/// `format` says what numbers are in it, in the words of the bodies.
void standsForVariable(llvm::GlobalVariable &variable, bool isConstant, llvm::Function &begin,
                       llvm::Constant &format);
/// Kernels' derivatives know of no shadow of it, so that it stands for none.
void noteConstantToKernels(llvm::GlobalVariable &variable);
bool isConstantToKernels(const llvm::GlobalVariable &variable);
llvm::Constant *formatOf(const llvm::GlobalVariable &variable);
/// Null if it stands for none.
llvm::Function *beginOf(const llvm::GlobalVariable &variable);
bool isConstantOnDevice(const llvm::GlobalVariable &variable);

} // namespace enzyme::gpu
#endif
