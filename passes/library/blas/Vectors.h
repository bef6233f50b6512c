/*===- Vectors.h - routines of vectors, in one precision ------------------------------===
 *
 * Included once a precision (Bodies.c). A vector with a negative increment is passed by its
 * last element. Where both increments are one, the loops are such that they vectorise.
 *===-------------------------------------------------------------------------------===*/
number CONSTANT(number);

static inline size NAME(start)(size n, size step) { return step < 0 ? (1 - n) * step : 0; }

number NAME(dot)(size n, const number *x, size xStep, const number *y, size yStep) {
#pragma clang fp reassociate(on)
  number sum = 0;
  if (xStep == 1 && yStep == 1) {
    for (size i = 0; i < n; i++)
      sum += x[i] * y[i];
    return sum;
  }
  x += NAME(start)(n, xStep), y += NAME(start)(n, yStep);
  for (size i = 0; i < n; i++)
    sum += x[i * xStep] * y[i * yStep];
  return sum;
}

/* Of numbers in single precision, summed in double precision. */
static inline double NAME(sumOfSingle)(double sum, size n, const float *x, size xStep,
                                       const float *y, size yStep) {
  x += NAME(start)(n, xStep), y += NAME(start)(n, yStep);
  for (size i = 0; i < n; i++)
    sum += (double)x[i * xStep] * y[i * yStep];
  return sum;
}

#ifdef SINGLE
float NAME(dsdot)(size n, const float *added, const float *x, size xStep, const float *y,
                  size yStep) {
  return (float)NAME(sumOfSingle)(*added, n, x, xStep, y, yStep);
}
#else
double NAME(sdot)(size n, const float *x, size xStep, const float *y, size yStep) {
  return NAME(sumOfSingle)(0, n, x, xStep, y, yStep);
}
#endif

/* What is too large or too small to be squared is scaled; by how much does not matter. */
number NAME(nrm2)(size n, const number *x, size step) {
#pragma clang fp reassociate(on)
  number most = 0, sum = 0;
  x += NAME(start)(n, step);
  for (size i = 0; i < n; i++) {
    number one = CONSTANT(ABSOLUTE(x[i * step]));
    most = one > most ? one : most;
  }
  number scale = most > 0 && most <= LARGEST && (most < 1 / FAR || most > FAR) ? most : 1;
  for (size i = 0; i < n; i++) {
    number one = x[i * step] / scale;
    sum += one * one;
  }
  return scale * ROOT(sum);
}

number NAME(asum)(size n, const number *x, size step) {
#pragma clang fp reassociate(on)
  number sum = 0;
  for (size i = 0; step > 0 && i < n; i++)
    sum += ABSOLUTE(x[i * step]);
  return sum;
}

/* Of complex numbers: twice as many, side by side in twos. */
static inline number *NAME(partsOf)(size n, const number *x, size step) {
  number *parts = malloc(2 * n * sizeof(number));
  x += 2 * NAME(start)(n, step);
  for (size i = 0; i < n; i++)
    parts[2 * i] = x[2 * i * step], parts[2 * i + 1] = x[2 * i * step + 1];
  return parts;
}

number NAME(COMPLEX_LENGTH)(size n, const number *x, size step) {
  if (n < 1)
    return 0;
  number *parts = NAME(partsOf)(n, x, step), length = NAME(nrm2)(2 * n, parts, 1);
  free(parts);
  return length;
}

number NAME(COMPLEX_SUM)(size n, const number *x, size step) {
  if (n < 1 || step < 1)
    return 0;
  number *parts = NAME(partsOf)(n, x, step), sum = NAME(asum)(2 * n, parts, 1);
  free(parts);
  return sum;
}

/* Counted from zero; -1 if there is no element. */
size INDEX(amax)(size n, const number *x, size step) {
  if (n < 1 || step < 1)
    return -1;
  size at = 0;
  number most = ABSOLUTE(x[0]);
  for (size i = 1; i < n; i++)
    if (ABSOLUTE(x[i * step]) > most)
      most = ABSOLUTE(x[i * step]), at = i;
  return at;
}

/* A factor of zero takes part like any other: the result varies with it. */
void NAME(axpy)(size n, const number *alpha, const number *x, size xStep, number *y, size yStep) {
  number a = *alpha;
  if (xStep == 1 && yStep == 1) {
    for (size i = 0; i < n; i++)
      y[i] += a * x[i];
    return;
  }
  x += NAME(start)(n, xStep), y += NAME(start)(n, yStep);
  for (size i = 0; i < n; i++)
    y[i * yStep] += a * x[i * xStep];
}

void NAME(scal)(size n, const number *alpha, number *x, size step) {
  number a = *alpha;
  for (size i = 0; step > 0 && i < n; i++)
    x[i * step] *= a;
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

void NAME(rot)(size n, number *x, size xStep, number *y, size yStep, const number *cosine,
               const number *sine) {
  number c = *cosine, s = *sine;
  x += NAME(start)(n, xStep), y += NAME(start)(n, yStep);
  for (size i = 0; i < n; i++) {
    number turned = c * x[i * xStep] + s * y[i * yStep];
    y[i * yStep] = c * y[i * yStep] - s * x[i * xStep];
    x[i * xStep] = turned;
  }
}

void NAME(rotg)(number *first, number *second, number *cosine, number *sine) {
  number a = *first, b = *second;
  if (a == 0 && b == 0) {
    *cosine = 1, *sine = 0;
    return;
  }
  int isFirst = ABSOLUTE(a) > ABSOLUTE(b);
  number length = HYPOT(a, b), r = (isFirst ? a : b) < 0 ? -length : length;
  number c = a / r, s = b / r;
  *first = r, *cosine = c, *sine = s;
  if (isFirst)
    *second = s;
  else if (c != 0)
    *second = 1 / c;
  else
    *second = 1;
}

/* The matrix of a modified rotation is h11, h21, h12, h22 behind its kind: -1, all of it; 0, with a
   diagonal of ones; 1, with 1 and -1 beside the diagonal; -2, none. */
void NAME(rotm)(size n, number *x, size xStep, number *y, size yStep, const number *parameters) {
  number kind = parameters[0];
  if (kind == -2)
    return;
  number h11 = kind == 0 ? 1 : parameters[1], h21 = kind == 1 ? -1 : parameters[2];
  number h12 = kind == 1 ? 1 : parameters[3], h22 = kind == 0 ? 1 : parameters[4];
  x += NAME(start)(n, xStep), y += NAME(start)(n, yStep);
  for (size i = 0; i < n; i++) {
    number turned = h11 * x[i * xStep] + h12 * y[i * yStep];
    y[i * yStep] = h21 * x[i * xStep] + h22 * y[i * yStep];
    x[i * xStep] = turned;
  }
}
