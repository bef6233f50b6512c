// A function whose only effect is that a string of its object grows, called by itself and through
// a virtual table: the string's shadow follows, and the destructor frees what is there.
#include "check.h"
#include <string>

namespace {
struct Part {
  virtual ~Part() {}
  virtual void call() = 0;
  __attribute__((noinline)) void set(const char *text) { name = text; }
  std::string name, other;
  const double *value = nullptr;
};
struct Wheel : Part {
  void call() override;
};
struct Door : Part {
  void call() override;
};
__attribute__((noinline)) void Wheel::call() { set("a wheel whose name does not fit into the object itself"); }
__attribute__((noinline)) void Door::call() { set("a door whose name does not fit into the object itself either"); }
} // namespace

static double direct(const double *x) {
  Wheel part;
  part.value = x;
  part.set("a name that does not fit into the object itself, set at once");
  return part.value[0] * part.value[1];
}
static double throughTable(const double *x) {
  double sum = 0;
  for (int i = 0; i < 2; i++) {
    Part *part = i == 0 ? static_cast<Part *>(new Wheel) : new Door;
    part->value = x + i;
    part->call();
    sum += *part->value * *part->value * part->name.size();
    delete part;
  }
  return sum;
}

CHECK_FUNCTION(direct, 2, 1, 3);
CHECK_FUNCTION(throughTable, 2, 1, 3);
