/*===- ProductSweeps.h - what derivatives of products keep, of either kind of numbers ---===
 *
 * Behind `product`: its forward derivative, and what the first sweep of its reverse one keeps. The
 * second sweep (`product_reverse`) is with `product`, as it asks which factors are conjugated.
 *===-------------------------------------------------------------------------------===*/

void NAME(product_plain)(char aFlag, char bFlag, size m, size n, size k, const number *alpha,
                         const number *a, size aLead, const number *b, size bLead, number *c,
                         size cLead) {
  const number one = 1;
  if (m > 0 && n > 0 && k > 0) /* a matrix without rows has no leading dimension that BLAS takes */
    NAME(gemm)('C', aFlag, bFlag, m, n, k, alpha, a, aLead, b, bLead, &one, c, cLead);
}

#define PRODUCT_TWICE                                                                              \
  char aFlag, char bFlag, size m, size n, size k, const number *alpha, number *dAlpha,             \
      const number *a, number *dA, size aLead, const number *b, number *dB, size bLead, number *c, \
      number *dC, size cLead
#define SAME_PRODUCT aFlag, bFlag, m, n, k, alpha, dAlpha, a, dA, aLead, b, dB, bLead, c, dC, cLead

/* Alpha, whether there are copies, and copies of the factors that others' derivatives need. */
static inline number *NAME(keepFactors)(PRODUCT_TWICE, int areCopied) {
  dAlpha = SHADOW(dAlpha, alpha), dA = SHADOW(dA, a), dB = SHADOW(dB, b), dC = SHADOW(dC, c);
  if (!dC || (!dA && !dB && !dAlpha))
    return 0;
  size ofA = areCopied && (dB || dAlpha) ? m * k : 0, ofB = areCopied && (dA || dAlpha) ? k * n : 0;
  number *kept = enzyme_rt_alloc((2 + ofA + ofB) * sizeof(number));
  kept[0] = *alpha;
  kept[1] = areCopied;
  size aRows = aFlag == 'N' ? m : k, bRows = bFlag == 'N' ? k : n;
  if (ofA)
    NAME(copyMatrix)(aRows, aFlag == 'N' ? k : m, a, aLead, kept + 2, aRows);
  if (ofB)
    NAME(copyMatrix)(bRows, bFlag == 'N' ? n : k, b, bLead, kept + 2 + ofA, bRows);
  return kept;
}

number *NAME(product_augmented_again)(PRODUCT_TWICE) { return NAME(keepFactors)(SAME_PRODUCT, 1); }

number *NAME(product_augmented)(PRODUCT_TWICE) {
  NAME(product)(aFlag, bFlag, m, n, k, alpha, a, aLead, b, bLead, c, cLead);
  return NAME(keepFactors)(SAME_PRODUCT, 1);
}

number *NAME(product_unchanged_again)(PRODUCT_TWICE) { return NAME(keepFactors)(SAME_PRODUCT, 0); }

number *NAME(product_unchanged)(PRODUCT_TWICE) {
  NAME(product)(aFlag, bFlag, m, n, k, alpha, a, aLead, b, bLead, c, cLead);
  return NAME(keepFactors)(SAME_PRODUCT, 0);
}

void NAME(product_forward_again)(PRODUCT_TWICE) {
  dAlpha = SHADOW(dAlpha, alpha), dA = SHADOW(dA, a), dB = SHADOW(dB, b), dC = SHADOW(dC, c);
  if (dC && dA)
    NAME(product)(aFlag, bFlag, m, n, k, alpha, dA, aLead, b, bLead, dC, cLead);
  if (dC && dB)
    NAME(product)(aFlag, bFlag, m, n, k, alpha, a, aLead, dB, bLead, dC, cLead);
  if (dC && dAlpha)
    NAME(product)(aFlag, bFlag, m, n, k, dAlpha, a, aLead, b, bLead, dC, cLead);
}

void NAME(product_forward)(PRODUCT_TWICE) {
  NAME(product)(aFlag, bFlag, m, n, k, alpha, a, aLead, b, bLead, c, cLead);
  NAME(product_forward_again)(SAME_PRODUCT);
}
