// Host functions and kernels in the manner of programs: memory with an owner, structures of
// pointers, functors and lambdas as parameters of templates, steps until what changes is small,
// memory that both sides use, streams that wait for events, structures of mixed numbers, histories
// of particles by random numbers. Compared as checked.h says.
#include "checked.h"
#include <utility>
#include <vector>

constexpr int n = 48;

/// Memory of the device with an owner.
template <typename T> class Buffer {
public:
  explicit Buffer(size_t count) : count(count) { cudaMalloc((void **)&data, count * sizeof(T)); }
  Buffer(Buffer &&other) noexcept : data(std::exchange(other.data, nullptr)), count(other.count) {}
  Buffer &operator=(Buffer &&other) noexcept {
    std::swap(data, other.data);
    std::swap(count, other.count);
    return *this;
  }
  ~Buffer() {
    if (data)
      cudaFree(data);
  }
  void upload(const std::vector<T> &v, cudaStream_t s = 0) {
    cudaMemcpyAsync(data, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice, s);
  }
  std::vector<T> download(cudaStream_t s = 0) const {
    std::vector<T> v(count);
    cudaMemcpyAsync(v.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    return v;
  }
  T *get() { return data; }
  const T *get() const { return data; }

private:
  T *data = nullptr;
  size_t count;
};
double weigh(const std::vector<double> &v) {
  double sum = 0;
  for (size_t i = 0; i < v.size(); ++i)
    sum += v[i] * v[i] * (1 + i % 5) + v[i];
  return sum;
}

struct Fields {
  double *out;
  const double *u, *v;
  int size;
};
struct Mix {
  double a, b;
  __device__ double operator()(double u, double v) const { return a * u * v + b * sin(u); }
};
template <typename F, int block> __global__ void apply(Fields f, F how) {
  int i = blockIdx.x * block + threadIdx.x;
  if (i >= f.size)
    return;
  f.out[i] = how(f.u[i], f.v[f.size - 1 - i]);
}
double functors(const double *x) {
  std::vector<double> host(x, x + n);
  Buffer<double> u(n), v(n), out(n);
  u.upload(host);
  v.upload(host);
  Fields f{out.get(), u.get(), v.get(), n};
  apply<Mix, 32><<<(n + 31) / 32, 32>>>(f, Mix{x[0], x[1]});
  f = {v.get(), out.get(), u.get(), n};
  apply<Mix, 16><<<(n + 15) / 16, 16>>>(f, Mix{x[2], .5});
  return weigh(v.download());
}

template <typename F> __global__ void forEach(int count, F f) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    f(i);
}
double lambdas(const double *x) {
  Buffer<double> u(n), out(n);
  u.upload(std::vector<double>(x, x + n));
  double *o = out.get();
  const double *p = u.get();
  double a = x[3];
  forEach<<<2, 8>>>(n, [=] __device__(int i) { o[i] = a * p[i] * p[(i + 1) % n]; });
  forEach<<<1, 8>>>(n, [=] __device__(int i) {
    if (i % 3 == 0)
      o[i] *= a + p[i];
  });
  return weigh(out.download());
}

