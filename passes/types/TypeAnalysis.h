//===- TypeAnalysis.h - the rounds of type analysis -----------------------===//
#ifndef ENZYME_TYPES_TYPEANALYSIS_H
#define ENZYME_TYPES_TYPEANALYSIS_H

#include "types/Evidence.h"
#include "types/IntegerFlow.h"
#include "types/Types.h"
#include "llvm/IR/IntrinsicInst.h"

namespace enzyme {

class TypeAnalysis {
public:
  explicit TypeAnalysis(llvm::Function &function, EvidenceStore *others = nullptr);

  /// To the fixpoint.
  TypeResults run();

  /// One more round over everything; true if it found anything new.
  bool round();
  void forgetMoves();

  /// The pattern of the object behind a pointer; not `known` when nothing says.
  Layout object(const llvm::Value &pointer) { return evidence.at(pointer, {0, 1}); }

  /// What was found that a copy of declared structures moves, if it is not `known` only because
  /// some of their members may hold anything (CopiedBytes.cpp): those are Unknown. Else no period.
  Layout withOpenMembers(const llvm::AnyMemCpyInst &copy, const Layout &found);

private:
  llvm::Function &function;
  const llvm::DataLayout &layout;
  TypeResults results;
  Addresses addresses;
  CalleeRecords callees;
  CalleeIntegers calleeIntegers;
  Evidence evidence;
  IntegerFlow flow;

  bool visit(llvm::Instruction &instruction);
  bool visitUnknown(llvm::MemIntrinsic &access);
  bool visitUnknown(llvm::StoreInst &access);
  bool visitAccess(llvm::Instruction &access, const llvm::Value &pointer, const llvm::Value &value);
  bool visitDeclared(llvm::Instruction &access, const llvm::Value &pointer,
                     const llvm::Value &value, Layout declared);
  bool visitCall(llvm::CallBase &call);
  bool visitByte(llvm::Instruction &access, const llvm::Value &pointer, const llvm::Value &value);
  bool visitCopy(llvm::AnyMemTransferInst &copy);
  bool visitMasked(llvm::IntrinsicInst &access);
  bool record(const llvm::Instruction &access, Layout layout);
  bool learn(const llvm::Value &pointer, llvm::ArrayRef<Piece> pieces);
  Layout behind(const llvm::Instruction &access, const llvm::Value &pointer,
                const llvm::Value &length);
  void settleIntegers();
  void findNumbersBehindIntegers();
  bool givesAwayParts(const llvm::Instruction &access, const llvm::Value &pointer,
                      const llvm::Value &value);
  void addMoved(Layout &memory, const llvm::Instruction &access, const llvm::Value &pointer,
                const llvm::Value &value);
  bool isMovedBesideCast(const Layout &memory, const Layout &answer,
                         const llvm::Instruction &access, const llvm::Value &value) const;
  bool isMovedBesidePointers(const Layout &memory, const llvm::Instruction &access,
                             const llvm::Value &value) const;
  bool comesFromOpen(const llvm::Value &value);
  bool isOnlyCopied(const llvm::Instruction &access, const llvm::Value &value);
  bool isMovedAsAnother(const llvm::Instruction &access, const llvm::Value &pointer,
                        const llvm::Value &value);
  bool leaveOpen(const llvm::Instruction &access, Layout own);
  bool isCopiedAsAnother(const llvm::AnyMemTransferInst &copy, const Layout &said);
  bool isUnbelieved(const llvm::AnyMemTransferInst &copy, const Layout &said);
  bool movesParts(const llvm::Instruction &access, const llvm::Value &pointer, uint64_t size);
  llvm::Type *eitherFloat() const;
  bool isMovedAsAnotherFloat(const llvm::Instruction &access, const llvm::Value &value);
  llvm::Type *onlyFloatMoved(const llvm::Value &value);
  static bool coveredBy(const Layout &memory, uint64_t size);
};

} // namespace enzyme
#endif
