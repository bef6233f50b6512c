// RUN: enzyme-clang -O2 -mllvm -enzyme-print -c %s -o %t.o 2>&1 | FileCheck %s
// Of twenty-two lanes sixteen lie side by side, six in memory of their own. What a loop writes before it is read is cleared
// only where the loop does not write all of it, in both.
#define LANES 22
#include "many_lanes.h"
// CHECK-LABEL: define internal {{.*}}@enzyme.forward.f.0(
// CHECK-NOT: %first.shadow
// CHECK-DAG: = alloca [512 x i8], align 64
// CHECK-DAG: = alloca [192 x i8], align 32
// CHECK-NOT: %first.shadow
// CHECK: call {{.*}}@aligned_alloc(i64 32,
// CHECK: icmp ult i64
// CHECK: freeze i1
// CHECK: call void @llvm.memset
// CHECK: call {{.*}}@aligned_alloc(i64 64,
// CHECK: icmp ult i64
// CHECK: freeze i1
// CHECK: call void @llvm.memset
// CHECK: store <8 x double>
// CHECK: store <6 x double>
