//===- ReadArguments.cpp - from what is seen of a call to a Request -------===//
//
// Two passes over the arguments. The first reads what concerns the whole call
// (width, return markers, flags) and leaves a list of words: activity markers and
// values. The second binds words to parameters:
//
//   for each word:  a marker          -> remembered for the next parameter
//                   a value           -> primal of parameter k; if k is dup, the
//                                        next `width` values are its shadows, or
//                                        the next one is the base of them (dupv)
//   behind enzyme_interleave: the shadows of all dup parameters in order
//
// Small structures are passed in pieces, each piece a parameter of its own. If two
// whole structures stand side by side, (s, ds), they are bound as such; else the
// pieces are bound one by one: (s.p, ds.p, s.n).
//===----------------------------------------------------------------------===//
#include "request/ReadArguments.h"
#include "request/Batch.h"
#include "request/Convert.h"
#include "request/ReadSplit.h"
#include "request/ReadStrips.h"
#include "request/ReaderHead.h"
#include "request/SplitStructures.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace enzyme {
namespace {

class Reader : ReaderHead {
public:
  Reader(const CallView &view, Function &function) : ReaderHead(view, function) {}

  ReadResult read() {
    if (function.isVarArg()) {
      refuse(MessageId::VariadicFunction, {name});
      return take();
    }
    request.returned = request.isSplit() && !request.isForward()
                           ? shadowedReturn()
                           : defaultReturn(function, request.isForward());
    readCallWide();
    if (refusals.empty())
      checkTapeMarkers(view, isSizeAsked, {request, refusals});
    if (request.family == Family::Augmentsize) {
      bindActivities();
      return take();
    }
    if (refusals.empty())
      bindHiddenResult();
    if (refusals.empty())
      bindAll();
    if (refusals.empty())
      checkReturn();
    if (refusals.empty() && request.lanesArgument)
      readStrips(view, {request, refusals});
    return take();
  }

private:
  struct Word {
    const SeenArgument *argument;
    std::optional<Marker> marker;
    const SeenArgument *stride = nullptr; ///< what a v marker takes with it
  };
  /// What the markers before a value say of it.
  struct Described {
    std::optional<Marker> activity;
    const SeenArgument *stride = nullptr;
  };

  // -- first pass ----------------------------------------------------------------
  void readCallWide() {
    ArrayRef<SeenArgument> rest = view.arguments;
    while (!rest.empty() && refusals.empty()) {
      const SeenArgument &argument = rest.front();
      rest = rest.drop_front();
      if (!argument.unknownMarker.empty())
        return refuse(MessageId::UnknownMarker,
                      {argument.unknownMarker, closestMarker(argument.unknownMarker).str()});
      if (!argument.marker) {
        SmallVectorImpl<Word> &list = interleaved ? shadowsBehind : words;
        list.push_back({&argument, std::nullopt, nullptr});
        continue;
      }
      Marker marker = *argument.marker;
      if (isProbabilistic(marker))
        return refuse(MessageId::Probabilistic, {wordOf(marker).str()});
      if (isOfBatches(marker))
        return refuse(MessageId::MarkerOfBatches,
                      {wordOf(marker).str(), wordOf(view.family).str()});
      if (rest.size() < followingOf(marker))
        return refuse(MessageId::MarkerWithoutArgument, {wordOf(marker).str()});
      readMarker(marker, argument, rest);
      rest = rest.drop_front(followingOf(marker));
    }
  }

  void readMarker(Marker marker, const SeenArgument &argument, ArrayRef<SeenArgument> following) {
    switch (marker) {
    case Marker::Width:
      return readWidth(following.front());
    case Marker::ConstReturn:
      request.returned = ReturnActivity::Const;
      return;
    case Marker::ActiveReturn:
      return readActiveReturn();
    case Marker::DupReturn: // in reverse: no seed
      if (!request.isForward())
        request.returned = request.isSplit() && holdsPointer(function.getReturnType())
                               ? ReturnActivity::Dup
                               : ReturnActivity::Const;
      return;
    case Marker::PrimalReturn:
      if (request.isSplit() && (!request.isForward() || hidesResult()))
        return refuse(MessageId::MarkerOutOfPlace,
                      {wordOf(marker).str(), wordOf(view.family).str()});
      request.returnsPrimal = true;
      return;
    case Marker::Allocated:
      request.tape.isFixed = true;
      request.tape.bytes = following.front().constant;
      isSizeAsked |= following.front().isTapeSize;
      return;
    case Marker::Tape:
      request.tape.isInMemory = true;
      request.tape.arguments = {following.front().index};
      return;
    case Marker::NoRet:
      request.noReturn = true;
      return;
    case Marker::NoFree:
      request.noFree = true;
      return;
    case Marker::RuntimeActivity:
      request.runtimeActivity = true;
      return;
    case Marker::ErrorBound:
      return readErrorBound(view, following.front(), {request, refusals});
    case Marker::Interleave:
      if (interleaved)
        return refuse(MessageId::InterleaveTwice, {});
      interleaved = true;
      return;
    case Marker::ByRef: // the word stands for the size behind it
      words.push_back({&following.front(), marker, nullptr});
      return;
    default: // describes a parameter
      if (interleaved)
        return refuse(MessageId::MarkerAfterInterleave, {wordOf(marker).str()});
      bool hasStride = marker == Marker::DupV || marker == Marker::DupNoNeedV;
      words.push_back({&argument, marker, hasStride ? &following.front() : nullptr});
    }
  }

