//===- NoteArguments.h - the arguments of requests, as written -------------===//
#ifndef ENZYME_FRONTEND_CLANG_NOTEARGUMENTS_H
#define ENZYME_FRONTEND_CLANG_NOTEARGUMENTS_H

#include "frontend/WrittenArguments.h"

namespace clang {
class ASTContext;
class Decl;
} // namespace clang

namespace enzyme {

/// Adds the calls of words in `declaration` to `calls`. Calls in
/// system headers are not the user's.
void noteArguments(clang::Decl &declaration, const clang::ASTContext &context,
                   std::vector<WrittenCall> &calls);

} // namespace enzyme
#endif
