/* config.h - what GSL's configure would find out on a Linux machine with C99. */
#define HAVE_DECL_ISNAN 1
#define HAVE_DECL_ISINF 1
#define HAVE_DECL_FINITE 1
#define HAVE_DECL_HYPOT 1
#define HAVE_DECL_EXPM1 1
#define HAVE_DECL_LOG1P 1
#define HAVE_DECL_LDEXP 1
#define HAVE_DECL_FREXP 1
#define HAVE_IEEE_COMPARISONS 1
#define HAVE_IEEE_DENORMALS 1
#define HAVE_PRINTF_LONGDOUBLE 1
#define HAVE_C99_INLINE 1
#define RELEASED 1
#define PACKAGE_NAME "gsl"
#define GSL_COERCE_DBL(x) (x)
