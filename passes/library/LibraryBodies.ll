; Bodies of library functions that call back into the program, so that derivatives
; can be made through the callback. `enzyme.body.X` stands for X. From this C:
;
;   void sort(char *base, size_t count, size_t size, order compare) {
;     if (count < 2) return;
;     char *scratch = malloc(count * size);
;     size_t depth = 64 - clz(count - 1);      /* halved so often, all parts are single items */
;     for (size_t leaf = 0; leaf < 1 << depth; leaf++)
;       for (size_t level = depth, i = leaf; i & 1; i = node) { /* its right child is done */
;         size_t node = i >> 1, first = 0, items = count;
;         for (size_t bit = --level; bit-- > 0;) /* where the node lies */
;           if (node >> bit & 1) first += items / 2, items -= items / 2; else items /= 2;
;         size_t left = first, middle = first + items / 2, right = middle, end = first + items;
;         if (items < 2) continue;
;         for (size_t k = first; k < end; ++k) {
;           int takeLeft = left < middle && (right >= end ||
;               compare(base + left * size, base + right * size) <= 0);
;           memcpy(scratch + k * size, base + (takeLeft ? left++ : right++) * size, size);
;         }
;         memcpy(base + first * size, scratch + first * size, items * size);
;       }
;     free(scratch);
;   }
;
; A comparison may do more than compare: count, or add up what it saw. So it is called with
; the same items in the same sequence as by the C library (glibc): halves of halves, the left
; one first, merged when both are sorted. Recursion is spelt out: a derivative needs no tape
; of it, as a node's place follows from its number.
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
;
; lfind and lsearch of <search.h> look at one item after the other; insque and remque link
; elements that begin with the addresses of the next and the one before.

define void @enzyme.body.qsort(ptr %base, i64 %count, i64 %size, ptr %compare) #0 {
entry:
  %isShort = icmp ult i64 %count, 2
  br i1 %isShort, label %done, label %start

start:
  %bytes = mul i64 %size, %count
  %scratch = call ptr @malloc(i64 %bytes)
  %last = sub i64 %count, 1
  %zeros = call i64 @llvm.ctlz.i64(i64 %last, i1 true)
  %depth = sub nuw nsw i64 64, %zeros
  %leaves = shl i64 1, %depth
  br label %leaf

leaf:
  %number = phi i64 [ 0, %start ], [ %numberNext, %leafDone ]
  br label %up

up:
  %level = phi i64 [ %depth, %leaf ], [ %above, %merged ]
  %index = phi i64 [ %number, %leaf ], [ %node, %merged ]
  %isRight = trunc i64 %index to i1
  br i1 %isRight, label %nodeFound, label %leafDone

nodeFound:
  %above = sub i64 %level, 1
  %node = lshr i64 %index, 1
  br label %down

down:
  %bit = phi i64 [ %above, %nodeFound ], [ %bitNext, %downStep ]
  %first = phi i64 [ 0, %nodeFound ], [ %firstNext, %downStep ]
  %items = phi i64 [ %count, %nodeFound ], [ %itemsNext, %downStep ]
  %isThere = icmp eq i64 %bit, 0
  %half = lshr i64 %items, 1
  br i1 %isThere, label %split, label %downStep

downStep:
  %bitNext = sub i64 %bit, 1
  %shifted = lshr i64 %node, %bitNext
  %goesRight = trunc i64 %shifted to i1
  %skipped = select i1 %goesRight, i64 %half, i64 0
  %firstNext = add i64 %first, %skipped
  %rest = sub i64 %items, %half
  %itemsNext = select i1 %goesRight, i64 %rest, i64 %half
  br label %down

split:
  %middle = add i64 %first, %half
  %end = add i64 %first, %items
  %isOne = icmp eq i64 %half, 0
  br i1 %isOne, label %merged, label %merge

merge:
  %k = phi i64 [ %first, %split ], [ %kNext, %taken ]
  %left = phi i64 [ %first, %split ], [ %leftNext, %taken ]
  %right = phi i64 [ %middle, %split ], [ %rightNext, %taken ]
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
  br i1 %isMore, label %merge, label %copyBack