  // -- the split families ----------------------------------------------------------
  /// A pointer result has a shadow that augmentfwd returns.
  ReturnActivity shadowedReturn() const {
    const Type *type = function.getReturnType();
    if (!holdsPointer(type))
      return defaultReturn(function, /*isForward=*/false);
    return holdsFloat(type) ? ReturnActivity::DupOut : ReturnActivity::Dup;
  }

  /// __enzyme_augmentsize: a marker for each parameter, no values.
  void bindActivities() {
    nextParameter = hidesResult() ? 1 : 0;
    if (nextParameter)
      request.parameters[0].activity = Activity::Dup;
    for (; refusals.empty() && position < words.size(); ++position) {
      std::optional<Marker> marker = words[position].marker;
      if (!marker)
        return refuse(MessageId::SizeTakesMarkers,
                      {name, argumentNumber(words[position].argument->index)});
      if (*marker == Marker::NotOverwritten) {
        notOverwritten = true;
        continue;
      }
      if (nextParameter == function.arg_size())
        return refuse(MessageId::TooManyArguments,
                      {name, argumentNumber(words[position].argument->index), parameterCount()});
      request.parameters[nextParameter].notOverwritten = std::exchange(notOverwritten, false);
      decideActivity(nextParameter, marker, request.parameters[nextParameter].activity);
      ++nextParameter;
    }
    if (refusals.empty() && nextParameter < function.arg_size())
      refuse(MessageId::TooFewArguments, {name, parameterNumber(nextParameter), parameterCount()});
  }

  /// Behind the parameters of the reverse half: [seed], [tape].
  void bindSurplus() {
    SmallVector<unsigned, 4> rest;
    for (; position < words.size() && refusals.empty(); ++position) {
      if (words[position].marker)
        return refuse(MessageId::MarkerOutOfPlace,
                      {wordOf(*words[position].marker).str(), wordOf(view.family).str()});
      rest.push_back(words[position].argument->index);
    }
    readSurplus(view, rest, std::exchange(byRef, std::nullopt), {request, refusals});
  }

  // -- enzyme_byref ------------------------------------------------------------------
  std::optional<Passed> pointee(unsigned argument, uint64_t offset) const {
    if (!view.call->getArgOperand(argument)->getType()->isPointerTy())
      return std::nullopt;
    return Passed{argument, Passed::How::Pointee, unsigned(offset)};
  }

  /// The next value lies in memory: one parameter, or the pieces of a structure.
  /// Where a piece is duplicated, the structure of shadows does too.
  void bindByReference(std::optional<Marker> marker) {
    const DataLayout &layout = function.getDataLayout();
    uint64_t size = std::exchange(byRef, std::nullopt).value(), offset = 0;
    unsigned value = words[position++].argument->index;
    std::optional<unsigned> shadow;
    unsigned first = nextParameter;
    while (refusals.empty() && nextParameter < function.arg_size()) {
      Type *type = function.getArg(nextParameter)->getType();
      if (Type *behind = function.getArg(nextParameter)->getParamByValType(); behind && offset == 0)
        return bindByValue(marker, layout.getTypeAllocSize(behind), size);
      uint64_t at = alignTo(offset, layout.getABITypeAlign(type));
      if (at + layout.getTypeAllocSize(type) > size)
        break;
      offset = at + layout.getTypeAllocSize(type);
      Binding &binding = request.parameters[nextParameter++];
      if (!decideActivity(nextParameter - 1, marker, binding.activity))
        return;
      binding.primal = pointee(value, at);
      if (!binding.primal)
        return refuse(MessageId::ByRef, {"is followed by argument " + argumentNumber(value) +
                                         ", which is no pointer"});
      if (!isDuplicated(binding.activity))
        continue;
      if (!shadow && position == words.size())
        return refuse(MessageId::MissingShadow, {name, parameterNumber(nextParameter - 1)});
      if (!shadow)
        shadow = words[position++].argument->index;
      if (std::optional<Passed> passed = pointee(*shadow, at))
        binding.shadows.push_back(*passed);
      else
        return refuse(MessageId::ByRef, {"is followed by argument " + argumentNumber(*shadow) +
                                         ", which is no pointer"});
    }
    request.parameters[first].notOverwritten = std::exchange(notOverwritten, false);
    if (refusals.empty() && alignTo(offset, Align(8)) < size)
      refuseByRef("parameter " + parameterNumber(first) + " of '" + name + "'",
                  layout.getTypeAllocSize(function.getArg(first)->getType()), size);
  }

