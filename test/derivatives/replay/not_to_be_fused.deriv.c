// Each differs in one detail from a call whose reverse can run with it.
#include "check.h"

enum { N = 5, D = 5 };
#define EACH for (int k = 0; k < D; k++)

NOINLINE static double bump(const double *x, double at) {
  double sum = 0;
  EACH sum += exp(-(x[k] - at) * (x[k] - at));
  return sum;
}

/// The sum is not only added to.
double squared(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += bump(x, x[i]);
  return log(sum) * sum;
}
double horner(const double *x, int n) {
  double sum = 1;
  for (int i = 0; i < n; i++)
    sum = sum * x[i] + bump(x, x[i]);
  return sum;
}
double doubled(const double *x, int n) {
  double sum = 0.1;
  for (int i = 0; i < n; i++)
    sum = sum + sum + bump(x, x[i]);
  return sum;
}
double taken(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = bump(x, x[i]) - sum;
  return sum;
}
/// What was summed up is let go where a condition holds, or at once.
double startsAgain(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += bump(x, x[i]);
    if (x[i] < 0)
      sum = x[i];
  }
  return sum;
}
double onlyTheLast(const double *x, int n) {
  double last = 0;
  for (int i = 0; i < n; i++)
    last = bump(x, x[i]);
  return last;
}
/// The sum so far goes elsewhere, too.
double sumOfSums(const double *x, int n) {
  double sum = 0, all = 0;
  for (int i = 0; i < n; i++) {
    sum += bump(x, x[i]);
    all += sum;
  }
  return all + sum;
}
double sumSoFarAsArgument(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += bump(x, 0.1 * sum);
  return sum;
}
/// Used only where a condition holds that is not known yet.
double decidedLater(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double value = bump(x, x[i]);
    if (value > 1.9)
      sum += value;
  }
  return sum;
}
double leftWithTheOldSum(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double next = sum + bump(x, x[i]);
    if (next > 8)
      break;
    sum = next;
  }
  return sum;
}
double leftWithNothing(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += bump(x, x[i]);
    if (sum > 1e3 + x[i])
      return x[i];
  }
  return sum;
}
/// What weighs it is computed from it, or only later.
double weighedByItself(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double value = bump(x, x[i]);
    sum += value * sin(value);
  }
  return sum;
}
double weighedLater(const double *x, int n) {
  double sum = 0, weight = 1;
  for (int i = 0; i < n; i++) {
    sum += bump(x, x[i]);
    weight *= 1 + x[i] * x[i];
  }
  return sum * weight;
}
/// What it read is written later: in the loop, behind it, through another name.
void overwrittenInTheLoop(double *x) {
  double sum = 0;
  for (int i = 0; i < N; i++) {
    sum += bump(x, 0.25);
    x[i] = 0.5 * x[i] * sum;
  }
}
static double readThenOverwritten(double *x) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += bump(x, 0.25 * i);
  for (int i = 0; i < N; i++)
    x[i] = x[i] * x[i];
  return sum + x[2];
}
double overwrittenBehind(const double *x) {
  double own[N];
  for (int i = 0; i < N; i++)
    own[i] = x[i] * (i + 1);
  return readThenOverwritten(own) + own[1];
}
/// The list that it reads holds numbers with derivatives, and is written again.
NOINLINE static double ofList(const double *list, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += sin(list[i]) * list[(i + 1) % n];
  return sum;
}
double listIsWrittenAgain(const double *x, int n) {
  double list[N], sum = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++)
      list[k] = x[(k + i) % n] * (k + 1);
    sum += ofList(list, n);
  }
  return sum;
}
/// The same, in part: what is written over was constant, and then it is not.
double listIsMixed(const double *x, int n) {
  double list[N], sum = 0;
  for (int k = 0; k < n; k++)
    list[k] = k;
  for (int i = 0; i < n; i++) {
    sum += ofList(list, n);
    list[i] = i % 2 ? 0.25 * i : x[i];
  }
  return sum;
}
/// Its own result, or what is known only later, says whether it is added.
double chosenByItself(const double *x, int n) {
  double sum = 0, later = 0;
  for (int i = 0; i < n; i++) {
    double value = bump(x, x[i]), other = 2 * value;
    sum += value > 1.9 ? value : other;
    later += x[i] * sum;
    sum -= later > 0.5 ? other : value;
  }
  return sum;
}
/// It writes what others read.
NOINLINE static double notes(const double *x, double at, double *note) {
  double sum = bump(x, at);
  note[0] += sum * sum;
  return sum * at;
}
double writes(const double *x, int n) {
  double sum = 0, note[2] = {0.5, 0};
  for (int i = 0; i < n; i++)
    sum += notes(x, x[i], note);
  return sum + note[0];
}
/// The result goes to memory.
void storesIt(const double *x, double *y) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += bump(x, x[i]);
  y[0] = sum;
  y[1] = sum * x[0];
}

