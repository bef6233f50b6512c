// A file that asks for nothing compiles to the same bytes as with plain clang; so
// does one that only declares the words.
// RUN: cp %s %t.cpp
// RUN: clang++ -O0 -g -c %t.cpp -o %t.plain.o && cp %t.plain.o %t.0
// RUN: clang++ -O0 -g -c %t.cpp -o %t.plain.o -fplugin=%plugin && cmp %t.plain.o %t.0
// RUN: clang++ -O2 -DWORDS -c %t.cpp -o %t.plain.o && cp %t.plain.o %t.2
// RUN: clang++ -O2 -DWORDS -c %t.cpp -o %t.plain.o -fplugin=%plugin && cmp %t.plain.o %t.2
#include <functional>
#include <map>
#include <string>
#ifdef WORDS
extern int enzyme_const;
double __enzyme_autodiff(void *, ...);
#endif
static auto first = [](int x) { return x + 1; };
static auto second = [](int x) { return x + 2; };
struct Base {
  virtual ~Base() {}
  virtual int get() const { return 1; }
};
struct Derived : Base {
  int get() const override { return first(2); }
};
inline int counter() {
  static int n;
  return n++;
}
int run(const std::map<std::string, int> &m) {
  std::function<int(int)> f = second;
  const Base &b = Derived();
  return m.at("x") + f(3) + b.get() + counter();
}
