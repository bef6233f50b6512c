/*===- through_ifeffit.c - FFTPACK and the analysis of X-ray absorption in Ifeffit ------------===
 *
 * FFTPACK's transforms, which Ifeffit carries, of lengths that take each of its radices, and what
 * Ifeffit's commands are made of.
 *===----------------------------------------------------------------------------------------===*/
#include "../differences.h"

void cffti_(int *n, double *table);
void cfftf_(int *n, double *c, double *table);
void cfftb_(int *n, double *c, double *table);
void xafsft_(int *n, double *data, double *window, double *grid, double *weight, double *table,
             int *direction, double *result);
void window_(char *kind, double *sill1, double *sill2, double *low, double *high, double *grid,
             int *n, double *window, long);
void preedg_(int *findEdge, int *findStep, int *n, double *energy, double *mu, double *edge,
             double *pre1, double *pre2, double *post1, double *post2, int *order, double *step,
             double *slope, double *intercept, double *coefficients);
void kkmclf_(int *n, double *energy, double *in, double *out);
void kkmclr_(int *n, double *energy, double *in, double *out);
void conv_lor_(double *width, int *n, double *x, double *y, double *step, double *out);
void conv_gau_(double *width, int *n, double *x, double *y, double *step, double *out);
void xterp_(double *at, int *count, double *y, int *ny, double *x, int *nx, int *how, int *error);
void polyft_(double *low, double *high, double *x, double *y, int *n, int *terms, double *out);
void gaussj_(double *a, int *n, int *size, int *error);
double determ_(double *a, int *n, int *size);
double bvalue_(double *knots, double *coefficients, int *n, int *order, double *x, int *derivative);
double dgamma_(double *x);
double dlgama_(double *x);

/*===--- FFTPACK ----------------------------------------------------------------------------===*/

static double there_and_back(int n, const double *x) {
  double numbers[2 * 64], table[4 * 64 + 15], sum = 0;
  for (int i = 0; i < 2 * n; i++)
    numbers[i] = sin((i + 1) * x[0]) + i * x[1] * x[1] / n;
  cffti_(&n, table);
  cfftf_(&n, numbers, table);
  for (int i = 0; i < n; i++) {
    double real = numbers[2 * i], imaginary = numbers[2 * i + 1];
    sum += (real * real + x[2] * imaginary) / (1 + i);
    numbers[2 * i] = real * real / n;
  }
  cfftb_(&n, numbers, table);
  return sum / n + numbers[0] * numbers[3] / (n * n);
}

#define OF_LENGTH(N)                                                                               \
  static double transform_of_##N(const double *x) { return there_and_back(N, x); }
OF_LENGTH(8)  /* by 4 and 2 */
OF_LENGTH(9)  /* by 3 */
OF_LENGTH(25) /* by 5 */
OF_LENGTH(14) /* by 7, for which there is no passage of its own */
OF_LENGTH(60)
OF_LENGTH(64)

/*===--- what the commands are made of ------------------------------------------------------===*/

static double spectrum_through(char *kind, const double *x) {
  enum { n = 64 };
  double data[2 * n], window[n], result[2 * n], table[4 * n + 15], sum = 0;
  double grid = 0.25, weight = 2, low = 2 + x[0], high = 12 + x[1], sill = x[2];
  int size = n, forward = 1;
  for (int i = 0; i < n; i++) {
    double k = grid * i;
    data[2 * i] = sin(2 * k * (2 + 0.1 * x[0])) * exp(-0.02 * k * k * x[2]);
    data[2 * i + 1] = 0;
  }
  window_(kind, &sill, &sill, &low, &high, &grid, &size, window, (long)strlen(kind));
  cffti_(&size, table);
  xafsft_(&size, data, window, &grid, &weight, table, &forward, result);
  for (int i = 0; i < n; i++)
    sum += (result[2 * i] * result[2 * i] + result[2 * i + 1]) / (1 + i);
  return sum / 1000;
}
static double hanning(const double *x) { return spectrum_through("han", x); }
static double kaiser_bessel(const double *x) { return spectrum_through("kaiser", x); }
static double welch(const double *x) { return spectrum_through("wel", x); }

static double absorption(double energy, const double *x) {
  double above = energy - 30 - x[0];
  return 1 - 0.001 * energy * x[1] + (0.5 + atan(above) / 3.141592653589793) * x[2] +
         0.02 * sin(0.3 * above) * exp(-0.01 * above * above);
}

