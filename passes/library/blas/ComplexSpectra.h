/*===- ComplexSpectra.h - routines of Hermitian matrices, in one precision ---------------------===
 *
 * By way of `eigen` (Spectra.h). Beside complex memory to work in they are given real memory.
 *===-------------------------------------------------------------------------------===*/

static inline void NAME(clearWork)(part *work, size count) {
  __builtin_memset(work, 0, (count > 1 ? count : 1) * sizeof(part));
}

void NAME(heev)(char job, char triangle, size n, number *a, size lead, part *values, number *work,
                size workSize, part *realWork, size *info) {
  if (NAME(isAnswered)(33 * n + 1, work, workSize, info))
    return;
  NAME(clearWork)(realWork, 3 * n - 2);
  if (n > 0)
    NAME(eigenOf)(QR, job, triangle, n, a, lead, values, info);
}

void NAME(heevd)(char job, char triangle, size n, number *a, size lead, part *values, number *work,
                 size workSize, part *realWork, size realSize, void *integers, size integersSize,
                 size *info) {
  size realBest = 1 + 5 * n + 2 * n * n;
  int isQuestion = realSize == -1 || integersSize == -1;
  if (realSize != -1)
    NAME(clearWork)(realWork, realSize);
  realWork[0] = (part)realBest;
  writeInteger(integers, 3 + 5 * n);
  if (!NAME(isAnswered)(2 * n + n * n + 1, work, workSize, info) && !isQuestion && n > 0)
    NAME(eigenOf)(divideAndConquer, job, triangle, n, a, lead, values, info);
}

void NAME(eigen_plain)(char method, char triangle, size n, number *a, size lead, part *values,
                       size *info) {
  size workSize = 1 + 33 * n + n * n, realSize = 1 + 5 * n + 2 * n * n, integersSize = 3 + 5 * n;
  number *work = malloc(workSize * sizeof(number));
  part *realWork = malloc(realSize * sizeof(part));
  if (method == divideAndConquer) {
    void *integers = malloc(integersSize * sizeof(size));
    NAME(heevd)('V', triangle, n, a, lead, values, work, workSize, realWork, realSize, integers,
                integersSize, info);
    free(integers);
  } else {
    NAME(heev)('V', triangle, n, a, lead, values, work, workSize, realWork, info);
  }
  free(realWork);
  free(work);
}
