//===- Wrappers.h - requests whose function the callers know --------------===//
//
// Problem:  double grad(double (*f)(double), double x) {
//             return __enzyme_autodiff((void *)f, x); }
// is one function with one request, and each caller means another function.
//
// Here: for each chain of calls that leads to such a request, what it means there
// is read in a scratch copy of the outermost caller with the chain inlined. Then
// the functions along the chain are copied for it, and the copy of the request
// means that one thing. No value is substituted: the copies still receive their
// parameters, the rewritten request just does not read them.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REQUEST_WRAPPERS_H
#define ENZYME_REQUEST_WRAPPERS_H

#include "request/Request.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <map>
#include <memory>

namespace enzyme {

/// Calls that lead to a wrapper, outermost first; the last one calls it.
using CallChain = std::vector<llvm::CallBase *>;

/// The copies made so far: one per chain, shared by chains that begin alike.
class WrapperCopies {
public:
  /// The copy, for this chain, of a call in the function that its last call calls.
  llvm::CallBase *copyOf(const CallChain &chain, const llvm::CallBase &call);

  /// Leads a call of the wrapper to the copy that another chain got.
  void share(llvm::CallBase *call, const CallChain &chain);

  /// Calls within copies follow where the calls they were copied from lead now,
  /// unless a chain of their own led them elsewhere. After the last copyOf.
  void followOriginals();

  /// Every copy of a function, with the map from the original's calls.
  struct Copy {
    llvm::Function *original;
    llvm::Function *function;
    llvm::ValueToValueMapTy map;
  };
  template <class Visitor> void forEach(Visitor visit) const {
    for (auto &[chain, copy] : copies)
      visit(*copy);
  }

private:
  Copy &copyFor(const CallChain &chain);
  std::map<CallChain, std::unique_ptr<Copy>> copies;
};

/// Erases the functions of `candidates` that nothing needs any more; returns
/// those that were erased.
std::vector<llvm::Function *> eraseUnused(std::vector<llvm::Function *> candidates);

} // namespace enzyme
#endif
