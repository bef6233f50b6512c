//===- AstPlugin.cpp - listens to clang's AST ------------------------------===//
//
// Problem: a second code generation needs everything clang told the first one,
// in the same order; but most files ask for no derivative and must not pay.
//
// Here: the callbacks are noted while clang parses (a pointer each). At the end
// of the file, if no identifier contains the request prefix, the notes are
// dropped. Otherwise they are replayed into SecondCodeGen, before clang's own
// consumer generates and optimises its module.
//===----------------------------------------------------------------------===//
#include "frontend/FrontendRecord.h"
#include "frontend/clang/ClangReport.h"
#include "frontend/clang/Markers.h"
#include "frontend/clang/NoteArguments.h"
#include "frontend/clang/NumberClosures.h"
#include "frontend/clang/SecondCodeGen.h"
#include "frontend/clang/StringMembers.h"
#include "frontend/clang/UndefinedWords.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/Support/FileSystem.h"
#include <dlfcn.h>

using namespace llvm;

namespace enzyme {
namespace {

constexpr StringLiteral requestPrefix = "__enzyme_";
constexpr StringLiteral forwardWord = "__enzyme_fwddiff";
constexpr StringLiteral annotatedRule = "enzyme_register_";

/// One callback: which, and its declaration.
struct Callback {
  enum class Kind : uint8_t {
    TopLevel,
    InlineFunction,
    Tag,
    RequiredTag,
    Tentative,
    External,
    Inheritance,
    StaticMember,
    VTable,
  };
  Kind kind;
  void *declaration; ///< DeclGroupRef's opaque pointer for TopLevel
};

void replayOne(const Callback &callback, clang::ASTConsumer &consumer) {
  auto *pointer = callback.declaration;
  switch (callback.kind) {
  case Callback::Kind::TopLevel:
    consumer.HandleTopLevelDecl(clang::DeclGroupRef::getFromOpaquePtr(pointer));
    return;
  case Callback::Kind::InlineFunction:
    consumer.HandleInlineFunctionDefinition(static_cast<clang::FunctionDecl *>(pointer));
    return;
  case Callback::Kind::Tag:
    consumer.HandleTagDeclDefinition(static_cast<clang::TagDecl *>(pointer));
    return;
  case Callback::Kind::RequiredTag:
    consumer.HandleTagDeclRequiredDefinition(static_cast<clang::TagDecl *>(pointer));
    return;
  case Callback::Kind::Tentative:
    consumer.CompleteTentativeDefinition(static_cast<clang::VarDecl *>(pointer));
    return;
  case Callback::Kind::External:
    consumer.CompleteExternalDeclaration(static_cast<clang::DeclaratorDecl *>(pointer));
    return;
  case Callback::Kind::Inheritance:
    consumer.AssignInheritanceModel(static_cast<clang::CXXRecordDecl *>(pointer));
    return;
  case Callback::Kind::StaticMember:
    consumer.HandleCXXStaticMemberVarInstantiation(static_cast<clang::VarDecl *>(pointer));
    return;
  case Callback::Kind::VTable:
    consumer.HandleVTable(static_cast<clang::CXXRecordDecl *>(pointer));
    return;
  }
}

/// Is a declaration of such a name used? A header may declare the words without
/// anyone asking for a derivative. Registrations are variables: without a request
/// they mean nothing.
bool isUsed(const clang::NamedDecl &declaration) {
  if (auto *function = dyn_cast<clang::FunctionDecl>(&declaration))
    return function->isReferenced() || function->isUsed(false);
  if (auto *pattern = dyn_cast<clang::FunctionTemplateDecl>(&declaration))
    return !pattern->specializations().empty();
  return !isa<clang::VarDecl>(declaration);
}

/// May the file contain a request? Also names read from precompiled headers and
/// modules, used or not. A name that is not found at file scope counts.
bool mentionsRequests(clang::Preprocessor &preprocessor, const clang::ASTContext &context) {
  clang::IdentifierTable &names = preprocessor.getIdentifierTable();
  for (const auto &name : names) {
    if (!name.getKey().contains(requestPrefix))
      continue;
    auto found = context.getTranslationUnitDecl()->lookup(name.getValue());
    if (found.empty() ||
        any_of(found, [](const clang::NamedDecl *declaration) { return isUsed(*declaration); }))
      return true;
  }
  clang::IdentifierInfoLookup *external = names.getExternalIdentifierLookup();
  if (!external)
    return false;
  std::unique_ptr<clang::IdentifierIterator> rest(external->getIdentifiers());
  for (StringRef name = rest->Next(); !name.empty(); name = rest->Next())
    if (name.contains(requestPrefix))
      return true;
  return false;
}

class Recorder : public clang::SemaConsumer {
public:
  Recorder(clang::CompilerInstance &compiler, StringRef file)
      : compiler(compiler), file(file), markers(compiler) {}

