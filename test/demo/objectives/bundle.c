/* bundle.c - bundle adjustment: how far do the projections of points in space
 * lie from where the cameras saw them?
 *
 * A camera has 11 numbers: rotation vector r, centre C, focal length f,
 * principal point x0, radial distortion κ1, κ2. A point X is seen at
 *
 *   q = R(r) (X - C),  u = (q_x, q_y) / q_z,
 *   projection = f u (1 + κ1 |u|² + κ2 |u|⁴) + x0,
 *   residual = w (projection - measured),  and 1 - w² for each weight w.
 *
 * Rodrigues' formula, θ = |r|, a = r/θ: R q = q cos θ + (a × q) sin θ + a (a·q)(1 - cos θ).
 * The Jacobian is sparse: reverse mode gives the 2 × 15 block of each observation. */
#include "measure.h"
#include "words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROTATION = 0, CENTRE = 3, FOCAL = 6, PRINCIPAL = 7, RADIAL = 9, CAMERA = 11, BLOCK = 15 };

struct vector {
  double x, y, z;
};
struct pixel {
  double u, v;
};

static double dot(struct vector a, struct vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static struct vector cross(struct vector a, struct vector b) {
  struct vector c = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  return c;
}

static struct vector rotate(struct vector r, struct vector q) {
  double square = dot(r, r);
  if (square == 0) { /* the formula's limit */
    struct vector c = cross(r, q);
    struct vector moved = {q.x + c.x, q.y + c.y, q.z + c.z};
    return moved;
  }
  double angle = sqrt(square), cosine = cos(angle), sine = sin(angle);
  struct vector a = {r.x / angle, r.y / angle, r.z / angle}, c = cross(a, q);
  double along = dot(a, q) * (1 - cosine);
  struct vector turned = {q.x * cosine + c.x * sine + a.x * along,
                          q.y * cosine + c.y * sine + a.y * along,
                          q.z * cosine + c.z * sine + a.z * along};
  return turned;
}

static struct pixel project(const double *camera, const double *point) {
  struct vector r = {camera[ROTATION], camera[ROTATION + 1], camera[ROTATION + 2]};
  struct vector moved = {point[0] - camera[CENTRE], point[1] - camera[CENTRE + 1],
                         point[2] - camera[CENTRE + 2]};
  struct vector q = rotate(r, moved);
  double u = q.x / q.z, v = q.y / q.z, square = u * u + v * v;
  double scale = camera[FOCAL] *
                 (1 + camera[RADIAL] * square + camera[RADIAL + 1] * square * square);
  struct pixel seen = {u * scale + camera[PRINCIPAL], v * scale + camera[PRINCIPAL + 1]};
  return seen;
}

static void residual(const double *camera, const double *point, const double *weight,
                     const double *measured, double *error) {
  struct pixel seen = project(camera, point);
  error[0] = *weight * (seen.u - measured[0]);
  error[1] = *weight * (seen.v - measured[1]);
}

static double weight_residual(double weight) { return 1 - weight * weight; }

/* ---- the whole problem --------------------------------------------------- */

struct bundle {
  int cameras, points, observations;
  int *camera_of, *point_of;
  double *measured;                              /* two numbers per observation */
  double *camera, *point, *weight;               /* the variables, one block of memory */
  double *error;                                 /* 3 per observation: two pixels, the weight's */
  double *jacobian;                              /* 2 x 15 per observation */
  double *weight_jacobian;                       /* one number per observation */
  const double *combination;                     /* what the check multiplies residuals with */
};

static void all_residuals(struct bundle *b) {
  for (int i = 0; i < b->observations; i++) {
    residual(b->camera + CAMERA * b->camera_of[i], b->point + 3 * b->point_of[i], b->weight + i,
             b->measured + 2 * i, b->error + 3 * i);
    b->error[3 * i + 2] = weight_residual(b->weight[i]);
  }
}

/* The residuals, combined to one number for the check. */
static double primal(void *context) {
  struct bundle *b = context;
  all_residuals(b);
  double sum = 0;
  for (int i = 0; i < 3 * b->observations; i++)
    sum += b->combination[i] * b->error[i];
  return sum;
}

static int variables(const struct bundle *b) {
  return CAMERA * b->cameras + 3 * b->points + b->observations;
}

#if DEMO_DERIVATIVES
static void whole_jacobian(struct bundle *b) {
  memset(b->jacobian, 0, sizeof(double) * 2 * BLOCK * (size_t)b->observations);
  for (int i = 0; i < b->observations; i++) {
    for (int row = 0; row < 2; row++) {
      double *block = b->jacobian + BLOCK * (2 * i + row), seed[2] = {row == 0, row == 1};
      __enzyme_autodiff((void *)residual,                                         //
                        enzyme_dup, b->camera + CAMERA * b->camera_of[i], block,  //
                        enzyme_dup, b->point + 3 * b->point_of[i], block + CAMERA, //
                        enzyme_dup, b->weight + i, block + CAMERA + 3,            //
                        enzyme_const, b->measured + 2 * i,                        //
                        enzyme_dupnoneed, b->error + 3 * i, seed);
    }
    b->weight_jacobian[i] = __enzyme_autodiff((void *)weight_residual, b->weight[i]);
  }
}

/* The Jacobian's transpose times the combination. */
static void reverse(void *context, double *gradient) {
  struct bundle *b = context;
  whole_jacobian(b);
  memset(gradient, 0, (size_t)variables(b) * sizeof(double));
  double *camera = gradient, *point = camera + CAMERA * b->cameras;
  double *weight = point + 3 * b->points;
  for (int i = 0; i < b->observations; i++) {
    for (int row = 0; row < 2; row++) {
      const double *block = b->jacobian + BLOCK * (2 * i + row);
      double c = b->combination[3 * i + row];
      for (int j = 0; j < CAMERA; j++)
        camera[CAMERA * b->camera_of[i] + j] += c * block[j];
      for (int j = 0; j < 3; j++)
        point[3 * b->point_of[i] + j] += c * block[CAMERA + j];
      weight[i] += c * block[CAMERA + 3];
    }
    weight[i] += b->combination[3 * i + 2] * b->weight_jacobian[i];
  }
}

static double forward(void *context, const double *direction) {
  struct bundle *b = context;
  const double *camera = direction, *point = camera + CAMERA * b->cameras;
  const double *weight = point + 3 * b->points;
  double sum = 0;
  for (int i = 0; i < b->observations; i++) {
    int c = b->camera_of[i], p = b->point_of[i];
    double tangent[2] = {0, 0};
    __enzyme_fwddiff((void *)residual,                                      //
                     enzyme_dup, b->camera + CAMERA * c, camera + CAMERA * c, //
                     enzyme_dup, b->point + 3 * p, point + 3 * p,           //
                     enzyme_dup, b->weight + i, weight + i,                 //
                     enzyme_const, b->measured + 2 * i,                     //
                     enzyme_dup, b->error + 3 * i, tangent);
    sum += b->combination[3 * i] * tangent[0] + b->combination[3 * i + 1] * tangent[1];
    sum += b->combination[3 * i + 2] *
           __enzyme_fwddiff((void *)weight_residual, b->weight[i], weight[i]);
  }
  return sum;
}
#else
#define reverse NULL
#define forward NULL
#endif

/* ---- synthetic cameras around a cloud of points ------------------------- */

static void place_camera(double *camera, unsigned long *random) {
  for (int j = 0; j < 3; j++) {
    camera[ROTATION + j] = 0.2 * demo_normal(random);
    camera[CENTRE + j] = 0.3 * demo_normal(random) - (j == 2 ? 5 : 0);
  }
  camera[FOCAL] = 500 + 20 * demo_normal(random);
  camera[PRINCIPAL] = 320, camera[PRINCIPAL + 1] = 240;
  camera[RADIAL] = 0.05 * demo_normal(random), camera[RADIAL + 1] = 0.01 * demo_normal(random);
}

static void place(struct bundle *b, unsigned long *random) {
  for (int i = 0; i < b->cameras; i++)
    place_camera(b->camera + CAMERA * i, random);
  for (int i = 0; i < 3 * b->points; i++)
    b->point[i] = demo_normal(random);
  for (int i = 0; i < b->observations; i++) {
    b->camera_of[i] = i % b->cameras;
    b->point_of[i] = (int)(demo_uniform(random) * b->points);
    b->weight[i] = 0.8 + 0.4 * demo_uniform(random);
    struct pixel seen =
        project(b->camera + CAMERA * b->camera_of[i], b->point + 3 * b->point_of[i]);
    b->measured[2 * i] = seen.u + demo_normal(random);
    b->measured[2 * i + 1] = seen.v + demo_normal(random);
  }
  for (int i = 0; i < variables(b); i++) /* a first guess, off the truth */
    b->camera[i] *= 1 + 1e-3 * demo_normal(random);
}

int main(void) {
  enum { CAMERAS = 49, POINTS = 776, OBSERVATIONS = 3184 };
  static int camera_of[OBSERVATIONS], point_of[OBSERVATIONS];
  static double numbers[CAMERA * CAMERAS + 3 * POINTS + OBSERVATIONS];
  static double measured[2 * OBSERVATIONS], error[3 * OBSERVATIONS], combination[3 * OBSERVATIONS];
  static double jacobian[2 * BLOCK * OBSERVATIONS], weight_jacobian[OBSERVATIONS];
  struct bundle b = {.cameras = CAMERAS, .points = POINTS, .observations = OBSERVATIONS,
                     .camera_of = camera_of, .point_of = point_of, .measured = measured,
                     .camera = numbers, .point = numbers + CAMERA * CAMERAS,
                     .weight = numbers + CAMERA * CAMERAS + 3 * POINTS, .error = error,
                     .jacobian = jacobian, .weight_jacobian = weight_jacobian,
                     .combination = combination};
  unsigned long random = 2;
  place(&b, &random);
  for (int i = 0; i < 3 * OBSERVATIONS; i++)
    combination[i] = demo_normal(&random);
  struct demo_case c = {"bundle", variables(&b), numbers, primal, reverse, forward, &b, 1e-6, 1e-4};
  return demo_check(&c);
}
