//===- CheckpointPragma.cpp - #pragma enzyme checkpoint(n) ------------------===//
//
// Problem: a pragma is portable where a call of our word is not: other compilers pass it by.
//
// Here: in front of a loop it becomes the beginning of one statement with the loop, which
// needs no declaration and can stand wherever the loop can:
//
//   #pragma enzyme checkpoint(n)         if ((void)__builtin_annotation(n, "…"), 0) {} else
//   for (…) …                      ->    for (…) …
//
// The annotation is read in the pristine module (transform/LoopMarkers.h); in the program's
// own it means nothing.
//===----------------------------------------------------------------------===//
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace enzyme {
namespace {

#define RUNTIME(ID, NAME) constexpr StringLiteral wordOf##ID = NAME;
#include "request/Vocabulary.def"
#undef RUNTIME
#define MESSAGE(ID, NUMBER, SEVERITY, GROUP, TEXT, HINT)                                           \
  constexpr StringLiteral sentenceOf##ID = TEXT "; " HINT " [ENZ0" #NUMBER "]";
#include "report/Diagnostics.def"
#undef MESSAGE

class CheckpointPragma : public clang::PragmaHandler {
public:
  CheckpointPragma() : PragmaHandler("enzyme") {}

  void HandlePragma(clang::Preprocessor &preprocessor, clang::PragmaIntroducer,
                    clang::Token &first) override {
    clang::SourceLocation where = first.getLocation();
    SmallVector<clang::Token, 8> tokens;
    clang::Token token;
    for (preprocessor.Lex(token); token.isNot(clang::tok::eod); preprocessor.Lex(token))
      tokens.push_back(token);
    if (!isCheckpoint(tokens))
      return complain(preprocessor, where);
    inject(preprocessor, where, ArrayRef(tokens).drop_front(2).drop_back());
  }

private:
  /// checkpoint ( … )
  static bool isCheckpoint(ArrayRef<clang::Token> tokens) {
    auto isWord = [](const clang::Token &token) {
      const clang::IdentifierInfo *name = token.getIdentifierInfo();
      return name && name->getName() == "checkpoint";
    };
    return tokens.size() > 3 && isWord(tokens[0]) && tokens[1].is(clang::tok::l_paren) &&
           tokens.back().is(clang::tok::r_paren);
  }

  static void complain(clang::Preprocessor &preprocessor, clang::SourceLocation where) {
    clang::DiagnosticsEngine &engine = preprocessor.getDiagnostics();
    unsigned id = engine.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0");
    engine.Report(where, id) << sentenceOfUnknownPragma;
  }

  static void inject(clang::Preprocessor &preprocessor, clang::SourceLocation where,
                     ArrayRef<clang::Token> number) {
    using namespace clang::tok;
    SmallVector<clang::Token, 32> made;
    auto add = [&](TokenKind kind, StringRef name = "") {
      clang::Token token;
      token.startToken();
      token.setKind(kind);
      token.setLocation(where);
      if (!name.empty())
        token.setIdentifierInfo(preprocessor.getIdentifierInfo(name));
      made.push_back(token);
    };
    add(kw_if, "if");
    for (TokenKind kind : {l_paren, l_paren})
      add(kind);
    add(kw_void, "void");
    add(r_paren);
    add(identifier, "__builtin_annotation");
    add(l_paren);
    add(l_paren);
    append_range(made, number);
    add(r_paren);
    add(comma);
    add(string_literal);
    preprocessor.CreateString('"' + wordOfCheckpointPragma.str() + '"', made.back(), where, where);
    for (TokenKind kind : {r_paren, comma, numeric_constant})
      add(kind);
    preprocessor.CreateString("0", made.back(), where, where);
    for (TokenKind kind : {r_paren, l_brace, r_brace})
      add(kind);
    add(kw_else, "else");
    auto stream = std::make_unique<clang::Token[]>(made.size());
    copy(made, stream.get());
    preprocessor.EnterTokenStream(std::move(stream), made.size(), /*DisableMacroExpansion=*/true,
                                  /*IsReinject=*/false);
  }
};

clang::PragmaHandlerRegistry::Add<CheckpointPragma> registration("enzyme", "words about loops");

} // namespace
} // namespace enzyme
