/*===- foreign.c - calls of code without instrumentation -------------------===
 *
 * A call that was not answered. Functions that are known not to move active numbers may be
 * handed anything; the C++ library's own code moves addresses, counts and text. What is
 * unknown may be handed no active number, by value or in the first bytes of memory an argument
 * leads to directly: else the tangent would be lost without a word.
 *===----------------------------------------------------------------------===*/

#include "fortran.h"
#include "oracle.h"
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sorted. They write text, compare, search, wait, or manage memory, tapes too. */
static const char *const harmless[] = {
    "_Unwind_RaiseException",
    "_Unwind_Resume",
    "__assert_fail",
    "__ctype_b_loc",
    "__cxa_allocate_exception",
    "__cxa_atexit",
    "__cxa_bad_cast",
    "__cxa_bad_typeid",
    "__cxa_begin_catch",
    "__cxa_current_exception_type",
    "__cxa_end_catch",
    "__cxa_free_exception",
    "__cxa_guard_abort",
    "__cxa_guard_acquire",
    "__cxa_guard_release",
    "__cxa_init_primary_exception",
    "__cxa_pure_virtual",
    "__cxa_rethrow",
    "__cxa_thread_atexit",
    "__cxa_throw",
    "__cxa_throw_bad_array_new_length",
    "__dynamic_cast",
    "__errno_location",
    "__fprintf_chk",
    "__printf_chk",
    "__snprintf_chk",
    "__sprintf_chk",
    "__vsnprintf_chk",
    "abort",
    "abs",
    "aligned_alloc",
    "atexit",
    "bcmp",
    "bsearch",
    "calloc",
    "clock",
    "clock_gettime",
    "enzyme_rt_alloc",
    "enzyme_rt_alloc_aligned",
    "enzyme_rt_alloc_zeroed",
    "enzyme_rt_arena",
    "enzyme_rt_clear_blocks",
    "enzyme_rt_defer",
    "enzyme_rt_enter_rule",
    "enzyme_rt_forget_met",
    "enzyme_rt_free_scratch",
    "enzyme_rt_free_tape",
    "enzyme_rt_give_block",
    "enzyme_rt_give_blocks",
    "enzyme_rt_in_rule",
    "enzyme_rt_lanes",
    "enzyme_rt_leave_rule",
    "enzyme_rt_mark",
    "enzyme_rt_met",
    "enzyme_rt_new_tape",
    "enzyme_rt_release",
    "enzyme_rt_scratch",
    "enzyme_rt_take_block",
    "enzyme_rt_take_blocks",
    "enzyme_rt_take_cleared",
    "enzyme_rt_tape_check",
    "enzyme_rt_tape_close",
    "enzyme_rt_tape_discard",
    "enzyme_rt_tape_frames",
    "enzyme_rt_tape_open",
    "enzyme_rt_watch",
    "enzyme_rt_written",
    "exit",
    "fclose",
    "feclearexcept",
    "feraiseexcept",
    "fesetround",
    "fetestexcept",
    "fflush",
    "fopen",
    "fprintf",
    "fputc",
    "fputs",
    "free",
    "fwrite",
    "getenv",
    "gettimeofday",
    "insque",
    "lfind",
    "longjmp",
    "lsearch",
    "malloc",
    "malloc_usable_size",
    "memalign",
    "memchr",
    "memcmp",
    "perror",
    "posix_memalign",
    "printf",
    "pthread_create",
    "pthread_detach",
    "pthread_join",
    "pthread_mutex_lock",
    "pthread_mutex_unlock",
    "pthread_once",
    "putchar",
    "puts",
    "qsort",
    "qsort_r",
    "rand",
    "realloc",
    "remque",
    "snprintf",
    "sprintf",
    "srand",
    "strcmp",
    "strlen",
    "strncmp",
    "strtod",
    "strtol",
    "time",
    "usleep",
    "vfprintf",
    "vprintf",
    "vsnprintf",
};

extern _Thread_local char enzyme_oracle_results[];

/* Where derivatives check themselves: does this thread follow tangents now? Else those that it
 * meets are another thread's, and nothing is lost with them. */
__attribute__((weak)) int enzyme_rt_checks_here(void);

static int compareNames(const void *name, const void *entry) {
  return strcmp(name, *(const char *const *)entry);
}

/* Functions of namespace std, operators new and delete, of this runtime and of OpenMP's, which
 * passes on addresses. */
static int isOfLibraries(const char *name) {
  static const char *const beginnings[] = {
      "_ZNSt", "_ZNKSt", "_ZSt",    "_ZNSs",           "_ZNKSs",         "_ZNSo",   "_ZNSi",
      "_ZNSa", "_ZNSd",  "_ZStls",  "_ZNK10__cxxabiv", "_ZN9__gnu_cxx",  "_Znw",    "_Zna",
      "_Zdl",  "_Zda",   "_setjmp", "__sigsetjmp",     "enzyme_oracle_", "__kmpc_", "omp_"};
  for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
    if (!strncmp(name, beginnings[i], strlen(beginnings[i])))
      return 1;
  return 0;
}

