// The same in C++20, where all members of strings are in the headers.
// only: -O2
// std: c++20
#include "numbers_in_strings_that_are_made.deriv.cpp"
