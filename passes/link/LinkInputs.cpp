//===- LinkInputs.cpp - the files of a link, and who defines what ---------===//
//
// The list names files in the order of the linker's line: `file`, or `whole` (if it is
// an archive, every member takes part); `group` and `end` stand around what is searched
// in circles. `output` is what they are linked to. Line ends in names are written as \n.
//===----------------------------------------------------------------------===//
#include "link/LinkInputs.h"
#include "carry/Container.h"
#include "link/ArchiveIndex.h"
#include "link/Exchange.h"
#include "link/RustCode.h"
#include "link/WholeElf.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/IRObjectFile.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using object::BasicSymbolRef;

namespace enzyme {
namespace {

/// The bytes of a section, of an ELF file or of the variable or the assembly that stands
/// for one in bitcode.
bool sectionOf(const object::SymbolicFile &file, StringRef name, std::string &bytes,
               std::string &why) {
  if (auto *elf = dyn_cast<object::ObjectFile>(&file)) {
    for (const object::SectionRef &section : elf->sections()) {
      Expected<StringRef> own = section.getName();
      if (!own) {
        consumeError(own.takeError());
        continue;
      }
      if (*own != name)
        continue;
      Expected<StringRef> contents = section.getContents();
      if (!contents) {
        why = "cannot be read: " + toString(contents.takeError());
        return false;
      }
      bytes += *contents;
    }
    return true;
  }
  auto *bitcode = dyn_cast<object::IRObjectFile>(&file);
  if (!bitcode)
    return true;
  LLVMContext context;
  Expected<std::unique_ptr<Module>> module =
      getLazyBitcodeModule(bitcode->getMemoryBufferRef(), context);
  if (!module) {
    why = "cannot be read: " + toString(module.takeError());
    return false;
  }
  for (const GlobalVariable &variable : (*module)->globals())
    if (variable.hasInitializer() && variable.getSection() == name)
      if (auto *data = dyn_cast<ConstantDataSequential>(variable.getInitializer()))
        bytes += data->getRawDataValues();
  bytes += bytesInAssembly((*module)->getModuleInlineAsm(), name);
  return true;
}

std::string nameOf(const BasicSymbolRef &symbol) {
  std::string name;
  raw_string_ostream out(name);
  if (Error error = symbol.printName(out))
    consumeError(std::move(error));
  StringRef(name).consume_back("@"); // versions of shared libraries: f@@V, f@V
  return StringRef(name).split('@').first.str();
}

uint32_t flagsOf(const BasicSymbolRef &symbol) {
  Expected<uint32_t> flags = symbol.getFlags();
  if (flags)
    return *flags;
  consumeError(flags.takeError());
  return BasicSymbolRef::SF_FormatSpecific;
}

/// The source from which `file` was compiled, as its symbol table says it: its name, without
/// folders.
std::string sourceOf(const object::SymbolicFile &file) {
  if (auto *bitcode = dyn_cast<object::IRObjectFile>(&file)) {
    LLVMContext context;
    Expected<std::unique_ptr<Module>> module =
        getLazyBitcodeModule(bitcode->getMemoryBufferRef(), context);
    if (module)
      return sys::path::filename((*module)->getSourceFileName()).str();
    consumeError(module.takeError());
  }
  if (auto *elf = dyn_cast<object::ELFObjectFileBase>(&file))
    for (const object::ELFSymbolRef &symbol : elf->symbols())
      if (symbol.getELFType() == ELF::STT_FILE)
        return sys::path::filename(nameOf(symbol)).str();
  return "";
}

/// What messages call a file of the line. A compiler that also links gives objects names of its
/// own, in the folder for temporary files, which are gone when the message is read: those are
/// called by their source.
std::string nameForMessages(StringRef path, const object::SymbolicFile &file) {
  SmallString<64> temporary;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, temporary);
  if (sys::path::parent_path(path) != temporary)
    return path.str();
  std::string source = sourceOf(file);
  auto [stem, random] =
      sys::path::stem(path).rsplit('-'); // the name up to its first dot, and six digits
  bool isOfCompiler = random.size() == 6 && all_of(random, isHexDigit);
  return isOfCompiler && stem == StringRef(source).split('.').first ? source : path.str();
}

} // namespace

