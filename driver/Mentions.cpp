//===- Mentions.cpp - do the files of a link hold derivatives? ------------===//
//
// The derivative of a C program may call functions of libm that the program
// itself does not. Adding -lm to every link would hide what a build system
// wants to learn ("is exp in the C library?"), so it is added only where a file
// of the link mentions us: a source by the words of its request, an object or
// archive by the note the plugin leaves in its .comment section. A file that
// mentions us for another reason costs nothing: the library is --as-needed.
//===----------------------------------------------------------------------===//
#include "Mentions.h"
#include "OpenObjects.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <cstring>

using namespace llvm;

namespace enzyme::driver {
namespace {

// What objects and archives mention us by: the note of finished derivatives, the name
// of those that the link will make. Code that objects carry does not count.
bool isBinary(StringRef text) {
  for (StringRef magic : {"\x7f"
                          "ELF",
                          "!<arch>\n", "!<thin>\n", "BC\xC0\xDE"})
    if (text.starts_with(magic))
      return true;
  return false;
}

bool holds(StringRef text, StringRef word) {
  return memmem(text.data(), text.size(), word.data(), word.size()) != nullptr;
}

bool mentions(const std::string &path) {
  if (path == "-")
    return false; // standard input can be read only once, and not by us
  auto file = MemoryBuffer::getFile(path, false, /*RequiresNullTerminator=*/false);
  if (!file)
    return false;
  StringRef text = (*file)->getBuffer();
  if (!isBinary(text))
    return holds(text, "enzyme");
  return holds(text, "enzyme-clang derivatives") || holds(text, OpenSymbol);
}

} // namespace

bool mentionsDerivatives(const Invocation &invocation) {
  if (std::any_of(invocation.inputs.begin(), invocation.inputs.end(), mentions))
    return true;
  // Shared libraries bring their own libm; archives found by -l do not.
  for (const std::string &library : invocation.libraries)
    for (const std::string &folder : invocation.libraryFolders)
      if (mentions(folder + "/lib" + library + ".a"))
        return true;
  return false;
}

} // namespace enzyme::driver
