; Bodies of library functions that call back into the program, so that derivatives
; can be made through the callback. `enzyme.body.X` stands for X. From this C:
;
;   void sort(char *base, size_t count, size_t size, order compare) {
;     if (count < 2) return;              /* stable merge sort of growing runs */
;     char *scratch = malloc(count * size);
;     for (size_t width = 1; width < count; width *= 2) {
;       for (size_t start = 0; start < count; start += 2 * width) {
;         size_t middle = min(start + width, count), end = min(start + 2 * width, count);
;         size_t left = start, right = middle;
;         for (size_t k = start; k < end; ++k) {
;           int takeLeft = left < middle && (right >= end ||
;               compare(base + left * size, base + right * size) <= 0);
;           memcpy(scratch + k * size, base + (takeLeft ? left++ : right++) * size, size);
;         }
;       }
;       memcpy(base, scratch, count * size);
;     }
;     free(scratch);
;   }
;
;   void *search(const void *key, const char *base, size_t count, size_t size, order compare) {
;     while (count > 0) {
;       size_t half = count / 2;
;       const char *at = base + half * size;
;       int where = compare(key, at);
;       if (where == 0) return (void *)at;
;       if (where > 0) { base = at + size; count -= half + 1; } else count = half;
;     }
;     return 0;
;   }

define void @enzyme.body.qsort(ptr %base, i64 %count, i64 %size, ptr %compare) #0 {
entry:
  %isShort = icmp ult i64 %count, 2
  br i1 %isShort, label %done, label %start

start:
  %bytes = mul i64 %size, %count
  %scratch = call ptr @malloc(i64 %bytes)
  br label %widths

widths:
  %width = phi i64 [ 1, %start ], [ %twice, %copyBack ]
  %twice = shl i64 %width, 1
  br label %runs

runs:
  %first = phi i64 [ 0, %widths ], [ %next, %runDone ]
  %middleWanted = add i64 %first, %width
  %middle = call i64 @llvm.umin.i64(i64 %middleWanted, i64 %count)
  %next = add i64 %first, %twice
  %end = call i64 @llvm.umin.i64(i64 %next, i64 %count)
  br label %merge

merge:
  %k = phi i64 [ %first, %runs ], [ %kNext, %taken ]
  %left = phi i64 [ %first, %runs ], [ %leftNext, %taken ]
  %right = phi i64 [ %middle, %runs ], [ %rightNext, %taken ]
  %hasLeft = icmp ult i64 %left, %middle
  br i1 %hasLeft, label %tryRight, label %takeRight

tryRight:
  %hasRight = icmp ult i64 %right, %end
  br i1 %hasRight, label %ask, label %takeLeft

ask:
  %leftByte = mul i64 %left, %size
  %leftItem = getelementptr inbounds i8, ptr %base, i64 %leftByte
  %rightByte = mul i64 %right, %size
  %rightItem = getelementptr inbounds i8, ptr %base, i64 %rightByte
  %order = call i32 %compare(ptr %leftItem, ptr %rightItem)
  %isOrdered = icmp sle i32 %order, 0
  br i1 %isOrdered, label %takeLeft, label %takeRight

takeLeft:
  %leftPlus = add i64 %left, 1
  br label %taken

takeRight:
  %rightPlus = add i64 %right, 1
  br label %taken

taken:
  %leftNext = phi i64 [ %leftPlus, %takeLeft ], [ %left, %takeRight ]
  %rightNext = phi i64 [ %right, %takeLeft ], [ %rightPlus, %takeRight ]
  %from = phi i64 [ %left, %takeLeft ], [ %right, %takeRight ]
  %toByte = mul i64 %k, %size
  %to = getelementptr inbounds i8, ptr %scratch, i64 %toByte
  %fromByte = mul i64 %from, %size
  %item = getelementptr inbounds i8, ptr %base, i64 %fromByte
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %item, i64 %size, i1 false)
  %kNext = add i64 %k, 1
  %isMore = icmp ult i64 %kNext, %end
  br i1 %isMore, label %merge, label %runDone

