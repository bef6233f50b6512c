// RUN: clang++ -std=c++17 -g -O1 -Xclang -disable-llvm-passes -S -emit-llvm %s -o %t.ll
// RUN: enzyme-clang++ -c %t.ll -o %t.o 2>&1 | FileCheck %s
// RUN: enzyme-clang++ -Wno-enzyme-numbers-in-text -Werror -c %t.ll -o %t.o
// RUN: enzyme-clang++ -std=c++17 -Werror -c %s -o %t.o
// RUN: enzyme-clang++ -std=c++20 -Werror -c %s -o %t.o
// Bytes of numbers in strings whose members only the library has, where the code comes from another compiler. Not of
// text beside numbers, and not where the members' code is read from the headers.
#include <cstring>
#include <string>
double __enzyme_autodiff(void *, ...);

static double appended(double x) {
  std::string text;
  double y = x * x, z;
  text.append(reinterpret_cast<const char *>(&y), sizeof y); // expected-warning below, [ENZ0185]
  // CHECK-DAG: warning: {{.*}}append{{.*}} is in the library, and to the derivative what it keeps is text; here it keeps the bytes of numbers: what is read from there as a number has no derivative; copy numbers by memcpy, keep the bytes in a std::vector<char>, or compile the code from its source here, not from another compiler's IR: the members of std::string are then read from the headers; if nothing is read there as a number, -Wno-enzyme-numbers-in-text [ENZ0185]
  std::memcpy(&z, text.data(), sizeof z);
  return z * x;
}
static double resized(double x) {
  std::string text;
  double y[3] = {x, x * x, 1}, z[3];
  text.resize(sizeof y);
  // CHECK-DAG: warning: {{.*}}resize{{.*}} is in the library
  std::memcpy(&text[0], y, sizeof y);
  std::memcpy(z, text.data(), sizeof z);
  return z[0] * z[1];
}
struct Named {
  std::string name = "a name that is so long that it lies elsewhere";
  double value;
};
static double text(double x) {
  Named one{{}, x}, other = one;
  one.name.append(other.name).append("more").insert(0, other.name);
  other.name = one.name + other.name;
  other.value *= x;
  other.name.resize(100);
  return other.value * one.value * double(other.name.size());
}
double all(double x) {
  return __enzyme_autodiff((void *)appended, x) + __enzyme_autodiff((void *)resized, x) + __enzyme_autodiff((void *)text, x);
}
