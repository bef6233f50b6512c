//===- Page.cpp - the data of the page ------------------------------------===//
//
// The data is JSON in which nothing can end a script element; page.js sets all of it
// as text.
//===----------------------------------------------------------------------===//
#include "report/Page.h"
#include "page.inc" // from page/, by CMake
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace enzyme {
namespace {

std::string pathOf(const DIFile *file) {
  SmallString<128> path(file ? file->getFilename() : "");
  if (file && !sys::path::is_absolute(path)) {
    path = file->getDirectory();
    sys::path::append(path, file->getFilename());
  }
  return std::string(path);
}

const char *wordFor(RemarkKind kind) {
  switch (kind) {
  case RemarkKind::Passed:
    return "passed";
  case RemarkKind::Missed:
    return "missed";
  case RemarkKind::Analysis:
    return "analysis";
  }
  llvm_unreachable("all kinds are listed");
}

/// The files that remarks are about, in the order in which they are met.
class Sources {
public:
  int numberOf(const std::string &path) {
    auto known = llvm::find(paths, path);
    if (known != paths.end())
      return known - paths.begin();
    if (path.empty() || !sys::fs::exists(path))
      return -1;
    paths.push_back(path);
    return paths.size() - 1;
  }

  void write(json::OStream &out) const {
    for (const std::string &path : paths)
      out.object([&] {
        out.attribute("name", path);
        out.attributeArray("lines", [&] {
          auto text = MemoryBuffer::getFile(path);
          SmallVector<StringRef, 0> lines;
          if (text)
            (*text)->getBuffer().split(lines, '\n');
          if (!lines.empty() && lines.back().empty())
            lines.pop_back();
          for (StringRef line : lines)
            out.value(json::fixUTF8(line.rtrim('\r')));
        });
      });
  }

private:
  std::vector<std::string> paths;
};

void write(json::OStream &out, const Remark &remark, Sources &sources) {
  const DILocation *at = remark.where;
  const DISubprogram *subprogram = remark.function->getSubprogram();
  const DIFile *file = at ? at->getFile() : subprogram ? subprogram->getFile() : nullptr;
  out.object([&] {
    out.attribute("kind", wordFor(remark.kind));
    out.attribute("name", remark.name);
    out.attribute("text", remark.text);
    out.attribute("bytes", int64_t(remark.bytes));
    out.attribute("of", remark.function->getName());
    out.attribute("file", sources.numberOf(pathOf(file)));
    out.attribute("line", at ? at->getLine() : subprogram ? subprogram->getLine() : 0);
    out.attribute("column", at ? at->getColumn() : 0);
  });
}

/// `form` with each @NAME@ replaced.
std::string fill(StringRef form, ArrayRef<std::pair<StringRef, StringRef>> parts) {
  std::string page;
  while (!form.empty()) {
    auto [before, rest] = form.split('@');
    page += before;
    auto [name, after] = rest.split('@');
    auto part = llvm::find_if(parts, [&](const auto &p) { return p.first == name; });
    if (part != parts.end())
      page += part->second;
    else if (!rest.empty()) // an @ of the form's own
      page += '@', after = rest;
    form = after;
  }
  return page;
}

std::string escapedForMarkup(StringRef text) {
  std::string escaped;
  raw_string_ostream out(escaped);
  printHTMLEscaped(text, out);
  return escaped;
}

/// What page.html says of where a page is from.
std::string markOf(StringRef origin) {
  return "<meta name=\"origin\" content=\"" + escapedForMarkup(origin) + "\">";
}

/// May a page about `origin` lie at `path`: is nothing there, or an earlier page about it?
bool isFreeFor(StringRef path, StringRef origin) {
  auto there = MemoryBuffer::getFile(path);
  return !there || (*there)->getBuffer().contains(markOf(origin));
}

} // namespace

Page::Derivative *Page::find(const Function &derivative) {
  auto found =
      llvm::find_if(derivatives, [&](const Derivative &d) { return d.id == derivative.getName(); });
  return found == derivatives.end() ? nullptr : &*found;
}

void Page::begin(const Function &derivative, const Function &primal, const char *mode) {
  derivatives.push_back(
      {derivative.getName().str(), primal.getName().str(), sourceName(primal), mode, first, {}});
}

void Page::show(const Function &derivative, const char *state,
                function_ref<void(raw_ostream &)> print) {
  if (Derivative *shown = find(derivative)) {
    shown->states.push_back({state, ""});
    raw_string_ostream out(shown->states.back().text);
    print(out);
  }
}

void Page::calls(const Function &derivative, const Function &callee) {
  Derivative *caller = find(derivative);
  if (caller && !is_contained(caller->callees, callee.getName()))
    caller->callees.push_back(callee.getName().str());
}

void Page::drop(const Function &derivative) {
  erase_if(derivatives, [&](const Derivative &d) { return d.id == derivative.getName(); });
}

void Page::State::write(json::OStream &out) const {
  out.object([&] {
    out.attribute("name", name);
    out.attribute("text", json::fixUTF8(text));
  });
}

void Page::Derivative::write(json::OStream &out) const {
  out.object([&] {
    out.attribute("id", id);
    out.attribute("of", of);
    out.attribute("function", function);
    out.attribute("mode", mode);
    out.attributeArray("calls", [&] {
      for (const std::string &callee : callees)
        out.value(callee);
    });
    out.attributeArray("states", [&] {
      for (const State &state : states)
        state.write(out);
    });
  });
}

Page::Place Page::placeFor(StringRef origin, StringRef fileOrFolder) {
  SmallString<128> whole(origin);
  sys::fs::make_absolute(whole);
  sys::path::remove_dots(whole, /*remove_dot_dot=*/true);
  if (!sys::fs::is_directory(fileOrFolder))
    return {std::string(whole), fileOrFolder.str()};
  for (unsigned number = 1;; ++number) {
    SmallString<128> path(fileOrFolder);
    std::string suffix = number == 1 ? "" : "-" + std::to_string(number);
    sys::path::append(path, sys::path::filename(origin) + suffix + ".html");
    if (isFreeFor(path, whole))
      return {std::string(whole), std::string(path)};
  }
}

bool Page::write(const Place &place, const Remarks &remarks) const {
  std::string data;
  raw_string_ostream stream(data);
  json::OStream out(stream);
  Sources sources;
  out.object([&] {
    out.attributeArray("remarks", [&] {
      for (const Remark *remark : remarks.sorted())
        enzyme::write(out, *remark, sources);
    });
    out.attributeArray("files", [&] { sources.write(out); });
    out.attributeArray("derivatives", [&] {
      for (const Derivative &derivative : derivatives)
        derivative.write(out);
    });
  });
  std::string inert;
  for (char c : data) // no end tag, no comment can begin
    c == '<' ? inert += "\\u003c" : inert += c;
  std::error_code error;
  raw_fd_ostream file(place.path, error);
  if (error)
    return false;
  file << fill(pageForm, {{"ORIGIN", escapedForMarkup(place.origin)},
                          {"TITLE", escapedForMarkup(sys::path::filename(place.origin))},
                          {"STYLE", pageStyle},
                          {"SCRIPT", pageScript},
                          {"DATA", inert}});
  file.close();
  bool isWritten = !file.has_error();
  file.clear_error(); // it is the caller's to say
  return isWritten;
}

} // namespace enzyme
