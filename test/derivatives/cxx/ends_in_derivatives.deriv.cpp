// A derivative comes to the end that the program would come to, and says what the program would:
// the path may write, call what has no derivative, and have no body here.
// prints: element 3 of 3 is missing, after 1 2 4
// only: -O0 -O2 asan
#include "check.h"
#include <cstdio>
#include <cstdlib>
#include <execinfo.h>
#include <sstream>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

static std::vector<std::string> reports;
static double *written;
struct Report { // as macros that check have it
  std::ostringstream text;
  Report(const char *what, double *place) {
    text << what;
    *place = 7;
  }
  [[noreturn]] ~Report() {
    reports.push_back(text.str() + ", after");
    void *frames[4];
    backtrace_symbols(frames, backtrace(frames, 4));
    sendto(-1, written, sizeof(double), 0, nullptr, 0);
    std::string line;
    for (const std::string &part : reports)
      line += part;
    for (int i = 0; i < 3; i++)
      line += " " + std::to_string(int(written[i]));
    std::puts(line.c_str());
    std::fflush(stdout);
    _exit(checkFailures != 0);
  }
};
#define REQUIRE(condition, place)                                                                  \
  if (condition) {                                                                                 \
  } else                                                                                           \
    Report("element ", place).text

double f(const double *x, double *work, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    REQUIRE(i < 3, &work[3]) << i << " of " << 3 << " is missing";
    work[i] = x[i] * x[i] * (i + 1);
    sum += work[i] * x[i];
  }
  return sum;
}
static double ofThree(const double *x) {
  double work[4];
  return f(x, work, 3);
}
CHECK_FUNCTION(ofThree, 3, 0.5, -1, 2);

CHECK_VALUES(endsThere) {
  double x[4] = {1, 1, 1.25, 2}, dx[4] = {0}, work[4] = {0}, dwork[4] = {0};
  written = work;
  __enzyme_autodiff_checkv((void *)f, enzyme_dup, x, dx, enzyme_dup, work, dwork, enzyme_const, 4);
  EXPECT_CLOSE(0, 1, 0); // not reached
}
