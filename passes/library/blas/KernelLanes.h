/*===- KernelLanes.h - forward rules for all lanes at once, without a library ------===
 *
 * Problem: with several directions, the rule of a product runs once a lane: eight calls of a dozen
 * arguments, each of two products. Where matrices have two or four rows, calls take longer than
 * products.
 *
 * Here: X_forward_lanes does what X_forward and then X_forward_again of each further lane do, to
 * the last bit, in one call (LaneCalls.h). A shadow is an array of the lanes' pointers, or null
 * where no lane has one. What all lanes share is done once: a matrix is turned round, and small
 * solutions of all lanes are one with as many rows. None of this is ever differentiated.
 *===-------------------------------------------------------------------------------===*/

enum { NAME(lanesTogether) = 8, NAME(roomOfLanes) = 128, NAME(fewNumbers) = 1024 };

static inline number *NAME(shadowOf)(number *const *shadows, size lane, const number *memory) {
  return shadows ? SHADOW(shadows[lane], memory) : 0;
}

/* The parts of a lane's tangent: of the left factor, of the right one, of alpha. What the primal
 * computes comes before all of them. */
enum { NAME(ofLeft), NAME(ofRight), NAME(ofAlpha), NAME(ofPrimal) };

void NAME(product_forward_lanes_own)(char aFlag, char bFlag, size m, size n, size k,
                                     const number *alpha, number *const *dAlpha, const number *a,
                                     number *const *dA, size aLead, const number *b,
                                     number *const *dB, size bLead, number *c, number *const *dC,
                                     size cLead, size lanes) {
  number onStack[NAME(roomOnStack)];
  const number *same = a;
  char sameFlag = aFlag;
  size sameLead = aLead, lane = 0;
  if (aFlag != 'N' && m * k <= NAME(roomOnStack)) { // for all lanes
    for (size i = 0; i < m; i++)
      for (size l = 0; l < k; l++)
        onStack[l * m + i] = a[i * aLead + l];
    same = onStack, sameLead = m, sameFlag = 'N';
  }
  for (int turn = NAME(ofPrimal); lane < lanes;) {
    number *left = turn == NAME(ofLeft) ? NAME(shadowOf)(dA, lane, a) : 0;
    const number *right = turn == NAME(ofRight) ? NAME(shadowOf)(dB, lane, b) : b;
    const number *factor = turn == NAME(ofAlpha) ? NAME(shadowOf)(dAlpha, lane, alpha) : alpha;
    number *to = turn == NAME(ofPrimal) ? c : NAME(shadowOf)(dC, lane, c);
    if (to && right && factor && (left || turn != NAME(ofLeft)))
      NAME(addProduct)(left ? aFlag : sameFlag, bFlag, m, n, k, factor, left ? left : same,
                       left ? aLead : sameLead, right, bLead, to, cLead);
    lane += turn == NAME(ofAlpha);
    turn = turn >= NAME(ofAlpha) ? NAME(ofLeft) : turn + 1;
  }
}

/* y += factor matrix x, of the primal or a part of a lane's tangent. */
struct NAME(application) {
  const number *matrix, *x;
  number factor;
};

#define ADD_ROWS(LANES, COUNT)                                                                     \
  for (; i + COUNT <= m; i += COUNT) {                                                             \
    LANES sum = *(LANES *)(y + i);                                                                 \
    for (const struct NAME(application) *one = parts; one != end; one++)                           \
      for (size l = 0; l < n; l++) {                                                               \
        number f = one->factor * one->x[l * xStep];                                                \
        sum += f * *(const LANES *)(one->matrix + l * lead + i);                                   \
      }                                                                                            \
    *(LANES *)(y + i) = sum;                                                                       \
  }

/* Some rows stay in registers while all parts are added, in addToOne's order. */
static inline void NAME(addInRows)(size m, size n, size lead, size xStep,
                                   const struct NAME(application) * parts,
                                   const struct NAME(application) * end, number *y) {
  size i = 0;
  ADD_ROWS(NAME(eight), 8)
  ADD_ROWS(NAME(four), 4)
  ADD_ROWS(NAME(two), 2)
  ADD_ROWS(number, 1)
}

#undef ADD_ROWS

/* Of a matrix by rows, a number of y after the other, in the order of dotOfLanes. */
static inline void NAME(addDots)(size m, size n, size lead, size yStep,
                                 const struct NAME(application) * parts,
                                 const struct NAME(application) * end, number *y) {
  for (size j = 0; j < n; j++) {
    number sum = y[j * yStep];
    for (const struct NAME(application) *one = parts; one != end; one++)
      sum += one->factor * NAME(dotOfLanes)(m, one->matrix + j * lead, one->x);
    y[j * yStep] = sum;
  }
}

#define APPLY_LANES                                                                                \
  char flag, size m, size n, const number *alpha, number *const *dAlpha, const number *a,          \
      number *const *dA, size lead, const number *x, number *const *dX, size xStep, number *y,     \
      number *const *dY, size yStep, size lanes

