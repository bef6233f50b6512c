; Reductions over all of a vector, also by their old names: the program compares its derivatives.
; RUN: enzyme-clang -Wno-override-module %s -o %t
; RUN: %t
declare double @llvm.vector.reduce.fadd.v4f64(double, <4 x double>)
declare double @llvm.vector.reduce.fmul.v4f64(double, <4 x double>)
declare double @llvm.vector.reduce.fmax.v4f64(<4 x double>)
declare double @llvm.vector.reduce.fmin.v4f64(<4 x double>)
declare double @llvm.vector.reduce.fmaximum.v4f64(<4 x double>)
declare double @llvm.vector.reduce.fminimum.v4f64(<4 x double>)
declare double @llvm.experimental.vector.reduce.v2.fadd.f64.v4f64(double, <4 x double>)
declare double @llvm.experimental.vector.reduce.v2.fmul.f64.v4f64(double, <4 x double>)
declare double @llvm.experimental.vector.reduce.fmax.v4f64(<4 x double>)
declare double @__enzyme_autodiff(ptr, ...)

; x + (x + 2 + x^2 + 4) + 8 x^3 + x^2 + 2 + x^2 + 2 at 3
define double @new(double %x) {
  %a = insertelement <4 x double> <double 0.0, double 2.0, double 3.0, double 4.0>, double %x, i32 0
  %square = fmul double %x, %x
  %b = insertelement <4 x double> %a, double %square, i32 2
  %sum = call double @llvm.vector.reduce.fadd.v4f64(double %x, <4 x double> %b)
  %product = call reassoc double @llvm.vector.reduce.fmul.v4f64(double 1.0, <4 x double> %b)
  %most = call double @llvm.vector.reduce.fmax.v4f64(<4 x double> %b)
  %least = call double @llvm.vector.reduce.fmin.v4f64(<4 x double> %b)
  %most2 = call double @llvm.vector.reduce.fmaximum.v4f64(<4 x double> %b)
  %least2 = call double @llvm.vector.reduce.fminimum.v4f64(<4 x double> %b)
  %r1 = fadd double %sum, %product
  %r2 = fadd double %r1, %most
  %r3 = fadd double %r2, %least
  %r4 = fadd double %r3, %most2
  %r5 = fadd double %r4, %least2
  ret double %r5
}

define double @old(double %x) {
  %a = insertelement <4 x double> <double 0.0, double 2.0, double 3.0, double 4.0>, double %x, i32 0
  %square = fmul double %x, %x
  %b = insertelement <4 x double> %a, double %square, i32 2
  %sum = call double @llvm.experimental.vector.reduce.v2.fadd.f64.v4f64(double %x, <4 x double> %b)
  %product = call double @llvm.experimental.vector.reduce.v2.fmul.f64.v4f64(double 1.0, <4 x double> %b)
  %most = call double @llvm.experimental.vector.reduce.fmax.v4f64(<4 x double> %b)
  %r1 = fadd double %sum, %product
  %r2 = fadd double %r1, %most
  ret double %r2
}

define i32 @main() {
  %a = call double (ptr, ...) @__enzyme_autodiff(ptr @new, double 3.0)
  %b = call double (ptr, ...) @__enzyme_autodiff(ptr @old, double 3.0)
  %isWrongA = fcmp une double %a, 236.0
  %isWrongB = fcmp une double %b, 230.0
  %isWrong = or i1 %isWrongA, %isWrongB
  %code = zext i1 %isWrong to i32
  ret i32 %code
}
