// Type analysis on IR text: integers that carry floats, memory by its objects.
#include "TypesFixture.h"
#include "types/Addresses.h"

using namespace enzyme;

namespace {

TEST_F(TypesTest, FloatBitsInAnInteger) {
  read(R"(
    define double @f(double %x) {
      %bits = bitcast double %x to i64
      %flipped = xor i64 %bits, -9223372036854775808
      %cleared = and i64 %bits, 9223372036854775807
      %exponent = lshr i64 %bits, 52
      %y = bitcast i64 %flipped to double
      ret double %y
    })");
  EXPECT_EQ(pieces("bits"), "0:double");
  EXPECT_EQ(pieces("flipped"), "0:double");
  EXPECT_EQ(pieces("cleared"), "0:double");
  EXPECT_EQ(pieces("exponent"), "0:integer*8");
}

TEST_F(TypesTest, StepsOfIndicesThatCountInBytes) {
  read(R"(
    define void @f(ptr %p, i64 %i, i8 %j) {
      %elements = mul i64 %i, 24
      %element = getelementptr i8, ptr %p, i64 %elements
      %few = mul nuw i8 %j, 5
      %wide = zext i8 %few to i64
      %exact = getelementptr double, ptr %p, i64 %wide
      %wrapped = mul i8 %j, 5
      %rest = zext i8 %wrapped to i64
      %anywhere = getelementptr double, ptr %p, i64 %rest
      %sum = add i64 %elements, %i
      %sums = getelementptr i8, ptr %p, i64 %sum
      ret void
    })");
  Addresses addresses(*function);
  auto strideOf = [&](llvm::StringRef name) {
    return addresses.of(*function->getValueSymbolTable()->lookup(name)).front().stride;
  };
  EXPECT_EQ(strideOf("element"), 24u);
  EXPECT_EQ(strideOf("exact"), 40u);
  EXPECT_EQ(strideOf("anywhere"), 8u); // what is left of a product is no multiple of its factor
  EXPECT_EQ(strideOf("sums"), 1u);
}

TEST_F(TypesTest, TwoFloatsInOneInteger) {
  read(R"(
    define float @f(i64 %pair) {
      %low = trunc i64 %pair to i32
      %a = bitcast i32 %low to float
      %shifted = lshr i64 %pair, 32
      %high = trunc i64 %shifted to i32
      %b = bitcast i32 %high to float
      %s = fadd float %a, %b
      ret float %s
    })");
  EXPECT_EQ(pieces("pair"), "0:float 4:float");
  EXPECT_EQ(pieces("shifted"), "0:float 4:integer*4");
}

TEST_F(TypesTest, PackedFloatsFlowForward) {
  read(R"(
    define i64 @f(float %a, i32 %n) {
      %abits = bitcast float %a to i32
      %wide = zext i32 %abits to i64
      %nwide = zext i32 %n to i64
      %moved = shl i64 %nwide, 32
      %both = or disjoint i64 %wide, %moved
      ret i64 %both
    })");
  EXPECT_EQ(pieces("both"), "0:float 4:integer*4");
  EXPECT_EQ(pieces("moved"), "0:integer*8");
}

TEST_F(TypesTest, IntegerCopyOfAFloatFoundByAnotherAccess) {
  read(R"(
    define double @f(ptr %p, ptr %q) {
      %bits = load i64, ptr %p
      store i64 %bits, ptr %q
      %d = load double, ptr %q
      ret double %d
    })");
  EXPECT_EQ(accessed("store0"), "{0:double} every 8");
  EXPECT_EQ(accessed("bits"), "{0:double} every 8");
}

TEST_F(TypesTest, IntegersStayIntegers) {
  read(R"(
    define i64 @f(ptr %p) {
      %n = load i64, ptr %p
      %m = add i64 %n, 1
      store i64 %m, ptr %p
      ret i64 %m
    })");
  EXPECT_EQ(accessed("n"), "{0:integer*8} every 8");
  EXPECT_EQ(pieces("m"), "0:integer*8");
}

TEST_F(TypesTest, CopyByAccessesThroughALoop) {
  read(R"(
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    define double @f(ptr %p, ptr %q, i64 %n) {
    entry:
      %bytes = shl i64 %n, 3
      call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 %bytes, i1 false)
      br label %loop
    loop:
      %at = phi ptr [ %q, %entry ], [ %next, %loop ]
      %s = phi double [ 0.0, %entry ], [ %t, %loop ]
      %x = load double, ptr %at
      %t = fadd double %s, %x
      %next = getelementptr i8, ptr %at, i64 8
      %more = fcmp olt double %t, 1.0
      br i1 %more, label %loop, label %done
    done:
      ret double %t
    })");
  EXPECT_EQ(accessed("call0"), "{0:double} every 8");
}

TEST_F(TypesTest, CopyOfNothingKnownIsNotKnown) {
  read(R"(
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    define void @f(ptr %p, ptr %q, i64 %n) {
      call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 %n, i1 false)
      ret void
    })");
  EXPECT_FALSE(types.accessed(instruction("call0")).known);
}

