/*===- ReflectionBlocks.h - several reflections at once, of one kind of numbers --------------===
 *
 * One reflection after the other goes through the whole matrix for each. Those of a block of
 * columns are products of matrices together (Schreiber and Van Loan 1989, as LAPACK's larft):
 *     H_0 H_1 .. = I - W T W'          T_kk = tau_k          T_ik = -tau_k sum_l T_il (W' W)_lk
 * The columns of W are the w, T is an upper triangle. Here is the derivative of applying such a
 * block, and that of T, from which those with respect to w and tau come.
 *
 * A tau of zero is no reflection that can be taken back to its column; a block that has one is
 * taken by single reflections (Reflections.h), and so is one that is applied to few columns.
 *===-------------------------------------------------------------------------------===*/

static inline int NAME(isByBlock)(size columns, size width, const number *tau) {
  int areReflections = 2 * columns > DIAGONAL_BLOCK && width > 1;
  for (size k = 0; k < width; k++)
    areReflections &= tau[k] != 0;
  return areReflections;
}

/* W as a whole: what lies above the diagonal is R's. With `one` zero, the tangents of W. */
static inline number *NAME(reflectionsOf)(size rows, size width, const number *w, size lead,
                                          number one) {
  number *made = NAME(zeroMatrix)(rows, width);
  for (size k = 0; k < width; k++) {
    made[k * rows + k] = one;
    for (size i = k + 1; i < rows; i++)
      made[k * rows + i] = w[k * lead + i];
  }
  return made;
}

/* A' B, of matrices with `rows` rows. */
static inline number *NAME(inner)(size rows, size m, size n, const number *a, const number *b,
                                  size bLead) {
  const number one = 1;
  number *made = NAME(zeroMatrix)(m, n);
  NAME(MULTIPLY)(ADJOINT, 'N', m, n, rows, &one, a, rows, b, bLead, made, m);
  return made;
}

/* T B or T' B. */
static inline number *NAME(byFactor)(char flag, size width, size columns, const number *t,
                                     const number *b) {
  const number one = 1;
  number *made = NAME(zeroMatrix)(width, columns);
  NAME(MULTIPLY)(flag, 'N', width, columns, width, &one, t, width, b, width, made, width);
  return made;
}

static inline char NAME(other)(char flag) { return flag == 'N' ? ADJOINT : 'N'; }

/*--- T ----------------------------------------------------------------------------------------*/

/* `gram` is W' W. */
static inline number *NAME(factorOf)(size width, const number *gram, const number *tau) {
  number *t = NAME(zeroMatrix)(width, width);
  for (size k = 0; k < width; k++) {
    t[k * width + k] = tau[k];
    for (size i = 0; i < k; i++) {
      number sum = 0;
      for (size l = i; l < k; l++)
        sum += t[l * width + i] * gram[k * width + l];
      t[k * width + i] = -tau[k] * sum;
    }
  }
  return t;
}

/* Adds the adjoints with respect to W and tau. Those of T change. */
static inline void NAME(factorBackwards)(size rows, size width, const number *w, const number *gram,
                                         const number *tau, const number *t, number *dT, number *dW,
                                         number *dTau) {
  const number one = 1;
  number *dGram = NAME(zeroMatrix)(width, width);
  for (size k = width - 1; k >= 0; k--) {
    dTau[k] += dT[k * width + k];
    for (size i = 0; i < k; i++) {
      number sum = 0, change = dT[k * width + i], scaled = CONJUGATE(tau[k]) * change;
      for (size l = i; l < k; l++) {
        sum += t[l * width + i] * gram[k * width + l];
        dT[l * width + i] -= scaled * CONJUGATE(gram[k * width + l]);
        dGram[k * width + l] -= scaled * CONJUGATE(t[l * width + i]);
      }
      dTau[k] -= CONJUGATE(sum) * change;
    }
  }
  for (size k = 0; k < width; k++)
    for (size l = 0; l < k; l++)
      dGram[l * width + k] = CONJUGATE(dGram[k * width + l]);
  NAME(MULTIPLY)('N', 'N', rows, width, width, &one, w, rows, dGram, width, dW, rows);
  free(dGram);
}

static inline number *NAME(factorForwards)(size rows, size width, const number *w, const number *dW,
                                           const number *gram, const number *tau,
                                           const number *dTau, const number *t) {
  number *dT = NAME(zeroMatrix)(width, width), *half = NAME(inner)(rows, width, width, w, dW, rows);
  for (size k = 0; k < width; k++) {
    dT[k * width + k] = dTau[k];
    for (size i = 0; i < k; i++) {
      number sum = 0, dSum = 0;
      for (size l = i; l < k; l++) {
        number dGram = half[k * width + l] + CONJUGATE(half[l * width + k]);
        sum += t[l * width + i] * gram[k * width + l];
        dSum += dT[l * width + i] * gram[k * width + l] + t[l * width + i] * dGram;
      }
      dT[k * width + i] = -(dTau[k] * sum + tau[k] * dSum);
    }
  }
  free(half);
  return dT;
}

/*--- C - W T W' C, or with T'
 * --------------------------------------------------------------------*/

static inline void NAME(applyBlock)(char flag, size rows, size columns, size width, const number *w,
                                    const number *t, number *c, size lead) {
  const number minus = -1;
  number *y = NAME(inner)(rows, width, columns, w, c, lead);
  number *z = NAME(byFactor)(flag, width, columns, t, y);
  NAME(MULTIPLY)('N', 'N', rows, columns, width, &minus, w, rows, z, width, c, lead);
  free(y);
  free(z);
}

