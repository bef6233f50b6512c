//===- NumberClosures.h - one number for a closure in both modules ---------===//
#ifndef ENZYME_FRONTEND_CLANG_NUMBERCLOSURES_H
#define ENZYME_FRONTEND_CLANG_NUMBERCLOSURES_H

namespace clang {
class Decl;
} // namespace clang

namespace enzyme {

/// Marks the functions of closures and unnamed classes in `declaration` whose names
/// depend on the order in which code is generated. `next` is the next free number.
/// To be called before any code of the declaration is generated.
void numberClosures(clang::Decl &declaration, unsigned &next);

} // namespace enzyme
#endif
