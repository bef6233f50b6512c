// A library that differentiates for its users.
#ifndef SLOPE_H
#define SLOPE_H
#ifdef __cplusplus
extern "C" {
#endif
double slope(double x);      // of x * x + offset(x)
double offset(double x);     // 2 x, in assembler or in C
double cxx_slope(double x);  // of x * x * x
#ifdef __cplusplus
}
#endif
#endif
