//===- EvidenceQuery.cpp - combining facts about some bytes ---------------===//
//
// Problem: a query "what are the 16 bytes at p + 8 + 24k" meets records such as
// "declared struct of 24 bytes at p" and "a double was stored at p + 8".
//
// Here: each record is turned into pieces of the asked bytes. Records whose offset
// is met exactly outrank those met only up to a stride; higher ranks outrank
// lower ones. A piece of a lower rank fills bytes that higher ranks leave open; a
// float or pointer seen where a higher rank says integer makes the bytes Unknown.
//===----------------------------------------------------------------------===//
#include "limits/types.h"
#include "support/Mutation.h"
#include "types/Evidence.h"
#include "types/LayoutTools.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;

namespace enzyme {
namespace {

int64_t modulo(int64_t value, uint64_t base) {
  int64_t rest = value % int64_t(base);
  return rest < 0 ? rest + int64_t(base) : rest;
}

/// What one record says about the asked bytes.
struct Reading {
  Layout layout; ///< pieces relative to the query; period as the answer's
  bool isExact = false;
  bool isAhead = false;    ///< at a place that the query steps to, from the first one on
  bool cutsFloats = false; ///< its unknown pieces are parts of floats and pointers
  bool isDeclared = false; ///< its unknown pieces are unions, in the program's words
  Rank rank = Rank::Arithmetic;
};

/// An array inside a larger pattern: the element that repeats every `step` bytes
/// from `offset` on.
Layout innerArray(const Layout &pattern, int64_t offset, uint64_t step) {
  Layout from = startingAt(pattern, offset);
  if (step == 0 || 2 * step > pattern.period)
    return {};
  Layout element = cutTo(from, step);
  Layout next = cutTo(startingAt(from, step), step);
  if (!element.known || element.pieces.empty() || !(element == next))
    return {};
  return element;
}

bool isFloatOrPointer(const Piece &piece) {
  return piece.kind == Kind::Float || piece.kind == Kind::Pointer;
}

/// Does who steps so through copies of `pattern` meet now a number and now another, or a pointer?
/// Takes time by the numbers and pointers, however large what lies between them is.
bool meetsSeveral(const Layout &pattern, int64_t offset, uint64_t step) {
  step = std::gcd(step, pattern.period);
  uint64_t first = modulo(offset, step);
  std::optional<SmallVector<Piece, 2>> always; // what the first step meets that meets any
  SmallVector<Piece, 2> here;
  uint64_t there = 0; // the first byte of the step that meets `here`
  auto isOther = [&] {
    if (!here.empty() && !always)
      always = here;
    return !here.empty() && here != *always;
  };
  for (Piece piece : pattern.pieces) { // in order, and apart
    uint64_t begin = std::max(piece.offset, first);
    uint64_t end = std::min(piece.offset + piece.size, pattern.period);
    if (!isFloatOrPointer(piece) || end <= begin)
      continue;
    for (uint64_t at = begin - (begin - first) % step; at < end; at += step) {
      if (at != there) {
        if (isOther())
          return true;
        here.clear();
        there = at;
      }
      Piece moved = piece;
      moved.offset -= at; // modulo 2^64, where it begins before
      here.push_back(moved);
    }
  }
  return isOther();
}

/// The part of a repeated pattern that starts `offset` bytes in.
Layout readPattern(const Layout &pattern, int64_t offset, uint64_t looseness, Extent extent) {
  bool isFixed = looseness == 0 || looseness % pattern.period == 0;
  if (!isFixed)
    return innerArray(pattern, offset, looseness);
  Layout from = startingAt(pattern, offset, extent.size);
  if (extent.size || extent.factor % pattern.period == 0)
    return from;
  // A number of bytes that is not a multiple of the whole: an array within, or words of the whole.
  if (modulo(offset, pattern.period) == 0 && extent.factor > 1 &&
      meetsSeveral(pattern, offset, extent.factor))
    return from;
  Layout inner = innerArray(pattern, offset, extent.factor > 1 ? extent.factor : 0);
  return inner.known ? inner : modulo(offset, pattern.period) == 0 ? from : Layout();
}

/// Does the query reach beyond the bytes for which the pattern is stated? A class
/// that is pointed to may be the base of a larger object, a double the first member
/// of a struct.
bool isBeyond(const Record &record, int64_t offset, uint64_t looseness, Extent extent) {
  if (!record.extent || looseness)
    return false;
  return offset < 0 || offset + std::max<uint64_t>(extent.all(), 1) > record.extent;
}

/// The same where the pattern is stated once every `looseness` bytes: a member of the
/// elements of an array says nothing of their other members, nor an array, where it does
/// not step backwards, of what lies before it.
bool isBetween(const Record &record, const Address &place, uint64_t looseness, Extent extent) {
  if (!record.extent || !looseness)
    return false;
  int64_t offset = place.offset - record.offset;
  return modulo(offset, looseness) + std::max<uint64_t>(extent.all(), 1) > record.extent ||
         (offset < 0 && place.stride == 0);
}

/// May the bytes be those of a longer last member, where the pattern does not go on? An array of
/// one may be meant as it is declared: then objects stand in a row, and a computed number of bytes
/// is a number of objects.
bool isOfTail(const Record &record, int64_t offset, Extent extent) {
  if (record.behind != Record::Behind::PerhapsOfTail)
    return record.behind == Record::Behind::OfTail;
  return extent.size || extent.factor % record.pattern.period != 0 ||
         modulo(offset, record.pattern.period) != 0;
}

void readRepeated(const Record &record, const Address &place, Extent extent,
                  SmallVectorImpl<Reading> &into) {
  int64_t offset = place.offset - record.offset;
  uint64_t looseness = commonPeriod(place.stride, record.stride);
  if (record.end && !looseness && (offset < 0 || uint64_t(offset) >= record.end))
    return;
  if (!extent.size && !looseness && isOfTail(record, offset, extent)) // no pattern is its own
    return;
  Reading reading;
  reading.rank = record.rank;
  reading.isExact = true;
  reading.isDeclared = record.declared != nullptr;
  reading.layout = readPattern(record.pattern, offset, looseness, extent);
  if (extent.size && looseness && looseness % record.pattern.period != 0 &&
      meetsSeveral(record.pattern, offset, looseness)) {
    reading.layout = {extent.size, {{0, Kind::Unknown, nullptr, extent.size}}, false};
    reading.cutsFloats = true;
  }
  if (!reading.layout.period)
    return;
  if (extent.size)
    reading.layout = cutTo(reading.layout, extent.size);
  if (isBeyond(record, offset, looseness, extent)) {
    Reading inside = reading;
    inside.layout.known = false;
    int64_t size = record.extent;
    erase_if(inside.layout.pieces, [&](const Piece &piece) {
      int64_t at = offset + int64_t(piece.offset);
      return at < 0 || at + int64_t(piece.size) > size;
    });
    into.push_back(std::move(inside));
    if (offset < 0 || isOfTail(record, offset, extent)) // nothing is said of what lies before it
      return;
    reading.rank = std::min(reading.rank, Rank::Suggested);
    reading.isExact = false;
  }
  // Steps through a last member meet the rest of the object no second time.
  bool isInTail = record.behind == Record::Behind::OfTail && place.stride && !record.stride;
  if (isInTail || isBetween(record, place, looseness, extent)) {
    reading.rank = std::min(reading.rank, Rank::Suggested);
    reading.isExact = false;
  }
  into.push_back(std::move(reading));
}

/// A single access at a known place: its pieces where they meet the asked bytes.
std::optional<Reading> readSingle(const Record &record, const Address &place, Extent extent,
                                  uint64_t period) {
  int64_t start = record.offset - place.offset;
  uint64_t looseness = commonPeriod(place.stride, record.stride);
  uint64_t end = extent.size ? extent.size : period, whole = extent.size ? extent.all() : period;
  Reading reading;
  reading.rank = record.rank;
  reading.layout.period = end;
  reading.isExact = true;
  reading.isAhead = place.stride && start > 0 && modulo(start, place.stride) == 0;
  auto put = [&](int64_t offset, Piece piece) {
    int64_t begin = offset + int64_t(piece.offset);
    int64_t stop = begin + int64_t(piece.size);
    if (stop <= 0 || begin >= int64_t(end))
      return;
    if (begin < 0 || stop > int64_t(end)) { // half a float is nothing we can name
      if (piece.kind != Kind::Integer) {
        piece = {0, Kind::Unknown, nullptr, 0};
        reading.cutsFloats = true;
      }
      begin = std::max<int64_t>(begin, 0);
      stop = std::min<int64_t>(stop, end);
    }
    piece.offset = begin;
    piece.size = stop - begin;
    addPiece(reading.layout.pieces, piece);
  };
  for (const Piece &piece : record.pattern.pieces) {
    int64_t at = start + int64_t(piece.offset);
    bool isInside = at >= 0 && at < int64_t(whole);
    if (looseness == 0 || isInside)
      put(start, piece);
    uint64_t step = extent.size ? looseness : period;
    if (looseness == 0 || step == 0)
      continue;
    if (piece.size > step) { // it may begin anywhere: each byte may be a part of it
      bool isMet = extent.size && isInside;
      if (piece.kind != Kind::Integer && !isMet) {
        addPiece(reading.layout.pieces, {0, Kind::Unknown, nullptr, end});
        reading.cutsFloats = true;
      }
      continue;
    }
    if (!isInside)
      reading.isExact = false;
    if (end / step > limits::piecesOfPattern) {
      addPiece(reading.layout.pieces, {0, Kind::Unknown, nullptr, end});
      reading.cutsFloats = true;
      continue;
    }
    for (int64_t k = modulo(at, step); k < int64_t(end); k += step)
      put(k - int64_t(piece.offset), piece);
  }
  if (reading.layout.pieces.empty())
    return std::nullopt;
  return reading;
}

/// Period of an answer of unknown size, from accesses alone; 0: cannot tell.
uint64_t guessPeriod(ArrayRef<Record> records, const Address &place, Extent extent) {
  uint64_t period = commonPeriod(place.stride, extent.factor > 1 ? extent.factor : 0);
  const Piece *only = nullptr;
  bool isUniform = true;
  for (const Record &record : records) {
    if (record.pattern.period || record.rank < Rank::Suggested)
      continue;
    period = commonPeriod(period, record.stride);
    for (const Piece &piece : record.pattern.pieces) {
      isUniform &= !only || (only->kind == piece.kind && only->floatType == piece.floatType);
      only = &piece;
    }
  }
  if (period)
    return period;
  return only && isUniform ? only->size : 0;
}

/// Adds pieces of a lower rank where the higher ones left bytes open. One that lies
/// there only if its pattern goes on beyond what was stated (`isExact` is false)
/// contradicts nothing.
void fill(SmallVectorImpl<Piece> &answer, ArrayRef<Piece> pieces, Rank rank, bool isExact) {
  SmallVector<Piece, 8> free;
  bool mayContradict =
      isExact && rank >= Rank::Accessed && !mutation::breaks("evidence.contradiction");
  for (const Piece &piece : pieces) {
    ArrayRef<Piece> decided = meeting(answer, piece);
    bool hasInteger =
        any_of(decided, [](const Piece &other) { return other.kind == Kind::Integer; });
    if (decided.empty())
      free.push_back(piece);
    else if (mayContradict && hasInteger && isFloatOrPointer(piece))
      addPiece(answer, piece); // becomes Unknown
  }
  addPieces(answer, free);
}

bool coversAll(const Layout &layout) {
  uint64_t next = 0;
  for (const Piece &piece : layout.pieces) {
    if (piece.offset > next)
      return false;
    next = std::max(next, piece.offset + piece.size);
  }
  return layout.period && next >= layout.period;
}

bool isWindow(const Record &record) {
  return record.extent && !record.declared && !record.stride && record.pattern.period &&
         record.pattern.known;
}

/// Statements about stretches of one object, side by side, say together what its
/// whole is; alone, each would be taken for a pattern of all of it.
std::optional<Record> joinWindows(ArrayRef<Record> records) {
  SmallVector<Record, 4> windows;
  copy_if(records, std::back_inserter(windows), isWindow);
  if (windows.size() < 2)
    return std::nullopt;
  llvm::sort(windows, [](const Record &a, const Record &b) { return a.offset < b.offset; });
  Record whole = windows.front();
  whole.pattern.pieces.clear();
  uint64_t end = 0;
  for (const Record &window : windows) {
    if (uint64_t(window.offset - whole.offset) != end) // a gap, or they overlap
      return std::nullopt;
    for (uint64_t at = 0; at < window.extent; at += window.pattern.period)
      for (Piece piece : window.pattern.pieces) {
        piece.offset += end + at;
        addPiece(whole.pattern.pieces, piece);
      }
    end += window.extent;
  }
  whole.pattern.period = whole.extent = end;
  return whole;
}

/// Bytes that readings leave open.
struct OpenBytes {
  SmallVector<Piece, 4> unions; ///< arithmetic on one member says nothing of the others, nor
                                ///< does what lies beside the union, however often it is repeated
  SmallVector<Piece, 4> others;
};

/// Joins all readings of one weight into the answer; true if one was settled.
bool joinLevel(ArrayRef<Reading> readings, int weight, Layout &answer, OpenBytes &open) {
  SmallVector<Piece, 8> level;
  bool isSettled = false;
  Rank rank = Rank(weight / 2);
  bool isExact = weight % 2;
  for (const Reading &reading : readings) {
    if (int(reading.rank) * 2 + reading.isExact != weight)
      continue;
    if (!answer.period)
      answer.period = reading.layout.period;
    if (reading.layout.period != answer.period) // another view of the array
      continue;
    isSettled |= reading.layout.known;
    SmallVector<Piece, 8> spoken;
    for (const Piece &piece : reading.layout.pieces)
      if (piece.kind != Kind::Unknown)
        spoken.push_back(piece);
      else if (reading.cutsFloats) // no lower rank may call it an integer
        fill(answer.pieces, piece, rank, isExact);
      else
        (reading.isDeclared ? open.unions : open.others).push_back(piece);
    addPieces(level, spoken);
  }
  fill(answer.pieces, level, rank, isExact);
  return isSettled;
}

/// What is met first says nothing of what is met later: who steps from a double to a pointer
/// moves neither alone.
void contradict(ArrayRef<Reading> readings, Layout &answer) {
  Layout first = answer;
  for (const Reading &reading : readings) {
    if (!reading.isAhead || reading.rank < Rank::Accessed ||
        reading.layout.period != answer.period || mutation::breaks("evidence.ahead"))
      continue;
    for (const Piece &later : reading.layout.pieces)
      if (isFloatOrPointer(later) && any_of(meeting(first.pieces, later), [&](const Piece &piece) {
            return isFloatOrPointer(piece) && piece.kind != later.kind;
          }))
        addPiece(answer.pieces, later);
  }
}

/// How far the bytes reach is not known, and the first ones were taken for a pattern of all: those
/// that were met behind them must fit in.
void contradictBehind(ArrayRef<Record> records, const Address &place, Layout &answer) {
  SmallVector<Piece, 4> behind;
  for (const Record &record : records) {
    if (record.pattern.period || record.rank < Rank::Accessed || place.stride || record.stride)
      continue;
    for (Piece piece : record.pattern.pieces) {
      int64_t at = record.offset - place.offset + int64_t(piece.offset);
      piece.offset = modulo(at, answer.period);
      if (at >= int64_t(answer.period) && isFloatOrPointer(piece) &&
          piece.offset + piece.size <= answer.period)
        behind.push_back(piece);
    }
  }
  Layout first = answer;
  for (const Piece &later : behind)
    if (any_of(meeting(first.pieces, later), [&](const Piece &piece) {
          return piece.kind != Kind::Unknown && !(piece == later);
        }))
      addPiece(answer.pieces, later);
}

/// A pattern that was stated of other bytes of the object goes on here if nothing says what the
/// first bytes are: the characters of a string are no more pointers than its length is.
void contradictAhead(ArrayRef<Record> records, ArrayRef<Reading> readings, const Address &place,
                     Layout &answer) {
  if (!answer.hasFloats() && !answer.hasPointers())
    return;
  bool isSeen = any_of(readings, [&](const Reading &reading) {
    return reading.rank >= Rank::Accessed && reading.layout.period == answer.period &&
           any_of(reading.layout.pieces, isFloatOrPointer);
  });
  Layout first = combine(records, place, {answer.period, 1}), pattern = answer;
  for (const Piece &piece : pattern.pieces)
    for (const Piece &said : meeting(first.pieces, piece)) {
      bool isOther = said.kind == Kind::Integer || (!isSeen && said.kind == Kind::Unknown);
      if (isFloatOrPointer(piece) && isOther)
        addPiece(answer.pieces, {piece.offset, Kind::Unknown, nullptr, piece.size});
    }
}

/// Where one statement begins to repeat itself, and how often.
struct Repetition {
  uint64_t begin = 0, step = 0; ///< step 0: never again

