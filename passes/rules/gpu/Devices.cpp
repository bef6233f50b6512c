//===- Devices.cpp -------------------------------------------------------===//
#include "rules/gpu/Devices.h"
#include "rules/gpu/Kernels.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace enzyme {

bool isForDevice(const Module &module) { return module.getTargetTriple().isGPU(); }

bool isKernel(const Function &function) {
  return function.getCallingConv() == CallingConv::PTX_Kernel ||
         function.getCallingConv() == CallingConv::AMDGPU_KERNEL;
}

SmallVector<uint64_t, 8> adjointPlaces(ArrayRef<uint64_t> bytes) {
  SmallVector<uint64_t, 8> places{0};
  for (uint64_t one : bytes)
    places.push_back(places.back() + alignTo(one, 16));
  return places;
}

bool isOfDeviceLibrary(const Function &function) {
  constexpr StringLiteral prefixes[] = {"__nv_", "__ocml_", "__ockl_"};
  return any_of(prefixes, [&](StringRef prefix) { return function.getName().starts_with(prefix); });
}

std::string deviceMathName(StringRef name, const Type &scalar, const Module &module) {
  if (module.getTargetTriple().isAMDGPU() && name == "powi")
    name = "pown";
  if (module.getTargetTriple().isAMDGPU())
    return ("__ocml_" + name + (scalar.isFloatTy() ? "_f32" : "_f64")).str();
  return ("__nv_" + name + (scalar.isFloatTy() ? "f" : "")).str();
}

static constexpr unsigned sharedSpace = 3; // CUDA's __shared__, and AMD's local data share

bool isOfBlock(const GlobalVariable &variable) {
  return isForDevice(*variable.getParent()) && variable.getAddressSpace() == sharedSpace;
}

bool isOfLaunch(const GlobalVariable &variable) {
  return variable.getName().contains(launchMemory);
}

static constexpr StringLiteral pointerPrefix = "enzyme.at.";

static std::string nameOfPointer(const GlobalVariable &shadow) {
  return (pointerPrefix + shadow.getName().split(launchMemory).first).str();
}

bool isPointerToShadow(const GlobalVariable &variable) {
  return isOfBlock(variable) && variable.getName().starts_with(pointerPrefix);
}

GlobalVariable *pointerToShadow(GlobalVariable &shadow) {
  return shadow.getParent()->getGlobalVariable(nameOfPointer(shadow), /*AllowInternal=*/true);
}

GlobalVariable *makePointerToShadow(GlobalVariable &shadow) {
  if (GlobalVariable *known = pointerToShadow(shadow))
    return known;
  Module &module = *shadow.getParent();
  Type *type = shadow.getType();
  return new GlobalVariable(module, type, false, GlobalValue::InternalLinkage,
                            UndefValue::get(type), nameOfPointer(shadow), nullptr,
                            GlobalValue::NotThreadLocal, sharedSpace);
}

const char *blockScope(const Module &module) {
  return module.getTargetTriple().isAMDGPU() ? "workgroup" : "block";
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
