// Copies, in C: the declared types decide, whatever pointers are cast to.
// RUN: clang -O1 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o %t.ll
// RUN: %opt -passes='print<ad-types>' -disable-output %t.ll 2>&1 | FileCheck %s
#include <stdlib.h>
#include <string.h>

struct mixed { double a; int n; float *p; };
union either { double d; long n; };

// CHECK-LABEL: define {{.*}} @enzyme.prepared.whole
// CHECK: call void @llvm.memcpy{{.*}} ; touches {0:double 8:integer*4 16:pointer*8} every 24{{$}}
void whole(struct mixed *to, struct mixed *from, int n) { memcpy(to, from, n * sizeof *to); }

// CHECK-LABEL: define {{.*}} @enzyme.prepared.allocated
// CHECK: call void @llvm.memcpy{{.*}} ; touches {0:double} every 8{{$}}
double *allocated(void *from, int n) {
  double *to = malloc(n * sizeof(double));
  memcpy(to, from, n * sizeof(double));
  return to;
}

// CHECK-LABEL: define {{.*}} @enzyme.prepared.untyped
// CHECK: call void @llvm.memcpy{{.*}} ; touches {} every {{[0-9]+}}, not known
void untyped(void *to, void *from, int n) { memcpy(to, from, n); }

// CHECK-LABEL: define {{.*}} @enzyme.prepared.unions
// CHECK: call void @llvm.memcpy{{.*}} ; touches {0:double} every 8{{$}}
void unions(union either *to, union either *from, int n) { memcpy(to, from, n * sizeof *to); }

// CHECK-LABEL: define {{.*}} @enzyme.prepared.cleared
// CHECK: call void @llvm.memset{{.*}} ; touches {0:float} every 4{{$}}
void cleared(float *x, int n) { memset(x, 0, n * sizeof *x); }
