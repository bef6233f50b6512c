/*===- BlasParts.h - what cuBLAS's and hipBLAS's routines have in common -------------------===
 *
 * Numbers such as alpha may be the host's or the device's, as the handle's pointer mode says.
 * Copies of any direction read and write both. Rules hand their own numbers from the host, and put
 * the mode back. Structures are passed by address: what the C ABI says of others is lost with the
 * attributes.
 *===-------------------------------------------------------------------------------===*/

/* cublasDgemm_v2, hipblasDgemm; what came later has no version in cuBLAS. */
#if defined HIP
enum { notTransposed = 111, transposed = 112 };
#define BLAS_NAME(PRECISION, ROUTINE) hipblas##PRECISION##ROUTINE
#define BLAS_NEW(PRECISION, ROUTINE) hipblas##PRECISION##ROUTINE
#define BLAS_BODY(PRECISION, ROUTINE) enzyme_body_hipblas##PRECISION##ROUTINE
#define BLAS_NEW_BODY(PRECISION, ROUTINE) enzyme_body_hipblas##PRECISION##ROUTINE
#else
enum { notTransposed, transposed };
#define BLAS_NAME(PRECISION, ROUTINE) cublas##PRECISION##ROUTINE##_v2
#define BLAS_NEW(PRECISION, ROUTINE) cublas##PRECISION##ROUTINE
#define BLAS_BODY(PRECISION, ROUTINE) enzyme_body_cublas##PRECISION##ROUTINE##_v2
#define BLAS_NEW_BODY(PRECISION, ROUTINE) enzyme_body_cublas##PRECISION##ROUTINE
#endif
enum { numbersOfHost, numbersOfDevice };
int BLAS_NAME(Get, PointerMode)(void *handle, int *mode);
int BLAS_NAME(Set, PointerMode)(void *handle, int mode);

static const char *const noProduct = "a derivative of a routine of BLAS cannot be computed";

static int numbersAreOf(void *handle) {
  int mode = numbersOfHost;
  enzyme_gpu_check(BLAS_NAME(Get, PointerMode)(handle, &mode), noProduct, "");
  return mode;
}
static void takeNumbersOf(void *handle, int mode) {
  enzyme_gpu_check(BLAS_NAME(Set, PointerMode)(handle, mode), noProduct, "");
}

static void waitForDevice(void) {
  enzyme_gpu_check(API(DeviceSynchronize)(), "the device stopped", "");
}

/* What a rule does on the way back, with numbers of the host. */
static int beginBack(void *handle) {
  waitForDevice();
  int mode = numbersAreOf(handle);
  takeNumbersOf(handle, numbersOfHost);
  return mode;
}
static void endBack(void *handle, int mode) {
  takeNumbersOf(handle, mode);
  waitForDevice();
}
/* And on the way there, where numbers of the device may still be on their way. */
static int beginThere(void *handle) {
  int mode = numbersAreOf(handle);
  if (mode != numbersOfHost)
    waitForDevice();
  takeNumbersOf(handle, numbersOfHost);
  return mode;
}
static void endThere(void *handle, int mode) { takeNumbersOf(handle, mode); }

static void freeCopy(void *copy) { API(Free)(copy); }
static void *room(size bytes) {
  void *made = 0;
  if (bytes)
    enzyme_gpu_check(API(Malloc)(&made, bytes),
                     "there is no memory for the derivative of a routine of BLAS", "");
  return made;
}
static void *keptRoom(size bytes) {
  void *made = room(bytes);
  enzyme_rt_defer(made, freeCopy);
  return made;
}

static void notAgain(const void *shadow) {
  enzyme_gpu_check(shadow != 0,
                   "a factor of what a routine of BLAS adds to or scales varies, in several "
                   "directions",
                   "");
}

static inline size stepOf(int step) { return step < 0 ? -(size)step : (size)step; }
static inline int flipped(int flag) { return flag == notTransposed ? transposed : notTransposed; }

/* What a rule keeps of a call, for the way back. */
struct routineKept {
  void *kept;
  int error;
};

/* What the rule of a routine is made of, but for the way back (WithRules.h). TWICE are its
 * parameters with their shadows, GIVEN its arguments. KEEP gives what is kept, of operands that
 * change copies; PUSH changes shadows; both before the routine. */
#define ROUTINE_WITH_RULES(STEP)                                                                   \
  struct routineKept NAMED_STEP(STEP, _augmented_again)(TWICE) {                                   \
    struct routineKept both = {KEEP(1), success};                                                  \
    return both;                                                                                   \
  }                                                                                                \
  struct routineKept NAMED_STEP(STEP, _augmented)(TWICE) {                                         \
    struct routineKept both = {KEEP(1), success};                                                  \
    both.error = NAMED_STEP(STEP, ) GIVEN;                                                         \
    return both;                                                                                   \
  }                                                                                                \
  struct routineKept NAMED_STEP(STEP, _unchanged_again)(TWICE) {                                   \
    struct routineKept both = {KEEP(0), success};                                                  \
    return both;                                                                                   \
  }                                                                                                \
  struct routineKept NAMED_STEP(STEP, _unchanged)(TWICE) {                                         \
    struct routineKept both = {KEEP(0), success};                                                  \
    both.error = NAMED_STEP(STEP, ) GIVEN;                                                         \
    return both;                                                                                   \
  }                                                                                                \
  int NAMED_STEP(STEP, _forward_again)(TWICE) {                                                    \
    PUSH_AGAIN;                                                                                    \
    return success;                                                                                \
  }                                                                                                \
  int NAMED_STEP(STEP, _forward)(TWICE) {                                                          \
    PUSH;                                                                                          \
    return NAMED_STEP(STEP, ) GIVEN;                                                               \
  }
