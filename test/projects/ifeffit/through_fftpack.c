/*===- through_fftpack.c - each routine of the FFTPACK that Ifeffit carries --------------------===
 *
 * Its passages through one radix each, forwards and backwards, by data and by the table of
 * rotations, with and without rotations (ido = 2), and the whole transforms.
 *===----------------------------------------------------------------------------------------===*/
#include "../differences.h"

typedef void passage(int *ido, int *l1, double *from, double *to, double (*table)[8]);
typedef void any_passage(int *isInPlace, int *ido, int *radix, int *l1, int *all, double *from,
                         double *from1, double *from2, double *to, double *to2, double *table);
any_passage passf_, passb_;
typedef void transform(int *n, double *c, double *table);
transform cfftf_, cfftb_;
void cffti_(int *n, double *table);

enum { most = 256 };

static void fillIn(double *numbers, int n, const double *x) {
  for (int i = 0; i < n; i++)
    numbers[i] = sin((i % 31 + 1) * x[0]) + i * x[1] * x[1] / n;
}
static double summed(const double *numbers, int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; i += 2)
    sum += (numbers[i] * numbers[i] + x[2] * numbers[i + 1]) / (1 + i);
  return sum;
}

static double through(passage *routine, int radix, const double *x) {
  double sum = 0;
  for (int ido = 2; ido <= 6; ido += 4) {
    double from[most], to[most], table[4][8];
    int l1 = 3;
    fillIn(from, ido * radix * l1, x);
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++) {
        table[i][2 * j] = cos(x[2] * (i + j));
        table[i][2 * j + 1] = sin(x[2] * (i + j));
      }
    routine(&ido, &l1, from, to, table);
    sum += summed(to, ido * radix * l1, x);
  }
  return sum;
}

/* where there are more numbers in a row than rows, and where there are fewer */
static double through_any(any_passage *routine, const double *x) {
  double sum = 0;
  for (int ido = 2; ido <= 6; ido += 4) {
    double c[most] = {0}, to[most] = {0}, table[most];
    int l1 = 4, radix = 7, isInOther, all = ido * l1, n = ido / 2 * l1 * radix;
    fillIn(c, 2 * n, x);
    for (int i = 0; i < most / 2; i++) {
      table[2 * i] = cos(x[2] * i);
      table[2 * i + 1] = sin(x[2] * i);
    }
    routine(&isInOther, &ido, &radix, &l1, &all, c, c, c, to, to, table);
    sum += summed(isInOther ? to : c, 2 * n, x);
  }
  return sum;
}

#define PASSAGE(NAME, RADIX, TABLES, ...)                                                          \
  void NAME##_(int *ido, int *l1, double *from, double *to, TABLES);                               \
  static void run_##NAME(int *ido, int *l1, double *from, double *to, double (*table)[8]) {        \
    NAME##_(ido, l1, from, to, __VA_ARGS__);                                                       \
  }                                                                                                \
  static double NAME(const double *x) { return through(run_##NAME, RADIX, x); }
#define TWO double *, double *
#define THREE TWO, double *
#define FOUR THREE, double *
PASSAGE(passf2, 2, double *, table[0])
PASSAGE(passf3, 3, TWO, table[0], table[1])
PASSAGE(passf4, 4, THREE, table[0], table[1], table[2])
PASSAGE(passf5, 5, FOUR, table[0], table[1], table[2], table[3])
PASSAGE(passb2, 2, double *, table[0])
PASSAGE(passb3, 3, TWO, table[0], table[1])
PASSAGE(passb4, 4, THREE, table[0], table[1], table[2])
PASSAGE(passb5, 5, FOUR, table[0], table[1], table[2], table[3])
static double passf(const double *x) { return through_any(passf_, x); }
static double passb(const double *x) { return through_any(passb_, x); }

static double whole(transform *routine, const double *x) {
  double sum = 0;
  for (int n = 1; n <= 42; n += 41) {
    double numbers[most], table[4 * most + 15];
    fillIn(numbers, 2 * n, x);
    cffti_(&n, table);
    routine(&n, numbers, table);
    sum += summed(numbers, 2 * n, x);
  }
  return sum;
}
static double cfftf(const double *x) { return whole(cfftf_, x); }
static double cfftb(const double *x) { return whole(cfftb_, x); }

int main(void) {
#define EACH(FUNCTION) COMPARE(FUNCTION, 3, 1e-7, 0.9, 1.3, 1.1)
  EACH(passf2);
  EACH(passf3);
  EACH(passf4);
  EACH(passf5);
  EACH(passf);
  EACH(passb2);
  EACH(passb3);
  EACH(passb4);
  EACH(passb5);
  EACH(passb);
  EACH(cfftf);
  EACH(cfftb);
  return reported();
}