  void InitializeSema(clang::Sema &inUse) override {
    sema = &inUse;
    undefinedWords.watch(inUse);
  }
  void ForgetSema() override {
    sema = nullptr;
    undefinedWords = UndefinedWords(requestPrefix);
  }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    mark(group);
    note(Callback::Kind::TopLevel, group.getAsOpaquePtr());
    return true;
  }
  void mark(clang::DeclGroupRef group) {
    for (clang::Decl *declaration : group) {
      keepRegistrations(*declaration);
      undefinedWords.allowIn(*declaration);
      markers.keepIn(*declaration);
      numberClosures(*declaration, nextClosure);
      keepRules(*declaration);
    }
  }
  /// A registration that is never mentioned (`static void *__enzyme_register_…`) must
  /// still be emitted, in both modules: it is read later.
  static void keepRegistrations(clang::Decl &declaration) {
    if (isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration))
      for (clang::Decl *member : clang::Decl::castToDeclContext(&declaration)->noload_decls())
        keepRegistrations(*member);
    auto *variable = dyn_cast<clang::VarDecl>(&declaration);
    if (variable && variable->getIdentifier() && variable->hasInit() &&
        variable->getName().contains(requestPrefix) && !variable->hasAttr<clang::UsedAttr>())
      variable->addAttr(clang::UsedAttr::CreateImplicit(variable->getASTContext()));
  }
  /// Functions that an annotation names as rules: clang refers to them too late to
  /// emit those that are static and not used elsewhere.
  void keepRules(const clang::Decl &declaration) {
    for (auto *annotation : declaration.specific_attrs<clang::AnnotateAttr>()) {
      if (!annotation->getAnnotation().starts_with(annotatedRule))
        continue;
      for (const clang::Expr *argument : annotation->args()) {
        auto *reference = dyn_cast<clang::DeclRefExpr>(argument->IgnoreParenCasts());
        auto *named = reference ? dyn_cast<clang::FunctionDecl>(reference->getDecl()) : nullptr;
        // const_cast: the attribute is added to it.
        auto *function = const_cast<clang::FunctionDecl *>(named);
        if (!function || function->hasAttr<clang::UsedAttr>())
          continue;
        clang::FunctionDecl *known =
            function->getDefinition() ? function->getDefinition() : function;
        known->addAttr(clang::UsedAttr::CreateImplicit(known->getASTContext()));
        if (known->isThisDeclarationADefinition() && !known->isExternallyVisible())
          compiler.getASTConsumer().HandleTopLevelDecl(clang::DeclGroupRef(known));
      }
    }
  }
  /// Replaying may read more from a precompiled header or module: functions that are called by
  /// those emitted already. Clang gives them to its own consumers, of which the second one is none.
  void HandleInterestingDecl(clang::DeclGroupRef group) override {
    if (!isFinished) {
      HandleTopLevelDecl(group);
    } else if (second) {
      mark(group);
      second->HandleInterestingDecl(group);
    }
  }
  void HandleInlineFunctionDefinition(clang::FunctionDecl *function) override {
    markers.keepIn(*function);
    note(Callback::Kind::InlineFunction, function);
  }
  void HandleTagDeclDefinition(clang::TagDecl *tag) override {
    if (auto *enumeration = dyn_cast<clang::EnumDecl>(tag))
      markers.noteEnumeration(*enumeration);
    note(Callback::Kind::Tag, tag);
  }
  void HandleTagDeclRequiredDefinition(const clang::TagDecl *tag) override {
    // const_cast: the note is only handed back to the same callback.
    note(Callback::Kind::RequiredTag, const_cast<clang::TagDecl *>(tag));
  }
  void CompleteTentativeDefinition(clang::VarDecl *variable) override {
    note(Callback::Kind::Tentative, variable);
  }
  void CompleteExternalDeclaration(clang::DeclaratorDecl *declaration) override {
    note(Callback::Kind::External, declaration);
  }
  void AssignInheritanceModel(clang::CXXRecordDecl *record) override {
    note(Callback::Kind::Inheritance, record);
  }
  void HandleCXXStaticMemberVarInstantiation(clang::VarDecl *variable) override {
    note(Callback::Kind::StaticMember, variable);
  }
  void HandleVTable(clang::CXXRecordDecl *record) override { note(Callback::Kind::VTable, record); }

