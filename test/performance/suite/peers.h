/*===- peers.h - the same row for the other tools --------------------------===
 *
 * A case's file asks for the peers by the function that fits its Problem. They are
 * compiled by themselves, with plain clang (peers.cpp), or left out (BENCH_NO_PEERS).
 *===---------------------------------------------------------------------===*/
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include "bench.h"

/** The header of a case ends with `using Case = …;`. */
#ifdef BENCH_NO_PEERS
inline void addPeers(bench::Row &, std::shared_ptr<const Case>) {}
#else
void addPeers(bench::Row &row, std::shared_ptr<const Case> problem);
#endif

#endif
