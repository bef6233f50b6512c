/*===- Bodies.c - what the functions of CUDA's and HIP's runtimes do -------------------===
 *
 * Problem: a host function allocates memory of a device, copies to it and from it, and launches
 * kernels. To the host's code that memory is an address that nothing may be read from.
 *
 * Here: the functions of the runtime API in C, made of steps that say what they do to memory as if
 * it were the host's; what runs are the steps' rules and, where nothing varies, the functions
 * themselves (X_plain). X_augmented, X_reverse and X_forward are the rule of X; what ends in _again
 * does what further lanes need.
 *
 *   alloc     p = memory              p' = as much memory, zero       freed when the tape is
 *   release   p is gone               p' is, when the tape is released
 *   copy      q = p                   q' = p'                         p' += q', q' = 0
 *   fill      p = a byte              p' = 0                          p' = 0
 *
 * A shadow that is null, or the memory itself, belongs to constants.
 *
 * The way back waits for the device before and after each step, so that it runs in the opposite of
 * the order in which the host asked, whatever streams there were. Copies between host and device do
 * so on the way there, too: to LLVM they are done when the call returns.
 *
 * Launches are in Launches.h, routines of cuBLAS and hipBLAS in BlasMatrices.h and BlasVectors.h.
 *===-------------------------------------------------------------------------------===*/
typedef unsigned long size;

#if defined HIP
#define API(FUNCTION) hip##FUNCTION
#define POP __hipPopCallConfiguration
#define BODY(FUNCTION) enzyme_body_hip##FUNCTION
#else
#define API(FUNCTION) cuda##FUNCTION
#define POP __cudaPopCallConfiguration
#define BODY(FUNCTION) enzyme_body_cuda##FUNCTION
#endif

enum { hostToHost, hostToDevice, deviceToHost, deviceToDevice, anyDirection };
/* What is copied, if it is all one; larger numbers say of structures what is in them (rt-gpu/host).
 */
enum { unknownNumbers = -1, noNumbers, floats, doubles };
enum { success, invalidValue, outOfMemory };

struct made {
  void *primal, *shadow;
};

void *malloc(size);
void free(void *);
void *memmove(void *, const void *, size);
void *memset(void *, int, size);

int API(Malloc)(void **, size);
int API(Free)(void *);
int API(Memcpy)(void *, const void *, size, int);
int API(Memset)(void *, int, size);
int API(DeviceSynchronize)(void);
int API(StreamSynchronize)(void *);
int API(GetDevice)(int *);

/* The runtime's (rt-gpu/host). */
void enzyme_gpu_check(int error, const char *what, const char *whose);
void enzyme_gpu_made(void *shadow);
void enzyme_gpu_gone(void *shadow);
int enzyme_gpu_is_gone(void *shadow);
void enzyme_gpu_begins(int device);
void enzyme_gpu_alone(int begins); /* no other thread is between its begin and its end */
void enzyme_gpu_uses(int device);  /* which must be that of the derivative's begin */
void enzyme_gpu_holds(const void *shadow, size bytes, long format);
long enzyme_gpu_held(const void *shadow, size bytes, size *begin); /* begin: in one structure */
void enzyme_gpu_pull(void *to, void *from, size bytes, long format, size begin);
void enzyme_gpu_copy_const(void *to, const void *from, size bytes, long format);
void enzyme_gpu_copy_addresses(void *to, const void *from, size bytes);
void enzyme_rt_defer(void *memory, void (*release)(void *));
void enzyme_gpu_no_numbers(void);
int enzyme_gpu_result(void); /* an error, or none: not known here */

static inline int hasShadow(const void *memory, const void *shadow) {
  return shadow && shadow != memory;
}

#include "Launches.h"
#include "Memory.h"
#include "Variables.h"

#include "BlasParts.h"

#define number float
#define ROOT_OF __builtin_sqrtf
#define NAME(X) single_##X
#define NAMED_STEP(X, PART) enzyme_step_s##X##PART
#define ROUTINE(X) BLAS_NAME(S, X)
#define NEW_ROUTINE(X) BLAS_NEW(S, X)
#define ROUTINE_BODY(X) BLAS_BODY(S, X)
#define NEW_ROUTINE_BODY(X) BLAS_NEW_BODY(S, X)
#include "BlasMatrices.h"
#include "BlasVectors.h"
#undef number
#undef ROOT_OF
#undef NAME
#undef NAMED_STEP
#undef ROUTINE
#undef NEW_ROUTINE
#undef ROUTINE_BODY
#undef NEW_ROUTINE_BODY

#define number double
#define ROOT_OF __builtin_sqrt
#define NAME(X) double_##X
#define NAMED_STEP(X, PART) enzyme_step_d##X##PART
#define ROUTINE(X) BLAS_NAME(D, X)
#define NEW_ROUTINE(X) BLAS_NEW(D, X)
#define ROUTINE_BODY(X) BLAS_BODY(D, X)
#define NEW_ROUTINE_BODY(X) BLAS_NEW_BODY(D, X)
#include "BlasMatrices.h"
#include "BlasVectors.h"
