/*===- bench.cpp - agreement first, then time ------------------------------===
 *
 *   bench [--quick] [--check] [--size=TEXT] [--out=PREFIX] [Google Benchmark's options]
 *
 * Every tool of every row runs once in a child process of its own: a crash or
 * too much memory is a result ("crashed", "over 6 GB"), and the growth of the
 * peak of resident memory belongs to that tool alone. The numbers come back
 * through shared memory and are compared. Only tools that agree are registered
 * with Google Benchmark, as ROW/TOOL; the others appear there with an error.
 *===---------------------------------------------------------------------===*/
#include "bench.h"
#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <enzyme/runtime.h>
#include <malloc.h>
#include <new>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bench {

Row &Row::tool(const std::string &name, Derivative d) {
  tools.push_back({name, std::move(d)});
  return *this;
}

Row &Row::primal(std::function<double()> f) {
  tools.insert(tools.begin(), {"primal", [f = std::move(f)](double *out) { *out = f(); }});
  return *this;
}

Row &Row::differences(std::function<double(const double *)> f, std::vector<double> x) {
  value = std::move(f);
  point = std::move(x);
  return *this;
}

const double *Row::direction(int lane) {
  if (directions.empty()) {
    unsigned long state = 88172645463325252ul;
    for (std::size_t i = 0; i < numbers * Lanes; i++) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      directions.push_back(double(state >> 11) / double(1ul << 52) - 1);
    }
  }
  return directions.data() + lane * numbers;
}

namespace {

constexpr double Tolerance = 1e-8, DifferenceTolerance = 1e-4;
constexpr rlim_t MemoryLimit = rlim_t(6) << 30;
constexpr int TimeLimit = 20; // seconds for one derivative

/** What one run of a tool in a child process came to. */
struct Outcome {
  std::string error;
  double seconds = 0, growth = 0, tape = 0;
  std::vector<double> numbers;
};

struct Shared {
  double seconds, growth, tape;
  int done;
};

double peakResident() {
  double kilobytes = 0;
  char line[256];
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status))
    if (sscanf(line, "VmHWM: %lf", &kilobytes) == 1)
      break;
  if (status)
    fclose(status);
  return kilobytes * 1024;
}

double residentNow() {
  long pages = 0, resident = 0;
  FILE *statm = fopen("/proc/self/statm", "r");
  if (statm && fscanf(statm, "%ld %ld", &pages, &resident) != 2)
    resident = 0;
  if (statm)
    fclose(statm);
  return double(resident) * double(sysconf(_SC_PAGESIZE));
}

bool isForward(const Tool &tool) { return tool.name == "forward" || tool.name == "forwardHand"; }

std::size_t count(const Row &row, const Tool &tool) {
  return tool.name == "primal" ? 1 : isForward(tool) ? Lanes : row.numbers;
}

[[noreturn]] void child(const Tool &tool, Shared *shared, double *out) {
  rlimit limit{MemoryLimit, MemoryLimit};
  setrlimit(RLIMIT_AS, &limit);
  alarm(TimeLimit);
  malloc_trim(0);
  double before = residentNow();
  auto start = std::chrono::steady_clock::now();
  try {
    tool.run(out);
  } catch (const std::bad_alloc &) {
    _exit(3);
  }
  std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  double peak = peakResident();
  if (tool.arrange)
    tool.arrange(out);
  shared->seconds = taken.count();
  shared->growth = std::max(0.0, peak - before);
  shared->tape = double(enzyme_rt_tape_peak());
  shared->done = 1;
  _exit(0);
}

Outcome runAlone(const Row &row, const Tool &tool) {
  Outcome result;
  std::size_t numbers = count(row, tool);
  std::size_t bytes = sizeof(Shared) + numbers * sizeof(double);
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return {"no shared memory", 0, 0, 0, {}};
  auto *shared = static_cast<Shared *>(memory);
  auto *out = reinterpret_cast<double *>(shared + 1);
  std::fill(out, out + numbers, NAN); // nobody relies on zeros
  fflush(nullptr);
  pid_t pid = fork();
  if (pid == 0)
    child(tool, shared, out);
  int status = 0;
  waitpid(pid, &status, 0);
  if (shared->done && WIFEXITED(status) && WEXITSTATUS(status) == 0) {
    result.seconds = shared->seconds;
    result.growth = shared->growth;
    result.tape = shared->tape;
    result.numbers.assign(out, out + numbers);
  } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
    result.error = "over " + std::to_string(TimeLimit) + " s";
  } else if (WIFEXITED(status)) {
    result.error = "over 6 GB";
  } else {
    result.error = "crashed";
  }
  munmap(memory, bytes);
  return result;
}

