// The standard library's strings copy text; containers of floats copy floats.
// RUN: clang++ -O1 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o %t.ll
// RUN: %opt -passes='print<ad-types>' -disable-output %t.ll 2>&1 | FileCheck %s
#include <complex>
#include <cstring>
#include <string>

// CHECK-LABEL: define {{.*}} @enzyme.prepared.text
// CHECK: llvm.mem{{.*}} ; touches {0:integer*1} every 1{{$}}
extern "C" void text(char *to, const char *from, long n) { std::char_traits<char>::copy(to, from, n); }

// CHECK-LABEL: define {{.*}} @enzyme.prepared.complexes
// CHECK: llvm.mem{{.*}} ; touches {0:double} every 8{{$}}
extern "C" void complexes(std::complex<double> *to, const std::complex<double> *from, long n) {
  std::memmove(static_cast<void *>(to), from, n * sizeof *to);
}

struct base { double x; };
struct derived : base { int n; double *p; };
// CHECK-LABEL: define {{.*}} @enzyme.prepared.inherited
// CHECK: llvm.mem{{.*}} ; touches {0:double 8:integer*4 16:pointer*8} every 24{{$}}
extern "C" void inherited(derived *to, const derived *from, long n) {
  std::memcpy(to, from, n * sizeof *to);
}
