// Macroscopic cross sections of a reactor's materials, written from the published descriptions of
// the lookup proxies: a table in the energy that is searched and interpolated for each nuclide (the
// pointwise form), and poles whose resonances are summed in complex numbers (the multipole form).
// Each thread looks up for one neutron; gradients by energy and, summed over all neutrons, by the
// densities and the table. Compared with forward mode and differences. Prints the number of
// differences.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

extern "C" {
extern __device__ int enzyme_dup, enzyme_const, enzyme_out;
}
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);

#define CHECK(call)                                                                                \
  if (cudaError_t error = call; error != cudaSuccess) {                                            \
    std::printf("%s: %s\n", #call, cudaGetErrorString(error));                                     \
    return 1;                                                                                      \
  }

constexpr int nuclides = 6, points = 32, channels = 3, poles = 5, neutrons = 512, block = 64;

struct Point {
  double energy, sections[channels];
};
struct Material {
  double density[nuclides];
};

/// The index of the last point whose energy is not above `energy`.
__device__ int search(const Point *table, double energy) {
  int low = 0, high = points - 1;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (table[middle].energy > energy)
      high = middle;
    else
      low = middle;
  }
  return low;
}
/// The sum over nuclides and channels at one energy.
__device__ double pointwise(double energy, const Point *tables, const Material *material) {
  double total = 0;
  for (int n = 0; n < nuclides; ++n) {
    const Point *table = tables + n * points, *below = table + search(table, energy);
    double share = (energy - below[0].energy) / (below[1].energy - below[0].energy);
    for (int c = 0; c < channels; ++c)
      total += material->density[n] * (c + 1) *
               (below[0].sections[c] + share * (below[1].sections[c] - below[0].sections[c]));
  }
  return total;
}

struct Complex {
  double re, im;
};
__device__ Complex times(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
__device__ Complex over(Complex a, Complex b) {
  double size = b.re * b.re + b.im * b.im;
  return {(a.re * b.re + a.im * b.im) / size, (a.im * b.re - a.re * b.im) / size};
}
struct Pole {
  Complex place, total, absorbed;
};
/// Resonances of the nuclides, with the phase of the scattering.
__device__ double multipole(double energy, const Pole *all, const Material *material) {
  double root = sqrt(energy), result = 0;
  for (int n = 0; n < nuclides; ++n) {
    double phase = .1 * (n + 1) * root;
    Complex turn = {cos(2 * phase), -sin(2 * phase)};
    double total = 0, absorbed = 0;
    for (int p = 0; p < poles; ++p) {
      const Pole *pole = all + n * poles + p;
      Complex share = over({0, 1}, {pole->place.re - root, pole->place.im});
      Complex of = times(times(share, pole->total), turn);
      total += of.re / energy;
      absorbed += times(share, pole->absorbed).re / energy;
    }
    result += material->density[n] * (total + .5 * absorbed);
  }
  return result;
}

__global__ void lookPointwise(const double *energy, double *slope, const Point *tables,
                              Point *dTables, const Material *material, Material *dMaterial) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  slope[i] = __enzyme_autodiff<double>((void *)pointwise, enzyme_out, energy[i], enzyme_dup, tables,
                                       dTables, enzyme_dup, material, dMaterial);
}
__global__ void lookMultipole(const double *energy, double *slope, const Pole *all, Pole *dAll,
                              const Material *material, Material *dMaterial) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  slope[i] = __enzyme_autodiff<double>((void *)multipole, enzyme_out, energy[i], enzyme_dup, all,
                                       dAll, enzyme_dup, material, dMaterial);
}
/// Values, and derivatives in a direction: by forward mode.
__global__ void forward(const double *energy, double *values, double *tangents, const Point *tables,
                        const Point *tTables, const Pole *all, const Pole *tAll,
                        const Material *material, const Material *tMaterial) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  values[i] = pointwise(energy[i], tables, material);
  values[neutrons + i] = multipole(energy[i], all, material);
  tangents[i] = __enzyme_fwddiff<double>((void *)pointwise, energy[i], .5, enzyme_dup, tables,
                                         tTables, enzyme_dup, material, tMaterial);
  tangents[neutrons + i] = __enzyme_fwddiff<double>((void *)multipole, energy[i], .5, enzyme_dup,
                                                    all, tAll, enzyme_dup, material, tMaterial);
}

/// Numbers on the device: a copy of those of the host.
template <typename T> T *onDevice(const T *host, int count) {
  T *memory = nullptr;
  if (cudaMalloc(&memory, count * sizeof(T)) != cudaSuccess ||
      cudaMemcpy(memory, host, count * sizeof(T), cudaMemcpyHostToDevice) != cudaSuccess)
    std::printf("no memory\n");
  return memory;
}
template <typename T> double dot(const T &a, const T &b) {
  const double *x = reinterpret_cast<const double *>(&a), *y = reinterpret_cast<const double *>(&b);
  double sum = 0;
  for (size_t i = 0; i < sizeof(T) / sizeof(double); ++i)
    sum += x[i] * y[i];
  return sum;
}
/// Numbers and directions that are not alike.
template <typename T> void fill(T &what, double from, double step) {
  double *x = reinterpret_cast<double *>(&what);
  for (size_t i = 0; i < sizeof(T) / sizeof(double); ++i)
    x[i] = from + step * double(i * 37 % 101);
}
struct Data {
  Point tables[nuclides * points];
  Pole all[nuclides * poles];
  Material material;
  double energy[neutrons];
};
static Data data, direction, moved;