std::unique_ptr<LinkInput> LinkInputs::open(MemoryBufferRef buffer, std::string name) {
  auto input = std::make_unique<LinkInput>();
  input->name = std::move(name);
  file_magic magic = identify_magic(buffer.getBuffer());
  Expected<std::unique_ptr<object::SymbolicFile>> file =
      object::SymbolicFile::createSymbolicFile(buffer, magic, &context);
  if (!file) { // scripts of the linker and foreign objects carry nothing
    consumeError(file.takeError());
    return nullptr;
  }
  if (!isWholeElf(**file)) // the linker says what is wrong
    return nullptr;
  input->file = std::move(*file);
  input->isShared = magic == file_magic::elf_shared_object;
  return input;
}

std::unique_ptr<LinkInputs::Archive> LinkInputs::openArchive(MemoryBufferRef buffer,
                                                             std::string name) {
  Expected<std::unique_ptr<object::Archive>> file = object::Archive::create(buffer);
  if (!file) {
    consumeError(file.takeError());
    return nullptr;
  }
  auto archive = std::make_unique<Archive>();
  archive->file = std::move(*file);
  archive->name = std::move(name);
  Error error = Error::success();
  for (const object::Archive::Child &child : archive->file->children(error))
    archive->children.push_back(child);
  consumeError(std::move(error));
  archive->members.resize(archive->children.size());
  std::map<uint64_t, unsigned> byOffset;
  for (auto [index, child] : enumerate(archive->children))
    byOffset[child.getChildOffset()] = unsigned(index);
  for (const IndexedName &entry : indexOf(*archive->file))
    if (auto found = byOffset.find(entry.member); found != byOffset.end())
      archive->index.push_back({entry.name, found->second});
  return archive;
}

void LinkInputs::add(const std::string &word, const std::string &path, unsigned group) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> file =
      MemoryBuffer::getFile(path, false, /*RequiresNullTerminator=*/false);
  if (!file)
    return; // the linker says so
  MemoryBufferRef buffer = (*file)->getMemBufferRef();
  buffers.push_back(std::move(*file));
  Item item;
  item.group = group;
  file_magic magic = identify_magic(buffer.getBuffer());
  if (magic == file_magic::archive)
    item.archive = openArchive(buffer, path);
  else
    item.file = open(buffer, path);
  if (!item.archive && !item.file)
    return;
  if (item.file)
    item.file->name = nameForMessages(path, *item.file->file);
  named.push_back(item.file ? item.file->name : path);
  items.push_back(std::move(item));
  Archive *archive = items.back().archive.get();
  if (archive && word == "whole")
    for (unsigned i = 0; i != archive->children.size(); ++i)
      extract(*archive, i);
}

bool LinkInputs::read(const std::string &listPath) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> list = MemoryBuffer::getFile(listPath);
  if (!list)
    return false;
  unsigned group = 0, groups = 0;
  for (line_iterator line(**list); !line.is_at_eof(); ++line) {
    auto [word, written] = line->split(' ');
    std::string path = fromOneLine(written);
    if (word == "output")
      linked = path;
    else if (word == "group")
      group = ++groups;
    else if (word == "end")
      group = 0;
    else
      add(word.str(), path, group);
  }
  searchAll();
  return true;
}

/// What the file defines and needs becomes known; who counts is decided here.
void LinkInputs::takeIn(LinkInput &input) {
  if (input.takesPart)
    return;
  input.takesPart = true;
  auto note = [&](const BasicSymbolRef &symbol) {
    uint32_t flags = flagsOf(symbol);
    if (!(flags & BasicSymbolRef::SF_Global) || flags & BasicSymbolRef::SF_FormatSpecific)
      return;
    Symbol &known = symbols[nameOf(symbol)];
    if (flags & BasicSymbolRef::SF_Undefined) {
      known.isNeeded |= !(flags & BasicSymbolRef::SF_Weak) && !input.isShared;
      return;
    }
    Strength strength = input.isShared                      ? Strength::Shared
                        : flags & BasicSymbolRef::SF_Common ? Strength::Common
                        : flags & BasicSymbolRef::SF_Weak   ? Strength::Weak
                                                            : Strength::Strong;
    if (!known.input || known.strength < strength) {
      known.strength = strength;
      known.input = &input;
    }
  };
  if (auto *elf = dyn_cast<object::ELFObjectFileBase>(input.file.get()); elf && input.isShared) {
    for (const object::ELFSymbolRef &symbol : elf->getDynamicSymbolIterators())
      note(symbol);
    return;
  }
  for (const BasicSymbolRef &symbol : input.file->symbols())
    note(symbol);
}

