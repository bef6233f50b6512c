//===- RustCode.cpp - code that other compilers left in their objects ------===//
//
// Bitcode says who wrote it: `!llvm.ident`, and LLVM's version in the producer's string.
//===----------------------------------------------------------------------===//
#include "link/RustCode.h"
#include "rules/calls/Rust.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isByRustc(const Module &module) {
  const NamedMDNode *idents = module.getNamedMetadata("llvm.ident");
  if (!idents)
    return false;
  return any_of(idents->operands(), [](const MDNode *ident) {
    auto *text = ident->getNumOperands() == 1 ? dyn_cast<MDString>(ident->getOperand(0)) : nullptr;
    return text && text->getString().starts_with(calls::rustcIdent);
  });
}

/// "LLVM22.1.2-rust-1.95.0-stable".
unsigned majorOf(MemoryBufferRef buffer) {
  Expected<std::string> producer = getBitcodeProducerString(buffer);
  if (!producer) {
    consumeError(producer.takeError());
    return 0;
  }
  StringRef text = *producer;
  unsigned major = 0;
  return text.consume_front("LLVM") && !text.consumeInteger(10, major) ? major : 0;
}

/// Static variables that change exist once in the program.
std::vector<std::string> changingVariables(const Module &module) {
  std::vector<std::string> names;
  for (const GlobalVariable &variable : module.globals())
    if (variable.hasInternalLinkage() && !variable.isConstant() && variable.hasName())
      names.push_back(variable.getName().str());
  return names;
}

std::string spelling(StringRef scope, StringRef name) {
  return (scope + Twine(name.size()) + "_" + name).str();
}

bool isRust(DISourceLanguageName language) {
  return language.getName() ==
         (language.hasVersionedName() ? unsigned(dwarf::DW_LNAME_Rust) : dwarf::DW_LANG_Rust);
}

} // namespace

std::optional<CarriedCode> codeOfBitcode(StringRef bitcode, std::string &why) {
  MemoryBufferRef buffer(bitcode, "");
  if (unsigned major = majorOf(buffer); major > LLVM_VERSION_MAJOR) {
    why = "carries code of LLVM " + std::to_string(major) + ", which this compiler cannot read";
    return std::nullopt;
  }
  LLVMContext context;
  Expected<std::unique_ptr<Module>> module = getLazyBitcodeModule(buffer, context);
  if (!module) {
    consumeError(module.takeError()); // the linker says what is wrong with it
    return std::nullopt;
  }
  CarriedCode code;
  code.bitcode = bitcode.str();
  code.suffix = fileSuffix.str() + utohexstr(xxh3_64bits(bitcode), /*LowerCase=*/true);
  code.shared = changingVariables(**module);
  code.isOfAnother = true;
  code.isRust = isByRustc(**module);
  code.isOfRustsLibrary =
      code.isRust &&
      is_contained(calls::rustLibrary, StringRef((*module)->getSourceFileName()).split('.').first);
  return code;
}

bool fitInto(const Module &program, Module &code) {
  const Triple &own = program.getTargetTriple(), &other = code.getTargetTriple();
  bool isSame = own.getArch() == other.getArch() && own.getOS() == other.getOS() &&
                own.getEnvironment() == other.getEnvironment() &&
                program.getDataLayout() == code.getDataLayout();
  if (isSame)
    code.setTargetTriple(own);
  return isSame;
}

RustFunction rustFunction(StringRef mangled) {
  std::string readable = demangle(mangled);
  StringRef path = StringRef(readable).ltrim("<&"); // <T>::f, <&T as Trait>::f
  auto isThere = [&](StringRef prefix) { return path.starts_with(prefix); };
  if (any_of(calls::rustInactive, isThere))
    return RustFunction::Inactive;
  return any_of(calls::rustUnknown, isThere) ? RustFunction::Unknown : RustFunction::Read;
}

bool isRustDropGlue(StringRef mangled) { return mangled.contains(calls::rustDropGlue); }

void forgetDeclaredTypes(Module &program) {
  DISubroutineType *none = nullptr;
  for (Function &function : program) {
    DISubprogram *subprogram = function.getSubprogram();
    const DICompileUnit *unit = subprogram ? subprogram->getUnit() : nullptr;
    if (!unit || !isRust(unit->getSourceLanguage()))
      continue;
    if (!none)
      none = DIBuilder(program).createSubroutineType({});
    subprogram->replaceType(none);
    for (Instruction &at : instructions(function))
      at.dropDbgRecords();
  }
}

void RustcNames::simplify(Module &code) {
  for (GlobalVariable &variable : code.globals())
    variable.eraseMetadata(LLVMContext::MD_dbg);
  for (Function &function : code) {
    StringRef name = function.getName();
    size_t at =
        name.starts_with(calls::rustPrefix) ? name.find(calls::rustcScope) : StringRef::npos;
    if (at == StringRef::npos)
      continue;
    std::string own = name.take_front(at + calls::rustcScope.size()).str();
    if (scope.empty())
      scope = own;
    if (own != scope) // of another rustc: two allocators, and one name
      continue;
    for (StringRef plain : calls::rustcFunctions)
      if (function.getName() == spelling(own, plain))
        function.setName(plain);
    function.removeFnAttr(calls::zeroedVariant); // by rustc's name
  }
}

void RustcNames::restore(Module &output) const {
  if (scope.empty())
    return;
  for (StringRef plain : calls::rustcFunctions)
    if (Function *function = output.getFunction(plain); function && function->isDeclaration())
      function->setName(spelling(scope, plain));
}

} // namespace enzyme
