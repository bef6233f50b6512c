//===- PointerMembers.h - which functions a structure's member may hold ---===//
//
// Problem: a call through a pointer may mean any function of its type whose address the program
// takes. In C a class is a table of functions, and methods that do different things have the same
// parameters: `klass->start(body, dt)` would be a choice among all methods of all classes.
//
// Here: what each member of a structure may hold, from all code of a link: by initialisers, by
// stores, and by copies from other members. A call through a member then says which functions it
// never means (prepare/IndirectCalls.h leaves them out).
//
// That members are accessed as what they are is what C and C++ ask for (strict aliasing, C17
// 6.5p7): it is read off the tags by which clang lets LLVM rely on it (TBAA), and where there are
// none, nothing is said.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_LINK_POINTERMEMBERS_H
#define ENZYME_LINK_POINTERMEMBERS_H

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include <map>
#include <optional>
#include <set>
#include <string>

namespace enzyme {

class PointerMembers {
public:
  /// Takes in the code of one file, all of whose bodies are read.
  void add(const llvm::Module &module);
  /// Marks the calls through pointers of `program` with the functions they never mean.
  void mark(llvm::Module &program);

private:
  /// A member: the structure's name, empty where it has none, and the bytes from its beginning.
  using Place = std::pair<std::string, uint64_t>;
  /// The same in each of the structures that lie in each other there; empty where nothing is known.
  using Places = std::set<Place>;

  /// Where a function's address is kept.
  struct Holders {
    bool areAny = false;
    Places places;
  };

  static Places memberOf(const llvm::Instruction &access);
  static Places memberOf(const llvm::GlobalVariable &variable, uint64_t offset);
  void addUses(const llvm::Constant &constant, uint64_t offset, Holders &found);
  void addStore(const llvm::StoreInst &store);
  void addLoad(const llvm::LoadInst &load);
  void addAddress(const llvm::GEPOperator &address);
  void addTypes(const llvm::Module &module);
  bool mayPointToFunction(const Place &place) const;
  std::optional<Places> soughtBy(const llvm::CallBase &call) const;
  Places withOrigins(const Places &member) const;
  void spreadLeaving();

  const llvm::DataLayout *layout = nullptr; ///< of the module that is looked at
  std::map<std::string, Holders> holders;   ///< of functions, by their names
  Places leaving;                           ///< what is loaded from there may go anywhere
  Places addressed;                         ///< bytes from there on may be copied anywhere
  std::set<std::string> declared;           ///< structures whose members are known
  Places ofFunctions;              ///< of those, the members that are pointers to functions
  std::map<Place, Places> origins; ///< members that are copied to the first
};

} // namespace enzyme
#endif
