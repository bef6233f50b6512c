#include <cmath>
#include <memory>
#include <vector>

template <class T> inline T cube(T x) { return x * x * x; }

template <class T> class Polynomial {
public:
  explicit Polynomial(std::vector<T> c) : coefficients(std::move(c)) {}
  T operator()(T x) const;

private:
  std::vector<T> coefficients;
};
template <class T> T Polynomial<T>::operator()(T x) const {
  T value = 0;
  for (size_t i = coefficients.size(); i-- > 0;)
    value = value * x + coefficients[i];
  return value;
}
extern template class Polynomial<double>;

struct Shape {
  virtual ~Shape();
  virtual double area(double size) const = 0;
};
std::unique_ptr<Shape> makeShape(int kind);
double total(const double *x);
inline double counted(double x) {
  static int calls = 0;
  return ++calls > 0 ? cube(x) : 0;
}
