//===- through_muparser.cpp - formulas that muParser reads and evaluates
//------------------------===//
//
// Parsers made, given variables and evaluated within the derivative; text, maps, closures and byte
// code on the way.
//===----------------------------------------------------------------------------------------===//
#include "../differences.h"
#include <muParser.h>
#include <string>
#include <vector>

static double formula(const char *text, const double *x) {
  mu::Parser p;
  double a = x[0], b = x[1], c = x[2];
  p.DefineVar("a", &a), p.DefineVar("b", &b), p.DefineVar("c", &c);
  p.SetExpr(text);
  return p.Eval();
}
static double arithmetic(const double *x) { return formula("a*b+c/(a+2)-b^3*c^2", x); }
static double functions(const double *x) {
  return formula("sin(a)*cos(b)+tan(c)+exp(-a*b)+ln(1+c)+sqrt(a+b)", x);
}
static double hyperbolic(const double *x) {
  return formula("sinh(a)+cosh(b)*tanh(c)+asinh(a)+atanh(c/3)+atan2(a,b)", x);
}
static double inverses(const double *x) {
  return formula("asin(c/2)+acos(a/4)*atan(b)+log2(a+1)+log10(b)", x);
}
static double choices(const double *x) {
  return formula("a>b ? a*c : b*c^2 + min(a,b,c) + max(a*2,c) + abs(-a)", x);
}
static double sums(const double *x) { return formula("sum(a,b,c,a*b)+avg(a,b*b,c)+rint(a)*c", x); }
static double constants(const double *x) { return formula("_pi*a+_e^b*(c==0.4)+sign(-a)*c", x); }
static double assignments(const double *x) {
  mu::Parser p;
  double a = x[0], b = x[1], c = x[2];
  p.DefineVar("a", &a), p.DefineVar("b", &b), p.DefineVar("c", &c);
  p.SetExpr("a = b*c, b = a + c, a*b");
  double r = p.Eval();
  return r + a * 10 + b;
}
static double *factory(const char *, void *user) {
  auto *v = (std::vector<double> *)user;
  v->push_back(0.5);
  return &v->back();
}
static double implicit_variables(const double *x) {
  mu::Parser p;
  std::vector<double> own;
  own.reserve(8);
  double a = x[0];
  p.DefineVar("a", &a);
  p.SetVarFactory(factory, &own);
  p.SetExpr("t = a*a, u = t*3, t*u+a");
  return p.Eval() + own[0] * x[1] + own[1] * x[2];
}
static double cube(double v) { return v * v * v; }
static double blend(double u, double v, double w) { return u * (1 - w) + v * w; }
static double kilo(double v) { return v * 1000; }
static double own_functions(const double *x) {
  mu::Parser p;
  double a = x[0], b = x[1], c = x[2];
  p.DefineVar("a", &a), p.DefineVar("b", &b), p.DefineVar("c", &c);
  p.DefineFun("cube", cube), p.DefineFun("blend", blend), p.DefinePostfixOprt("k", kilo);
  p.DefineConst("g", 9.81);
  p.SetExpr("cube(a)+blend(a,b,c)*g+b k");
  return p.Eval();
}
static double several_results(const double *x) {
  mu::Parser p;
  double a = x[0], b = x[1], c = x[2];
  p.DefineVar("a", &a), p.DefineVar("b", &b), p.DefineVar("c", &c);
  p.SetExpr("a*b, b*c, c*a*a");
  int n;
  double *v = p.Eval(n);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += v[i] * (i + 1);
  return s;
}
static double loop(const double *x) {
  mu::Parser p;
  double a = x[0], b = x[1], t = 0;
  p.DefineVar("a", &a), p.DefineVar("b", &b), p.DefineVar("t", &t);
  p.SetExpr("a*sin(t)+b*t^2");
  double s = 0;
  for (int i = 0; i < 10; i++)
    t = 0.1 * i * x[2], s += p.Eval();
  return s;
}
static double bulk(const double *x) {
  mu::Parser p;
  double a[4] = {x[0], x[1], x[2], 1}, b[4] = {x[1], 2, x[0], x[2]}, r[4];
  p.DefineVar("a", a), p.DefineVar("b", b);
  p.SetExpr("a*b+sin(a)");
  p.Eval(r, 4);
  return r[0] + 2 * r[1] + 3 * r[2] + 4 * r[3];
}
static mu::Parser *made;
static double kept_parser(const double *x) {
  mu::Parser p(*made);
  double a = x[0], b = x[1];
  p.DefineVar("a", &a), p.DefineVar("b", &b);
  return p.Eval() * x[2];
}
static double failing(const double *x) {
  try {
    return formula("a*(b+", x);
  } catch (mu::Parser::exception_type &e) {
    return x[0] * e.GetPos();
  }
}
int main() {
  double a, b;
  mu::Parser parser;
  parser.DefineVar("a", &a), parser.DefineVar("b", &b);
  parser.SetExpr("a*a*b+cos(b)");
  made = &parser;
#define EACH(F) COMPARE(F, 3, 1e-6, 1.2, 0.7, 0.4)
  EACH(arithmetic);
  EACH(functions);
  EACH(hyperbolic);
  EACH(inverses);
  EACH(choices);
  EACH(sums);
  EACH(constants);
  EACH(assignments);
  EACH(implicit_variables);
  EACH(own_functions);
  EACH(several_results);
  EACH(loop);
  EACH(bulk);
  EACH(kept_parser);
  EACH(failing);
  return reported();
}
