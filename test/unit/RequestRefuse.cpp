// Every mistake in a request has its message.
#include "RequestFixture.h"

using namespace enzyme;

namespace {

struct Mistake {
  const char *arguments; ///< of the call of @__enzyme_autodiff
  const char *number;
};

class RequestRefuse : public RequestTest, public ::testing::WithParamInterface<Mistake> {};

TEST_P(RequestRefuse, IsRefused) {
  read(std::string(R"(
    @enzyme_dupp = external global i32
    define double @variadic(double %x, ...) { ret double %x }
    define ptr @pointer(ptr %x) { ret ptr %x }
    define void @structure(ptr sret({ double, double, double }) %r, double %x) { ret void }
    declare { double, double } @__enzyme_autodiff_2(...)
    define void @t(ptr %p, i32 %n, i64 %l) {
      call )") +
       GetParam().arguments + "\n ret void }");
  EXPECT_EQ(parse().size(), 0u);
  EXPECT_EQ(numbers(), GetParam().number);
  EXPECT_TRUE(diagnostics.refused());
}

#define AUTODIFF(...) "double (...) @__enzyme_autodiff(" __VA_ARGS__ ")"
#define FWDDIFF(...) "double (...) @__enzyme_fwddiff(" __VA_ARGS__ ")"

INSTANTIATE_TEST_SUITE_P(
    Mistakes, RequestRefuse,
    ::testing::Values(
        Mistake{AUTODIFF(), "ENZ0006"}, Mistake{AUTODIFF("ptr null, double 1.0"), "ENZ0005"},
        Mistake{AUTODIFF("ptr %p, double 1.0"), "ENZ0005"},
        Mistake{AUTODIFF("ptr @variadic, double 1.0"), "ENZ0007"},
        Mistake{AUTODIFF("ptr @square, double 1.0, double 2.0"), "ENZ0011"},
        Mistake{AUTODIFF("ptr @square"), "ENZ0012"},
        Mistake{AUTODIFF("ptr @memory, ptr %p"), "ENZ0013"},
        Mistake{AUTODIFF("ptr @memory, ptr %p, ptr @enzyme_const, ptr %p, i32 1"), "ENZ0013"},
        Mistake{AUTODIFF("ptr @square, i32 0"), "ENZ0014"},
        Mistake{AUTODIFF("ptr @memory, ptr %p, ptr %p, ptr %p, ptr %p, i64 %l"), "ENZ0014"},
        Mistake{AUTODIFF("ptr @memory, ptr %p, i32 7, ptr %p, ptr %p, i32 1"), "ENZ0015"},
        Mistake{AUTODIFF("ptr @square, double 1.0, ptr @enzyme_const"), "ENZ0016"},
        Mistake{AUTODIFF("ptr @memory, ptr @enzyme_out, ptr %p"), "ENZ0017"},
        Mistake{FWDDIFF("ptr @square, ptr @enzyme_out, double 1.0"), "ENZ0018"},
        Mistake{AUTODIFF("ptr @square, ptr @enzyme_dup, double 1.0, double 1.0"), "ENZ0019"},
        Mistake{AUTODIFF("ptr @square, ptr @enzyme_width, i32 0, double 1.0"), "ENZ0020"},
        Mistake{
            AUTODIFF("ptr @square, ptr @enzyme_width, i32 1, ptr @enzyme_width, i32 1, double 1.0"),
            "ENZ0021"},
        Mistake{AUTODIFF("ptr @square, ptr @enzyme_width, i32 2000, double 1.0"), "ENZ0100"},
        Mistake{
            AUTODIFF(
                "ptr @memory, ptr @enzyme_primal_return, ptr %p, ptr %p, ptr %p, ptr %p, i32 1"),
            "ENZ0023"},
        Mistake{AUTODIFF("ptr @structure, ptr @enzyme_primal_return, ptr %p, double 1.0"),
                "ENZ0024"},
        Mistake{AUTODIFF("ptr @pointer, ptr @enzyme_active_return, ptr %p, ptr %p"), "ENZ0025"},
        Mistake{AUTODIFF("ptr @pointer, ptr %p, ptr @enzyme_interleave, ptr @enzyme_interleave"),
                "ENZ0026"},
        Mistake{AUTODIFF("ptr @pointer, ptr %p, ptr @enzyme_interleave, ptr @enzyme_dup"),
                "ENZ0027"},
        Mistake{AUTODIFF("ptr @square, double 1.0, ptr @enzyme_interleave, double 1.0"), "ENZ0029"},
        Mistake{AUTODIFF("ptr @pointer, ptr @enzyme_dupp, ptr %p, ptr %p"), "ENZ0004"},
        Mistake{"{ double, double } (...) @__enzyme_autodiff_2(ptr @square, double 1.0)",
                "ENZ0030"},
        Mistake{FWDDIFF("ptr @structure, double 1.0, double 1.0"), "ENZ0031"}));

TEST_F(RequestRefuse, MisspelledWordsSayWhatWasMeant) {
  read(R"(declare double @__enzyme_autodif(...)
    declare double @_Z16__enzyme_fwddiffIdEvPvz(...)
    declare double @__enzyme_likelihood_x(...)
    define void @t() {
      call double (...) @__enzyme_autodif(ptr @square, double 1.0)
      call double (...) @__enzyme_likelihood_x(ptr @square, double 1.0)
      ret void })");
  EXPECT_EQ(parse().size(), 0u);
  EXPECT_EQ(numbers(), "ENZ0001 ENZ0120");
  EXPECT_NE(sink.messages[0].hint.find("__enzyme_autodiff"), std::string::npos);
}

TEST_F(RequestRefuse, OwnFunctionsWithSimilarNamesAreLeftAlone) {
  read(R"(declare void @enzyme_reverse_step(double)
    declare void @_enzyme_autodiff(double)
    define void @t() {
      call void @enzyme_reverse_step(double 1.0)
      call void @_enzyme_autodiff(double 1.0)
      ret void })");
  parse();
  EXPECT_EQ(numbers(), "ENZ0001") << "only what is nearly a request is meant as one";
}

TEST_F(RequestRefuse, AddressOfWord) {
  read(R"(define ptr @t() { ret ptr @__enzyme_autodiff })");
  parse();
  EXPECT_EQ(numbers(), "ENZ0008");
}

TEST_F(RequestRefuse, DerivativeOfItself) {
  read(R"(define double @f(double %x) {
      %r = call double @g(double %x)
      ret double %r
    }
    define double @g(double %x) {
      %r = call double (...) @__enzyme_autodiff(ptr @f, double %x)
      ret double %r })");
  EXPECT_EQ(parse().size(), 0u);
  EXPECT_EQ(numbers(), "ENZ0009");
}

TEST_F(RequestRefuse, DroppedResultIsAWarning) {
  read(R"(define double @two(double %x, double %y) { ret double %x }
    define double @t() {
      %r = call double (...) @__enzyme_autodiff(ptr @two, double 1.0, double 2.0)
      ret double %r })");
  EXPECT_EQ(parse().size(), 1u);
  EXPECT_EQ(numbers(), "ENZ0032");
  EXPECT_FALSE(diagnostics.refused());
}

} // namespace
