; Threads that are started in differentiated code run in place, where they are started, and
; joining finds them done: for threads that wait for no other that is one of the orders that the
; program may be run in. What a thread returns waits in memory of the program's (which has a
; shadow) for who joins; which slot is the runtime's affair (runtime/threads.c). `enzyme.body.X`
; stands for X. Threads that others started are joined as ever.
;
; What is to be done once (pthread_once, std::call_once, std::promise) is done by code that can
; be differentiated, too; the runtime says whether it was done, as the C library does.

@enzyme.returned = linkonce_odr hidden thread_local global [256 x ptr] zeroinitializer, align 16
@_ZSt11__once_call = external thread_local global ptr

define i32 @enzyme.body.pthread_create(ptr %thread, ptr %attributes, ptr %function, ptr %argument) {
entry:
  %slot = call i64 @enzyme_rt_thread_begin()
  %returned = call ptr %function(ptr %argument)
  %number = call i64 @enzyme_rt_thread_end(i64 %slot)
  %slots = call ptr @llvm.threadlocal.address.p0(ptr @enzyme.returned)
  %place = getelementptr inbounds [256 x ptr], ptr %slots, i64 0, i64 %slot
  store ptr %returned, ptr %place, align 8
  store i64 %number, ptr %thread, align 8
  ret i32 0
}

define i32 @enzyme.body.pthread_join(i64 %thread, ptr %result) {
entry:
  %slot = call i64 @enzyme_rt_thread_slot(i64 %thread)
  %isOurs = icmp sge i64 %slot, 0
  br i1 %isOurs, label %ours, label %other

ours:
  call void @enzyme_rt_thread_forget(i64 %slot)
  %isWanted = icmp ne ptr %result, null
  br i1 %isWanted, label %wanted, label %done

wanted:
  %slots = call ptr @llvm.threadlocal.address.p0(ptr @enzyme.returned)
  %place = getelementptr inbounds [256 x ptr], ptr %slots, i64 0, i64 %slot
  %returned = load ptr, ptr %place, align 8
  store ptr %returned, ptr %result, align 8
  br label %done

other:
  %status = call i32 @pthread_join(i64 %thread, ptr %result) #2
  ret i32 %status

done:
  ret i32 0
}

define i32 @enzyme.body.pthread_detach(i64 %thread) {
entry:
  %slot = call i64 @enzyme_rt_thread_slot(i64 %thread)
  %isOurs = icmp sge i64 %slot, 0
  br i1 %isOurs, label %ours, label %other

ours:
  call void @enzyme_rt_thread_forget(i64 %slot)
  ret i32 0

other:
  %status = call i32 @pthread_detach(i64 %thread) #2
  ret i32 %status
}

define i32 @enzyme.body.thrd_create(ptr %thread, ptr %function, ptr %argument) {
entry:
  %slot = call i64 @enzyme_rt_thread_begin()
  %returned = call i32 %function(ptr %argument)
  %number = call i64 @enzyme_rt_thread_end(i64 %slot)
  call void @enzyme_rt_thread_returns(i64 %slot, i32 %returned)
  store i64 %number, ptr %thread, align 8
  ret i32 0
}

define i32 @enzyme.body.thrd_join(i64 %thread, ptr %result) {
entry:
  %slot = call i64 @enzyme_rt_thread_slot(i64 %thread)
  %isOurs = icmp sge i64 %slot, 0
  br i1 %isOurs, label %ours, label %other

ours:
  %returned = call i32 @enzyme_rt_thread_returned(i64 %slot)
  call void @enzyme_rt_thread_forget(i64 %slot)
  %isWanted = icmp ne ptr %result, null
  br i1 %isWanted, label %wanted, label %done

wanted:
  store i32 %returned, ptr %result, align 4
  br label %done

other:
  %status = call i32 @thrd_join(i64 %thread, ptr %result) #2
  ret i32 %status

done:
  ret i32 0
}

; std::thread of libstdc++: the state's virtual functions are two destructors and what runs.
define void @enzyme.body._ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(ptr %this, ptr %owner, ptr %depends) {
entry:
  %state = load ptr, ptr %owner, align 8
  store ptr null, ptr %owner, align 8
  %slot = call i64 @enzyme_rt_thread_begin()
  %table = load ptr, ptr %state, align 8, !tbaa !0
  %runs = getelementptr inbounds ptr, ptr %table, i64 2
  %run = load ptr, ptr %runs, align 8
  call void %run(ptr %state)
  %table2 = load ptr, ptr %state, align 8, !tbaa !0
  %deletes = getelementptr inbounds ptr, ptr %table2, i64 1
  %delete = load ptr, ptr %deletes, align 8
  call void %delete(ptr %state)
  %number = call i64 @enzyme_rt_thread_end(i64 %slot)
  store i64 %number, ptr %this, align 8
  ret void
}

define void @enzyme.body._ZNSt6thread4joinEv(ptr %this) {
entry:
  %thread = load i64, ptr %this, align 8
  %slot = call i64 @enzyme_rt_thread_slot(i64 %thread)
  %isOurs = icmp sge i64 %slot, 0
  br i1 %isOurs, label %ours, label %other

ours:
  call void @enzyme_rt_thread_forget(i64 %slot)
  store i64 0, ptr %this, align 8
  ret void

other:
  call void @_ZNSt6thread4joinEv(ptr %this) #2
  ret void
}

