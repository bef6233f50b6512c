/*===- processor.h - what each kind of processor gives its threads --------===*/
#ifndef ENZYME_RT_GPU_PROCESSOR_H
#define ENZYME_RT_GPU_PROCESSOR_H

#include <stddef.h>
#include <stdint.h>

#define ENZYME_RT_GPU /* for parts of runtime/ that are compiled here too */

#ifdef __AMDGCN__
/* The thread's own memory, which atomic operations do not reach. */
static inline int isOwn(const void *place) {
  return __builtin_amdgcn_is_private((const __attribute__((address_space(0))) void *)place);
}

/* What HIP's headers call for malloc, free and what is written to stderr. Programs that are compiled
 * without the device libraries have no way to say why a kernel stops. */
uint64_t __ockl_dm_alloc(uint64_t bytes);
void __ockl_dm_dealloc(uint64_t memory);
__attribute__((weak)) uint64_t __ockl_fprintf_stderr_begin(void);
__attribute__((weak)) uint64_t __ockl_fprintf_append_string_n(uint64_t text, const char *part,
                                                              uint64_t bytes, uint32_t isLast);

double __ocml_tan_f64(double);
double __ocml_log_f64(double);

static inline double processorTan(double x) { return __ocml_tan_f64(x); }
static inline double processorLog(double x) { return __ocml_log_f64(x); }
static inline void *allocate(size_t bytes) { return (void *)__ockl_dm_alloc(bytes); }
static inline void giveBack(void *memory) { __ockl_dm_dealloc((uint64_t)memory); }

/* The first string is the format of the others, as C's. */
static inline void say(const char *const part[6]) {
  static const char format[] = "%s%s%s%s%s%s";
  if (!__ockl_fprintf_stderr_begin || !__ockl_fprintf_append_string_n)
    return;
  uint64_t text = __ockl_fprintf_stderr_begin();
  text = __ockl_fprintf_append_string_n(text, format, sizeof format, 0);
  for (int i = 0; i < 6; i++) {
    uint64_t bytes = 0;
    while (part[i][bytes++])
      ;
    text = __ockl_fprintf_append_string_n(text, part[i], bytes, i == 5);
  }
}
#else
static inline int isOwn(const void *place) { return __nvvm_isspacep_local(place); }

void *malloc(size_t bytes);
void free(void *memory);
int vprintf(const char *format, const void *arguments);

double __nv_tan(double);
double __nv_log(double);

static inline double processorTan(double x) { return __nv_tan(x); }
static inline double processorLog(double x) { return __nv_log(x); }
static inline void *allocate(size_t bytes) { return malloc(bytes); }
static inline void giveBack(void *memory) { free(memory); }
static inline void say(const char *const part[6]) { vprintf("%s%s%s%s%s%s", part); }
#endif

#endif
