// Values as JSON libraries keep them, a tag beside a union of pointers, numbers and a double: moved
// and swapped as whole unions, while an invariant looks at the pointers.
#include "check.h"
#include <cassert>
#include <string>
#include <utility>
#include <vector>

enum class Kind : unsigned char { Nothing, Text, List, Number, Integer };

class Value {
  union Content {
    std::string *text;
    std::vector<Value> *list;
    long integer;
    double number;
    Content() = default;
    Content(double x) : number(x) {}
    Content(long i) : integer(i) {}
  };
  Kind kind = Kind::Nothing;
  Content content = {};

  void assertInvariant() const {
    assert(kind != Kind::Text || content.text != nullptr);
    assert(kind != Kind::List || content.list != nullptr);
  }

public:
  Value() { content.list = nullptr; }
  Value(double x) : kind(Kind::Number), content(x) {}
  Value(long i) : kind(Kind::Integer), content(i) {}
  explicit Value(std::string text) : kind(Kind::Text) {
    content.text = new std::string(std::move(text));
  }
  static Value list() {
    Value made;
    made.kind = Kind::List;
    made.content.list = new std::vector<Value>();
    return made;
  }
  NOINLINE Value(Value &&other) noexcept
      : kind(std::move(other.kind)), content(std::move(other.content)) {
    other.assertInvariant();
    other.kind = Kind::Nothing;
    other.content = {};
    assertInvariant();
  }
  NOINLINE Value &operator=(Value other) noexcept {
    other.assertInvariant();
    using std::swap;
    swap(kind, other.kind);
    swap(content, other.content);
    assertInvariant();
    return *this;
  }
  ~Value() {
    if (kind == Kind::Text)
      delete content.text;
    if (kind == Kind::List)
      delete content.list;
  }
  void push(Value value) { content.list->push_back(std::move(value)); }
  Value &operator[](size_t i) { return (*content.list)[i]; }
  double get() const {
    return kind == Kind::Number    ? content.number
           : kind == Kind::Integer ? double(content.integer)
           : kind == Kind::Text    ? double(content.text->size())
                                   : 0;
  }
};

double f(const double *x, int n) {
  Value all = Value::list();
  for (int i = 0; i < n; i++)
    all.push(x[i]);
  all.push(3L);
  all.push(Value(std::string("a text that is too long for the object itself")));
  for (int i = 0; i < n; i++)
    all[i] = all[i].get() * all[(i + 1) % n].get();
  std::swap(all[0], all[n - 1]);
  std::swap(all[1], all[n + 1]);
  Value inner = Value::list();
  inner.push(all[1].get() * all[n].get());
  std::swap(all[n], inner);
  return all[0].get() * all[n + 1].get() + all[1].get() * all[n - 1].get() +
         all[n][0].get() * inner.get() * x[0];
}

CHECK_FUNCTION_N(f, 3, 0.7, -0.4, 0.3);
