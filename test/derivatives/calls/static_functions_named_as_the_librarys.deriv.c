// Static functions with names of the library's are the program's own: LLVM knows by their linkage,
// which the compiler takes from its copy of the program.
// alone: off, no harness: its headers declare these names
// flags: -w
extern int printf(const char *, ...);
double __enzyme_autodiff(void *, ...);
typedef unsigned long size_t;

static double fabs(double x) { return x * x; }
static double floor(double x) { return x * 2; }
static double (*table[2])(double) = {fabs, floor};
static int which = 1;
static double numbers(double x) { return fabs(x) * floor(x) + table[which](x); }

static void *memcpy(void *to, const void *from, size_t count) {
  double *a = to;
  const double *b = from;
  for (size_t i = 0; i < count; i++)
    a[i] = b[i] * b[i];
  return to;
}
static size_t strlen(const char *text) {
  double *number = (double *)text;
  *number *= 3;
  return 2;
}
static double memory(double x) {
  double from[2] = {x, 2}, to[2] = {0, 0};
  memcpy(to, from, 2);
  size_t two = strlen((const char *)&to[0]);
  return to[0] * to[1] * two;
}

int main(void) {
  double byNumbers = __enzyme_autodiff((void *)numbers, 1.5),
         byMemory = __enzyme_autodiff((void *)memory, 1.5);
  printf("%g %g\n", byNumbers, byMemory);
  return byNumbers != 15.5 || byMemory != 72;
}
