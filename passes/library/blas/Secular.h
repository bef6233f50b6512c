/*===- Secular.h - the roots of a secular equation, of one kind of numbers --------------------===
 *
 * Eigen's BDCSVD finds singular values s as the roots of
 *
 *     f(s) = 1 + sum over i of z[i]^2 / (d[i]^2 - s^2)
 *
 * by rational interpolation and bisection (Gu and Eisenstat, A divide-and-conquer algorithm for
 * the bidiagonal SVD, 1995). What such an iteration computes converges, its derivative need not:
 * that of a bisection is the derivative of where it began. So the derivative is that of the
 * equation:
 *
 *     ds = -(sum of f_z dz + f_d dd) / f_s
 *
 * A value is kept as a sum, shift + mu, where the shift is the nearest of d, and mu may be many
 * times smaller. So what is computed is the derivative of mu, by d[i] - shift and by the shift: by
 * d and s it would be a difference of nearly equal numbers. Of z[i] = 0 the value is d[i], no root,
 * and is left alone.
 *===-------------------------------------------------------------------------------===*/

/* The part of f that d[i] has, z^2 / (below * above), its derivatives by z and by s, and how it
 * changes with d[i] - shift, and with the shift where that distance stays. */
struct NAME(pole) {
  number f, byZ, byS, byDistance, byShift;
};

static inline struct NAME(pole) NAME(poleAt)(number z, number d, number shift, number mu) {
  number s = shift + mu, below = (d - shift) - mu, above = d + s, squares = below * above;
  struct NAME(pole) at = {0, 0, 0, 0, 0};
  if (z == 0 || squares == 0)
    return at;
  number share = z / below * (z / above);
  at.f = share;
  at.byZ = 2 * z / squares;
  at.byS = 2 * s * share / squares;
  at.byDistance = d == shift ? 0 : share * (1 / below + 1 / above); /* it is that shift */
  at.byShift = 2 * share / above;
  return at;
}

/* Newton's step from where the iteration ended. It is never run (secular_own): what it does to
 * memory is what the rule does to shadows. */
void NAME(secular)(size n, const number *z, const number *d, number *values, const number *shifts,
                   number *mus) {
  for (size k = 0; k < n; k++) {
    if (z[k] == 0)
      continue;
    number f = 1, slope = 0;
    for (size i = 0; i < n; i++) {
      struct NAME(pole) at = NAME(poleAt)(z[i], d[i], shifts[k], mus[k]);
      f += at.f;
      slope += at.byS;
    }
    mus[k] -= slope == 0 ? 0 : f / slope;
    values[k] = shifts[k] + mus[k];
  }
}

void NAME(secular_own)(size n, const number *z, const number *d, number *values,
                       const number *shifts, number *mus) {}

#define SECULAR_TWICE                                                                              \
  size n, const number *z, number *dZ, const number *d, number *dD, number *values,                \
      number *dValues, const number *shifts, number *dShifts, number *mus, number *dMus
#define SAME_SECULAR n, z, dZ, d, dD, values, dValues, shifts, dShifts, mus, dMus

/* Copies of z, d, shifts and mus, for memory that is used again and again. */
number *NAME(secular_augmented_again)(SECULAR_TWICE) {
  if (n <= 0)
    return 0;
  number *kept = enzyme_rt_alloc(4 * n * sizeof(number));
  for (size i = 0; i < n; i++) {
    kept[i] = z[i];
    kept[n + i] = d[i];
    kept[2 * n + i] = shifts[i];
    kept[3 * n + i] = mus[i];
  }
  return kept;
}

number *NAME(secular_augmented)(SECULAR_TWICE) {
  NAME(secular)(n, z, d, values, shifts, mus);
  return NAME(secular_augmented_again)(SAME_SECULAR);
}

static inline number NAME(slopeAt)(size n, const number *z, const number *d, number shift,
                                   number mu) {
  number slope = 0;
  for (size i = 0; i < n; i++)
    slope += NAME(poleAt)(z[i], d[i], shift, mu).byS;
  return slope;
}

/* Nothing goes back to values and mus as the iteration left them. */
void NAME(secular_reverse)(SECULAR_TWICE, number *kept) {
  dZ = SHADOW(dZ, z);
  dD = SHADOW(dD, d);
  dValues = SHADOW(dValues, values);
  dShifts = SHADOW(dShifts, shifts);
  dMus = SHADOW(dMus, mus);
  if (!kept)
    return;
  const number *z0 = kept, *d0 = kept + n, *shifts0 = kept + 2 * n, *mus0 = kept + 3 * n;
  for (size k = 0; k < n; k++) {
    if (z0[k] == 0)
      continue;
    number ofValue = dValues ? dValues[k] : 0, ofMu = ofValue + (dMus ? dMus[k] : 0);
    number ofShift = ofValue, slope = NAME(slopeAt)(n, z0, d0, shifts0[k], mus0[k]);
    if (dValues)
      dValues[k] = 0;
    if (dMus)
      dMus[k] = 0;
    ofMu = slope == 0 ? 0 : ofMu / slope;
    for (size i = 0; ofMu != 0 && i < n; i++) {
      struct NAME(pole) at = NAME(poleAt)(z0[i], d0[i], shifts0[k], mus0[k]);
      if (dZ)
        dZ[i] -= ofMu * at.byZ;
      if (dD)
        dD[i] += ofMu * at.byDistance;
      ofShift += ofMu * (at.byShift - at.byDistance);
    }
    if (dShifts)
      dShifts[k] += ofShift;
  }
}

void NAME(secular_forward_again)(SECULAR_TWICE) {
  dZ = SHADOW(dZ, z);
  dD = SHADOW(dD, d);
  dValues = SHADOW(dValues, values);
  dShifts = SHADOW(dShifts, shifts);
  dMus = SHADOW(dMus, mus);
  for (size k = 0; k < n; k++) {
    number slope = z[k] == 0 ? 0 : NAME(slopeAt)(n, z, d, shifts[k], mus[k]);
    number dShift = dShifts ? dShifts[k] : 0, dMu = 0;
    if (slope == 0)
      continue;
    for (size i = 0; i < n; i++) {
      struct NAME(pole) at = NAME(poleAt)(z[i], d[i], shifts[k], mus[k]);
      dMu += at.byDistance * ((dD ? dD[i] : 0) - dShift) + at.byShift * dShift -
             (dZ ? at.byZ * dZ[i] : 0);
    }
    if (dMus)
      dMus[k] = dMu / slope;
    if (dValues)
      dValues[k] = dShift + dMu / slope;
  }
}

void NAME(secular_forward)(SECULAR_TWICE) {
  NAME(secular)(n, z, d, values, shifts, mus);
  NAME(secular_forward_again)(SAME_SECULAR);
}

#undef SECULAR_TWICE
#undef SAME_SECULAR
