//===- Unseen.cpp -----------------------------------------------------------===//
#include "rules/gpu/Unseen.h"
#include "rules/gpu/Devices.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Begins an instruction of the assembly with one of `prefixes`? In PTX they stand behind
/// conditions, and in braces.
bool hasInstruction(const CallBase &call, ArrayRef<StringLiteral> prefixes) {
  auto *assembly = dyn_cast<InlineAsm>(call.getCalledOperand());
  if (!assembly || !isForDevice(*call.getModule()))
    return false;
  SmallVector<StringRef, 16> words;
  SplitString(assembly->getAsmString(), words, " \t\n;{}");
  return any_of(words, [&](StringRef word) {
    return any_of(prefixes, [&](StringRef prefix) { return word.starts_with(prefix); });
  });
}

} // namespace

bool usesImage(const CallBase &call) {
  static constexpr StringLiteral instructions[] = {"tex.",  "tld4.",  "suld.",
                                                   "sust.", "sured.", "image_"};
  static constexpr StringLiteral functions[] = {"__ockl_image_",   "llvm.nvvm.tex.",
                                                "llvm.nvvm.tld4.", "llvm.nvvm.suld.",
                                                "llvm.nvvm.sust.", "llvm.amdgcn.image."};
  const Function *callee = call.getCalledFunction();
  return hasInstruction(call, instructions) || (callee && any_of(functions, [&](StringRef prefix) {
                                                  return callee->getName().starts_with(prefix);
                                                }));
}

bool usesMemoryOnDevice(const CallBase &call) {
  static constexpr StringLiteral instructions[] = {
      "ld.",      "ldu.",      "st.",       "atom.",     "red.",
      "cp.",      "ldmatrix.", "stmatrix.", "multimem.", // NVIDIA
      "global_",  "flat_",     "ds_",       "buffer_",   "tbuffer_",
      "scratch_", "s_load",    "s_buffer"}; // AMD
  return hasInstruction(call, instructions);
}

bool computesWithHalves(const CallBase &call) {
  auto *assembly = dyn_cast<InlineAsm>(call.getCalledOperand());
  return assembly && isForDevice(*call.getModule()) &&
         any_of(std::array{".f16", ".bf16", ".tf32", ".e4m3", ".e5m2"},
                [&](StringRef type) { return StringRef(assembly->getAsmString()).contains(type); });
}

} // namespace enzyme
