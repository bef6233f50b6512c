// C++: vectors that grow while requests are open, objects that exchange what they hold, calls in functions that
// clean up when something is thrown.
#include "check.h"
#include <stdexcept>
#include <vector>

static int left() { return (rank + ranks - 1) % ranks; }
static int right() { return (rank + 1) % ranks; }

static void growing(double *x, double *y) {
  std::vector<MPI_Request> requests;
  std::vector<std::vector<double>> in(4), out(4);
  for (int i = 0; i < 4; i++) {
    in[i].resize(i + 1), out[i].assign(i + 1, x[i] * x[i + 1]);
    requests.emplace_back();
    MPI_Irecv(in[i].data(), i + 1, MPI_DOUBLE, left(), i, MPI_COMM_WORLD, &requests.back());
    requests.emplace_back();
    MPI_Isend(out[i].data(), i + 1, MPI_DOUBLE, right(), i, MPI_COMM_WORLD, &requests.back());
  }
  MPI_Waitall(int(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  for (int i = 0; i < 4; i++)
    for (double one : in[i])
      y[i] += one * one * x[5];
}

class Field {
public:
  Field(const double *from, int n) : values(from, from + n) {}
  void shift() {
    std::vector<double> room(values.size());
    MPI_Sendrecv(values.data(), int(values.size()), MPI_DOUBLE, right(), 1, room.data(), int(room.size()), MPI_DOUBLE,
                 left(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    values.swap(room);
  }
  double total() const {
    double sum = 0, all = 0;
    for (double value : values)
      sum += value * value;
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (all < 0)
      throw std::runtime_error("a sum of squares");
    return all;
  }
  std::vector<double> values;
};

static void objects(double *x, double *y) {
  Field field(x, IN);
  try {
    for (int i = 0; i < 2; i++) {
      field.shift();
      field.values[0] *= x[1];
      y[i] = field.total() * x[i];
    }
  } catch (const std::runtime_error &) {
    y[0] = 0;
  }
  y[2] = field.values[0] * field.values[1];
}

CHECK(growing)
CHECK(objects)

int main(int argc, char **argv) {
  begin(&argc, &argv);
  growing_check();
  objects_check();
  return end();
}
