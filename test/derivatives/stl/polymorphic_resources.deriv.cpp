// Containers of std::pmr: buffers on the stack and on the heap, resources of the program's own,
// the default one; memory that is handed in and out.
#include "check.h"
#include <list>
#include <map>
#include <memory>
#include <memory_resource>
#include <string>
#include <unordered_map>
#include <vector>

using Numbers = std::pmr::vector<double>;

/// More than the buffer has: it goes on with blocks from the heap, ever larger ones.
double fromBuffer(const double *x) {
  std::byte buffer[256];
  std::pmr::monotonic_buffer_resource pool(buffer, sizeof buffer);
  Numbers v(&pool);
  for (int i = 0; i < 50; i++)
    v.push_back(x[i % 3] * x[(i + 1) % 3]);
  std::pmr::map<int, double> sums(&pool);
  for (int i = 0; i < 50; i++)
    sums[i * 7 % 5] += sin(v[i]);
  double s = 0;
  for (auto &[key, sum] : sums)
    s += sum * (key + 1);
  return s;
}

/// Vectors in a vector, which hands its resource on to them; the buffer begins with nothing.
double nested(const double *x) {
  std::pmr::monotonic_buffer_resource pool;
  std::pmr::vector<Numbers> rows(&pool);
  for (int i = 0; i < 4; i++)
    rows.emplace_back(3, x[i % 3] * (i + 1));
  double s = 0;
  for (auto &row : rows)
    for (double v : row)
      s += v * v * x[0];
  std::pmr::vector<Numbers> grown(&pool);
  for (int i = 0; i < 2; i++) {
    grown.emplace_back();
    for (int j = 0; j < 2; j++)
      grown.back().push_back(x[i] * (j + 1));
  }
  return s + grown[0][1] * grown[1][0];
}

/// Released in every round; nothing is given back one by one.
NOINLINE static double round(std::pmr::memory_resource *pool, const double *x, int n) {
  Numbers v(pool), w(v, pool);
  for (int i = 0; i < n; i++)
    v.push_back(x[i % 3]), w.emplace_back(v.back() * v[i / 2]);
  Numbers both = std::move(v);
  both.insert(both.end(), w.begin(), w.end());
  double s = 0;
  for (size_t i = 1; i < both.size(); i++)
    s += both[i] * both[i - 1];
  return s;
}
double rounds(const double *x) {
  std::pmr::monotonic_buffer_resource pool(128);
  double s = 0;
  for (int n = 1; n < 9; n++) {
    s += sin(round(&pool, x, 3 * n));
    if (n % 3 == 0)
      pool.release();
  }
  return s + round(std::pmr::get_default_resource(), x, 4) + round(std::pmr::new_delete_resource(), x, 5);
}

class Counting : public std::pmr::memory_resource {
  std::pmr::memory_resource *upstream;

public:
  long calls = 0, live = 0;
  explicit Counting(std::pmr::memory_resource *upstream = std::pmr::get_default_resource()) : upstream(upstream) {}

private:
  void *do_allocate(size_t bytes, size_t alignment) override {
    calls++;
    live += bytes;
    return upstream->allocate(bytes, alignment);
  }
  void do_deallocate(void *memory, size_t bytes, size_t alignment) override {
    live -= bytes;
    upstream->deallocate(memory, bytes, alignment);
  }
  bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};
double ownResource(const double *x) {
  Counting counting;
  std::pmr::monotonic_buffer_resource pool(&counting);
  std::pmr::list<double> list(&counting);
  std::pmr::unordered_map<int, Numbers> table(&pool);
  for (int i = 0; i < 12; i++) {
    table[i % 4].push_back(x[i % 3] * (i + 1));
    list.push_front(table[i % 4].front());
  }
  double s = 0;
  for (double each : list)
    s = sin(s) + each * x[0];
  for (int k = 0; k < 4; k++)
    for (double each : table.at(k))
      s += each * each;
  return s + (counting.calls > 12) + counting.live * 1e-6;
}

struct Particle {
  double place, speed;
  std::pmr::string name;
  using allocator_type = std::pmr::polymorphic_allocator<char>;
  Particle(double place, double speed, std::string_view name, allocator_type a = {}) : place(place), speed(speed), name(name, a) {}
  Particle(const Particle &other, allocator_type a) : place(other.place), speed(other.speed), name(other.name, a) {}
  Particle(Particle &&other, allocator_type a) : place(other.place), speed(other.speed), name(std::move(other.name), a) {}
};
double namedThings(const double *x) {
  std::pmr::monotonic_buffer_resource pool;
  std::pmr::vector<Particle> all(&pool);
  for (int i = 0; i < 9; i++)
    all.emplace_back(x[i % 3] + i, x[(i + 1) % 3], i % 2 ? "a short one" : "a name that is too long to be kept inside");
  for (int t = 0; t < 4; t++)
    for (Particle &p : all)
      p.place += 0.1 * p.speed * all.front().place * (p.name.size() > 15 ? 1 : -1);
  double s = 0;
  for (const Particle &p : all)
    s += p.place * p.speed;
  return s;
}

/// What another function grows, and a vector of the caller's.
NOINLINE static void fill(Numbers &v, double a, int n) {
  for (int i = 0; i < n; i++)
    v.push_back(a * (i + 1) + (v.empty() ? 0 : v.back() * 0.5));
}
double handedOn(const double *x) {
  std::pmr::monotonic_buffer_resource pool;
  Numbers one(&pool), two;
  fill(one, x[0], 10);
  fill(two, x[1], 5);
  one = two; // each keeps its resource
  fill(one, x[2], 20);
  std::swap(two, *std::make_unique<Numbers>(two)); // to another vector on the heap and back
  double s = 0;
  for (double each : one)
    s = sin(s) + each;
  return s * two[3];
}

CHECK_FUNCTION(fromBuffer, 3, 0.9, 0.3, 0.2);
CHECK_FUNCTION(nested, 3, 0.9, 0.3, 0.2);
CHECK_FUNCTION(rounds, 3, 0.9, 0.3, 0.2);
CHECK_FUNCTION(ownResource, 3, 0.9, 0.3, 0.2);
CHECK_FUNCTION(namedThings, 3, 0.9, 0.3, 0.2);
CHECK_FUNCTION(handedOn, 3, 0.9, 0.3, 0.2);

/// The buffer is the caller's, who goes on with it: blocks are the library's in every byte.
void grow(Numbers &v, double a) {
  for (int i = 0; i < 100; i++)
    v.push_back(v.back() * a);
}
template <class... A> void __enzyme_fwddiff(void *, A...);
CHECK_VALUES(outlives) {
  std::pmr::monotonic_buffer_resource pool, shadowPool;
  Numbers v(&pool), tangent(&shadowPool);
  v.push_back(1);
  tangent.push_back(0);
  __enzyme_fwddiff((void *)grow, enzyme_dup, &v, &tangent, 0.9, 1.0);
  EXPECT_CLOSE(tangent[7], 7 * std::pow(0.9, 6), 1e-12);
  for (int i = 0; i < 300; i++) {
    v.push_back(i);
    tangent.push_back(0);
  }
  EXPECT_CLOSE(tangent[100], 100 * std::pow(0.9, 99), 1e-12);
}