  /// A structure that is passed in memory anyhow.
  void bindByValue(std::optional<Marker> marker, uint64_t needed, uint64_t given) {
    if (given != needed)
      return refuseByRef("parameter " + parameterNumber(nextParameter) + " of '" + name + "'",
                         needed, given);
    --position;
    bindOne({marker, nullptr});
  }

  void refuseByRef(const std::string &what, uint64_t needed, uint64_t given) {
    refuse(MessageId::ByRef, {"gives " + std::to_string(given) + " bytes for " + what +
                              ", which has " + std::to_string(needed)});
  }

  static bool isDuplicated(Activity activity) {
    return activity == Activity::Dup || activity == Activity::DupNoNeed;
  }

  void readWidth(const SeenArgument &lanes) {
    if (std::exchange(widthSeen, true))
      return refuse(MessageId::WidthTwice, {});
    readLanes(view, lanes, {request, refusals});
  }

  void readActiveReturn() {
    if (!holdsFloat(function.getReturnType()) || holdsPointer(function.getReturnType()))
      return refuse(MessageId::ActiveReturnOfPointer,
                    {name, describeType(function.getReturnType())});
    request.returned = ReturnActivity::Out;
  }

  // -- second pass ---------------------------------------------------------------
  /// The parameter through which a structure is returned: it is not passed, but
  /// in reverse mode the first value is the address of its adjoint.
  void bindHiddenResult() {
    if (!hidesResult())
      return;
    Binding &result = request.parameters[0];
    nextParameter = 1;
    bool isConst = request.isForward() && !request.isSplit() && constReturnAsked();
    result.activity = isConst                 ? Activity::Const
                      : request.returnsPrimal ? Activity::Dup
                                              : Activity::DupNoNeed;
    if (request.isForward()) {
      request.hiddenResult = HiddenResult::ToDeclared;
      return;
    }
    request.hiddenResult = HiddenResult::FromSeed;
    result.activity = Activity::Dup;
    if (request.returnsPrimal)
      return refuse(MessageId::PrimalReturnOfStruct, {name});
    while (position < words.size() && words[position].marker)
      ++position;
    if (position == words.size())
      return refuse(MessageId::MissingShadow, {name, "0 (its result)"});
    if (std::optional<Passed> seed = pass(words[position], 0, /*isShadow=*/true))
      request.seed = result.shadows.emplace_back(*seed);
    ++position;
  }

  bool constReturnAsked() const {
    return any_of(view.arguments, [](const SeenArgument &argument) {
      return argument.marker == Marker::ConstReturn;
    });
  }

  void bindAll() {
    while (refusals.empty()) {
      Described described = takeMarkers();
      if (position == words.size()) {
        if (described.activity)
          refuse(MessageId::MarkerWithoutArgument, {wordOf(*described.activity).str()});
        break;
      }
      if (nextParameter == function.arg_size() && request.readsTape()) {
        bindSurplus();
        break;
      }
      if (nextParameter == function.arg_size())
        return refuse(MessageId::TooManyArguments,
                      {name, argumentNumber(words[position].argument->index), parameterCount()});
      if (byRef)
        bindByReference(described.activity);
      else if (PassedStructure structure =
                   described.stride ? PassedStructure() : structureHere(position);
               !structure.pieces.empty())
        bindStructures(described, structure);
      else
        bindOne(described);
    }
    if (refusals.empty() && nextParameter < function.arg_size())
      refuse(MessageId::TooFewArguments, {name, parameterNumber(nextParameter), parameterCount()});
    bool lacksTape = request.readsTape() && request.tape.arguments.empty();
    if (refusals.empty() && lacksTape)
      bindSurplus(); // says what is missing
    if (refusals.empty())
      takeInterleaved();
  }

