// Kernels and host code as programs of several fields have them: softmax and attention, functors
// and lambdas handed to kernels, structures of pointers by value and in memory of the device,
// streams that wait for each other, descent with a number that the host reads back. Tangents are
// compared with differences, gradients with tangents. Prints the number of differences.
#include "checked.h"

constexpr int n = 48;

template <class T> class Buffer {
  T *place = nullptr;
  size_t count;

public:
  explicit Buffer(size_t count) : count(count) {
    cudaMalloc((void **)&place, count * sizeof(T));
    cudaMemset(place, 0, count * sizeof(T));
  }
  Buffer(const Buffer &) = delete;
  ~Buffer() { cudaFree(place); }
  T *get() { return place; }
  void up(const T *from) { cudaMemcpy(place, from, count * sizeof(T), cudaMemcpyHostToDevice); }
  void down(T *to) const { cudaMemcpy(to, place, count * sizeof(T), cudaMemcpyDeviceToHost); }
};
inline double objective(const double *y, int m) {
  double sum = 0;
  for (int i = 0; i < m; ++i)
    sum += y[i] * y[i] * (1 + i % 4) + y[i];
  return sum;
}

__device__ double blockMax(double v, double *s) {
  s[threadIdx.x] = v;
  __syncthreads();
  for (int w = blockDim.x / 2; w; w >>= 1) {
    if (threadIdx.x < w)
      s[threadIdx.x] = fmax(s[threadIdx.x], s[threadIdx.x + w]);
    __syncthreads();
  }
  double r = s[0];
  __syncthreads();
  return r;
}
__device__ double blockSum(double v, double *s) {
  s[threadIdx.x] = v;
  __syncthreads();
  for (int w = blockDim.x / 2; w; w >>= 1) {
    if (threadIdx.x < w)
      s[threadIdx.x] += s[threadIdx.x + w];
    __syncthreads();
  }
  double r = s[0];
  __syncthreads();
  return r;
}

__global__ void softmax(double *y, const double *x, int cols) {
  __shared__ double s[16];
  const double *row = x + blockIdx.x * cols;
  double m = -INFINITY;
  for (int i = threadIdx.x; i < cols; i += blockDim.x)
    m = fmax(m, row[i]);
  m = blockMax(m, s);
  double t = 0;
  for (int i = threadIdx.x; i < cols; i += blockDim.x)
    t += exp(row[i] - m);
  t = blockSum(t, s);
  for (int i = threadIdx.x; i < cols; i += blockDim.x)
    y[blockIdx.x * cols + i] = exp(row[i] - m) / t;
}

double softmaxOfRows(const double *x) {
  Buffer<double> a(n), b(n);
  a.up(x);
  softmax<<<2, 16>>>(b.get(), a.get(), 24);
  double y[n];
  b.down(y);
  return objective(y, n);
}
template <int D, int T>
__global__ void attention(double *out, const double *q, const double *k, const double *v, int len) {
  __shared__ double ks[T][D], vs[T][D];
  double qi[D], acc[D] = {};
  int i = threadIdx.x;
  for (int d = 0; d < D; ++d)
    qi[d] = q[i * D + d];
  double m = -1e30, l = 0;
  for (int base = 0; base < len; base += T) {
    if (i < T)
      for (int d = 0; d < D; ++d) {
        ks[i][d] = k[(base + i) * D + d];
        vs[i][d] = v[(base + i) * D + d];
      }
    __syncthreads();
    for (int j = 0; j < T; ++j) {
      double s = 0;
#pragma unroll
      for (int d = 0; d < D; ++d)
        s += qi[d] * ks[j][d];
      double mn = fmax(m, s), c = exp(m - mn), p = exp(s - mn);
      l = l * c + p;
      for (int d = 0; d < D; ++d)
        acc[d] = acc[d] * c + p * vs[j][d];
      m = mn;
    }
    __syncthreads();
  }
  for (int d = 0; d < D; ++d)
    out[i * D + d] = acc[d] / l;
}

double attentionOfHeads(const double *x) {
  Buffer<double> a(n), b(16);
  a.up(x);
  attention<2, 4><<<1, 8>>>(b.get(), a.get(), a.get() + 16, a.get() + 32, 8);
  double y[16];
  b.down(y);
  return objective(y, 16);
}

struct Fields {
  double *u, *v;
  const double *w;
  int m;
};

__global__ void step(Fields s, double dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= s.m)
    return;
  int l = i ? i - 1 : s.m - 1, r = i + 1 < s.m ? i + 1 : 0;
  s.v[i] = s.u[i] + dt * s.w[i] * (s.u[l] - 2 * s.u[i] + s.u[r]);
}

