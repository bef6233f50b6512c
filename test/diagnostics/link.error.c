// What only the link can know is said by the link, at the line that asks.
// RUN: rm -rf %t && mkdir -p %t
// RUN: enzyme-clang -c %s -o %t/asks.o
// RUN: not enzyme-clang %t/asks.o -o %t/a 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: link.error.c:[[#@LINE+37]]:{{.*}}error: no derivative is known for 2 functions: 'elsewhere', 'other'; searched: {{.*}}asks.o, libraries of the system. {{.*}}[ENZ0170]
// NOTHING: double r = __enzyme_autodiff
// NOTHING: note: 'elsewhere' is called from 'main' here; nothing on the link line defines it
// NOTHING: note: 'other' is called from 'here' here; nothing on the link line defines it
// NOTHING-NOT: undefined

// Compiled on the way to the link: what was searched is the source, not the object, which is gone.
// RUN: echo 'int beside;' > %t/beside.c
// RUN: not enzyme-clang %s %t/beside.c -o %t/a 2>&1 | FileCheck %s --check-prefix=SOURCE
// RUN: not enzyme-clang -flto %s %t/beside.c -o %t/a 2>&1 | FileCheck %s --check-prefix=SOURCE
// SOURCE: searched: link.error.c, beside.c, libraries of the system.

// The function is there, but not its code.
// RUN: enzyme-clang -fno-enzyme-carry -DDEFINES -c %s -o %t/plain.o
// RUN: not enzyme-clang %t/asks.o %t/plain.o -o %t/a 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN: it is defined in '{{.*}}plain.o', which carries no code of it

// Its code says it takes something else.
// RUN: enzyme-clang -DDEFINES -DDIFFERENT -c %s -o %t/different.o
// RUN: not enzyme-clang %t/asks.o %t/different.o -o %t/a 2>&1 | FileCheck %s --check-prefix=DIFFERENT
// DIFFERENT: error: 'elsewhere' is declared with other parameters {{.*}}[ENZ0172]

// Code of another version of the compiler.
// RUN: enzyme-clang -DDEFINES -c %s -o %t/defines.o
// RUN: sed -e 's/ADCODE[0-9][0-9]/ADCODE00/g' %t/defines.o > %t/older.o
// RUN: not enzyme-clang %t/asks.o %t/older.o -o %t/a 2>&1 | FileCheck %s --check-prefix=OLDER
// OLDER: older.o was compiled by another version of this compiler; compile it again [ENZ0171]

// A static variable of a library that exports nothing but its functions.
// RUN: echo '{ global: elsewhere; other; local: *; };' > %t/exports
// RUN: enzyme-clang -fPIC -shared -DDEFINES -DSTATIC %s -Wl,--version-script=%t/exports -o %t/library.so
// RUN: not enzyme-clang %t/asks.o %t/library.so -o %t/a 2>&1 | FileCheck %s --check-prefix=STATIC
// STATIC: error: the derivative of 'elsewhere' needs the variable 'calls' of {{.*}}library.so, which cannot be reached from outside; {{.*}}[ENZ0173]
#ifndef DEFINES
double elsewhere(double), other(double), __enzyme_autodiff(void *, double);
static double here(double x) { return other(x) * x; }
int main(void) {
  double r = __enzyme_autodiff((void *)elsewhere, 1.0); // expected-error when linked: ENZ0170
  return r + __enzyme_autodiff((void *)here, 1.0) != 0;
}
#elif defined(DIFFERENT)
double elsewhere(double x, double y) { return x * y; } // expected-error when linked: ENZ0172
double other(double x) { return x; }
#else
static int calls;
double elsewhere(double x) { // expected-error when an older compiler made the object: ENZ0171
#ifdef STATIC
  calls++; // expected-error when linked as a library: ENZ0173
#endif
  return x * x + calls;
}
double other(double x) { return x; }
#endif