/* Of Fortran's runtime: they make and release memory, ask for bounds and places, write text. */
static int isOfFortransMemory(const char *name) {
  static const char *const beginnings[] = {"Allocatable", "Pointer", "ioOutput", "ioBegin",
                                           "ioEnd",       "Size",    "Lbound",   "Ubound",
                                           "Maxloc",      "Minloc",  "MoveAlloc"};
  if (strncmp(name, "_FortranA", 9) || strstr(name, "Source")) /* that copies */
    return 0;
  for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
    if (!strncmp(name + 9, beginnings[i], strlen(beginnings[i])))
      return 1;
  return 0;
}

static int isHarmless(const char *name) {
  if (!strncmp(name, "__kmpc_atomic_", 14)) /* computes with what it is handed */
    return 0;
  return isOfLibraries(name) || isOfFortransMemory(name) ||
         bsearch(name, harmless, sizeof harmless / sizeof *harmless, sizeof *harmless,
                 compareNames);
}

/* Strings are moved by code of the library itself, and may hold bytes of numbers: those that lie
 * there, and those that a string there leads to. */
static int isOfStrings(const char *name) { return strstr(name, "basic_string") != 0; }

static int stringHasShadow(const void *place, size_t bytes) {
  struct {
    const char *begin;
    size_t bytes;
  } string;
  memcpy(&string, place, sizeof string);
  size_t most = 1 << 16;
  return enzyme_oracle_has_shadow(place, bytes < most ? bytes : 0) ||
         enzyme_oracle_has_shadow(string.begin, string.bytes < most ? string.bytes : 0);
}

/* The C++ library's streams write the number that they read: it has no tangent. */
static int readsNumber(const char *name) {
  static const char *const beginnings[] = {"_ZNSirsER", "_ZNSi10_M_extractI"};
  for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
    if (!strncmp(name, beginnings[i], strlen(beginnings[i])))
      return 1;
  return 0;
}

/* The last letter of the name is the number's type. */
static size_t bytesRead(const char *name) {
  char type = name[0] ? name[strlen(name) - 1] : 0;
  if (!strncmp(name, "_ZNSi10", 7))
    type = name[strlen("_ZNSi10_M_extractI")];
  return type == 'f' ? sizeof(float) : type == 'e' ? sizeof(long double) : sizeof(double);
}

/* Functions that the C++ library keeps to itself, reached through its own objects, are part
 * of its namespace, too. */
static const char *nameOf(const void *callee) {
  Dl_info found;
  if (!dladdr(callee, &found))
    return "a function without a name";
  if (found.dli_sname && found.dli_saddr == callee)
    return found.dli_sname;
  int isOfLibrary = found.dli_fname && strstr(found.dli_fname, "/libstdc++.so");
  return isOfLibrary ? "_ZSt" : "a function without a name";
}

/* structure: allow parameters, because generated code calls it */
/* `count` arguments follow, as words; bit i of `pointers`: it is an address. Is its result's
 * tangent known, and in the block of results? */
int enzyme_oracle_foreign(const void *callee, const char *name, const char *where, int isActive,
                          int count, int pointers, ...) {
  char what[512];
  uint64_t word[oracleForeignWords] = {0};
  if (!name)
    name = nameOf(callee);
  int reads = readsNumber(name), isOfFortran = !strncmp(name, "_Fortran", 8);
  int holdsText = isOfStrings(name);
  size_t looked = holdsText || isOfFortran ? 8 : 64; /* a record may begin with other members */
  size_t largest = 0;                                /* of the numbers: a length, if any is */
  if (!reads && !holdsText && isHarmless(name))
    return 0;
  if (enzyme_rt_checks_here && !enzyme_rt_checks_here())
    return 0;
  va_list list;
  va_start(list, pointers);
  for (int i = 0; i < count; i++) {
    word[i] = va_arg(list, uint64_t);
    largest = !(pointers & (1 << i)) && word[i] > largest ? word[i] : largest;
  }
  va_end(list);
  isActive = isActive && !holdsText; /* a number that text is made of */
  for (int i = 0; i < count; i++) {
    const void *place = (const void *)word[i];
    if (reads && i == 1)
      memset(oracle_shadow(place), 0, bytesRead(name));
    if (reads || !(pointers & (1 << i)) || (uintptr_t)place < 4096)
      continue;
    isActive |= enzyme_oracle_has_shadow(place, looked);
    isActive |= isOfFortran && oracle_descriptor_has_shadow(place);
    isActive |= holdsText && stringHasShadow(place, largest);
  }
  if (!isActive)
    return 0;
  int known =
      isOfFortran ? oracle_follow_fortran(callee, name, word, (double *)enzyme_oracle_results) : 0;
  if (known)
    return known == 2;
  snprintf(what, sizeof what, "an active value in a call of '%s', which is not instrumented", name);
  enzyme_oracle_stop(what, where);
}