/* Of a matrix that fits into the cache; the vector that lies as its columns do has no gaps. What
 * leads to each product by itself would take longer than the product. */
static inline void NAME(applySmall)(APPLY_LANES) {
  size firstX = NAME(start)(flag == 'N' ? n : m, xStep);
  size firstY = NAME(start)(flag == 'N' ? m : n, yStep);
  for (size lane = -1; lane < lanes; lane++) {
    struct NAME(application) parts[3] = {{a, x + firstX, *alpha}}, *end = parts;
    number *to = lane < 0 ? y : NAME(shadowOf)(dY, lane, y);
    if (!to)
      continue;
    if (lane < 0) {
      end++;
    } else {
      const number *left = NAME(shadowOf)(dA, lane, a), *right = NAME(shadowOf)(dX, lane, x);
      const number *factor = NAME(shadowOf)(dAlpha, lane, alpha);
      if (left)
        *end++ = (struct NAME(application)){left, x + firstX, *alpha};
      if (right)
        *end++ = (struct NAME(application)){a, right + firstX, *alpha};
      if (factor)
        *end++ = (struct NAME(application)){a, x + firstX, *factor};
    }
    if (flag == 'N')
      NAME(addInRows)(m, n, lead, xStep, parts, end, to);
    else
      NAME(addDots)(m, n, lead, yStep, parts, end, to + firstY);
  }
}

void NAME(apply_forward_lanes_own)(APPLY_LANES) {
  if ((flag == 'N' ? yStep : xStep) == 1 && m * n <= NAME(fewNumbers)) {
    NAME(applySmall)(flag, m, n, alpha, dAlpha, a, dA, lead, x, dX, xStep, y, dY, yStep, lanes);
    return;
  }
  size lane = 0;
  for (int turn = NAME(ofPrimal); lane < lanes;) {
    const number *left = turn == NAME(ofLeft) ? NAME(shadowOf)(dA, lane, a) : a;
    const number *right = turn == NAME(ofRight) ? NAME(shadowOf)(dX, lane, x) : x;
    const number *factor = turn == NAME(ofAlpha) ? NAME(shadowOf)(dAlpha, lane, alpha) : alpha;
    number *to = turn == NAME(ofPrimal) ? y : NAME(shadowOf)(dY, lane, y);
    if (to && left && right && factor)
      NAME(addApplied)(flag, m, n, factor, left, lead, right, xStep, to, yStep);
    lane += turn == NAME(ofAlpha);
    turn = turn >= NAME(ofAlpha) ? NAME(ofLeft) : turn + 1;
  }
}

#undef APPLY_LANES

/*--- A X = B or X A = B ------------------------------------------------------------------------*/

#define SOLVE_LANES                                                                                \
  char side, char triangle, char flag, char diagonal, size m, size n, const number *a,             \
      number *const *dA, size aLead, const number *b, number *const *dB, size bLead
#define SAME_LANES side, triangle, flag, diagonal, m, n, a, dA, aLead, b, dB, bLead

/* A number of each lane at one place of its memory. */
static inline NAME(eight) NAME(gather)(number *const *lanes, size at) {
  return (NAME(eight)){lanes[0][at], lanes[1][at], lanes[2][at], lanes[3][at],
                       lanes[4][at], lanes[5][at], lanes[6][at], lanes[7][at]};
}

static inline void NAME(scatter)(NAME(eight) numbers, number *const *lanes, size at) {
  for (int lane = 0; lane < NAME(lanesTogether); lane++)
    lanes[lane][at] = numbers[lane];
}

/* X += -dA X or -X dA as product does it: its last column, if their number is odd, in another order
 * than pairs of columns. Of X's rows or columns those that A does not combine are `own`. */
static inline void NAME(subtractChanges)(SOLVE_LANES, NAME(eight) * x) {
  NAME(eight) change[smallMatrix], none = {};
  int isLeft = side == 'L', isUpper = triangle == 'U';
  size order = isLeft ? m : n, own = isLeft ? n : m;
  for (size j = 0; j < order; j++)
    for (size i = 0; i < order; i++) { // as a factor of the product: turned round by the flag
      int isInside =
          i >= NAME(firstIn)(isUpper, diagonal, j) && i < NAME(endIn)(isUpper, diagonal, order, j);
      change[flag == 'N' ? j * order + i : i * order + j] =
          isInside ? NAME(gather)(dA, j * aLead + i) : none;
    }
  for (size j = 0; j < order; j++)
    for (size r = 0; r < own; r++) {
      size column = isLeft ? r : j;
      const number *line = isLeft ? b + r * bLead : b + r;
      size step = isLeft ? 1 : bLead;
      const NAME(eight) *factor = isLeft ? change + j : change + j * order;
      size factorStep = isLeft ? order : 1;
      NAME(eight) sum = line[0] * factor[0], *to = x + j * own + r;
      if (column + 1 == n && n % 2 != 0) {
        for (size l = 0; l < order; l++)
          *to += -line[l * step] * factor[l * factorStep];
        continue;
      }
      for (size l = 1; l < order; l++)
        sum += line[l * step] * factor[l * factorStep];
      *to -= sum;
    }
}

