; RUN: enzyme-clang -O0 %s -o %t && %t
; RUN: enzyme-clang -O2 %s -o %t && %t
; An allocator and its partner, named by attributes. main returns 0 if the derivative is right and as many
; pieces were freed as taken, two each.
target triple = "x86_64-pc-linux-gnu"

@balance = global i32 0

define ptr @take(i32 %tag, i64 %bytes) noinline "enzyme_allocator"="1" "enzyme_deallocator"="-1,0" "enzyme_deallocator_fn"="give" {
  %b = load i32, ptr @balance
  %c = add i32 %b, 16
  store i32 %c, ptr @balance
  %p = call ptr @malloc(i64 %bytes)
  ret ptr %p
}
define void @give(ptr %p, i32 %tag) noinline {
  %b = load i32, ptr @balance
  %c = sub i32 %b, %tag
  store i32 %c, ptr @balance
  call void @free(ptr %p)
  ret void
}
define double @f(double %x, i64 %i) {
  %p = call ptr @take(i32 15, i64 16)
  %q = getelementptr double, ptr %p, i64 %i
  store double %x, ptr %p
  %m = fmul double %x, %x
  store double %m, ptr %q
  %a = load double, ptr %p
  %b = load double, ptr %q
  %r = fmul double %a, %b
  ret double %r
}
declare ptr @malloc(i64)
declare void @free(ptr)
declare double @__enzyme_autodiff(...)

define i32 @main() {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double 3.0, i64 1)
  %b = load i32, ptr @balance
  %ok1 = fcmp oeq double %d, 27.0
  %ok2 = icmp eq i32 %b, 2
  %ok = and i1 %ok1, %ok2
  %bad = xor i1 %ok, true
  %code = zext i1 %bad to i32
  ret i32 %code
}
