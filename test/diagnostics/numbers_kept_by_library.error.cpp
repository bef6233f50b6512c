// RUN: enzyme-clang++ -std=c++17 -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang++ -std=c++17 -O2 -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang++ -std=c++17 -Wno-enzyme-library-memory -Wno-enzyme-leaves-memory -Werror -c %s -o %t.o
// Functions of the library that keep addresses of the program's memory, and hand them out or write there later on.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <streambuf>
#include <unistd.h>
double __enzyme_autodiff(void *, ...);

static int slot = std::ios_base::xalloc();

static double behindASlot(double x) {
  std::ostringstream stream;
  double y = x * x;
  stream.pword(slot) = &y; // expected-warning {{'std::ios_base::pword(int)' is in the library and returns memory in which numbers that vary, or their address, are stored: what is read from there has no derivative; keep numbers and their addresses in memory of the program's own; if nothing is read there that counts, -Wno-enzyme-library-memory [ENZ0192]}}
  double *kept = static_cast<double *>(stream.pword(slot)); // expected-warning {{'std::ios_base::pword(int)' is in the library and returns an address through which numbers are read}}
  return *kept * x;
}
__attribute__((noinline)) static void put(std::ios_base &stream, double *y) {
  stream.pword(slot) = y; // expected-warning {{returns memory in which numbers that vary, or their address, are stored}}
}
__attribute__((noinline)) static double get(std::ios_base &stream) {
  return *static_cast<double *>(stream.pword(slot)); // expected-warning {{returns an address through which numbers are read}}
}
static double behindASlotOfFunctions(double x) {
  std::ostringstream stream;
  double y = x * x;
  put(stream, &y);
  return get(stream) * x;
}
static double inASlotOfIntegers(double x) {
  std::ostringstream stream;
  double y = x * x, back;
  long word;
  std::memcpy(&word, &y, sizeof y);
  stream.iword(slot) = word; // expected-warning {{'std::ios_base::iword(int)' is in the library and returns memory in which numbers that vary, or their address, are stored}}
  word = stream.iword(slot); // expected-warning {{returns an address through which numbers are read}}
  std::memcpy(&back, &word, sizeof back);
  return back * x;
}
struct Window : std::streambuf {
  Window(char *bytes, long size) {
    setp(bytes, bytes + size); // expected-warning {{'std::basic_streambuf<char, std::char_traits<char>>::setp(char*, char*)' is in the library and keeps the address of numbers that vary}}
  }
};
static double throughABufferOfItsOwn(double x) {
  double y = x * x, buffer[4] = {0, 0, 0, 0};
  Window window(reinterpret_cast<char *>(buffer), sizeof buffer); // expected-note {{called from here}}
  std::ostream stream(&window);
  stream.write(reinterpret_cast<const char *>(&y), sizeof y);
  return buffer[0] * x;
}
__attribute__((noinline)) static void show(std::streambuf &buffer, double *numbers) {
  buffer.pubsetbuf(reinterpret_cast<char *>(numbers), 32);
}
static double throughABufferSetElsewhere(double x) {
  double y = x * x, numbers[4] = {0, 0, 0, 0};
  std::stringbuf buffer;
  show(buffer, numbers); // expected-warning {{'std::basic_streambuf<char, std::char_traits<char>>::pubsetbuf(char*, long)' is in the library and keeps the address of numbers that vary}}
  buffer.sputn(reinterpret_cast<const char *>(&y), sizeof y);
  return numbers[0] * x;
}
struct Named : std::ostringstream {
  double value;
};
static double tied(double x) {
  Named named;
  named.value = x * x;
  std::istringstream stream("x");
  stream.tie(&named); // expected-warning {{keeps the address of numbers that vary}}
  return static_cast<Named *>(stream.tie())->value * x; // expected-warning {{returns an address through which numbers are read}}
}
static double seen, *source;
static void onEvent(std::ios_base::event, std::ios_base &, int) { seen = *source * *source; }
static double calledBack(double x) {
  double y = x * x;
  source = &y;
  std::ostringstream stream;
  stream.register_callback(onEvent, 0); // expected-warning {{'std::ios_base::register_callback(}}
  stream.imbue(std::locale::classic());
  return seen * x;
}
static double throughMemoryAsAFile(double x) {
  double y = x * x, back = 0;
  FILE *file = fmemopen(&y, sizeof y, "r"); // expected-warning {{'fmemopen' is in the library and keeps the address of numbers that vary}}
  if (fread(&back, sizeof back, 1, file) != 1)
    back = 0;
  fclose(file);
  return back * x;
}
static double throughABuffer(double x) {
  static double buffer[64];
  double y = x * x;
  buffer[1] = y;
  FILE *file = fopen("/dev/null", "w");
  setvbuf(file, reinterpret_cast<char *>(buffer), _IOFBF, sizeof buffer); // expected-warning {{'setvbuf' is in the library and keeps the address of numbers that vary}}
  fwrite(&y, sizeof y, 1, file);
  double back = buffer[0];
  fclose(file);
  return back * x;
}
static double byteByByte(double x) {
  double y = x * x, back = 0;
  FILE *file = tmpfile();
  for (unsigned i = 0; i < sizeof y; i++)
    fputc(reinterpret_cast<unsigned char *>(&y)[i], file); // expected-warning {{'fputc' is in the library and is handed bytes of a number that varies}}
  rewind(file);
  for (unsigned i = 0; i < sizeof y; i++)
    reinterpret_cast<unsigned char *>(&back)[i] = fgetc(file);
  fclose(file);
  return back * x;
}
static double asADecimalAddress(double x) {
  char text[40];
  double y = x * x;
  snprintf(text, sizeof text, "%p", static_cast<void *>(&y));
  auto *found = reinterpret_cast<double *>(strtoul(text, nullptr, 16)); // expected-warning {{'strtoul' is in the library and returns an address through which numbers are read}}
  return *found * x;
}

// None of these.
struct Item {
  char name[16];
  double value;
};
struct Counting : std::streambuf {
  int overflow(int c) override { return ++count, c; }
  long count = 0;
};
static double printed(double x) {
  static char buffer[64];
  Item item = {"name", x * x};
  std::cout << item.name << ' ' << item.value << '\n';
  std::ofstream file(item.name);
  file.rdbuf()->pubsetbuf(buffer, sizeof buffer);
  file << item.value;
  Counting counting;
  std::ostream stream(&counting);
  stream << item.name;
  std::ostringstream text;
  text.iword(slot) = long(item.name[0]);
  text.tie(&std::cout);
  fputc(item.name[0], stdout);
  const char *level = getenv("LEVEL");
  long times = level ? strtol(level, nullptr, 10) : 1;
  return item.value * double(times) * std::strlen(item.name);
}

int main() {
  return int(__enzyme_autodiff((void *)behindASlot, 1.0) + __enzyme_autodiff((void *)behindASlotOfFunctions, 1.0) +
             __enzyme_autodiff((void *)inASlotOfIntegers, 1.0) + __enzyme_autodiff((void *)throughABufferOfItsOwn, 1.0) +
             __enzyme_autodiff((void *)throughABufferSetElsewhere, 1.0) + __enzyme_autodiff((void *)tied, 1.0) + __enzyme_autodiff((void *)calledBack, 1.0) +
             __enzyme_autodiff((void *)throughMemoryAsAFile, 1.0) + __enzyme_autodiff((void *)throughABuffer, 1.0) +
             __enzyme_autodiff((void *)byteByByte, 1.0) + __enzyme_autodiff((void *)asADecimalAddress, 1.0) +
             __enzyme_autodiff((void *)printed, 1.0));
}
