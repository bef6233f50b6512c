//===- Inactive.h - C functions through which no derivative flows --------===//
//
// Printing, reading, time, environment, strings, processes, random numbers. They
// may take or fill memory; what they make is a constant to the derivative, as a
// number read from a file is.
//
// Not here, although harmless at first sight: what reads into memory (ReadIn.h),
// memcpy and its like (behaviour),
// qsort and bsearch (callbacks), realloc (moves values).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_CALLS_INACTIVE_H
#define ENZYME_RULES_CALLS_INACTIVE_H

#include "llvm/ADT/StringRef.h"

namespace enzyme::calls {
using llvm::StringLiteral;

// Names, separated by white space. They count only for functions without a body
// and, but for the last list, without floats among parameters and result: a
// program may well have a `double error(double)` of its own in another file.
inline constexpr StringLiteral standardIO = R"(
printf fprintf sprintf snprintf vprintf vfprintf vsprintf vsnprintf asprintf vasprintf dprintf
vdprintf __printf_chk __fprintf_chk __sprintf_chk __snprintf_chk __vprintf_chk __vfprintf_chk
__vsprintf_chk __vsnprintf_chk __asprintf_chk __vasprintf_chk __dprintf_chk iprintf fiprintf
siprintf small_printf wprintf fwprintf swprintf vwprintf vfwprintf vswprintf __wprintf_chk
__fwprintf_chk __swprintf_chk puts fputs putchar putc fputc putw _IO_putc _IO_getc
putchar_unlocked putc_unlocked fputc_unlocked fputs_unlocked putwchar fputwc fputws getwchar
fgetwc fgetws perror psignal gets fgets __fgets_chk getc fgetc getchar getchar_unlocked
getc_unlocked ungetc getline getdelim __getdelim vscanf vfscanf vsscanf __isoc99_vscanf
__isoc99_vfscanf __isoc99_vsscanf __isoc23_vscanf __isoc23_vfscanf __isoc23_vsscanf fopen fopen64
freopen freopen64 fdopen fclose fcloseall fflush fwrite fwrite_unlocked fseek fseeko fseeko64
ftell ftello ftello64 rewind fgetpos fsetpos feof ferror clearerr feof_unlocked ferror_unlocked
setbuf setvbuf setlinebuf setbuffer fileno flockfile funlockfile popen pclose tmpfile tmpfile64
tmpnam mkstemp mkdtemp remove rename open_memstream fmemopen __overflow __uflow fwide
fputwc_unlocked open open64 openat creat close write pwrite lseek lseek64 fsync fdatasync
ftruncate truncate dup dup2 pipe stat fstat lstat stat64 fstat64 lstat64 __xstat __fxstat __lxstat
access unlink mkdir rmdir chdir getcwd opendir readdir readdir64 closedir isatty fcntl ioctl
select poll madvise mprotect msync mlock munlock posix_fadvise realpath err errx warn warnx verr
verrx vwarn vwarnx error syslog openlog closelog
)";

inline constexpr StringLiteral processAndTime = R"(
exit _exit _Exit quick_exit abort atexit at_quick_exit on_exit raise kill signal sigaction
sigemptyset sigfillset sigaddset sigprocmask alarm __assert_fail __assert __assert_rtn
__assert_perror_fail __stack_chk_fail __chk_fail __fortify_fail __libc_start_main system fork
waitpid wait getenv secure_getenv setenv unsetenv putenv getpid getppid getuid geteuid getgid
gethostname uname sysconf getpagesize getrusage getrlimit setrlimit getopt getopt_long
getopt_long_only sched_yield sched_getcpu sched_setaffinity sched_getaffinity get_nprocs nice
getpriority syscall time clock mktime gmtime gmtime_r localtime localtime_r asctime asctime_r
ctime ctime_r strftime strptime tzset timegm timespec_get clock_gettime clock_getres
clock_nanosleep gettimeofday times nanosleep usleep sleep setitimer getitimer setlocale localeconv
newlocale uselocale freelocale nl_langinfo __errno_location __error ___errno backtrace
backtrace_symbols backtrace_symbols_fd dl_iterate_phdr dladdr rand srand rand_r random srandom
initstate setstate lrand48 nrand48 mrand48 jrand48 srand48 seed48 drand48_r random_r srandom_r
arc4random getrandom getentropy feclearexcept feraiseexcept fetestexcept fegetexcept
feenableexcept fedisableexcept fegetround fesetround fegetenv fesetenv feholdexcept feupdateenv
__flt_rounds pthread_self pthread_equal pthread_mutex_init pthread_mutex_destroy
pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock pthread_mutexattr_init
pthread_mutexattr_settype pthread_mutexattr_destroy pthread_once pthread_rwlock_init
pthread_rwlock_destroy pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_unlock
pthread_spin_init pthread_spin_lock pthread_spin_unlock pthread_attr_init pthread_attr_destroy
pthread_attr_setstacksize pthread_setaffinity_np pthread_getaffinity_np pthread_setname_np mallopt
malloc_trim malloc_usable_size malloc_stats mallinfo mallinfo2 malloc_size
)";

