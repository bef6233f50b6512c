// An argument that compares equal to a variable's address is still the argument: what is read and written through
// it has the shadow that the request passes.
extern int enzyme_dup;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

double work[3] = {2, 3, 4}, other[3] = {5, 6, 7};
static double chosen(const double *x) { return x == work ? x[0] * x[0] * x[1] : x[2]; }
__attribute__((noinline)) static int isWork(const double *x) { return x == work; }
static double inAFunction(const double *x) {
  if (!isWork(x))
    return 0;
  double sum = 0;
  for (int i = 0; i < 3; i++)
    sum += x[i] * x[i];
  return sum;
}
static double written(double *x) {
  if (x != work && x != other)
    return 0;
  double before = x[1];
  x[1] = x[0] * x[0];
  double result = x[1] * before;
  x[1] = before;
  return result;
}
static double element(const double *x) { return x == work + 1 ? x[0] * x[0] * x[1] : 0; }

//> double d1[3] = {0}; __enzyme_autodiff((void *)chosen, enzyme_dup, work, d1); d1[0], d1[1], d1[2] == 12, 4, 0
//> double d2[3] = {0}; __enzyme_autodiff((void *)chosen, enzyme_dup, other, d2); d2[0], d2[1], d2[2] == 0, 0, 1
//> double d3[3] = {1, 2, 0}; __enzyme_fwddiff((void *)chosen, enzyme_dup, work, d3) == 20
//> double d4[3] = {0}; __enzyme_autodiff((void *)inAFunction, enzyme_dup, work, d4); d4[0], d4[1], d4[2] == 4, 6, 8
//> double d5[3] = {0}; __enzyme_autodiff((void *)written, enzyme_dup, work, d5); d5[0], d5[1] == 12, 4
//> double d6[3] = {0}; __enzyme_autodiff((void *)written, enzyme_dup, other, d6); d6[0], d6[1] == 60, 25
//> double d7[3] = {0}; __enzyme_autodiff((void *)element, enzyme_dup, work + 1, d7); d7[0], d7[1] == 24, 9
