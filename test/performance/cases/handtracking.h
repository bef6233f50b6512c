/*===- handtracking.h - fitting a jointed hand to points, Jacobian rows ----===
 *
 * 26 numbers of pose: rotation vector and translation of the hand, and for each of
 * five fingers the spread and three bends of its joints. A bone's frame stands in its
 * parent's; every vertex of the skin follows up to four bones. The residual of an
 * observed point is its difference to a vertex (simple) or to a place inside a
 * triangle whose two barycentric numbers are unknowns too (complicated): then the
 * Jacobian is sparse, and two more directions serve all points at once.
 *===---------------------------------------------------------------------===*/
#ifndef BENCH_HANDTRACKING_H
#define BENCH_HANDTRACKING_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <vector>

constexpr int Fingers = 5, Joints = 3, Bones = 1 + Fingers * Joints, Pose = 26, Influences = 4;

/** x ↦ M x + t, kept as the 3 x 4 matrix (M t). */
template <class T> struct Affine {
  T m[3][4];
};

template <class A, class B> void compose(const Affine<A> &a, const Affine<B> &b, Affine<A> &out) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) {
      out.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j] + a.m[i][2] * b.m[2][j];
      if (j == 3)
        out.m[i][j] += a.m[i][3];
    }
}

template <class T> void apply(const Affine<T> &a, const double *v, T *out) {
  for (int i = 0; i < 3; i++)
    out[i] = a.m[i][0] * v[0] + a.m[i][1] * v[1] + a.m[i][2] * v[2] + a.m[i][3];
}

/** Turns by `spread` about z, then by `bend` about x. */
template <class T> void joint(const T &spread, const T &bend, Affine<T> &out) {
  using std::cos, std::sin;
  T cz = cos(spread), sz = sin(spread), cx = cos(bend), sx = sin(bend);
  T rows[3][4] = {{cz, -sz * cx, sz * sx, 0.0}, {sz, cz * cx, -cz * sx, 0.0}, {0.0, sx, cx, 0.0}};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      out.m[i][j] = rows[i][j];
}

/** The hand's own rotation, by the length of `r` about it. */
template <class T> void wrist(const T *r, const T *shift, Affine<T> &out) {
  using std::cos, std::sin, std::sqrt;
  T angle = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + 1e-12);
  T c = cos(angle), s = sin(angle) / angle, k = (1.0 - c) / (angle * angle);
  T rows[3][3] = {{c + k * r[0] * r[0], k * r[0] * r[1] - s * r[2], k * r[0] * r[2] + s * r[1]},
                  {k * r[0] * r[1] + s * r[2], c + k * r[1] * r[1], k * r[1] * r[2] - s * r[0]},
                  {k * r[0] * r[2] - s * r[1], k * r[1] * r[2] + s * r[0], c + k * r[2] * r[2]}};
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++)
      out.m[i][j] = rows[i][j];
    out.m[i][3] = shift[i];
  }
}

struct Skeleton {
  int vertices;
  Affine<double> base[Bones], inverseRest[Bones]; // in the parent's frame; from the hand's to the bone's
  const double *vertex, *weight;                  // three, four numbers of each
  const int *bone;                                // four of each
};

struct Observed {
  int points;
  const int *triangle; // three vertices of each; the first alone without barycentric numbers
  const double *place;
};

template <class T> void bones(const Skeleton *hand, const T *pose, Affine<T> *out) {
  Affine<T> frame[Bones], local, turn;
  wrist(pose, pose + 3, frame[0]);
  compose(frame[0], hand->inverseRest[0], out[0]);
  for (int f = 0; f < Fingers; f++)
    for (int j = 0; j < Joints; j++) {
      int b = 1 + f * Joints + j;
      const T *angles = pose + 6 + 4 * f;
      T spread = 0.0;
      if (j == 0)
        spread = angles[0];
      joint(spread, angles[1 + j], turn);
      compose(frame[j == 0 ? 0 : b - 1], hand->base[b], local);
      compose(local, turn, frame[b]);
      compose(frame[b], hand->inverseRest[b], out[b]);
    }
}

/** error: three numbers a point; barycentric: two, or null. */
template <class T>
void residuals(const Skeleton *hand, const Observed *seen, const T *pose, const T *barycentric, T *error) {
  Affine<T> moved[Bones];
  bones(hand, pose, moved);
  std::vector<T> skin(3 * hand->vertices);
  for (int v = 0; v < hand->vertices; v++) {
    T sum[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < Influences; i++) {
      T place[3];
      apply(moved[hand->bone[Influences * v + i]], hand->vertex + 3 * v, place);
      for (int c = 0; c < 3; c++)
        sum[c] += hand->weight[Influences * v + i] * place[c];
    }
    for (int c = 0; c < 3; c++)
      skin[3 * v + c] = sum[c];
  }
  for (int p = 0; p < seen->points; p++) {
    const int *t = seen->triangle + 3 * p;
    for (int c = 0; c < 3; c++) {
      T place = skin[3 * t[0] + c];
      if (barycentric) {
        const T &u = barycentric[2 * p], &v = barycentric[2 * p + 1];
        place = u * place + v * skin[3 * t[1] + c] + (1.0 - u - v) * skin[3 * t[2] + c];
      }
      error[3 * p + c] = seen->place[3 * p + c] - place;
    }
  }
}

struct HandTracking {
  bool complicated;
  Skeleton hand{};
  Observed seen{};
  std::vector<double> vertex, weight, place, x; // x: pose, barycentric numbers
  std::vector<int> bone, triangle;

  HandTracking(bool complicated, int points) : complicated(complicated) {
    bench::Random random;
    const int vertices = 544;
    vertex = random.numbers(3 * vertices, -1, 1);
    for (int i = 0; i < vertices * Influences; i++) {
      weight.push_back(random.between(0.1, 0.4));
      bone.push_back(random.below(Bones));
    }
    place = random.numbers(3 * points, -1, 1);
    for (int i = 0; i < 3 * points; i++)
      triangle.push_back(random.below(vertices));
    x = random.numbers(Pose, -0.5, 0.5);
    auto inside = random.numbers(complicated ? 2 * points : 0, 0.1, 0.4);
    x.insert(x.end(), inside.begin(), inside.end());
    for (int b = 0; b < Bones; b++)
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) {
          hand.base[b].m[i][j] = j == 3 ? random.between(-0.5, 0.5) : i == j;
          hand.inverseRest[b].m[i][j] = j == 3 ? random.between(-0.5, 0.5) : i == j;
        }
    hand.vertices = vertices;
    hand.vertex = vertex.data();
    hand.weight = weight.data();
    hand.bone = bone.data();
    seen = {points, triangle.data(), place.data()};
  }
  HandTracking(const HandTracking &) = delete;

  std::string size() const {
    return std::string("handtracking ") + (complicated ? "complicated" : "simple") +
           " points=" + std::to_string(seen.points);
  }
  int directions() const { return complicated ? Pose + 2 : Pose; }
  int rows() const { return 3 * seen.points; }

  /** Number `i` of direction `d`: what is compressed are the points' own two columns. */
  double seed(int d, std::size_t i) const {
    return i < Pose ? i == std::size_t(d) : d >= Pose && i % 2 == std::size_t(d) % 2;
  }
};
using Case = HandTracking;
#define PEERS_OF_ITS_OWN "handtracking.peers.h"

#endif
