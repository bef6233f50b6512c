/*===- Singular.h - singular values, in one precision ----------------------------------------===
 *
 * The thin A = U s V' in closed form (J. Townsend, Differentiating the singular value
 * decomposition, 2016): with P = U' dA V and F_ij = 1 / (s_j^2 - s_i^2) ds = diag P,    dU = U (F o
 * (P s + s P')) + (I - U U') dA V / s,    V alike, and the same backwards. As in Spectra.h, F is
 * zero where two values are equal up to rounding, and 1 / s where s is zero; the run warns where
 * that is a choice.
 *===-------------------------------------------------------------------------------===*/

void NAME(gesvd)(char leftJob, char rightJob, size m, size n, number *a, size lead, number *values,
                 number *left, size leftLead, number *right, size rightLead, number *work,
                 size workSize, size *info);
void NAME(gesdd)(char job, size m, size n, number *a, size lead, number *values, number *left,
                 size leftLead, number *right, size rightLead, number *work, size workSize,
                 void *integers, size *info);

/*--- A = U s V', of which U and V have as many columns as s has values -----------------------*/

/* By Jacobi's method on the columns of a, or of a' where that has more rows. `right` is V'. */
void NAME(thin)(char method, size m, size n, const number *a, size lead, number *values,
                number *left, number *right, size *info) {
  *info = 0;
  int isTall = m >= n;
  size rows = isTall ? m : n, k = lesser(m, n);
  number *columns = malloc(rows * k * sizeof(number)), *turned = NAME(identity)(k);
  for (size j = 0; j < k; j++)
    for (size i = 0; i < rows; i++)
      columns[j * rows + i] = isTall ? a[j * lead + i] : a[i * lead + j];
  for (size sweep = 0; sweep < 40; sweep++)
    for (size q = 1; q < k; q++)
      for (size p = 0; p < q; p++) {
        number pp = 0, pq = 0, qq = 0, c, s;
        for (size i = 0; i < rows; i++) {
          pp += columns[p * rows + i] * columns[p * rows + i];
          pq += columns[p * rows + i] * columns[q * rows + i];
          qq += columns[q * rows + i] * columns[q * rows + i];
        }
        if (pq == 0)
          continue;
        NAME(rotation)(pp, pq, qq, &c, &s);
        NAME(rotateColumns)(rows, columns, p, q, c, s);
        NAME(rotateColumns)(k, turned, p, q, c, s);
      }
  for (size j = 0; j < k; j++) { /* (the library sorts them) */
    number length = 0;
    for (size i = 0; i < rows; i++)
      length = HYPOT(length, columns[j * rows + i]);
    values[j] = length;
    for (size i = 0; i < rows; i++)
      *(isTall ? &left[j * m + i] : &right[i * k + j]) = columns[j * rows + i] / length;
    for (size i = 0; i < k; i++)
      *(isTall ? &right[i * k + j] : &left[j * m + i]) = turned[j * k + i];
  }
  free(turned);
  free(columns);
}

void NAME(thin_plain)(char method, size m, size n, const number *a, size lead, number *values,
                      number *left, number *right, size *info) {
  size k = lesser(m, n), workSize = 6 * k * k + 10 * k + 66 * (m + n) + 64;
  number *work = malloc(workSize * sizeof(number)), *copy = malloc(m * n * sizeof(number));
  NAME(copyMatrix)(m, n, a, lead, copy, m);
  if (method == divideAndConquer) {
    void *integers = malloc(8 * k * sizeof(size));
    NAME(gesdd)('S', m, n, copy, m, values, left, m, right, k, work, workSize, integers, info);
    free(integers);
  } else {
    NAME(gesvd)('S', 'S', m, n, copy, m, values, left, m, right, k, work, workSize, info);
  }
  free(copy);
  free(work);
}

#define THIN_TWICE                                                                                 \
  char method, size m, size n, const number *a, number *dA, size lead, number *values,             \
      number *dValues, number *left, number *dLeft, number *right, number *dRight, size *info,     \
      size *dInfo
#define SAME_THIN                                                                                  \
  method, m, n, a, dA, lead, values, dValues, left, dLeft, right, dRight, info, dInfo

