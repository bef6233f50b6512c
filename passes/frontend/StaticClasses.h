//===- StaticClasses.h - the class that a virtual call's object is declared to be ===//
#ifndef ENZYME_FRONTEND_STATICCLASSES_H
#define ENZYME_FRONTEND_STATICCLASSES_H

#include "frontend/PassEntry.h"

namespace enzyme {

/// Turns the tests of types that clang makes for devirtualization into staticClassMark
/// (support/VirtualTables.h), and keeps of the tables' !type what names a class that other files
/// know, too.
EXPORTED void noteStaticClasses(llvm::Module &module);

} // namespace enzyme
#endif
