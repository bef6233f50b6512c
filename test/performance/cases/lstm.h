/*===- lstm.h - a long short-term memory that predicts characters ----------===
 *
 * Every gate of a cell works number by number (no matrices): weights and biases of
 * four gates a layer, input and output scaled by `extra`. The loss is the negative
 * mean of the log-probabilities of the characters that come, one-hot in `sequence`.
 *===---------------------------------------------------------------------===*/
#ifndef BENCH_LSTM_H
#define BENCH_LSTM_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <vector>

template <class T> T sigmoid(T x) {
  using std::exp;
  return 1.0 / (1.0 + exp(-x));
}

/** One cell: `hidden` and `cell` become those of the next character. */
template <class T>
void lstmCell(int size, const T *weight, const T *bias, T *hidden, T *cell, const T *input) {
  using std::tanh;
  for (int i = 0; i < size; i++) {
    T forget = sigmoid<T>(input[i] * weight[i] + bias[i]);
    T ingate = sigmoid<T>(hidden[i] * weight[size + i] + bias[size + i]);
    T outgate = sigmoid<T>(input[i] * weight[2 * size + i] + bias[2 * size + i]);
    T change = tanh(hidden[i] * weight[3 * size + i] + bias[3 * size + i]);
    cell[i] = cell[i] * forget + ingate * change;
    hidden[i] = outgate * tanh(cell[i]);
  }
}

/** Runs all layers on one character; `state` has hidden and cell of each layer. */
template <class T>
void lstmPredict(int layers, int size, const T *main, const T *extra, T *state, const double *input, T *output) {
  for (int i = 0; i < size; i++)
    output[i] = input[i] * extra[i];
  const T *layerInput = output;
  for (int l = 0; l < layers; l++) {
    const T *weight = main + l * 8 * size;
    T *hidden = state + l * 2 * size;
    lstmCell(size, weight, weight + 4 * size, hidden, hidden + size, layerInput);
    layerInput = hidden;
  }
  for (int i = 0; i < size; i++)
    output[i] = layerInput[i] * extra[size + i] + extra[2 * size + i];
}

template <class T>
T lstmLoss(int layers, int size, int characters, const T *main, const T *extra, const double *start,
           const double *sequence) {
  using std::exp, std::log;
  std::vector<T> state(start, start + 2 * layers * size), output(size);
  T total = 0.0;
  for (int t = 0; t + 1 < characters; t++) {
    lstmPredict(layers, size, main, extra, state.data(), sequence + t * size, output.data());
    T sum = 2.0;
    for (int i = 0; i < size; i++)
      sum += exp(output[i]);
    T norm = log(sum);
    const double *truth = sequence + (t + 1) * size;
    for (int i = 0; i < size; i++)
      total += truth[i] * (output[i] - norm);
  }
  return -total / double((characters - 1) * size);
}

struct Lstm {
  int layers, characters, bits = 14;
  std::vector<double> x, start, sequence; // x: main, extra

  Lstm(int layers, int characters) : layers(layers), characters(characters) {
    bench::Random random;
    x = random.numbers(mainSize() + 3 * bits, -1, 1);
    start = random.numbers(2 * layers * bits, -1, 1);
    sequence.assign(characters * bits, 0);
    for (int t = 0; t < characters; t++)
      sequence[t * bits + random.below(bits)] = 1;
  }
  int mainSize() const { return 8 * layers * bits; }
  std::string size() const { return "lstm layers=" + std::to_string(layers) + " chars=" + std::to_string(characters); }
  template <class T> T value(const T *x) const {
    return lstmLoss(layers, bits, characters, x, x + mainSize(), start.data(), sequence.data());
  }
};
using Case = Lstm;

#endif
