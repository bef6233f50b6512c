//===- Strip.cpp - enzyme-strip: takes the carried code out of files --------===//
//
// Problem: objects carry the code of their functions as bitcode (docs/linking.md), so that
// programs that are linked with them can be differentiated. The author of an
// object, an archive or a shared library may not want to give that away, too.
//
// Here: the sections that only we write are removed, by LLVM's objcopy as a library; all
// other sections, symbols and segments stay as they are. A file without any is not touched.
// A file is replaced when the new one is whole, so that nothing is left half-done.
//===----------------------------------------------------------------------===//
#include "link/WholeElf.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdio>
#include <string>
#include <vector>

using namespace llvm;

namespace {

// passes/carry/Container.h, OpenRecord.h
constexpr StringLiteral carried[] = {".enzyme.code", ".enzyme.open"};
constexpr StringLiteral openSymbol = "enzyme_open.";

constexpr const char *usage = R"(usage: enzyme-strip [-o OUTPUT] [--force] FILE...

Takes the code that enzyme-clang put into objects, archives, shared libraries and
programs out of them (sections .enzyme.code and .enzyme.open). Programs that link
the files work as before; derivatives of functions in them can no longer be made
at the link.

  -o OUTPUT  writes there (one FILE); else each FILE is replaced
  --force    also objects that leave requests open, which then cannot be linked
  --list     only says what the files carry
)";

struct Options {
  std::string output;
  bool isForced = false, isList = false;
  std::vector<std::string> files;
};

bool isCarried(StringRef name) { return is_contained(carried, name); }

void complain(const std::string &text) { std::fprintf(stderr, "enzyme-strip: %s\n", text.c_str()); }

Error refusal(const Twine &text) { return createStringError(inconvertibleErrorCode(), text); }

// What an object carries, and whether a link has yet to read it.
struct Found {
  uint64_t bytes = 0;
  bool hasOpenRequests = false, isAlsoBitcode = false;
  std::string device; // the section with code for a device, as bitcode (-fgpu-rdc)
};

// Of clang's newer driver of offloading, of its older one, and of the emulator.
bool isForDevices(StringRef section) {
  return section == ".llvm.offloading" || section.starts_with("__CLANG_OFFLOAD_BUNDLE__hip") ||
         section == ".enzyme.gpu";
}

Expected<Found> look(const object::ObjectFile &object) {
  Found found;
  for (const object::SectionRef &section : object.sections()) {
    Expected<StringRef> name = section.getName();
    if (!name)
      return name.takeError();
    if (isCarried(*name))
      found.bytes += section.getSize();
    found.isAlsoBitcode |= *name == ".llvm.lto";
    if (isForDevices(*name) && section.getSize() > 0)
      found.device = name->str();
  }
  for (const object::SymbolRef &symbol : object.symbols()) {
    Expected<uint32_t> flags = symbol.getFlags();
    Expected<StringRef> name = symbol.getName();
    if (flags && name)
      found.hasOpenRequests |=
          (*flags & object::SymbolRef::SF_Undefined) && name->starts_with(openSymbol);
    consumeError(flags.takeError());
    consumeError(name.takeError());
  }
  return found;
}

Error removeSections(object::Binary &object, SmallVectorImpl<char> &out) {
  objcopy::ConfigManager config;
  for (StringRef name : carried) {
    Expected<objcopy::NameOrPattern> pattern = objcopy::NameOrPattern::create(
        name, objcopy::MatchStyle::Literal, [](Error error) { return error; });
    if (!pattern)
      return pattern.takeError();
    if (Error error = config.Common.ToRemove.addMatcher(std::move(pattern)))
      return error;
  }
  raw_svector_ostream stream(out);
  return objcopy::executeObjcopyOnBinary(config, object, stream);
}

class Stripping {
public:
  explicit Stripping(const Options &options) : options(options) {}