copyBack:
  %firstByte = mul i64 %first, %size
  %target = getelementptr inbounds i8, ptr %base, i64 %firstByte
  %source = getelementptr inbounds i8, ptr %scratch, i64 %firstByte
  %length = mul i64 %items, %size
  call void @llvm.memcpy.p0.p0.i64(ptr %target, ptr %source, i64 %length, i1 false)
  br label %merged

merged:
  br label %up

leafDone:
  %numberNext = add i64 %number, 1
  %isMoreLeaves = icmp ult i64 %numberNext, %leaves
  br i1 %isMoreLeaves, label %leaf, label %sorted

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
  %last = sub i64 %count, 1
  %zeros = call i64 @llvm.ctlz.i64(i64 %last, i1 true)
  %depth = sub nuw nsw i64 64, %zeros
  %leaves = shl i64 1, %depth
  br label %leaf

leaf:
  %number = phi i64 [ 0, %start ], [ %numberNext, %leafDone ]
  br label %up

up:
  %level = phi i64 [ %depth, %leaf ], [ %above, %merged ]
  %index = phi i64 [ %number, %leaf ], [ %node, %merged ]
  %isRight = trunc i64 %index to i1
  br i1 %isRight, label %nodeFound, label %leafDone

nodeFound:
  %above = sub i64 %level, 1
  %node = lshr i64 %index, 1
  br label %down

down:
  %bit = phi i64 [ %above, %nodeFound ], [ %bitNext, %downStep ]
  %first = phi i64 [ 0, %nodeFound ], [ %firstNext, %downStep ]
  %items = phi i64 [ %count, %nodeFound ], [ %itemsNext, %downStep ]
  %isThere = icmp eq i64 %bit, 0
  %half = lshr i64 %items, 1
  br i1 %isThere, label %split, label %downStep

downStep:
  %bitNext = sub i64 %bit, 1
  %shifted = lshr i64 %node, %bitNext
  %goesRight = trunc i64 %shifted to i1
  %skipped = select i1 %goesRight, i64 %half, i64 0
  %firstNext = add i64 %first, %skipped
  %rest = sub i64 %items, %half
  %itemsNext = select i1 %goesRight, i64 %rest, i64 %half
  br label %down

split:
  %middle = add i64 %first, %half
  %end = add i64 %first, %items
  %isOne = icmp eq i64 %half, 0
  br i1 %isOne, label %merged, label %merge

merge:
  %k = phi i64 [ %first, %split ], [ %kNext, %taken ]
  %left = phi i64 [ %first, %split ], [ %leftNext, %taken ]
  %right = phi i64 [ %middle, %split ], [ %rightNext, %taken ]
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
  br i1 %isMore, label %merge, label %copyBack

copyBack:
  %firstByte = mul i64 %first, %size
  %target = getelementptr inbounds i8, ptr %base, i64 %firstByte
  %source = getelementptr inbounds i8, ptr %scratch, i64 %firstByte
  %length = mul i64 %items, %size
  call void @llvm.memcpy.p0.p0.i64(ptr %target, ptr %source, i64 %length, i1 false)
  br label %merged

merged:
  br label %up

leafDone:
  %numberNext = add i64 %number, 1
  %isMoreLeaves = icmp ult i64 %numberNext, %leaves
  br i1 %isMoreLeaves, label %leaf, label %sorted

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

define ptr @enzyme.body.lfind(ptr %key, ptr %table, ptr %length, i64 %size, ptr %compare) #0 {
entry:
  br label %search

search:
  %at = phi ptr [ %table, %entry ], [ %after, %next ]
  %i = phi i64 [ 0, %entry ], [ %following, %next ]
  %count = load i64, ptr %length, align 8
  %isBehind = icmp uge i64 %i, %count
  br i1 %isBehind, label %done, label %look

look:
  %where = call i32 %compare(ptr %key, ptr %at)
  %isFound = icmp eq i32 %where, 0
  br i1 %isFound, label %done, label %next

next:
  %after = getelementptr inbounds i8, ptr %at, i64 %size
  %following = add i64 %i, 1
  br label %search

