; A counter of shared pointers is compared and exchanged where numbers may lie, by an address of which no shadow was made.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%"class.std::shared_ptr" = type { %"class.std::__shared_ptr" }
%"class.std::__shared_ptr" = type { ptr, %"class.std::__shared_count" }
%"class.std::__shared_count" = type { ptr }
%"struct.std::_Vector_base<std::shared_ptr<Node>, std::allocator<std::shared_ptr<Node>>>::_Vector_impl_data" = type { ptr, ptr, ptr }

@__libc_single_threaded = external global i8

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #0

; Function Attrs: mustprogress nounwind uwtable
define void @_ZNSt12__shared_ptrI4NodeLN9__gnu_cxx12_Lock_policyE2EED2Ev(ptr noundef nonnull align 8 dereferenceable(16) %0) #1 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  call void @_ZNSt14__shared_countILN9__gnu_cxx12_Lock_policyE2EED2Ev(ptr noundef nonnull align 8 dereferenceable(8) %2) #12
  ret void
}

; Function Attrs: mustprogress uwtable
define noundef double @_ZL3sumRK4Node(ptr noundef nonnull align 8 dereferenceable(48) %0) #2 {
  %2 = alloca %"class.std::shared_ptr", align 8
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 32
  call void @_ZNKSt8weak_ptrI4NodeE4lockEv(ptr dead_on_unwind nonnull writable sret(%"class.std::shared_ptr") align 8 %2, ptr noundef nonnull align 8 dereferenceable(16) %3) #12
  call void @_ZNSt12__shared_ptrI4NodeLN9__gnu_cxx12_Lock_policyE2EED2Ev(ptr noundef nonnull align 8 dereferenceable(16) %2) #12
  ret double 0.000000e+00
}

; Function Attrs: mustprogress uwtable
define void @_ZNSt6vectorISt10shared_ptrI4NodeESaIS2_EE17_M_realloc_insertIJRKS2_EEEvN9__gnu_cxx17__normal_iteratorIPS2_S4_EEDpOT_(ptr %0, ptr %1) #2 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = load ptr, ptr null, align 8
  %7 = load ptr, ptr null, align 8
  store ptr %0, ptr %3, align 8
  %8 = getelementptr inbounds nuw %"struct.std::_Vector_base<std::shared_ptr<Node>, std::allocator<std::shared_ptr<Node>>>::_Vector_impl_data", ptr %6, i32 0, i32 1
  %9 = load ptr, ptr %8, align 8
  store ptr %9, ptr %4, align 8
  %10 = load ptr, ptr %3, align 8
  %11 = load ptr, ptr null, align 8
  %12 = call noundef ptr @_ZNSt6vectorISt10shared_ptrI4NodeESaIS2_EE11_S_relocateEPS2_S5_S5_RS3_(ptr noundef %10, ptr noundef %1, ptr null, ptr null) #12
  store ptr %12, ptr %5, align 8
  %13 = load ptr, ptr %4, align 8
  %14 = call noundef ptr @_ZNSt6vectorISt10shared_ptrI4NodeESaIS2_EE11_S_relocateEPS2_S5_S5_RS3_(ptr noundef null, ptr noundef %13, ptr null, ptr null) #12
  store ptr null, ptr null, align 8
  %15 = load ptr, ptr %5, align 8
  %16 = getelementptr inbounds nuw %"struct.std::_Vector_base<std::shared_ptr<Node>, std::allocator<std::shared_ptr<Node>>>::_Vector_impl_data", ptr %6, i32 0, i32 1
  store ptr %15, ptr %16, align 8
  ret void
}

; Function Attrs: alwaysinline mustprogress nounwind uwtable
define noundef zeroext i1 @_ZN9__gnu_cxx20__is_single_threadedEv() #3 {
  ret i1 false
}

; Function Attrs: mustprogress nounwind uwtable
define noundef ptr @_ZNSt6vectorISt10shared_ptrI4NodeESaIS2_EE11_S_relocateEPS2_S5_S5_RS3_(ptr noundef %0, ptr noundef %1, ptr %2, ptr %3) #1 {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  store ptr %1, ptr %3, align 8
  %7 = load ptr, ptr %2, align 8
  %8 = load ptr, ptr %3, align 8
  %9 = call noundef ptr @_ZSt12__relocate_aIPSt10shared_ptrI4NodeES3_SaIS2_EET0_T_S6_S5_RT1_(ptr noundef %7, ptr noundef %8, ptr null, ptr null) #12
  ret ptr %9
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i64 @llvm.expect.i64(i64, i64) #4