  /// Markers before a value; the last activity wins, as it always did.
  Described takeMarkers() {
    Described described;
    for (; position < words.size() && words[position].marker; ++position) {
      if (*words[position].marker == Marker::NotOverwritten)
        notOverwritten = true;
      else if (*words[position].marker == Marker::ByRef)
        readSize(*words[position].argument);
      else
        described = {words[position].marker, words[position].stride};
    }
    return described;
  }

  void readSize(const SeenArgument &size) {
    if (size.constant && *size.constant > 0)
      byRef = *size.constant;
    else
      refuse(MessageId::ByRef, {"is not followed by a constant number of bytes"});
  }

  void bindOne(Described described) {
    unsigned k = nextParameter++;
    Binding &binding = request.parameters[k];
    binding.notOverwritten = std::exchange(notOverwritten, false);
    if (!decideActivity(k, described.activity, binding.activity))
      return;
    if (described.stride && !readStride(*described.stride, *described.activity, binding))
      return;
    binding.primal = pass(words[position++], k, /*isShadow=*/false);
    bool takesShadow = binding.activity == Activity::Dup || binding.activity == Activity::DupNoNeed;
    if (!takesShadow || interleaved)
      return;
    for (unsigned lane = 0; lane < shadowsOf(binding) && refusals.empty(); ++lane) {
      if (position == words.size() || words[position].marker)
        return refuseMissing(k, lane);
      addShadow(words[position++], k);
    }
  }

  /// How many arguments hold the shadows of a dup parameter.
  unsigned shadowsOf(const Binding &binding) const { return binding.stride ? 1 : request.width; }

  void refuseMissing(unsigned k, unsigned lane) {
    if (request.lanesArgument)
      return refuse(MessageId::StripsNeedStride, {parameterNumber(k), name});
    if (request.width == 1)
      return refuse(MessageId::MissingShadow, {name, parameterNumber(k)});
    refuse(MessageId::MissingLane,
           {std::to_string(lane + 1), parameterNumber(k), name, std::to_string(request.width)});
  }

  bool readStride(const SeenArgument &stride, Marker marker, Binding &binding) {
    const Type *type = view.call->getArgOperand(stride.index)->getType();
    if (type->isIntegerTy())
      binding.stride = stride.index;
    else
      refuse(MessageId::StrideNotInteger, {wordOf(marker).str(), describeType(type)});
    return binding.stride.has_value();
  }

  PassedStructure structureHere(size_t at) const {
    if (at >= words.size() || words[at].marker)
      return {};
    return structureAt(*view.call, words[at].argument->index, function, nextParameter);
  }

  /// The shadows of all lanes, structures too, behind the one at `position`; fewer
  /// if that is not what stands there.
  SmallVector<PassedStructure, 2> shadowStructures(const PassedStructure &primal) const {
    SmallVector<PassedStructure, 2> shadows;
    for (size_t at = position + primal.arguments; shadows.size() != request.width;) {
      PassedStructure shadow = structureHere(at);
      if (shadow.pieces.size() != primal.pieces.size())
        break;
      at += shadow.arguments;
      shadows.push_back(std::move(shadow));
    }
    return shadows;
  }

  void bindStructures(Described described, const PassedStructure &primal) {
    unsigned pieces = primal.pieces.size();
    bool anyDup = false, anyOut = false;
    for (unsigned i = 0; i < pieces && refusals.empty(); ++i) {
      // A marker before a structure holds for all of it, as far as it can.
      unsigned k = nextParameter + i;
      Activity &activity = request.parameters[k].activity;
      bool isPlain = !holdsFloat(function.getArg(k)->getType()) &&
                     !holdsPointer(function.getArg(k)->getType());
      decideActivity(k, isPlain ? std::nullopt : described.activity, activity);
      anyDup |= activity == Activity::Dup || activity == Activity::DupNoNeed;
      anyOut |= activity == Activity::Out;
    }
    if (!refusals.empty())
      return;
    auto shadows = anyDup ? shadowStructures(primal) : SmallVector<PassedStructure, 2>();
    if (anyDup &&
        shadows.size() != request.width) // in registers: each piece may have its own shadows
      return primal.pieces[0].how == Passed::How::Value
                 ? bindOne(described)
                 : refuseMissing(nextParameter, shadows.size());
    if (anyDup && anyOut)
      return refuse(MessageId::StructShadowInReverse, {name, parameterNumber(nextParameter)});
    for (unsigned i = 0; i < pieces; ++i) {
      Binding &binding = request.parameters[nextParameter + i];
      binding.primal = primal.pieces[i];
      if (binding.activity == Activity::Dup || binding.activity == Activity::DupNoNeed)
        for (const PassedStructure &shadow : shadows)
          binding.shadows.push_back(shadow.pieces[i]);
    }
    nextParameter += pieces;
    position += primal.arguments;
    for (const PassedStructure &shadow : shadows)
      position += shadow.arguments;
  }

