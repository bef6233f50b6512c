/*===- Reflections.h - QR and LQ factors, of one kind of numbers --------------------------===
 *
 * A = Q R, and Q is a product of reflections H = I - tau w w', w = (1, v), of which LAPACK keeps v
 * and tau. The derivative with respect to all of it, R and v and tau, is that of the loop over
 * columns, but nothing has to be kept for it: a reflection is its own inverse, and applied again to
 * what came out of it gives what went in. So two functions have rules, which step through the
 * reflections, a block of them at a time (ReflectionBlocks.h): `householder`, which finds them, and
 * `reflect`, which applies them.
 *
 * A column that is zero below its diagonal is left as it is (tau = 0), though an element that were
 * not zero would turn it around: there is no derivative with respect to these zeros, and
 * what depends on them becomes NaN. The last row of a matrix has nothing below it, and no such
 * case.
 *
 * A = L Q is the same of the transposed matrix.
 *
 * Of complex numbers, ' is the conjugate transpose. There H' is another reflection, H its inverse;
 * A is multiplied by H', so that R's diagonal is real, in the last row, too. A number that is real
 * and has zeros below it is left as it is (tau = 0), and the derivative is that of leaving it.
 *===-------------------------------------------------------------------------------===*/

void NAME(geqrf)(size m, size n, number *a, size lead, number *tau, number *work, size workSize,
                 size *info);
void NAME(ORGQR)(size m, size n, size k, number *a, size lead, const number *tau, number *work,
                 size workSize, size *info);
void NAME(ORMQR)(char side, char flag, size m, size n, size k, const number *a, size aLead,
                 const number *tau, number *c, size cLead, number *work, size workSize, size *info);

/*--- how much memory the library asks for: its own answer --------------------------------------*/

/* Nothing is known of an answer here, and no size is stored. */
static inline size NAME(asked)(void) {
  volatile size answer = 1;
  return answer;
}

/* Of an empty matrix some answer zero, which they refuse to be given. */
static inline number *NAME(newWork)(size *best) {
  *best = *best > 1 ? *best : 1;
  return malloc(*best * sizeof(number));
}

size NAME(geqrfBest)(size m, size n, size lead) { return NAME(asked)(); }

size NAME(geqrfBest_plain)(size m, size n, size lead) {
  number answer[1] = {1};
  size info;
  NAME(geqrf)(m, n, answer, lead, answer, answer, -1, &info);
  return (size)answer[0];
}

size NAME(orgqrBest)(size m, size n, size k, size lead) { return NAME(asked)(); }

size NAME(orgqrBest_plain)(size m, size n, size k, size lead) {
  number answer[1] = {1};
  size info;
  NAME(ORGQR)(m, n, k, answer, lead, answer, answer, -1, &info);
  return (size)answer[0];
}

size NAME(ormqrBest)(char side, char flag, size m, size n, size k, size aLead, size cLead) {
  return NAME(asked)();
}

size NAME(ormqrBest_plain)(char side, char flag, size m, size n, size k, size aLead, size cLead) {
  number answer[1] = {1};
  size info;
  NAME(ORMQR)(side, flag, m, n, k, answer, aLead, answer, answer, cLead, answer, -1, &info);
  return (size)answer[0];
}

/*--- one reflection; the first number of w is one, whatever is stored there
 * -----------------------*/

static inline number NAME(along)(size rows, const number *w, const number *column) {
#pragma clang fp reassociate(on)
  number sum = column[0];
  for (size i = 1; i < rows; i++)
    sum += CONJUGATE(w[i]) * column[i];
  return sum;
}

static inline void NAME(reflectColumns)(size rows, size columns, const number *w, number tau,
                                        number *c, size lead) {
  for (size j = 0; j < columns; j++) {
    number *column = c + j * lead, factor = tau * NAME(along)(rows, w, column);
    column[0] -= factor;
    for (size i = 1; i < rows; i++)
      column[i] -= factor * w[i];
  }
}