; Function Attrs: inlinehint mustprogress nounwind uwtable
define noundef ptr @_ZSt12__relocate_aIPSt10shared_ptrI4NodeES3_SaIS2_EET0_T_S6_S5_RT1_(ptr noundef %0, ptr noundef %1, ptr %2, ptr %3) #5 {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  %7 = load ptr, ptr %5, align 8
  %8 = call noundef ptr @_ZSt12__niter_baseIPSt10shared_ptrI4NodeEET_S4_(ptr noundef %7) #12
  %9 = load ptr, ptr %6, align 8
  %10 = call noundef ptr @_ZSt12__niter_baseIPSt10shared_ptrI4NodeEET_S4_(ptr noundef %9) #12
  %11 = load ptr, ptr null, align 8
  %12 = call noundef ptr @_ZSt12__niter_baseIPSt10shared_ptrI4NodeEET_S4_(ptr noundef %2) #12
  %13 = call noundef ptr @_ZSt14__relocate_a_1IPSt10shared_ptrI4NodeES3_SaIS2_EET0_T_S6_S5_RT1_(ptr noundef %8) #12
  ret ptr %3
}

; Function Attrs: inlinehint mustprogress nounwind uwtable
define noundef ptr @_ZSt14__relocate_a_1IPSt10shared_ptrI4NodeES3_SaIS2_EET0_T_S6_S5_RT1_(ptr noundef %0) #5 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  br label %3

3:                                                ; preds = %3, %1
  %4 = load ptr, ptr %2, align 8
  call void @_ZSt19__relocate_object_aISt10shared_ptrI4NodeES2_SaIS2_EEvPT_PT0_RT1_(ptr noundef %4) #12
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 16
  store ptr %5, ptr %2, align 8
  br label %3
}

; Function Attrs: inlinehint mustprogress nounwind uwtable
define noundef ptr @_ZSt12__niter_baseIPSt10shared_ptrI4NodeEET_S4_(ptr noundef %0) #5 {
  ret ptr %0
}

; Function Attrs: inlinehint mustprogress nounwind uwtable
define void @_ZSt19__relocate_object_aISt10shared_ptrI4NodeES2_SaIS2_EEvPT_PT0_RT1_(ptr noalias noundef %0) #5 {
  call void @_ZNSt16allocator_traitsISaISt10shared_ptrI4NodeEEE7destroyIS2_EEvRS3_PT_(ptr noundef %0) #12
  ret void
}

; Function Attrs: mustprogress nounwind uwtable
define void @_ZNSt16allocator_traitsISaISt10shared_ptrI4NodeEEE7destroyIS2_EEvRS3_PT_(ptr noundef %0) #1 {
  call void @_ZSt10destroy_atISt10shared_ptrI4NodeEEvPT_(ptr noundef %0)
  ret void
}

; Function Attrs: inlinehint mustprogress nounwind uwtable
define void @_ZSt10destroy_atISt10shared_ptrI4NodeEEvPT_(ptr noundef %0) #5 {
  call void @_ZNSt12__shared_ptrI4NodeLN9__gnu_cxx12_Lock_policyE2EED2Ev(ptr noundef nonnull align 8 dereferenceable(16) %0) #12
  ret void
}

; Function Attrs: mustprogress nounwind uwtable
define void @_ZNSt14__shared_countILN9__gnu_cxx12_Lock_policyE2EED2Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) #1 {
  %2 = load ptr, ptr %0, align 8
  call void @_ZNSt16_Sp_counted_baseILN9__gnu_cxx12_Lock_policyE2EE10_M_releaseEv(ptr noundef nonnull align 8 dereferenceable(16) %2) #12
  ret void
}