static int run(const Data &at, double *values, double *tangents) {
  Point *tables = onDevice(at.tables, nuclides * points),
        *tTables = onDevice(direction.tables, nuclides * points);
  Pole *all = onDevice(at.all, nuclides * poles), *tAll = onDevice(direction.all, nuclides * poles);
  Material *material = onDevice(&at.material, 1), *tMaterial = onDevice(&direction.material, 1);
  double *energy = onDevice(at.energy, neutrons), *onValues, *onTangents;
  CHECK(cudaMalloc(&onValues, 2 * neutrons * sizeof(double)));
  CHECK(cudaMalloc(&onTangents, 2 * neutrons * sizeof(double)));
  forward<<<neutrons / block, block>>>(energy, onValues, onTangents, tables, tTables, all, tAll,
                                       material, tMaterial);
  CHECK(cudaMemcpy(values, onValues, 2 * neutrons * sizeof(double), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(tangents, onTangents, 2 * neutrons * sizeof(double), cudaMemcpyDeviceToHost));
  return 0;
}
static bool isNear(double a, double b, double tolerance, const char *what) {
  if (std::fabs(a - b) <= tolerance * (1 + std::fabs(b)))
    return true;
  std::printf("%s: %.15g for %.15g\n", what, a, b);
  return false;
}

int main() {
  fill(data.all, .2, .01), fill(data.material, .5, .02);
  fill(direction.all, -.3, .007), fill(direction.material, .4, -.003),
      fill(direction.tables, .1, .004);
  for (int i = 0; i < nuclides * points; ++i) {
    fill(data.tables[i].sections, 1 + .1 * (i % 7), .03 * (i % 5));
    data.tables[i].energy = i % points + .01 * (i / points);
    direction.tables[i].energy = .02 * (i % 3);
  }
  for (Pole &pole : data.all)
    pole.place.im = -.5 - .1 * pole.place.re;
  for (int i = 0; i < neutrons; ++i)
    data.energy[i] = 1.503 + i * (points - 4.) / neutrons, direction.energy[i] = .5;

  static double values[2 * neutrons], tangents[2 * neutrons], up[2 * neutrons], down[2 * neutrons],
      none[2 * neutrons];
  const double h = 1e-6;
  int wrong = run(data, values, tangents);
  for (double sign : {1., -1.}) {
    moved = data;
    double *x = reinterpret_cast<double *>(&moved), *v = reinterpret_cast<double *>(&direction);
    for (size_t i = 0; i < sizeof moved / sizeof(double); ++i)
      x[i] += sign * h * v[i];
    wrong += run(moved, sign > 0 ? up : down, none);
  }
  double sums[2] = {};
  for (int i = 0; i < 2 * neutrons; ++i) {
    double by = (up[i] - down[i]) / (2 * h);
    sums[i / neutrons] += tangents[i];
    wrong +=
        !isNear(tangents[i], by, 1e-5, i < neutrons ? "pointwise, forward" : "multipole, forward");
  }

  static Data gradient;
  Material nothing = {}, *dMaterial = onDevice(&nothing, 1);
  static Point noTables[nuclides * points];
  static Pole noPoles[nuclides * poles];
  double *energy = onDevice(data.energy, neutrons), *slope = onDevice(data.energy, neutrons);
  Material *material = onDevice(&data.material, 1);
  Point *tables = onDevice(data.tables, nuclides * points),
        *dTables = onDevice(noTables, nuclides * points);
  Pole *all = onDevice(data.all, nuclides * poles), *dAll = onDevice(noPoles, nuclides * poles);
  lookPointwise<<<neutrons / block, block>>>(energy, slope, tables, dTables, material, dMaterial);
  CHECK(cudaMemcpy(gradient.tables, dTables, sizeof gradient.tables, cudaMemcpyDeviceToHost));
  CHECK(
      cudaMemcpy(&gradient.material, dMaterial, sizeof gradient.material, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(gradient.energy, slope, sizeof gradient.energy, cudaMemcpyDeviceToHost));
  double found = dot(gradient.tables, direction.tables) +
                 dot(gradient.material, direction.material) +
                 dot(gradient.energy, direction.energy);
  wrong += !isNear(found, sums[0], 1e-10, "pointwise, reverse");
  CHECK(cudaMemcpy(dMaterial, &nothing, sizeof nothing, cudaMemcpyHostToDevice));
  lookMultipole<<<neutrons / block, block>>>(energy, slope, all, dAll, material, dMaterial);
  CHECK(cudaMemcpy(gradient.all, dAll, sizeof gradient.all, cudaMemcpyDeviceToHost));
  CHECK(
      cudaMemcpy(&gradient.material, dMaterial, sizeof gradient.material, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(gradient.energy, slope, sizeof gradient.energy, cudaMemcpyDeviceToHost));
  found = dot(gradient.all, direction.all) + dot(gradient.material, direction.material) +
          dot(gradient.energy, direction.energy);
  wrong += !isNear(found, sums[1], 1e-10, "multipole, reverse");
  std::printf("%d differences\n", wrong);
  return wrong != 0;
}
