// RUN: enzyme-clang++ -std=c++17 -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang++ -std=c++17 -O2 -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang++ -std=c++17 -Wno-enzyme-leaves-memory -Wno-enzyme-numbers-in-text -Werror -c %s -o %t.o
// Numbers as bytes in C++ streams, which are files or lie in memory. Not of what is only written, or only read.
#include <charconv>
#include <cstring>
#include <fstream>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>
double __enzyme_autodiff(void *, ...);

static double throughAStringStream(double x) {
  std::stringstream stream;
  double y = x * x;
  stream.write(reinterpret_cast<const char *>(&y), sizeof y); // expected-note {{written here}}
  double back;
  stream.read(reinterpret_cast<char *>(&back), sizeof back); // expected-warning {{what 'std::istream::read(char*, long)' reads here is a constant to the derivative, and the same code writes numbers with 'std::ostream::write(char const*, long)'}}
  return back * x;
}
static void save(const char *name, const double *values) {
  std::ofstream file(name, std::ios::binary);
  file.write(reinterpret_cast<const char *>(values), 2 * sizeof *values); // expected-note {{written here}}
}
static double throughAFile(double x) {
  double values[2] = {x, x * x};
  save("values", values);
  std::ifstream file("values", std::ios::binary);
  file.read(reinterpret_cast<char *>(values), sizeof values); // expected-warning {{what 'std::istream::read(char*, long)' reads here}}
  return values[0] * values[1];
}
static double throughAString(double x) {
  std::ostringstream stream;
  double y = x * x, back;
  stream.write(reinterpret_cast<const char *>(&y), sizeof y); // expected-note {{written here}}
  std::string bytes = stream.str(); // expected-warning {{is a constant to the derivative, and the same code writes numbers with 'std::ostream::write(char const*, long)'}}
  std::memcpy(&back, bytes.data(), sizeof back);
  return back * x;
}
static double throughDigits(double x) {
  char digits[64];
  double y = x * x, back = 0;
  auto end = std::to_chars(digits, digits + 64, y); // expected-note {{written here}}
  std::from_chars(digits, end.ptr, back); // expected-warning {{is a constant to the derivative, and the same code writes numbers with 'std::to_chars(char*, char*, double)'}}
  return back * x;
}
struct Kept : std::locale::facet {
  static std::locale::id id;
  double value;
  explicit Kept(double value) : value(value) {}
};
std::locale::id Kept::id;
static double throughALocale(double x) {
  std::locale own(std::locale::classic(), new Kept(x * x)); // expected-note {{written here}}
  return std::use_facet<Kept>(own).value * x; // expected-warning {{is a constant to the derivative, and the same code writes numbers with}}
}
static double writesText(double x) {
  std::ostringstream stream;
  stream << x;
  return stream.str().size() * x;
}
static double writesOnly(double x) {
  std::ofstream file("values", std::ios::binary);
  double y = x * x;
  file.write(reinterpret_cast<const char *>(&y), sizeof y);
  return y;
}
static double readsOnly(double x) {
  std::ifstream file("values", std::ios::binary);
  double factor;
  file.read(reinterpret_cast<char *>(&factor), sizeof factor);
  return factor * x;
}
static double thrownAsText(double x) {
  double y = x * x, back;
  try {
    throw std::runtime_error(std::string(reinterpret_cast<const char *>(&y), sizeof y)); // expected-warning {{here it keeps the bytes of numbers}}
  } catch (const std::runtime_error &error) {
    std::memcpy(&back, error.what(), sizeof back);
  }
  return back * x;
}
static double throwsText(double x) {
  try {
    if (x > 100)
      throw std::runtime_error("too large: " + std::to_string(7));
  } catch (const std::exception &error) {
    return std::strlen(error.what()) * x;
  }
  return x;
}
double all(double x) {
  return __enzyme_autodiff((void *)throughAStringStream, x) + __enzyme_autodiff((void *)throughAFile, x) +
         __enzyme_autodiff((void *)writesOnly, x) + __enzyme_autodiff((void *)readsOnly, x) +
         __enzyme_autodiff((void *)throughAString, x) + __enzyme_autodiff((void *)throughDigits, x) +
         __enzyme_autodiff((void *)throughALocale, x) + __enzyme_autodiff((void *)writesText, x) +
         __enzyme_autodiff((void *)thrownAsText, x) + __enzyme_autodiff((void *)throwsText, x);
}
