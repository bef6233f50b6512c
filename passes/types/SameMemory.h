//===- SameMemory.h - one memory, as several functions know it -------------===//
#ifndef ENZYME_TYPES_SAMEMEMORY_H
#define ENZYME_TYPES_SAMEMEMORY_H

#include "types/Evidence.h"
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace enzyme {

class SameMemory {
public:
  /// A function, and an address as it knows it.
  struct Place {
    llvm::Function *function;
    Address at;
    bool operator==(const Place &) const = default;
  };
  using View = std::function<Evidence &(llvm::Function &)>;

  /// May one be the other?
  static bool mayBeSame(const Address &one, const Address &other);

  explicit SameMemory(View view) : evidenceOf(std::move(view)) {}

  /// All places that may be this one, which is among them. Nothing if there are too many.
  const std::vector<Place> &as(llvm::Function &function, const Address &at);
  /// The same, and what was copied from or to there, or received it as a result, and so on.
  std::vector<Place> withCopies(const Place &place);

private:
  View evidenceOf;
  std::map<std::tuple<const llvm::Function *, unsigned, int64_t, uint64_t>, std::vector<Place>>
      asked;
  /// Objects found to be used in too many places.
  std::set<std::pair<const llvm::Function *, unsigned>> tooMuch;
  std::vector<std::pair<Place, std::vector<Place>>> known; ///< what the pointer there leads to
  unsigned depth = 0;
  bool isTooMuch = false;

  std::vector<Place> of(const Place &place);
  std::vector<Place> targetsOf(const Place &cell);
  void addAround(const Place &place, std::vector<Place> &all);
  void addCallers(const Place &place, const llvm::Argument &argument, std::vector<Place> &all);
  void addReturned(const Place &place, const llvm::CallBase &call, std::vector<Place> &all);
  void addReceivers(const Place &place, std::vector<Place> &all);
  void addUsers(const Place &place, const llvm::GlobalVariable &global, std::vector<Place> &all);
  void addCopied(const Place &place, std::vector<Place> &targets);
  void addCallees(const Place &place, std::vector<Place> &all);
};

} // namespace enzyme
#endif
