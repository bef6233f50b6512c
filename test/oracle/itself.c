/* The oracle itself, against what needs no derivative code: complex step, closed forms, known
 * constants. What is printed must be the same at every level of optimisation. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void enzyme_oracle_set(void *place, const void *tangent, size_t bytes);
void enzyme_oracle_get(const void *place, void *tangent, size_t bytes);

static int failures;

static double tangentOf(double (*f)(double), double x) {
  double one = 1, tangent = 0, y;
  volatile double at = x;
  enzyme_oracle_set((void *)&at, &one, sizeof one);
  y = f(at);
  enzyme_oracle_get(&y, &tangent, sizeof tangent);
  return tangent;
}

static void compare(const char *name, double x, double got, double expected) {
  printf("%s at %g: %.13e\n", name, x, got);
  if (fabs(got - expected) <= 1e-13 * (1 + fabs(expected)))
    return;
  printf("  expected %.17g, got %.17g\n", expected, got);
  failures++;
}

/* ---- complex step: the same function of a complex number, far from any cancellation ------- */

#define BOTH(name, expression)                                                                     \
  static double name(double x) { return (double)(expression); }                                    \
  static double complex name##Complex(double complex x) { return expression; }
#define S(real, whole) _Generic(x, double: real, default: whole)(x)

BOTH(sine, S(sin, csin))
BOTH(cosine, S(cos, ccos))
BOTH(tangent, S(tan, ctan))
BOTH(arcSine, S(asin, casin))
BOTH(arcCosine, S(acos, cacos))
BOTH(arcTangent, S(atan, catan))
BOTH(sineH, S(sinh, csinh))
BOTH(cosineH, S(cosh, ccosh))
BOTH(tangentH, S(tanh, ctanh))
BOTH(areaSine, S(asinh, casinh))
BOTH(areaTangent, S(atanh, catanh))
BOTH(exponential, S(exp, cexp))
BOTH(logarithm, S(log, clog))
BOTH(root, S(sqrt, csqrt))
BOTH(quotient, (x * x * x - 2 * x + 1) / (1 + x * x))
BOTH(nested, S(exp, cexp) / (2 + S(sin, csin) * S(sqrt, csqrt)) - 1 / x)

#define STEPPED(name) {#name, name, name##Complex}
static const struct stepped {
  const char *name;
  double (*real)(double);
  double complex (*whole)(double complex);
} stepped[] = {STEPPED(sine),      STEPPED(cosine),     STEPPED(tangent),     STEPPED(arcSine),
               STEPPED(arcCosine), STEPPED(arcTangent), STEPPED(sineH),       STEPPED(cosineH),
               STEPPED(tangentH),  STEPPED(areaSine),   STEPPED(areaTangent), STEPPED(exponential),
               STEPPED(logarithm), STEPPED(root),       STEPPED(quotient),    STEPPED(nested)};

/* ---- closed forms: through loops, memory, recursion, bits ----------------------------------- */

static double power(double x) { /* x^20 */
  double result = 1;
  for (int i = 0; i < 20; i++)
    result *= x;
  return result;
}
static double geometric(double x) { /* 1 / (1 - x) */
  double terms[200], sum = 0;
  terms[0] = 1;
  for (int i = 1; i < 200; i++)
    terms[i] = terms[i - 1] * x;
  for (int i = 199; i >= 0; i--)
    sum += terms[i];
  return sum;
}
static double fraction(double x, int depth) {
  return depth ? 1 / (1 + x + fraction(x, depth - 1)) : 0;
}
static double golden(double x) { return fraction(x, 60); } /* y = 1 / (1 + x + y) */
static double root3(double x) {                            /* x^(1/3), by Newton's method */
  double y = x;
  for (int i = 0; i < 60; i++)
    y -= (y * y * y - x) / (3 * y * y);
  return y;
}
static double bytes(double x) { /* x^2, byte by byte, backwards and forwards */
  double square = x * x, result;
  unsigned char reversed[8];
  for (int i = 0; i < 8; i++)
    reversed[7 - i] = ((unsigned char *)&square)[i];
  for (int i = 0; i < 8; i++)
    ((unsigned char *)&result)[i] = reversed[7 - i];
  return result;
}

int main(void) {
  const double h = 1e-100, gammaOfEuler = 0.57721566490153286061, pi = 3.14159265358979323846;
  for (size_t i = 0; i < sizeof stepped / sizeof *stepped; i++)
    for (double x = 0.15; x < 1; x += 0.35)
      compare(stepped[i].name, x, tangentOf(stepped[i].real, x),
              cimag(stepped[i].whole(x + h * I)) / h);
  for (double x = 0.2; x < 0.9; x += 0.3) {
    double a = 1 + x, y = (sqrt(a * a + 4) - a) / 2;
    compare("power", x, tangentOf(power, x), 20 * pow(x, 19));
    compare("geometric", x, tangentOf(geometric, x), 1 / ((1 - x) * (1 - x)));
    compare("golden", x, tangentOf(golden, x), -y / (a + 2 * y));
    compare("root3", x, tangentOf(root3, x), 1 / (3 * cbrt(x) * cbrt(x)));
    compare("bytes", x, tangentOf(bytes, x), 2 * x);
  }
  compare("tgamma", 1, tangentOf(tgamma, 1), -gammaOfEuler);
  compare("tgamma", 3, tangentOf(tgamma, 3), 2 * (1.5 - gammaOfEuler));
  compare("lgamma", 0.5, tangentOf(lgamma, 0.5), -gammaOfEuler - 2 * log(2));
  compare("erf", 0, tangentOf(erf, 0), 2 / sqrt(pi));
  compare("erfc", 1, tangentOf(erfc, 1), -2 / sqrt(pi) / exp(1));
  compare("log2", 2, tangentOf(log2, 2), 1 / (2 * log(2)));
  compare("exp2", 3, tangentOf(exp2, 3), 8 * log(2));
  compare("cbrt", 8, tangentOf(cbrt, 8), 1. / 12);
  compare("j0", 2.4048255576957728, tangentOf(j0, 2.4048255576957728), -0.5191474972894667);
  return failures != 0;
}