/* With tangents. */
static inline void NAME(reflectForwards)(size rows, size columns, const number *w, const number *dW,
                                         number tau, number dTau, number *c, size lead, number *dC,
                                         size dLead) {
  for (size j = 0; j < columns; j++) {
    number *column = c + j * lead, *change = dC + j * dLead;
    number sum = NAME(along)(rows, w, column);
    number dSum = NAME(along)(rows, w, change) + NAME(along)(rows, dW, column) - column[0];
    if (tau == 0 && dTau == 0 && dSum != dSum)
      continue; /* what was lost elsewhere stays there */
    number factor = tau * sum, dFactor = dTau * sum + tau * dSum;
    column[0] -= factor;
    change[0] -= dFactor;
    for (size i = 1; i < rows; i++) {
      column[i] -= factor * w[i];
      change[i] -= dFactor * w[i] + factor * dW[i];
    }
  }
}

/* With adjoints: what came out becomes what went in, and its adjoints likewise. */
static inline void NAME(reflectBackwards)(size rows, size columns, const number *w, number *dW,
                                          number tau, number *dTau, number *c, size lead,
                                          number *dC, size dLead) {
  NAME(reflectColumns)(rows, columns, w, CONJUGATE(tau), c, lead);
  for (size j = 0; j < columns; j++) {
    number *column = c + j * lead, *change = dC + j * dLead;
    number sum = NAME(along)(rows, w, column), dSum = NAME(along)(rows, w, change);
    *dTau -= CONJUGATE(sum) * dSum;
    if (tau == 0 && dSum != dSum)
      continue; /* what was lost elsewhere stays there */
    sum *= tau, dSum *= CONJUGATE(tau);
    change[0] -= dSum;
    for (size i = 1; i < rows; i++) {
      dW[i] -= CONJUGATE(sum) * change[i] + CONJUGATE(dSum) * column[i];
      change[i] -= dSum * w[i];
    }
  }
}

static inline int NAME(isZero)(size rows, size columns, const number *a, size lead) {
  int isZero = 1;
  for (size j = 0; j < columns; j++)
    for (size i = 0; i < rows; i++)
      isZero &= a[j * lead + i] == 0;
  return isZero;
}

static inline void NAME(fill)(size count, number value, number *x) {
  for (size i = 0; i < count; i++)
    x[i] = value;
}

/*--- A = Q R ----------------------------------------------------------------------------------*/

void NAME(householder)(size m, size n, number *a, size lead, number *tau) {
  for (size k = 0; k < lesser(m, n); k++) {
    number *w = a + k * lead + k, before = w[0];
    part others = REAL((before - REAL(before)) * CONJUGATE(before - REAL(before)));
    for (size i = 1; i < m - k; i++)
      others += REAL(w[i] * CONJUGATE(w[i]));
    tau[k] = 0;
    if (others == 0)
      continue;
    part after = ROOT(REAL(before) * REAL(before) + others);
    if (REAL(before) >= 0)
      after = -after;
    tau[k] = (after - before) / after;
    w[0] = after;
    for (size i = 1; i < m - k; i++)
      w[i] /= before - after;
    NAME(reflectColumns)(m - k, n - 1 - k, w, CONJUGATE(tau[k]), w + lead, lead);
  }
}

void NAME(householder_plain)(size m, size n, number *a, size lead, number *tau) {
  size workSize = NAME(geqrfBest)(m, n, lead), info;
  number *work = NAME(newWork)(&workSize);
  NAME(geqrf)(m, n, a, lead, tau, work, workSize, &info);
  free(work);
}

#define HOUSEHOLDER_TWICE                                                                          \
  size m, size n, number *a, number *dA, size lead, number *tau, number *dTau
#define SAME_HOUSEHOLDER m, n, a, dA, lead, tau, dTau

/* Whether there are copies, and those of the factors and tau. */
static inline number *NAME(keepHouseholder)(HOUSEHOLDER_TWICE, int areCopied) {
  dA = SHADOW(dA, a);
  size count = lesser(m, n);
  if (!dA || count <= 0)
    return 0;
  number *kept = enzyme_rt_alloc((1 + (areCopied ? m * n + count : 0)) * sizeof(number));
  kept[0] = areCopied;
  if (areCopied) {
    NAME(copyMatrix)(m, n, a, lead, kept + 1, m);
    NAME(copyMatrix)(count, 1, tau, count, kept + 1 + m * n, count);
  }
  return kept;
}

