// Derivatives of host functions that launch kernels with `extern __shared__` arrays, whose shadows
// lie behind them. Prints the number of differences.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

template <typename R, typename... A> R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> R __enzyme_fwddiff(void *, A...);

int differences;
#define CHECK(CALL)                                                                                \
  if (cudaError_t error = CALL; error != cudaSuccess)                                              \
  std::printf("%s: %s\n", #CALL, cudaGetErrorString(error)), ++differences

template <typename T> __device__ T *shared() {
  extern __shared__ char anything[];
  return reinterpret_cast<T *>(anything);
}

/// c = a b, by tiles of a size that the host chooses.
__global__ void product(double *c, const double *a, const double *b, int n, int tile) {
  double *ofA = shared<double>(), *ofB = ofA + tile * tile;
  int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * tile + x, row = blockIdx.y * tile + y;
  double sum = 0;
  for (int step = 0; step < n; step += tile) {
    ofA[y * tile + x] = row < n && step + x < n ? a[row * n + step + x] : 0;
    ofB[y * tile + x] = column < n && step + y < n ? b[(step + y) * n + column] : 0;
    __syncthreads();
    for (int k = 0; k < tile; ++k)
      sum += ofA[y * tile + k] * ofB[k * tile + x];
    __syncthreads();
  }
  if (row < n && column < n)
    c[row * n + column] = sum;
}
/// Each block one row: softmax.
__global__ void softmax(double *x, int n) {
  extern __shared__ double values[];
  double *row = x + blockIdx.x * n, sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sum += exp(row[i]);
  values[threadIdx.x] = sum;
  for (int half = blockDim.x / 2; half; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      values[threadIdx.x] += values[threadIdx.x + half];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    row[i] = exp(row[i]) / values[0];
}
constexpr int order = 11, tile = 4, blocks = (order + tile - 1) / tile;
double layers(const double *x, const double *weights, double scale) {
  constexpr size_t bytes = order * order * sizeof(double);
  double *a, *b, *c, y[order * order], sum = 0;
  CHECK(cudaMalloc(&a, bytes));
  CHECK(cudaMalloc(&b, bytes));
  CHECK(cudaMalloc(&c, bytes));
  CHECK(cudaMemcpy(a, x, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(b, weights, bytes, cudaMemcpyHostToDevice));
  for (int layer = 0; layer < 3; ++layer) {
    product<<<dim3(blocks, blocks), dim3(tile, tile), 2 * tile * tile * sizeof(double)>>>(
        c, a, b, order, tile);
    softmax<<<order, 8, 8 * sizeof(double)>>>(c, order);
    double *last = a;
    a = c;
    c = last;
  }
  CHECK(cudaMemcpy(y, a, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(c));
  for (int i = 0; i < order * order; ++i)
    sum += y[i] * scale * (1 + i % 3);
  return sum;
}

void compare(const char *what, double found, double wanted, double tolerance) {
  if (std::fabs(found - wanted) <= tolerance * (1 + std::fabs(wanted)))
    return;
  ++differences;
  std::printf("%s: %.15g for %.15g\n", what, found, wanted);
}
void tryLayers() {
  constexpr int n = order * order;
  double x[n], v[n], w[n], u[n], xUp[n], xDown[n], wUp[n], wDown[n], h = 1e-6, s = .5, t = .25;
  for (int i = 0; i < n; ++i) {
    x[i] = std::sin(i), v[i] = std::cos(i), w[i] = std::cos(3 * i), u[i] = std::sin(2 * i);
    xUp[i] = x[i] + h * v[i], xDown[i] = x[i] - h * v[i];
    wUp[i] = w[i] + h * u[i], wDown[i] = w[i] - h * u[i];
  }
  double tangent = __enzyme_fwddiff<double>((void *)layers, x, v, w, u, s, t);
  double difference = (layers(xUp, wUp, s + h * t) - layers(xDown, wDown, s - h * t)) / (2 * h);
  compare("layers, forward", tangent, difference, 1e-6);
  double ofX[n] = {}, ofW[n] = {};
  double dot = t * __enzyme_autodiff<double>((void *)layers, x, ofX, w, ofW, s);
  for (int i = 0; i < n; ++i)
    dot += ofX[i] * v[i] + ofW[i] * u[i];
  compare("layers, reverse", dot, tangent, 1e-12);
}

/// Nearly all that a block may have without being asked, so that the derivative has to ask.
__global__ void turn(double *y, const double *x, int n) {
  extern __shared__ double squares[];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    squares[i] = x[i] * x[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    y[i] = squares[n - 1 - i] * x[i];
}
void turned(double *y, const double *x, int n) {
  turn<<<1, 32, n * sizeof(double)>>>(y, x, n);
  CHECK(cudaGetLastError());
}
#ifdef __HIP__
constexpr bool isLarge = false; // AMD's blocks have 64 KB, and none to ask for
#else
constexpr bool isLarge = true;
#endif
void tryLarge() {
  constexpr int n = isLarge ? 6000 : 2800;
  constexpr size_t bytes = n * sizeof(double);
  double *x, *ofX, *y, *ofY, values[n], found[n];
  for (double **memory : {&x, &ofX, &y, &ofY})
    CHECK(cudaMalloc(memory, bytes));
  for (int i = 0; i < n; ++i)
    values[i] = std::sin(i), found[i] = 1;
  CHECK(cudaMemcpy(x, values, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(ofY, found, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(ofX, 0, bytes));
  __enzyme_autodiff<void>((void *)turned, y, ofY, x, ofX, n);
  CHECK(cudaMemcpy(found, ofX, bytes, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) {
    double other = values[n - 1 - i];
    compare("large", found[i], other * other + 2 * values[i] * other, 1e-14);
  }
}

/// With variables of known size, whose shadows count, too.
__global__ void beside(double *y, const double *x, int n) {
  extern __shared__ double squares[];
  __shared__ double others[1024];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    squares[i] = others[i] = x[i] * x[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    y[i] = squares[n - 1 - i] * others[(i + 1) % n];
}
double besides(const double *x) {
  constexpr int n = order * order;
  double *in, *out, y[n], sum = 0;
  CHECK(cudaMalloc(&in, n * sizeof(double)));
  CHECK(cudaMalloc(&out, n * sizeof(double)));
  CHECK(cudaMemcpy(in, x, n * sizeof(double), cudaMemcpyHostToDevice));
  beside<<<1, 32, isLarge ? 20000 : 16000>>>(out, in, n);
  CHECK(cudaMemcpy(y, out, n * sizeof(double), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i)
    sum += y[i];
  return sum;
}
void tryBeside() {
  constexpr int n = order * order;
  double x[n], v[n], ofX[n] = {}, dot = 0, wanted = 0;
  for (int i = 0; i < n; ++i)
    x[i] = std::sin(i), v[i] = std::cos(i);
  for (int i = 0; i < n; ++i) {
    int j = n - 1 - i, k = (i + 1) % n;
    wanted += 2 * x[j] * v[j] * x[k] * x[k] + 2 * x[k] * v[k] * x[j] * x[j];
  }
  __enzyme_autodiff<void>((void *)besides, x, ofX);
  for (int i = 0; i < n; ++i)
    dot += ofX[i] * v[i];
  compare("beside, reverse", dot, wanted, 1e-12);
  compare("beside, forward", __enzyme_fwddiff<double>((void *)besides, x, v), wanted, 1e-12);
}

int main() {
  tryLayers();
  tryBeside();
  tryLarge();
  std::printf("%d differences\n", differences);
  return differences != 0;
}
