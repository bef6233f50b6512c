//===- FortranNames.cpp - what flang's names say --------------------------===//
#include "support/FortranNames.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr StringLiteral beginning = "_Q";

bool isInIdentifier(char c) { return isLower(c) || isDigit(c) || c == '_'; }

} // namespace

bool isScopedByFortran(StringRef name) {
  return name.consume_front(beginning) && (name.starts_with("M") || name.starts_with("F"));
}

bool isMadeByFlang(StringRef name) { return name.starts_with("_QQ"); }

std::string readableFortranName(StringRef name) {
  if (name == "_QQmain")
    return "main program";
  StringRef rest = name;
  if (!rest.consume_front(beginning))
    return name.str();
  std::string readable;
  while (!rest.empty()) {
    char kind = rest.front();
    StringRef identifier = rest.drop_front().take_while(isInIdentifier);
    rest = rest.drop_front(1 + identifier.size());
    if (!is_contained({'M', 'S', 'F', 'B', 'P', 'E', 'T'}, kind))
      return name.str();                               // none that has a name in the source
    bool isNamed = kind != 'B' && !identifier.empty(); // blocks have numbers, the program none
    if (isNamed)
      readable += (readable.empty() ? "" : "::") + identifier.str();
  }
  return readable.empty() ? name.str() : readable;
}

StringRef fortranVariable(StringRef name) {
  return name.starts_with(beginning) ? name.rsplit('E').second.split('.').first : "";
}

} // namespace enzyme