number *NAME(householder_augmented_again)(HOUSEHOLDER_TWICE) {
  return NAME(keepHouseholder)(SAME_HOUSEHOLDER, 1);
}

number *NAME(householder_augmented)(HOUSEHOLDER_TWICE) {
  NAME(householder)(m, n, a, lead, tau);
  return NAME(keepHouseholder)(SAME_HOUSEHOLDER, 1);
}

number *NAME(householder_unchanged_again)(HOUSEHOLDER_TWICE) {
  return NAME(keepHouseholder)(SAME_HOUSEHOLDER, 0);
}

number *NAME(householder_unchanged)(HOUSEHOLDER_TWICE) {
  NAME(householder)(m, n, a, lead, tau);
  return NAME(keepHouseholder)(SAME_HOUSEHOLDER, 0);
}

/* The column that became w, with its diagonal. */
static inline void NAME(columnBefore)(size rows, const number *w, number tau, number *column) {
  number after = w[0];
  column[0] = after * (1 - tau);
  for (size i = 1; i < rows; i++)
    column[i] = -tau * after * w[i];
}

/* From adjoints of R's diagonal, v and tau those of the column, in their place. */
static inline void NAME(columnBackwards)(size rows, const number *w, number tau, number dTau,
                                         number *change) {
  part after = REAL(w[0]);
  number divisor = CONJUGATE(-tau * after), sum = 0;
  for (size i = 1; i < rows; i++)
    sum += CONJUGATE(w[i]) * change[i];
  sum /= divisor;
  part dAfter = REAL(change[0] + sum + dTau * CONJUGATE(1 - tau) / after);
  change[0] = (1 - tau) * dAfter - sum - dTau / after;
  for (size i = 1; i < rows; i++)
    change[i] = change[i] / divisor - tau * w[i] * dAfter;
}

/* Tangents of R's diagonal and v in the column's place; that of tau is returned. */
static inline number NAME(columnForwards)(size rows, const number *w, number tau, number *change) {
  part after = REAL(w[0]);
  number divisor = -tau * after, dBefore = change[0], along = CONJUGATE(1 - tau) * dBefore;
  for (size i = 1; i < rows; i++)
    along -= CONJUGATE(tau * w[i]) * change[i];
  part dAfter = REAL(along);
  change[0] = dAfter;
  for (size i = 1; i < rows; i++)
    change[i] = (change[i] - w[i] * (dBefore - dAfter)) / divisor;
  return ((1 - tau) * dAfter - dBefore) / after;
}

/* Reflection k of a matrix of m rows, whose columns before `end` it turns: adjoints of what came
   out become those of what went in. */
static inline void NAME(householderBackwards)(size m, size end, size k, const number *w, number tau,
                                              number *current, number *change, size lead,
                                              number dTau) {
  size rows = m - k, columns = end - 1 - k;
  int isTurned = tau != 0;
  int isLost = !isTurned && (dTau != 0 || !NAME(isZero)(rows - 1, 1, change + 1, lead) ||
                             !NAME(isZero)(rows, columns, change + lead, lead));
  dTau = CONJUGATE(dTau);
  NAME(reflectBackwards)(rows, columns, w, change, CONJUGATE(tau), &dTau, current + m, m,
                         change + lead, lead);
  dTau = CONJUGATE(dTau);
  if (isTurned)
    NAME(columnBackwards)(rows, w, tau, dTau, change);
  else
    NAME(fill)(rows - 1, isLost ? NOT_A_NUMBER : 0, change + 1);
  NAME(columnBefore)(rows, w, tau, current);
}