; Function Attrs: inlinehint mustprogress nounwind uwtable
define void @_ZNSt16_Sp_counted_baseILN9__gnu_cxx12_Lock_policyE2EE10_M_releaseEv(ptr noundef nonnull align 8 dereferenceable(16) %0) #5 {
  call void @_ZNSt16_Sp_counted_baseILN9__gnu_cxx12_Lock_policyE2EE24_M_release_last_use_coldEv(ptr noundef nonnull align 8 dereferenceable(16) %0) #12
  ret void
}

; Function Attrs: alwaysinline mustprogress uwtable
define noundef i32 @_ZN9__gnu_cxx27__exchange_and_add_dispatchEPii() #6 {
  ret i32 0
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i1 @llvm.expect.i1(i1, i1) #4

; Function Attrs: mustprogress noinline nounwind uwtable
define void @_ZNSt16_Sp_counted_baseILN9__gnu_cxx12_Lock_policyE2EE24_M_release_last_use_coldEv(ptr noundef nonnull align 8 dereferenceable(16) %0) #7 {
  call void @_ZNSt16_Sp_counted_baseILN9__gnu_cxx12_Lock_policyE2EE19_M_release_last_useEv() #12
  ret void
}

; Function Attrs: alwaysinline mustprogress nounwind uwtable
define noundef i32 @_ZN9__gnu_cxx25__exchange_and_add_singleEPii() #3 {
  ret i32 0
}

; Function Attrs: mustprogress nounwind uwtable
declare void @_ZNSt16_Sp_counted_baseILN9__gnu_cxx12_Lock_policyE2EE19_M_release_last_useEv() #1

; Function Attrs: mustprogress nounwind uwtable
define ptr @_ZNKSt6vectorISt10shared_ptrI4NodeESaIS2_EE5beginEv(ptr noundef nonnull align 8 dereferenceable(24) %0) #1 {
  ret ptr null
}

; Function Attrs: mustprogress nounwind uwtable
define ptr @_ZNKSt6vectorISt10shared_ptrI4NodeESaIS2_EE3endEv(ptr noundef nonnull align 8 dereferenceable(24) %0) #1 {
  ret ptr null
}

; Function Attrs: mustprogress nounwind uwtable
define noundef zeroext i1 @_ZN9__gnu_cxxeqIPKSt10shared_ptrI4NodeESt6vectorIS3_SaIS3_EEEEbRKNS_17__normal_iteratorIT_T0_EESE_QrqXeqcldtfp_4baseEcldtfp0_4baseERSt14convertible_toIbEE() #1 {
  ret i1 false
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #8

; Function Attrs: mustprogress nounwind uwtable
define void @_ZNKSt8weak_ptrI4NodeE4lockEv(ptr dead_on_unwind noalias writable sret(%"class.std::shared_ptr") align 8 %0, ptr noundef nonnull align 8 dereferenceable(16) %1) #1 {
  call void @_ZNSt10shared_ptrI4NodeEC2ERKSt8weak_ptrIS0_ESt9nothrow_t(ptr noundef nonnull align 8 dereferenceable(16) %0, ptr noundef nonnull align 8 dereferenceable(16) %1) #12
  ret void
}

; Function Attrs: mustprogress nounwind uwtable
define noundef zeroext i1 @_ZNKSt12__shared_ptrI4NodeLN9__gnu_cxx12_Lock_policyE2EEcvbEv(ptr noundef nonnull align 8 dereferenceable(16) %0) #1 {
  ret i1 false
}

; Function Attrs: mustprogress nounwind uwtable
define void @_ZN9__gnu_cxx17__normal_iteratorIPKSt10shared_ptrI4NodeESt6vectorIS3_SaIS3_EEEC2ERKS5_(ptr noundef nonnull align 8 dereferenceable(8) %0, ptr noundef nonnull align 8 dereferenceable(8) %1) #1 {
  ret void
}

; Function Attrs: mustprogress nounwind uwtable
define noundef nonnull align 8 dereferenceable(8) ptr @_ZNK9__gnu_cxx17__normal_iteratorIPKSt10shared_ptrI4NodeESt6vectorIS3_SaIS3_EEE4baseEv() #1 {
  ret ptr null
}

