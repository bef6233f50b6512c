/* lstm.cpp - gradient of the loss with respect to all weights. */
#include "lstm.h"
#include "request.h"

static void ours(const Lstm &p, double *g) {
  clear(g, p.x.size());
  const double *extra = p.x.data() + p.mainSize();
  __enzyme_autodiff<void>(lstmLoss<double>, enzyme_const, p.layers, enzyme_const, p.bits, enzyme_const, p.characters,
                          enzyme_dup, p.x.data(), g, enzyme_dup, extra, g + p.mainSize(), enzyme_const,
                          p.start.data(), enzyme_const, p.sequence.data());
}

static void forward(const Lstm &p, const double *v, double *out) {
  const double *extra = p.x.data() + p.mainSize();
  std::size_t stride = p.x.size() * sizeof(double);
  __enzyme_fwddiff<Jets>(lstmLoss<double>, enzyme_width, bench::Lanes, enzyme_const, p.layers, enzyme_const, p.bits,
                         enzyme_const, p.characters, enzyme_dupv, stride, p.x.data(), v, enzyme_dupv, stride, extra,
                         v + p.mainSize(), enzyme_const, p.start.data(), enzyme_const, p.sequence.data())
      .write(out);
}

namespace {

/** By hand: the gates of every cell are kept, and the layers' outputs. */
class ByHand {
public:
  ByHand(const Lstm &p, double *g)
      : p(p), layers(p.layers), size(p.bits), steps(p.characters - 1), main(p.x.data()), extra(main + p.mainSize()),
        dmain(g), dextra(g + p.mainSize()), kept(std::size_t(steps) * layers * size), probabilities(steps * size),
        dhidden(layers * size), dcell(layers * size), dinput(size), state(p.start) {
    clear(g, p.x.size());
  }

  void run() {
    for (int t = 0; t < steps; t++)
      push(t);
    for (int t = steps - 1; t >= 0; t--)
      pull(t);
  }

private:
  struct Gates {
    double input, hidden, cell, forget, ingate, outgate, change, bent; // hidden, cell: before
  };

  void push(int t) {
    const double *input = &p.sequence[t * size];
    double *output = &probabilities[t * size];
    for (int i = 0; i < size; i++)
      output[i] = input[i] * extra[i];
    for (int l = 0; l < layers; l++) {
      const double *w = main + l * 8 * size, *b = w + 4 * size;
      double *hidden = &state[2 * l * size], *cell = hidden + size;
      const double *in = l ? hidden - 2 * size : output;
      Gates *gates = &kept[(std::size_t(t) * layers + l) * size];
      for (int i = 0; i < size; i++) {
        Gates &k = gates[i];
        k.input = in[i];
        k.hidden = hidden[i];
        k.cell = cell[i];
        k.forget = sigmoid(k.input * w[i] + b[i]);
        k.ingate = sigmoid(k.hidden * w[size + i] + b[size + i]);
        k.outgate = sigmoid(k.input * w[2 * size + i] + b[2 * size + i]);
        k.change = std::tanh(k.hidden * w[3 * size + i] + b[3 * size + i]);
        cell[i] = k.cell * k.forget + k.ingate * k.change;
        k.bent = std::tanh(cell[i]);
        hidden[i] = k.outgate * k.bent;
      }
    }
    const double *last = &state[2 * (layers - 1) * size];
    double sum = 2;
    for (int i = 0; i < size; i++)
      sum += output[i] = std::exp(last[i] * extra[size + i] + extra[2 * size + i]);
    for (int i = 0; i < size; i++)
      output[i] /= sum;
  }

  void pull(int t) {
    const double *truth = &p.sequence[(t + 1) * size], *input = &p.sequence[t * size];
    const double scale = -1.0 / (double(steps) * size);
    double truths = 0;
    for (int i = 0; i < size; i++)
      truths += truth[i];
    const Gates *top = &kept[(std::size_t(t) * layers + layers - 1) * size];
    double *dtop = &dhidden[(layers - 1) * size];
    for (int i = 0; i < size; i++) {
      double d = scale * (truth[i] - truths * probabilities[t * size + i]);
      dextra[size + i] += d * top[i].outgate * top[i].bent;
      dextra[2 * size + i] += d;
      dtop[i] += d * extra[size + i];
    }
    for (int l = layers - 1; l >= 0; l--)
      pullLayer(t, l);
    for (int i = 0; i < size; i++)
      dextra[i] += dinput[i] * input[i];
  }

  void pullLayer(int t, int l) {
    const Gates *gates = &kept[(std::size_t(t) * layers + l) * size];
    const double *__restrict w = main + l * 8 * size;
    double *__restrict dw = dmain + l * 8 * size, *__restrict db = dw + 4 * size;
    double *__restrict dh = &dhidden[l * size], *__restrict dc = &dcell[l * size];
    double *__restrict below = l ? &dhidden[(l - 1) * size] : dinput.data();
    for (int i = 0; i < size; i++) {
      const Gates &k = gates[i];
      double dout = dh[i] * k.bent * k.outgate * (1 - k.outgate);
      double cell = dc[i] + dh[i] * k.outgate * (1 - k.bent * k.bent);
      double dforget = cell * k.cell * k.forget * (1 - k.forget);
      double din = cell * k.change * k.ingate * (1 - k.ingate);
      double dchange = cell * k.ingate * (1 - k.change * k.change);
      dc[i] = cell * k.forget;
      dw[i] += dforget * k.input;
      db[i] += dforget;
      dw[size + i] += din * k.hidden;
      db[size + i] += din;
      dw[2 * size + i] += dout * k.input;
      db[2 * size + i] += dout;
      dw[3 * size + i] += dchange * k.hidden;
      db[3 * size + i] += dchange;
      dh[i] = din * w[size + i] + dchange * w[3 * size + i];
      double toInput = dforget * w[i] + dout * w[2 * size + i];
      below[i] = l ? below[i] + toInput : toInput;
    }
  }

  const Lstm &p;
  int layers, size, steps;
  const double *main, *extra;
  double *dmain, *dextra;
  std::vector<Gates> kept;
  std::vector<double> probabilities, dhidden, dcell, dinput, state;
};

} // namespace

void measure(bench::Suite &suite) {
  struct Size {
    int layers, characters;
  };
  std::vector<Size> sizes{{2, 1024}, {2, 4096}, {4, 1024}, {4, 4096}};
  if (suite.quick)
    sizes = {{1, 2}, {2, 5}};
  for (Size s : sizes) {
    auto p = std::make_shared<const Lstm>(s.layers, s.characters);
    bench::Row &row = bench::gradient(suite, p);
    row.ours([p](double *g) { ours(*p, g); });
    row.hand([p](double *g) { ByHand(*p, g).run(); });
    row.forward([p, v = row.direction(0)](double *out) { forward(*p, v, out); });
    addPeers(row, p);
  }
}