void NAME(householder_reverse)(HOUSEHOLDER_TWICE, number *kept) {
  dA = SHADOW(dA, a), dTau = SHADOW(dTau, tau);
  size count = lesser(m, n);
  const number *factors = a, *taus = tau;
  size factorsLead = lead;
  if (kept && kept[0] != 0)
    factors = kept + 1, factorsLead = m, taus = factors + m * n;
  number *current = kept ? malloc(m * n * sizeof(number)) : 0;
  if (kept)
    NAME(copyMatrix)(m, n, factors, factorsLead, current, m);
  number *dHere = NAME(zeroMatrix)(DIAGONAL_BLOCK, 1);
  for (size end = kept ? count : 0, width; end > 0; end -= width) {
    width = (end - 1) % DIAGONAL_BLOCK + 1;
    size first = end - width, columns = n - end, at = first * (factorsLead + 1);
    int isByBlock = NAME(isByBlock)(columns, width, taus + first);
    for (size k = 0; k < width; k++)
      dHere[k] = dTau ? dTau[first + k] : 0;
    if (isByBlock)
      NAME(reflectionsBackwards)(ADJOINT, m - first, columns, width, factors + at,
                                 dA + first * (lead + 1), factorsLead, lead, taus + first, dHere,
                                 current + end * m + first, m, dA + end * lead + first, lead);
    for (size k = end - 1; k >= first; k--)
      NAME(householderBackwards)(m, isByBlock ? end : n, k, factors + k * (factorsLead + 1),
                                 taus[k], current + k * (m + 1), dA + k * (lead + 1), lead,
                                 dHere[k - first]);
  }
  free(dHere);
  free(current);
  if (dTau)
    NAME(fill)(count, 0, dTau);
}

/* The matrix before its reflections, in the place of what they made of it. */
static inline void NAME(householderBefore)(size m, size n, const number *a, size lead,
                                           const number *tau, number *current) {
  for (size end = lesser(m, n), width; end > 0; end -= width) {
    width = (end - 1) % DIAGONAL_BLOCK + 1;
    size first = end - width;
    int isByBlock = NAME(isByBlock)(n - end, width, tau + first);
    if (isByBlock)
      NAME(applyReflections)('N', m - first, n - end, width, a + first * (lead + 1), lead,
                             tau + first, current + end * m + first, m);
    for (size k = end - 1; k >= first; k--) {
      number *here = current + k * (m + 1);
      NAME(reflectColumns)(m - k, (isByBlock ? end : n) - 1 - k, a + k * (lead + 1), tau[k],
                           here + m, m);
      NAME(columnBefore)(m - k, a + k * (lead + 1), tau[k], here);
    }
  }
}

/* Reflection k, with tangents; that of tau is returned. */
static inline number NAME(householderForwards)(size m, size end, size k, const number *w,
                                               number tau, number *current, number *change,
                                               size lead) {
  size rows = m - k;
  number dTau = 0;
  if (tau != 0) {
    dTau = NAME(columnForwards)(rows, w, tau, change);
  } else if (!NAME(isZero)(rows - 1, 1, change + 1, lead)) {
    dTau = NOT_A_NUMBER;
    NAME(fill)(rows - 1, dTau, change + 1);
  }
  NAME(reflectForwards)(rows, end - 1 - k, w, change, CONJUGATE(tau), CONJUGATE(dTau), current + m,
                        m, change + lead, lead);
  return dTau;
}

void NAME(householder_forward_again)(HOUSEHOLDER_TWICE) {
  dA = SHADOW(dA, a), dTau = SHADOW(dTau, tau);
  size count = lesser(m, n);
  if (dTau)
    NAME(fill)(count, 0, dTau);
  if (!dA || count <= 0)
    return;
  number *current = malloc(m * n * sizeof(number));
  NAME(copyMatrix)(m, n, a, lead, current, m);
  NAME(householderBefore)(m, n, a, lead, tau, current);
  number *dHere = NAME(zeroMatrix)(count, 1);
  for (size first = 0, end; first < count; first = end) {
    end = lesser(first + DIAGONAL_BLOCK, count);
    int isByBlock = NAME(isByBlock)(n - end, end - first, tau + first);
    for (size k = first; k < end; k++)
      dHere[k] = NAME(householderForwards)(m, isByBlock ? end : n, k, a + k * (lead + 1), tau[k],
                                           current + k * (m + 1), dA + k * (lead + 1), lead);
    if (isByBlock)
      NAME(reflectionsForwards)(ADJOINT, m - first, n - end, end - first, a + first * (lead + 1),
                                dA + first * (lead + 1), lead, lead, tau + first, dHere + first,
                                current + end * m + first, m, dA + end * lead + first, lead);
  }
  if (dTau)
    NAME(copyMatrix)(count, 1, dHere, count, dTau, count);
  free(dHere);
  free(current);
}

