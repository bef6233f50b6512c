/*===- BlasVectors.h - routines of vectors on devices, in one precision --------------------===
 *
 *   axpy   y += alpha x     x' += alpha y'                   alpha' += <y', x>
 *   scal   x *= alpha       alpha' += <x', x before>         x' *= alpha
 *   copy   y = x            x' += y'                         y' = 0
 *   dot    r = <x, y>       x' += r' y, y' += r' x           r' = 0
 *   nrm2   r = |x|          x' += r' / r x                   r' = 0
 *===-------------------------------------------------------------------------------===*/

static number *NAME(copiedVector)(void *handle, int n, const number *x, int step) {
  number *made = keptRoom(n > 0 ? n * sizeof(number) : 0);
  if (made)
    enzyme_gpu_check(ROUTINE(copy)(handle, n, x, step, made, 1), noProduct, "");
  return made;
}
static number NAME(innerOf)(void *handle, int n, const number *x, int xStep, const number *y,
                            int yStep) {
  number result = 0;
  enzyme_gpu_check(ROUTINE(dot)(handle, n, x, xStep, y, yStep, &result), noProduct, "");
  return result;
}
static void NAME(addVector)(void *handle, int n, number factor, const number *x, int xStep,
                            number *y, int yStep) {
  if (factor != 0)
    enzyme_gpu_check(ROUTINE(axpy)(handle, n, &factor, x, xStep, y, yStep), noProduct, "");
}
static void NAME(scaleVector)(void *handle, int n, number factor, number *x, int step) {
  struct NAME(matrices) row = {x, 0, (int)stepOf(step), 0};
  if (n > 0)
    NAME(scaleAll)(handle, 1, n, factor, x, &row, 1);
}

struct NAME(keptVectors) {
  number factor; /* or the result */
  number *x, *y; /* copies, if there are any */
};
static struct NAME(keptVectors) * NAME(keepVectors)(number factor, number *x, number *y) {
  struct NAME(keptVectors) *kept = enzyme_rt_alloc(sizeof *kept);
  kept->factor = factor, kept->x = x, kept->y = y;
  return kept;
}

struct NAME(vectors) {
  void *handle;
  int n;
  const number *alpha;
  number *dAlpha;
  const number *x;
  number *dX;
  int xStep;
  const number *y;
  number *dY;
  int yStep;
  number *result, *dResult;
};
static void NAME(dropConstant)(struct NAME(vectors) * of) {
  of->dAlpha = hasShadow(of->alpha, of->dAlpha) ? of->dAlpha : 0;
  of->dX = hasShadow(of->x, of->dX) ? of->dX : 0;
  of->dY = hasShadow(of->y, of->dY) ? of->dY : 0;
  of->dResult = hasShadow(of->result, of->dResult) ? of->dResult : 0;
}

/*--- axpy --------------------------------------------------------------------------------------*/

#define TWICE                                                                                      \
  void *handle, void *handleShadow, int n, const number *alpha, number *dAlpha, const number *x,   \
      number *dX, int xStep, number *y, number *dY, int yStep
#define ONCE                                                                                       \
  void *handle, int n, const number *alpha, const number *x, int xStep, number *y, int yStep
#define GIVEN (handle, n, alpha, x, xStep, y, yStep)
#define OF (&(struct NAME(vectors)){handle, n, alpha, dAlpha, x, dX, xStep, y, dY, yStep, 0, 0})

