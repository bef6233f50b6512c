/*===- RealSpectra.h - routines of symmetric matrices, in one precision ------------------------===
 *
 * By way of `eigen` (Spectra.h).
 *===-------------------------------------------------------------------------------===*/

void NAME(syev)(char job, char triangle, size n, number *a, size lead, number *values, number *work,
                size workSize, size *info) {
  if (!NAME(isAnswered)(34 * n + 1, work, workSize, info) && n > 0)
    NAME(eigenOf)(QR, job, triangle, n, a, lead, values, info);
}

void NAME(syevd)(char job, char triangle, size n, number *a, size lead, number *values,
                 number *work, size workSize, void *integers, size integersSize, size *info) {
  writeInteger(integers, 3 + 5 * n);
  if (!NAME(isAnswered)(1 + 6 * n + 2 * n * n, work, workSize, info) && integersSize != -1 && n > 0)
    NAME(eigenOf)(divideAndConquer, job, triangle, n, a, lead, values, info);
}

void NAME(eigen_plain)(char method, char triangle, size n, number *a, size lead, number *values,
                       size *info) {
  size workSize = 1 + 6 * n + 2 * n * n, integersSize = 3 + 5 * n;
  number *work = malloc(workSize * sizeof(number));
  if (method == divideAndConquer) {
    void *integers = malloc(integersSize * sizeof(size));
    NAME(syevd)('V', triangle, n, a, lead, values, work, workSize, integers, integersSize, info);
    free(integers);
  } else {
    NAME(syev)('V', triangle, n, a, lead, values, work, workSize, info);
  }
  free(work);
}
