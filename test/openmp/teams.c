//! races: by the tool
// Who takes part: as many teams as the primal has, of as many threads, in each sweep.
#include "check.h"
#include <omp-tools.h>

static int begun, largest;

static void onBegin(ompt_data_t *task, const ompt_frame_t *frame, ompt_data_t *region,
                    unsigned threads, int flags, const void *caller) {
  (void)task, (void)frame, (void)region, (void)flags, (void)caller;
  begun++;
  largest = (int)threads > largest ? (int)threads : largest;
}
static int initialise(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
  (void)device, (void)data;
  ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  return set(ompt_callback_parallel_begin, (ompt_callback_t)onBegin) != 0;
}
static void finalise(ompt_data_t *data) { (void)data; }
ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
  (void)version, (void)runtime;
  static ompt_start_tool_result_t tool = {initialise, finalise, {0}};
  return &tool;
}

static double loop(double *x) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += sin(x[i]) * x[i];
  return sum;
}
static double product(double *x) {
  double result = 1;
#pragma omp parallel for reduction(* : result)
  for (int i = 0; i < N; i++)
    result *= 1 + 1e-3 * x[i];
  return result;
}
static double section(double *x) {
  double result = 1;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
#pragma omp critical
    result *= 1 + 1e-3 * x[i];
  return result;
}
static double inOrder(double *x) {
  double result = 1;
#pragma omp parallel for ordered
  for (int i = 0; i < N; i++) {
#pragma omp ordered
    result = sin(result) * x[i];
  }
  return result;
}
static double atomically(double *x) {
  double result = 1;
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
#pragma omp atomic
    result *= 1 + 1e-3 * x[i];
  }
  return result;
}
static double task(double *x) {
  double result = 1;
#pragma omp parallel
#pragma omp single
#pragma omp task
  result *= x[0];
  return result;
}
static double arrays(double *x) { // what has no form for a team: more numbers than its tasks take
  double result = 1, own[20] = {x[1], x[2]};
#pragma omp parallel
#pragma omp single
#pragma omp task firstprivate(own)
  for (int i = 0; i < 2; i++)
    result *= own[i];
  return result;
}

static void expect(const char *what, int regions, int threads) {
  if (begun != regions || (regions && largest != threads)) {
    printf("%s: %d regions of %d threads, not %d of %d\n", what, begun, largest, regions, threads);
    failures++;
  }
  begun = largest = 0;
}

DERIVATIVES(loop)
DERIVATIVES(product)
DERIVATIVES(section)
DERIVATIVES(inOrder)
DERIVATIVES(atomically)
DERIVATIVES(task)
DERIVATIVES(arrays)

int main(void) {
  if (getenv("NEVER"))
    check((Function){0, loop, loopForward, loopReverse, loopInHalves, loopInLanes});
  double x[N], d[N] = {0};
  start(x);
  int threads = omp_get_max_threads();
  loop(x);
  expect("primal", 1, threads);
  loopReverse(x, d);
  expect("reverse", 2, threads);
  loopForward(x, d);
  expect("forward", 1, threads);
  FirstHalf half = __enzyme_augmentfwd((void *)loop, enzyme_dup, x, d);
  expect("first half", 1, threads);
  omp_set_num_threads(threads + 2); // the second half has the team of the first
  __enzyme_reverse((void *)loop, enzyme_dup, x, d, 1.0, half.tape);
  expect("second half", 1, threads);
  omp_set_num_threads(threads);
  productReverse(x, d);
  productInHalves(x, d);
  productForward(x, d);
  expect("product", 5, threads);
  sectionReverse(x, d);
  sectionInHalves(x, d);
  sectionForward(x, d);
  expect("section", 5, threads);
  inOrderReverse(x, d);
  inOrderInHalves(x, d);
  inOrderForward(x, d);
  expect("ordered section", 5, threads);
  atomicallyReverse(x, d);
  atomicallyInHalves(x, d);
  atomicallyForward(x, d);
  expect("atomic product", 5, threads);
  taskReverse(x, d);
  taskInHalves(x, d);
  taskForward(x, d);
  expect("task", 5, threads);
  arraysReverse(x, d);
  arraysInHalves(x, d);
  arraysForward(x, d);
  expect("by one thread", 0, 0);
  return failures != 0;
}
