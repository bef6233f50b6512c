// Pointers to data members and to member functions, plain and virtual, in tables.
#include "check.h"

struct Body {
  double mass, speed, height;
  double kinetic() const { return 0.5 * mass * speed * speed; }
  double potential() const { return 9.81 * mass * height; }
};
struct Base {
  double a;
  virtual double act(double v) { return a * v; }
  virtual ~Base() = default;
};
struct Derived : Base {
  double act(double v) override { return a * a * v; }
};

double f(const double *x) {
  Body body{x[0], x[1], x[2]};
  double Body::*const members[] = {&Body::mass, &Body::height};
  double (Body::*const functions[])() const = {&Body::kinetic, &Body::potential};
  double r = 0;
  for (auto member : members)
    r += body.*member * body.*member;
  for (auto function : functions)
    r += (body.*function)();
  Derived derived;
  derived.a = x[1];
  Base *base = &derived;
  double (Base::*act)(double) = &Base::act;
  return r + (base->*act)(x[0]);
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