void NAME(householder_forward)(HOUSEHOLDER_TWICE) {
  NAME(householder)(m, n, a, lead, tau);
  NAME(householder_forward_again)(SAME_HOUSEHOLDER);
}

#undef HOUSEHOLDER_TWICE
#undef SAME_HOUSEHOLDER

/*--- C = Q C, Q' C, C Q or C Q' -----------------------------------------------------------------*/

/* Which of k reflections comes at `step`. */
static inline size NAME(reflectionAt)(char side, char flag, size k, size step) {
  return (side == 'L') == (flag == 'N') ? k - 1 - step : step;
}

/* The reflections are those that were kept, or their transposes. */
static inline char NAME(appliedAs)(char side, char flag) {
  return (side == 'L') == (flag == 'N') ? 'N' : ADJOINT;
}

static inline number NAME(appliedTau)(char applied, number tau) {
  return applied == 'N' ? tau : CONJUGATE(tau);
}

/* Reflected are columns: those of the transpose, where Q is on the right. */
static inline number *NAME(asReflected)(char side, size m, size n, const number *c, size lead) {
  number *made = malloc(m * n * sizeof(number));
  for (size j = 0; j < n; j++)
    for (size i = 0; i < m; i++)
      made[side == 'L' ? j * m + i : i * n + j] =
          side == 'L' ? c[j * lead + i] : CONJUGATE(c[j * lead + i]);
  return made;
}

static inline void NAME(asItWas)(char side, size m, size n, number *made, number *c, size lead) {
  for (size j = 0; j < n; j++)
    for (size i = 0; i < m; i++)
      c[j * lead + i] = side == 'L' ? made[j * m + i] : CONJUGATE(made[i * n + j]);
  free(made);
}

void NAME(reflect)(char side, char flag, size m, size n, size k, const number *a, size aLead,
                   const number *tau, number *c, size cLead) {
  size order = side == 'L' ? m : n, columns = side == 'L' ? n : m;
  number *current = NAME(asReflected)(side, m, n, c, cLead);
  for (size step = 0; step < k; step++) {
    size at = NAME(reflectionAt)(side, flag, k, step);
    NAME(reflectColumns)(order - at, columns, a + at * aLead + at,
                         NAME(appliedTau)(NAME(appliedAs)(side, flag), tau[at]), current + at,
                         order);
  }
  NAME(asItWas)(side, m, n, current, c, cLead);
}

void NAME(reflect_plain)(char side, char flag, size m, size n, size k, const number *a, size aLead,
                         const number *tau, number *c, size cLead) {
  size workSize = NAME(ormqrBest)(side, flag, m, n, k, aLead, cLead), info;
  number *work = NAME(newWork)(&workSize);
  NAME(ORMQR)(side, flag, m, n, k, a, aLead, tau, c, cLead, work, workSize, &info);
  free(work);
}

#define REFLECT_TWICE                                                                              \
  char side, char flag, size m, size n, size k, const number *a, number *dA, size aLead,           \
      const number *tau, number *dTau, number *c, number *dC, size cLead
#define SAME_REFLECTIONS side, flag, m, n, k, a, dA, aLead, tau, dTau, c, dC, cLead