static void *NAME(keepSum)(const struct NAME(vectors) * given, int areCopied) {
  struct NAME(vectors) of = *given;
  NAME(dropConstant)(&of);
  if (!of.dY)
    return 0;
  int mode = beginThere(of.handle);
  int isRead = areCopied && of.dAlpha;
  void *kept =
      NAME(keepVectors)(NAME(readNumber)(of.alpha),
                        isRead ? NAME(copiedVector)(of.handle, of.n, of.x, of.xStep) : 0, 0);
  endThere(of.handle, mode);
  return kept;
}
static void NAME(pullSum)(const struct NAME(vectors) * given,
                          const struct NAME(keptVectors) * kept) {
  struct NAME(vectors) of = *given;
  if (!kept)
    return;
  NAME(dropConstant)(&of);
  int mode = beginBack(of.handle);
  if (of.dAlpha)
    NAME(addNumber)(of.dAlpha, NAME(innerOf)(of.handle, of.n, of.dY, of.yStep,
                                             kept->x ? kept->x : of.x, kept->x ? 1 : of.xStep));
  if (of.dX)
    NAME(addVector)(of.handle, of.n, kept->factor, of.dY, of.yStep, of.dX, of.xStep);
  endBack(of.handle, mode);
}
static void NAME(pushSum)(const struct NAME(vectors) * given) {
  struct NAME(vectors) of = *given;
  NAME(dropConstant)(&of);
  if (!of.dY)
    return;
  int mode = beginThere(of.handle);
  if (of.dX)
    NAME(addVector)(of.handle, of.n, NAME(readNumber)(of.alpha), of.dX, of.xStep, of.dY, of.yStep);
  if (of.dAlpha)
    NAME(addVector)(of.handle, of.n, NAME(readNumber)(of.dAlpha), of.x, of.xStep, of.dY, of.yStep);
  endThere(of.handle, mode);
}

/* Vectors that are taken backwards end where they begin. */
#define FIRST(N, STEP) ((STEP) < 0 ? (1 - (long)(N)) * (STEP) : 0)
int NAMED_STEP(sum, )(ONCE) {
  for (long i = 0; i < n; i++)
    y[FIRST(n, yStep) + i * yStep] += *alpha * x[FIRST(n, xStep) + i * xStep];
  return enzyme_gpu_result();
}
int NAMED_STEP(sum, _plain)(ONCE) { return ROUTINE(axpy) GIVEN; }
#define KEEP(ARE_COPIED) NAME(keepSum)(OF, ARE_COPIED)
#define PUSH NAME(pushSum)(OF)
#define PUSH_AGAIN NAME(pushSum)(OF)
ROUTINE_WITH_RULES(sum)
#undef KEEP
#undef PUSH
#undef PUSH_AGAIN
void NAMED_STEP(sum, _reverse)(TWICE, struct NAME(keptVectors) * kept) { NAME(pullSum)(OF, kept); }
int ROUTINE_BODY(axpy)(ONCE) { return NAMED_STEP(sum, ) GIVEN; }
#undef TWICE
#undef ONCE
#undef GIVEN
#undef OF

/*--- scal --------------------------------------------------------------------------------------*/

#define TWICE                                                                                      \
  void *handle, void *handleShadow, int n, const number *alpha, number *dAlpha, number *x,         \
      number *dX, int xStep
#define ONCE void *handle, int n, const number *alpha, number *x, int xStep
#define GIVEN (handle, n, alpha, x, xStep)
#define OF (&(struct NAME(vectors)){handle, n, alpha, dAlpha, x, dX, xStep, 0, 0, 0, 0, 0})
int ROUTINE(scal)(ONCE);

