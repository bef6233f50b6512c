//===- DeclareProperties.h - registrations as attributes -------------------===//
//
// Problem: a program says by a global, an annotation, an attribute or metadata
// that a function is like another or allocates; rooms that know nothing of
// registrations (rules/, types/, activity/) must hear it.
//
// Here: what was said is written onto the functions of the workshop as the one
// attribute that rules/ answers from, and functions that say it are kept whole.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REQUEST_DECLAREPROPERTIES_H
#define ENZYME_REQUEST_DECLAREPROPERTIES_H

#include "Options.h"
#include "request/ParseGlobals.h"

namespace enzyme {

void declareProperties(llvm::Module &workshop, const UserRules &rules, const Options &options,
                       Diagnostics &diagnostics);

} // namespace enzyme
#endif
