/*===- Spectra.h - eigenvalues of symmetric matrices, of one kind of numbers ------------------===
 *
 * The derivative of a decomposition is in closed form. With P = V' dA V and F_ij = 1 / (w_j - w_i):
 *     A = V w V'      dw = diag P               dV = V (F o P)
 *     backwards       A^ = V (diag w^ + F o (V' V^)) V', and the triangle that is read stands for
 * both
 *
 * Vectors of equal values are not determined, and have no derivative of their own; what is made of
 * all of them together may have one. So F is zero where two values are equal up to rounding: right
 * for what does not depend on the choice. Where it does, the run warns. Vectors are needed where
 * only the values are asked for: then these are computed with vectors.
 *
 * Of complex numbers, ' is the conjugate transpose. A vector's phase is free: LAPACK leaves the
 * first number of each real (by the upper triangle: the last one), and where it is, derivatives
 * keep it so.
 *===-------------------------------------------------------------------------------===*/

#ifndef ENZYME_BLAS_SPECTRA_H
#define ENZYME_BLAS_SPECTRA_H

void enzyme_rt_vectors_of_equal_values(void);

/* Which of the library's routines computes. */
enum method { QR = 'Q', divideAndConquer = 'D' };

static inline char capital(char letter) { return letter & 0xDF; }

static inline void writeInteger(void *to, size value) {
  if (enzyme_blas_integerBits() == 64)
    *(long *)to = value;
  else
    *(int *)to = (int)value;
}

#endif

static inline part NAME(largest)(size n, const number *values) {
  part most = 0;
  for (size i = 0; i < n; i++)
    most = SIZE_OF(values[i]) > most ? SIZE_OF(values[i]) : most;
  return most;
}

/* Values that are no farther apart count as equal. */
static inline part NAME(closeness)(size n, const part *values) {
  part most = 0;
  for (size i = 0; i < n; i++)
    most = ABSOLUTE(values[i]) > most ? ABSOLUTE(values[i]) : most;
  return n * EPSILON * most;
}

/* What takes part in vectors of values that are equal up to rounding: warns if it is more than
 * that. */
static inline void NAME(warnOfEqual)(size n, const part *values, const number *change) {
  part close = NAME(closeness)(n, values), most = NAME(largest)(n * n, change);
  for (size j = 0; j < n; j++)
    for (size i = 0; i < n; i++)
      if (i != j && ABSOLUTE(values[j] - values[i]) <= close &&
          SIZE_OF(change[j * n + i]) > ROOT(EPSILON) * most)
        enzyme_rt_vectors_of_equal_values();
}

/* F o change for F_ij = 1 / (values[j] - values[i]), zero where they are equal up to rounding. The
 * diagonal stays. */
static inline void NAME(divideByGaps)(size n, const part *values, number *change) {
  part close = NAME(closeness)(n, values);
  for (size j = 0; j < n; j++)
    for (size i = 0; i < n; i++) {
      part gap = values[j] - values[i];
      if (i != j)
        change[j * n + i] = ABSOLUTE(gap) <= close ? 0 : change[j * n + i] / gap;
    }
}

/* The rotation that makes the element between `p` and `q` zero. */
static inline void NAME(rotation)(part pp, part pq, part qq, part *c, part *s) {
  part theta = (qq - pp) / (2 * pq);
  part t = (theta < 0 ? -1 : 1) / (ABSOLUTE(theta) + HYPOT(theta, 1));
  *c = 1 / HYPOT(t, 1);
  *s = t * *c;
}

/* Columns p and q of `a`, which has `rows` rows. */
static inline void NAME(rotateColumns)(size rows, number *a, size p, size q, part c, part s) {
  for (size i = 0; i < rows; i++) {
    number left = a[p * rows + i], right = a[q * rows + i];
    a[p * rows + i] = c * left - s * right;
    a[q * rows + i] = s * left + c * right;
  }
}

/* Of a triangle: both. */
static inline number *NAME(symmetric)(char triangle, size n, const number *a, size lead) {
  number *whole = malloc(n * n * sizeof(number));
  for (size j = 0; j < n; j++)
    for (size i = triangle == 'U' ? 0 : j; i < (triangle == 'U' ? j + 1 : n); i++)
      if (i == j)
        whole[j * n + i] = REAL(a[j * lead + i]);
      else
        whole[j * n + i] = a[j * lead + i], whole[i * n + j] = CONJUGATE(a[j * lead + i]);
  return whole;
}

/*--- A = V w V' ------------------------------------------------------------------------------*/

