// Several bases, a virtual base, pointers to members, dynamic_cast.
#include "check.h"

struct Named {
  int id = 7;
  virtual ~Named() {}
};
struct Mass : virtual Named {
  double m = 0;
  virtual double mass() const { return m; }
};
struct Charge : virtual Named {
  double q = 0;
  virtual double charge() const { return q; }
};
struct Ion : Mass, Charge {
  double extra = 0;
  double mass() const override { return m * m + extra; }
  double charge() const override { return q * extra; }
};
NOINLINE static double both(const Mass *m, const Charge *c) {
  return m->mass() * c->charge() * m->id;
}
double f(const double *x) {
  Ion ion;
  ion.m = x[0];
  ion.q = x[1];
  ion.extra = x[2];
  const Named *base = &ion;
  const Charge *c = dynamic_cast<const Charge *>(base);
  double Ion::*member = x[0] > 0 ? &Ion::extra : &Ion::extra;
  double (Mass::*method)() const = &Mass::mass;
  return both(&ion, c) + ion.*member * (ion.*method)();
}

CHECK_FUNCTION(f, 3, 0.5, 1.5, 0.75);
