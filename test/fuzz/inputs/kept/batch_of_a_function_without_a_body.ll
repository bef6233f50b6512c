; options:
; ModuleID = '/tmp/fz/corpus/plain/batch-batches_and_derivatives_nest.deriv.c.bc'
source_filename = "/tmp/fz/test/derivatives/batch/batches_and_derivatives_nest.deriv.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.checkEntry = type { ptr, ptr, ptr }
%struct.V4 = type { [4 x double] }
%struct.V2 = type { [2 x double] }

@checkEntries = internal global ptr null, align 8
@checkFailures = internal global i32 0, align 4
@.str = private unnamed_addr constant [7 x i8] c"%s %s\0A\00", align 1
@.str.1 = private unnamed_addr constant [3 x i8] c"ok\00", align 1
@.str.2 = private unnamed_addr constant [7 x i8] c"FAILED\00", align 1
@stdout = external global ptr, align 8
@enzyme_const = external global i32, align 4
@enzyme_width = external global i32, align 4
@enzyme_scalar = external global i32, align 4
@G = global double 0.000000e+00

; Function Attrs: nounwind uwtable
define dso_local i32 @main() #0 {
  %1 = alloca i32, align 4
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  store i32 0, ptr %1, align 4
  call void @llvm.lifetime.start.p0(ptr %2) #5
  %4 = load ptr, ptr @checkEntries, align 8, !tbaa !9
  store ptr %4, ptr %2, align 8, !tbaa !9
  br label %5

5:                                                ; preds = %25, %0
  %6 = load ptr, ptr %2, align 8, !tbaa !9
  %7 = icmp ne ptr %6, null
  br i1 %7, label %9, label %8

8:                                                ; preds = %5
  call void @llvm.lifetime.end.p0(ptr %2) #5
  br label %29

9:                                                ; preds = %5
  call void @llvm.lifetime.start.p0(ptr %3) #5
  %10 = load i32, ptr @checkFailures, align 4, !tbaa !5
  store i32 %10, ptr %3, align 4, !tbaa !5
  %11 = load ptr, ptr %2, align 8, !tbaa !9
  %12 = getelementptr inbounds nuw %struct.checkEntry, ptr %11, i32 0, i32 1
  %13 = load ptr, ptr %12, align 8, !tbaa !12
  call void %13()
  %14 = load i32, ptr @checkFailures, align 4, !tbaa !5
  %15 = load i32, ptr %3, align 4, !tbaa !5
  %16 = icmp eq i32 %14, %15
  %17 = zext i1 %16 to i64
  %18 = select i1 %16, ptr @.str.1, ptr @.str.2
  %19 = load ptr, ptr %2, align 8, !tbaa !9
  %20 = getelementptr inbounds nuw %struct.checkEntry, ptr %19, i32 0, i32 0
  %21 = load ptr, ptr %20, align 8, !tbaa !15
  %22 = call i32 (ptr, ...) @printf(ptr noundef @.str, ptr noundef %18, ptr noundef %21)
  %23 = load ptr, ptr @stdout, align 8, !tbaa !16
  %24 = call i32 @fflush(ptr noundef %23)
  call void @llvm.lifetime.end.p0(ptr %3) #5
  br label %25

25:                                               ; preds = %9
  %26 = load ptr, ptr %2, align 8, !tbaa !9
  %27 = getelementptr inbounds nuw %struct.checkEntry, ptr %26, i32 0, i32 2
  %28 = load ptr, ptr %27, align 8, !tbaa !18
  store ptr %28, ptr %2, align 8, !tbaa !9
  br label %5, !llvm.loop !19

29:                                               ; preds = %8
  %30 = load i32, ptr @checkFailures, align 4, !tbaa !5
  %31 = icmp ne i32 %30, 0
  %32 = zext i1 %31 to i32
  ret i32 %32
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare i32 @printf(ptr noundef, ...) #2

declare i32 @fflush(ptr noundef) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: nounwind uwtable
define dso_local double @f(double noundef %0, double noundef %1) #0 {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  store double %0, ptr %3, align 8, !tbaa !22
  store double %1, ptr %4, align 8, !tbaa !22
  %5 = load double, ptr %4, align 8, !tbaa !22
  %6 = load double, ptr %3, align 8, !tbaa !22
  %7 = fmul double %5, %6
  %8 = load double, ptr %3, align 8, !tbaa !22
  %9 = fmul double %7, %8
  %10 = load double, ptr %3, align 8, !tbaa !22
  %11 = load double, ptr %3, align 8, !tbaa !22
  %12 = call double @sin(double noundef %11) #5, !tbaa !5
  %13 = call double @llvm.fmuladd.f64(double %9, double %10, double %12)
  ret double %13
}

; Function Attrs: nounwind
declare double @sin(double noundef) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #4