inline constexpr StringLiteral strings = R"(
strlen strnlen strcmp strncmp strcasecmp strncasecmp strcoll strxfrm strcpy strncpy strcat strncat
stpcpy stpncpy strlcpy strlcat __strcpy_chk __strncpy_chk __strcat_chk __strncat_chk __stpcpy_chk
__stpncpy_chk strdup strndup __strdup __strndup strchr strrchr strchrnul strstr strcasestr strpbrk
strspn strcspn strtok strtok_r __strtok_r strsep strerror strerror_r __xpg_strerror_r strsignal
memcmp bcmp wcslen wcscmp wcsncmp wcscpy wcsncpy wcscat wmemcmp wmemchr mbstowcs wcstombs mbtowc
wctomb mbrtowc wcrtomb mbsrtowcs wcsrtombs mbsnrtowcs wcsnrtombs mbrlen btowc wctob wctype
iswctype towlower towupper iswspace iswdigit iswalpha isalnum isalpha isblank iscntrl isdigit
isgraph islower isprint ispunct isspace isupper isxdigit isascii toascii tolower toupper
__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __ctype_get_mb_cur_max atoi atol atoll
strtol strtoll strtoul strtoull strtoimax strtoumax __isoc23_strtol __isoc23_strtoll
__isoc23_strtoul __isoc23_strtoull __strtol_internal wcstol basename dirname __xpg_basename
regcomp regexec regfree fnmatch glob globfree abs labs llabs imaxabs div ldiv lldiv ffs ffsl ffsll
)";

/// These do take or return floats.
inline constexpr StringLiteral withFloats = R"(
atof strtod strtof strtold __strtod_internal strtod_l strtof_l strtold_l wcstod ecvt fcvt gcvt
strfromd strfromf strfroml drand48 erand48 difftime dsecnd dsecnd_ second_ dclock_ omp_get_wtime
MPI_Wtime MPI_Wtick __fpclassify __fpclassifyf __fpclassifyl __isnan __isnanf __isnanl __isinf
__isinff __isinfl __finite __finitef __finitel __signbit __signbitf __signbitl isnan isinf finite
isnanf isinff finitef isnanl isinfl finitel __iseqsig __issignaling __gnu_f2h_ieee __gnu_h2f_ieee
)";

/// Every symbol that begins so.
/// Our own run-time library: what a derivative of a derivative meets.
inline constexpr StringLiteral tapeScopes[] = {"enzyme_rt_mark",         "enzyme_rt_release",
                                               "enzyme_rt_tape_open",    "enzyme_rt_tape_close",
                                               "enzyme_rt_tape_discard", "enzyme_rt_clear_scratch"};
inline constexpr StringLiteral tapeDefer = "enzyme_rt_defer"; ///< with any number of arguments

inline constexpr StringLiteral prefixes[] = {
    // Sanitizers, coverage, profiles, instrumentation.
    "__asan_",
    "__msan_",
    "__tsan_",
    "__hwasan_",
    "__lsan_",
    "__ubsan_",
    "__sanitizer_",
    "__llvm_profile_",
    "__llvm_gcov_",
    "__gcov",
    "__cyg_profile_func_",
    "__xray_",
    "__cfi_",
    "__safestack_",
    "__dfsan_",
    // OpenMP queries.
    "omp_get_",
    "omp_set_",
    "omp_in_",
    "omp_init_",
    "omp_destroy_",
    "omp_unset_",
    "omp_test_",
    "omp_is_",
    // Fortran input and output, program control.
    "_FortranAio",
    "_FortranAStop",
    "_FortranAErrorStop",
    "_FortranAPause",
    "_FortranAExit",
    "_FortranAAbort",
    "_FortranAReportFatal",
    "_FortranAProgram",
    "_FortranACpuTime",
    "_FortranASystemClock",
    "_FortranADateAndTime",
    "_FortranAGetCommand",
    "_FortranAGetEnv",
    "_FortranARandom",
    "_FortranACharacter",
    // Questions about arrays and types, whole parts of numbers, characters.
    "_FortranAClassIs",
    "_FortranASameTypeAs",
    "_FortranAExtendsTypeOf",
    "_FortranAIsContiguous",
    "_FortranAIsAssumedSize",
    "_FortranALbound",
    "_FortranAUbound",
    "_FortranASize",
    "_FortranAShape",
    "_FortranAPointerIsAssociated",
    "_FortranAExponent",
    "_FortranASpacing",
    "_FortranACeiling",
    "_FortranAFloor",
    "_FortranANint",
    "_FortranAIndex",
    "_FortranAScan",
    "_FortranAVerify",
    "_FortranALenTrim",
    "_FortranATrim",
    "_FortranARepeat",
    "_FortranAAdjust",
    "_FortranASelected",
    "_FortranAExecuteCommandLine",
    "_gfortran_st_",
    "_gfortran_transfer_",
    "_gfortran_stop",
    "_gfortran_error_stop",
    "_gfortran_runtime_error",
    "_gfortran_os_error",
    "_gfortran_set_",
    "_gfortran_string_",
    "_gfortran_compare_string",
    "_gfortran_concat_string",
    "_gfortran_system_clock",
    "_gfortran_random",
    "_gfortran_date_and_time",
    "_gfortran_cpu_time",
    "_gfortran_exit",
    "_gfortran_abort",
    "_gfortran_flush",
    // GPU queries and barriers of the runtime are elsewhere; this is printing.
    "__ockl_printf",
    "__ockl_fprintf",
    "vprintf.",
    // This compiler's own run-time library; its allocators answer before.
    "enzyme_rt_mark",
    "enzyme_rt_release",
    "enzyme_rt_clear_scratch",
    tapeDefer,
    "enzyme_rt_refuse",
    "enzyme_rt_tape_",
    "enzyme_rt_throws",
    "enzyme_rt_catches",
    "enzyme_rt_met",
    "enzyme_rt_written",
    "enzyme_rt_forget_met",
    "enzyme_rt_enter_rule",
    "enzyme_rt_leave_rule",
    "enzyme_rt_in_rule",
    "enzyme_rt_skewed",
    "enzyme_rt_unskewed",
    "enzyme_rt_forget_addresses",
};

} // namespace enzyme::calls
#endif
