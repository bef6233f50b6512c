/*===- SolutionSweeps.h - what derivatives of solutions keep, of either kind of numbers ---===
 *
 * Behind `solve`: what the first sweep of its reverse derivative keeps. The second sweep and the
 * forward derivative are with `solve`.
 *===-------------------------------------------------------------------------------===*/

void NAME(solve_plain)(char side, char triangle, char flag, char diagonal, size m, size n,
                       const number *a, size aLead, number *b, size bLead) {
  const number one = 1;
  if (m > 0 && n > 0)
    NAME(trsm)('C', side, triangle, flag, diagonal, m, n, &one, a, aLead, b, bLead);
}

#define SOLVE_TWICE                                                                                \
  char side, char triangle, char flag, char diagonal, size m, size n, const number *a, number *dA, \
      size aLead, number *b, number *dB, size bLead
#define SAME_SOLUTION side, triangle, flag, diagonal, m, n, a, dA, aLead, b, dB, bLead

/* The triangle, and the solution if the triangle varies. */
number *NAME(solve_augmented_again)(SOLVE_TWICE) {
  dA = SHADOW(dA, a), dB = SHADOW(dB, b);
  if (!dB)
    return 0;
  size rows = side == 'L' ? m : n;
  number *kept = enzyme_rt_alloc((rows * rows + (dA ? m * n : 0)) * sizeof(number));
  for (size j = 0; j < rows; j++)
    for (size i = NAME(firstIn)(triangle == 'U', diagonal, j);
         i < NAME(endIn)(triangle == 'U', diagonal, rows, j); i++)
      kept[j * rows + i] = a[j * aLead + i];
  if (dA)
    NAME(copyMatrix)(m, n, b, bLead, kept + rows * rows, m);
  return kept;
}

number *NAME(solve_augmented)(SOLVE_TWICE) {
  NAME(solve)(side, triangle, flag, diagonal, m, n, a, aLead, b, bLead);
  return NAME(solve_augmented_again)(SAME_SOLUTION);
}

number *NAME(solve_unchanged_again)(SOLVE_TWICE) { return 0; }

number *NAME(solve_unchanged)(SOLVE_TWICE) {
  NAME(solve)(side, triangle, flag, diagonal, m, n, a, aLead, b, bLead);
  return 0;
}
