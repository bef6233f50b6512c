//===- LinkCache.h - the folder of objects with derivatives ---------------===//
#ifndef ENZYME_DRIVER_LINK_CACHE_H
#define ENZYME_DRIVER_LINK_CACHE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace enzyme::driver {

// The folder for what is linked into `output`; `wanted` is what --enzyme-link-cache says.
// Empty: none.
std::string linkCacheFolder(llvm::StringRef wanted, llvm::StringRef output);

// Keeps a copy of `object` as `path`. Where that cannot be done nothing happens.
void keepObject(const std::string &object, const std::string &path);

} // namespace enzyme::driver

#endif
