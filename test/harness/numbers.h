//===- numbers.h - a part of check.h: numbers as they are, bit for bit -----===//
#ifndef ENZYME_TEST_NUMBERS_H
#define ENZYME_TEST_NUMBERS_H

/// To the bit; -ffast-math lets the compiler sum in another order, where it inlines.
CHECK_UNUSED static void checkSame(const char *what, const real *got, const real *expected,
                                   int count) {
  for (int i = 0; i < count; i++) {
    checkCount++;
    // Padding of long double is not value: compare values, and the sign of zero.
    const wide a = got[i], b = expected[i];
#ifdef __FAST_MATH__
    const wide off = a > b ? a - b : b - a, size = b > 0 ? b : -b;
    if (off <= checkExactness() * (1 + size))
      continue;
#endif
    if (!(a == b && signbit(a) == signbit(b)) && !(a != a && b != b))
      checkFailed(what, i, -1, a, b);
  }
}

/// To rounding, as sums in another order are.
CHECK_UNUSED static void checkAllClose(const char *what, const real *got, const real *expected,
                                       int count) {
  for (int i = 0; i < count; i++)
    checkClose(what, got[i], expected[i], checkExactness());
}

/// Results of the primal, which a derivative must leave as they are, and tangents in lanes; up to rounding where
/// calls of a library became loops of ours, or the library's rounding depends on where arrays lie
/// (CHECK_ROUNDED).
CHECK_UNUSED static void checkSameOrRounded(const char *what, const real *got, const real *expected,
                                         int count) {
#ifdef CHECK_ROUNDED
  checkAllClose(what, got, expected, count);
#else
  checkSame(what, got, expected, count);
#endif
}

/// Adjoints that were summed up alike, in the same order where sums have one
/// (-fno-enzyme-reassociate and CHECK_SUMS_IN_ORDER, derivatives/run.py). Several threads that add to one place
/// (CHECK_SUMS_BY_THREADS) come in any order.
CHECK_UNUSED static void checkSameSums(const char *what, const real *got, const real *expected,
                                       int count) {
#if defined(CHECK_SUMS_IN_ORDER) && !defined(CHECK_SUMS_BY_THREADS)
  checkSame(what, got, expected, count);
#else
  checkAllClose(what, got, expected, count);
#endif
}

/// With CHECK_NUMBERS in the environment: every derivative in full, for comparisons
/// of one build with another.
CHECK_UNUSED static void checkShow(const char *function, const char *what, const real *numbers,
                                   int count) {
  if (getenv("CHECK_NUMBERS"))
    for (int i = 0; i < count; i++)
      printf("number %s %s[%d] %La\n", function, what, i, (wide)numbers[i]);
}

#endif