done:
  %result = phi ptr [ null, %search ], [ %at, %look ]
  ret ptr %result
}

define ptr @enzyme.body.lsearch(ptr %key, ptr %table, ptr %length, i64 %size, ptr %compare) #0 {
entry:
  %found = call ptr @enzyme.body.lfind(ptr %key, ptr %table, ptr %length, i64 %size, ptr %compare)
  %isFound = icmp ne ptr %found, null
  br i1 %isFound, label %done, label %append

append:
  %count = load i64, ptr %length, align 8
  %bytes = mul i64 %count, %size
  %end = getelementptr inbounds i8, ptr %table, i64 %bytes
  call void @llvm.memcpy.p0.p0.i64(ptr %end, ptr %key, i64 %size, i1 false)
  %more = add i64 %count, 1
  store i64 %more, ptr %length, align 8
  br label %done

done:
  %result = phi ptr [ %found, %entry ], [ %end, %append ]
  ret ptr %result
}

define void @enzyme.body.insque(ptr %element, ptr %before) #0 {
entry:
  %place = getelementptr inbounds i8, ptr %element, i64 8
  %isFirst = icmp eq ptr %before, null
  br i1 %isFirst, label %alone, label %link

alone:
  store ptr null, ptr %element, align 8
  store ptr null, ptr %place, align 8
  br label %done

link:
  %after = load ptr, ptr %before, align 8
  store ptr %element, ptr %before, align 8
  store ptr %before, ptr %place, align 8
  store ptr %after, ptr %element, align 8
  %isLast = icmp eq ptr %after, null
  br i1 %isLast, label %done, label %back

back:
  %backPlace = getelementptr inbounds i8, ptr %after, i64 8
  store ptr %element, ptr %backPlace, align 8
  br label %done

done:
  ret void
}

define void @enzyme.body.remque(ptr %element) #0 {
entry:
  %place = getelementptr inbounds i8, ptr %element, i64 8
  %after = load ptr, ptr %element, align 8
  %before = load ptr, ptr %place, align 8
  %isLast = icmp eq ptr %after, null
  br i1 %isLast, label %front, label %back

back:
  %backPlace = getelementptr inbounds i8, ptr %after, i64 8
  store ptr %before, ptr %backPlace, align 8
  br label %front

front:
  %isFirst = icmp eq ptr %before, null
  br i1 %isFirst, label %done, label %forth

forth:
  store ptr %after, ptr %before, align 8
  br label %done

done:
  ret void
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

; strtok keeps by itself how far it came. Where its text begins is kept here, in memory that has a
; shadow, so that what it finds lies in that text. What it finds elsewhere, as it was given a text
; by code that is not differentiated, is left as it is.

@enzyme.tokens = linkonce_odr hidden global { ptr, i64 } zeroinitializer, align 8

define ptr @enzyme.body.strtok(ptr %text, ptr %separators) #0 {
entry:
  %isOther = icmp ne ptr %text, null
  br i1 %isOther, label %begin, label %search

begin:
  %length = call i64 @strlen(ptr %text)
  store ptr %text, ptr @enzyme.tokens, align 8
  store i64 %length, ptr getelementptr inbounds nuw (i8, ptr @enzyme.tokens, i64 8), align 8
  br label %search

search:
  %found = call ptr @strtok(ptr %text, ptr %separators)
  %isFound = icmp ne ptr %found, null
  br i1 %isFound, label %place, label %done

place:
  %start = load ptr, ptr @enzyme.tokens, align 8
  %bytes = load i64, ptr getelementptr inbounds nuw (i8, ptr @enzyme.tokens, i64 8), align 8
  %distance = call i64 @enzyme_rt_span(ptr %start, ptr %found)
  %isInside = icmp ult i64 %distance, %bytes
  br i1 %isInside, label %inside, label %done

inside:
  %token = getelementptr inbounds i8, ptr %start, i64 %distance
  br label %done

done:
  %result = phi ptr [ null, %search ], [ %found, %place ], [ %token, %inside ]
  ret ptr %result
}

; Memory in wide characters, of 32 bits.