/* Whether there are copies: of the reflections, and of what came out if they vary. */
static inline number *NAME(keepReflected)(REFLECT_TWICE, int areCopied) {
  dA = SHADOW(dA, a), dTau = SHADOW(dTau, tau), dC = SHADOW(dC, c);
  if (!dC || m <= 0 || n <= 0 || k <= 0)
    return 0;
  size order = side == 'L' ? m : n, ofC = dA || dTau ? m * n : 0;
  number *kept = enzyme_rt_alloc((1 + (areCopied ? order * k + k + ofC : 0)) * sizeof(number));
  kept[0] = areCopied;
  if (areCopied) {
    NAME(copyMatrix)(order, k, a, aLead, kept + 1, order);
    NAME(copyMatrix)(k, 1, tau, k, kept + 1 + order * k, k);
    if (ofC)
      NAME(copyMatrix)(m, n, c, cLead, kept + 1 + order * k + k, m);
  }
  return kept;
}

number *NAME(reflect_augmented_again)(REFLECT_TWICE) {
  return NAME(keepReflected)(SAME_REFLECTIONS, 1);
}

number *NAME(reflect_augmented)(REFLECT_TWICE) {
  NAME(reflect)(side, flag, m, n, k, a, aLead, tau, c, cLead);
  return NAME(keepReflected)(SAME_REFLECTIONS, 1);
}

number *NAME(reflect_unchanged_again)(REFLECT_TWICE) {
  return NAME(keepReflected)(SAME_REFLECTIONS, 0);
}

number *NAME(reflect_unchanged)(REFLECT_TWICE) {
  NAME(reflect)(side, flag, m, n, k, a, aLead, tau, c, cLead);
  return NAME(keepReflected)(SAME_REFLECTIONS, 0);
}

/* Reflections one by one; adjoints of their taus are added to dTau. */
static inline void NAME(reflectedBackwards)(char applied, size order, size columns, size first,
                                            size width, const number *a, size aLead,
                                            const number *tau, number *dA, size dALead,
                                            number *dTau, number *current, number *adjoints,
                                            number *unread) {
  for (size step = 0; step < width; step++) {
    size here = applied == 'N' ? step : width - 1 - step, at = first + here, rows = order - at;
    const number *w = a + at * (aLead + 1);
    number *dW = dA ? dA + at * (dALead + 1) : unread, change = 0;
    int isLost = dA && tau[at] == 0 && NAME(isZero)(rows - 1, 1, w + 1, order) &&
                 !NAME(isZero)(rows, columns, adjoints + at, order);
    NAME(reflectBackwards)(rows, columns, w, dW, NAME(appliedTau)(applied, tau[at]), &change,
                           current + at, order, adjoints + at, order);
    if (isLost)
      NAME(fill)(rows - 1, NOT_A_NUMBER, dW + 1);
    dTau[here] += NAME(appliedTau)(applied, change);
  }
}

void NAME(reflect_reverse)(REFLECT_TWICE, number *kept) {
  dA = SHADOW(dA, a), dTau = SHADOW(dTau, tau), dC = SHADOW(dC, c);
  if (!dC || !kept)
    return;
  size order = side == 'L' ? m : n, columns = side == 'L' ? n : m, keptALead = aLead,
       keptCLead = cLead;
  const number *keptA = a, *keptTau = tau, *keptC = c;
  if (kept[0] != 0) {
    keptA = kept + 1, keptALead = order;
    keptTau = keptA + order * k, keptC = keptTau + k, keptCLead = m;
  }
  if (!dA && !dTau) {
    NAME(reflect)(side, flipped(flag), m, n, k, keptA, keptALead, keptTau, dC, cLead);
    return;
  }
  number *current = NAME(asReflected)(side, m, n, keptC, keptCLead);
  number *adjoints = NAME(asReflected)(side, m, n, dC, cLead), *unread = NAME(zeroMatrix)(order, 1);
  number *dHere = NAME(zeroMatrix)(DIAGONAL_BLOCK, 1);
  char applied = NAME(appliedAs)(side, flag);
  size blocks = (k + DIAGONAL_BLOCK - 1) / DIAGONAL_BLOCK;
  for (size step = blocks - 1; step >= 0; step--) {
    size first = NAME(reflectionAt)(side, flag, blocks, step) * DIAGONAL_BLOCK;
    size width = lesser(DIAGONAL_BLOCK, k - first), start = first * (keptALead + 1);
    NAME(fill)(width, 0, dHere);
    if (NAME(isByBlock)(columns, width, keptTau + first))
      NAME(reflectionsBackwards)(applied, order - first, columns, width, keptA + start,
                                 dA ? dA + first * (aLead + 1) : 0, keptALead, aLead,
                                 keptTau + first, dHere, current + first, order, adjoints + first,
                                 order);
    else
      NAME(reflectedBackwards)(applied, order, columns, first, width, keptA, keptALead, keptTau, dA,
                               aLead, dHere, current, adjoints, unread);
    for (size at = 0; dTau && at < width; at++)
      dTau[first + at] += dHere[at];
  }
  free(dHere);
  free(unread);
  free(current);
  NAME(asItWas)(side, m, n, adjoints, dC, cLead);
}

