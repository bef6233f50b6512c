/* handtracking.peers.h - all directions at once in forward mode: ADOL-C on a record, Sacado's SFad. */
#define SACADO_DISABLE_FAD_VIEW_SPEC // no Kokkos behind it
#include <Sacado_No_Kokkos.hpp>

namespace {

constexpr int MostDirections = Pose + 2;
using Fad = Sacado::Fad::SFad<double, MostDirections>;

class Recorded {
public:
  explicit Recorded(std::shared_ptr<const HandTracking> p)
      : p(std::move(p)), tag(next++), unknowns(int(this->p->x.size())), seeds(unknowns), slopes(this->p->rows()),
        values(this->p->rows()), seedNumbers(std::size_t(unknowns) * this->p->directions()) {
    int directions = this->p->directions();
    for (int i = 0; i < unknowns; i++) {
      seeds[i] = &seedNumbers[std::size_t(i) * directions];
      for (int d = 0; d < directions; d++)
        seeds[i][d] = this->p->seed(d, i);
    }
  }

  void run(double *out) {
    if (!recorded)
      record();
    recorded = true;
    for (int r = 0; r < p->rows(); r++)
      slopes[r] = out + std::size_t(r) * p->directions();
    fov_forward(tag, p->rows(), unknowns, p->directions(), p->x.data(), seeds.data(), values.data(), slopes.data());
  }

private:
  void record() {
    std::vector<adouble> x(unknowns), error(p->rows());
    trace_on(tag, 0, 1u << 21, 1u << 23, 1u << 20, 1u << 21);
    for (int i = 0; i < unknowns; i++)
      x[i] <<= p->x[i];
    residuals(&p->hand, &p->seen, x.data(), p->complicated ? x.data() + Pose : nullptr, error.data());
    for (int r = 0; r < p->rows(); r++)
      error[r] >>= values[r];
    trace_off();
  }

  std::shared_ptr<const HandTracking> p;
  short tag;
  int unknowns;
  bool recorded = false;
  std::vector<double *> seeds, slopes;
  std::vector<double> values, seedNumbers;
  static short next;
};
short Recorded::next = 1;

void sacado(const HandTracking &p, double *out) {
  std::vector<Fad> x(p.x.size()), error(p.rows());
  for (std::size_t i = 0; i < x.size(); i++) {
    x[i] = p.x[i];
    for (int d = 0; d < p.directions(); d++)
      x[i].fastAccessDx(d) = p.seed(d, i);
  }
  residuals(&p.hand, &p.seen, x.data(), p.complicated ? x.data() + Pose : nullptr, error.data());
  for (const Fad &e : error)
    for (int d = 0; d < p.directions(); d++)
      *out++ = e.dx(d);
}

} // namespace

void addPeers(bench::Row &row, std::shared_ptr<const HandTracking> p) {
  auto recorded = std::make_shared<Recorded>(p);
  row.tool("adolc", [recorded](double *out) { recorded->run(out); });
  row.tool("sacado", [p](double *out) { sacado(*p, out); });
}
