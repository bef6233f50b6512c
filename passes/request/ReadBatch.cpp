//===- ReadBatch.cpp - from a call of __enzyme_batch to a Request ---------===//
//
// As ReadArguments.cpp, with other markers: per parameter the values of all lanes,
// or one for all (enzyme_scalar), or a base pointer (enzyme_buffer, stride). A
// structure that the ABI passes in pieces is a parameter per piece; its lanes may
// stand there as whole structures, s0, s1, …
//===----------------------------------------------------------------------===//
#include "request/Batch.h"
#include "request/Convert.h"
#include "request/ReaderHead.h"
#include "request/SplitStructures.h"

using namespace llvm;

namespace enzyme {
namespace {

class BatchReader : ReaderHead {
public:
  BatchReader(const CallView &view, Function &function) : ReaderHead(view, function) {
    request.width = 0; // until it is given
  }

  ReadResult read() {
    if (function.isVarArg())
      refuse(MessageId::VariadicFunction, {name});
    if (refusals.empty())
      readMarkers();
    if (refusals.empty() && request.width == 0)
      refuse(MessageId::WidthNotInteger, {});
    if (refusals.empty())
      bindAll();
    request.width = std::max(request.width, 1u);
    return take();
  }

private:
  struct Word {
    unsigned argument = 0;
    Spread spread = Spread::Vector;
    bool isMarked = false; ///< a marker stands before it
    std::optional<unsigned> stride;
  };

  void readMarkers() {
    Word next;
    for (size_t i = 0; i < view.arguments.size() && refusals.empty(); ++i) {
      const SeenArgument &argument = view.arguments[i];
      if (!argument.unknownMarker.empty())
        return refuse(MessageId::UnknownMarker,
                      {argument.unknownMarker, closestMarker(argument.unknownMarker).str()});
      if (!argument.marker) {
        next.argument = argument.index;
        words.push_back(std::exchange(next, Word()));
        continue;
      }
      unsigned following = followingOf(*argument.marker);
      if (i + following >= view.arguments.size())
        return refuse(MessageId::MarkerWithoutArgument, {wordOf(*argument.marker).str()});
      i += following;
      readMarker(*argument.marker, view.arguments[i], next);
    }
    if (refusals.empty() && next.isMarked)
      refuse(MessageId::MarkerWithoutArgument, {wordOf(Marker::Vector).str()});
  }

  void readMarker(Marker marker, const SeenArgument &following, Word &next) {
    switch (marker) {
    case Marker::Width:
      if (request.width != 0)
        return refuse(MessageId::WidthTwice, {});
      if (!following.constant)
        return refuse(MessageId::StripsInFamily, {wordOf(view.family).str()});
      if (*following.constant < 1)
        return refuse(MessageId::WidthNotInteger, {});
      request.width = *following.constant;
      return;
    case Marker::Vector:
      next.spread = Spread::Vector;
      break;
    case Marker::Scalar:
      next.spread = Spread::Scalar;
      break;
    case Marker::Buffer:
      next.spread = Spread::Buffer;
      next.stride = following.index;
      if (!view.call->getArgOperand(following.index)->getType()->isIntegerTy())
        return refuse(MessageId::MarkerWithoutArgument, {wordOf(marker).str()});
      break;
    default:
      return refuse(MessageId::BatchMarker, {wordOf(marker).str()});
    }
    next.isMarked = true;
  }

  void bindAll() {
    unsigned k = hiddenParameters();
    if (k != 0)
      request.hiddenResult = HiddenResult::ToDeclared;
    while (k < function.arg_size() && refusals.empty())
      k += bindNext(k);
    if (refusals.empty() && position < words.size())
      refuse(MessageId::TooManyArguments,
             {name, argumentNumber(words[position].argument), parameterCount()});
  }

