//===- LinkReproducer.cpp - what repeats the derivatives of a link ---------===//
//
// The derivatives of a link are made of the code that its files carry, by one call of clang
// (Prelink.cpp). So these files, the list that names them, and that call are all that is needed.
//===----------------------------------------------------------------------===//
#include "LinkReproducer.h"
#include "Files.h"
#include "link/Exchange.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdio>

using namespace llvm;

namespace enzyme::driver {
namespace {

constexpr StringLiteral FolderOption = "-enzyme-reproducer=";
constexpr StringLiteral ListOption = "-enzyme-link=";
constexpr StringLiteral CacheOption = "-enzyme-link-cache=";

// Its members are other files, found from where it lies.
bool isThinArchive(const std::string &path) {
  auto start = MemoryBuffer::getFileSlice(path, sizeof "!<thin>" - 1, 0);
  return start && (*start)->getBuffer() == "!<thin>";
}

// The list with the files where they are copied to; empty if one cannot be.
std::string listOfCopies(const std::string &list, const std::string &folder) {
  auto read = MemoryBuffer::getFile(list);
  if (!read)
    return {};
  std::string copies;
  unsigned number = 0;
  SmallVector<StringRef> lines;
  (*read)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    auto [word, name] = line.split(' ');
    std::string path = fromOneLine(name);
    bool isFile = (word == "file" || word == "whole") && !path.empty();
    if (isFile && !isThinArchive(path)) {
      std::string copy = utostr(number++) + "-" + sys::path::filename(path).str();
      if (sys::fs::copy_file(path, folder + "/" + copy))
        return {};
      path = copy;
    }
    copies += word.str() + " " + onOneLine(path) + "\n";
  }
  return copies;
}

std::string quoted(StringRef word) {
  std::string text = "'";
  for (char c : word)
    c == '\'' ? text += "'\\''" : text += c;
  return text + "'";
}

// The call, in the folder of the list; the object goes nowhere.
std::string scriptOf(const Line &compiler, const std::string &folder) {
  std::string script =
      "# The derivatives of a link:\ncd \"$(dirname \"$0\")\"/" + quoted(folder) + " || exit 1\n";
  auto isOurs = [&](size_t at, StringRef option) {
    return at < compiler.size() && StringRef(compiler[at]).starts_with(option);
  };
  for (size_t i = 0; i != compiler.size(); ++i)
    if (isOurs(i + 3, CacheOption) || isOurs(i + 3, FolderOption))
      i += 3; // -Xclang -mllvm -Xclang stand before it
    else if (isOurs(i, ListOption))
      script += quoted(ListOption.str() + "list") + " ";
    else if (compiler[i] == "-o")
      script += "-o /dev/null ", ++i;
    else
      script += quoted(compiler[i]) + " ";
  return script + "\"$@\"\n";
}

} // namespace

void writeLinkReproducer(const Line &compiler, const std::string &list, const std::string &output) {
  auto asks = [](const std::string &word) { return StringRef(word).starts_with(FolderOption); };
  auto option = llvm::find_if(compiler, asks);
  if (option == compiler.end())
    return;
  std::string folder = option->substr(FolderOption.size());
  std::string name = sys::path::filename(output).str() + "-link";
  std::string files = name + ".files", place = folder + "/" + files;
  bool isThere = !sys::fs::create_directories(place);
  std::string copies = isThere ? listOfCopies(list, place) : "";
  if (copies.empty() || !writeFile(place + "/list", copies) ||
      !writeFile(folder + "/" + name + ".sh", scriptOf(compiler, files)))
    std::fprintf(stderr,
                 "enzyme-clang: warning: what repeats this link cannot be written to '%s'\n",
                 folder.c_str());
}

} // namespace enzyme::driver