  // The new contents; empty if there is nothing to remove. `name` is for messages.
  Expected<SmallVector<char, 0>> strip(MemoryBufferRef file, const std::string &name) {
    file_magic magic = identify_magic(file.getBuffer());
    if (magic == file_magic::bitcode)
      return refusal(name + ": is bitcode itself (-flto): taking the copy out hides nothing; "
                            "strip what is linked from it");
    if (magic == file_magic::archive)
      return stripArchive(file, name);
    return stripObject(file, name);
  }

private:
  Expected<SmallVector<char, 0>> stripObject(MemoryBufferRef file, const std::string &name) {
    Expected<std::unique_ptr<object::ObjectFile>> object =
        object::ObjectFile::createObjectFile(file);
    if (!object)
      return refusal(name + ": " + toString(object.takeError()));
    if (!isa<object::ELFObjectFileBase>(**object))
      return SmallVector<char, 0>(); // only ELF files carry anything
    if (!enzyme::isWholeElf(**object))
      return refusal(name + ": its tables of symbols are damaged");
    Expected<Found> found = look(**object);
    if (!found)
      return refusal(name + ": " + toString(found.takeError()));
    if (options.isList)
      outs() << name << ": " << found->bytes << " bytes"
             << (found->hasOpenRequests ? ", requests are open" : "") << "\n";
    if (!found->device.empty())
      complain("warning: " + name + ": the section " + found->device +
               " holds code for a device as bitcode, which keeps what it carries until it is linked"
               " (compile with -fno-enzyme-carry, or link first)");
    if (found->bytes == 0 || options.isList)
      return SmallVector<char, 0>();
    if (found->hasOpenRequests && !options.isForced)
      return refusal(name + ": leaves requests open: without what it carries it cannot be linked "
                            "(link first, e.g. into a shared library, or --force)");
    if (found->isAlsoBitcode)
      complain("warning: " + name +
               ": the section .llvm.lto holds its code as bitcode, too (-ffat-lto-objects)");
    SmallVector<char, 0> out;
    if (Error error = removeSections(**object, out))
      return refusal(name + ": " + toString(std::move(error)));
    return out;
  }

  Expected<SmallVector<char, 0>> stripArchive(MemoryBufferRef file, const std::string &name) {
    Expected<std::unique_ptr<object::Archive>> archive = object::Archive::create(file);
    if (!archive)
      return refusal(name + ": " + toString(archive.takeError()));
    if ((*archive)->isThin())
      return refusal(name + ": is a thin archive, which only names objects; strip those");
    std::vector<NewArchiveMember> members;
    bool isChanged = false;
    Error error = Error::success();
    for (const object::Archive::Child &child : (*archive)->children(error)) {
      Expected<NewArchiveMember> member = stripMember(child, name, isChanged);
      if (!member) {
        consumeError(std::move(error));
        return member.takeError();
      }
      members.push_back(std::move(*member));
    }
    if (error)
      return refusal(name + ": " + toString(std::move(error)));
    if (!isChanged)
      return SmallVector<char, 0>();
    auto symbols = (*archive)->hasSymbolTable() ? SymtabWritingMode::NormalSymtab
                                                : SymtabWritingMode::NoSymtab;
    Expected<std::unique_ptr<MemoryBuffer>> made = writeArchiveToBuffer(
        members, symbols, (*archive)->kind(), /*Deterministic=*/false, /*Thin=*/false);
    if (!made)
      return refusal(name + ": " + toString(made.takeError()));
    StringRef bytes = (*made)->getBuffer();
    return SmallVector<char, 0>(bytes.begin(), bytes.end());
  }

