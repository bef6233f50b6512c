// A tape that another derivative made stops the program with a sentence.
// prints: a tape was given to the reverse half of another derivative
// prints: was called without a tape
#include "check.h"
#include <sys/wait.h>
#include <unistd.h>

extern void *__enzyme_augmentfwd_void(void *, ...);
extern void __enzyme_reverse_void(void *, ...);
static void f(double *x, double *y) { *y = sin(*x) * *x; }
static void g(double *x, double *y) { *y = cos(*x) * *x; }

static int outcome(int which) {
  double x = 1, dx = 0, y = 0, dy = 1;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    dup2(1, 2); // the sentence goes to what the test reads
    void *tape = __enzyme_augmentfwd_void((void *)f, &x, &dx, &y, &dy);
    if (which == 0)
      __enzyme_reverse_void((void *)f, &x, &dx, &y, &dy, tape);
    else if (which == 1)
      __enzyme_reverse_void((void *)g, &x, &dx, &y, &dy, tape);
    else
      __enzyme_reverse_void((void *)f, &x, &dx, &y, &dy, (void *)0);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

CHECK_VALUES(its_own) { EXPECT_TRUE(outcome(0) == 0); }
CHECK_VALUES(of_another_function) { EXPECT_TRUE(outcome(1) == 1); }
CHECK_VALUES(none) { EXPECT_TRUE(outcome(3) == 1); }