/* With adjoints: what came out becomes what went in, and its adjoints likewise. */
static inline void NAME(blockBackwards)(char flag, size rows, size columns, size width,
                                        const number *w, const number *t, number *c, size lead,
                                        number *dC, size dLead, number *dW, number *dT) {
  const number minus = -1;
  NAME(applyBlock)(NAME(other)(flag), rows, columns, width, w, t, c, lead);
  number *y = NAME(inner)(rows, width, columns, w, c, lead);
  number *z = NAME(byFactor)(flag, width, columns, t, y);
  number *change = NAME(inner)(rows, width, columns, w, dC, dLead);          /* - dZ */
  number *dY = NAME(byFactor)(NAME(other)(flag), width, columns, t, change); /* negative, too */
  NAME(MULTIPLY)('N', ADJOINT, rows, width, columns, &minus, dC, dLead, z, width, dW, rows);
  NAME(MULTIPLY)('N', ADJOINT, rows, width, columns, &minus, c, lead, dY, width, dW, rows);
  NAME(MULTIPLY)('N', 'N', rows, columns, width, &minus, w, rows, dY, width, dC, dLead);
  if (flag == 'N')
    NAME(MULTIPLY)('N', ADJOINT, width, width, columns, &minus, change, width, y, width, dT, width);
  else
    NAME(MULTIPLY)('N', ADJOINT, width, width, columns, &minus, y, width, change, width, dT, width);
  free(y);
  free(z);
  free(change);
  free(dY);
}

/* With tangents. */
static inline void NAME(blockForwards)(char flag, size rows, size columns, size width,
                                       const number *w, const number *dW, const number *t,
                                       const number *dT, number *c, size lead, number *dC,
                                       size dLead) {
  const number one = 1, minus = -1;
  number *y = NAME(inner)(rows, width, columns, w, c, lead);
  number *z = NAME(byFactor)(flag, width, columns, t, y);
  number *dY = NAME(inner)(rows, width, columns, w, dC, dLead);
  NAME(MULTIPLY)(ADJOINT, 'N', width, columns, rows, &one, dW, rows, c, lead, dY, width);
  number *dZ = NAME(byFactor)(flag, width, columns, t, dY);
  NAME(MULTIPLY)(flag, 'N', width, columns, width, &one, dT, width, y, width, dZ, width);
  NAME(MULTIPLY)('N', 'N', rows, columns, width, &minus, w, rows, z, width, c, lead);
  NAME(MULTIPLY)('N', 'N', rows, columns, width, &minus, dW, rows, z, width, dC, dLead);
  NAME(MULTIPLY)('N', 'N', rows, columns, width, &minus, w, rows, dZ, width, dC, dLead);
  free(y);
  free(z);
  free(dY);
  free(dZ);
}

/*--- all of a block, from w and tau as they are stored
 * -------------------------------------------*/

static inline void NAME(applyReflections)(char flag, size rows, size columns, size width,
                                          const number *stored, size storedLead, const number *tau,
                                          number *c, size lead) {
  number *w = NAME(reflectionsOf)(rows, width, stored, storedLead, 1);
  number *gram = NAME(inner)(rows, width, width, w, w, rows);
  number *t = NAME(factorOf)(width, gram, tau);
  NAME(applyBlock)(flag, rows, columns, width, w, t, c, lead);
  free(t);
  free(gram);
  free(w);
}

/* Adds the adjoints with respect to what is stored, which may be null, and tau. */
static inline void NAME(reflectionsBackwards)(char flag, size rows, size columns, size width,
                                              const number *stored, number *dStored,
                                              size storedLead, size dStoredLead, const number *tau,
                                              number *dTau, number *c, size lead, number *dC,
                                              size dLead) {
  number *w = NAME(reflectionsOf)(rows, width, stored, storedLead, 1);
  number *gram = NAME(inner)(rows, width, width, w, w, rows);
  number *t = NAME(factorOf)(width, gram, tau);
  number *dW = NAME(zeroMatrix)(rows, width), *dT = NAME(zeroMatrix)(width, width);
  NAME(blockBackwards)(flag, rows, columns, width, w, t, c, lead, dC, dLead, dW, dT);
  NAME(factorBackwards)(rows, width, w, gram, tau, t, dT, dW, dTau);
  for (size k = 0; dStored && k < width; k++)
    for (size i = k + 1; i < rows; i++)
      dStored[k * dStoredLead + i] += dW[k * rows + i];
  free(dT);
  free(dW);
  free(t);
  free(gram);
  free(w);
}

static inline void NAME(reflectionsForwards)(char flag, size rows, size columns, size width,
                                             const number *stored, const number *dStored,
                                             size storedLead, size dStoredLead, const number *tau,
                                             const number *dTau, number *c, size lead, number *dC,
                                             size dLead) {
  number *w = NAME(reflectionsOf)(rows, width, stored, storedLead, 1);
  number *dW = dStored ? NAME(reflectionsOf)(rows, width, dStored, dStoredLead, 0)
                       : NAME(zeroMatrix)(rows, width);
  number *gram = NAME(inner)(rows, width, width, w, w, rows);
  number *t = NAME(factorOf)(width, gram, tau);
  number *dT = NAME(factorForwards)(rows, width, w, dW, gram, tau, dTau, t);
  NAME(blockForwards)(flag, rows, columns, width, w, dW, t, dT, c, lead, dC, dLead);
  free(dT);
  free(t);
  free(gram);
  free(dW);
  free(w);
}