runDone:
  %isMoreRuns = icmp ult i64 %next, %count
  br i1 %isMoreRuns, label %runs, label %copyBack

copyBack:
  call void @llvm.memcpy.p0.p0.i64(ptr %base, ptr %scratch, i64 %bytes, i1 false)
  %isWider = icmp ult i64 %twice, %count
  br i1 %isWider, label %widths, label %sorted

sorted:
  call void @free(ptr %scratch)
  br label %done

done:
  ret void
}

define void @enzyme.body.qsort_r(ptr %base, i64 %count, i64 %size, ptr %compare, ptr %context) #0 {
entry:
  %isShort = icmp ult i64 %count, 2
  br i1 %isShort, label %done, label %start

start:
  %bytes = mul i64 %size, %count
  %scratch = call ptr @malloc(i64 %bytes)
  br label %widths

widths:
  %width = phi i64 [ 1, %start ], [ %twice, %copyBack ]
  %twice = shl i64 %width, 1
  br label %runs

runs:
  %first = phi i64 [ 0, %widths ], [ %next, %runDone ]
  %middleWanted = add i64 %first, %width
  %middle = call i64 @llvm.umin.i64(i64 %middleWanted, i64 %count)
  %next = add i64 %first, %twice
  %end = call i64 @llvm.umin.i64(i64 %next, i64 %count)
  br label %merge

merge:
  %k = phi i64 [ %first, %runs ], [ %kNext, %taken ]
  %left = phi i64 [ %first, %runs ], [ %leftNext, %taken ]
  %right = phi i64 [ %middle, %runs ], [ %rightNext, %taken ]
  %hasLeft = icmp ult i64 %left, %middle
  br i1 %hasLeft, label %tryRight, label %takeRight

tryRight:
  %hasRight = icmp ult i64 %right, %end
  br i1 %hasRight, label %ask, label %takeLeft

ask:
  %leftByte = mul i64 %left, %size
  %leftItem = getelementptr inbounds i8, ptr %base, i64 %leftByte
  %rightByte = mul i64 %right, %size
  %rightItem = getelementptr inbounds i8, ptr %base, i64 %rightByte
  %order = call i32 %compare(ptr %leftItem, ptr %rightItem, ptr %context)
  %isOrdered = icmp sle i32 %order, 0
  br i1 %isOrdered, label %takeLeft, label %takeRight

takeLeft:
  %leftPlus = add i64 %left, 1
  br label %taken

takeRight:
  %rightPlus = add i64 %right, 1
  br label %taken

taken:
  %leftNext = phi i64 [ %leftPlus, %takeLeft ], [ %left, %takeRight ]
  %rightNext = phi i64 [ %right, %takeLeft ], [ %rightPlus, %takeRight ]
  %from = phi i64 [ %left, %takeLeft ], [ %right, %takeRight ]
  %toByte = mul i64 %k, %size
  %to = getelementptr inbounds i8, ptr %scratch, i64 %toByte
  %fromByte = mul i64 %from, %size
  %item = getelementptr inbounds i8, ptr %base, i64 %fromByte
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %item, i64 %size, i1 false)
  %kNext = add i64 %k, 1
  %isMore = icmp ult i64 %kNext, %end
  br i1 %isMore, label %merge, label %runDone

runDone:
  %isMoreRuns = icmp ult i64 %next, %count
  br i1 %isMoreRuns, label %runs, label %copyBack

copyBack:
  call void @llvm.memcpy.p0.p0.i64(ptr %base, ptr %scratch, i64 %bytes, i1 false)
  %isWider = icmp ult i64 %twice, %count
  br i1 %isWider, label %widths, label %sorted

sorted:
  call void @free(ptr %scratch)
  br label %done

done:
  ret void
}

define ptr @enzyme.body.bsearch(ptr %key, ptr %table, i64 %length, i64 %size, ptr %compare) #0 {
entry:
  br label %search

search:
  %base = phi ptr [ %table, %entry ], [ %base, %lower ], [ %after, %upper ]
  %count = phi i64 [ %length, %entry ], [ %half, %lower ], [ %rest, %upper ]
  %isEmpty = icmp eq i64 %count, 0
  br i1 %isEmpty, label %done, label %look

