// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// Registrations of the wrong shape are refused where they are written.
double __enzyme_autodiff(void *, ...);
double square(double x) { return x * x; }
double augmented(double x) { return x * x; }
double reverse(double x, double seed) { return 2 * x * seed; }
double reverse_short(double x) { return x; }
void *make(int tag, unsigned long bytes);
void drop(void *memory, int tag);
double state;

void *__enzyme_register_gradient_short[] = {(void *)square, (void *)augmented}; // expected-error {{'__enzyme_register_gradient_short' must be initialised with {function, augmented function, reverse function} [ENZ0040]}}
void *__enzyme_inactivefn_number = (void *)3; // expected-error {{entry 1 of '__enzyme_inactivefn_number' is no function [ENZ0041]}}
void *__enzyme_register_derivative_null[2]; // expected-error-re {{'__enzyme_register_derivative_null' is initialised when the program runs{{.*}}ENZ0042}}
void *__enzyme_register_gradient_shape[] = {(void *)square, (void *)augmented, (void *)reverse_short}; // expected-error-re {{the reverse function of '__enzyme_register_gradient_shape' has the wrong type: it takes 1 parameters where 2 are expected{{.*}}ENZ0043}}
void *__enzyme_register_gradient_lanes[] = {(void *)square, (void *)augmented, (void *)reverse, (void *)reverse}; // expected-error-re {{the function for further lanes of '__enzyme_register_gradient_lanes' has the wrong type: it must be that of the function that the first lane calls{{.*}}ENZ0043}}
void *__enzyme_register_gradient_first[] = {(void *)square, (void *)augmented, (void *)reverse};
void *__enzyme_register_gradient_second[] = {(void *)square, (void *)augmented, (void *)reverse}; // expected-error {{'__enzyme_register_gradient_second' registers a second gradient for 'square' [ENZ0044]}}
void *__enzyme_register_splitderivative_s[] = {(void *)square, (void *)augmented, (void *)reverse}; // expected-error-re {{the augmented function of '__enzyme_register_splitderivative_s' has the wrong type: it takes 1 parameters where 2 are expected{{.*}}ENZ0043}}
void *__enzyme_register_gradiant_x[] = {(void *)square, (void *)augmented, (void *)reverse}; // expected-error-re {{'__enzyme_register_gradiant_x' is no registration that is known; did you mean '__enzyme_register_gradient'?{{.*}}ENZ0046}}
void *__enzyme_allocation_like_x[] = {(void *)make, (void *)1, "-1,one", (void *)drop}; // expected-error-re {{the free argument list "-1,one" of '__enzyme_allocation_like_x' is malformed{{.*}}ENZ0047}}
void *__enzyme_inactive_global_x = (void *)square; // expected-error-re {{entry 1 of '__enzyme_inactive_global_x' is no variable{{.*}}ENZ0048}}

double a(void) { return __enzyme_autodiff((void *)square, 3.0); }
