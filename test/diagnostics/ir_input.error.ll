; After an error in IR nothing else runs: the request that is left is no code for a processor.
; RUN: rm -f %t.o %t.s %t.out.ll %t.bc
; RUN: not enzyme-clang -c %s -o %t.o 2>&1 | FileCheck %s
; RUN: not enzyme-clang -O2 -S %s -o %t.s 2>&1 | FileCheck %s
; RUN: not enzyme-clang -O2 -S -emit-llvm %s -o %t.out.ll 2>&1 | FileCheck %s
; RUN: not enzyme-clang -flto -c %s -o %t.bc 2>&1 | FileCheck %s
; RUN: not enzyme-clang %s -o %t.o 2>&1 | FileCheck %s
; RUN: not ls %t.o 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: not ls %t.s 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: not ls %t.out.ll 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: not ls %t.bc 2>&1 | FileCheck %s --check-prefix=NONE
; CHECK: error: {{.*}}ENZ0019
; CHECK-NOT: {{submit a bug|Stack dump|LLVM ERROR}}
; NONE: No such file
target triple = "x86_64-pc-linux-gnu"

@other = alias double (double), ptr @asks
@chosen = ifunc double (double), ptr @choose
@list = appending global [1 x ptr] [ptr @square], section "llvm.metadata"
@llvm.used = appending global [1 x ptr] [ptr @asks], section "llvm.metadata"
@table = constant [2 x ptr] [ptr @other, ptr @chosen]

define double @square(double %x, ptr %p) {
  %y = fmul double %x, %x
  ret double %y
}

define double @asks(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @square, metadata !"enzyme_dup", double %x)
  ret double %d
}

define internal ptr @choose() {
  ret ptr @asks
}

declare double @__enzyme_autodiff(...)
