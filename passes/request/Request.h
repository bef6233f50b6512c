//===- Request.h - what one call of __enzyme_… asks for -------------------===//
//
// State 1. A Request says which function is to be differentiated, how each of
// its parameters and its result take part, and which arguments of the call are
// the primal value and the shadows of each parameter. Arguments are named by
// their index in the call, so a Request made from a simplified copy of the
// caller holds for the original.
//
// Width has its place here already; a stage that cannot do it refuses before a
// Request is handed out.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REQUEST_REQUEST_H
#define ENZYME_REQUEST_REQUEST_H

#include "abi/Signature.h"
#include "abi/Strips.h"
#include "report/Refusal.h"
#include "request/NamedMemory.h"
#include "request/Truncation.h"
#include "request/Vocabulary.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace enzyme {

/// How an argument of the request call becomes an argument of the derivative.
struct Passed {
  enum class How : uint8_t {
    Value,   ///< as it is, converted to the parameter's type
    Address, ///< a value was passed where a reference is wanted: the address it
             ///< was loaded from
    Pointee, ///< what lies `offset` bytes behind the argument (enzyme_byref; pieces of
             ///< a structure that no register was left for)
  };
  unsigned argument = 0; ///< index among the call's arguments
  How how = How::Value;
  unsigned offset = 0;

  bool operator==(const Passed &) const = default;
};

/// How the lanes of a batch share a parameter (Batch.h).
enum class Spread : uint8_t { Vector, Scalar, Buffer };

/// One IR parameter of the function to differentiate.
struct Binding {
  Activity activity = Activity::Const;
  std::optional<Passed> primal;         ///< none: the hidden result pointer (see below)
  llvm::SmallVector<Passed, 1> shadows; ///< one per lane; one base for the v markers
  std::optional<unsigned> stride;       ///< argument that holds the v marker's bytes
  bool notOverwritten = false;
  std::optional<NamedMemory> named;   ///< what is passed, if it has a name
  bool isShadowCopied = false;        ///< the caller copied it from the value, pointers and all
  bool isShadowUnset = false;         ///< the caller has nothing in it when it is passed
  Spread spread = Spread::Vector;     ///< in a batch
  llvm::SmallVector<Passed, 1> lanes; ///< in a batch: one per lane, one, or the base
};

/// Where a function that returns its structure through a hidden pointer (sret)
/// keeps its result. That pointer is parameter 0 of the function; the request
/// does not pass it.
enum class HiddenResult : uint8_t {
  None,       ///< the function returns in registers
  ToDeclared, ///< forward: [primal], tangents are laid out in the declared result
  FromSeed,   ///< reverse: Request::seed points to the adjoint of the result
};

/// The tape of the split families, where the request speaks of it.
struct TapeInRequest {
  bool isFixed = false;         ///< enzyme_allocated: of a size known when compiling
  std::optional<int64_t> bytes; ///< that size; none: what __enzyme_augmentsize said
  bool isInMemory = false;      ///< enzyme_tape: written to and read from the caller's memory
  /// Of a kernel that the host launches: the argument describes the launch's memory, or, as its
  /// bytes are asked for, is where they are written (rules/gpu/Kernels.h).
  bool isOfLaunch = false, areBytesAsked = false;
  /// Its arguments: that memory's address, the tape's own (reverse), or, of a fixed
  /// one by value, its pieces. Empty for a tape that the request makes.
  llvm::SmallVector<unsigned, 2> arguments;

  bool isByValue() const { return isFixed && !isInMemory; }
};

struct Request {
  llvm::CallBase *call = nullptr; ///< the request, in the module it was found in
  Family family = Family::Autodiff;
  llvm::Function *function = nullptr; ///< to be differentiated, same module
  std::vector<Binding> parameters;    ///< one per IR parameter of `function`
  ReturnActivity returned = ReturnActivity::Const;
  bool returnsPrimal = false;   ///< enzyme_primal_return
  bool runtimeActivity = false; ///< enzyme_runtime_activity
  bool noFree = false;          ///< enzyme_nofree
  bool noReturn = false;        ///< enzyme_noret: no effect but in the split families
  unsigned width = 1;           ///< lanes; of one strip, if the run decides how many there are
  std::optional<unsigned> lanesArgument; ///< holds the number of lanes, known at run time
  bool takesResults = true;              ///< false: what each lane returns is not taken
  bool servesAnyLanes = false; ///< the augmented half for a number of lanes known at run time
  bool passesNumbers = false;  ///< Fortran's module: addresses of numbers, never descriptors
  HiddenResult hiddenResult = HiddenResult::None;
  std::optional<Passed> seed;              ///< HiddenResult::FromSeed: address of the adjoint
  llvm::SmallVector<Passed, 2> seedPieces; ///< of the result, in order; none: 1
  TapeInRequest tape;                      ///< split families
  std::optional<unsigned> resultArgument;  ///< the call's own hidden result pointer
  std::optional<unsigned> errorBound;      ///< argument to which the bound is added
  std::optional<Truncation> truncation;    ///< asks for a pointer to a truncated copy
  Position where;                          ///< the user's line

  bool isForward() const {
    return family == Family::Fwddiff || family == Family::ErrorEstimate ||
           family == Family::Fwdsplit;
  }
  /// One half of a split derivative, or a question about its tape.
  bool isSplit() const {
    return family == Family::Augmentfwd || family == Family::Reverse ||
           family == Family::Augmentsize || family == Family::Fwdsplit;
  }
  /// Takes a tape that another request made.
  bool readsTape() const { return family == Family::Reverse || family == Family::Fwdsplit; }
};

/// The type of the function that serves `request`, a derivative or none.
llvm::FunctionType *servingType(const Request &request);

/// The type of the function that serves a request with lanesArgument, of `primal`.
StripSignature stripsOf(const Request &request, llvm::Function *primal);

/// Lanes that are worked on at once when the number of lanes is known at run time.
inline constexpr unsigned stripWidth = 8;

/// The mode in which the derivative of a request is made.
Mode modeOf(const Request &request);

/// The key with `primal` as it is, for the derivative's signature alone.
DerivativeKey shapeOf(const Request &request, llvm::Function *primal);

/// The type of the function that serves the request. That is the derivative itself,
/// but for a tape of fixed size, whose memory the augmented half takes as last
/// parameter, and for __enzyme_augmentsize, which takes nothing and gives a number.
Signature signatureOf(const Request &request);

/// The derivative that serves `request`. `workshopFunction` is the function of
/// the same name in the workshop; if it has no body, the key's primal is a small
/// function made beside it that calls it, so that rules for it apply.
DerivativeKey keyFor(const Request &request, llvm::Function *workshopFunction);

/// Of a split request: the augmented derivative whose tape it makes, measures or reads.
DerivativeKey augmentedKeyFor(const Request &request, llvm::Function *workshopFunction);

/// True if the request is whole: one binding per parameter, arguments that exist
/// and can be converted, activities that fit the types; else `why` says what not.
bool verifyRequest(const Request &request, std::string &why);

/// One line per request, one per parameter (-enzyme-print-request).
void printRequest(llvm::raw_ostream &out, const Request &request);

} // namespace enzyme
#endif