define ptr @enzyme.body.wmemcpy(ptr %to, ptr %from, i64 %count) #0 {
  %bytes = shl i64 %count, 2
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %bytes, i1 false)
  ret ptr %to
}

define ptr @enzyme.body.wmempcpy(ptr %to, ptr %from, i64 %count) #0 {
  %bytes = shl i64 %count, 2
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %bytes, i1 false)
  %end = getelementptr inbounds i8, ptr %to, i64 %bytes
  ret ptr %end
}

define ptr @enzyme.body.wmemmove(ptr %to, ptr %from, i64 %count) #0 {
  %bytes = shl i64 %count, 2
  call void @llvm.memmove.p0.p0.i64(ptr %to, ptr %from, i64 %bytes, i1 false)
  ret ptr %to
}

define ptr @enzyme.body.wmemset(ptr %to, i32 %character, i64 %count) #0 {
entry:
  %isNone = icmp eq i64 %count, 0
  br i1 %isNone, label %done, label %one

one:
  %index = phi i64 [ 0, %entry ], [ %next, %one ]
  %place = getelementptr inbounds i32, ptr %to, i64 %index
  store i32 %character, ptr %place, align 4
  %next = add nuw i64 %index, 1
  %isMore = icmp ult i64 %next, %count
  br i1 %isMore, label %one, label %done

done:
  ret ptr %to
}

; Rust's realloc, by its parts: no memory leaves the old one as it is.
define ptr @enzyme.body.__rust_realloc(ptr %old, i64 %room, i64 %align, i64 %size) #0 {
entry:
  %made = call ptr @__rust_alloc(i64 %size, i64 %align)
  %isNone = icmp eq ptr %made, null
  br i1 %isNone, label %done, label %move

move:
  %length = call i64 @llvm.umin.i64(i64 %room, i64 %size)
  call void @llvm.memcpy.p0.p0.i64(ptr %made, ptr %old, i64 %length, i1 false)
  call void @__rust_dealloc(ptr %old, i64 %room, i64 %align)
  br label %done

done:
  ret ptr %made
}

; Room for the characters of a std::string of libstdc++, which before C++20 is compiled in the
; library: at least twice as much as before where it grows. Its shadow's characters then have room
; as well, as those of C++20 have.
define ptr @enzyme.body._ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_createERmm(ptr %string, ptr %capacity, i64 %before) {
entry:
  %wanted = load i64, ptr %capacity, align 8
  %isTooMuch = icmp ugt i64 %wanted, 4611686018427387903
  br i1 %isTooMuch, label %refuse, label %make

refuse:
  call void @_ZSt20__throw_length_errorPKc(ptr @enzyme.name.of.create)
  unreachable

make:
  %isGrowing = icmp ugt i64 %wanted, %before
  %twice = shl i64 %before, 1
  %most = call i64 @llvm.umin.i64(i64 %twice, i64 4611686018427387903)
  %atLeast = call i64 @llvm.umax.i64(i64 %wanted, i64 %most)
  %room = select i1 %isGrowing, i64 %atLeast, i64 %wanted
  store i64 %room, ptr %capacity, align 8
  %bytes = add i64 %room, 1
  %made = call ptr @_Znwm(i64 %bytes)
  ret ptr %made
}

@enzyme.name.of.create = linkonce_odr hidden unnamed_addr constant [24 x i8] c"basic_string::_M_create\00"

declare void @_ZSt20__throw_length_errorPKc(ptr) #2
declare ptr @_Znwm(i64)
declare i64 @llvm.umax.i64(i64, i64)
declare ptr @__rust_alloc(i64, i64)
declare void @__rust_dealloc(ptr, i64, i64)
declare ptr @malloc(i64)
declare i64 @llvm.ctlz.i64(i64, i1)
declare void @free(ptr)
declare i64 @llvm.umin.i64(i64, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare i64 @strlen(ptr)
declare ptr @strtok(ptr, ptr)
declare i64 @enzyme_rt_span(ptr, ptr) #1

attributes #0 = { alwaysinline }
attributes #1 = { nounwind willreturn memory(none) }
attributes #2 = { noreturn }
