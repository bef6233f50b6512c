//===- OwnText.h - code of ours that the compiler carries as text ----------===//
#ifndef ENZYME_SUPPORT_OWNTEXT_H
#define ENZYME_SUPPORT_OWNTEXT_H

#include "llvm/IR/Module.h"
#include <memory>

namespace enzyme {

/// A module of such code (CMakeLists.txt makes the texts), for the target of `user` and in its
/// context. The functions still have the attributes of the processor that the compiler was built
/// on.
std::unique_ptr<llvm::Module> parseOwnText(llvm::StringRef text, const llvm::Module &user);

} // namespace enzyme
#endif
