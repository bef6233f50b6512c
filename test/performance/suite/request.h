/* request.h - what every case needs to ask for its derivatives. */
#ifndef BENCH_REQUEST_H
#define BENCH_REQUEST_H

#include "peers.h"
#include <algorithm>
#include <enzyme/enzyme.h>

/** Directional derivatives of a scalar function, as the compiler returns them. */
struct Jets {
  double lane[bench::Lanes];
  void write(double *out) const { std::copy(lane, lane + bench::Lanes, out); }
};

inline void clear(double *g, std::size_t n) { std::fill(g, g + n, 0.0); }

#endif
