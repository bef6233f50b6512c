//===- LinkLine.h - the line that a linker is called with -----------------===//
#ifndef ENZYME_DRIVER_LINK_LINE_H
#define ENZYME_DRIVER_LINK_LINE_H

#include <string>
#include <vector>

namespace enzyme::driver {

// One input: a word of passes/link/LinkInputs.h and a path.
struct LinkedFile {
  std::string word; // "file", "whole"; or "group", "end" without a path
  std::string path;
};

struct LinkLine {
  std::vector<std::string> arguments; // all, response files replaced by what is in them
  std::vector<LinkedFile> files;      // libraries found
  std::vector<std::string> folders;   // where libraries are looked for
  std::string output = "a.out";
  size_t firstInput = 0; // where an object can be put so that it comes first
  bool usedResponseFile = false;
  bool isRelocatable = false; // -r: the result is linked again
};

// `isAnyOrder`: the linker searches archives whatever their order (lld, mold).
LinkLine readLinkLine(std::vector<std::string> arguments, bool isAnyOrder);

} // namespace enzyme::driver

#endif
