// RUN: enzyme-clang -O2 -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s
// Twenty lanes are vectors of eight and four numbers. What a loop writes before it is read is cleared only where the
// loop does not write all of it. A local array whose first element is written at once is cleared alike in all lanes,
// which then lie side by side.
#define LANES 20
#include "many_lanes.h"
// CHECK-LABEL: define internal {{.*}}@enzyme.forward.f.0(
// CHECK-NOT: %first.shadow
// CHECK: %lanes = alloca [640 x i8]
// CHECK-NOT: %first.shadow
// CHECK: call {{.*}}@aligned_alloc(
// CHECK: icmp ult i64
// CHECK: freeze i1
// CHECK: call void @llvm.memset
// CHECK: store <8 x double>
// CHECK: store <4 x double>
