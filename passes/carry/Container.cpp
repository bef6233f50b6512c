//===- Container.cpp - what objects carry, as bytes -----------------------===//
//
// A chunk: 8 bytes of magic with the version of the format, the size of the
// contents and of the packed bytes, a sum over both and the bytes (little-endian,
// 8 bytes each), the packed bytes, zeros up to a multiple of 8.
//
// LLVM's reader of bitcode takes what it is given: the sum keeps damaged objects from
// it. An attacker can compute the checksum, too (docs/security.md).
//===----------------------------------------------------------------------===//
#include "carry/Container.h"
#include "limits/carry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/xxhash.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <tuple>

using namespace llvm;

namespace enzyme {
namespace {

constexpr StringLiteral family = "ADCODE";
constexpr StringLiteral magic = "ADCODE05";
constexpr size_t headerSize = 32;
constexpr size_t alignment = 8;

std::string number(uint64_t value) {
  std::string bytes(8, '\0');
  support::endian::write64le(bytes.data(), value);
  return bytes;
}

/// Both sizes and the packed bytes, as they stand in the chunk.
uint64_t sumOf(StringRef sizes, StringRef packed) {
  return xxh3_64bits(arrayRefFromStringRef(packed)) ^ xxh3_64bits(arrayRefFromStringRef(sizes));
}

bool becomesBitcode(const Module &module) {
  return module.getModuleFlag("EnableSplitLTOUnit") || module.getModuleFlag("ThinLTO");
}

std::string escaped(StringRef bytes) {
  std::string text;
  text.reserve(bytes.size() * 4);
  for (unsigned char c : bytes) {
    if (isAlnum(c)) {
      text += c;
      continue;
    }
    text += '\\';
    text += char('0' + (c >> 6));
    text += char('0' + ((c >> 3) & 7));
    text += char('0' + (c & 7));
  }
  return text;
}

/// The inverse of `escaped`.
void appendUnescaped(StringRef text, std::string &bytes) {
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\') {
      bytes += text[at];
      continue;
    }
    unsigned code = 0;
    text.substr(at + 1, 3).getAsInteger(8, code);
    bytes += char(code);
    at += 3;
  }
}

// The words around bytes in assembly, as we write and as we read them.
constexpr StringLiteral bytesStart = ".ascii \"";
constexpr StringLiteral sectionEnd = ".popsection\n";
std::string sectionStart(StringRef section) { return ".pushsection " + section.str() + ","; }

} // namespace

std::string packChunk(StringRef contents) {
  SmallVector<uint8_t, 0> packed;
  if (compression::zstd::isAvailable())
    compression::zstd::compress(arrayRefFromStringRef(contents), packed, /*Level=*/1);
  if (packed.empty() || packed.size() >= contents.size()) // equal sizes say: as it is
    packed.assign(contents.bytes_begin(), contents.bytes_end());
  std::string sizes = number(contents.size()) + number(packed.size());
  std::string chunk = magic.str() + sizes + number(sumOf(sizes, toStringRef(packed)));
  chunk.append(packed.begin(), packed.end());
  chunk.resize(alignTo(chunk.size(), alignment), '\0');
  return chunk;
}

/// The contents of a chunk whose header says `size`. False, with `why`.
static bool unpack(StringRef packed, uint64_t size, std::string &contents, std::string &why) {
  if (packed.size() == size) {
    contents = packed.str();
    return true;
  }
  SmallVector<uint8_t, 0> plain;
  if (Error error = compression::zstd::decompress(arrayRefFromStringRef(packed), plain, size)) {
    why = "carries code that cannot be unpacked: " + toString(std::move(error));
    return false;
  }
  contents = toStringRef(plain).str();
  return true;
}

bool unpackChunks(StringRef section, std::vector<std::string> &contents, std::string &why) {
  while (true) {
    section = section.ltrim('\0'); // what a linker put between two objects
    if (section.empty())
      return true;
    if (section.size() < headerSize || !section.starts_with(magic)) {
      why = section.starts_with(family) ? "was compiled by another version of this compiler"
                                        : "carries code that cannot be read";
      return false;
    }
    StringRef sizes = section.substr(8, 16);
    uint64_t size = support::endian::read64le(sizes.data());
    uint64_t packedSize = support::endian::read64le(sizes.data() + 8);
    uint64_t sum = support::endian::read64le(section.data() + 24);
    section = section.drop_front(headerSize);
    if (packedSize > section.size()) {
      why = "carries code that ends too early";
      return false;
    }
    StringRef packed = section.take_front(packedSize);
    section = section.drop_front(packedSize);
    if (sum != sumOf(sizes, packed) || packedSize > size || size > limits::bytesCarried) {
      why = "carries code that is damaged";
      return false;
    }
    if (!unpack(packed, size, contents.emplace_back(), why))
      return false;
  }
}

bool mayBecomeLibrary(const Module &module) {
  return module.getPICLevel() != PICLevel::NotPIC && module.getPIELevel() == PIELevel::Default;
}

bool canCarry(const Module &module) {
  const Triple &target = module.getTargetTriple();
  return target.isOSBinFormatELF() && !target.isGPU();
}

/// A private variable that is used, not checked by sanitizers, and left out of what is
/// linked.
static void putIntoVariable(Module &module, StringRef section, StringRef chunk) {
  Constant *bytes = ConstantDataArray::getString(module.getContext(), chunk, /*AddNull=*/false);
  auto *variable = new GlobalVariable(module, bytes->getType(), /*isConstant=*/true,
                                      GlobalValue::PrivateLinkage, bytes, "enzyme.carried");
  variable->setSection(section);
  variable->setAlignment(Align(alignment));
  variable->setMetadata(LLVMContext::MD_exclude, MDNode::get(module.getContext(), {}));
  GlobalValue::SanitizerMetadata unchecked;
  unchecked.NoAddress = unchecked.NoHWAddress = true;
  variable->setSanitizerMetadata(unchecked);
  appendToCompilerUsed(module, variable);
}

/// flang knows how to write assembly, but not how to read it.
static void needAssemblyReader(const Module &module) {
  std::string error;
  const Target *target = TargetRegistry::lookupTarget(module.getTargetTriple(), error);
  if (target && !target->hasMCAsmParser())
    InitializeAllAsmParsers();
}

void putIntoObject(Module &module, StringRef section, StringRef chunk) {
  // A variable is written much faster than text is read. But what is neither loaded nor
  // left out cannot be one.
  bool isLeftOut = !mayBecomeLibrary(module) || (becomesBitcode(module) && section != codeSection);
  if (isLeftOut)
    return putIntoVariable(module, section, chunk);
  std::string text =
      sectionStart(section) + "\"\",%progbits\n.balign " + std::to_string(alignment) + "\n";
  needAssemblyReader(module);
  constexpr size_t perLine = 1 << 12;
  for (size_t at = 0; at < chunk.size(); at += perLine)
    text += bytesStart.str() + escaped(chunk.substr(at, perLine)) + "\"\n";
  module.appendModuleInlineAsm(text + sectionEnd.str());
}

std::string bytesInAssembly(StringRef assembly, StringRef section) {
  std::string bytes;
  const std::string start = sectionStart(section);
  for (auto [before, rest] = assembly.split(start); !rest.empty();
       std::tie(before, rest) = rest.split(start)) {
    StringRef own = rest.split(sectionEnd).first;
    for (auto [skipped, line] = own.split(bytesStart); !line.empty();
         std::tie(skipped, line) = line.split(bytesStart))
      appendUnescaped(line.split('"').first, bytes);
  }
  return bytes;
}

} // namespace enzyme
