export module shapes;
export double area(double side) { return side * side; }
export template <class T> T volume(T side) { return side * side * side; }
