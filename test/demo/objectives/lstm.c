/* lstm.c - loss of a recurrent network that predicts the next character.
 *
 * Two layers of long short-term memory with one weight per gate and unit. With
 * input x, hidden state h, cell state c and σ the logistic function,
 *
 *   f = σ(w_f x + b_f)   i = σ(w_i h + b_i)   o = σ(w_o x + b_o)   g = tanh(w_g h + b_g)
 *   c ← f c + i g        h ← o tanh(c)        (units apart; both overwritten in place)
 *
 * The first layer's input is the character scaled by `in`; the last layer's
 * output is scaled by `out` and shifted by `shift`. The loss is the mean of
 * -log softmax(output)[next character]. Variables: gates, scales and shift. */
#include "measure.h"
#include "words.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { LAYERS = 2, UNITS = 28, LENGTH = 512 };
enum { FORGET, INGATE, OUTGATE, CHANGE, GATES };

struct gate {
  double weight[UNITS], bias[UNITS];
};
struct network {
  struct gate gate[LAYERS][GATES];
  double in[UNITS], out[UNITS], shift[UNITS];
};
struct state {
  double hidden[LAYERS][UNITS], cell[LAYERS][UNITS];
};
struct text {
  int length;
  int symbol[LENGTH]; /* 0 … UNITS - 1 */
};

static double sigmoid(double x) { return 1 / (1 + exp(-x)); }

/* One layer, one character; overwrites its hidden and cell state. */
static void advance(const struct gate *gate, double *hidden, double *cell, const double *input) {
  for (int i = 0; i < UNITS; i++) {
    double forget = sigmoid(input[i] * gate[FORGET].weight[i] + gate[FORGET].bias[i]);
    double ingate = sigmoid(hidden[i] * gate[INGATE].weight[i] + gate[INGATE].bias[i]);
    double outgate = sigmoid(input[i] * gate[OUTGATE].weight[i] + gate[OUTGATE].bias[i]);
    double change = tanh(hidden[i] * gate[CHANGE].weight[i] + gate[CHANGE].bias[i]);
    cell[i] = cell[i] * forget + ingate * change;
    hidden[i] = outgate * tanh(cell[i]);
  }
}

/* Scores of the next character after `symbol`. */
static void predict(const struct network *net, struct state *state, int symbol, double *score) {
  for (int i = 0; i < UNITS; i++)
    score[i] = i == symbol ? net->in[i] : 0;
  const double *input = score;
  for (int layer = 0; layer < LAYERS; layer++) {
    advance(net->gate[layer], state->hidden[layer], state->cell[layer], input);
    input = state->hidden[layer];
  }
  for (int i = 0; i < UNITS; i++)
    score[i] = input[i] * net->out[i] + net->shift[i];
}

static double log_sum_exp(const double *v) {
  double largest = v[0], sum = 0;
  for (int i = 1; i < UNITS; i++)
    largest = fmax(largest, v[i]);
  for (int i = 0; i < UNITS; i++)
    sum += exp(v[i] - largest);
  return largest + log(sum);
}

static double loss(const struct network *net, const struct state *start, const struct text *text) {
  struct state state = *start;
  double score[UNITS], sum = 0;
  for (int t = 0; t + 1 < text->length; t++) {
    predict(net, &state, text->symbol[t], score);
    sum += log_sum_exp(score) - score[text->symbol[t + 1]];
  }
  return sum / (text->length - 1);
}

/* ---- one benchmark ------------------------------------------------------- */

struct benchmark {
  struct network net;
  struct state start;
  struct text text;
};

static double primal(void *context) {
  struct benchmark *b = context;
  return loss(&b->net, &b->start, &b->text);
}

#if DEMO_DERIVATIVES
static void reverse(void *context, double *gradient) {
  struct benchmark *b = context;
  memset(gradient, 0, sizeof(struct network));
  __enzyme_autodiff((void *)loss, enzyme_dup, &b->net, (struct network *)gradient, enzyme_const,
                    &b->start, enzyme_const, &b->text);
}

static double forward(void *context, const double *direction) {
  struct benchmark *b = context;
  return __enzyme_fwddiff((void *)loss, enzyme_dup, &b->net, (const struct network *)direction,
                          enzyme_const, &b->start, enzyme_const, &b->text);
}
#else
#define reverse NULL
#define forward NULL
#endif

static const char *const verse =
    "when in the course of a long computation it becomes necessary to know how the result "
    "depends on what went in, one may perturb each number and compute again, or follow every "
    "step of the program and apply the chain rule to it. the first way costs as many runs as "
    "there are numbers and is never quite exact; the second costs a few runs altogether, going "
    "forward for one direction or backward for all of them at once. a program is a composition "
    "of small functions, each of which a student can differentiate; the art lies in keeping "
    "what the way back will need, and no more than that.";

static void read_text(struct text *text) {
  int n = 0;
  for (const char *p = verse; *p && n < LENGTH; p++)
    text->symbol[n++] = isalpha((unsigned char)*p) ? *p - 'a' : *p == ' ' ? 26 : 27;
  text->length = n;
}

int main(void) {
  static struct benchmark b;
  unsigned long random = 3;
  int variables = (int)(sizeof(struct network) / sizeof(double));
  double *numbers = (double *)&b.net, *start = (double *)&b.start;
  for (int i = 0; i < variables; i++)
    numbers[i] = demo_normal(&random);
  for (int i = 0; i < (int)(sizeof(struct state) / sizeof(double)); i++)
    start[i] = demo_normal(&random);
  read_text(&b.text);
  struct demo_case c = {"lstm", variables, numbers, primal, reverse, forward, &b, 1e-6, 0};
  return demo_check(&c);
}