  void HandleTranslationUnit(clang::ASTContext &context) override {
    bool isAsked = mentionsRequests(compiler.getPreprocessor(), context) || offersOwnKernels();
    bool isWanted = (isAsked || carriesCode()) && !compiler.getDiagnostics().hasErrorOccurred();
    StringMembers members(isWanted ? sema : nullptr);
    isFinished = true;
    if (!isWanted)
      return callbacks.clear();
    FrontendRecord record;
    record.isLinkedOnDevice = isLinkedOnDevice();
    record.isBesideLinked =
        !compiler.getLangOpts().CUDAIsDevice && compiler.getLangOpts().GPURelocatableDeviceCode;
    record.report = clangReport(compiler);
    record.readSource = clangSources(compiler);
    if (isAsked)
      noteRequests(context, record);
    for (const auto &file : compiler.getCodeGenOpts().LinkBitcodeFiles)
      record.libraries.push_back(file.Filename);
    generatePristine(
        compiler, file, isAsked ? PristineUse::Now : PristineUse::Maybe,
        [&](clang::ASTConsumer &consumer) {
          second = &consumer;
          for (const Callback &callback : callbacks)
            replayOne(callback, consumer);
        },
        record);
    second = nullptr;
    leaveRecord(file, std::move(record));
    callbacks.clear();
  }

private:
  /// Device code that is not linked ends in the host's object, which no link of theirs reads.
  bool carriesCode() const {
    return wantsEveryFile() && (!compiler.getLangOpts().CUDAIsDevice || isLinkedOnDevice());
  }
  /// As bitcode: assembled code of a device carries nothing.
  bool isLinkedOnDevice() const {
    const clang::LangOptions &language = compiler.getLangOpts();
    clang::frontend::ActionKind action = compiler.getFrontendOpts().ProgramAction;
    bool isBitcode = action == clang::frontend::EmitBC || action == clang::frontend::EmitLLVM;
    return language.CUDAIsDevice && language.GPURelocatableDeviceCode && isBitcode;
  }
  /// Where kernels may call functions of other files, their derivatives are made by the link.
  bool areKernelsMade() const {
    return isLinkedOnDevice() || !compiler.getLangOpts().GPURelocatableDeviceCode;
  }
  bool offersOwnKernels() const {
    const clang::LangOptions &language = compiler.getLangOpts();
    return offersKernels() && language.CUDAIsDevice && areKernelsMade();
  }
  void noteRequests(clang::ASTContext &context, FrontendRecord &record) const {
    std::vector<WrittenCall> &calls = record.calls;
    for (const Callback &callback : callbacks) {
      if (callback.kind == Callback::Kind::TopLevel)
        for (clang::Decl *declaration : clang::DeclGroupRef::getFromOpaquePtr(callback.declaration))
          noteArguments(*declaration, context, calls);
      else if (callback.kind == Callback::Kind::InlineFunction)
        noteArguments(*static_cast<clang::FunctionDecl *>(callback.declaration), context, calls);
    }
    if (!compiler.getLangOpts().CUDAIsDevice || !areKernelsMade())
      return;
    for (const WrittenCall &call : calls) {
      bool isForward = StringRef(call.callee).contains(forwardWord);
      record.hostWantsForward |= call.isOnHost && isForward;
      record.hostWantsReverse |= call.isOnHost && !isForward;
    }
    if (offersOwnKernels())
      record.hostWantsForward = record.hostWantsReverse = record.areKernelsOffered = true;
  }
  void note(Callback::Kind kind, void *declaration) {
    if (!isFinished)
      callbacks.push_back({kind, declaration});
  }

  clang::CompilerInstance &compiler;
  std::string file;
  Markers markers;
  UndefinedWords undefinedWords{requestPrefix};
  clang::Sema *sema = nullptr; ///< while the file is parsed
  std::vector<Callback> callbacks;
  unsigned nextClosure = 0;
  bool isFinished = false;
  clang::ASTConsumer *second = nullptr; ///< while it generates
};

class AstPlugin : public clang::PluginASTAction {
public:
  AstPlugin() { registerOptions(); } // clang parses -mllvm after this

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        StringRef file) override {
    if (!generatesCode(compiler))
      return std::make_unique<clang::ASTConsumer>();
    // -fplugin= alone is enough: the passes come with the AST half.
    clang::CodeGenOptions &options = compiler.getCodeGenOpts();
    if (!isPassPluginToo(compiler))
      options.PassBuilderCallbacks.push_back(registerPasses);
    return std::make_unique<Recorder>(compiler, file);
  }

  bool ParseArgs(const clang::CompilerInstance &, const std::vector<std::string> &) override {
    return true;
  }

  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  /// Objects for the host, CUDA and HIP; not -E, -fsyntax-only, headers, or OpenMP's devices.
  static bool generatesCode(const clang::CompilerInstance &compiler) {
    const clang::LangOptions &language = compiler.getLangOpts();
    if (language.OpenMPIsTargetDevice || language.ObjC)
      return false;
    switch (compiler.getFrontendOpts().ProgramAction) {
    case clang::frontend::EmitAssembly:
    case clang::frontend::EmitBC:
    case clang::frontend::EmitLLVM:
    case clang::frontend::EmitLLVMOnly:
    case clang::frontend::EmitCodeGenOnly:
    case clang::frontend::EmitObj:
      return true;
    default:
      return false;
    }
  }

  /// Was our other half also named as -fpass-plugin=?
  static bool isPassPluginToo(const clang::CompilerInstance &compiler) {
    Dl_info passHalf;
    if (!dladdr(reinterpret_cast<void *>(&registerPasses), &passHalf))
      return false;
    return any_of(compiler.getCodeGenOpts().PassPlugins, [&](const std::string &plugin) {
      return sys::fs::equivalent(plugin, passHalf.dli_fname);
    });
  }
};

} // namespace

static clang::FrontendPluginRegistry::Add<AstPlugin>
    registration("enzyme", "generates the pristine module of files with requests");

} // namespace enzyme