/* By Jacobi's method. The triangle becomes V. */
void NAME(eigen)(char method, char triangle, size n, number *a, size lead, part *values,
                 size *info) {
  *info = 0;
  number *rest = NAME(symmetric)(triangle, n, a, lead), *vectors = NAME(identity)(n);
  for (size sweep = 0; sweep < 40; sweep++)
    for (size q = 1; q < n; q++)
      for (size p = 0; p < q; p++) {
        part c, s;
        number beside = rest[q * n + p];
        if (beside == 0)
          continue;
        part length = LENGTH(beside);
        number phase = CONJUGATE(beside) / length; /* with which it becomes real */
        for (size i = 0; i < n; i++) {
          rest[q * n + i] *= phase;
          vectors[q * n + i] *= phase;
        }
        for (size j = 0; j < n; j++)
          rest[j * n + q] *= CONJUGATE(phase);
        NAME(rotation)(REAL(rest[p * n + p]), length, REAL(rest[q * n + q]), &c, &s);
        NAME(rotateColumns)(n, rest, p, q, c, s);
        for (size j = 0; j < n; j++) {
          number upper = rest[j * n + p], lower = rest[j * n + q];
          rest[j * n + p] = c * upper - s * lower;
          rest[j * n + q] = s * upper + c * lower;
        }
        NAME(rotateColumns)(n, vectors, p, q, c, s);
      }
  for (size j = 0; j < n; j++) {
    size least = 0; /* of those that are left */
    for (size k = 1; k < n; k++)
      if (REAL(rest[k * n + k]) < REAL(rest[least * n + least]))
        least = k;
    values[j] = REAL(rest[least * n + least]);
    rest[least * n + least] = FAR;
    for (size i = 0; i < n; i++)
      a[j * lead + i] = vectors[least * n + i];
  }
  free(vectors);
  free(rest);
}

#define EIGEN_TWICE                                                                                \
  char method, char triangle, size n, number *a, number *dA, size lead, part *values,              \
      part *dValues, size *info, size *dInfo
#define SAME_EIGEN method, triangle, n, a, dA, lead, values, dValues, info, dInfo

/* Whether it failed, whether there are copies of values and vectors, these. */
static inline number *NAME(keepEigen)(EIGEN_TWICE, int areCopied) {
  if (!SHADOW(dA, a) || n <= 0)
    return 0;
  number *kept = enzyme_rt_alloc((2 + (areCopied ? n + n * n : 0)) * sizeof(number));
  kept[0] = *info != 0;
  kept[1] = areCopied;
  if (areCopied) {
    for (size i = 0; i < n; i++)
      kept[2 + i] = values[i];
    NAME(copyMatrix)(n, n, a, lead, kept + 2 + n, n);
  }
  return kept;
}

number *NAME(eigen_augmented_again)(EIGEN_TWICE) { return NAME(keepEigen)(SAME_EIGEN, 1); }

number *NAME(eigen_augmented)(EIGEN_TWICE) {
  NAME(eigen)(method, triangle, n, a, lead, values, info);
  return NAME(keepEigen)(SAME_EIGEN, 1);
}

number *NAME(eigen_unchanged_again)(EIGEN_TWICE) { return NAME(keepEigen)(SAME_EIGEN, 0); }

number *NAME(eigen_unchanged)(EIGEN_TWICE) {
  NAME(eigen)(method, triangle, n, a, lead, values, info);
  return NAME(keepEigen)(SAME_EIGEN, 0);
}

/* Where a vector is real, by LAPACK's choice. */
static inline size NAME(realRow)(char triangle, size n) { return triangle == 'U' ? n - 1 : 0; }

static inline int NAME(isRealThere)(number x) { return REAL(x) == x && x != 0; }

/* Turns the change of vectors so that what is real stays real. */
static inline void NAME(keepReal)(char triangle, size n, const number *vectors, size lead,
                                  number *change, size changeLead) {
  size row = NAME(realRow)(triangle, n);
  for (size j = 0; HAS_PHASES && j < n; j++) {
    const number *vector = vectors + j * lead;
    if (!NAME(isRealThere)(vector[row]))
      continue;
    number turn = (REAL(change[j * changeLead + row]) - change[j * changeLead + row]) / vector[row];
    for (size i = 0; i < n; i++)
      change[j * changeLead + i] += turn * vector[i];
  }
}

/* The same backwards. */
static inline void NAME(keepRealBackwards)(char triangle, size n, const number *vectors, size lead,
                                           number *change, size changeLead) {
  size row = NAME(realRow)(triangle, n);
  for (size j = 0; HAS_PHASES && j < n; j++) {
    const number *vector = vectors + j * lead;
    if (!NAME(isRealThere)(vector[row]))
      continue;
    number along = 0;
    for (size i = 0; i < n; i++)
      along += CONJUGATE(vector[i]) * change[j * changeLead + i];
    change[j * changeLead + row] += (REAL(along) - along) / vector[row];
  }
}

