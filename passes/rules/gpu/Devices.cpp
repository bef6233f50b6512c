//===- Devices.cpp -------------------------------------------------------===//
#include "rules/gpu/Devices.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace enzyme {

bool isForDevice(const Module &module) { return module.getTargetTriple().isGPU(); }

bool isOfDeviceLibrary(const Function &function) {
  constexpr StringLiteral prefixes[] = {"__nv_", "__ocml_", "__ockl_"};
  return any_of(prefixes, [&](StringRef prefix) { return function.getName().starts_with(prefix); });
}

std::string deviceMathName(StringRef name, const Type &scalar, const Module &module) {
  if (module.getTargetTriple().isAMDGPU())
    return ("__ocml_" + name + (scalar.isFloatTy() ? "_f32" : "_f64")).str();
  return ("__nv_" + name + (scalar.isFloatTy() ? "f" : "")).str();
}

bool isDeviceAllocator(const Function &function) {
  return is_contained({"malloc", "free"}, function.getName());
}

bool isDeviceFree(const Function &function) { return function.getName() == "free"; }

Value *textFor(IRBuilderBase &builder, StringRef text, const Twine &name) {
  Module &module = *builder.GetInsertBlock()->getModule();
  unsigned space = module.getDataLayout().getDefaultGlobalsAddressSpace();
  Value *global = builder.CreateGlobalString(text, name, space, &module);
  return builder.CreateAddrSpaceCast(global, builder.getPtrTy());
}

const char *deviceScope(const Module &module) {
  return module.getTargetTriple().isAMDGPU() ? "agent" : "device";
}

} // namespace enzyme
