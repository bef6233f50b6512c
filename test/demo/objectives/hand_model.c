/* hand_model.c - builds the resting hand: a palm, five fingers of four bones
 * with human proportions, tapered tubes of skin around them, and weights that
 * blend two neighbouring bones near each joint. Nothing here is differentiated. */
#include "hand.h"

#include <math.h>
#include <string.h>

/* Lengths in centimetres: metacarpal and three phalanges, thumb first. */
static const double lengths[FINGERS][BONES_PER_FINGER] = {{3.0, 3.8, 3.0, 2.4},
                                                          {7.0, 4.2, 2.6, 2.0},
                                                          {6.8, 4.7, 3.0, 2.1},
                                                          {6.3, 4.3, 2.9, 2.1},
                                                          {5.9, 3.4, 2.1, 1.9}};
/* Direction of each finger in the palm's plane, from straight ahead. */
static const double spread[FINGERS] = {-0.95, -0.25, -0.02, 0.18, 0.38};
static const double radius[FINGERS] = {1.0, 0.9, 0.9, 0.85, 0.75};

static struct affine turn_z(double angle, struct vector origin) {
  double c = cos(angle), s = sin(angle);
  struct affine a = {{{c, -s, 0, origin.x}, {s, c, 0, origin.y}, {0, 0, 1, origin.z}}};
  return a;
}

/* Inverse of a rigid motion: x ↦ Mᵀ (x - t). */
static struct affine invert(struct affine a) {
  struct affine b;
  for (int i = 0; i < 3; i++) {
    b.m[i][3] = 0;
    for (int j = 0; j < 3; j++) {
      b.m[i][j] = a.m[j][i];
      b.m[i][3] -= a.m[j][i] * a.m[j][3];
    }
  }
  return b;
}

struct tube {
  struct affine frame; /* its axis is the frame's x */
  double length, first_radius, last_radius;
  int bone, previous, next; /* the bones it blends with, itself if none */
};

/* One vertex at (along, angle) of the tube, with its weights. */
static void add_vertex(struct hand *hand, int v, const struct tube *t, int ring, int step) {
  double along = (double)ring / (RINGS - 1), angle = 2 * M_PI * step / AROUND;
  double r = t->first_radius + along * (t->last_radius - t->first_radius);
  struct vector local = {along * t->length, r * cos(angle), 0.8 * r * sin(angle)};
  hand->vertex[v] = apply(&t->frame, local);
  double before = along < 0.25 ? 0.5 - 2 * along : 0, after = along > 0.75 ? 2 * along - 1.5 : 0;
  const int bones[INFLUENCES] = {t->bone, t->previous, t->next, t->bone};
  const double weights[INFLUENCES] = {1 - before - after, before, after, 0};
  memcpy(hand->bone[v], bones, sizeof bones);
  memcpy(hand->weight[v], weights, sizeof weights);
}

static void add_tube(struct hand *hand, const struct tube *t) {
  int first = t->bone * RINGS * AROUND, face = t->bone * (RINGS - 1) * AROUND * 2;
  for (int ring = 0; ring < RINGS; ring++)
    for (int step = 0; step < AROUND; step++)
      add_vertex(hand, first + ring * AROUND + step, t, ring, step);
  for (int ring = 0; ring + 1 < RINGS; ring++)
    for (int step = 0; step < AROUND; step++) {
      int a = first + ring * AROUND + step, b = first + ring * AROUND + (step + 1) % AROUND;
      const int lower[3] = {a, b, a + AROUND}, upper[3] = {b, b + AROUND, a + AROUND};
      memcpy(hand->triangle[face++], lower, sizeof lower);
      memcpy(hand->triangle[face++], upper, sizeof upper);
    }
}

static void add_finger(struct hand *hand, int finger, struct affine palm) {
  struct affine frame = palm;
  for (int j = 0; j < BONES_PER_FINGER; j++) {
    int bone = 1 + finger * BONES_PER_FINGER + j, last = j + 1 == BONES_PER_FINGER;
    struct vector origin = {j ? lengths[finger][j - 1] : 1.5, j ? 0 : 2.2 * spread[finger], 0};
    hand->parent[bone] = j ? bone - 1 : 0;
    hand->base[bone] = turn_z(j ? 0 : spread[finger], origin);
    frame = compose(frame, hand->base[bone]);
    hand->inverse_rest[bone] = invert(frame);
    double wide = radius[finger] * (1 - 0.12 * j);
    struct tube tube = {frame, lengths[finger][j], wide,       0.88 * wide,
                        bone,  hand->parent[bone], last ? bone : bone + 1};
    add_tube(hand, &tube);
  }
}

void build_hand(struct hand *hand) {
  struct vector zero = {0, 0, 0};
  struct affine palm = turn_z(0, zero);
  hand->parent[0] = -1;
  hand->base[0] = hand->inverse_rest[0] = palm;
  struct tube wrist = {palm, 3.0, 2.2, 2.8, 0, 0, 0};
  add_tube(hand, &wrist);
  for (int finger = 0; finger < FINGERS; finger++)
    add_finger(hand, finger, palm);
}
