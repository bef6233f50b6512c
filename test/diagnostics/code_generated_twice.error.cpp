// RUN: enzyme-clang++ -fsanitize=float-divide-by-zero -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang++ -Werror -c %s -o %t.o
// Functions of unnamed types are named by the order of their generation. Where what a sanitizer puts in hides
// which of them is which, the code as it is compiled is differentiated, and that is said.
double __enzyme_autodiff(void *, ...);
static struct {
  double value;
} two = {2};
static struct {
  double value;
} three = {3};
template <class Unnamed> static double over(Unnamed unnamed, double x) { return unnamed.value / x; }
double quotients(double x) { return over(two, x) * over(three, x); }
double slope(double x) { return __enzyme_autodiff((void *)quotients, x); } // expected-warning@*:* {{the derivatives in this file are made from the code as it is compiled, and not from the front end's: functions that are named by the order of their generation, such as those of unnamed types, differ between the two; their types and lines are then known less well, and what the options of the command line add is in them [ENZ0179]}}