  Repetition(const Record &record, const Address &place, uint64_t size) {
    int64_t start = record.offset - place.offset, end = start;
    uint64_t looseness = commonPeriod(place.stride, record.stride), period = record.pattern.period;
    step = period && looseness % period == 0 ? period : looseness;
    if (looseness || (period && !record.extent))
      return;
    if (period)
      end += int64_t(record.extent) + start < int64_t(size) ? record.extent : 0;
    else
      for (const Piece &piece : record.pattern.pieces)
        end = std::max(end, start + int64_t(piece.offset + piece.size));
    begin = std::max<int64_t>(end, 0);
  }
};

/// What the first bytes of a long stretch are, from the first to one that all following ones are
/// like: its elements need not be looked at one by one. Size 0: it is short, or not like that.
Extent headOf(ArrayRef<Record> records, const Address &place, Extent extent, uint64_t &unit) {
  constexpr uint64_t isLong = 2048;
  uint64_t begin = 0;
  unit = 1;
  for (const Record &record : records) {
    Repetition repetition(record, place, extent.size);
    begin = std::max(begin, repetition.begin);
    unit = repetition.step ? std::lcm(unit, repetition.step) : unit;
    if (extent.size < isLong || begin > extent.size / 2 || unit > isLong)
      return {0};
  }
  Extent head{(begin / unit + 2) * unit};
  head.whole = extent.size;
  bool isShorter = !records.empty() && extent.size % unit == 0 && head.size <= extent.size / 2;
  return isShorter ? head : Extent{0};
}

/// The answer for a long stretch by what its head is, if that is the same all over.
std::optional<Layout> answerByHead(ArrayRef<Record> records, const Address &place, Extent extent) {
  uint64_t unit = 0;
  Extent head = headOf(records, place, extent, unit);
  if (!head.size)
    return std::nullopt;
  Layout first = combine(records, place, head), element = cutTo(first, unit);
  element.known = first.known;
  if (cutTo(element, head.size).pieces != first.pieces)
    return std::nullopt;
  return spreadOver(element, extent.size);
}

} // namespace

Layout combine(ArrayRef<Record> records, const Address &place, Extent extent) {
  if (auto answer = answerByHead(records, place, extent))
    return *answer;
  SmallVector<Reading, 8> readings;
  uint64_t period = extent.size ? extent.size : guessPeriod(records, place, extent);
  std::optional<Record> joined = extent.size ? std::nullopt : joinWindows(records);
  if (joined)
    readRepeated(*joined, place, extent, readings);
  for (const Record &record : records) {
    if (joined && isWindow(record))
      continue;
    if (record.pattern.period)
      readRepeated(record, place, extent, readings);
    else if (period)
      if (auto reading = readSingle(record, place, extent, period))
        readings.push_back(std::move(*reading));
  }
  Layout answer;
  answer.period = extent.size;
  OpenBytes open;
  bool isSettled = false;
  for (int weight = int(Rank::Declared) * 2 + 1; weight >= 0; --weight) {
    if (weight == int(Rank::Suggested) * 2)
      fillGaps(answer.pieces, open.unions);
    isSettled |= joinLevel(readings, weight, answer, open);
  }
  fillGaps(answer.pieces, open.others);
  if (extent.size)
    contradict(readings, answer);
  else if (answer.period) {
    contradictBehind(records, place, answer);
    contradictAhead(records, readings, place, answer);
  }
  answer.known = answer.period && !answer.hasUnknown() && (isSettled || coversAll(answer));
  if (answer.known && !extent.size)
    shortenPeriod(answer);
  return answer;
}

bool isSuggestedBeyond(ArrayRef<Record> records, const Address &place, Extent extent) {
  Records here;
  copy_if(records, std::back_inserter(here), [&](const Record &record) {
    uint64_t looseness = commonPeriod(place.stride, record.stride);
    return !isWindow(record) || !isBeyond(record, place.offset - record.offset, looseness, extent);
  });
  return here.size() != records.size() && !combine(here, place, extent).known;
}

bool isRawBytes(const Layout &layout) {
  return !layout.pieces.empty() && all_of(layout.pieces, [](const Piece &piece) {
    return piece.kind == Kind::Integer && piece.size == 1;
  });
}

/// Does what is seen in `open` (a float, a pointer) differ from what `known` says?
static bool contradicts(const Layout &known, const Layout &open) {
  if (!open.period || known.period > open.period)
    return false;
  Layout said = cutTo(known, open.period);
  sort(said.pieces, [](const Piece &a, const Piece &b) { return a.offset < b.offset; });
  return any_of(open.pieces, [&](const Piece &seen) {
    return isFloatOrPointer(seen) && any_of(meeting(said.pieces, seen), [&](const Piece &piece) {
             return piece.kind != seen.kind;
           });
  });
}

Layout reconcile(const Layout &first, const Layout &second) {
  if (first.period == 0 || first == second)
    return second;
  if (second.period == 0)
    return first;
  if (first.known != second.known) {
    const Layout &known = first.known ? first : second, &open = first.known ? second : first;
    bool isDoubtful = isRawBytes(known) || contradicts(known, open);
    return isDoubtful && open.period ? open : known; // characters may stand for anything
  }
  if (first.period != second.period)
    return first.hasFloats() || first.hasPointers() ? first : second;
  Layout result = first;
  fill(result.pieces, second.pieces, Rank::Accessed, true);
  for (const Piece &piece : first.pieces) // a float where the other says integer
    for (const Piece &other : meeting(second.pieces, piece))
      if (piece.offset == other.offset && piece.kind != other.kind && piece.kind == Kind::Float)
        addPiece(result.pieces, {other.offset, Kind::Unknown, nullptr, other.size});
  result.known = result.known && !result.hasUnknown();
  return result;
}

} // namespace enzyme
