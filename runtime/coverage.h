//===- coverage.h - lets users' programs write a profile -------------------===//
//
// Problem: clang's driver asks for the runtime of profiles where it links instrumented code. A
// program that is compiled by enzyme-clang has no code of its own that is, only this library.
//
// Here: each object of the library asks for it. Included by the build alone (CMakeLists.txt).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RUNTIME_COVERAGE_H
#define ENZYME_RUNTIME_COVERAGE_H

extern int __llvm_profile_runtime;
__attribute__((used)) static int *const enzyme_rt_profile = &__llvm_profile_runtime;

#endif
