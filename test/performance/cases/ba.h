/*===- ba.h - bundle adjustment: projections and their sparse Jacobian -----===
 *
 * A camera of 11 numbers (rotation vector, centre, focal length, principal point,
 * two of radial distortion) sees a point; the error is the weighted difference to
 * where it was observed. Each observation has two rows of the Jacobian, with 15
 * columns (camera, point, weight), and one for the weight's own error 1 - w².
 *===---------------------------------------------------------------------===*/
#ifndef BENCH_BA_H
#define BENCH_BA_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <vector>

constexpr int CameraSize = 11, Columns = CameraSize + 4;

template <class T> void cross(const T *a, const T *b, T *out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/** Rotates `x` about the axis `r` by its length. */
template <class T> void rotate(const T *r, const T *x, T *out) {
  using std::cos, std::sin, std::sqrt;
  T square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
  T side[3];
  if (square != 0.0) {
    T angle = sqrt(square), c = cos(angle), s = sin(angle), inverse = 1.0 / angle;
    T axis[3];
    for (int i = 0; i < 3; i++)
      axis[i] = r[i] * inverse;
    cross(axis, x, side);
    T along = (axis[0] * x[0] + axis[1] * x[1] + axis[2] * x[2]) * (1.0 - c);
    for (int i = 0; i < 3; i++)
      out[i] = x[i] * c + side[i] * s + axis[i] * along;
  } else {
    cross(r, x, side);
    for (int i = 0; i < 3; i++)
      out[i] = x[i] + side[i];
  }
}

template <class T> void project(const T *camera, const T *point, T *pixel) {
  T moved[3], seen[3];
  for (int i = 0; i < 3; i++)
    moved[i] = point[i] - camera[3 + i];
  rotate(camera, moved, seen);
  T u = seen[0] / seen[2], v = seen[1] / seen[2];
  T square = u * u + v * v;
  T bent = 1.0 + camera[9] * square + camera[10] * square * square;
  pixel[0] = u * bent * camera[6] + camera[7];
  pixel[1] = v * bent * camera[6] + camera[8];
}

template <class T>
void reprojection(const T *camera, const T *point, const T *weight, const double *feature, T *error) {
  project(camera, point, error);
  error[0] = *weight * (error[0] - feature[0]);
  error[1] = *weight * (error[1] - feature[1]);
}

struct Ba {
  int cameras, points, observations;
  std::vector<double> camera, point, weight, feature;
  std::vector<int> whichCamera, whichPoint;

  Ba(int cameras, int points, int observations) : cameras(cameras), points(points), observations(observations) {
    bench::Random random;
    for (int c = 0; c < cameras; c++) {
      auto pose = random.numbers(6, -0.3, 0.3), rest = random.numbers(5, -0.01, 0.01);
      camera.insert(camera.end(), pose.begin(), pose.end());
      rest[0] += 1.5;
      camera.insert(camera.end(), rest.begin(), rest.end());
    }
    for (int i = 0; i < points; i++)
      for (double low : {-1.0, -1.0, 3.0})
        point.push_back(low + 2 * random.next());
    weight = random.numbers(observations, 0.5, 1);
    feature = random.numbers(2 * observations, -1, 1);
    for (int o = 0; o < observations; o++) {
      whichCamera.push_back(random.below(cameras));
      whichPoint.push_back(random.below(points));
    }
  }

  std::string size() const { return "ba observations=" + std::to_string(observations); }

  /** Numbers of the Jacobian: 2 x 15 of an observation, then its weight's. */
  std::size_t numbers() const { return std::size_t(observations) * (2 * Columns + 1); }

  void gather(int o, double *in) const {
    for (int i = 0; i < CameraSize; i++)
      in[i] = camera[whichCamera[o] * CameraSize + i];
    for (int i = 0; i < 3; i++)
      in[CameraSize + i] = point[whichPoint[o] * 3 + i];
    in[CameraSize + 3] = weight[o];
  }
  void residual(int o, double *error) const {
    reprojection(&camera[whichCamera[o] * CameraSize], &point[whichPoint[o] * 3], &weight[o], &feature[2 * o], error);
  }
};
using Case = Ba;
#define PEERS_OF_ITS_OWN "ba.peers.h"

#endif
