/*===- ComplexVectors.h - routines of complex vectors, in one precision ----------------===*/

static inline size NAME(start)(size n, size step) { return step < 0 ? (1 - n) * step : 0; }

static inline number NAME(sum)(size n, int isConjugate, const number *x, size xStep,
                               const number *y, size yStep) {
#pragma clang fp reassociate(on)
  number sum = 0;
  x += NAME(start)(n, xStep), y += NAME(start)(n, yStep);
  for (size i = 0; i < n; i++)
    sum += (isConjugate ? ~x[i * xStep] : x[i * xStep]) * y[i * yStep];
  return sum;
}

/* Returned by Fortran's functions, and written by the C interface's. */
#define DOT(ROUTINE, IS_CONJUGATE)                                                                 \
  void NAME(ROUTINE)(size n, const number *x, size xStep, const number *y, size yStep,             \
                     number *result) {                                                             \
    *result = NAME(sum)(n, IS_CONJUGATE, x, xStep, y, yStep);                                      \
  }
DOT(dotu, 0)
DOT(dotc, 1)
DOT(dotu_sub, 0)
DOT(dotc_sub, 1)
#undef DOT

/* Counted from zero; -1 if there is no element. */
size INDEX(amax)(size n, const number *x, size step) {
  if (n < 1 || step < 1)
    return -1;
  size at = 0;
  part most = -1;
  for (size i = 0; i < n; i++) {
    part here = ABSOLUTE(__real__ x[i * step]) + ABSOLUTE(__imag__ x[i * step]);
    if (here > most)
      most = here, at = i;
  }
  return at;
}

void NAME(axpy)(size n, const number *alpha, const number *x, size xStep, number *y, size yStep) {
  number a = *alpha;
  x += NAME(start)(n, xStep), y += NAME(start)(n, yStep);
  for (size i = 0; i < n; i++)
    y[i * yStep] += a * x[i * xStep];
}

void NAME(scal)(size n, const number *alpha, number *x, size step) {
  number a = *alpha;
  for (size i = 0; step > 0 && i < n; i++)
    x[i * step] *= a;
}

/* By a real factor. */
void NAME(REAL_SCAL)(size n, const part *alpha, number *x, size step) {
  part a = *alpha;
  for (size i = 0; step > 0 && i < n; i++) {
    __real__ x[i * step] *= a;
    __imag__ x[i * step] *= a;
  }
}

void NAME(copy)(size n, const number *x, size xStep, number *y, size yStep) {
  x += NAME(start)(n, xStep), y += NAME(start)(n, yStep);
  for (size i = 0; i < n; i++)
    y[i * yStep] = x[i * xStep];
}

void NAME(swap)(size n, number *x, size xStep, number *y, size yStep) {
  x += NAME(start)(n, xStep), y += NAME(start)(n, yStep);
  for (size i = 0; i < n; i++) {
    number other = x[i * xStep];
    x[i * xStep] = y[i * yStep];
    y[i * yStep] = other;
  }
}

/* A rotation in a plane: its cosine is real, its sine perhaps not. */
static inline void NAME(turn)(size n, number *x, size xStep, number *y, size yStep, part cosine,
                              number sine) {
  x += NAME(start)(n, xStep), y += NAME(start)(n, yStep);
  for (size i = 0; i < n; i++) {
    number turned = cosine * x[i * xStep] + sine * y[i * yStep];
    y[i * yStep] = cosine * y[i * yStep] - ~sine * x[i * xStep];
    x[i * xStep] = turned;
  }
}

void NAME(rot)(size n, number *x, size xStep, number *y, size yStep, const part *cosine,
               const number *sine) {
  NAME(turn)(n, x, xStep, y, yStep, *cosine, *sine);
}

void NAME(REAL_ROT)(size n, number *x, size xStep, number *y, size yStep, const part *cosine,
                    const part *sine) {
  NAME(turn)(n, x, xStep, y, yStep, *cosine, *sine);
}

/* What follows where the first is zero is the reference's since LAPACK 3.10. */
void NAME(rotg)(number *first, const number *second, part *cosine, number *sine) {
  number a = *first, b = *second;
  if (b == 0) {
    *cosine = 1, *sine = 0;
    return;
  }
  part ofSecond = LENGTH(b);
  if (a == 0) {
    *first = ofSecond, *cosine = 0, *sine = ~b / ofSecond;
    return;
  }
  part ofFirst = LENGTH(a), length = HYPOT(ofFirst, ofSecond);
  number phase = a / ofFirst;
  *first = phase * length, *cosine = ofFirst / length, *sine = phase * ~b / length;
}

/* A vector side by side, and back. */
static inline number *NAME(gathered)(size n, const number *x, size step, int isConjugate) {
  number *made = malloc(n * sizeof(number));
  x += NAME(start)(n, step);
  for (size i = 0; i < n; i++)
    made[i] = isConjugate ? ~x[i * step] : x[i * step];
  return made;
}

static inline void NAME(scatter)(size n, const number *from, number *x, size step,
                                 int isConjugate) {
  x += NAME(start)(n, step);
  for (size i = 0; i < n; i++)
    x[i * step] = isConjugate ? ~from[i] : from[i];
}
