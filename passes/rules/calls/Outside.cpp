//===- Outside.cpp -----------------------------------------------------------===//
#include "rules/calls/Outside.h"
#include "rules/Shape.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace enzyme {
namespace {

struct OutsideRow {
  StringLiteral name;
  StringLiteral shape; ///< rules/Shape.h
  OutsideCall call;
};

constexpr OutsideRow rows[] = {
    {"sprintf", "npp*", {Outside::Text, false, 2}},
    {"snprintf", "npnp*", {Outside::Text, false, 3}},
    {"vsprintf", "nppp", {Outside::Text, false, 2}},
    {"vsnprintf", "npnpp", {Outside::Text, false, 3}},
    {"__sprintf_chk", "npnnp*", {Outside::Text, false, 4}},
    {"__snprintf_chk", "npnnnp*", {Outside::Text, false, 5}},
    {"__vsprintf_chk", "npnnpp", {Outside::Text, false, 4}},
    {"__vsnprintf_chk", "npnnnpp", {Outside::Text, false, 5}},
    {"asprintf", "npp*", {Outside::Text, false, 2}},
    {"vasprintf", "nppp", {Outside::Text, false, 2}},
    {"fprintf", "npp*", {Outside::Stream, false, 2, 0}},
    {"vfprintf", "nppp", {Outside::Stream, false, 2, 0}},
    {"__fprintf_chk", "npnp*", {Outside::Stream, false, 3, 0}},
    {"__vfprintf_chk", "npnpp", {Outside::Stream, false, 3, 0}},
    {"dprintf", "nnp*", {Outside::Stream, false, 2}},
    {"fwrite", "npnnp", {Outside::Stream, false, 0, 3}},
    {"fwrite_unlocked", "npnnp", {Outside::Stream, false, 0, 3}},
    {"write", "nnpn", {Outside::Stream, false, 1}},
    {"pwrite", "nnpnn", {Outside::Stream, false, 1}},
    {"pwrite64", "nnpnn", {Outside::Stream, false, 1}},
    {"send", "nnpnn", {Outside::Stream, false, 1}},
    {"sendto", "nnpnnpn", {Outside::Stream, false, 1}},
    {"sscanf", "npp*", {Outside::Text, true}},
    {"__isoc99_sscanf", "npp*", {Outside::Text, true}},
    {"__isoc23_sscanf", "npp*", {Outside::Text, true}},
    {"strtod", "fpp", {Outside::Text, true}},
    {"strtof", "fpp", {Outside::Text, true}},
    {"strtold", "fpp", {Outside::Text, true}},
    {"atof", "fp", {Outside::Text, true}},
    {"fscanf", "npp*", {Outside::Stream, true}},
    {"__isoc99_fscanf", "npp*", {Outside::Stream, true}},
    {"__isoc23_fscanf", "npp*", {Outside::Stream, true}},
    {"fread", "npnnp", {Outside::Stream, true}},
    {"fread_unlocked", "npnnp", {Outside::Stream, true}},
    {"__fread_chk", "npnnnp", {Outside::Stream, true}},
    {"read", "nnpn", {Outside::Stream, true}},
    {"__read_chk", "nnpnn", {Outside::Stream, true}},
    {"pread", "nnpnn", {Outside::Stream, true}},
    {"pread64", "nnpnn", {Outside::Stream, true}},
    {"recv", "nnpnn", {Outside::Stream, true}},
    {"recvfrom", "nnpnnpp", {Outside::Stream, true}},
    {"open_memstream", "ppp", {Outside::Stream, true}}, // its memory is read as any other
};

/// operator<< and operator>> of C++ streams, for numbers: to files or to strings.
constexpr StringLiteral streamWrites = "_ZNSo9_M_insertI", streamReads = "_ZNSi10_M_extractI";

/// std::to_chars and std::from_chars of numbers: this, and the number's letter.
constexpr StringLiteral charsWrites[] = {"_ZSt8to_charsPcS_", "_ZNSt3__18to_charsEPcS0_"};
constexpr StringLiteral charsReads[] = {"_ZSt10from_charsPKcS0_R",
                                        "_ZNSt3__127__from_chars_floating_pointI"};

/// Facets of a std::locale: one that is put there, one that is looked up.
constexpr StringLiteral facetWrites[] = {"_ZNSt6localeC1I", "_ZNSt6localeC2I"};
constexpr StringLiteral facetReads = "_ZSt9use_facetI", ofLibrary[] = {"St", "NSt"};

/// One of the prefixes, and then the letter of a floating-point type.
bool isOfNumber(StringRef name, ArrayRef<StringLiteral> prefixes) {
  return any_of(prefixes, [&](StringRef prefix) {
    StringRef rest = name;
    return rest.consume_front(prefix) && !rest.empty() && StringRef("dfe").contains(rest[0]);
  });
}

/// The bytes that a stream collected, as a string.
bool isTextOfStream(StringRef name) {
  return name.starts_with("_ZNKSt7__cxx111") && name.ends_with("3strEv");
}

/// Bytes to and from C++ streams.
constexpr OutsideRow members[] = {
    {"_ZNSo5writeEPKcl", "ppp-", {Outside::All, false, 1, 0}},
    {"_ZNSi4readEPcl", "ppp-", {Outside::Both, true}},
    {"_ZNSi8readsomeEPcl", "npp-", {Outside::Both, true}},
    {"_ZNSt15basic_streambufIcSt11char_traitsIcEE5sputnEPKcl", "npp-", {Outside::All, false, 1}},
    {"_ZNSt15basic_streambufIcSt11char_traitsIcEE5sgetnEPcl", "npp-", {Outside::Both, true}},
};

} // namespace

std::optional<OutsideCall> outsideCall(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return std::nullopt;
  StringRef name = callee->getName();
  if (const OutsideRow *row = rowOf(call, name, members)) // some libraries have them inline
    return row->call;
  if (isTextOfStream(name))
    return OutsideCall{Outside::Bytes, true};
  if (name.starts_with(facetWrites[0]) || name.starts_with(facetWrites[1]))
    return OutsideCall{Outside::Facet, false, 2};
  if (StringRef facet = name;
      facet.consume_front(facetReads) &&
      none_of(ofLibrary, [&](StringRef scope) { return facet.starts_with(scope); }))
    return OutsideCall{Outside::Facet, true};
  if (!callee->isDeclaration())
    return std::nullopt;
  if (const OutsideRow *row = rowOf(call, name, rows))
    return row->call;
  if (name.starts_with(streamWrites))
    return OutsideCall{Outside::Both, false, 1, 0};
  if (name.starts_with(streamReads))
    return OutsideCall{Outside::Both, true};
  if (isOfNumber(name, charsWrites))
    return OutsideCall{Outside::Text, false, 2};
  if (isOfNumber(name, charsReads))
    return OutsideCall{Outside::Text, true};
  return std::nullopt;
}

} // namespace enzyme
