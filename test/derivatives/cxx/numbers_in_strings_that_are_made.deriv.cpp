// The bytes of numbers in strings of C++17, whose longer members are compiled in the library: in
// derivatives these have their code from the headers. Also in strings that are moved and returned,
// and in wide ones.
// only: -O0 -O2 asan
// std: c++17
#include "check.h"
#include <cstring>
#include <string>
#include <vector>

static double sumOf(const double *numbers, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += numbers[i] * numbers[i] * (i + 1);
  return sum * numbers[0];
}

NOINLINE static std::string kept(const double *x, int n) {
  return std::string(reinterpret_cast<const char *>(x), n * sizeof(double));
}
double made(const double *x, int n) {
  std::string bytes = kept(x, n);
  double numbers[4];
  std::memcpy(numbers, bytes.data(), sizeof numbers);
  return sumOf(numbers, n);
}
CHECK_FUNCTION_N(made, 4, 0.5, -1.5, 0.75, 2);

NOINLINE static void put(std::string &bytes, const void *from, int n) {
  bytes.append((const char *)from, n);
}
NOINLINE static void get(const std::string &bytes, void *to, int at, int n) {
  bytes.copy((char *)to, n, at);
}
double changed(const double *x, int n) {
  std::string bytes;
  put(bytes, x, 8);
  bytes.insert(0, reinterpret_cast<const char *>(x + 1), 8);
  bytes.replace(8, 0, reinterpret_cast<const char *>(x + 2), 16);
  bytes.reserve(500);
  bytes.resize(100);
  bytes.erase(32);
  double numbers[4];
  for (int i = 0; i < n; i++)
    get(bytes, numbers + i, 8 * i, 8);
  return sumOf(numbers, n);
}
CHECK_FUNCTION_N(changed, 4, 0.5, -1.5, 0.75, 2);

NOINLINE static std::vector<std::string> listOf(const double *x, int n) {
  std::vector<std::string> list;
  for (int i = 0; i < n; i++)
    list.push_back(std::string(reinterpret_cast<const char *>(x + i), 8) + std::string(20, 'a'));
  return list;
}
double moved(const double *x, int n) {
  std::vector<std::string> list = listOf(x, n);
  std::swap(list[0], list[1]);
  std::string all = list[2].substr(0, 8) + list[3].substr(0, 8);
  double numbers[4];
  std::memcpy(numbers, list[0].data(), 8);
  std::memcpy(numbers + 1, list[1].data(), 8);
  std::memcpy(numbers + 2, all.data(), 16);
  return sumOf(numbers, n);
}
CHECK_FUNCTION_N(moved, 4, 0.5, -1.5, 0.75, 2);

double inWideCharacters(const double *x, int n) {
  std::wstring words(reinterpret_cast<const wchar_t *>(x), 4);
  words.append(reinterpret_cast<const wchar_t *>(x + 2), 4);
  double numbers[4];
  std::memcpy(numbers, words.data(), sizeof numbers);
  return sumOf(numbers, n);
}
CHECK_FUNCTION_N(inWideCharacters, 4, 0.5, -1.5, 0.75, 2);

struct Message {
  int kind;
  char text[60];
};
struct Entry {
  int kind;
  double value;
};
double inRecords(const double *x, int n) { // numbers behind other members, as bytes
  Message message{3, {}};
  std::memcpy(message.text + 4, x, 8);
  Entry entry{4, x[1] * x[2]};
  std::string text(message.text, sizeof message.text);
  text.append(reinterpret_cast<const char *>(&entry), sizeof entry);
  text += std::string(40, ' ');
  *reinterpret_cast<double *>(&text[80]) = x[3];
  std::string copy = text + "and more";
  double numbers[4] = {0};
  get(copy, numbers, 4, 8);
  get(copy, numbers + 1, 68, 8);
  get(copy, numbers + 2, 80, 8);
  return sumOf(numbers, n);
}
CHECK_FUNCTION_N(inRecords, 4, 0.5, -1.5, 0.75, 2);