TEST_F(TypesTest, CopyOfAStructByAddressArithmetic) {
  read(R"(
    %struct.S = type { double, i32, ptr }
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    define void @f(ptr %p, ptr %q, i64 %i) {
      %at = getelementptr %struct.S, ptr %p, i64 %i
      call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %at, i64 24, i1 false)
      ret void
    })");
  EXPECT_EQ(accessed("call0"), "{0:double 8:integer*4 16:pointer*8} every 24");
}

TEST_F(TypesTest, AllocaAndGlobalTypesSpeak) {
  read(R"(
    @g = global [4 x float] zeroinitializer
    declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
    define void @f() {
      %a = alloca [3 x double]
      call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 24, i1 false)
      call void @llvm.memset.p0.i64(ptr @g, i8 0, i64 16, i1 false)
      ret void
    })");
  EXPECT_EQ(accessed("call0"), "{0:double 8:double 16:double} every 24");
  EXPECT_EQ(accessed("call1"), "{0:float 4:float 8:float 12:float} every 16");
}

TEST_F(TypesTest, TheBodyOfACalleeSpeaks) {
  read(R"(
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    define double @use(ptr %x, i64 %i) noinline {
      %at = getelementptr i8, ptr %x, i64 %i
      %d = load double, ptr %x
      ret double %d
    }
    define double @f(ptr %p, ptr %q) {
      call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 8, i1 false)
      %r = call double @use(ptr %q, i64 0)
      ret double %r
    })");
  EXPECT_EQ(accessed("call0"), "{0:double} every 8");
}

TEST_F(TypesTest, PointersLoadedFromTheSamePlaceAreTheSame) {
  read(R"(
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    define double @f(ptr %s, ptr %q, i64 %n) {
      %a = load ptr, ptr %s
      call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %a, i64 16, i1 false)
      %b = load ptr, ptr %s
      %second = getelementptr i8, ptr %b, i64 8
      %x = load double, ptr %b
      %y = load double, ptr %second
      %r = fadd double %x, %y
      ret double %r
    })");
  EXPECT_EQ(accessed("call0"), "{0:double 8:double} every 16");
}

TEST_F(TypesTest, AFloatWhereOthersSayPointerIsUnknown) {
  read(R"(
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    define double @f(ptr %s, ptr %q) {
      call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %s, i64 8, i1 false)
      %a = load ptr, ptr %s
      %d = load double, ptr %s
      ret double %d
    })");
  EXPECT_FALSE(types.accessed(instruction("call0")).known);
}

TEST_F(TypesTest, TbaaNamesTheCopiedType) {
  read(R"(
    define void @f(ptr %p, ptr %q) {
      %bits = load i64, ptr %p, !tbaa !0
      store i64 %bits, ptr %q, !tbaa !0
      ret void
    }
    !0 = !{!1, !1, i64 0}
    !1 = !{!"double", !2, i64 0}
    !2 = !{!"omnipotent char", !3, i64 0}
    !3 = !{!"Simple C/C++ TBAA"})");
  EXPECT_EQ(accessed("bits"), "{0:double} every 8");
  EXPECT_EQ(accessed("store0"), "{0:double} every 8");
}

TEST_F(TypesTest, AggregatesOfIntegers) {
  read(R"(
    define double @f(ptr %p, double %x) {
      %bits = bitcast double %x to i64
      %a = insertvalue { i64, i64 } poison, i64 %bits, 0
      %b = insertvalue { i64, i64 } %a, i64 7, 1
      %back = extractvalue { i64, i64 } %b, 0
      %n = extractvalue { i64, i64 } %b, 1
      %y = bitcast i64 %back to double
      ret double %y
    })");
  EXPECT_EQ(pieces("b"), "0:double 8:integer*8");
  EXPECT_EQ(pieces("n"), "0:integer*8");
}

TEST_F(TypesTest, AnIntegerThatIsOnlyCopiedMayBeAFloat) {
  read(R"(
    define i64 @f(ptr %p, ptr %q, ptr %n, ptr %m) {
      %bits = load i64, ptr %p
      store i64 %bits, ptr %q
      store i64 0, ptr %q
      %count = load i64, ptr %n
      %next = add i64 %count, 1
      store i64 %count, ptr %m
      ret i64 %next
    })");
  EXPECT_FALSE(types.accessed(instruction("bits")).known);
  EXPECT_FALSE(types.accessed(instruction("store0")).known);
  EXPECT_FALSE(types.accessed(instruction("store1")).known) << "zeros may clear a float";
  EXPECT_EQ(accessed("count"), "{0:integer*8} every 8");
  EXPECT_FALSE(types.accessed(instruction("store2")).known) << "a sum may be a checksum of floats";
}

