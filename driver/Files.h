//===- Files.h - files of the driver's own ---------------------*- C++ -*-===//
#ifndef ENZYME_DRIVER_FILES_H
#define ENZYME_DRIVER_FILES_H

#include "llvm/Support/raw_ostream.h"
#include <string>

namespace enzyme::driver {

/// False if it could not be written whole.
inline bool writeFile(const std::string &path, const std::string &text) {
  std::error_code error;
  llvm::raw_fd_ostream out(path, error);
  if (error)
    return false;
  out << text;
  out.close();
  bool isWhole = !out.has_error();
  out.clear_error(); // it is the caller's to say
  return isWhole;
}

} // namespace enzyme::driver
#endif
