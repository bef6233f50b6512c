//===- Vocabulary.cpp - the words users write, as values ------------------===//
//
// Tables made from Vocabulary.def, looked up by name; and the nearest known word
// by edit distance, for "did you mean".
//===----------------------------------------------------------------------===//
#include "request/Vocabulary.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace enzyme {
namespace {

struct Word {
  StringLiteral text;
  unsigned following;
};

constexpr Word families[] = {
#define FAMILY(ID, WORD) {WORD, 0},
#include "request/Vocabulary.def"
#undef FAMILY
};

constexpr Word markers[] = {
#define MARKER(ID, WORD, FOLLOWING) {WORD, FOLLOWING},
#include "request/Vocabulary.def"
#undef MARKER
};

constexpr Word registrations[] = {
#define REGISTRATION(ID, WORD) {WORD, 0},
#include "request/Vocabulary.def"
#undef REGISTRATION
};

constexpr Word properties[] = {
#define PROPERTY(ID, WORD) {WORD, 0},
#include "request/Vocabulary.def"
#undef PROPERTY
};

constexpr Word runtimeFunctions[] = {
#define RUNTIME(ID, NAME) {NAME, 0},
#include "request/Vocabulary.def"
#undef RUNTIME
};

constexpr StringLiteral prefix = "__enzyme_";
constexpr StringLiteral markerPrefix = "enzyme_";

template <class T> const Word &rowOf(ArrayRef<Word> table, T id) {
  return table[static_cast<size_t>(id)];
}

template <class T> std::optional<T> contained(ArrayRef<Word> table, StringRef name) {
  for (size_t i = 0; i < table.size(); ++i)
    if (name.contains(table[i].text))
      return static_cast<T>(i);
  return std::nullopt;
}

/// What tells words apart: without the prefix all of them share.
StringRef stemOf(StringRef word) {
  word = word.ltrim('_');
  word.consume_front(markerPrefix);
  return word;
}

/// Letters that may differ before a word is no longer nearly another.
unsigned tolerance(StringRef stem) { return std::max<size_t>(1, stem.size() / 4); }

StringRef closest(ArrayRef<Word> table, StringRef word) {
  StringRef best;
  StringRef stem = stemOf(word);
  unsigned bestDistance = tolerance(stem) + 1;
  for (const Word &candidate : table) {
    StringRef known = stemOf(candidate.text);
    // A suffix is allowed: compare with as much of the name as the word has.
    for (size_t length : {stem.size(), known.size() - 1, known.size(), known.size() + 1}) {
      unsigned distance =
          stem.take_front(length).edit_distance(known, /*AllowReplacements=*/true, bestDistance);
      if (distance >= bestDistance)
        continue;
      bestDistance = distance;
      best = candidate.text;
    }
  }
  return best;
}

} // namespace

std::optional<Family> familyOf(StringRef functionName) {
  return contained<Family>(families, functionName);
}
StringRef wordOf(Family family) { return rowOf(families, family).text; }
bool isRequest(Family family) { // by the table's order
  return family < Family::CallInactive && family != Family::VirtualReverse;
}

bool isProbabilistic(Family family) {
  return is_contained(
      {Family::Likelihood, Family::Trace, Family::Condition, Family::Sample, Family::Observe},
      family);
}

bool isOfBatches(Marker marker) {
  return is_contained({Marker::Vector, Marker::Scalar, Marker::Buffer}, marker);
}

bool isProbabilistic(Marker marker) { return marker >= Marker::Interface; } // the last rows

StringRef writtenVariable(StringRef linkageName) {
  if (!linkageName.starts_with("_Z")) {
    StringRef last = linkageName.rsplit('.').second;
    return last.starts_with(markerPrefix) ? last : linkageName;
  }
  // The last identifier, with its length before it.
  for (size_t at = linkageName.find(markerPrefix); at != StringRef::npos;
       at = linkageName.find(markerPrefix, at + 1)) {
    size_t digits = at;
    while (digits > 0 && isDigit(linkageName[digits - 1]))
      --digits;
    size_t length = 0;
    bool isName = !linkageName.slice(digits, at).getAsInteger(10, length) &&
                  at + length <= linkageName.size();
    StringRef rest = isName ? linkageName.substr(at + length) : "?";
    if (rest.empty() || rest == "E")
      return linkageName.substr(at, length);
  }
  return linkageName;
}

std::optional<Marker> markerOf(StringRef variableName) {
  for (size_t i = 0; i < std::size(markers); ++i)
    if (variableName == markers[i].text)
      return static_cast<Marker>(i);
  return std::nullopt;
}
StringRef wordOf(Marker marker) { return rowOf(markers, marker).text; }
unsigned followingOf(Marker marker) { return rowOf(markers, marker).following; }

bool mayHoldWord(StringRef name) { return name.contains(markerPrefix); }

bool looksLikeMarker(StringRef variableName) { return variableName.starts_with(markerPrefix); }

std::optional<Registration> registrationOf(StringRef variableName) {
  return contained<Registration>(registrations, variableName);
}
StringRef wordOf(Registration registration) { return rowOf(registrations, registration).text; }

StringRef wordOf(Property property) { return rowOf(properties, property).text; }
StringRef nameOf(Runtime function) { return rowOf(runtimeFunctions, function).text; }

StringRef closestFamily(StringRef name) { return closest(families, name); }
StringRef closestMarker(StringRef name) { return closest(markers, name); }
StringRef closestRegistration(StringRef name) { return closest(registrations, name); }

StringRef writtenWord(StringRef name) {
  size_t at = name.find(prefix);
  if (at == StringRef::npos)
    return "";
  // In a mangled name the length of the identifier stands before it, and extra
  // letters of the user's may stand between ("24my_own__enzyme_fwddiff").
  size_t start = at;
  while (start > 0 && (isAlpha(name[start - 1]) || name[start - 1] == '_'))
    --start;
  size_t digits = start;
  while (digits > 0 && isDigit(name[digits - 1]))
    --digits;
  size_t length = 0;
  StringRef count = name.slice(digits, start);
  bool isMangled = name.starts_with("_Z") && !count.getAsInteger(10, length) &&
                   start + length <= name.size() && start + length > at;
  if (isMangled)
    return name.slice(at, start + length);
  return name.substr(at).take_while([](char c) { return isAlnum(c) || c == '_'; });
}

} // namespace enzyme
