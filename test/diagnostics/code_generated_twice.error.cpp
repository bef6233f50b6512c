// RUN: enzyme-clang++ -fsanitize=float-divide-by-zero -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang++ -Werror -c %s -o %t.o
// Functions of unnamed types are named by the order of their generation. Where what a sanitizer puts in hides
// which of them is which, the code as it is compiled is differentiated, and that is said. A closure that is never
// called has a number, too, which the functions of its tuple tell.
double __enzyme_autodiff(void *, ...);
template <class... Parts> struct Table;
template <> struct Table<> {};
template <class First, class... Rest> struct Table<First, Rest...> : Table<Rest...> {
  First first;
  Table(First f, Rest... rest) : Table<Rest...>(rest...), first(f) {}
  const Table<Rest...> &rest() const { return *this; }
};
template <class... Parts> Table<Parts...> tableOf(Parts... parts) { return Table<Parts...>(parts...); }
static auto table = tableOf([](double x) { return x; }, [](double x) { return x * x; });
static auto other = tableOf([](double x) { return -x; }, [](double x) { return x * x * x; });
double tables(double x) { return table.rest().first(x) * other.rest().first(x); }
double slopeOfTables(double x) { return __enzyme_autodiff((void *)tables, x); }
static struct {
  double value;
} two = {2};
static struct {
  double value;
} three = {3};
template <class Unnamed> static double over(Unnamed unnamed, double x) { return unnamed.value / x; }
double quotients(double x) { return over(two, x) * over(three, x); }
double slope(double x) { return __enzyme_autodiff((void *)quotients, x); } // expected-warning@*:* {{the derivatives in this file are made from the code as it is compiled, and not from the front end's: functions that are named by the order of their generation, such as those of unnamed types, differ between the two; their types and lines are then known less well, and what the options of the command line add is in them [ENZ0179]}}