__global__ void relax(double *next, const double *now, double *change, double omega) {
  __shared__ double part[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double d = 0;
  if (i < n) {
    double left = i ? now[i - 1] : 0.2, right = i + 1 < n ? now[i + 1] : 1.0;
    double v = (1 - omega) * now[i] + omega * 0.5 * (left + right) - 0.01 * now[i] * now[i];
    next[i] = v;
    d = (v - now[i]) * (v - now[i]);
  }
  for (int k = 16; k; k /= 2)
    d += __shfl_down_sync(~0u, d, k);
  if (threadIdx.x % 32 == 0)
    part[threadIdx.x / 32] = d;
  __syncthreads();
  if (threadIdx.x == 0) {
    double s = 0;
    for (int w = 0; w < blockDim.x / 32; ++w)
      s += part[w];
    atomicAdd(change, s);
  }
}
double adaptive(const double *x) {
  cudaStream_t s;
  cudaStreamCreate(&s);
  Buffer<double> now(n), next(n), change(1);
  now.upload(std::vector<double>(x, x + n), s);
  double *pinned;
  cudaMallocHost((void **)&pinned, sizeof(double));
  int steps = 0;
  do {
    cudaMemsetAsync(change.get(), 0, sizeof(double), s);
    relax<<<1, 64, 0, s>>>(next.get(), now.get(), change.get(), 0.7);
    std::swap(now, next);
    cudaMemcpyAsync(pinned, change.get(), sizeof(double), cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
  } while (*pinned > 1e-2 && ++steps < 40);
  double r = weigh(now.download(s)) + 10 * *pinned;
  cudaFreeHost(pinned);
  cudaStreamDestroy(s);
  return r;
}

__global__ void square(double *y, const double *x, int count) {
  int i = threadIdx.x;
  if (i < count)
    y[i] = x[i] * x[i];
}
__global__ void cube(double *y, const double *x, int count) {
  int i = threadIdx.x;
  if (i < count)
    y[i] += x[i] * x[i] * x[i];
}
double managed(const double *x) {
  double *m;
  cudaMallocManaged((void **)&m, 2 * n * sizeof(double));
  for (int i = 0; i < n; ++i)
    m[i] = x[i] * (1 + i % 2);
  square<<<1, 64>>>(m + n, m, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i)
    m[i] = m[n + i] * x[i];
  cube<<<1, 64>>>(m + n, m, n);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += m[n + i] * (1 + i % 3);
  cudaFree(m);
  return sum;
}
double streams(const double *x) {
  cudaStream_t a, b;
  cudaEvent_t ready, done;
  cudaStreamCreate(&a);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreate(&ready);
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  double *hx;
  cudaHostAlloc((void **)&hx, n * sizeof(double), cudaHostAllocDefault);
  for (int i = 0; i < n; ++i)
    hx[i] = x[i];
  Buffer<double> u(n), v(n);
  cudaMemcpyAsync(u.get(), hx, n * sizeof(double), cudaMemcpyHostToDevice, a);
  cudaEventRecord(ready, a);
  cudaStreamWaitEvent(b, ready, 0);
  square<<<1, 64, 0, b>>>(v.get(), u.get(), n);
  cudaEventRecord(done, b);
  cudaStreamWaitEvent(a, done, 0);
  cube<<<1, 64, 0, a>>>(v.get(), u.get(), n / 2);
  cudaMemcpyAsync(hx, v.get(), n * sizeof(double), cudaMemcpyDeviceToHost, a);
  cudaEventRecord(done, a);
  cudaEventSynchronize(done);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += hx[i] * (1 + i % 4);
  cudaFreeHost(hx);
  cudaEventDestroy(ready);
  cudaEventDestroy(done);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  return sum;
}

struct Particle {
  float3 position;
  float mass;
  double charge;
  int kind;
};
__global__ void forces(double3 *f, const Particle *p, int count, float cutoff) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= count)
    return;
  double3 sum = {0, 0, 0};
  Particle me = p[i];
  for (int j = 0; j < count; ++j) {
    if (j == i)
      continue;
    Particle other = p[j];
    float dx = other.position.x - me.position.x, dy = other.position.y - me.position.y,
          dz = other.position.z - me.position.z;
    float r2 = dx * dx + dy * dy + dz * dz + 0.1f;
    if (r2 > cutoff)
      continue;
    double w = me.charge * other.charge * other.mass * rsqrtf(r2) / r2;
    if (other.kind == me.kind)
      w = -w;
    sum.x += w * dx;
    sum.y += w * dy;
    sum.z += w * dz;
  }
  f[i] = sum;
}
double particles(const double *x) {
  const int count = n / 4;
  std::vector<Particle> p(count);
  for (int i = 0; i < count; ++i)
    p[i] = {{(float)x[4 * i], (float)x[4 * i + 1], (float)(x[4 * i + 2] + i)},
            (float)(1 + x[4 * i + 3]),
            x[4 * i + 3] + .5,
            i % 3};
  Buffer<Particle> d(count);
  Buffer<double3> f(count);
  d.upload(p);
  forces<<<2, 8>>>(f.get(), d.get(), count, 100.f);
  auto r = f.download();
  double sum = 0;
  for (auto &v : r)
    sum += v.x * v.x + 2 * v.y + v.z * v.z * v.z;
  return sum;
}

__global__ void walk(double *out, const double *x, unsigned seed) {
  unsigned long long state = seed + threadIdx.x * 2654435761ull;
  double e = x[threadIdx.x % n], w = 1, tally = 0;
  for (int hop = 0; hop < 8 && w > 1e-3; ++hop) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    double r = (state >> 11) * (1. / 9007199254740992.);
    double sigma = 1 + e * e;
    double distance = -log(r + 1e-9) / sigma;
    if (distance > 1.) {
      tally += w * exp(-sigma);
      w *= .5;
    } else {
      w *= e / sigma + .3;
      e = e * .8 + .1 * r;
    }
    tally += w * distance;
  }
  unsigned alive = __ballot_sync(~0u, w > 1e-2);
  atomicAdd(&out[threadIdx.x % 4], tally * (1 + .1 * __popc(alive)));
}
double histories(const double *x) {
  Buffer<double> u(n), out(4);
  u.upload(std::vector<double>(x, x + n));
  cudaMemset(out.get(), 0, 4 * sizeof(double));
  walk<<<1, 64>>>(out.get(), u.get(), 7);
  return weigh(out.download());
}

int main() {
  CHECK(functors);
  CHECK(lambdas);
  CHECK(adaptive);
  CHECK(managed);
  CHECK(streams);
  CHECK(histories);
  CHECK(particles);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