; Function Attrs: mustprogress nounwind uwtable
define void @_ZNSt10shared_ptrI4NodeEC2ERKSt8weak_ptrIS0_ESt9nothrow_t(ptr noundef nonnull align 8 dereferenceable(16) %0, ptr noundef nonnull align 8 dereferenceable(16) %1) #1 {
  call void @_ZNSt12__shared_ptrI4NodeLN9__gnu_cxx12_Lock_policyE2EEC2ERKSt10__weak_ptrIS0_LS2_2EESt9nothrow_t(ptr noundef nonnull align 8 dereferenceable(16) %0, ptr noundef nonnull align 8 dereferenceable(16) %1) #12
  ret void
}

; Function Attrs: mustprogress nounwind uwtable
define void @_ZNSt12__shared_ptrI4NodeLN9__gnu_cxx12_Lock_policyE2EEC2ERKSt10__weak_ptrIS0_LS2_2EESt9nothrow_t(ptr noundef nonnull align 8 dereferenceable(16) %0, ptr noundef nonnull align 8 dereferenceable(16) %1) #1 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 8
  call void @_ZNSt14__shared_countILN9__gnu_cxx12_Lock_policyE2EEC2ERKSt12__weak_countILS1_2EESt9nothrow_t(ptr noundef nonnull align 8 dereferenceable(8) %3, ptr noundef nonnull align 8 dereferenceable(8) %4) #12
  ret void
}

; Function Attrs: inlinehint mustprogress nounwind uwtable
define void @_ZNSt14__shared_countILN9__gnu_cxx12_Lock_policyE2EEC2ERKSt12__weak_countILS1_2EESt9nothrow_t(ptr noundef nonnull align 8 dereferenceable(8) %0, ptr noundef nonnull align 8 dereferenceable(8) %1) #5 {
  %3 = load ptr, ptr %1, align 8
  store ptr %3, ptr %0, align 8
  %4 = call noundef zeroext i1 @_ZNSt16_Sp_counted_baseILN9__gnu_cxx12_Lock_policyE2EE23_M_add_ref_lock_nothrowEv(ptr noundef nonnull align 8 dereferenceable(16) %3) #12
  ret void
}

; Function Attrs: mustprogress nounwind uwtable
define noundef i64 @_ZNKSt14__shared_countILN9__gnu_cxx12_Lock_policyE2EE16_M_get_use_countEv() #1 {
  ret i64 0
}

; Function Attrs: inlinehint mustprogress nounwind uwtable
define noundef zeroext i1 @_ZNSt16_Sp_counted_baseILN9__gnu_cxx12_Lock_policyE2EE23_M_add_ref_lock_nothrowEv(ptr noundef nonnull align 8 dereferenceable(16) %0) #5 {
  %2 = call noundef i64 @_ZNKSt16_Sp_counted_baseILN9__gnu_cxx12_Lock_policyE2EE16_M_get_use_countEv() #12
  %3 = trunc i64 %2 to i32
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %5 = add nsw i32 %3, 1
  %6 = cmpxchg weak ptr %4, i32 0, i32 %5 acq_rel monotonic, align 8
  ret i1 false
}

; Function Attrs: mustprogress nounwind uwtable
define noundef i64 @_ZNKSt16_Sp_counted_baseILN9__gnu_cxx12_Lock_policyE2EE16_M_get_use_countEv() #1 {
  %1 = load atomic i32, ptr null monotonic, align 8
  %2 = sext i32 %1 to i64
  ret i64 %2
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #9

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare x86_fp80 @llvm.fmuladd.f80(x86_fp80, x86_fp80, x86_fp80) #8

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.trap() #10

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #11

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64) #8

declare void @__enzyme_autodiff.own(ptr, ...)

define void @asks(ptr %0, ptr %1) {
entry:
  call void (ptr, ...) @__enzyme_autodiff.own(ptr nonnull @_ZL3sumRK4Node, ptr null, ptr null)
  ret void
}

; uselistorder directives
uselistorder ptr @_ZSt12__niter_baseIPSt10shared_ptrI4NodeEET_S4_, { 2, 1, 0 }

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #1 = { mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { alwaysinline mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #5 = { inlinehint mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { alwaysinline mustprogress uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { mustprogress noinline nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #9 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #10 = { cold noreturn nounwind memory(inaccessiblemem: write) }
attributes #11 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #12 = { nounwind }
