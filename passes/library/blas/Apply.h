/*===- Apply.h - a matrix times a vector, in one precision ----------------------------===
 *
 * The derivative of y += alpha A x is two products of this kind and an update of the matrix, which
 * the library does with the widest vectors of the processor. As loops it took twice as long.
 *===-------------------------------------------------------------------------------===*/

void NAME(apply)(char flag, size m, size n, const number *alpha, const number *a, size lead,
                 const number *x, size xStep, number *y, size yStep) {
  x += NAME(start)(flag == 'N' ? n : m, xStep), y += NAME(start)(flag == 'N' ? m : n, yStep);
  if (flag == 'N')
    NAME(addByColumns)(m, n, m, n, *alpha, a, lead, x, xStep, y, yStep);
  else
    NAME(addByRows)(m, n, m, n, *alpha, a, lead, x, xStep, y, yStep);
}

void NAME(apply_plain)(char flag, size m, size n, const number *alpha, const number *a, size lead,
                       const number *x, size xStep, number *y, size yStep) {
  const number one = 1;
  NAME(gemv)('C', flag, m, n, alpha, a, lead, x, xStep, &one, y, yStep);
}

#define APPLY_TWICE                                                                                \
  char flag, size m, size n, const number *alpha, number *dAlpha, const number *a, number *dA,     \
      size lead, const number *x, number *dX, size xStep, number *y, number *dY, size yStep
#define SAME_APPLICATION flag, m, n, alpha, dAlpha, a, dA, lead, x, dX, xStep, y, dY, yStep

/* Alpha, whether there are copies, the vector and the matrix if others' derivatives need them. */
static inline number *NAME(keepApplied)(APPLY_TWICE, int areCopied) {
  dAlpha = SHADOW(dAlpha, alpha), dA = SHADOW(dA, a), dX = SHADOW(dX, x), dY = SHADOW(dY, y);
  if (!dY || (!dA && !dX && !dAlpha))
    return 0;
  size count = flag == 'N' ? n : m, ofA = areCopied && (dX || dAlpha) ? m * n : 0;
  number *kept = enzyme_rt_alloc((2 + (areCopied ? count : 0) + ofA) * sizeof(number));
  kept[0] = *alpha;
  kept[1] = areCopied;
  x += NAME(start)(count, xStep);
  for (size i = 0; areCopied && i < count; i++)
    kept[2 + i] = x[i * xStep];
  for (size j = 0; ofA && j < n; j++)
    for (size i = 0; i < m; i++)
      kept[2 + count + j * m + i] = a[j * lead + i];
  return kept;
}

number *NAME(apply_augmented_again)(APPLY_TWICE) { return NAME(keepApplied)(SAME_APPLICATION, 1); }

number *NAME(apply_augmented)(APPLY_TWICE) {
  NAME(apply)(flag, m, n, alpha, a, lead, x, xStep, y, yStep);
  return NAME(keepApplied)(SAME_APPLICATION, 1);
}

number *NAME(apply_unchanged_again)(APPLY_TWICE) { return NAME(keepApplied)(SAME_APPLICATION, 0); }

number *NAME(apply_unchanged)(APPLY_TWICE) {
  NAME(apply)(flag, m, n, alpha, a, lead, x, xStep, y, yStep);
  return NAME(keepApplied)(SAME_APPLICATION, 0);
}

void NAME(apply_reverse)(APPLY_TWICE, number *kept) {
  if (!kept)
    return;
  dAlpha = SHADOW(dAlpha, alpha), dA = SHADOW(dA, a), dX = SHADOW(dX, x);
  size count = flag == 'N' ? n : m, keptLead = lead, keptStep = xStep;
  const number *keptA = a, *keptX = x;
  if (kept[1] != 0)
    keptX = kept + 2, keptStep = 1, keptA = keptX + count, keptLead = m;
  if (dA && flag == 'N')
    NAME(ger)('C', m, n, kept, dY, yStep, keptX, keptStep, dA, lead);
  else if (dA)
    NAME(ger)('C', m, n, kept, keptX, keptStep, dY, yStep, dA, lead);
  if (dAlpha) {
    const number one = 1;
    number *change = malloc(count * sizeof(number)), sum = 0;
    for (size i = 0; i < count; i++)
      change[i] = 0;
    NAME(apply)(flipped(flag), m, n, &one, keptA, keptLead, dY, yStep, change, 1);
    keptX += NAME(start)(count, keptStep);
    for (size i = 0; i < count; i++)
      sum += change[i] * keptX[i * keptStep];
    *dAlpha += sum;
    if (dX)
      NAME(axpy)(count, kept, change, 1, dX, xStep);
    free(change);
  } else if (dX) {
    NAME(apply)(flipped(flag), m, n, kept, keptA, keptLead, dY, yStep, dX, xStep);
  }
}

void NAME(apply_forward_again)(APPLY_TWICE) {
  dAlpha = SHADOW(dAlpha, alpha), dA = SHADOW(dA, a), dX = SHADOW(dX, x), dY = SHADOW(dY, y);
  if (dY && dA)
    NAME(apply)(flag, m, n, alpha, dA, lead, x, xStep, dY, yStep);
  if (dY && dX)
    NAME(apply)(flag, m, n, alpha, a, lead, dX, xStep, dY, yStep);
  if (dY && dAlpha)
    NAME(apply)(flag, m, n, dAlpha, a, lead, x, xStep, dY, yStep);
}

void NAME(apply_forward)(APPLY_TWICE) {
  NAME(apply)(flag, m, n, alpha, a, lead, x, xStep, y, yStep);
  NAME(apply_forward_again)(SAME_APPLICATION);
}

#undef APPLY_TWICE
#undef SAME_APPLICATION
