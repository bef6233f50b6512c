/* no_peers.cpp - a suite without the other tools. */
#include CASE_HEADER
#include "peers.h"

void addPeers(bench::Row &, std::shared_ptr<const Case>) {}
