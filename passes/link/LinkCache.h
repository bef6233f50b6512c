//===- LinkCache.h - objects of derivatives that were made before ---------===//
//
// Problem: a program is linked again whenever one of its objects is new, but most of
// them have nothing to do with its derivatives, which take longer than the link.
//
// Here: a key of everything the object with the derivatives is made of, and the folder in
// which earlier links left theirs under such keys. Nothing is ever brought up to date: what
// is made of something else has another key. What the folder holds, and how much, is the
// driver's business (driver/LinkCache.cpp).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_LINK_LINKCACHE_H
#define ENZYME_LINK_LINKCACHE_H

#include "llvm/IR/Module.h"
#include "llvm/Support/BLAKE3.h"
#include <string>

namespace enzyme {

class LinkCache {
public:
  /// `folder`: none if empty. `list`: the file by which the driver asks for this run; the
  /// answers lie beside it.
  LinkCache(llvm::StringRef folder, llvm::StringRef list);

  bool isUsed() const { return !folder.empty(); }

  /// Parts of the key.
  void add(llvm::StringRef text);
  void add(const llvm::Module &module);

  /// Hands the object of an earlier link with this key to the driver. False if there is none.
  bool answer();
  /// Tells the driver the name under which to keep the object that is made now.
  void askToKeep();

private:
  std::string path();

  std::string folder, list, known;
  llvm::BLAKE3 hasher;
};

} // namespace enzyme
#endif
