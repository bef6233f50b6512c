// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang -Wno-enzyme-leaves-memory -Wno-enzyme-numbers-in-text -Werror -c %s -o %t.o
// What leaves memory and comes back has no derivative: who reads is told where both ends are seen.
// Not of what only prints, or only reads.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
double __enzyme_autodiff(void *, ...);

static double throughText(double x) {
  char digits[64];
  snprintf(digits, sizeof digits, "%.17g", x * x); // expected-note {{written here}}
  return strtod(digits, NULL) * x; // expected-warning {{what 'strtod' reads here is a constant to the derivative, and the same code writes numbers with 'snprintf': what goes through a file, a socket or text comes back without its derivative; hand the numbers over in memory; if these are others, -Wno-enzyme-leaves-memory [ENZ0178]}}
}
static void save(FILE *file, const double *values) {
  fwrite(values, sizeof *values, 2, file); // expected-note {{written here}}
}
static void restore(FILE *file, double *values) {
  if (fread(values, sizeof *values, 2, file) != 2) // expected-warning {{what 'fread' reads here}}
    abort();
}
static double throughAFile(double x) {
  double values[2] = {x, x * x};
  FILE *file = tmpfile();
  save(file, values);
  rewind(file);
  restore(file, values); // expected-note {{called from here}}
  fclose(file);
  return values[0] * values[1];
}
static double throughAPipe(double x) {
  int ends[2];
  if (pipe(ends) || write(ends[1], &x, sizeof x) != sizeof x) // expected-note {{written here}}
    return 0;
  double back;
  if (read(ends[0], &back, sizeof back) != sizeof back) // expected-warning {{what 'read' reads here}}
    return 0;
  return back * back;
}
static double throughMemory(double x) {
  char *bytes = NULL;
  size_t size;
  double y = x * x, back;
  FILE *memory = open_memstream(&bytes, &size); // expected-warning {{what 'open_memstream' reads here}}
  fwrite(&y, sizeof y, 1, memory); // expected-note {{written here}}
  fclose(memory);
  __builtin_memcpy(&back, bytes, sizeof back);
  free(bytes);
  return back * x;
}
static double copiedAsText(double x) {
  char bytes[sizeof x];
  double y = x * x, back;
  strncpy(bytes, (const char *)&y, sizeof y); // expected-warning {{'strncpy' is in the library, and to the derivative what it keeps is text}}
  __builtin_memcpy(&back, bytes, sizeof back);
  return back * x;
}
struct named {
  char name[4];
  float value;
};
static double named(double x) {
  struct named one = {"", (float)x}, other;
  strncpy(one.name, "abcdef", sizeof one.name);
  strncpy(other.name, one.name, sizeof other.name);
  return one.value * x + other.name[0];
}
static double reportsAndReads(double x) {
  double scale = 1;
  fprintf(stderr, "%g\n", x);
  if (scanf("%lf", &scale) != 1 || sscanf("2", "%lf", &scale) != 1)
    return x;
  fprintf(stdout, "%d %s\n", 3, "constant");
  return scale * x;
}
double slopes(double x) {
  return __enzyme_autodiff((void *)throughText, x) + __enzyme_autodiff((void *)throughAFile, x) +
         __enzyme_autodiff((void *)throughAPipe, x) + __enzyme_autodiff((void *)throughMemory, x) +
         __enzyme_autodiff((void *)copiedAsText, x) + __enzyme_autodiff((void *)named, x) +
         __enzyme_autodiff((void *)reportsAndReads, x);
}
