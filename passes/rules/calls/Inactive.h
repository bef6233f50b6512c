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

#include "rules/Shape.h"

namespace enzyme::calls {
using llvm::StringLiteral;

/// Variables of the C library that lead to its own memory.
inline constexpr StringLiteral libraryVariables[] = {"stdin",
                                                     "stdout",
                                                     "stderr",
                                                     "environ",
                                                     "optarg",
                                                     "tzname",
                                                     "suboptarg",
                                                     "program_invocation_name",
                                                     "program_invocation_short_name"};

// Names, separated by blanks, beside the shape (rules/Shape.h) that C gives them. They
// count only for functions without a body and of that shape: a program may well have a
// `double error(double)` or a `void select(double *, int)` of its own in another file.
inline constexpr ShapedNames standardIO[] = {
    {"n", "getwchar getchar getchar_unlocked fcloseall"},
    {"p", "tmpfile tmpfile64"},
    {"v", "closelog"},
    {"nn", "putchar putchar_unlocked putwchar close fsync fdatasync dup isatty"},
    {"np", "puts _IO_getc fgetwc getc fgetc getc_unlocked fclose fflush ftell ftello ftello64 "
           "feof ferror feof_unlocked ferror_unlocked fileno pclose mkstemp remove __uflow pipe "
           "unlink rmdir chdir closedir"},
    {"pp", "gets tmpnam mkdtemp opendir readdir readdir64"},
    {"vp", "perror rewind clearerr setlinebuf flockfile funlockfile"},
    {"nnn", "ftruncate dup2"},
    {"nnp", "putc fputc putw _IO_putc putc_unlocked fputc_unlocked fputwc ungetc fputwc_unlocked "
            "fstat fstat64"},
    {"np*", "printf iprintf small_printf wprintf"},
    {"npn", "__overflow fwide creat truncate access mkdir mlock munlock"},
    {"npp", "vprintf vwprintf fputs fputs_unlocked fputws vscanf __isoc99_vscanf __isoc23_vscanf "
            "fgetpos fsetpos rename stat lstat stat64 lstat64"},
    {"pnp", "fdopen"},
    {"ppn", "getcwd"},
    {"ppp", "fopen fopen64 popen realpath"},
    {"vnp", "psignal"},
    {"vp*", "warn warnx"},
    {"vpp", "vwarn vwarnx"},
    {"nnn*", "fcntl ioctl"},
    {"nnnn", "lseek lseek64"},
    {"nnnp", "__fxstat"},
    {"nnp*", "dprintf __printf_chk __wprintf_chk"},
    {"nnpn", "write"},
    {"nnpp", "vdprintf __vprintf_chk __xstat __lxstat"},
    {"npn*", "open open64"},
    {"npnn", "fseek fseeko fseeko64 poll madvise mprotect msync"},
    {"npp*", "fprintf sprintf asprintf fiprintf siprintf fwprintf"},
    {"nppp", "vfprintf vsprintf vasprintf vfwprintf getline vfscanf vsscanf __isoc99_vfscanf "
             "__isoc99_vsscanf __isoc23_vfscanf __isoc23_vsscanf"},
    {"ppnp", "fgetws fgets"},
    {"pppp", "freopen freopen64"},
    {"vnp*", "err errx syslog"},
    {"vnpp", "verr verrx"},
    {"vpnn", "openlog"},
    {"nppppppp", "ilaenv_"}, // LAPACK's block sizes
    {"npppppppnn", "ilaenv_"},
    {"nnnnn", "posix_fadvise"},
    {"nnnp*", "__dprintf_chk"},
    {"nnpn*", "openat"},
    {"nnpnn", "pwrite"},
    {"npnnp", "fwrite fwrite_unlocked"},
    {"npnp*", "snprintf __fprintf_chk __asprintf_chk swprintf __fwprintf_chk"},
    {"npnpp", "vsnprintf __vfprintf_chk __vasprintf_chk vswprintf"},
    {"nppnp", "getdelim __getdelim"},
    {"ppnnp", "__fgets_chk"},
    {"vnnp*", "error"},
    {"nnpppp", "select"},
    {"npnnp*", "__sprintf_chk"},
    {"npnnpp", "__vsprintf_chk"},
    {"npnnnp*", "__snprintf_chk __swprintf_chk"},
    {"npnnnpp", "__vsnprintf_chk"},
};

inline constexpr ShapedNames processAndTime[] = {
    // What keeps threads apart; parallel/ leaves it where it is.
    {"vpnp", "__kmpc_critical __kmpc_end_critical"},
    {"vpnpn", "__kmpc_critical_with_hint"},
    {"np", "__kmpc_global_thread_num"},
    {"v", "enzyme_rt_team_barrier enzyme_rt_team_join enzyme_rt_team_taskwait "
          "enzyme_rt_team_group enzyme_rt_team_end_group"},
    {"vp", "enzyme_rt_team_enter enzyme_rt_team_leave enzyme_rt_team_hold enzyme_rt_team_drop"},
    {"n", "fork getpid getppid getuid geteuid getgid getpagesize sched_yield sched_getcpu "
          "get_nprocs clock rand random lrand48 mrand48 arc4random fegetexcept fegetround "
          "__flt_rounds pthread_self"},
    {"p", "localeconv dlerror __errno_location __error ___errno"},
    {"v", "abort __stack_chk_fail __chk_fail tzset malloc_stats "
          "__rust_no_alloc_shim_is_unstable_v2"},
    {"nn", "alarm sysconf nice usleep sleep feclearexcept feraiseexcept fetestexcept "
           "feenableexcept fedisableexcept fesetround malloc_trim"},
    {"np", "sigemptyset sigfillset system wait unsetenv uname time "
           "mktime timegm times rand_r nrand48 jrand48 fegetenv fesetenv feholdexcept "
           "feupdateenv pthread_mutex_destroy pthread_mutex_lock pthread_mutex_trylock "
           "pthread_mutex_unlock pthread_mutexattr_init pthread_mutexattr_destroy "
           "pthread_rwlock_destroy pthread_rwlock_rdlock pthread_rwlock_wrlock "
           "pthread_rwlock_unlock pthread_spin_lock pthread_spin_unlock pthread_attr_init "
           "pthread_attr_destroy malloc_usable_size malloc_size ftime dlclose"},
    {"pn", "nl_langinfo"},
    {"pp", "getenv secure_getenv gmtime localtime asctime ctime uselocale seed48"},
    {"vn", "exit _exit _Exit quick_exit srand srandom srand48"},
    {"vp", "__fortify_fail freelocale mallinfo mallinfo2"},
    {"nn*", "syscall"},
    {"nnn", "getpriority pthread_equal mallopt"},
    {"nnp",
     "getrusage getrlimit setrlimit clock_gettime clock_getres getitimer srandom_r srand48_r "
     "pthread_setname_np"},
    {"npn", "sigaddset gethostname timespec_get backtrace pthread_mutexattr_settype "
            "pthread_spin_init pthread_attr_setstacksize pthread_attr_setdetachstate "
            "pthread_attr_setscope pthread_attr_setinheritsched pthread_attr_setguardsize"},
    {"npp", "gettimeofday nanosleep dladdr random_r "
            "pthread_mutex_init pthread_rwlock_init"},
    {"pnp", "setlocale"},
    {"ppn", "backtrace_symbols dlopen"},
    {"ppp", "gmtime_r localtime_r asctime_r ctime_r"},
    {"nnnp", "sched_setaffinity sched_getaffinity pthread_setaffinity_np pthread_getaffinity_np"},
    {"nnpn", "waitpid"},
    {"nnpp", "sigprocmask setitimer"},
    {"nppn", "setenv"},
    {"pnpp", "newlocale"},
    {"pppp", "strptime"},
    {"vpnn", "backtrace_symbols_fd"},
    {"vppn", "__assert"},
    {"nnnpp", "clock_nanosleep"},
    {"npnpp", "strftime"},
    {"vnpnp", "__assert_perror_fail"},
    {"vppnp", "__assert_fail __assert_rtn"},
    {"vppnpn", "__assertfail"}, // CUDA's
};

inline constexpr ShapedNames strings[] = {
    {"n", "__ctype_get_mb_cur_max"},
    {"p", "__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc"},
    {"nn", "btowc wctob towlower towupper iswspace iswdigit iswalpha isalnum isalpha isblank "
           "iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit isascii "
           "toascii tolower toupper abs labs llabs imaxabs ffs ffsl ffsll"},
    {"np", "strlen wcslen wctype atoi atol atoll"},
    {"pn", "strerror strsignal"},
    {"pp", "strdup __strdup basename dirname __xpg_basename"},
    {"vp", "regfree globfree"},
    {".nn", "ldiv lldiv"},
    {"nnn", "iswctype div"},
    {"npn", "strnlen wctomb"},
    {"npp", "strcmp strcasecmp strcoll strspn strcspn wcscmp"},
    {"ppn", "strndup __strndup strchr strrchr strchrnul rawmemchr index rindex wcschr wcsrchr"},
    {"ppp", "strcpy strcat stpcpy strstr strcasestr strpbrk strsep wcscpy wcscat "
            "wcsstr wcspbrk"},
    {"nnpn", "__xpg_strerror_r"},
    {"npnp", "wcrtomb mbrlen"},
    {"nppn", "strncmp strncasecmp strxfrm strlcpy strlcat memcmp bcmp wcsncmp wmemcmp mbstowcs "
             "wcstombs mbtowc strtol strtoll strtoul strtoull strtoimax strtoumax __isoc23_strtol "
             "__isoc23_strtoll __isoc23_strtoul __isoc23_strtoull wcstol wcstoll wcstoul wcstoull "
             "regcomp fnmatch"},
    {"pnpn", "strerror_r"},
    {"ppnn", "memchr memrchr wmemchr"},
    {"ppnpn", "memmem"},
    {"pppn", "strncpy strncat stpncpy __strcpy_chk __strcat_chk __stpcpy_chk wcsncpy"},
    {"pppp", "strtok_r __strtok_r wcstok"},
    {"npnpp", "glob"},
    {"nppnn", "__strtol_internal"},
    {"nppnp", "mbrtowc mbsrtowcs wcsrtombs"},
    {"pppnn", "__strncpy_chk __strncat_chk __stpncpy_chk"},
    {"nppnnp", "mbsnrtowcs wcsnrtombs"},
    {"nppnpn", "regexec"},
};

/// Of these, what copies characters.
inline constexpr ShapedNames textCopies[] = {
    {"pp", "strdup __strdup"},
    {"ppn", "strndup __strndup"},
    {"ppp", "strcpy strcat stpcpy wcscpy wcscat"},
    {"nppn", "strlcpy strlcat"},
    {"pppn", "strncpy strncat stpncpy __strcpy_chk __strcat_chk __stpcpy_chk wcsncpy"},
    {"pppnn", "__strncpy_chk __strncat_chk __stpncpy_chk"},
};

/// These keep what they are given, or hand it on.
inline constexpr ShapedNames retaining[] = {
    {"np", "atexit at_quick_exit"},
    {"pp", "setstate"},
    {"npp", "on_exit"},
    {"pnp", "signal"},
    {"ppp", "open_memstream strtok"},
    {"nnpp", "sigaction"},
    {"pnpn", "initstate"},
    {"npnppppp", "__libc_start_main"},
};

/// Of these, what others of the library read, write, call or hand out while the program runs.
inline constexpr ShapedNames handingOn[] = {
    {"np", "putenv"},     {"npp", "dl_iterate_phdr"},
    {"vpp", "setbuf"},    {"nnpp", "getopt"},
    {"ppnp", "fmemopen"}, {"vppn", "setbuffer"},
    {"nppnn", "setvbuf"}, {"nnpppp", "getopt_long getopt_long_only"},
};

/// One character to a stream, or from there.
inline constexpr ShapedNames characterWrites[] = {
    {"nnp", "putc fputc _IO_putc putc_unlocked fputc_unlocked ungetc"},
};
inline constexpr ShapedNames characterReads[] = {
    {"np", "_IO_getc fgetc getc getc_unlocked"},
    {"n", "getchar getchar_unlocked"},
};

/// FFTW, beside its transforms.
inline constexpr ShapedNames transforms[] = {
    {"n", "fftw_init_threads fftwf_init_threads fftwl_init_threads fftw_planner_nthreads "
          "fftwf_planner_nthreads fftwl_planner_nthreads fftw_import_system_wisdom "
          "fftwf_import_system_wisdom fftwl_import_system_wisdom"},
    {"p", "fftw_export_wisdom_to_string fftwf_export_wisdom_to_string "
          "fftwl_export_wisdom_to_string"},
    {"v", "fftw_forget_wisdom fftwf_forget_wisdom fftwl_forget_wisdom "
          "fftw_make_planner_thread_safe fftwf_make_planner_thread_safe "
          "fftwl_make_planner_thread_safe"},
    {"fp", "fftw_cost fftwf_cost fftwl_cost fftw_estimate_cost fftwf_estimate_cost "
           "fftwl_estimate_cost"},
    {"np", "fftw_export_wisdom_to_filename fftwf_export_wisdom_to_filename "
           "fftwl_export_wisdom_to_filename fftw_import_wisdom_from_filename "
           "fftwf_import_wisdom_from_filename fftwl_import_wisdom_from_filename "
           "fftw_import_wisdom_from_file fftwf_import_wisdom_from_file "
           "fftwl_import_wisdom_from_file fftw_import_wisdom_from_string "
           "fftwf_import_wisdom_from_string fftwl_import_wisdom_from_string "
           "fftw_alignment_of fftwf_alignment_of fftwl_alignment_of"},
    {"pp", "fftw_sprint_plan fftwf_sprint_plan fftwl_sprint_plan"},
    {"vf", "fftw_set_timelimit fftwf_set_timelimit fftwl_set_timelimit"},
    {"vn", "fftw_plan_with_nthreads fftwf_plan_with_nthreads fftwl_plan_with_nthreads"},
    {"vp", "fftw_print_plan fftwf_print_plan fftwl_print_plan fftw_export_wisdom_to_file "
           "fftwf_export_wisdom_to_file fftwl_export_wisdom_to_file"},
    {"npp", "fftw_import_wisdom fftwf_import_wisdom fftwl_import_wisdom"},
    {"vpp", "fftw_fprint_plan fftwf_fprint_plan fftwl_fprint_plan fftw_export_wisdom "
            "fftwf_export_wisdom fftwl_export_wisdom fftw_threads_set_callback "
            "fftwf_threads_set_callback fftwl_threads_set_callback"},
    {"vpppp", "fftw_flops fftwf_flops fftwl_flops"},
};

/// These do take or return floats.
inline constexpr ShapedNames withFloats[] = {
    {"f", "drand48 dsecnd dsecnd_ second_ dclock_ omp_get_wtime"},
    {"fp", "atof erand48"},
    {"fpp", "strtod strtof strtold wcstod wcstof wcstold"},
    {"fppp", "strtod_l strtof_l strtold_l"},
    {"fppn", "__strtod_internal"},
    {"pfnpp", "ecvt fcvt"},
    {"pfnp", "gcvt"},
    {"npnpf", "strfromd strfromf strfroml"},
    {"fnn", "difftime"},
    {"nf", "__fpclassify __fpclassifyf __fpclassifyl __isnan __isnanf __isnanl __isinf __isinff "
           "__isinfl __finite __finitef __finitel __signbit __signbitf __signbitl isnan isinf "
           "finite isnanf isinff finitef isnanl isinfl finitel __issignaling __issignalingf "
           "__issignalingl"},
    {"nff", "__iseqsig __iseqsigf __iseqsigl"},
};

/// Every symbol that begins so.
/// Our own run-time library: what a derivative of a derivative meets.
inline constexpr StringLiteral tapeScopes[] = {"enzyme_rt_mark", "enzyme_rt_release",
                                               "enzyme_rt_tape_open", "enzyme_rt_tape_close",
                                               "enzyme_rt_tape_discard"};
inline constexpr StringLiteral tapeDefer = "enzyme_rt_defer"; ///< with any number of arguments

inline constexpr StringLiteral prefixes[] = {
    "enzyme.device.wait.", // rules/gpu/Meetings.h
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
    "_FortranAEtime",
    "_FortranASecnds",
    "_FortranADsecnds",
    "_FortranASleep",
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
    tapeDefer,
    "enzyme_rt_refuse",
    "enzyme_rt_map_over",
    "enzyme_rt_sweep_ends",
    "enzyme_rt_tape_",
    "enzyme_rt_throws",
    "enzyme_rt_catches",
    "enzyme_rt_exception_",
    "enzyme_rt_jump_",
    "enzyme_rt_thread_",
    "enzyme_rt_once_",
    "enzyme_rt_vectors_of_equal_values",
    "enzyme_rt_met",
    "enzyme_rt_written",
    "enzyme_rt_distance",
    "enzyme_rt_span",
    "enzyme_rt_forget_met",
    "enzyme_rt_begin_half",
    "enzyme_rt_keeps",
    "enzyme_rt_keeps_array",
    "enzyme_rt_arrays_check",
    "enzyme_rt_argument",
    "enzyme_rt_begins",
    "enzyme_rt_has",
    "enzyme_rt_points",
    "enzyme_rt_half_ends",
    "enzyme_rt_leads",
    "enzyme_rt_leads_at",
    "enzyme_rt_shares",
    "enzyme_rt_link_nodes",
    "enzyme_rt_enter_rule",
    "enzyme_rt_leave_rule",
    "enzyme_rt_in_rule",
    "enzyme_rt_skewed",
    "enzyme_rt_unskewed",
    "enzyme_rt_placed",
    "enzyme_rt_forget_addresses",
    "enzyme_rt_forget_moved",
    "enzyme_rt_bits_",
    "enzyme_rt_check_",
    // What it knows of FFTW's plans; transforms are rules (library/fftw/).
    "enzyme_fftw",
    // What host code of devices asks it for (library/gpu/).
    "enzyme_gpu_check",
    "enzyme_gpu_made",
    "enzyme_gpu_gone",
    "enzyme_gpu_is_gone",
    "enzyme_gpu_result",
    "enzyme_gpu_no_numbers",
};

} // namespace enzyme::calls
#endif
