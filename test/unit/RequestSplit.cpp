// What parseRequests makes of the two halves of a split derivative: tape, seed, markers.
#include "RequestFixture.h"

using namespace enzyme;

namespace {

class RequestSplit : public RequestTest {
protected:
  void readSplit(const std::string &text) {
    read(R"(
      @enzyme_allocated = external global i32
      @enzyme_tape = external global i32
      @enzyme_nofree = external global i32
      @enzyme_noret = external global i32
      @enzyme_byref = external global i32
      @enzyme_not_overwritten = external global i32
      declare { ptr, double } @__enzyme_augmentfwd(...)
      declare ptr @__enzyme_augmentfwd_v(...)
      declare double @__enzyme_reverse(...)
      declare void @__enzyme_reverse_v(...)
      declare double @__enzyme_fwdsplit(...)
      declare i64 @__enzyme_augmentsize(...)
    )" + text);
  }
};

TEST_F(RequestSplit, AugmentedHalfMakesATape) {
  readSplit(R"(define { ptr, double } @t(double %x) {
    %r = call { ptr, double } (...) @__enzyme_augmentfwd(ptr @square, double %x)
    ret { ptr, double } %r })");
  ASSERT_EQ(parse().size(), 1u);
  EXPECT_EQ(requests[0].family, Family::Augmentfwd);
  EXPECT_TRUE(requests[0].isSplit());
  EXPECT_FALSE(requests[0].readsTape());
  EXPECT_FALSE(requests[0].tape.isFixed);
  EXPECT_TRUE(requests[0].tape.arguments.empty());
  EXPECT_EQ(modeOf(requests[0]), Mode::ReverseAugmented);
  EXPECT_EQ(requests[0].parameters[0].activity, Activity::Out);
}

TEST_F(RequestSplit, ReverseHalfTakesSeedThenTape) {
  readSplit(R"(define double @t(double %x, ptr %tape) {
    %r = call double (...) @__enzyme_reverse(ptr @square, double %x, double 2.0, ptr %tape)
    ret double %r })");
  ASSERT_EQ(parse().size(), 1u);
  ASSERT_EQ(requests[0].seedPieces.size(), 1u);
  EXPECT_EQ(requests[0].seedPieces[0].argument, 2u);
  ASSERT_EQ(requests[0].tape.arguments.size(), 1u);
  EXPECT_EQ(requests[0].tape.arguments[0], 3u);
  EXPECT_FALSE(requests[0].noFree);
}

TEST_F(RequestSplit, TapeInMemoryNeedsNoSeed) {
  readSplit(R"(define double @t(double %x, ptr %tape) {
    %r = call double (...) @__enzyme_reverse(ptr @square, ptr @enzyme_allocated, i64 64, ptr @enzyme_tape, ptr %tape,
                                             ptr @enzyme_nofree, double %x)
    ret double %r })");
  ASSERT_EQ(parse().size(), 1u);
  EXPECT_TRUE(requests[0].tape.isFixed);
  EXPECT_TRUE(requests[0].tape.isInMemory);
  EXPECT_FALSE(requests[0].tape.isByValue());
  EXPECT_EQ(requests[0].tape.bytes, 64);
  EXPECT_TRUE(requests[0].seedPieces.empty());
  EXPECT_TRUE(requests[0].noFree);
}

TEST_F(RequestSplit, SeedByReference) {
  readSplit(R"(define double @t(double %x, ptr %seed, ptr %tape) {
    %r = call double (...) @__enzyme_reverse(ptr @square, double %x, ptr @enzyme_byref, i64 8, ptr %seed, ptr %tape)
    ret double %r })");
  ASSERT_EQ(parse().size(), 1u);
  ASSERT_EQ(requests[0].seedPieces.size(), 1u);
  EXPECT_EQ(requests[0].seedPieces[0].how, Passed::How::Pointee);
  EXPECT_EQ(requests[0].tape.arguments[0], 5u);
}

TEST_F(RequestSplit, HalvesShareOneAugmentedKey) {
  readSplit(R"(define double @t(ptr %x, ptr %dx, ptr %y, ptr %dy, ptr %tape) {
    call ptr (...) @__enzyme_augmentfwd_v(ptr @memory, ptr @enzyme_not_overwritten, ptr %x, ptr %dx,
                                                    ptr %y, ptr %dy, i32 3)
    call void (...) @__enzyme_reverse_v(ptr @memory, ptr @enzyme_not_overwritten, ptr %x, ptr %dx,
                                        ptr %y, ptr %dy, i32 3, ptr %tape)
    %r = call double (...) @__enzyme_fwdsplit(ptr @memory, ptr @enzyme_not_overwritten, ptr %x, ptr %dx,
                                              ptr %y, ptr %dy, i32 3, ptr %tape)
    ret double %r })");
  ASSERT_EQ(parse().size(), 3u);
  DerivativeKey first = augmentedKeyFor(requests[0], requests[0].function);
  EXPECT_TRUE(first == augmentedKeyFor(requests[1], requests[1].function));
  EXPECT_TRUE(first == augmentedKeyFor(requests[2], requests[2].function));
  EXPECT_FALSE(first.overwritten[0]);
  EXPECT_TRUE(first.overwritten[1]);
}

TEST_F(RequestSplit, SizeTakesMarkersAlone) {
  readSplit(R"(define i64 @t() {
    %r = call i64 (...) @__enzyme_augmentsize(ptr @memory, ptr @enzyme_dup, ptr @enzyme_const, ptr @enzyme_const)
    ret i64 %r })");
  ASSERT_EQ(parse().size(), 1u);
  EXPECT_EQ(requests[0].parameters[0].activity, Activity::Dup);
  EXPECT_EQ(requests[0].parameters[1].activity, Activity::Const);
  EXPECT_EQ(signatureOf(requests[0]).type->getNumParams(), 0u);
}

TEST_F(RequestSplit, WithoutTapeOrSeedItIsRefused) {
  readSplit(R"(define double @t(double %x) {
    %r = call double (...) @__enzyme_reverse(ptr @square, double %x, double 1.0)
    %s = call double (...) @__enzyme_reverse(ptr @square, double %x)
    %u = fadd double %r, %s
    ret double %u })");
  EXPECT_EQ(parse().size(), 0u);
  EXPECT_EQ(diagnostics.refusals(), 2u);
}

} // namespace