void NAME(reflect_forward_again)(REFLECT_TWICE) {
  dA = SHADOW(dA, a), dTau = SHADOW(dTau, tau), dC = SHADOW(dC, c);
  if (!dC || m <= 0 || n <= 0 || k <= 0)
    return;
  if (!dA && !dTau) {
    NAME(reflect)(side, flag, m, n, k, a, aLead, tau, dC, cLead);
    return;
  }
  size order = side == 'L' ? m : n, columns = side == 'L' ? n : m;
  number *current = NAME(asReflected)(side, m, n, c, cLead);
  number *tangents = NAME(asReflected)(side, m, n, dC, cLead), *zero = NAME(zeroMatrix)(order, 1);
  number *noTangents = NAME(zeroMatrix)(k, 1);
  char applied = NAME(appliedAs)(side, flag);
  size blocks = (k + DIAGONAL_BLOCK - 1) / DIAGONAL_BLOCK;
  for (size step = blocks - 1; step >= 0; step--) {
    size first = NAME(reflectionAt)(side, flag, blocks, step) * DIAGONAL_BLOCK;
    size width = lesser(DIAGONAL_BLOCK, k - first);
    if (NAME(isByBlock)(columns, width, tau + first)) {
      NAME(applyReflections)(NAME(other)(applied), order - first, columns, width,
                             a + first * (aLead + 1), aLead, tau + first, current + first, order);
      continue;
    }
    for (size i = 0; i < width; i++) {
      size at = first + (applied == 'N' ? i : width - 1 - i);
      NAME(reflectColumns)(order - at, columns, a + at * (aLead + 1),
                           CONJUGATE(NAME(appliedTau)(applied, tau[at])), current + at, order);
    }
  }
  for (size step = 0; step < blocks; step++) {
    size first = NAME(reflectionAt)(side, flag, blocks, step) * DIAGONAL_BLOCK;
    size width = lesser(DIAGONAL_BLOCK, k - first), start = first * (aLead + 1);
    if (NAME(isByBlock)(columns, width, tau + first)) {
      NAME(reflectionsForwards)(applied, order - first, columns, width, a + start,
                                dA ? dA + start : 0, aLead, aLead, tau + first,
                                dTau ? dTau + first : noTangents, current + first, order,
                                tangents + first, order);
      continue;
    }
    for (size i = 0; i < width; i++) {
      size at = first + (applied == 'N' ? width - 1 - i : i), here = at * (aLead + 1);
      NAME(reflectForwards)(order - at, columns, a + here, dA ? dA + here : zero,
                            NAME(appliedTau)(applied, tau[at]),
                            dTau ? NAME(appliedTau)(applied, dTau[at]) : 0, current + at, order,
                            tangents + at, order);
    }
  }
  free(noTangents);
  free(zero);
  free(current);
  NAME(asItWas)(side, m, n, tangents, dC, cLead);
}

void NAME(reflect_forward)(REFLECT_TWICE) {
  NAME(reflect)(side, flag, m, n, k, a, aLead, tau, c, cLead);
  NAME(reflect_forward_again)(SAME_REFLECTIONS);
}

#undef REFLECT_TWICE
#undef SAME_REFLECTIONS