static void *NAME(keepScaled)(const struct NAME(vectors) * given) {
  struct NAME(vectors) of = *given;
  NAME(dropConstant)(&of);
  if (!of.dX)
    return 0;
  int mode = beginThere(of.handle);
  void *kept =
      NAME(keepVectors)(NAME(readNumber)(of.alpha),
                        of.dAlpha ? NAME(copiedVector)(of.handle, of.n, of.x, of.xStep) : 0, 0);
  endThere(of.handle, mode);
  return kept;
}
static void NAME(pullScaled)(const struct NAME(vectors) * given,
                             const struct NAME(keptVectors) * kept) {
  struct NAME(vectors) of = *given;
  if (!kept)
    return;
  NAME(dropConstant)(&of);
  int mode = beginBack(of.handle);
  if (of.dAlpha)
    NAME(addNumber)(of.dAlpha, NAME(innerOf)(of.handle, of.n, of.dX, of.xStep, kept->x, 1));
  NAME(scaleVector)(of.handle, of.n, kept->factor, of.dX, of.xStep);
  endBack(of.handle, mode);
}
static void NAME(pushScaled)(const struct NAME(vectors) * given) {
  struct NAME(vectors) of = *given;
  NAME(dropConstant)(&of);
  if (!of.dX)
    return;
  int mode = beginThere(of.handle);
  NAME(scaleVector)(of.handle, of.n, NAME(readNumber)(of.alpha), of.dX, of.xStep);
  if (of.dAlpha)
    NAME(addVector)(of.handle, of.n, NAME(readNumber)(of.dAlpha), of.x, of.xStep, of.dX, of.xStep);
  endThere(of.handle, mode);
}
static void NAME(pushScaledAgain)(const struct NAME(vectors) * given) {
  struct NAME(vectors) of = *given;
  NAME(dropConstant)(&of);
  notAgain(of.dAlpha); // what was there is gone
  NAME(pushScaled)(&of);
}
int NAMED_STEP(scaled, )(ONCE) {
  for (long i = 0; i < n; i++)
    x[i * stepOf(xStep)] *= *alpha;
  return enzyme_gpu_result();
}
int NAMED_STEP(scaled, _plain)(ONCE) { return ROUTINE(scal) GIVEN; }
#define KEEP(ARE_COPIED) NAME(keepScaled)(OF)
#define PUSH NAME(pushScaled)(OF)
#define PUSH_AGAIN NAME(pushScaledAgain)(OF)
ROUTINE_WITH_RULES(scaled)
#undef KEEP
#undef PUSH
#undef PUSH_AGAIN
void NAMED_STEP(scaled, _reverse)(TWICE, struct NAME(keptVectors) * kept) {
  NAME(pullScaled)(OF, kept);
}
int ROUTINE_BODY(scal)(ONCE) { return NAMED_STEP(scaled, ) GIVEN; }
#undef TWICE
#undef ONCE
#undef GIVEN
#undef OF

/*--- copy --------------------------------------------------------------------------------------*/

#define TWICE                                                                                      \
  void *handle, void *handleShadow, int n, const number *x, number *dX, int xStep, number *y,      \
      number *dY, int yStep
#define ONCE void *handle, int n, const number *x, int xStep, number *y, int yStep
#define GIVEN (handle, n, x, xStep, y, yStep)
#define OF (&(struct NAME(vectors)){handle, n, 0, 0, x, dX, xStep, y, dY, yStep, 0, 0})

static void NAME(pullCopied)(const struct NAME(vectors) * given) {
  struct NAME(vectors) of = *given;
  NAME(dropConstant)(&of);
  if (!of.dY)
    return;
  int mode = beginBack(of.handle);
  if (of.dX)
    NAME(addVector)(of.handle, of.n, 1, of.dY, of.yStep, of.dX, of.xStep);
  NAME(scaleVector)(of.handle, of.n, 0, of.dY, of.yStep);
  endBack(of.handle, mode);
}
static void NAME(pushCopied)(const struct NAME(vectors) * given) {
  struct NAME(vectors) of = *given;
  NAME(dropConstant)(&of);
  if (!of.dY)
    return;
  int mode = beginThere(of.handle);
  if (of.dX)
    enzyme_gpu_check(ROUTINE(copy)(of.handle, of.n, of.dX, of.xStep, of.dY, of.yStep), noProduct,
                     "");
  else
    NAME(scaleVector)(of.handle, of.n, 0, of.dY, of.yStep);
  endThere(of.handle, mode);
}
int NAMED_STEP(copied, )(ONCE) {
  for (long i = 0; i < n; i++)
    y[FIRST(n, yStep) + i * yStep] = x[FIRST(n, xStep) + i * xStep];
  return enzyme_gpu_result();
}
int NAMED_STEP(copied, _plain)(ONCE) { return ROUTINE(copy) GIVEN; }
#define KEEP(ARE_COPIED) 0
#define PUSH NAME(pushCopied)(OF)
#define PUSH_AGAIN NAME(pushCopied)(OF)
ROUTINE_WITH_RULES(copied)
#undef KEEP
#undef PUSH
#undef PUSH_AGAIN
void NAMED_STEP(copied, _reverse)(TWICE, void *kept) { NAME(pullCopied)(OF); }
int ROUTINE_BODY(copy)(ONCE) { return NAMED_STEP(copied, ) GIVEN; }
#undef TWICE
#undef ONCE
#undef GIVEN
#undef OF