define void @enzyme.body._ZNSt6thread6detachEv(ptr %this) {
entry:
  %thread = load i64, ptr %this, align 8
  %slot = call i64 @enzyme_rt_thread_slot(i64 %thread)
  %isOurs = icmp sge i64 %slot, 0
  br i1 %isOurs, label %ours, label %other

ours:
  call void @enzyme_rt_thread_forget(i64 %slot)
  store i64 0, ptr %this, align 8
  ret void

other:
  call void @_ZNSt6thread6detachEv(ptr %this) #2
  ret void
}

; libc++ starts its own by pthread_create.
define void @enzyme.body._ZNSt3__16thread4joinEv(ptr %this) {
entry:
  %thread = load i64, ptr %this, align 8
  %slot = call i64 @enzyme_rt_thread_slot(i64 %thread)
  %isOurs = icmp sge i64 %slot, 0
  br i1 %isOurs, label %ours, label %other

ours:
  call void @enzyme_rt_thread_forget(i64 %slot)
  store i64 0, ptr %this, align 8
  ret void

other:
  call void @_ZNSt3__16thread4joinEv(ptr %this) #2
  ret void
}

define void @enzyme.body._ZNSt3__16thread6detachEv(ptr %this) {
entry:
  %thread = load i64, ptr %this, align 8
  %slot = call i64 @enzyme_rt_thread_slot(i64 %thread)
  %isOurs = icmp sge i64 %slot, 0
  br i1 %isOurs, label %ours, label %other

ours:
  call void @enzyme_rt_thread_forget(i64 %slot)
  store i64 0, ptr %this, align 8
  ret void

other:
  call void @_ZNSt3__16thread6detachEv(ptr %this) #2
  ret void
}

; An exception ends the attempt: the next call is the first again.
define i32 @enzyme.body.pthread_once(ptr %once, ptr %function) personality ptr @__gcc_personality_v0 {
entry:
  %isFirst = call i1 @enzyme_rt_once_begin(ptr %once)
  br i1 %isFirst, label %first, label %done

first:
  invoke void %function() to label %finished unwind label %failed

finished:
  call void @enzyme_rt_once_end(ptr %once)
  br label %done

done:
  ret i32 0

failed:
  %exception = landingpad { ptr, i32 } cleanup
  call void @enzyme_rt_once_failed(ptr %once)
  resume { ptr, i32 } %exception
}

define void @enzyme.body.call_once(ptr %once, ptr %function) {
entry:
  %ignored = call i32 @enzyme.body.pthread_once(ptr %once, ptr %function)
  ret void
}

; std::call_once of libc++.
define void @enzyme.body._ZNSt3__111__call_onceERVmPvPFvS2_E(ptr %once, ptr %argument, ptr %function) personality ptr @__gcc_personality_v0 {
entry:
  %isFirst = call i1 @enzyme_rt_once_begin(ptr %once)
  br i1 %isFirst, label %first, label %done

first:
  invoke void %function(ptr %argument) to label %finished unwind label %failed

finished:
  call void @enzyme_rt_once_end(ptr %once)
  br label %done

done:
  ret void

failed:
  %exception = landingpad { ptr, i32 } cleanup
  call void @enzyme_rt_once_failed(ptr %once)
  resume { ptr, i32 } %exception
}

; std::call_once of libstdc++ has left what to call in a variable of the thread's.
define void @enzyme.body.__once_proxy() {
entry:
  %place = call ptr @llvm.threadlocal.address.p0(ptr @_ZSt11__once_call)
  %function = load ptr, ptr %place, align 8
  call void %function()
  ret void
}

declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_detach(i64)
declare i32 @thrd_join(i64, ptr)
declare void @_ZNSt6thread4joinEv(ptr)
declare void @_ZNSt6thread6detachEv(ptr)
declare void @_ZNSt3__16thread4joinEv(ptr)
declare void @_ZNSt3__16thread6detachEv(ptr)
declare i64 @enzyme_rt_thread_begin() #1
declare i64 @enzyme_rt_thread_end(i64) #1
declare i64 @enzyme_rt_thread_slot(i64) #1
declare void @enzyme_rt_thread_forget(i64) #1
declare void @enzyme_rt_thread_returns(i64, i32) #1
declare i32 @enzyme_rt_thread_returned(i64) #1
declare i1 @enzyme_rt_once_begin(ptr) #0
declare void @enzyme_rt_once_end(ptr) #0
declare void @enzyme_rt_once_failed(ptr) #0
declare i32 @__gcc_personality_v0(...)
declare ptr @llvm.threadlocal.address.p0(ptr)

attributes #0 = { nounwind }
attributes #1 = { nounwind memory(inaccessiblemem: readwrite) }
attributes #2 = { "enzyme_inactive" }

!0 = !{!1, !1, i64 0}
!1 = !{!"vtable pointer", !2, i64 0}
!2 = !{!"Simple C++ TBAA"}