/** Largest distance of two vectors, relative to the second's largest number. */
double distance(const std::vector<double> &a, const std::vector<double> &b) {
  double largest = 0, apart = 0;
  for (std::size_t i = 0; i < b.size(); i++) {
    largest = std::max(largest, std::fabs(b[i]));
    double d = std::fabs(a[i] - b[i]);
    apart = d <= apart ? apart : d; // a NaN stays
    if (std::isnan(d))
      return NAN;
  }
  return largest > 0 ? apart / largest : apart;
}

std::vector<double> along(Row &row, const std::vector<double> &gradient) {
  std::vector<double> result(Lanes);
  for (int lane = 0; lane < Lanes; lane++)
    for (std::size_t i = 0; i < row.numbers; i++)
      result[lane] += gradient[i] * row.direction(lane)[i];
  return result;
}

/** Of step 1e-4 to 1e-6 the central difference that is nearest to `slope`. */
double difference(Row &row, double slope) {
  const double *direction = row.direction(0);
  double best = NAN;
  for (double step : {1e-4, 1e-5, 1e-6}) {
    auto plus = row.point, minus = row.point;
    for (std::size_t i = 0; i < plus.size(); i++) {
      double scale = step * std::max(1.0, std::fabs(row.point[i]));
      plus[i] += scale * direction[i];
      minus[i] -= scale * direction[i];
    }
    double d = (row.value(plus.data()) - row.value(minus.data())) / step / 2;
    if (!(std::fabs(d - slope) > std::fabs(best - slope)))
      best = d;
  }
  return best;
}

/** The direction's derivative where the step of unknown i was |x_i| where that is over 1. */
double slopeAlong(Row &row, const std::vector<double> &gradient) {
  double sum = 0;
  for (std::size_t i = 0; i < row.numbers; i++)
    sum += gradient[i] * std::max(1.0, std::fabs(row.point[i])) * row.direction(0)[i];
  return sum;
}

std::string disagreement(const char *with, double apart) {
  char text[100];
  snprintf(text, sizeof text, "wrong: %.1e from %s", apart, with);
  return text;
}

class Run {
public:
  bool all = true;

  /** Runs each tool once; those that fail or disagree get an error. */
  std::vector<Outcome> check(Row &row) {
    std::vector<Outcome> outcomes;
    row.direction(0); // made before the children are
    for (const Tool &tool : row.tools) {
      bool stuck = !outcomes.empty() && !outcomes[0].error.empty(); // the primal
      outcomes.push_back(stuck ? Outcome{"no primal", 0, 0, 0, {}} : runAlone(row, tool));
    }
    const Outcome *reference = nullptr;
    for (const char *name : {"hand", "reference", "adolc", "sacado", "ours"})
      for (std::size_t t = 0; t < row.tools.size() && !reference; t++)
        if (row.tools[t].name == name && outcomes[t].error.empty())
          reference = &outcomes[t];
    for (std::size_t t = 0; t < row.tools.size() && reference; t++)
      compare(row, row.tools[t], outcomes[t], reference->numbers);
    for (std::size_t t = 0; t < row.tools.size(); t++)
      report(row, row.tools[t], outcomes[t]);
    return outcomes;
  }

private:
  static void compare(Row &row, const Tool &tool, Outcome &o, const std::vector<double> &reference) {
    if (!o.error.empty() || tool.name == "primal")
      return;
    bool lanes = isForward(tool);
    double apart = distance(o.numbers, lanes ? along(row, reference) : reference);
    if (!(apart <= (tool.name == "differences" ? DifferenceTolerance : Tolerance))) {
      o.error = disagreement("the others", apart);
      return;
    }
    if (!row.value || lanes)
      return;
    double slope = slopeAlong(row, o.numbers), d = difference(row, slope);
    double size = std::max(std::fabs(d), 1e-3 * std::fabs(row.value(row.point.data())));
    apart = std::fabs(slope - d) / size;
    if (!(std::fabs(slope - d) <= DifferenceTolerance * size))
      o.error = disagreement("differences", apart);
  }

