/* hand.h - a jointed hand: bones, skin, and the observations it is fitted to.
 *
 * 26 pose numbers θ: a rotation vector and a translation of the whole hand, and
 * for each of five fingers the bend and spread of its first joint and the bend
 * of the two others. Every bone has a frame given in its parent's,
 *
 *   A_b(θ) = A_parent(θ) · base_b · R(angles_b),   T_b = A_b(θ) · inverse(A_b(0)),
 *
 * and every vertex of the skin moves with up to four bones: v(θ) = Σ_b w_b T_b v.
 * An observed point belongs to a place inside a triangle of the skin, whose
 * barycentric coordinates (u, v, 1 - u - v) are variables as well. */
#ifndef DEMO_HAND_H
#define DEMO_HAND_H

enum {
  FINGERS = 5,
  BONES_PER_FINGER = 4,
  BONES = 1 + FINGERS * BONES_PER_FINGER,
  RINGS = 5,  /* of vertices around each bone */
  AROUND = 6, /* vertices in a ring */
  VERTICES = BONES * RINGS * AROUND,
  TRIANGLES = BONES * (RINGS - 1) * AROUND * 2,
  INFLUENCES = 4,
  POSE = 26,
};

struct vector {
  double x, y, z;
};

/* x ↦ M x + t, kept as the 3 x 4 matrix (M t). */
struct affine {
  double m[3][4];
};

struct hand {
  int parent[BONES];
  struct affine base[BONES];         /* frame at rest, in the parent's */
  struct affine inverse_rest[BONES]; /* from the hand's frame to the bone's, at rest */
  struct vector vertex[VERTICES];
  int bone[VERTICES][INFLUENCES];
  double weight[VERTICES][INFLUENCES];
  int triangle[TRIANGLES][3];
};

struct observations {
  int count;
  const int *triangle;
  const struct vector *point;
};

/* The hand at rest, built by rule. */
void build_hand(struct hand *hand);

struct affine compose(struct affine a, struct affine b);
struct vector apply(const struct affine *a, struct vector v);

#endif
