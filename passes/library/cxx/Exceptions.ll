; What throws and catches exceptions, where some are caught inside differentiated code. The
; object of an exception is found again through the unwinder, which knows no shadows. So the
; throw puts its address into memory of the program's, which has a shadow like any other, and
; the catch takes it from there: `enzyme.body.X` stands for X. Which slot is the runtime's
; affair (runtime/exceptions.c); -1 is no object of ours.
;
; An object of ours lives until the last handler has ended and is destroyed by code that can
; be differentiated, not by the unwinder.

@enzyme.thrown = linkonce_odr hidden thread_local global [64 x ptr] zeroinitializer, align 16

define void @enzyme.body.__cxa_throw(ptr %object, ptr %type, ptr %destructor) {
entry:
  %slot = call i64 @enzyme_rt_exception_thrown(ptr %object, ptr %destructor)
  %slots = call ptr @llvm.threadlocal.address.p0(ptr @enzyme.thrown)
  %place = getelementptr inbounds [64 x ptr], ptr %slots, i64 0, i64 %slot
  store ptr %object, ptr %place, align 8
  call void @__cxa_throw(ptr %object, ptr %type, ptr @enzyme_rt_exception_gone) #2
  unreachable
}

; std::make_exception_ptr: an object that is thrown later, if at all.
define ptr @enzyme.body.__cxa_init_primary_exception(ptr %object, ptr %type, ptr %destructor) {
entry:
  %slot = call i64 @enzyme_rt_exception_thrown(ptr %object, ptr %destructor)
  %slots = call ptr @llvm.threadlocal.address.p0(ptr @enzyme.thrown)
  %place = getelementptr inbounds [64 x ptr], ptr %slots, i64 0, i64 %slot
  store ptr %object, ptr %place, align 8
  %header = call ptr @__cxa_init_primary_exception(ptr %object, ptr %type, ptr @enzyme_rt_exception_gone) #0
  ret ptr %header
}

; The handler's parameter: the object, a part of it, or what a thrown pointer leads to.
define ptr @enzyme.body.__cxa_begin_catch(ptr %exception) {
entry:
  %native = call ptr @__cxa_begin_catch(ptr %exception) #0
  %slot = call i64 @enzyme_rt_exception_caught(ptr %exception)
  %isOurs = icmp sge i64 %slot, 0
  br i1 %isOurs, label %ours, label %done

ours:
  %slots = call ptr @llvm.threadlocal.address.p0(ptr @enzyme.thrown)
  %place = getelementptr inbounds [64 x ptr], ptr %slots, i64 0, i64 %slot
  %object = load ptr, ptr %place, align 8
  %isPointer = call i1 @enzyme_rt_exception_is_pointer(ptr %exception)
  br i1 %isPointer, label %pointer, label %adjust

pointer:
  %thrown = load ptr, ptr %object, align 8
  br label %adjust

adjust:
  %base = phi ptr [ %object, %ours ], [ %thrown, %pointer ]
  %distance = call i64 @enzyme_rt_exception_distance(ptr %exception, ptr %native)
  %caught = getelementptr i8, ptr %base, i64 %distance
  br label %done

done:
  %parameter = phi ptr [ %native, %entry ], [ %caught, %adjust ]
  ret ptr %parameter
}

define void @enzyme.body.__cxa_end_catch() {
entry:
  %slot = call i64 @enzyme_rt_exception_last()
  %isLast = icmp sge i64 %slot, 0
  br i1 %isLast, label %last, label %other

last:
  %slots = call ptr @llvm.threadlocal.address.p0(ptr @enzyme.thrown)
  %place = getelementptr inbounds [64 x ptr], ptr %slots, i64 0, i64 %slot
  %object = load ptr, ptr %place, align 8
  %destructor = call ptr @enzyme_rt_exception_destructor(i64 %slot)
  call void @enzyme_rt_exception_destroy(ptr %destructor, ptr %object)
  call void @enzyme_rt_exception_forget(i64 %slot)
  call void @__cxa_end_catch() #0
  call void @__cxa_free_exception(ptr %object) #0
  ret void

other:
  call void @__cxa_end_catch()
  ret void
}

; Raised where no handler inside waits for it: from here on the unwinder takes care of it.
define void @enzyme.body.enzyme_rt_exception_escape(ptr %exception) {
entry:
  %slot = call i64 @enzyme_rt_exception_slot(ptr %exception)
  %isOurs = icmp sge i64 %slot, 0
  br i1 %isOurs, label %ours, label %raise

ours:
  %slots = call ptr @llvm.threadlocal.address.p0(ptr @enzyme.thrown)
  %place = getelementptr inbounds [64 x ptr], ptr %slots, i64 0, i64 %slot
  %object = load ptr, ptr %place, align 8
  call void @enzyme_rt_exception_disown(ptr %object) #0
  br label %raise

raise:
  call void @enzyme_rt_exception_escape(ptr %exception) #2
  unreachable
}

declare void @__cxa_throw(ptr, ptr, ptr)
declare ptr @__cxa_init_primary_exception(ptr, ptr, ptr) #0
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare void @__cxa_free_exception(ptr) #0
declare i64 @enzyme_rt_exception_thrown(ptr captures(none), ptr) #1
declare void @enzyme_rt_exception_gone(ptr)
declare i64 @enzyme_rt_exception_caught(ptr) #1
declare i1 @enzyme_rt_exception_is_pointer(ptr) #1
declare i64 @enzyme_rt_exception_distance(ptr, ptr captures(none)) #0
declare i64 @enzyme_rt_exception_last() #1
declare i64 @enzyme_rt_exception_slot(ptr) #1
declare ptr @enzyme_rt_exception_destructor(i64) #1
declare void @enzyme_rt_exception_destroy(ptr, ptr) #0
declare void @enzyme_rt_exception_forget(i64) #1
declare void @enzyme_rt_exception_disown(ptr) #0
declare void @enzyme_rt_exception_escape(ptr)
declare ptr @llvm.threadlocal.address.p0(ptr)

attributes #0 = { nounwind }
attributes #1 = { nounwind memory(inaccessiblemem: readwrite) }
attributes #2 = { noreturn }