; Function Attrs: nounwind uwtable
define dso_local double @slope(double noundef %0, double noundef %1) #0 {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  store double %0, ptr %3, align 8, !tbaa !22
  store double %1, ptr %4, align 8, !tbaa !22
  %5 = load double, ptr %3, align 8, !tbaa !22
  %6 = load i32, ptr @enzyme_const, align 4, !tbaa !5
  %7 = load double, ptr %4, align 8, !tbaa !22
  %8 = call double (ptr, ...) @__enzyme_autodiff_d(ptr noundef @f, double noundef %5, i32 noundef %6, double noundef %7)
  ret double %8
}

declare double @__enzyme_autodiff_d(ptr noundef, ...) #2

; Function Attrs: nounwind uwtable
define dso_local double @power(double noundef %0, i32 noundef %1) #0 {
  %3 = alloca double, align 8
  %4 = alloca i32, align 4
  %5 = alloca double, align 8
  %6 = alloca i32, align 4
  store double %0, ptr %3, align 8, !tbaa !22
  store i32 %1, ptr %4, align 4, !tbaa !5
  call void @llvm.lifetime.start.p0(ptr %5) #5
  store double 1.000000e+00, ptr %5, align 8, !tbaa !22
  call void @llvm.lifetime.start.p0(ptr %6) #5
  store i32 0, ptr %6, align 4, !tbaa !5
  br label %7

7:                                                ; preds = %17, %2
  %8 = load i32, ptr %6, align 4, !tbaa !5
  %9 = load i32, ptr %4, align 4, !tbaa !5
  %10 = icmp slt i32 %8, %9
  br i1 %10, label %12, label %11

11:                                               ; preds = %7
  call void @llvm.lifetime.end.p0(ptr %6) #5
  br label %20

12:                                               ; preds = %7
  %13 = load double, ptr %3, align 8, !tbaa !22
  %14 = load double, ptr %5, align 8, !tbaa !22
  %15 = call double asm "", "=x,0"(double %14)
  %16 = fmul double %15, %13
  store double %16, ptr %5, align 8, !tbaa !22
  br label %17

17:                                               ; preds = %12
  %18 = load i32, ptr %6, align 4, !tbaa !5
  %19 = add nsw i32 %18, 1
  store i32 %19, ptr %6, align 4, !tbaa !5
  br label %7, !llvm.loop !24

20:                                               ; preds = %11
  %21 = load double, ptr %5, align 8, !tbaa !22
  call void @llvm.lifetime.end.p0(ptr %5) #5
  ret double %21
}

; Function Attrs: nounwind uwtable
define dso_local double @slopeOfPower(double noundef %0, i32 noundef %1) #0 {
  %3 = alloca double, align 8
  %4 = alloca i32, align 4
  store double %0, ptr %3, align 8, !tbaa !22
  store i32 %1, ptr %4, align 4, !tbaa !5
  %5 = load double, ptr %3, align 8, !tbaa !22
  %6 = load i32, ptr %4, align 4, !tbaa !5
  %7 = call double (ptr, ...) @__enzyme_autodiff_d(ptr noundef @power, double noundef %5, i32 noundef %6)
  ret double %7
}

; Function Attrs: nounwind uwtable
define dso_local double @inner(double noundef %0, double noundef %1) #0 {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  store double %0, ptr %3, align 8, !tbaa !22
  store double %1, ptr %4, align 8, !tbaa !22
  %5 = load double, ptr %3, align 8, !tbaa !22
  %6 = fcmp ogt double %5, 1.000000e+00
  br i1 %6, label %7, label %13

7:                                                ; preds = %2
  %8 = load double, ptr %3, align 8, !tbaa !22
  %9 = load double, ptr %3, align 8, !tbaa !22
  %10 = fmul double %8, %9
  %11 = load double, ptr %4, align 8, !tbaa !22
  %12 = fmul double %10, %11
  store double %9, ptr %3, align 8
  br label %17

13:                                               ; preds = %2
  %14 = load double, ptr %3, align 8, !tbaa !22
  %15 = load double, ptr %4, align 8, !tbaa !22
  %16 = fadd double %14, %15
  store double %16, ptr @G, align 8
  br label %17

17:                                               ; preds = %13, %7
  %18 = phi double [ %12, %7 ], [ %16, %13 ]
  ret double %18
}

; Function Attrs: nounwind uwtable
declare dso_local double @sum(double noundef) #0

declare void @__enzyme_batch_4(ptr dead_on_unwind writable sret(%struct.V4) align 8, ptr noundef, ...) #2

