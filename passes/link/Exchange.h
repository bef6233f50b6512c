//===- Exchange.h - what driver and plugin tell each other by files ---------===//
//
// Problem: the driver hands the plugin a list of files, a line each, but names of files may
// contain newlines; and objects of earlier links are taken out of a folder (LinkCache.h), where
// a full disk, a crash or another program may have left anything.
//
// Here: names on one line, and the seal behind a kept object: it says which object of which
// key this is. Both sides include this; it needs nothing but LLVM's support library.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_LINK_EXCHANGE_H
#define ENZYME_LINK_EXCHANGE_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include <string>

namespace enzyme {

inline std::string onOneLine(llvm::StringRef text) {
  std::string line;
  for (char c : text)
    c == '\\' ? line += "\\\\" : c == '\n' ? line += "\\n" : c == '\r' ? line += "\\r" : line += c;
  return line;
}

inline std::string fromOneLine(llvm::StringRef line) {
  std::string text;
  for (size_t at = 0; at < line.size(); ++at) {
    bool isEscape = line[at] == '\\' && at + 1 < line.size();
    char c = isEscape ? line[++at] : line[at];
    text += !isEscape ? c : c == 'n' ? '\n' : c == 'r' ? '\r' : c;
  }
  return text;
}

inline constexpr llvm::StringLiteral sealStart = "\nENZYME-CLANG ";

/// `key` is the name under which the object is kept.
inline std::string sealOf(llvm::StringRef key, llvm::StringRef object) {
  llvm::BLAKE3 hasher;
  hasher.update(key);
  hasher.update(object);
  return sealStart.str() + llvm::toHex(hasher.final<16>(), /*LowerCase=*/true);
}

/// The object before its seal; empty unless the file was kept under `key` and is complete.
inline llvm::StringRef unsealed(llvm::StringRef key, llvm::StringRef file) {
  constexpr size_t sealSize = sealStart.size() + 2 * 16;
  if (file.size() <= sealSize)
    return {};
  llvm::StringRef object = file.drop_back(sealSize);
  return file.take_back(sealSize) == sealOf(key, object) ? object : llvm::StringRef();
}

} // namespace enzyme
#endif
