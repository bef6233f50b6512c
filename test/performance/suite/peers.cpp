/*===- peers.cpp - gradients by the tools that Debian packages -------------===
 *
 * Compiled once a case, with plain clang and CASE_HEADER. Each tool is used the way
 * that is fastest for it:
 *
 *   ADOL-C   records once; a gradient is an evaluation of that record. Its buffers
 *            are large enough that it never writes to disk below 1 GB.
 *   Sacado   Rad, which records during each evaluation; its memory is used again.
 *
 * Cases that are no gradient of a scalar function define PEERS_OF_ITS_OWN and bring
 * `addPeers` along (NAME.peers.h), or WITHOUT_PEERS.
 *===---------------------------------------------------------------------===*/
#include <adolc/adolc.h>

#include <Sacado_trad.hpp>

#include CASE_HEADER
#include "peers.h"

#if defined(PEERS_OF_ITS_OWN)
#include PEERS_OF_ITS_OWN
#elif defined(WITHOUT_PEERS)
void addPeers(bench::Row &, std::shared_ptr<const Case>) {}
#else

using Rad = Sacado::Rad::ADvar<double>;

namespace {

/** One record; short-lived processes never free it. */
class Recorded {
public:
  explicit Recorded(std::shared_ptr<const Case> p) : problem(std::move(p)), tag(next++) {}

  void gradient(double *out) {
    if (!recorded)
      record();
    recorded = true;
    ::gradient(tag, int(problem->x.size()), problem->x.data(), out);
  }

private:
  /** Twice: buffers of just the size that is needed cost least per evaluation. */
  void record() {
    record(1u << 27, 1u << 28, 1u << 25, 1u << 27);
    std::size_t counts[STAT_SIZE];
    tapestats(tag, counts);
    auto room = [&counts](int what) { return unsigned(counts[what]) + 1000; };
    record(room(NUM_OPERATIONS), room(NUM_LOCATIONS), room(NUM_VALUES), room(TAY_STACK_SIZE));
  }

  void record(unsigned operations, unsigned locations, unsigned values, unsigned taylors) {
    trace_on(tag, 0, operations, locations, values, taylors);
    std::vector<adouble> x(problem->x.size());
    for (std::size_t i = 0; i < x.size(); i++)
      x[i] <<= problem->x[i];
    adouble y = problem->value(x.data());
    double value;
    y >>= value;
    trace_off();
  }

  std::shared_ptr<const Case> problem;
  short tag;
  bool recorded = false;
  static short next;
};
short Recorded::next = 1;

void sacado(const Case &problem, double *out) {
  std::vector<Rad> x(problem.x.begin(), problem.x.end());
  Rad y = problem.value(x.data());
  Sacado::Rad::ADcontext<double>::Gradcomp();
  for (std::size_t i = 0; i < x.size(); i++)
    out[i] = x[i].adj();
}

} // namespace

void addPeers(bench::Row &row, std::shared_ptr<const Case> problem) {
  auto recorded = std::make_shared<Recorded>(problem);
  row.tool("adolc", [recorded](double *out) { recorded->gradient(out); });
  row.tool("sacado", [problem](double *out) { sacado(*problem, out); });
}

#endif