; Function Attrs: nounwind uwtable
define dso_local double @plainSum(double noundef %0) #0 {
  %2 = alloca double, align 8
  store double %0, ptr %2, align 8, !tbaa !22
  %3 = load double, ptr %2, align 8, !tbaa !22
  %4 = load double, ptr %2, align 8, !tbaa !22
  %5 = call double @inner(double noundef %3, double noundef %4)
  %6 = load double, ptr %2, align 8, !tbaa !22
  %7 = fmul double 2.000000e+00, %6
  %8 = load double, ptr %2, align 8, !tbaa !22
  %9 = call double @inner(double noundef %7, double noundef %8)
  %10 = call double @llvm.fmuladd.f64(double 1.000000e+01, double %9, double %5)
  %11 = load double, ptr %2, align 8, !tbaa !22
  %12 = call double @inner(double noundef 3.000000e+00, double noundef %11)
  %13 = call double @llvm.fmuladd.f64(double 1.000000e+02, double %12, double %10)
  %14 = load double, ptr %2, align 8, !tbaa !22
  %15 = call double @inner(double noundef 5.000000e-01, double noundef %14)
  %16 = call double @llvm.fmuladd.f64(double 1.000000e+03, double %15, double %13)
  ret double %16
}

; Function Attrs: nounwind uwtable
define dso_local double @curvature(double noundef %0, double noundef %1) #0 {
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  store double %0, ptr %3, align 8, !tbaa !22
  store double %1, ptr %4, align 8, !tbaa !22
  %5 = load double, ptr %3, align 8, !tbaa !22
  %6 = load i32, ptr @enzyme_const, align 4, !tbaa !5
  %7 = load double, ptr %4, align 8, !tbaa !22
  %8 = call double (ptr, ...) @__enzyme_fwddiff_d(ptr noundef @slope, double noundef %5, double noundef 1.000000e+00, i32 noundef %6, double noundef %7)
  ret double %8
}

declare double @__enzyme_fwddiff_d(ptr noundef, ...) #2

; Function Attrs: nounwind uwtable
define dso_local double @product(double noundef %0) #0 {
  %2 = alloca double, align 8
  %3 = alloca %struct.V2, align 8
  store double %0, ptr %2, align 8, !tbaa !22
  call void @llvm.lifetime.start.p0(ptr %3) #5
  %4 = load i32, ptr @enzyme_width, align 4, !tbaa !5
  %5 = load double, ptr %2, align 8, !tbaa !22
  %6 = load double, ptr %2, align 8, !tbaa !22
  %7 = fadd double %6, 1.000000e+00
  %8 = call { double, double } (ptr, ...) @__enzyme_batch_2(ptr noundef @sum, i32 noundef %4, i32 noundef 2, double noundef %5, double noundef %7)
  %9 = getelementptr inbounds nuw %struct.V2, ptr %3, i32 0, i32 0
  %10 = getelementptr inbounds nuw { double, double }, ptr %9, i32 0, i32 0
  %11 = extractvalue { double, double } %8, 0
  store double %11, ptr %10, align 8
  %12 = getelementptr inbounds nuw { double, double }, ptr %9, i32 0, i32 1
  %13 = extractvalue { double, double } %8, 1
  store double %13, ptr %12, align 8
  %14 = getelementptr inbounds nuw %struct.V2, ptr %3, i32 0, i32 0
  %15 = getelementptr inbounds [2 x double], ptr %14, i64 0, i64 0
  %16 = load double, ptr %15, align 8, !tbaa !22
  %17 = getelementptr inbounds nuw %struct.V2, ptr %3, i32 0, i32 0
  %18 = getelementptr inbounds [2 x double], ptr %17, i64 0, i64 1
  %19 = load double, ptr %18, align 8, !tbaa !22
  %20 = fmul double %16, %19
  call void @llvm.lifetime.end.p0(ptr %3) #5
  ret double %20
}

declare { double, double } @__enzyme_batch_2(ptr noundef, ...) #2

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}
!llvm.errno.tbaa = !{!5}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!10, !10, i64 0}
!10 = !{!"p1 _ZTS10checkEntry", !11, i64 0}
!11 = !{!"any pointer", !7, i64 0}
!12 = !{!13, !11, i64 8}
!13 = !{!"checkEntry", !14, i64 0, !11, i64 8, !10, i64 16}
!14 = !{!"p1 omnipotent char", !11, i64 0}
!15 = !{!13, !14, i64 0}
!16 = !{!17, !17, i64 0}
!17 = !{!"p1 _ZTS8_IO_FILE", !11, i64 0}
!18 = !{!13, !10, i64 16}
!19 = distinct !{!19, !20, !21}
!20 = !{!"llvm.loop.mustprogress"}
!21 = !{!"llvm.loop.unroll.disable"}
!22 = !{!23, !23, i64 0}
!23 = !{!"double", !7, i64 0}
!24 = distinct !{!24, !20, !21}
