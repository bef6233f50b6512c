// What programs in C++ include beside fuzz.h; it comes before their first line, precompiled.
#ifndef ENZYME_TEST_FUZZ_FUZZ_CXX_H
#define ENZYME_TEST_FUZZ_FUZZ_CXX_H
#include <algorithm>
#include <any>
#include <array>
#include <complex>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <valarray>
#include <variant>
#include <vector>
#endif