/* Whether it failed; values, left, right. What the caller has of them it may change. */
number *NAME(thin_augmented_again)(THIN_TWICE) {
  size k = lesser(m, n);
  if (!SHADOW(dA, a) || k <= 0)
    return 0;
  number *kept = enzyme_rt_alloc((1 + k + m * k + k * n) * sizeof(number));
  kept[0] = *info != 0;
  for (size i = 0; i < k; i++)
    kept[1 + i] = values[i];
  NAME(copyMatrix)(m, k, left, m, kept + 1 + k, m);
  NAME(copyMatrix)(k, n, right, k, kept + 1 + k + m * k, k);
  return kept;
}

number *NAME(thin_augmented)(THIN_TWICE) {
  NAME(thin)(method, m, n, a, lead, values, left, right, info);
  return NAME(thin_augmented_again)(SAME_THIN);
}

/* 1 / s; zero where s is, up to rounding. */
static inline number NAME(inverseOf)(number value, number most, size n) {
  return value > n * EPSILON * most ? 1 / value : 0;
}

/* Adds (I - basis basis') change / s to `to`, for an orthonormal basis of k columns, and reports
   what has no derivative as s is zero. */
static inline void NAME(addBeyond)(size rows, size k, const number *basis, const number *change,
                                   const number *values, number *to) {
  const number one = 1, minus = -1;
  number most = NAME(largest)(k, values), *inside = NAME(zeroMatrix)(k, k);
  number *beyond = malloc(rows * k * sizeof(number)), size_ = NAME(largest)(rows * k, change);
  int isUnclear = 0;
  NAME(copyMatrix)(rows, k, change, rows, beyond, rows);
  NAME(product)('T', 'N', k, k, rows, &one, basis, rows, change, rows, inside, k);
  NAME(product)('N', 'N', rows, k, k, &minus, basis, rows, inside, k, beyond, rows);
  for (size j = 0; j < k; j++) {
    number factor = NAME(inverseOf)(values[j], most, k);
    isUnclear |= factor == 0 && NAME(largest)(rows, beyond + j * rows) > ROOT(EPSILON) * size_;
    for (size i = 0; i < rows; i++)
      to[j * rows + i] += factor * beyond[j * rows + i];
  }
  if (isUnclear)
    enzyme_rt_vectors_of_equal_values();
  free(beyond);
  free(inside);
}

/* X - X', X = basis' change; zero without change. */
static inline number *NAME(turnOf)(size rows, size k, const number *basis, const number *change,
                                   const number *values) {
  const number one = 1;
  number *turn = NAME(zeroMatrix)(k, k);
  if (!change)
    return turn;
  NAME(product)('T', 'N', k, k, rows, &one, basis, rows, change, rows, turn, k);
  NAME(warnOfEqual)(k, values, turn);
  for (size j = 0; j < k; j++)
    for (size i = 0; i <= j; i++) {
      number apart = turn[j * k + i] - turn[i * k + j];
      turn[j * k + i] = apart;
      turn[i * k + j] = -apart;
    }
  return turn;
}

/* For i != j  together_ij / (s_j - s_i) + apart_ij / (s_j + s_i)  in `together`, whose diagonal is
   zero then. What would be divided by nothing is left out. */
static inline void NAME(divideByValues)(size k, const number *values, number *together,
                                        const number *apart) {
  number close = k * EPSILON * NAME(largest)(k, values);
  for (size j = 0; j < k; j++)
    for (size i = 0; i < k; i++) {
      number *at = &together[j * k + i], gap = values[j] - values[i], sum = values[j] + values[i];
      number first = ABSOLUTE(gap) <= close ? 0 : *at / gap;
      number second = sum <= close ? 0 : apart[j * k + i] / sum;
      *at = i == j ? 0 : first + second;
    }
}

