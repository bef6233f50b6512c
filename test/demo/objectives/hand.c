/* hand.c - hand tracking: the formulas of hand.h, their derivatives, and a
 * synthetic observation to fit. The objective is ½ Σ |v(θ, u) - observed|². */
#include "hand.h"
#include "measure.h"
#include "words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct affine compose(struct affine a, struct affine b) {
  struct affine c;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) {
      c.m[i][j] = j == 3 ? a.m[i][3] : 0;
      for (int k = 0; k < 3; k++)
        c.m[i][j] += a.m[i][k] * b.m[k][j];
    }
  return c;
}

struct vector apply(const struct affine *a, struct vector v) {
  struct vector w = {a->m[0][0] * v.x + a->m[0][1] * v.y + a->m[0][2] * v.z + a->m[0][3],
                     a->m[1][0] * v.x + a->m[1][1] * v.y + a->m[1][2] * v.z + a->m[1][3],
                     a->m[2][0] * v.x + a->m[2][1] * v.y + a->m[2][2] * v.z + a->m[2][3]};
  return w;
}

/* Turn about y (bend), then about z (spread). */
static struct affine joint(double bend, double sideways) {
  double cb = cos(bend), sb = sin(bend), cs = cos(sideways), ss = sin(sideways);
  struct affine a = {{{cs * cb, -ss, cs * sb, 0}, {ss * cb, cs, ss * sb, 0}, {-sb, 0, cb, 0}}};
  return a;
}

/* Rodrigues' rotation by the vector r, then the shift by t. */
static struct affine placement(const double *r, const double *t) {
  double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
  struct affine a = {{{1, 0, 0, t[0]}, {0, 1, 0, t[1]}, {0, 0, 1, t[2]}}};
  if (square < 1e-24)
    return a;
  double angle = sqrt(square), s = sin(angle), c = cos(angle);
  double x = r[0] / angle, y = r[1] / angle, z = r[2] / angle;
  struct affine turned = {
      {{x * x + (1 - x * x) * c, x * y * (1 - c) - z * s, x * z * (1 - c) + y * s, t[0]},
       {x * y * (1 - c) + z * s, y * y + (1 - y * y) * c, y * z * (1 - c) - x * s, t[1]},
       {x * z * (1 - c) - y * s, y * z * (1 - c) + x * s, z * z + (1 - z * z) * c, t[2]}}};
  return turned;
}

/* Angles of bone j of a finger: the metacarpal is fixed to the palm. */
static struct affine bent(const double *finger, int j) {
  if (j == 1)
    return joint(finger[0], finger[1]);
  return joint(j == 0 ? 0 : finger[j], 0);
}

/* T_b for all bones, the placement of the whole hand included. */
static void pose_bones(const struct hand *hand, const double *pose, struct affine *transform) {
  struct affine absolute[BONES];
  absolute[0] = placement(pose, pose + 3);
  for (int b = 1; b < BONES; b++) {
    const double *finger = pose + 6 + 4 * ((b - 1) / BONES_PER_FINGER);
    struct affine relative = compose(hand->base[b], bent(finger, (b - 1) % BONES_PER_FINGER));
    absolute[b] = compose(absolute[hand->parent[b]], relative);
  }
  for (int b = 0; b < BONES; b++)
    transform[b] = compose(absolute[b], hand->inverse_rest[b]);
}

static void pose_skin(const struct hand *hand, const struct affine *transform,
                      struct vector *skin) {
  for (int v = 0; v < VERTICES; v++) {
    struct vector sum = {0, 0, 0};
    for (int i = 0; i < INFLUENCES; i++) {
      double w = hand->weight[v][i];
      if (w == 0)
        continue;
      struct vector moved = apply(&transform[hand->bone[v][i]], hand->vertex[v]);
      sum.x += w * moved.x, sum.y += w * moved.y, sum.z += w * moved.z;
    }
    skin[v] = sum;
  }
}

