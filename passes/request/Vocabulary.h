//===- Vocabulary.h - the words users write, as values --------------------===//
//
// Vocabulary.def is the only list of the words; here are the questions about a
// name: which family of requests, which marker, which registration, and which
// known word a misspelled one probably means.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REQUEST_VOCABULARY_H
#define ENZYME_REQUEST_VOCABULARY_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace enzyme {

/// What a request call asks for.
enum class Family : uint8_t {
#define FAMILY(ID, WORD) ID,
#include "request/Vocabulary.def"
#undef FAMILY
};

enum class Marker : uint8_t {
#define MARKER(ID, WORD, FOLLOWING) ID,
#include "request/Vocabulary.def"
#undef MARKER
};

enum class Registration : uint8_t {
#define REGISTRATION(ID, WORD) ID,
#include "request/Vocabulary.def"
#undef REGISTRATION
};

enum class Property : uint8_t {
#define PROPERTY(ID, WORD) ID,
#include "request/Vocabulary.def"
#undef PROPERTY
};

enum class Runtime : uint8_t {
#define RUNTIME(ID, NAME) ID,
#include "request/Vocabulary.def"
#undef RUNTIME
};

/// The family whose word the function name contains.
std::optional<Family> familyOf(llvm::StringRef functionName);
llvm::StringRef wordOf(Family family);
/// False for words that stand in differentiated code and ask for nothing.
bool isRequest(Family family);
/// Words of probabilistic programs, which this compiler leaves to others.
bool isProbabilistic(Family family);
bool isProbabilistic(Marker marker);
/// Markers that only __enzyme_batch knows.
bool isOfBatches(Marker marker);

/// The name a person gave a variable: "enzyme_dup" of "enzyme_dup", of
/// "_ZN5words10enzyme_dupE" and of "f.enzyme_dup" (static in f). Other mangled names
/// are returned as they are.
llvm::StringRef writtenVariable(llvm::StringRef linkageName);

/// The marker of exactly this name.
std::optional<Marker> markerOf(llvm::StringRef variableName);
llvm::StringRef wordOf(Marker marker);
/// How many arguments the marker takes with it.
unsigned followingOf(Marker marker);
/// Begins as markers do ("enzyme_"), whether known or not.
bool looksLikeMarker(llvm::StringRef variableName);

/// The registration whose word the variable name contains.
std::optional<Registration> registrationOf(llvm::StringRef variableName);
llvm::StringRef wordOf(Registration registration);

/// The prefix of the names of our runtime's functions.
inline constexpr llvm::StringLiteral runtimePrefix = "enzyme_rt_";
/// The prefix of what derivatives that check themselves report.
inline constexpr llvm::StringLiteral checkPrefix = "enzyme_rt_check_";

llvm::StringRef wordOf(Property property);
llvm::StringRef nameOf(Runtime function);

/// False for nearly every name of a program: no word is in it.
bool mayHoldWord(llvm::StringRef name);

/// The known word that a misspelled request, marker or registration is closest
/// to, or "" if the name is far from all of them.
llvm::StringRef closestFamily(llvm::StringRef name);
llvm::StringRef closestMarker(llvm::StringRef name);
llvm::StringRef closestRegistration(llvm::StringRef name);

/// The part of a mangled or plain name that a person wrote: "__enzyme_autodif"
/// of "_Z16__enzyme_autodifIdEvPv". Empty if it does not contain "__enzyme_".
llvm::StringRef writtenWord(llvm::StringRef name);

} // namespace enzyme
#endif
