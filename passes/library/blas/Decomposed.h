/*===- Decomposed.h - A = U s V' as Eigen's JacobiSVD leaves it, of one kind of numbers
 * -------------===
 *
 * JacobiSVD turns planes until a matrix is diagonal. Where two of its values are equal but for
 * rounding, by how much a plane is turned is a quotient of rounding errors, and the derivatives of
 * U and V are as large as the inverse of that. In U V', which they determine together, they should
 * cancel, and do not. So behind the iteration stands the decomposition in closed form (Singular.h),
 * in which what U and V turn against each other is divided by sums of values, what they turn
 * together by differences, and that is left out, with a warning, where those are rounding errors.
 *
 * Where not both U and V are there, or one of them has more columns than there are values, the
 * iteration's derivative stays.
 *===-------------------------------------------------------------------------------===*/

#ifndef EIGEN_OPTIONS
#define EIGEN_OPTIONS
enum { fullLeft = 4, thinLeft = 8, fullRight = 16, thinRight = 32 };

static inline int isThin(size options, size m, size n) {
  int hasLeft = (options & (fullLeft | thinLeft)) != 0;
  int hasRight = (options & (fullRight | thinRight)) != 0;
  return m > 0 && n > 0 && hasLeft && hasRight &&
         (m == n || ((options & thinLeft) && (options & thinRight)));
}
#endif

/* It is never run (decomposed_own): what it does to memory is what the rule does to shadows. */
void NAME(decomposed)(size options, size m, size n, const number *a, number *values, number *left,
                      number *right) {
  if (!isThin(options, m, n))
    return;
  size k = lesser(m, n), info;
  number *rows = malloc(k * n * sizeof(number));
  NAME(thin)(QR, m, n, a, m, values, left, rows, &info);
  for (size j = 0; j < k; j++)
    for (size i = 0; i < n; i++)
      right[j * n + i] = rows[i * k + j];
  free(rows);
}

void NAME(decomposed_own)(size options, size m, size n, const number *a, number *values,
                          number *left, number *right) {}

#define DECOMPOSED_TWICE                                                                           \
  size options, size m, size n, const number *a, number *dA, number *values, number *dValues,      \
      number *left, number *dLeft, number *right, number *dRight
#define SAME_DECOMPOSED options, m, n, a, dA, values, dValues, left, dLeft, right, dRight

number *NAME(decomposed_augmented_again)(DECOMPOSED_TWICE) {
  if (!isThin(options, m, n))
    return 0;
  size k = lesser(m, n), info = 0;
  number *rows = NAME(transposed)(n, k, right, n);
  number *kept = NAME(thin_augmented_again)(QR, m, n, a, dA, m, values, dValues, left, dLeft, rows,
                                            dRight, &info, 0);
  free(rows);
  return kept;
}

number *NAME(decomposed_augmented)(DECOMPOSED_TWICE) {
  NAME(decomposed)(options, m, n, a, values, left, right);
  return NAME(decomposed_augmented_again)(SAME_DECOMPOSED);
}

/* Nothing goes back to values and vectors as the iteration left them. */
void NAME(decomposed_reverse)(DECOMPOSED_TWICE, number *kept) {
  if (!isThin(options, m, n))
    return;
  dRight = SHADOW(dRight, right);
  size k = lesser(m, n), info = 0;
  number *rows = dRight ? NAME(transposed)(n, k, dRight, n) : 0;
  NAME(thin_reverse)(QR, m, n, a, dA, m, values, dValues, left, dLeft, 0, rows, &info, 0, kept);
  for (size i = 0; dRight && i < n * k; i++)
    dRight[i] = 0;
  free(rows);
}

void NAME(decomposed_forward_again)(DECOMPOSED_TWICE) {
  if (!isThin(options, m, n))
    return;
  dRight = SHADOW(dRight, right);
  size k = lesser(m, n), info = 0;
  number *rows = NAME(transposed)(n, k, right, n);
  number *dRows = dRight ? malloc(n * k * sizeof(number)) : 0;
  NAME(thin_forward_again)(QR, m, n, a, dA, m, values, dValues, left, dLeft, rows, dRows, &info, 0);
  for (size j = 0; dRight && j < k; j++)
    for (size i = 0; i < n; i++)
      dRight[j * n + i] = dRows[i * k + j];
  free(dRows);
  free(rows);
}

void NAME(decomposed_forward)(DECOMPOSED_TWICE) {
  NAME(decomposed)(options, m, n, a, values, left, right);
  NAME(decomposed_forward_again)(SAME_DECOMPOSED);
}

#undef DECOMPOSED_TWICE
#undef SAME_DECOMPOSED