bool LinkInputs::extract(Archive &archive, unsigned member) {
  if (archive.members[member])
    return false;
  const object::Archive::Child &child = archive.children[member];
  Expected<MemoryBufferRef> buffer = child.getMemoryBufferRef();
  Expected<StringRef> name = child.getName();
  std::string shown = archive.name + "(" + (name ? name->str() : "") + ")";
  consumeError(name.takeError());
  if (!buffer) {
    consumeError(buffer.takeError());
    return false;
  }
  archive.members[member] = open(*buffer, shown);
  if (!archive.members[member])
    return false;
  takeIn(*archive.members[member]);
  return true;
}

/// Members that define what is needed. True if any took part.
bool LinkInputs::extract(Archive &archive) {
  bool isChanged = false;
  for (auto &[name, member] : archive.index) {
    auto symbol = symbols.find(name);
    if (symbol != symbols.end() && symbol->second.isNeeded && !symbol->second.input)
      isChanged |= extract(archive, member);
  }
  return isChanged;
}

/// One pass over the line; a group, and an archive by itself, until nothing changes.
bool LinkInputs::searchOnce() {
  bool isAnyTaken = false;
  for (size_t i = 0; i < items.size();) {
    size_t end = i + 1;
    while (items[i].group != 0 && end < items.size() && items[end].group == items[i].group)
      ++end;
    for (bool isChanged = true; isChanged;) {
      isChanged = false;
      for (size_t at = i; at < end; ++at) {
        if (items[at].file) {
          isAnyTaken |= !items[at].file->takesPart;
          takeIn(*items[at].file);
        } else
          while (extract(*items[at].archive))
            isChanged = isAnyTaken = true;
      }
    }
    i = end;
  }
  return isAnyTaken;
}

/// lld also takes what an archive defines that stands before the file that needs it; to
/// other linkers that is an error.
void LinkInputs::searchAll() {
  while (searchOnce()) {
  }
}

LinkInput *LinkInputs::knownDefiner(StringRef name) const {
  auto found = symbols.find(name);
  return found == symbols.end() ? nullptr : found->second.input;
}

LinkInput *LinkInputs::definer(StringRef name) {
  Symbol &symbol = symbols[name];
  if (!symbol.input && !symbol.isSought) {
    // The derivatives come first on the line.
    symbol.isSought = symbol.isNeeded = true;
    searchAll();
  }
  return knownDefiner(name);
}

std::vector<LinkInput *> LinkInputs::participants() const {
  std::vector<LinkInput *> result;
  for (const Item &item : items) {
    if (item.file) {
      result.push_back(item.file.get());
      continue;
    }
    for (const std::unique_ptr<LinkInput> &member : item.archive->members)
      if (member && member->takesPart)
        result.push_back(member.get());
  }
  return result;
}

/// What another compiler left in an object, or as one.
static bool readBitcode(LinkInput &input, std::string &why) {
  std::string bitcode;
  if (auto *whole = dyn_cast<object::IRObjectFile>(input.file.get()))
    bitcode = whole->getMemoryBufferRef().getBuffer().str();
  for (StringRef section : bitcodeSections)
    if (bitcode.empty() && !sectionOf(*input.file, section, bitcode, why))
      return false;
  if (bitcode.empty())
    return true;
  if (std::optional<CarriedCode> code = codeOfBitcode(bitcode, why))
    input.code.push_back(std::move(*code));
  return why.empty();
}

bool LinkInputs::readCode(LinkInput &input, std::string &why) {
  if (input.isCodeRead)
    return true;
  input.code.clear();
  std::string bytes;
  std::vector<std::string> contents;
  if (!sectionOf(*input.file, codeSection, bytes, why) || !unpackChunks(bytes, contents, why))
    return false;
  for (const std::string &one : contents)
    if (!readCarried(one, input.code.emplace_back())) {
      why = "carries code that cannot be read";
      return false;
    }
  if (contents.empty() && !input.isShared && !readBitcode(input, why))
    return false;
  input.isCodeRead = true;
  return true;
}

bool LinkInputs::readOpen(const LinkInput &input, std::vector<std::string> &records,
                          std::string &why) {
  std::string bytes;
  return sectionOf(*input.file, openSection, bytes, why) && unpackChunks(bytes, records, why);
}

} // namespace enzyme
