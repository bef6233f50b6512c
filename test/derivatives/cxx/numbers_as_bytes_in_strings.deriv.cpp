// std: c++20
// Bytes of numbers kept as text: in std::string and its relatives, by every member that puts characters there, in
// containers of strings, and in functions that are not inlined. (Before C++20 the library has the members of std::string.)
#include "check.h"
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <vector>

using Bytes = std::basic_string<unsigned char>;
struct Numbers {
  double y[3];
  const char *bytes() const { return reinterpret_cast<const char *>(y); }
};
static Numbers numbersOf(const double *x) { return {{x[0] * x[1], x[1] * x[2], 2 * x[0]}}; }
template <class Text> static double at(const Text &text, size_t i) {
  double z;
  std::memcpy(&z, text.data() + i, sizeof z);
  return z;
}
#define KEPT(NAME, ...)                                                                                                \
  double NAME(const double *x) {                                                                                       \
    Numbers n = numbersOf(x);                                                                                          \
    const char *p = n.bytes();                                                                                         \
    __VA_ARGS__                                                                                                        \
  }                                                                                                                    \
  CHECK_FUNCTION(NAME, 3, 0.5, -1.25, 0.75);

KEPT(appended, std::string t; t.append(p, 8); return at(t, 0) * x[2];)
KEPT(appended_to_text, std::string t("head"); t.append(p, 24); return at(t, 4) * x[2] * at(t, 20);)
KEPT(assigned, std::string t("head"); t.assign(p, 24); return at(t, 0) * x[2] * at(t, 16);)
KEPT(inserted, std::string t("head"); t.insert(2, p, 24); return at(t, 2) * x[2] * at(t, 18);)
KEPT(replaced, std::string t("head"); t.replace(1, 2, p, 24); return at(t, 1) * x[2] * at(t, 17);)
KEPT(added, std::string t = std::string("head") + std::string(p, 24); return at(t, 4) * x[2] * at(t, 20);)
KEPT(resized, std::string t; t.resize(24); std::memcpy(&t[0], p, 24); return at(t, 0) * at(t, 8) * at(t, 16);)
KEPT(part, std::string u(p, 24); std::string t = u.substr(8); return at(t, 0) * x[2] * at(t, 8);)
KEPT(exchanged, std::string u(p, 24); std::string t("x"); t.swap(u); return at(t, 0) * x[2] * at(t, 8);)
KEPT(erased, std::string t(p, 24); t.erase(0, 8); return at(t, 0) * x[2] * at(t, 8);)
KEPT(copied_out, std::string u(p, 24); double z[3]; u.copy((char *)z, 24); return z[0] * x[2] * z[2];)
KEPT(with_more_room, std::string t(p, 24); t.reserve(1000); t.shrink_to_fit(); return at(t, 0) * x[2] * at(t, 8);)
KEPT(short_and_moved, std::string t(p, 8); std::string u = std::move(t); t = u; return at(t, 0) * x[2];)
KEPT(in_bytes, Bytes t((const unsigned char *)p, 24); return at(t, 0) * at(t, 16) * x[2];)
KEPT(in_wide_characters, std::wstring t((const wchar_t *)p, 2); double z; std::memcpy(&z, t.data(), 8); return z * x[2];)
KEPT(in_a_view, std::vector<char> t(p, p + 24); std::string_view v(t.data(), t.size()); return at(v.substr(8), 0) * x[0];)

// In containers: short ones lie within their objects, long ones elsewhere.
KEPT(long_ones_in_a_vector, std::vector<std::string> all; for (int i = 0; i < 3; i++) all.emplace_back(p, 24);
     return at(all[0], 16) * at(all[2], 0) * x[2];)
// Growing and copied, so that more functions look at one string than are asked.
KEPT(short_ones_that_move, std::vector<std::string> all; for (int i = 0; i < 3; i++) all.push_back(std::string(p + 8 * i, 8));
     std::vector<std::string> copy = all; return at(copy[0], 0) * at(copy[2], 0) * at(all[1], 0);)
KEPT(as_keys, std::map<std::string, double> m; m[std::string(p, 24)] = x[1]; return at(m.begin()->first, 8) * m.begin()->second;)

// In functions that are not inlined.
struct Record {
  std::string text;
  double number;
};
NOINLINE static void put(std::string &s, const void *p, int n) { s.append((const char *)p, n); }
NOINLINE static void putAll(std::string &s, const std::string &t) {
  s += t;
  s.insert(0, t);
  s.replace(2, 3, t);
}
KEPT(by_functions, std::string s; std::string t; put(s, p, 24); putAll(t, s); putAll(t, s); return at(t, 2) * at(t, 18);)
KEPT(in_members, Record r; put(r.text, p, 24); r.number = x[0]; Record q[3]; for (Record &o : q) {
       putAll(o.text, r.text);
       o.number = r.number;
     } std::string s; for (int i = 0; i < 3; i++) s.push_back('a');
     s.append(q[2].text); return at(s, 5) * at(s, 21) * q[1].number;)
