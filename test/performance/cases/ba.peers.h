/* ba.peers.h - one record for all observations; the feature is an input of it. */
namespace {

template <class T> void errors(const T *in, const T *feature, T *out) {
  project(in, in + CameraSize, out);
  for (int i = 0; i < 2; i++)
    out[i] = in[CameraSize + 3] * (out[i] - feature[i]);
}

void adolc(const Ba &p, bool &recorded, double *out) {
  constexpr int Inputs = Columns + 2;
  double in[Inputs], rows[2][Inputs], *pointers[2] = {rows[0], rows[1]}, result[2];
  for (int o = 0; o < p.observations; o++) {
    p.gather(o, in);
    in[Columns] = p.feature[2 * o];
    in[Columns + 1] = p.feature[2 * o + 1];
    if (!recorded) {
      adouble x[Inputs], y[2];
      trace_on(1);
      for (int i = 0; i < Inputs; i++)
        x[i] <<= in[i];
      errors(x, x + Columns, y);
      y[0] >>= result[0];
      y[1] >>= result[1];
      trace_off();
      recorded = true;
    }
    jacobian(1, 2, Inputs, in, pointers);
    for (double *row : pointers)
      out = std::copy(row, row + Columns, out);
    *out++ = -2 * p.weight[o];
  }
}

void sacado(const Ba &p, double *out) {
  using Rad = Sacado::Rad::ADvar<double>;
  double in[Columns];
  for (int o = 0; o < p.observations; o++) {
    p.gather(o, in);
    Rad x[Columns], y[2], feature[2] = {p.feature[2 * o], p.feature[2 * o + 1]};
    for (int i = 0; i < Columns; i++)
      x[i] = in[i];
    errors(x, feature, y);
    for (int row = 0; row < 2; row++) {
      Rad *both[2] = {&y[0], &y[1]};
      double seeds[2] = {row == 0 ? 1.0 : 0.0, row == 0 ? 0.0 : 1.0};
      Sacado::Rad::ADcontext<double>::Weighted_Gradcomp(2, both, seeds);
      for (const Rad &v : x)
        *out++ = v.adj();
    }
    *out++ = -2 * p.weight[o];
  }
}

} // namespace

void addPeers(bench::Row &row, std::shared_ptr<const Ba> p) {
  auto recorded = std::make_shared<bool>(false);
  row.tool("adolc", [p, recorded](double *out) { adolc(*p, *recorded, out); });
  row.tool("sacado", [p](double *out) { sacado(*p, out); });
}
