/*===- digamma.h - digamma in one precision --------------------------------===
 *
 * The derivative of lgamma. C libraries have no digamma, so derivative code calls
 * ours. This body is compiled twice, for double and long double: REAL is the type,
 * DIGAMMA the function's name, MATH(f) the name of the library's f, SHIFT the
 * argument from which the asymptotic series has the type's accuracy.
 *
 *   x < 0           psi(x) = psi(1 - x) - pi / tan(pi x)
 *   near the root   Taylor series about it, so that the error stays relative
 *   x < SHIFT       psi(x) = psi(x + 1) - 1 / x, repeatedly
 *   else            log x - 1/(2x) - sum B_2n / (2n x^2n)
 *
 * Poles (0, -1, …): -inf at +0, +inf at -0, NaN at the others, as for tgamma.
 *===----------------------------------------------------------------------===*/
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* psi^(k)(root) / k!, k = 1, 2, … */
static const REAL taylor[] = {
    0.967672245447621170427445L,     -0.442763168983592106092865L,
    0.258499760955651010624401L,     -0.163942705442406527504251L,
    0.107824050691262365757183L,     -0.0721995612564547109261218L,
    0.0488042881641431072250925L,    -0.0331611264748473592922584L,
    0.0225976482322181046596248L,    -0.0154247659049489591388003L,
    0.010538791616612175388124L,     -0.00720453438635686824097047L,
    0.00492678139572985344635427L,   -0.00336980165543932808279286L,
    0.00230512632673492783693838L,   -0.00157693677143019725927093L,
    0.00107882520191629658069192L,   -0.000738070938996005129566047L,
    0.000504953265834602035177398L,  -0.000345468025106307699555568L,
    0.000236356015640270527923696L,  -0.000161706220919748034493583L,
    0.000110633727687474109040872L,  -0.0000756917958219506591923771L,
    0.0000517857579522208086899327L, -0.0000354300709476596063156988L,
};

/* B_2n / 2n, n = 1, 2, … */
static const REAL bernoulli[] = {
    1.0L / 12,  -1.0L / 120,     1.0L / 252, -1.0L / 240,
    1.0L / 132, -691.0L / 32760, 1.0L / 12,  -3617.0L / 8160,
};

static REAL horner(const REAL *coefficient, int count, REAL x) {
  REAL sum = 0;
  for (int i = count; i-- > 0;)
    sum = sum * x + coefficient[i];
  return sum;
}

/* pi / tan(pi x); x is reduced first, which is exact. */
static REAL cotangent(REAL x) {
  const REAL pi = 3.14159265358979323846264338327950288L;
  return pi / MATH(tan)(pi * (x - MATH(rint)(x)));
}

static REAL ofPositive(REAL x) {
  const REAL root = 0x1.762d86356be3fp+0L; /* a double; the rest of it: */
  const REAL rest = 9.54999542996569771518419907597e-17L;
  REAL distance = (x - root) - rest;
  if (MATH(fabs)(distance) < 0.25L)
    return distance * horner(taylor, COUNT(taylor), distance);

  REAL shifted = 0;
  for (; x < SHIFT; x += 1)
    shifted += 1 / x;
  REAL inverse = 1 / x, square = inverse * inverse;
  REAL series = square * horner(bernoulli, COUNT(bernoulli), square);
  return MATH(log)(x) - inverse / 2 - series - shifted;
}

REAL DIGAMMA(REAL x) {
  if (x > 0)
    return ofPositive(x);
  if (x == 0)
    return -1 / x;
  if (x == MATH(floor)(x)) /* -inf too */
    return (REAL)NAN;
  return ofPositive(1 - x) - cotangent(x);
}
