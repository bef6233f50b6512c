module;
#include "product.h"
export module shapes;
export double area(double side) { return Square<double>{side}.area(); }
export template <class T> T volume(T side) { return side * side * side; }