  void report(const Row &row, const Tool &tool, const Outcome &o) {
    bool peer = tool.name == "adolc" || tool.name == "sacado";
    if (!o.error.empty() && !(peer && o.error.compare(0, 5, "wrong")))
      all = false;
    fprintf(stderr, "  %-28s %-11s %-34s %10.3f ms  memory %9.3f MB  tape %9.3f MB\n", row.size.c_str(),
            tool.name.c_str(), o.error.empty() ? "agrees" : o.error.c_str(), o.seconds * 1e3,
            o.growth / 1e6, o.tape / 1e6);
  }
};

void time(Row &row, const Tool &tool, const Outcome &o) {
  auto out = std::make_shared<std::vector<double>>(count(row, tool));
  auto *registered = benchmark::RegisterBenchmark(
      (row.size + "/" + tool.name).c_str(),
      [out, run = tool.run, o, work = row.work, isGradient = row.isGradient](benchmark::State &state) {
        if (!o.error.empty()) {
          state.SkipWithError(o.error.c_str());
          return;
        }
        for (auto _ : state) {
          run(out->data());
          benchmark::DoNotOptimize(out->data());
          benchmark::ClobberMemory();
        }
        state.counters["memory"] = o.growth;
        state.counters["tape"] = o.tape;
        state.counters["work"] = work;
        state.counters["gradient"] = isGradient;
      });
  registered->Unit(benchmark::kMillisecond);
  if (o.seconds > 0.5)
    registered->Iterations(1);
}

/** Tools that are timed in one process, interleaved; memory that a peer keeps to itself
 *  disturbs nobody else. */
const std::vector<std::vector<std::string>> Groups{{"primal", "ours", "hand", "forward", "forwardHand"}, {"adolc"}, {"sacado"}};

struct Checked {
  Row *row;
  std::vector<Outcome> outcomes;
};

/** Google Benchmark on one group, in a child; results to PREFIX.GROUP.json. Nothing may be there. */
bool timeGroup(const std::vector<Checked> &checked, std::size_t group, std::string prefix,
               std::vector<char *> arguments) {
  const auto &names = Groups[group];
  fflush(nullptr);
  pid_t pid = fork();
  if (pid == 0) {
    for (const Checked &c : checked)
      for (std::size_t t = 0; t < c.outcomes.size(); t++)
        if (std::find(names.begin(), names.end(), c.row->tools[t].name) != names.end())
          time(*c.row, c.row->tools[t], c.outcomes[t]);
    std::string out = "--benchmark_out=" + prefix + "." + names[0] + ".json";
    if (!prefix.empty())
      arguments.push_back(out.data());
    char few[] = "--benchmark_repetitions=2"; // peers take most of the time, and not closely
    if (group > 0)
      arguments.push_back(few);
    int count = int(arguments.size());
    benchmark::Initialize(&count, arguments.data());
    benchmark::RunSpecifiedBenchmarks();
    fflush(nullptr);
    _exit(0);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace
} // namespace bench

int main(int argc, char **argv) {
  bench::Suite suite;
  bool timed = true;
  std::string size, out;
  std::vector<char *> rest{argv[0]};
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--quick"))
      suite.quick = true;
    else if (!strcmp(argv[i], "--check"))
      timed = false;
    else if (!strncmp(argv[i], "--size=", 7))
      size = argv[i] + 7;
    else if (!strncmp(argv[i], "--out=", 6))
      out = argv[i] + 6;
    else
      rest.push_back(argv[i]);
  }
  measure(suite);
  bench::Run run;
  std::vector<bench::Checked> checked;
  for (auto &row : suite.rows)
    if (row->size.find(size) != std::string::npos)
      checked.push_back({row.get(), run.check(*row)});
  if (timed)
    run.all &= bench::timeGroup(checked, 0, out, rest);
  for (std::size_t group = 1; group < bench::Groups.size() && timed; group++)
    for (std::size_t row = 0; row < checked.size(); row++) // ADOL-C remembers the largest row
      run.all &= bench::timeGroup({checked[row]}, group, out + "." + std::to_string(row), rest);
  return run.all ? 0 : 1;
}
