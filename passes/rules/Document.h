//===- Document.h - docs/rules.md ----------------------------------------===//
#ifndef ENZYME_RULES_DOCUMENT_H
#define ENZYME_RULES_DOCUMENT_H

#include <string>

namespace enzyme {

/// The text of docs/rules.md: every function with a formula, its partials and
/// what they need. A unit test holds the file to it.
std::string documentRules();

} // namespace enzyme
#endif