void NAME(thin_reverse)(THIN_TWICE, number *kept) {
  dA = SHADOW(dA, a);
  dValues = SHADOW(dValues, values), dLeft = SHADOW(dLeft, left), dRight = SHADOW(dRight, right);
  size k = lesser(m, n);
  const number one = 1;
  number *whole = NAME(zeroMatrix)(m, n);
  if (dA && kept) {
    const number *s = kept + 1, *u = s + k;
    number *v = NAME(transposed)(k, n, u + m * k, k), *inner = NAME(zeroMatrix)(k, k);
    number *outer = NAME(zeroMatrix)(m, k), *across = NAME(zeroMatrix)(n, k);
    number *change = dRight ? NAME(transposed)(k, n, dRight, k) : 0;
    number *ofLeft = NAME(turnOf)(m, k, u, dLeft, s), *ofRight = NAME(turnOf)(n, k, v, change, s);
    for (size i = 0; i < k * k; i++) {
      inner[i] = (ofLeft[i] + ofRight[i]) / 2;
      ofLeft[i] = (ofLeft[i] - ofRight[i]) / 2;
    }
    NAME(divideByValues)(k, s, inner, ofLeft);
    if (dLeft)
      NAME(addBeyond)(m, k, u, dLeft, s, outer);
    if (change)
      NAME(addBeyond)(n, k, v, change, s, across);
    free(ofRight);
    free(ofLeft);
    free(change);
    for (size i = 0; dValues && i < k; i++)
      inner[i * k + i] += dValues[i];
    NAME(product)('N', 'N', m, k, k, &one, u, m, inner, k, outer, m);
    NAME(product)('N', 'T', m, n, k, &one, outer, m, v, n, whole, m);
    NAME(product)('N', 'T', m, n, k, &one, u, m, across, n, whole, m);
    if (kept[0] != 0)
      NAME(spoil)('A', m, n, whole, m);
    for (size j = 0; j < n; j++)
      for (size i = 0; i < m; i++)
        dA[j * lead + i] += whole[j * m + i];
    free(across);
    free(outer);
    free(inner);
    free(v);
  }
  for (size i = 0; dValues && i < k; i++)
    dValues[i] = 0;
  for (size i = 0; dLeft && i < m * k; i++)
    dLeft[i] = 0;
  for (size i = 0; dRight && i < k * n; i++)
    dRight[i] = 0;
  free(whole);
}

void NAME(thin_forward_again)(THIN_TWICE) {
  dA = SHADOW(dA, a);
  dValues = SHADOW(dValues, values), dLeft = SHADOW(dLeft, left), dRight = SHADOW(dRight, right);
  size k = lesser(m, n);
  const number one = 1;
  number *toLeft = NAME(zeroMatrix)(m, k), *toRight = NAME(zeroMatrix)(n, k);
  if (dA && k > 0) {
    number *v = NAME(transposed)(k, n, right, k);
    number *byV = NAME(zeroMatrix)(m, k), *byU = NAME(zeroMatrix)(n, k),
           *inner = NAME(zeroMatrix)(k, k);
    number *turn = malloc(k * k * sizeof(number)), *apart = malloc(k * k * sizeof(number));
    NAME(product)('N', 'N', m, k, n, &one, dA, lead, v, n, byV, m);
    NAME(product)('T', 'N', n, k, m, &one, dA, lead, left, m, byU, n);
    NAME(product)('T', 'N', k, k, m, &one, left, m, byV, m, inner, k);
    for (size i = 0; dValues && i < k; i++)
      dValues[i] = inner[i * k + i];
    NAME(warnOfEqual)(k, values, inner);
    for (int isRight = 0; isRight < 2; isRight++) {
      for (size j = 0; j < k; j++)
        for (size i = 0; i < k; i++) {
          number upper = inner[j * k + i], other = inner[i * k + j];
          turn[j * k + i] = (upper + other) / 2;
          apart[j * k + i] = (isRight ? other - upper : upper - other) / 2;
        }
      NAME(divideByValues)(k, values, turn, apart);
      if (isRight)
        NAME(product)('N', 'N', n, k, k, &one, v, n, turn, k, toRight, n);
      else
        NAME(product)('N', 'N', m, k, k, &one, left, m, turn, k, toLeft, m);
    }
    NAME(addBeyond)(m, k, left, byV, values, toLeft);
    NAME(addBeyond)(n, k, v, byU, values, toRight);
    if (*info != 0) {
      number *whole = malloc(m * n * sizeof(number));
      NAME(copyMatrix)(m, n, dA, lead, whole, m);
      NAME(spoil)('A', m, n, whole, m);
      for (size i = 0; i < m * k; i++)
        toLeft[i] = whole[0];
      for (size i = 0; i < n * k; i++)
        toRight[i] = whole[0];
      for (size i = 0; dValues && i < k; i++)
        dValues[i] = whole[0];
      free(whole);
    }
    free(apart);
    free(turn);
    free(inner);
    free(byU);
    free(byV);
    free(v);
  } else {
    for (size i = 0; dValues && i < k; i++)
      dValues[i] = 0;
  }
  for (size i = 0; dLeft && i < m * k; i++)
    dLeft[i] = toLeft[i];
  for (size j = 0; dRight && j < n; j++)
    for (size i = 0; i < k; i++)
      dRight[j * k + i] = toRight[i * n + j];
  free(toRight);
  free(toLeft);
}