TEST_F(TypesTest, AConstantIsWhatTheMemoryIs) {
  read(R"(
    define double @f(ptr %p) {
      store i64 0, ptr %p
      %x = load double, ptr %p
      ret double %x
    })");
  EXPECT_EQ(accessed("store0"), "{0:double} every 8");
}

TEST_F(TypesTest, AFloatTakenApartIsUnknown) {
  read(R"(
    define double @f(ptr %p, ptr %q) {
      %x = load double, ptr %p
      %byte = load i8, ptr %p
      store i8 %byte, ptr %q
      %high = getelementptr i8, ptr %p, i64 4
      %word = load i32, ptr %high
      store i32 %word, ptr %q
      ret double %x
    })");
  EXPECT_FALSE(types.accessed(instruction("byte")).known);
  EXPECT_FALSE(types.accessed(instruction("word")).known);
}

TEST_F(TypesTest, IntegersKeepTheirFloatsAcrossACall) {
  read(R"(
    define i64 @swap(i64 %pair) noinline {
      %bits = trunc i64 %pair to i32
      %x = bitcast i32 %bits to float
      %y = fmul float %x, 2.0
      %ybits = bitcast float %y to i32
      %wide = zext i32 %ybits to i64
      %moved = shl i64 %wide, 32
      ret i64 %moved
    }
    define i64 @f(i64 %pair) {
      %r = call i64 @swap(i64 %pair)
      ret i64 %r
    })");
  EXPECT_EQ(pieces("pair"), "0:float 4:integer*4");
  EXPECT_EQ(pieces("r"), "0:integer*4 4:float");
}

TEST_F(TypesTest, CallersSpeakForUntypedParameters) {
  read(R"(
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    define void @f(ptr %to, ptr %from, i64 %n) noinline {
      call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %n, i1 false)
      ret void
    }
    define double @caller(ptr %x) {
      %copy = alloca [4 x double]
      call void @f(ptr %copy, ptr %x, i64 32)
      %v = load double, ptr %copy
      %w = load double, ptr %x
      %r = fadd double %v, %w
      ret double %r
    })");
  EXPECT_EQ(accessed("call0"), "{0:double} every 8");
}

TEST_F(TypesTest, CallersThatDisagreeSayNothing) {
  read(R"(
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    define void @f(ptr %to, ptr %from, i64 %n) noinline {
      call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %n, i1 false)
      ret void
    }
    define void @caller(ptr %x) {
      %copy = alloca [4 x double]
      %pointers = alloca [4 x ptr]
      call void @f(ptr %copy, ptr %copy, i64 32)
      call void @f(ptr %pointers, ptr %pointers, i64 32)
      ret void
    })");
  EXPECT_FALSE(types.accessed(instruction("call0")).known);
}

TEST_F(TypesTest, WhatWasWrittenLastIsCopied) {
  read(R"(
    %union.any = type { ptr }
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    declare void @llvm.lifetime.start.p0(ptr)
    declare void @use(ptr)
    define void @f(double %x, ptr %p, ptr %out) {
      %u = alloca %union.any
      call void @llvm.lifetime.start.p0(ptr %u)
      store double %x, ptr %u
      call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %u, i64 8, i1 false)
      store ptr %p, ptr %u
      call void @use(ptr %u)
      ret void
    })");
  EXPECT_EQ(accessed("call1"), "{0:double} every 8");
}

TEST_F(TypesTest, BytesCopiedOneByOne) {
  read(R"(
    define void @f(ptr %to, ptr %from, i64 %n) noinline {
    entry:
      br label %loop
    loop:
      %i = phi i64 [ 0, %entry ], [ %next, %loop ]
      %a = getelementptr i8, ptr %from, i64 %i
      %b = getelementptr i8, ptr %to, i64 %i
      %byte = load i8, ptr %a
      store i8 %byte, ptr %b
      %next = add i64 %i, 1
      %more = icmp ult i64 %next, %n
      br i1 %more, label %loop, label %end
    end:
      ret void
    }
    define void @caller(ptr %x) {
      %copy = alloca [4 x double]
      call void @f(ptr %copy, ptr %copy, i64 32)
      ret void
    })");
  EXPECT_FALSE(types.accessed(instruction("store0")).known);
}

/// However many values lie between the load of a union's word as its other member and the store.
TEST_F(TypesTest, MembersMovedAsOthersByManyChoices) {
  for (unsigned moves : {4, 200, 3000}) {
    std::string body = "%u = alloca double\n store double %x, ptr %u\n %w0 = load ptr, ptr %u\n";
    for (unsigned i = 0; i != moves; ++i)
      body += "%w" + std::to_string(i + 1) + " = freeze ptr %w" + std::to_string(i) + "\n";
    read("define void @f(double %x, ptr %to) {\n" + body + "store ptr %w" + std::to_string(moves) +
         ", ptr %to\n ret void\n}\n");
    EXPECT_FALSE(types.accessed(instruction("w0")).known) << moves;
  }
}

} // namespace
