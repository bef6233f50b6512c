// An interpreter of expression trees: abstract base, final classes, covariant clone, visitor.
#include "check.h"
#include <memory>

struct Expression {
  virtual ~Expression() {}
  virtual double evaluate(double x) const = 0;
  virtual Expression *clone() const = 0;
};
using Ptr = std::unique_ptr<Expression>;
struct Constant final : Expression {
  double c;
  explicit Constant(double v) : c(v) {}
  double evaluate(double) const override { return c; }
  Constant *clone() const override { return new Constant(*this); }
};
struct Variable final : Expression {
  double evaluate(double x) const override { return x; }
  Variable *clone() const override { return new Variable(); }
};
struct Binary : Expression {
  Ptr a, b;
  Binary(Ptr l, Ptr r) : a(std::move(l)), b(std::move(r)) {}
};
struct Product final : Binary {
  using Binary::Binary;
  double evaluate(double x) const override { return a->evaluate(x) * b->evaluate(x); }
  Product *clone() const override { return new Product(Ptr(a->clone()), Ptr(b->clone())); }
};
struct Sum final : Binary {
  using Binary::Binary;
  double evaluate(double x) const override { return a->evaluate(x) + b->evaluate(x); }
  Sum *clone() const override { return new Sum(Ptr(a->clone()), Ptr(b->clone())); }
};

double f(const double *x) {
  Ptr square = std::make_unique<Product>(std::make_unique<Variable>(), std::make_unique<Variable>());
  Ptr scaled = std::make_unique<Product>(std::make_unique<Constant>(x[0]), Ptr(square->clone()));
  Ptr all = std::make_unique<Sum>(std::move(scaled), std::make_unique<Product>(std::move(square), std::make_unique<Variable>()));
  return all->evaluate(x[1]) + Ptr(all->clone())->evaluate(x[0]);
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
