// RUN: enzyme-clang++ -std=c++20 -fsyntax-only -ferror-limit=0 -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// A shadow is a copy with zeros: what cannot be seen into, or is shared with the copy, is refused by name.
#include <enzyme/enzyme>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <variant>
#include <vector>
using namespace enzyme;

class Hidden {
  double k = 1;
};
struct Base {
  double a;
};
struct Derived : Base {
  double b;
};
struct Leads {
  double a;
  double *p;
};
struct Refers {
  double a;
  double &r;
};
struct Opaque {
  double a;
  void *p;
};
struct Either {
  double a;
  union {
    int i;
    double d;
  } u;
};
struct Linked {
  double a;
  Linked *next;
};
struct Fixed {
  const double a;
};
struct HasHidden {
  std::vector<double> v;
  std::vector<Hidden> h;
};
class Told {
  double a = 1;
  std::shared_ptr<double> p;
  friend struct enzyme::members_of<Told>;
};
template <> struct enzyme::members_of<Told> {
  template <class Self> static auto get(Self &self) { return std::tie(self.a, self.p); }
};
double ofRefers(const Refers &r) { return r.a * r.r; }
double ofContext(double x, void *) { return x; }
double ofCallable(double x, const std::function<double(double)> &f) { return f(x); }
std::variant<double, Hidden> chosen(double x) { return x; }
std::shared_ptr<double> shared(double x) { return std::make_shared<double>(x); }
void unseen(Refers refers, void *context, double x) {
  make_zero(Derived());                              // expected-error@*:* {{enzyme: 'Derived' may hold or lead to numbers that cannot be seen}}
  make_zero(std::vector<Derived>());                 // expected-error@*:* {{enzyme: 'Derived' in 'std::vector<Derived>' may hold}}
  make_zero(Leads());                                // expected-error@*:* {{enzyme: 'double *' in 'Leads' may hold}}
  make_zero(Opaque());                               // expected-error@*:* {{enzyme: 'void *' in 'Opaque' may hold}}
  make_zero(Either());                               // expected-error@*:* {{in 'Either' may hold}}
  make_zero(Linked());                               // expected-error@*:* {{enzyme: 'Linked *' in 'Linked' may hold}}
  make_zero(Fixed{1});                               // expected-error@*:* {{enzyme: 'const double' in 'Fixed' may hold}}
  make_zero(HasHidden());                            // expected-error@*:* {{enzyme: 'Hidden' in 'HasHidden' may hold}}
  make_zero(Told());                                 // expected-error@*:* {{enzyme: 'std::shared_ptr<double>' in 'Told' may hold}}
  make_zero(std::set<double>());                     // expected-error@*:* {{enzyme: 'std::set<double>' may hold}}
  make_zero(std::map<double, int>());                // expected-error@*:* {{enzyme: 'std::map<double, int>' may hold}}
  make_zero(std::vector<std::span<double>>());       // expected-error@*:* {{enzyme: 'std::span<double>' in 'std::vector<std::span<double>>' may hold}}
  gradient(ofRefers, refers);                        // expected-error@*:* {{enzyme: 'double &' in 'Refers' may hold}} expected-error@*:* {{no argument is differentiated: all are Const}}
  gradient(ofContext, x, context);                   // expected-error@*:* {{a pointer does not say how many numbers it leads to: pass a container or a std::span}}
  gradient(ofCallable, x, std::function<double(double)>()); // expected-error@*:* {{enzyme: 'std::function<double (double)>' may hold}}
  jvp(chosen, x, 1.0);                               // expected-error@*:* {{enzyme: 'Hidden' in 'std::variant<double, Hidden>' may hold}}
  vjp(shared, x, 1.0);                               // expected-error@*:* {{enzyme: 'std::shared_ptr<double>' may hold}}
}