/// Sums in memory that are looked at: in the loop, behind it, by another name, in part.
void sumIsRead(const double *restrict x, double *restrict y) {
  y[0] = y[1] = 0;
  for (int i = 0; i < N; i++) {
    double t = x[i];
    EACH t = sin(t) * t + x[(i + k) % N];
    y[0] += t * t;
    y[1] += t * y[0];
  }
}
void sumIsReadBehind(const double *restrict x, double *restrict y) {
  y[0] = y[1] = 0;
  for (int i = 0; i < N; i++) {
    double t = x[i];
    EACH t = sin(t) * t + x[(i + k) % N];
    y[i % 2] += t * t;
  }
  y[1] = sin(y[0]) * y[1];
}
void sumIsOverwritten(const double *restrict x, double *restrict y) {
  y[0] = y[1] = 0.5;
  for (int i = 0; i < N; i++) {
    double t = x[i];
    EACH t = sin(t) * t + x[(i + k) % N];
    y[i % 2] += t * t;
  }
  y[0] = x[0];
}
void sumIsScaled(const double *restrict x, double *restrict y) {
  y[0] = y[1] = 1;
  for (int i = 0; i < N; i++) {
    double t = x[i];
    EACH t = sin(t) * t + x[(i + k) % N];
    y[i % 2] = y[i % 2] * 0.5 + t;
    y[1 - i % 2] -= t;
  }
}
void inputIsTheSum(double *x) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++) {
      double d = x[i] - x[j], square = d * d + 0.5;
      x[i] -= 0.1 * d / (square * sqrt(square));
      x[j] += 0.1 * d / square;
    }
}
/// The inner loop only adds; the outer one looks at the sums.
void lookedAtOutside(const double *x, double *y) {
  for (int i = 0; i < N; i++)
    y[i] = x[i];
  for (int i = 0; i < N; i++) {
    double t = y[i];
    for (int j = 0; j < N; j++) {
      double d = x[i] - x[j] * t, e = 1 / (1.2 + d * d), f = sqrt(e + d * d);
      y[(i + j) % N] += 0.1 * e * f;
      y[j] -= 0.2 * f / (2 + e);
    }
  }
}
/// The iteration runs a second time, because of the product: its inner loop must not add twice.
double addsAndMultiplies(const double *restrict x, double *restrict y) {
  double product = 1;
  for (int i = 0; i < N; i++) {
    double t = x[i];
    for (int j = 0; j < N; j++) {
      double d = x[i] - x[j], e = 1 / (1.2 + d * d), f = sqrt(e + d * d);
      y[j % 2] += e * f * x[j];
      t += f / (2 + e);
    }
    product *= sin(t);
  }
  return product;
}
void sumsAndProduct(const double *x, double *y) {
  y[0] = y[1] = 0.5;
  y[2] = addsAndMultiplies(x, y);
}
/// Other parts of the object are looked at by addresses that are only known at run time.
void readsByIndex(const double *x, double *y) {
  static const int where[N] = {3, 0, 2, 1, 0};
  for (int i = 0; i < 4; i++)
    y[i] = x[i] * x[i];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double d = x[i] - y[where[i]], e = 1 / (1.2 + d * d), f = sqrt(2 + e * x[j]);
      y[where[j]] += 0.1 * e * f;
    }
}
double localSum(const double *x, int n) {
  double y[2] = {0, 0};
  for (int i = 0; i < n; i++) {
    double t = x[i];
    EACH t = sin(t) * t + x[(i + k) % N];
    y[i % 2] += t * t;
  }
  return y[0] * y[1];
}

CHECK_VECTOR(sumIsRead, N, 2, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_VECTOR(sumIsReadBehind, N, 2, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_VECTOR(sumIsOverwritten, N, 2, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_VECTOR(sumIsScaled, N, 2, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_VECTOR(lookedAtOutside, N, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_VECTOR(sumsAndProduct, N, 3, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_VECTOR(readsByIndex, N, 4, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_INPLACE(inputIsTheSum, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION_N(localSum, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION_N(squared, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION_N(horner, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION_N(doubled, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION_N(taken, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION_N(startsAgain, N, 0.3, -0.2, 0.5, 0.1, 0.4);
CHECK_FUNCTION_N(onlyTheLast, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION_N(sumOfSums, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION_N(sumSoFarAsArgument, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION_N(decidedLater, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION_N(listIsWrittenAgain, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION_N(listIsMixed, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION_N(chosenByItself, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION_N(leftWithTheOldSum, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION_N(leftWithNothing, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION_N(weighedByItself, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION_N(weighedLater, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_INPLACE(overwrittenInTheLoop, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION(overwrittenBehind, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_FUNCTION_N(writes, N, 0.3, -0.2, 0.5, 0.1, -0.4);
CHECK_VECTOR(storesIt, N, 2, 0.3, -0.2, 0.5, 0.1, -0.4);