/*--- dot, and the length of a vector -----------------------------------------------------------*/

static void *NAME(keepDot)(const struct NAME(vectors) * given, int areCopied) {
  struct NAME(vectors) of = *given;
  NAME(dropConstant)(&of);
  if (!of.dResult)
    return 0;
  int mode = beginThere(of.handle);
  number *x = areCopied && of.dY ? NAME(copiedVector)(of.handle, of.n, of.x, of.xStep) : 0;
  number *y = areCopied && of.dX ? NAME(copiedVector)(of.handle, of.n, of.y, of.yStep) : 0;
  endThere(of.handle, mode);
  return NAME(keepVectors)(0, x, y);
}
/* The adjoint of a result, which was written. */
static number NAME(takeAdjoint)(number *place) {
  number adjoint = NAME(readNumber)(place);
  NAME(writeNumber)(place, 0);
  return adjoint;
}
static void NAME(pullDot)(const struct NAME(vectors) * given,
                          const struct NAME(keptVectors) * kept) {
  struct NAME(vectors) of = *given;
  if (!kept)
    return;
  NAME(dropConstant)(&of);
  int mode = beginBack(of.handle);
  number adjoint = NAME(takeAdjoint)(of.dResult);
  if (of.dX)
    NAME(addVector)(of.handle, of.n, adjoint, kept->y ? kept->y : of.y, kept->y ? 1 : of.yStep,
                    of.dX, of.xStep);
  if (of.dY)
    NAME(addVector)(of.handle, of.n, adjoint, kept->x ? kept->x : of.x, kept->x ? 1 : of.xStep,
                    of.dY, of.yStep);
  endBack(of.handle, mode);
}
static void NAME(pushDot)(const struct NAME(vectors) * given) {
  struct NAME(vectors) of = *given;
  NAME(dropConstant)(&of);
  if (!of.dResult)
    return;
  int mode = beginThere(of.handle);
  number sum = 0;
  if (of.dX)
    sum += NAME(innerOf)(of.handle, of.n, of.dX, of.xStep, of.y, of.yStep);
  if (of.dY)
    sum += NAME(innerOf)(of.handle, of.n, of.x, of.xStep, of.dY, of.yStep);
  NAME(writeNumber)(of.dResult, sum);
  endThere(of.handle, mode);
}

#define TWICE                                                                                      \
  void *handle, void *handleShadow, int n, const number *x, number *dX, int xStep,                 \
      const number *y, number *dY, int yStep, number *result, number *dResult
#define ONCE                                                                                       \
  void *handle, int n, const number *x, int xStep, const number *y, int yStep, number *result
#define GIVEN (handle, n, x, xStep, y, yStep, result)
#define OF (&(struct NAME(vectors)){handle, n, 0, 0, x, dX, xStep, y, dY, yStep, result, dResult})
int NAMED_STEP(inner, )(ONCE) {
  number sum = 0;
  for (long i = 0; i < n; i++)
    sum += x[FIRST(n, xStep) + i * xStep] * y[FIRST(n, yStep) + i * yStep];
  *result = sum;
  return enzyme_gpu_result();
}
int NAMED_STEP(inner, _plain)(ONCE) { return ROUTINE(dot) GIVEN; }
#define KEEP(ARE_COPIED) NAME(keepDot)(OF, ARE_COPIED)
#define PUSH NAME(pushDot)(OF)
#define PUSH_AGAIN NAME(pushDot)(OF)
ROUTINE_WITH_RULES(inner)
#undef KEEP
#undef PUSH
#undef PUSH_AGAIN
void NAMED_STEP(inner, _reverse)(TWICE, struct NAME(keptVectors) * kept) {
  NAME(pullDot)(OF, kept);
}
int ROUTINE_BODY(dot)(ONCE) { return NAMED_STEP(inner, ) GIVEN; }
#undef TWICE
#undef ONCE
#undef GIVEN
#undef OF