double overlappingStreams(const double *x) {
  cudaStream_t s1, s2;
  cudaEvent_t e1, e2;
  cudaStreamCreate(&s1);
  cudaStreamCreate(&s2);
  cudaEventCreate(&e1);
  cudaEventCreate(&e2);
  double *u, *v, *w, *h;
  cudaMallocHost((void **)&h, n * 8);
  cudaMalloc(&u, n * 8);
  cudaMalloc(&v, n * 8);
  cudaMalloc(&w, n * 8);
  for (int i = 0; i < n; ++i)
    h[i] = x[i] * x[i];
  cudaMemcpyAsync(u, h, n * 8, cudaMemcpyHostToDevice, s1);
  cudaMemcpyAsync(w, x, n * 8, cudaMemcpyHostToDevice, s2);
  cudaEventRecord(e2, s2);
  cudaStreamWaitEvent(s1, e2, 0);
  Fields f{u, v, w, n};
  for (int t = 0; t < 5; ++t) {
    step<<<3, 16, 0, s1>>>(f, 0.1 * h[t]);
    double *o = f.u;
    f.u = f.v;
    f.v = o;
  }
  cudaEventRecord(e1, s1);
  cudaEventSynchronize(e1);
  cudaMemcpyAsync(h, f.u, n * 8, cudaMemcpyDeviceToHost, s1);
  cudaStreamSynchronize(s1);
  double r = objective(h, n);
  cudaFree(u);
  cudaFree(v);
  cudaFree(w);
  cudaFreeHost(h);
  cudaEventDestroy(e1);
  cudaEventDestroy(e2);
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
  return r;
}

template <class F> __global__ void transform(double *y, const double *x, int m, F f) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += gridDim.x * blockDim.x)
    y[i] = f(x[i], i);
}

struct Scale {
  double a;
  __host__ __device__ double operator()(double v, int i) const { return a * v * v + i * v; }
};

double functors(const double *x) {
  Buffer<double> a(n), b(n), c(n);
  a.up(x);
  double k = x[3];
  transform<<<2, 8>>>(b.get(), a.get(), n, Scale{x[0] * x[1]});
  transform<<<2, 8>>>(c.get(), b.get(), n,
                      [k] __device__(double v, int i) { return sin(v) * k + v * (i & 1); });
  const double *p = a.get();
  transform<<<1, 8>>>(b.get(), c.get(), n,
                      [=] __device__(double v, int i) { return v * p[n - 1 - i]; });
  double y[n];
  b.down(y);
  return objective(y, n);
}

struct Model {
  double *weights, *bias;
  int m;
  double scale;
};

__global__ void use(const Model *model, double *y, const double *x) {
  int i = threadIdx.x;
  double s = model->bias[i % model->m];
  for (int j = 0; j < model->m; ++j)
    s += model->weights[j] * x[(i + j) % n];
  y[i] = tanh(s) * model->scale;
}

double structureOnDevice(const double *x) {
  Buffer<double> a(n), w(6), b(6), y(n);
  a.up(x);
  w.up(x + 4);
  b.up(x + 12);
  Model h{w.get(), b.get(), 6, x[7]};
  Buffer<Model> m(1);
  m.up(&h);
  use<<<1, n>>>(m.get(), y.get(), a.get());
  double r[n];
  y.down(r);
  return objective(r, n);
}

__global__ void halve(double *x, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < w)
    x[i] = x[i] * x[i] + x[i + w];
}

double halvings(const double *x) {
  Buffer<double> a(n);
  a.up(x);
  for (int w = n / 2; w >= 3; w /= 2)
    halve<<<(w + 7) / 8, 8>>>(a.get(), w);
  double y[3];
  cudaMemcpy(y, a.get(), 24, cudaMemcpyDeviceToHost);
  return objective(y, 3);
}

__global__ void norm(double *r, const double *x, int m) {
  __shared__ double s;
  if (!threadIdx.x)
    s = 0;
  __syncthreads();
  double t = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += gridDim.x * blockDim.x)
    t += x[i] * x[i];
  atomicAdd(&s, t);
  __syncthreads();
  if (!threadIdx.x)
    atomicAdd(r, s);
}

__global__ void spmv(double *y, const double *val, const int *row, const int *col, const double *x,
                     int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m)
    return;
  double s = 0;
  for (int k = row[i]; k < row[i + 1]; ++k)
    s += val[k] * x[col[k]];
  y[i] = s;
}

__global__ void axpy(double *y, double a, const double *x, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m)
    y[i] += a * x[i];
}

double descent(const double *x) {
  constexpr int m = 12;
  int row[m + 1], col[3 * m];
  double val[3 * m];
  for (int i = 0; i <= m; ++i)
    row[i] = 3 * i;
  for (int i = 0; i < m; ++i) {
    col[3 * i] = (i + m - 1) % m;
    col[3 * i + 1] = i;
    col[3 * i + 2] = (i + 1) % m;
    val[3 * i] = -x[i];
    val[3 * i + 1] = 3 + x[i + m];
    val[3 * i + 2] = -x[(i + 1) % m];
  }
  Buffer<double> v(3 * m), b(m), r(m), q(m), s(1);
  Buffer<int> dr(m + 1), dc(3 * m);
  v.up(val);
  dr.up(row);
  dc.up(col);
  b.up(x + 24);
  double sum = 0;
  for (int t = 0; t < 4; ++t) {
    cudaMemset(s.get(), 0, 8);
    spmv<<<1, 16>>>(q.get(), v.get(), dr.get(), dc.get(), b.get(), m);
    norm<<<2, 4>>>(s.get(), q.get(), m);
    double h;
    cudaMemcpy(&h, s.get(), 8, cudaMemcpyDeviceToHost);
    double a = 1 / (1 + sqrt(h));
    axpy<<<1, 16>>>(b.get(), -a, q.get(), m);
    sum += a;
  }
  double y[m];
  b.down(y);
  return objective(y, m) + sum;
}
int main() {
  CHECK(softmaxOfRows);
  CHECK(attentionOfHeads);
  CHECK(overlappingStreams);
  CHECK(functors);
  CHECK(structureOnDevice);
  CHECK(halvings);
  CHECK(descent);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