  bool decideActivity(unsigned k, std::optional<Marker> marker, Activity &activity) {
    const Type *type = function.getArg(k)->getType();
    std::string number = parameterNumber(k);
    size_t before = refusals.size();
    if (!marker) {
      activity = defaultActivity(*function.getArg(k), request.isForward());
    } else if (*marker == Marker::Const) {
      activity = Activity::Const;
    } else if (*marker == Marker::Out) {
      activity = Activity::Out;
      if (request.isForward())
        refuse(MessageId::OutInForward, {name, number});
      else if (!holdsFloat(type) || holdsPointer(type))
        refuse(MessageId::OutNeedsFloat, {name, number, describeType(type)});
    } else {
      bool isNeeded = *marker == Marker::Dup || *marker == Marker::DupV;
      activity = isNeeded ? Activity::Dup : Activity::DupNoNeed;
      bool isValue = holdsFloat(type) && !holdsPointer(type);
      if (!request.isForward() && isValue)
        refuse(MessageId::DupValueInReverse, {name, number});
    }
    return refusals.size() == before;
  }

  std::optional<Passed> pass(const Word &word, unsigned k, bool isShadow) {
    Type *type = function.getArg(k)->getType();
    if (isShadow && request.parameters[k].stride) // the base of the lanes
      type = PointerType::getUnqual(type->getContext());
    unsigned index = word.argument->index;
    if (PassedStructure inMemory = structureAt(*view.call, index, function, k); // of one piece
        inMemory.pieces.size() == 1 && !request.parameters[k].stride)
      return inMemory.pieces[0];
    std::optional<Passed> passed = passAs(*view.call, index, type);
    if (passed)
      return passed;
    const Type *given = view.call->getArgOperand(index)->getType();
    SmallVector<std::string, 6> texts{name, argumentNumber(index), describeType(given),
                                      parameterNumber(k), describeType(type)};
    if (!isShadow)
      texts.push_back(conversionHint(given, type));
    refuse(isShadow ? MessageId::ShadowType : MessageId::ArgumentType, texts);
    return std::nullopt;
  }

  void addShadow(const Word &word, unsigned k) {
    if (std::optional<Passed> shadow = pass(word, k, /*isShadow=*/true))
      request.parameters[k].shadows.push_back(*shadow);
  }

  void takeInterleaved() {
    size_t next = 0;
    for (unsigned k = 0; interleaved && k < function.arg_size(); ++k) {
      const Binding &binding = request.parameters[k];
      bool takesShadow = binding.primal && (binding.activity == Activity::Dup ||
                                            binding.activity == Activity::DupNoNeed);
      for (unsigned lane = 0; takesShadow && lane < shadowsOf(binding); ++lane) {
        if (next == shadowsBehind.size())
          return refuseMissing(k, lane);
        addShadow(shadowsBehind[next++], k);
      }
    }
    if (next < shadowsBehind.size())
      refuse(MessageId::SpuriousShadows,
             {name, argumentNumber(shadowsBehind[next].argument->index)});
  }

  void checkReturn() {
    bool returnsNothing = function.getReturnType()->isVoidTy() && !hidesResult();
    if (request.returnsPrimal && returnsNothing)
      refuse(MessageId::PrimalReturnOfVoid, {name});
  }

  SmallVector<Word, 16> words;         // before enzyme_interleave
  SmallVector<Word, 16> shadowsBehind; // behind it
  size_t position = 0;                 // in words
  unsigned nextParameter = 0;
  bool interleaved = false;
  bool widthSeen = false;
  bool isSizeAsked = false;     // enzyme_allocated is followed by __enzyme_augmentsize(…)
  bool notOverwritten = false;  // noted for the next parameter
  std::optional<int64_t> byRef; // the same: the bytes of a value passed by address
};

} // namespace

ReadResult readArguments(const CallView &view, Function &function) {
  if (view.family == Family::Batch)
    return readBatch(view, function);
  if (view.family == Family::TruncateOpFunc || view.family == Family::TruncateMemFunc)
    return readTruncation(view, function);
  return Reader(view, function).read();
}

} // namespace enzyme
