//===- ReadSplit.cpp - seed and tape of the split requests ----------------===//
//
// A reverse half is called with the arguments of its augmented half and then
//   [seed, in one value or one for each member of the result] [tape]
// A seed can only be left out where the tape is not among the arguments.
//===----------------------------------------------------------------------===//
#include "request/ReadSplit.h"
#include "report/Diagnostics.h"
#include "request/Convert.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace enzyme {
namespace {

class SurplusReader {
public:
  SurplusReader(const CallView &view, ArrayRef<unsigned> rest, ReadInto into)
      : view(view), rest(rest), request(into.request), refusals(into.refusals),
        name(readableName(*request.function)) {}

  void read(std::optional<int64_t> byRef) {
    TapeInRequest &tape = request.tape;
    size_t forTape = tape.isInMemory ? 0 : 1;
    bool isSeedGiven =
        !request.isForward() && isSeeded(request.returned) && !(tape.isInMemory && rest.empty());
    if (isSeedGiven && (rest.empty() || (rest.size() <= forTape && !byRef)))
      return refuse(MessageId::SeedMissing, {name});
    if (isSeedGiven)
      readSeed(byRef);
    if (refusals.empty() && !tape.isInMemory)
      readTape();
    if (refusals.empty() && !rest.empty())
      refuse(MessageId::TooManyArguments, {name, number(rest[0]), parameterCount()});
  }

private:
  void refuse(MessageId id, ArrayRef<std::string> arguments) {
    refusals.push_back({id, view.where, {arguments.begin(), arguments.end()}, {}});
  }
  std::string number(unsigned argument) const {
    return std::to_string(argument + 1 - (view.resultArgument ? 1 : 0));
  }
  std::string parameterCount() const {
    size_t count = request.function->arg_size();
    return std::to_string(count) + (count == 1 ? " parameter" : " parameters");
  }
  const Type *typeOf(unsigned argument) const {
    return view.call->getArgOperand(argument)->getType();
  }

  void readSeed(std::optional<int64_t> byRef) {
    Type *type = request.function->getReturnType();
    const DataLayout &layout = request.function->getDataLayout();
    uint64_t size = layout.getTypeAllocSize(type);
    if (byRef && uint64_t(*byRef) != size * request.width)
      return refuse(MessageId::ByRef,
                    {"gives " + std::to_string(*byRef) + " bytes for the seed of '" + name +
                     "', which has " + std::to_string(size * request.width)});
    for (unsigned lane = 0; lane != request.width && refusals.empty(); ++lane)
      readSeedOfLane(type, byRef ? std::optional(lane * size) : std::nullopt);
    if (byRef)
      rest = rest.drop_front();
  }

  /// `behind`: in memory, so many bytes behind the argument.
  void readSeedOfLane(Type *type, std::optional<uint64_t> behind) {
    const DataLayout &layout = request.function->getDataLayout();
    auto *structure = dyn_cast<StructType>(type);
    SmallVector<Type *, 4> members{type};
    if (structure)
      members.assign(structure->element_begin(), structure->element_end());
    for (auto [index, member] : enumerate(members)) {
      if (rest.empty())
        return refuse(MessageId::SeedMissing, {name});
      uint64_t offset =
          structure ? layout.getStructLayout(structure)->getElementOffset(index).getFixedValue()
                    : 0;
      if (!addPiece(member, behind ? std::optional(*behind + offset) : std::nullopt))
        return;
      if (!behind)
        rest = rest.drop_front();
    }
  }

  /// One member of the seed: an argument, or `behind` bytes into what it points to.
  bool addPiece(Type *member, std::optional<uint64_t> behind) {
    std::optional<Passed> piece;
    if (!behind)
      piece = passAs(*view.call, rest[0], member);
    else if (typeOf(rest[0])->isPointerTy())
      piece = Passed{rest[0], Passed::How::Pointee, unsigned(*behind)};
    if (!piece || piece->how == Passed::How::Address) {
      refuse(MessageId::SeedType,
             {name, number(rest[0]), describeType(typeOf(rest[0])), describeType(member)});
      return false;
    }
    request.seedPieces.push_back(*piece);
    return true;
  }

  void readTape() {
    TapeInRequest &tape = request.tape;
    if (rest.empty())
      return refuse(MessageId::TapeMissing, {name});
    if (!tape.isFixed && !typeOf(rest[0])->isPointerTy())
      return refuse(MessageId::TapeType, {name, number(rest[0]), describeType(typeOf(rest[0]))});
    size_t count = tape.isFixed ? rest.size() : 1; // by value: all its pieces
    tape.arguments.assign(rest.begin(), rest.begin() + count);
    rest = rest.drop_front(count);
  }

  const CallView &view;
  ArrayRef<unsigned> rest;
  Request &request;
  SmallVectorImpl<Refusal> &refusals;
  std::string name;
};

} // namespace

void checkTapeMarkers(const CallView &view, bool isSizeAsked, ReadInto into) {
  const TapeInRequest &tape = into.request.tape;
  auto refuse = [&](MessageId id, SmallVector<std::string, 3> arguments) {
    into.refusals.push_back({id, view.where, std::move(arguments), {}});
  };
  std::string family = wordOf(view.family).str();
  bool isSized = isSizeAsked ? tape.isInMemory : tape.bytes && *tape.bytes >= 0;
  if (!tape.isFixed && !tape.isInMemory)
    return;
  if (!into.request.isSplit())
    return refuse(MessageId::MarkerOutOfPlace,
                  {wordOf(tape.isFixed ? Marker::Allocated : Marker::Tape).str(), family});
  if (!tape.isFixed)
    return refuse(MessageId::TapeWithoutSize, {});
  if (!isSized)
    return refuse(MessageId::AllocatedNotConstant, {});
  if (!tape.isInMemory)
    return;
  const Type *type = view.call->getArgOperand(tape.arguments[0])->getType();
  if (!type->isPointerTy())
    refuse(MessageId::TapeType,
           {readableName(*into.request.function),
            std::to_string(tape.arguments[0] + 1 - (view.resultArgument ? 1 : 0)),
            describeType(type)});
}

void readSurplus(const CallView &view, ArrayRef<unsigned> rest, std::optional<int64_t> byRef,
                 ReadInto into) {
  SurplusReader(view, rest, into).read(byRef);
}

} // namespace enzyme