static double step_of_edge(const double *x) {
  enum { n = 80 };
  double energy[n], mu[n], edge = 30 + x[0], pre1 = -25, pre2 = -5, post1 = 10, post2 = 40;
  double step = 0, slope, intercept, coefficients[3];
  int no = 0, yes = 1, size = n, order = 3;
  for (int i = 0; i < n; i++)
    energy[i] = i + 0.01 * (i % 3), mu[i] = absorption(energy[i], x);
  preedg_(&no, &yes, &size, energy, mu, &edge, &pre1, &pre2, &post1, &post2, &order, &step, &slope,
          &intercept, coefficients);
  return step + slope * 10 + intercept * coefficients[0];
}

static double kramers_kronig(const double *x) {
  enum { n = 40 };
  double energy[n], real[n], imaginary[n], back[n];
  int size = n;
  for (int i = 0; i < n; i++)
    energy[i] = 1 + 0.1 * i,
    real[i] = exp(-x[0] * (energy[i] - 3) * (energy[i] - 3)) * x[1] + x[2] / energy[i];
  kkmclf_(&size, energy, real, imaginary);
  kkmclr_(&size, energy, imaginary, back);
  return imaginary[10] * imaginary[20] + back[15];
}

static double broadened(void (*by)(double *, int *, double *, double *, double *, double *),
                        const double *x) {
  enum { n = 30 };
  double energy[n], mu[n], out[n], width = x[0], step = 1;
  int size = n;
  for (int i = 0; i < n; i++)
    energy[i] = i, mu[i] = x[1] * (i > 12) + x[2] * sin(0.4 * i);
  by(&width, &size, energy, mu, &step, out);
  return out[11] * out[14] + out[20];
}
static double broadened_by_lorentz(const double *x) { return broadened(conv_lor_, x); }
static double broadened_by_gauss(const double *x) { return broadened(conv_gau_, x); }

static double interpolated(int how, const double *x) {
  double at[3] = {x[0], 1 + x[1], 4 + x[2]}, places[10], values[10];
  int count = 3, size = 10, sizeToo = 10, error;
  for (int i = 0; i < 10; i++)
    places[i] = i * 0.8 + 0.01 * i * i, values[i] = sin(places[i] * x[1]);
  xterp_(at, &count, values, &size, places, &sizeToo, &how, &error);
  return at[0] * at[1] + at[2];
}
static double interpolated_linearly(const double *x) { return interpolated(0, x); }
static double interpolated_by_parabolas(const double *x) { return interpolated(1, x); }
static double interpolated_by_splines(const double *x) { return interpolated(2, x); }

static double polynomial(const double *x) {
  double places[12], values[12], low = 0.5, high = 10, out[3];
  int size = 12, terms = 3;
  for (int i = 0; i < 12; i++)
    places[i] = i, values[i] = exp(-0.1 * x[0] * i) + x[1] * sin(x[2] * i);
  polyft_(&low, &high, places, values, &size, &terms, out);
  return out[0] * out[1] + out[2];
}

static double inverse(const double *x) {
  double a[16], copy[16];
  int n = 4, error;
  for (int i = 0; i < 16; i++)
    a[i] = sin(i * 1.7) + (i % 5 == 0) * (2 + x[i % 3]), copy[i] = a[i];
  gaussj_(a, &n, &n, &error);
  return a[0] * a[5] + a[14] + determ_(copy, &n, &n);
}

static double spline_of_basis(const double *x) {
  double knots[12] = {0, 0, 0, 0, 1, 2, 3, 4, 5, 5, 5, 5}, coefficients[8], place = 1 + x[0];
  int n = 8, order = 4, none = 0, first = 1;
  for (int i = 0; i < 8; i++)
    coefficients[i] = cos(x[1] * i) + x[2];
  return bvalue_(knots, coefficients, &n, &order, &place, &none) *
         bvalue_(knots, coefficients, &n, &order, &place, &first);
}

static double gammas(const double *x) {
  double a = x[0] + 0.3, b = 3 * x[1], c = 13 * x[2];
  return dgamma_(&a) * dgamma_(&b) + dlgama_(&c) + dlgama_(&a);
}

int main(void) {
#define EACH(FUNCTION) COMPARE(FUNCTION, 3, 1e-7, 0.9, 1.3, 1.1)
  EACH(transform_of_8);
  EACH(transform_of_9);
  EACH(transform_of_25);
  EACH(transform_of_14);
  EACH(transform_of_60);
  EACH(transform_of_64);
  EACH(hanning);
  EACH(kaiser_bessel);
  EACH(welch);
  EACH(step_of_edge);
  EACH(kramers_kronig);
  EACH(broadened_by_lorentz);
  EACH(broadened_by_gauss);
  EACH(interpolated_linearly);
  EACH(interpolated_by_parabolas);
  EACH(interpolated_by_splines);
  EACH(polynomial);
  EACH(inverse);
  EACH(spline_of_basis);
  EACH(gammas);
  return reported();
}
