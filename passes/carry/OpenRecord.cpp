//===- OpenRecord.cpp - a request that waits for the link -----------------===//
//
// One list of the fields, walked by a writer and by a reader: `fields`. Numbers are
// decimal, texts have their length before them. A number that its field cannot hold
// makes the record unreadable: it is not one of ours.
//===----------------------------------------------------------------------===//
#include "carry/OpenRecord.h"
#include "llvm/IR/DerivedTypes.h"
#include <limits>

using namespace llvm;

namespace enzyme {
namespace {

class Writer {
public:
  explicit Writer(std::string &text) : text(text) {}
  void number(int64_t value) { text += std::to_string(value) + " "; }
  void string(const std::string &value) {
    number(int64_t(value.size()));
    text += value;
  }
  static constexpr bool isReader = false;

private:
  std::string &text;
};

class Reader {
public:
  explicit Reader(StringRef text) : text(text) {}
  int64_t number() {
    auto [digits, rest] = text.split(' ');
    int64_t value = 0;
    isBad |= digits.getAsInteger(10, value);
    text = rest;
    return value;
  }
  std::string string() {
    size_t size = size_t(number());
    if (isBad || size > text.size()) {
      isBad = true;
      return {};
    }
    std::string value = text.take_front(size).str();
    text = text.drop_front(size);
    return value;
  }
  static constexpr bool isReader = true;
  bool isBad = false;
  StringRef text;
};

// -- values -------------------------------------------------------------------

/// The last of each enumeration.
template <class T> constexpr int64_t lastOf = std::numeric_limits<T>::max();
template <> constexpr int64_t lastOf<Passed::How> = int64_t(Passed::How::Pointee);
template <> constexpr int64_t lastOf<Spread> = int64_t(Spread::Buffer);
template <> constexpr int64_t lastOf<HiddenResult> = int64_t(HiddenResult::FromSeed);
template <> constexpr int64_t lastOf<Activity> = int64_t(Activity::DupNoNeed);
template <> constexpr int64_t lastOf<ReturnActivity> = int64_t(ReturnActivity::DupOut);
template <> constexpr int64_t lastOf<TruncationScope> = int64_t(TruncationScope::Module);
template <>
constexpr int64_t lastOf<Family> = -1
#define FAMILY(ID, WORD) +1
#include "request/Vocabulary.def"
#undef FAMILY
    ;

template <class T> bool holds(int64_t number) {
  if constexpr (std::is_enum_v<T>)
    return number >= 0 && number <= lastOf<T>;
  else if constexpr (sizeof(T) == sizeof(int64_t))
    return true; // what is larger was written as a negative number
  else
    return number >= std::numeric_limits<T>::min() && number <= int64_t(lastOf<T>);
}

template <class Stream, class T>
  requires(std::is_integral_v<T> || std::is_enum_v<T>)
void value(Stream &stream, T &it) {
  if constexpr (Stream::isReader) {
    int64_t number = stream.number();
    stream.isBad |= !holds<T>(number);
    it = stream.isBad ? T() : static_cast<T>(number);
  } else {
    stream.number(static_cast<int64_t>(it));
  }
}

template <class Stream> void value(Stream &stream, std::string &it) {
  if constexpr (Stream::isReader)
    it = stream.string();
  else
    stream.string(it);
}

template <class Stream> void value(Stream &stream, Passed &it);
template <class Stream> void value(Stream &stream, Binding &it);
template <class Stream> void value(Stream &stream, NamedMemory &it);
template <class Stream> void value(Stream &stream, Truncation &it);

template <class Stream, class T> void value(Stream &stream, std::optional<T> &it) {
  bool isThere = it.has_value();
  value(stream, isThere);
  if (!isThere)
    return it.reset();
  if (!it)
    it.emplace();
  value(stream, *it);
}

template <class Stream, class List> void list(Stream &stream, List &it) {
  size_t size = it.size();
  value(stream, size);
  if constexpr (Stream::isReader) {
    if (size > stream.text.size()) // every element has at least one character
      stream.isBad = true;
    if (stream.isBad)
      return;
    it.resize(size);
  }
  for (auto &element : it)
    value(stream, element);
}

template <class Stream, class... Parts> void values(Stream &stream, Parts &...parts) {
  (value(stream, parts), ...);
}

// -- structures ---------------------------------------------------------------

template <class Stream> void value(Stream &stream, Passed &it) {
  values(stream, it.argument, it.how, it.offset);
}

template <class Stream> void value(Stream &stream, NamedMemory &it) {
  values(stream, it.variable, it.offset, it.isLedTo);
}

template <class Stream> void value(Stream &stream, Binding &it) {
  values(stream, it.activity, it.primal, it.named);
  list(stream, it.shadows);
  values(stream, it.stride, it.notOverwritten, it.spread);
  list(stream, it.lanes);
}

template <class Stream> void value(Stream &stream, Truncation &it) {
  values(stream, it.from.exponent, it.from.significand, it.to.exponent, it.to.significand,
         it.scope);
}

template <class Stream> void value(Stream &stream, TapeInRequest &it) {
  values(stream, it.isFixed, it.bytes, it.isInMemory);
  list(stream, it.arguments);
}

template <class Stream> void value(Stream &stream, Position &it) {
  values(stream, it.file, it.line, it.column, it.function);
}

template <class Stream> void value(Stream &stream, Request &it) {
  value(stream, it.family);
  list(stream, it.parameters);
  values(stream, it.returned, it.returnsPrimal, it.runtimeActivity, it.noFree, it.noReturn,
         it.width, it.lanesArgument, it.takesResults, it.servesAnyLanes, it.passesNumbers,
         it.hiddenResult, it.seed);
  list(stream, it.seedPieces);
  value(stream, it.tape);
  values(stream, it.resultArgument, it.errorBound, it.truncation);
  value(stream, it.where);
}

template <class Stream> void value(Stream &stream, Options &it) {
#define OPTION(NAME, TYPE, DEFAULT, SENTENCE) value(stream, it.NAME);
#include "Options.def"
#undef OPTION
}

template <class Stream> void fields(Stream &stream, OpenRecord &record) {
  values(stream, record.symbol, record.function, record.type, record.cpu, record.tuneCpu,
         record.features);
  value(stream, record.request);
  value(stream, record.options);
}

} // namespace

std::string writeRecord(const OpenRecord &record) {
  std::string text;
  Writer writer(text);
  OpenRecord copy = record; // the one list of fields is for both directions
  fields(writer, copy);
  return text;
}

bool readRecord(StringRef text, OpenRecord &record) {
  Reader reader(text);
  fields(reader, record);
  return !reader.isBad && reader.text.empty();
}

std::string layoutText(const Type *type) {
  std::string text;
  raw_string_ostream out(text);
  if (auto *function = dyn_cast<FunctionType>(type)) {
    out << layoutText(function->getReturnType()) << '(';
    for (const Type *parameter : function->params())
      out << layoutText(parameter) << ',';
    out << (function->isVarArg() ? "...)" : ")");
  } else if (auto *structure = dyn_cast<StructType>(type)) {
    out << (structure->isPacked() ? "<{" : "{");
    for (const Type *element : structure->elements())
      out << layoutText(element) << ',';
    out << '}';
  } else if (auto *array = dyn_cast<ArrayType>(type)) {
    out << array->getNumElements() << '*' << layoutText(array->getElementType());
  } else {
    type->print(out);
  }
  return text;
}

} // namespace enzyme