/* The observed place of the skin, by its barycentric coordinates. */
static struct vector place(const struct vector *skin, const int *triangle, const double *u) {
  struct vector a = skin[triangle[0]], b = skin[triangle[1]], c = skin[triangle[2]];
  double w = 1 - u[0] - u[1];
  struct vector p = {u[0] * a.x + u[1] * b.x + w * c.x, u[0] * a.y + u[1] * b.y + w * c.y,
                     u[0] * a.z + u[1] * b.z + w * c.z};
  return p;
}

static double energy(const struct hand *hand, const struct observations *seen, const double *pose,
                     const double *coordinates) {
  struct affine transform[BONES];
  struct vector skin[VERTICES];
  pose_bones(hand, pose, transform);
  pose_skin(hand, transform, skin);
  double sum = 0;
  for (int i = 0; i < seen->count; i++) {
    struct vector p = place(skin, hand->triangle[seen->triangle[i]], coordinates + 2 * i);
    double x = p.x - seen->point[i].x, y = p.y - seen->point[i].y, z = p.z - seen->point[i].z;
    sum += x * x + y * y + z * z;
  }
  return 0.5 * sum;
}

/* ---- one benchmark ------------------------------------------------------- */

enum { OBSERVED = 1000, VARIABLES = POSE + 2 * OBSERVED };

struct benchmark {
  struct hand hand;
  struct observations seen;
  double variables[VARIABLES]; /* pose, then two coordinates per observation */
};

static double primal(void *context) {
  struct benchmark *b = context;
  return energy(&b->hand, &b->seen, b->variables, b->variables + POSE);
}

#if DEMO_DERIVATIVES
static void reverse(void *context, double *gradient) {
  struct benchmark *b = context;
  memset(gradient, 0, sizeof b->variables);
  __enzyme_autodiff((void *)energy, enzyme_const, &b->hand, enzyme_const, &b->seen, //
                    enzyme_dup, b->variables, gradient,                            //
                    enzyme_dup, b->variables + POSE, gradient + POSE);
}

static double forward(void *context, const double *direction) {
  struct benchmark *b = context;
  return __enzyme_fwddiff((void *)energy, enzyme_const, &b->hand, enzyme_const, &b->seen, //
                          enzyme_dup, b->variables, direction,                           //
                          enzyme_dup, b->variables + POSE, direction + POSE);
}
#else
#define reverse NULL
#define forward NULL
#endif

/* Observes a hand in a random pose, then moves the variables off the truth. */
static void observe(struct benchmark *b, int *triangle, struct vector *point) {
  struct affine transform[BONES];
  static struct vector skin[VERTICES];
  unsigned long random = 4;
  double *pose = b->variables, *coordinates = pose + POSE;
  for (int i = 0; i < POSE; i++)
    pose[i] = i < 3 || i >= 6 ? 0.3 * demo_normal(&random) : 5 * demo_normal(&random);
  pose_bones(&b->hand, pose, transform);
  pose_skin(&b->hand, transform, skin);
  for (int i = 0; i < OBSERVED; i++) {
    double *u = coordinates + 2 * i;
    u[0] = demo_uniform(&random), u[1] = (1 - u[0]) * demo_uniform(&random);
    triangle[i] = (int)(demo_uniform(&random) * TRIANGLES);
    point[i] = place(skin, b->hand.triangle[triangle[i]], u);
    point[i].x += 0.1 * demo_normal(&random);
  }
  for (int i = 0; i < VARIABLES; i++)
    b->variables[i] += 0.05 * demo_normal(&random);
  b->seen.count = OBSERVED, b->seen.triangle = triangle, b->seen.point = point;
}

int main(void) {
  static struct benchmark b;
  static int triangle[OBSERVED];
  static struct vector point[OBSERVED];
  build_hand(&b.hand);
  observe(&b, triangle, point);
  struct demo_case c = {"hand", VARIABLES, b.variables, primal, reverse, forward, &b, 1e-6, 0};
  return demo_check(&c);
}
