// A class hierarchy serialised into std::vector<char> / std::string and read back by type tags.
#include "check.h"
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>
struct Writer {
  std::vector<char> out;
  template <class T> void put(const T &v) {
    const char *p = reinterpret_cast<const char *>(&v);
    out.insert(out.end(), p, p + sizeof v);
  }
  void put(const std::vector<double> &v) {
    put(uint32_t(v.size()));
    for (double d : v)
      put(d);
  }
};
struct Reader {
  const std::vector<char> &in;
  size_t at = 0;
  template <class T> T get() {
    T v;
    std::memcpy(&v, in.data() + at, sizeof v);
    at += sizeof v;
    return v;
  }
  std::vector<double> list() {
    std::vector<double> v(get<uint32_t>());
    for (double &d : v)
      d = get<double>();
    return v;
  }
};
struct Term {
  virtual ~Term() = default;
  virtual double at(double t) const = 0;
  virtual void save(Writer &w) const = 0;
};
struct Wave : Term {
  double amplitude, frequency;
  Wave(double a, double w) : amplitude(a), frequency(w) {}
  double at(double t) const override { return amplitude * std::sin(frequency * t); }
  void save(Writer &w) const override {
    w.put(char('w'));
    w.put(amplitude);
    w.put(frequency);
  }
};
struct Poly : Term {
  std::vector<double> c;
  explicit Poly(std::vector<double> c) : c(std::move(c)) {}
  double at(double t) const override {
    double r = 0;
    for (double k : c)
      r = r * t + k;
    return r;
  }
  void save(Writer &w) const override {
    w.put(char('p'));
    w.put(c);
  }
};
NOINLINE static std::vector<std::unique_ptr<Term>> load(Reader r) {
  std::vector<std::unique_ptr<Term>> all;
  for (int n = r.get<int>(); n--;) {
    if (r.get<char>() == 'w') {
      double a = r.get<double>();
      all.push_back(std::make_unique<Wave>(a, r.get<double>()));
    } else
      all.push_back(std::make_unique<Poly>(r.list()));
  }
  return all;
}
double f(const double *x) {
  std::vector<std::unique_ptr<Term>> terms;
  terms.push_back(std::make_unique<Wave>(x[0], x[1]));
  terms.push_back(std::make_unique<Poly>(std::vector<double>{x[2], x[0] * x[1], 1}));
  Writer w;
  w.put(int(terms.size()));
  for (auto &t : terms)
    t->save(w);
  double s = 0;
  for (auto &t : load({w.out}))
    s += t->at(0.7) * t->at(x[2]);
  return s;
}
CHECK_FUNCTION(f, 3, 0.5, -1.25, 0.75);
