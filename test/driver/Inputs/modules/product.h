// What a header gives to a module: instances of these are read when they are called.
template <class T> T product(T a, T b) { return a * b; }
template <class T> struct Square {
  T side;
  T area() const { return product(side, side); }
};