/* An element of the triangle stands for two of the matrix. */
void NAME(eigen_reverse)(EIGEN_TWICE, number *kept) {
  dA = SHADOW(dA, a);
  dValues = SHADOW(dValues, values);
  if (!dA || !kept)
    return;
  const number *vectors = kept[1] != 0 ? kept + 2 + n : a;
  size vectorsLead = kept[1] != 0 ? n : lead;
  part *at = malloc(n * sizeof(part));
  for (size i = 0; i < n; i++)
    at[i] = kept[1] != 0 ? REAL(kept[2 + i]) : values[i];
  const number one = 1;
  number *change = NAME(zeroMatrix)(n, n), *half = NAME(zeroMatrix)(n, n);
  NAME(keepRealBackwards)(triangle, n, vectors, vectorsLead, dA, lead);
  NAME(product)(ADJOINT, 'N', n, n, n, &one, vectors, vectorsLead, dA, lead, change, n);
  NAME(warnOfEqual)(n, at, change);
  for (size j = 0; j < n; j++)
    for (size i = 0; i < j;
         i++) { /* of V' V^ only this counts, as F changes its sign with the indices */
      change[j * n + i] -= CONJUGATE(change[i * n + j]);
      change[i * n + j] = 0;
    }
  NAME(divideByGaps)(n, at, change);
  for (size i = 0; i < n; i++) {
    change[i * n + i] = dValues ? dValues[i] : 0;
    for (size j = 0; j < n; j++)
      dA[j * lead + i] = 0;
  }
  for (size i = 0; dValues && i < n; i++)
    dValues[i] = 0;
  NAME(product)('N', 'N', n, n, n, &one, vectors, vectorsLead, change, n, half, n);
  for (size i = 0; i < n * n; i++)
    change[i] = 0;
  NAME(product)('N', ADJOINT, n, n, n, &one, half, n, vectors, vectorsLead, change, n);
  for (size j = 0; j < n; j++)
    for (size i = triangle == 'U' ? 0 : j; i < (triangle == 'U' ? j + 1 : n); i++)
      dA[j * lead + i] =
          i == j ? REAL(change[j * n + i]) : change[j * n + i] + CONJUGATE(change[i * n + j]);
  if (kept[0] != 0)
    NAME(spoil)(triangle, n, n, dA, lead);
  free(at);
  free(half);
  free(change);
}

void NAME(eigen_forward_again)(EIGEN_TWICE) {
  dA = SHADOW(dA, a);
  dValues = SHADOW(dValues, values);
  if (!dA || n <= 0)
    return;
  const number one = 1;
  number *whole = NAME(symmetric)(triangle, n, dA, lead);
  number *change = NAME(zeroMatrix)(n, n), *half = NAME(zeroMatrix)(n, n);
  NAME(product)('N', 'N', n, n, n, &one, whole, n, a, lead, half, n);
  NAME(product)(ADJOINT, 'N', n, n, n, &one, a, lead, half, n, change, n);
  for (size i = 0; i < n; i++) {
    if (dValues)
      dValues[i] = REAL(change[i * n + i]);
    change[i * n + i] = 0;
    for (size j = 0; j < n; j++)
      dA[j * lead + i] = 0;
  }
  NAME(warnOfEqual)(n, values, change);
  NAME(divideByGaps)(n, values, change);
  NAME(product)('N', 'N', n, n, n, &one, a, lead, change, n, dA, lead);
  NAME(keepReal)(triangle, n, a, lead, dA, lead);
  if (*info != 0) {
    NAME(spoil)('A', n, n, whole, n);
    for (size j = 0; j < n; j++)
      for (size i = 0; i < n; i++)
        dA[j * lead + i] = whole[j * n + i];
    for (size i = 0; dValues && i < n; i++)
      dValues[i] = REAL(whole[i]);
  }
  free(half);
  free(change);
  free(whole);
}

void NAME(eigen_forward)(EIGEN_TWICE) {
  NAME(eigen)(method, triangle, n, a, lead, values, info);
  NAME(eigen_forward_again)(SAME_EIGEN);
}

#undef EIGEN_TWICE
#undef SAME_EIGEN

/* With job 'N' the triangle is destroyed. */
static inline void NAME(eigenOf)(char method, char job, char triangle, size n, number *a, size lead,
                                 part *values, size *info) {
  if (capital(job) == 'V') {
    NAME(eigen)(method, triangle, n, a, lead, values, info);
    return;
  }
  number *vectors = NAME(symmetric)(triangle, n, a, lead);
  NAME(eigen)(method, triangle, n, vectors, n, values, info);
  for (size j = 0; j < n; j++)
    for (size i = triangle == 'U' ? 0 : j; i < (triangle == 'U' ? j + 1 : n); i++)
      a[j * lead + i] = 0;
  free(vectors);
}