  // The member with its name, owner, mode and time; members of other kinds as they are.
  Expected<NewArchiveMember> stripMember(const object::Archive::Child &child,
                                         const std::string &archive, bool &isChanged) {
    Expected<NewArchiveMember> member =
        NewArchiveMember::getOldMember(child, /*Deterministic=*/false);
    if (!member)
      return refusal(archive + ": " + toString(member.takeError()));
    MemoryBufferRef file = member->Buf->getMemBufferRef();
    file_magic magic = identify_magic(file.getBuffer());
    if (!magic.is_object() && magic != file_magic::bitcode)
      return member;
    Expected<SmallVector<char, 0>> made =
        strip(file, archive + "(" + member->MemberName.str() + ")");
    if (!made)
      return made.takeError();
    if (!made->empty()) {
      member->Buf =
          MemoryBuffer::getMemBufferCopy(StringRef(made->data(), made->size()), member->MemberName);
      isChanged = true;
    }
    return member;
  }

  const Options &options;
};

// Beside the file, and in its place when it is whole.
Error replace(const std::string &path, StringRef contents, sys::fs::perms mode) {
  SmallString<128> whole;
  int file = 0;
  if (std::error_code error =
          sys::fs::createUniqueFile(path + ".%%%%%%%%", file, whole, sys::fs::OF_None,
                                    sys::fs::owner_read | sys::fs::owner_write))
    return refusal(path + ": cannot be written: " + error.message());
  raw_fd_ostream out(file, /*shouldClose=*/true);
  out << contents;
  out.close();
  std::error_code error = out.error();
  out.clear_error();
  if (!error)
    error = sys::fs::setPermissions(whole, mode);
  if (!error)
    error = sys::fs::rename(whole, path);
  if (!error)
    return Error::success();
  sys::fs::remove(whole);
  return refusal(path + ": cannot be written: " + error.message());
}

Error stripFile(const std::string &path, const Options &options) {
  SmallString<256> target; // a link stays one
  if (std::error_code error = sys::fs::real_path(path, target))
    return refusal(path + ": " + error.message());
  auto file =
      MemoryBuffer::getFile(target, false, /*RequiresNullTerminator=*/false, /*IsVolatile=*/true);
  sys::fs::file_status status;
  std::error_code error = file ? sys::fs::status(target, status) : file.getError();
  if (error)
    return refusal(path + ": " + error.message());
  if (status.type() != sys::fs::file_type::regular_file)
    return refusal(path + ": is no file");
  Expected<SmallVector<char, 0>> made = Stripping(options).strip((*file)->getMemBufferRef(), path);
  if (!made)
    return made.takeError();
  StringRef contents = made->empty() ? (*file)->getBuffer() : StringRef(made->data(), made->size());
  if (options.isList || (made->empty() && options.output.empty()))
    return Error::success();
  return replace(options.output.empty() ? target.str().str() : options.output, contents,
                 status.permissions());
}

// Empty, or what is wrong with the line.
std::string readLine(int argc, char **argv, Options &options) {
  bool areFiles = false;
  for (int i = 1; i < argc; ++i) {
    StringRef word = argv[i];
    if (areFiles || !word.starts_with("-") || word == "-")
      options.files.push_back(word.str());
    else if (word == "--")
      areFiles = true;
    else if (word == "--force")
      options.isForced = true;
    else if (word == "--list")
      options.isList = true;
    else if (word == "-o" && i + 1 < argc)
      options.output = argv[++i];
    else if (word.consume_front("--output="))
      options.output = word.str();
    else
      return word == "-o" ? "-o needs a file" : ("unknown option '" + word + "'").str();
  }
  if (options.files.empty())
    return "no file is given";
  return !options.output.empty() && options.files.size() > 1 ? "-o takes one file" : "";
}

} // namespace

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i)
    if (StringRef(argv[i]) == "--help") {
      outs() << usage;
      return 0;
    }
  Options options;
  if (std::string wrong = readLine(argc, argv, options); !wrong.empty()) {
    complain("error: " + wrong + "\n" + usage);
    return 2;
  }
  int code = 0;
  for (const std::string &path : options.files)
    if (Error error = stripFile(path, options)) {
      complain("error: " + toString(std::move(error)));
      code = 1;
    }
  return code;
}