  /// Binds parameter k, or as many as a structure has pieces; returns how many.
  unsigned bindNext(unsigned k) {
    if (position == words.size()) {
      refuse(MessageId::TooFewArguments, {name, parameterNumber(k), parameterCount()});
      return 1;
    }
    const Word first = words[position];
    unsigned lanes = first.spread == Spread::Vector ? request.width : 1;
    unsigned pieces = first.spread == Spread::Buffer ? 1 : piecesFrom(k);
    for (unsigned piece = 0; piece < pieces; ++piece) {
      request.parameters[k + piece].spread = first.spread;
      request.parameters[k + piece].stride = first.stride;
    }
    for (unsigned lane = 0; lane < lanes && refusals.empty(); ++lane)
      if (!bindLane(k, pieces, lane))
        refuse(MessageId::BatchLanes,
               {name, parameterNumber(k), std::to_string(lanes), std::to_string(lane)});
    return pieces;
  }

  /// One value, one structure in pieces, or one in memory. False if none is left.
  bool bindLane(unsigned k, unsigned pieces, unsigned lane) {
    for (unsigned piece = 0; piece < pieces && refusals.empty(); ++piece) {
      bool isLeft =
          position < words.size() && ((lane == 0 && piece == 0) || !words[position].isMarked);
      if (!isLeft)
        return false;
      unsigned argument = words[position].argument;
      if (piece == 0 && piecesInMemory(k, argument) == pieces) {
        loadPieces(k, pieces, argument);
        ++position;
        return true;
      }
      bind(request.parameters[k + piece], k + piece, argument);
      ++position;
    }
    return true;
  }

  /// The parameters from k on that a structure stands for, as it stands here.
  unsigned piecesFrom(unsigned k) const {
    unsigned argument = words[position].argument;
    if (unsigned pieces = piecesInMemory(k, argument))
      return pieces;
    unsigned pieces = piecesOfStructure(*view.call, argument);
    if (pieces < 2 || k + pieces > function.arg_size())
      return 1;
    for (unsigned piece = 0; piece < pieces; ++piece)
      if (view.call->getArgOperand(argument + piece)->getType() !=
          function.getArg(k + piece)->getType())
        return 1;
    return pieces;
  }

  StructType *structureOf(unsigned k, unsigned pieces) const {
    SmallVector<Type *, 4> types;
    for (unsigned piece = 0; piece < pieces; ++piece)
      types.push_back(function.getArg(k + piece)->getType());
    return StructType::get(function.getContext(), types);
  }

  /// A structure for which the call had no registers left is in memory there, and
  /// in pieces where the function takes it. The number of pieces, or 0.
  unsigned piecesInMemory(unsigned k, unsigned argument) const {
    Type *type =
        view.call->isByValArgument(argument) ? view.call->getParamByValType(argument) : nullptr;
    if (!type || function.getArg(k)->hasByValAttr())
      return 0;
    const DataLayout &layout = function.getDataLayout();
    for (unsigned pieces = 1; k + pieces <= function.arg_size() && pieces <= 2; ++pieces)
      if (layout.getTypeAllocSize(structureOf(k, pieces)) == layout.getTypeAllocSize(type))
        return pieces;
    return 0;
  }

  void loadPieces(unsigned k, unsigned pieces, unsigned argument) {
    const StructLayout *layout = function.getDataLayout().getStructLayout(structureOf(k, pieces));
    for (unsigned piece = 0; piece < pieces; ++piece)
      request.parameters[k + piece].lanes.push_back(
          {argument, Passed::How::Pointee, unsigned(layout->getElementOffset(piece))});
  }

  void bind(Binding &binding, unsigned k, unsigned argument) {
    Type *type = binding.spread == Spread::Buffer ? PointerType::getUnqual(function.getContext())
                                                  : function.getArg(k)->getType();
    if (std::optional<Passed> passed = passAs(*view.call, argument, type)) {
      binding.lanes.push_back(*passed);
      return;
    }
    const Type *given = view.call->getArgOperand(argument)->getType();
    refuse(MessageId::ArgumentType,
           {name, argumentNumber(argument), describeType(given), parameterNumber(k),
            describeType(type), conversionHint(given, type)});
  }

  SmallVector<Word, 16> words;
  size_t position = 0;
};

} // namespace

ReadResult readBatch(const CallView &view, Function &function) {
  return BatchReader(view, function).read();
}

} // namespace enzyme
