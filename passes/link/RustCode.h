//===- RustCode.h - code that other compilers left in their objects --------===//
//
// Problem: other compilers write no section of ours. But objects may be bitcode (plain clang's with
// -flto, rustc's with `-C linker-plugin-lto`), or have it in a section beside the machine code
// (clang's with -ffat-lto-objects, rustc's with `-C embed-bitcode`, which libraries have unless
// cargo says otherwise, and the standard library has always).
//
// Here: that bitcode, as code that a file carries. It differs from ours in this: static variables
// have no name that other objects could use, so a derivative that needs one that changes is
// refused. Rust's also in this:
//  - the allocator's functions have names of the compiler's version. While derivatives are
//    made they have plain ones, which rules know; the object that is linked has rustc's again;
//  - debug information keeps lines only. Its types say u8 where any bytes may lie, and
//    of an enumeration's payload nothing that we read;
//  - what never returns (panics) is not read: no derivative flows through it, and it leads
//    to most of the standard library.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_LINK_RUSTCODE_H
#define ENZYME_LINK_RUSTCODE_H

#include "carry/Carry.h"
#include <optional>

namespace enzyme {

/// Where it lies beside machine code.
inline constexpr llvm::StringLiteral bitcodeSections[] = {".llvmbc", ".llvm.lto"};

/// The code in `bitcode`; none if it cannot be read, which the linker will say.
/// Code of an LLVM newer than ours is refused: the message is in `why`.
std::optional<CarriedCode> codeOfBitcode(llvm::StringRef bitcode, std::string &why);

/// Is `code` for the same machine? Then it says so in our words: rustc's "unknown" vendor is
/// clang's "pc".
bool fitInto(const llvm::Module &program, llvm::Module &code);

/// What is to become of a function of Rust's standard library.
enum class RustFunction {
  Read,     ///< its code is differentiated
  Inactive, ///< it carries no derivative
  Unknown,  ///< it is called by nothing that is differentiated
};
RustFunction rustFunction(llvm::StringRef mangled);

/// In a program of several languages: what debug information says of types in Rust's functions.
void forgetDeclaredTypes(llvm::Module &program);

/// `core::ptr::drop_in_place<T>`
bool isRustDropGlue(llvm::StringRef mangled);

/// The functions that rustc makes for a program, by plain names.
class RustcNames {
public:
  /// In code that was loaded.
  void simplify(llvm::Module &code);
  /// In what is linked.
  void restore(llvm::Module &output) const;

private:
  std::string scope; ///< "_RNvCsfLfy6EI15iL_7___rustc"; of the first file that has one
};

} // namespace enzyme
#endif
