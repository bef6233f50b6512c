//===- Devices.cpp -------------------------------------------------------===//
#include "rules/gpu/Devices.h"
#include "rules/gpu/Kernels.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace enzyme {

bool isForDevice(const Module &module) { return module.getTargetTriple().isGPU(); }

bool isKernel(const Function &function) {
  return function.getCallingConv() == CallingConv::PTX_Kernel ||
         function.getCallingConv() == CallingConv::AMDGPU_KERNEL;
}

bool isDeviceMath(const Function &function) {
  return function.getName().starts_with("__nv_") || function.getName().starts_with("__ocml_");
}

std::string deviceMathName(StringRef name, const Type &scalar, const Module &module) {
  if (module.getTargetTriple().isAMDGPU())
    return ("__ocml_" + name + (scalar.isFloatTy() ? "_f32" : "_f64")).str();
  return ("__nv_" + name + (scalar.isFloatTy() ? "f" : "")).str();
}

const char *deviceScope(const Module &module) {
  return module.getTargetTriple().isAMDGPU() ? "agent" : "device";
}

} // namespace enzyme
