// The shadow of an object with a virtual table.
#include "words.h"
struct Base { virtual double eval(double) = 0; double k; };
struct Quad : Base { double eval(double x) override { return k * x * x; } };
double call(Base *b, double x) { return b->eval(x); }
extern "C" double __enzyme_autodiff(void *, ...);
extern "C" void *__enzyme_virtualreverse(void *);
//> Quad object, shadow; Base *b = &object, *db = &shadow; b->k = 2; db->k = 0; *(void **)db = __enzyme_virtualreverse(*(void **)db);
//> __enzyme_autodiff((void *)call, enzyme_dup, b, db, 3.0), db->k == 12, 9