/* The sum that dotOfLanes takes, in each lane. */
static inline NAME(eight) NAME(dotInLanes)(size n, const number *x, const NAME(eight) * y) {
  NAME(eight) sums[4] = {}, others[4] = {};
  size i = 0;
  for (; i + 8 <= n; i += 8)
    for (int t = 0; t < 4; t++) {
      sums[t] += x[i + t] * y[i + t];
      others[t] += x[i + t + 4] * y[i + t + 4];
    }
  for (int t = 0; t < 4; t++)
    sums[t] += others[t];
  NAME(eight) sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  for (; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

/* As divideVector does in each lane. */
static inline void NAME(divideVectors)(int isUpper, char flag, char diagonal, size n,
                                       const number *a, size lead, NAME(eight) * x) {
  int isForwards = isUpper != (flag == 'N');
  for (size step = 0; step < n; step++) {
    size j = isForwards ? step : n - 1 - step, done = isForwards ? 0 : j + 1;
    if (flag != 'N')
      x[j] -= NAME(dotInLanes)(step, a + j * lead + done, x + done);
    if (diagonal != 'U')
      x[j] /= a[j * lead + j];
    size left = n - 1 - step, first = isForwards ? j + 1 : 0;
    NAME(eight) factor = -x[j];
    for (size i = 0; flag == 'N' && i < left; i++)
      x[first + i] += factor * a[j * lead + first + i];
  }
}

/* As divideRows does in each lane, with `own` rows. */
static inline void NAME(divideInLanes)(int isUpper, char flag, char diagonal, size own, size n,
                                       const number *a, size lead, NAME(eight) * x) {
  size inner = flag == 'N' ? 1 : lead, column = flag == 'N' ? lead : 1;
  int isForwards = isUpper == (flag == 'N');
  for (size step = 0; step < n; step++) {
    size j = isForwards ? step : n - 1 - step, first = isForwards ? 0 : j + 1;
    for (size l = first; l < first + step; l++)
      for (size r = 0; r < own; r++)
        x[j * own + r] += -a[l * inner + j * column] * x[l * own + r];
    for (size r = 0; diagonal != 'U' && r < own; r++)
      x[j * own + r] /= a[j * lead + j];
  }
}

/* Of eight lanes whose shadows are all there. */
static inline void NAME(solveInLanes)(SOLVE_LANES) {
  NAME(eight) x[NAME(roomOfLanes)];
  int isLeft = side == 'L', isUpper = triangle == 'U';
  size order = isLeft ? m : n, own = isLeft ? n : m;
  size row = isLeft ? bLead : 1, column = isLeft ? 1 : bLead;
  for (size j = 0; j < order; j++)
    for (size r = 0; r < own; r++)
      x[j * own + r] = NAME(gather)(dB, r * row + j * column);
  if (dA)
    NAME(subtractChanges)(SAME_LANES, x);
  if (isLeft && n == 1)
    NAME(divideVectors)(isUpper, flag, diagonal, m, a, aLead, x);
  else
    NAME(divideInLanes)(isUpper, isLeft ? flipped(flag) : flag, diagonal, own, order, a, aLead, x);
  for (size j = 0; j < order; j++)
    for (size r = 0; r < own; r++)
      NAME(scatter)(x[j * own + r], dB, r * row + j * column);
}

void NAME(solve_forward_lanes_own)(char side, char triangle, char flag, char diagonal, size m,
                                   size n, const number *a, number *const *dA, size aLead,
                                   number *b, number *const *dB, size bLead, size lanes) {
  NAME(solve_own)(side, triangle, flag, diagonal, m, n, a, aLead, b, bLead);
  size order = side == 'L' ? m : n;
  int isSmall = m > 0 && n > 0 && m * n <= NAME(roomOfLanes) && order * order <= smallMatrix;
  for (size lane = 0; lane < lanes; lane += NAME(lanesTogether)) {
    number *ofA[NAME(lanesTogether)], *ofB[NAME(lanesTogether)];
    size count = NAME(upTo)(NAME(lanesTogether), lanes - lane), haveA = 0, haveB = 0;
    for (size i = 0; i < NAME(lanesTogether); i++) { // of fewer, the first one again
      size at = i < count ? lane + i : lane;
      ofA[i] = NAME(shadowOf)(dA, at, a), ofB[i] = NAME(shadowOf)(dB, at, b);
      haveA += ofA[i] != 0, haveB += ofB[i] != 0;
    }
    if (isSmall && haveB == NAME(lanesTogether) && haveA % NAME(lanesTogether) == 0) {
      NAME(solveInLanes)(side, triangle, flag, diagonal, m, n, a, haveA ? ofA : 0, aLead, b, ofB,
                         bLead);
      continue;
    }
    for (size i = 0; i < count; i++)
      NAME(solve_forward_again)(side, triangle, flag, diagonal, m, n, a, ofA[i], aLead, b, ofB[i],
                                bLead);
  }
}

#undef SOLVE_LANES
#undef SAME_LANES
