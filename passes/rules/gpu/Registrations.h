//===- Registrations.h - how the runtime learns of kernels -------------------===//
//
// Code of a single file calls the runtime for each kernel: (binary, handle, name, name, …). With
// -fgpu-rdc and clang's newer driver of offloading, a file has an entry in a table instead; what
// clang generates when a program is linked walks over the table of all files. A kernel's entry
// is one without a size.
//
// Source: clang's documentation, Offloading Design & Internals, "Offloading entries".
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_GPU_REGISTRATIONS_H
#define ENZYME_RULES_GPU_REGISTRATIONS_H

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include <optional>

namespace enzyme::gpu {

/// One kernel becomes known: by the call, or by the entry.
struct Registration {
  llvm::CallBase *call;
  llvm::GlobalVariable *entry;

  /// What launches say, and its name on the device if that is a constant text.
  llvm::GlobalValue *handle() const;
  std::optional<std::string> name() const;
  /// Makes `other` known in the same way, with the text that `otherName` holds.
  void repeat(llvm::GlobalVariable &other, llvm::GlobalVariable &otherName) const;
};
llvm::SmallVector<Registration, 4> registrationsIn(llvm::Module &module);
bool registersKernels(const llvm::Module &module);
/// How `handle` becomes known.
std::optional<Registration> registrationOf(const llvm::Value &handle);

bool isRegistration(const llvm::CallBase &call);
/// Does only an entry use the constant?
bool isOfEntry(const llvm::Value &constant);

/// The text that a constant address leads to; nothing if it leads to none.
std::optional<std::string> textOf(const llvm::Value &address);

} // namespace enzyme::gpu
#endif
