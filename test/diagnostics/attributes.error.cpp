// RUN: enzyme-clang++ -Xclang -verify -Wno-pedantic -c %s -o %t.o
// Our attributes are checked as clang checks its own.
__attribute__((enzyme_inactive(1))) void a(); // expected-error {{'enzyme_inactive' attribute takes no arguments}}
__attribute__((enzyme_function_like)) void b(); // expected-error {{'enzyme_function_like' attribute takes one argument}}
__attribute__((enzyme_function_like(3))) void c(); // expected-error {{'enzyme_function_like' attribute requires a string}}
struct __attribute__((enzyme_nofree)) D {}; // expected-warning {{'enzyme_nofree' attribute only applies to functions}}
[[enzyme::nofree]] double e; // expected-warning {{attribute only applies to functions}}
void f() { [[enzyme::inactive]] double local = 0; (void)local; } // expected-warning {{attribute only applies to functions and variables with static storage}}
[[enzyme::innactive]] void g(); // expected-warning-re {{unknown attribute {{.*}}innactive{{.*}} ignored}}