look:
  %half = lshr i64 %count, 1
  %byte = mul i64 %half, %size
  %at = getelementptr inbounds i8, ptr %base, i64 %byte
  %where = call i32 %compare(ptr %key, ptr %at)
  %isFound = icmp eq i32 %where, 0
  br i1 %isFound, label %done, label %move

move:
  %isUpper = icmp sgt i32 %where, 0
  br i1 %isUpper, label %upper, label %lower

lower:
  br label %search

upper:
  %after = getelementptr inbounds i8, ptr %at, i64 %size
  %taken = add i64 %half, 1
  %rest = sub i64 %count, %taken
  br label %search

done:
  %result = phi ptr [ null, %search ], [ %at, %look ]
  ret ptr %result
}

; libc++ keeps std::sort of numbers in its library: std::__1::__sort<__less<T, T>&, T*>.

define void @enzyme.body._ZNSt3__16__sortIRNS_6__lessIddEEPdEEvT0_S5_T_(ptr %first, ptr %last, ptr %less) #0 {
  %end = ptrtoint ptr %last to i64
  %start = ptrtoint ptr %first to i64
  %bytes = sub i64 %end, %start
  %count = lshr exact i64 %bytes, 3
  call void @enzyme.body.qsort(ptr %first, i64 %count, i64 8, ptr @enzyme.order.double)
  ret void
}

define void @enzyme.body._ZNSt3__16__sortIRNS_6__lessIffEEPfEEvT0_S5_T_(ptr %first, ptr %last, ptr %less) #0 {
  %end = ptrtoint ptr %last to i64
  %start = ptrtoint ptr %first to i64
  %bytes = sub i64 %end, %start
  %count = lshr exact i64 %bytes, 2
  call void @enzyme.body.qsort(ptr %first, i64 %count, i64 4, ptr @enzyme.order.float)
  ret void
}

define i32 @enzyme.order.double(ptr %left, ptr %right) #0 {
  %a = load double, ptr %left, align 8
  %b = load double, ptr %right, align 8
  %isAfter = fcmp ogt double %a, %b
  %order = zext i1 %isAfter to i32
  ret i32 %order
}

define i32 @enzyme.order.float(ptr %left, ptr %right) #0 {
  %a = load float, ptr %left, align 4
  %b = load float, ptr %right, align 4
  %isAfter = fcmp ogt float %a, %b
  %order = zext i1 %isAfter to i32
  ret i32 %order
}

; libc++'s std::__shared_weak_count { vtable, shared owners - 1, weak owners - 1 }.

define void @enzyme.body._ZNSt3__119__shared_weak_count14__release_weakEv(ptr %this) #0 {
  %weak = getelementptr inbounds i8, ptr %this, i64 16
  %before = atomicrmw sub ptr %weak, i64 1 acq_rel, align 8
  %isLast = icmp eq i64 %before, 0
  br i1 %isLast, label %last, label %done

last:
  %table = load ptr, ptr %this, align 8
  %slot = getelementptr inbounds i8, ptr %table, i64 32
  %onZero = load ptr, ptr %slot, align 8
  call void %onZero(ptr %this)
  br label %done

done:
  ret void
}

define ptr @enzyme.body._ZNSt3__119__shared_weak_count4lockEv(ptr %this) #0 {
  %shared = getelementptr inbounds i8, ptr %this, i64 8
  %owners = load atomic i64, ptr %shared monotonic, align 8
  %isGone = icmp eq i64 %owners, -1
  br i1 %isGone, label %gone, label %alive

alive:
  %before = atomicrmw add ptr %shared, i64 1 acq_rel, align 8
  br label %gone

gone:
  %result = phi ptr [ null, %0 ], [ %this, %alive ]
  ret ptr %result
}

declare ptr @malloc(i64)
declare void @free(ptr)
declare i64 @llvm.umin.i64(i64, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

attributes #0 = { alwaysinline }