void NAME(thin_forward)(THIN_TWICE) {
  NAME(thin)(method, m, n, a, lead, values, left, right, info);
  NAME(thin_forward_again)(SAME_THIN);
}

#undef THIN_TWICE
#undef SAME_THIN

/* Further columns of an orthonormal basis (jobs 'A'): by Gram and Schmidt, from the axes. What they
   are within their space is the library's choice; no derivative is known of it. */
static inline void NAME(complete)(size rows, size k, number *basis, size lead) {
  size axis = 0;
  for (size j = k; j < rows; j++)
    for (number length = 0; length < (number)0.5 && axis < rows + rows; axis++) {
      for (size i = 0; i < rows; i++)
        basis[j * lead + i] = i == axis % rows;
      for (size again = 0; again < 2; again++)
        for (size l = 0; l < j; l++) {
          number along = 0;
          for (size i = 0; i < rows; i++)
            along += basis[l * lead + i] * basis[j * lead + i];
          for (size i = 0; i < rows; i++)
            basis[j * lead + i] -= along * basis[l * lead + i];
        }
      length = 0;
      for (size i = 0; i < rows; i++)
        length = HYPOT(length, basis[j * lead + i]);
      for (size i = 0; i < rows; i++)
        basis[j * lead + i] /= length;
      length *= rows; /* some axis is at least that far from what is there */
    }
}

/* Jobs: 'A' all, 'S' the thin ones, 'O' these in place of a, 'N' none. What is not asked for is
 * destroyed in a. */
static inline void NAME(singularOf)(char method, char leftJob, char rightJob, size m, size n,
                                    number *a, size lead, number *values, number *left,
                                    size leftLead, number *right, size rightLead, size *info) {
  size k = lesser(m, n);
  if (k <= 0) {
    *info = 0;
    return;
  }
  number *u = malloc(m * k * sizeof(number)), *vt = malloc(k * n * sizeof(number));
  NAME(thin)(method, m, n, a, lead, values, u, vt, info);
  for (size j = 0; j < n; j++)
    for (size i = 0; i < m; i++)
      a[j * lead + i] = 0;
  if (leftJob == 'O')
    NAME(copyMatrix)(m, k, u, m, a, lead);
  if (rightJob == 'O')
    NAME(copyMatrix)(k, n, vt, k, a, lead);
  if (leftJob == 'A' || leftJob == 'S')
    NAME(copyMatrix)(m, k, u, m, left, leftLead);
  if (rightJob == 'A' || rightJob == 'S')
    NAME(copyMatrix)(k, n, vt, k, right, rightLead);
  if (leftJob == 'A' && m > k)
    NAME(complete)(m, k, left, leftLead);
  if (rightJob == 'A' && n > k) {
    number *v = malloc(n * n * sizeof(number));
    for (size j = 0; j < k; j++)
      for (size i = 0; i < n; i++)
        v[j * n + i] = vt[i * k + j];
    NAME(complete)(n, k, v, n);
    for (size j = k; j < n; j++)
      for (size i = 0; i < n; i++)
        right[i * rightLead + j] = v[j * n + i];
    free(v);
  }
  free(vt);
  free(u);
}

void NAME(gesvd)(char leftJob, char rightJob, size m, size n, number *a, size lead, number *values,
                 number *left, size leftLead, number *right, size rightLead, number *work,
                 size workSize, size *info) {
  if (!NAME(isAnswered)(66 * (m + n) + 64, work, workSize, info))
    NAME(singularOf)(QR, capital(leftJob), capital(rightJob), m, n, a, lead, values, left, leftLead,
                     right, rightLead, info);
}

/* Job 'O': of a tall matrix the left vectors in a and all right ones, of a wide one the other way
 * round. */
void NAME(gesdd)(char job, size m, size n, number *a, size lead, number *values, number *left,
                 size leftLead, number *right, size rightLead, number *work, size workSize,
                 void *integers, size *info) {
  size k = lesser(m, n);
  writeInteger(integers, 0);
  job = capital(job);
  if (!NAME(isAnswered)(6 * k * k + 10 * k + 66 * (m + n) + 64, work, workSize, info))
    NAME(singularOf)(divideAndConquer, job == 'O' && m < n ? 'A' : job,
                     job == 'O' && m >= n ? 'A' : job, m, n, a, lead, values, left, leftLead, right,
                     rightLead, info);
}