#define TWICE                                                                                      \
  void *handle, void *handleShadow, int n, const number *x, number *dX, int xStep, number *result, \
      number *dResult
#define ONCE void *handle, int n, const number *x, int xStep, number *result
#define GIVEN (handle, n, x, xStep, result)
#define OF (&(struct NAME(vectors)){handle, n, 0, 0, x, dX, xStep, 0, 0, 0, result, dResult})
int ROUTINE(nrm2)(ONCE);

static number NAME(lengthOf)(void *handle, int n, const number *x, int step) {
  number length = 0;
  enzyme_gpu_check(ROUTINE(nrm2)(handle, n, x, step, &length), noProduct, "");
  return length;
}
static void *NAME(keepLength)(const struct NAME(vectors) * given, int areCopied) {
  struct NAME(vectors) of = *given;
  NAME(dropConstant)(&of);
  if (!of.dResult)
    return 0;
  int mode = beginThere(of.handle);
  number *x = areCopied && of.dX ? NAME(copiedVector)(of.handle, of.n, of.x, of.xStep) : 0;
  number length = NAME(lengthOf)(of.handle, of.n, of.x, of.xStep);
  endThere(of.handle, mode);
  return NAME(keepVectors)(length, x, 0);
}
static void NAME(pullLength)(const struct NAME(vectors) * given,
                             const struct NAME(keptVectors) * kept) {
  struct NAME(vectors) of = *given;
  if (!kept)
    return;
  NAME(dropConstant)(&of);
  int mode = beginBack(of.handle);
  number adjoint = NAME(takeAdjoint)(of.dResult);
  if (of.dX && adjoint != 0 && kept->factor != 0)
    NAME(addVector)(of.handle, of.n, adjoint / kept->factor, kept->x ? kept->x : of.x,
                    kept->x ? 1 : of.xStep, of.dX, of.xStep);
  endBack(of.handle, mode);
}
static void NAME(pushLength)(const struct NAME(vectors) * given) {
  struct NAME(vectors) of = *given;
  NAME(dropConstant)(&of);
  if (!of.dResult)
    return;
  int mode = beginThere(of.handle);
  number length = NAME(lengthOf)(of.handle, of.n, of.x, of.xStep);
  number sum = of.dX ? NAME(innerOf)(of.handle, of.n, of.x, of.xStep, of.dX, of.xStep) : 0;
  NAME(writeNumber)(of.dResult, length == 0 ? 0 : sum / length);
  endThere(of.handle, mode);
}
int NAMED_STEP(length, )(ONCE) {
  number sum = 0;
  for (long i = 0; i < n; i++)
    sum += x[i * stepOf(xStep)] * x[i * stepOf(xStep)];
  *result = ROOT_OF(sum);
  return enzyme_gpu_result();
}
int NAMED_STEP(length, _plain)(ONCE) { return ROUTINE(nrm2) GIVEN; }
#define KEEP(ARE_COPIED) NAME(keepLength)(OF, ARE_COPIED)
#define PUSH NAME(pushLength)(OF)
#define PUSH_AGAIN NAME(pushLength)(OF)
ROUTINE_WITH_RULES(length)
#undef KEEP
#undef PUSH
#undef PUSH_AGAIN
void NAMED_STEP(length, _reverse)(TWICE, struct NAME(keptVectors) * kept) {
  NAME(pullLength)(OF, kept);
}
int ROUTINE_BODY(nrm2)(ONCE) { return NAMED_STEP(length, ) GIVEN; }
#undef TWICE
#undef ONCE
#undef GIVEN
#undef OF
#undef FIRST
