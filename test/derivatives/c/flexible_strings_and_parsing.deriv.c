// A calculator: tokens, recursive descent, variables that are active.
#include "check.h"
#include <ctype.h>

struct parser {
  const char *at;
  const double *variables;
};

static double sum(struct parser *p);
static double factor(struct parser *p) {
  while (isspace((unsigned char)*p->at))
    p->at++;
  if (*p->at == '(') {
    p->at++;
    double v = sum(p);
    p->at++;
    return v;
  }
  if (isalpha((unsigned char)*p->at))
    return p->variables[*p->at++ - 'a'];
  char *end;
  double v = strtod(p->at, &end);
  p->at = end;
  return v;
}
static double product(struct parser *p) {
  double v = factor(p);
  while (*p->at == '*' || *p->at == '/')
    if (*p->at++ == '*')
      v *= factor(p);
    else
      v /= factor(p);
  return v;
}
static double sum(struct parser *p) {
  double v = product(p);
  while (*p->at == '+' || *p->at == '-')
    if (*p->at++ == '+')
      v += product(p);
    else
      v -= product(p);
  return v;
}

double f(const double *x) {
  struct parser p = {"a*(b+2.5)*a-b/(1+a)+3*c*c", x};
  return sum(&p);
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
