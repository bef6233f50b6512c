//===- SecondCodeGen.cpp - the pristine module from the same AST -----------===//
//
// clang keeps all state of a code generation in its CodeGenModule; the AST is
// only read. Diagnostics of the second run are dropped: the first says them.
//===----------------------------------------------------------------------===//
#include "frontend/clang/SecondCodeGen.h"
#include "frontend/StaticClasses.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/BuryPointer.h"

using namespace llvm;

namespace enzyme {
namespace {

/// What may not differ between two compilations of one source.
void setLevel(clang::CodeGenOptions &options) {
  options.OptimizationLevel = 1; // lifetime, TBAA and attributes are generated
  options.OptimizeSize = 0;
  options.DisableO0ImplyOptNone = 1;
  options.DisableLifetimeMarkers = 0;
  options.setInlining(clang::CodeGenOptions::NormalInlining);
  options.setFramePointer(clang::CodeGenOptions::FramePointerKind::None);
  options.StrictVTablePointers = 0;
  options.KeepPersistentStorageVariables = 1; // registrations may be static
  options.UnrollLoops = 1; // else each loop is marked not to be, also in the user's own pipeline
  options.VectorizeLoop = 0;
  options.VectorizeSLP = 0;
  options.NoUseJumpTables = 0;
}

/// clang says the class of each virtual call (noteStaticClasses). Its test takes no table in an
/// address space of its own, as AMD's devices have it.
void sayClasses(clang::CodeGenOptions &options, const clang::TargetInfo &target) {
  options.DevirtualizeSpeculatively = target.getVtblPtrAddressSpace() == 0;
}

/// Code that is only carried may never be read: it is without names of values, which
/// are a sixth of its bytes.
void setNames(clang::CodeGenOptions &options, LLVMContext &context, PristineUse use) {
  bool isCarried = use == PristineUse::Maybe;
  options.DiscardValueNames = isCarried;
  context.setDiscardValueNames(isCarried);
}

enum class Places { OfExpressions, OfStatements };

/// To find line and column of every expression takes clang as long as to generate all of
/// the code. It does without only for CodeView, which has room for statements alone.
void setPlaces(clang::CodeGenOptions &options, Places places) {
  options.DebugColumnInfo = places == Places::OfExpressions;
  options.EmitCodeView = places == Places::OfStatements;
}

/// No backend is to write CodeView.
void dropCodeViewFlag(Module &module) {
  NamedMDNode *flags = module.getModuleFlagsMetadata();
  if (!flags || !module.getCodeViewFlag())
    return;
  SmallVector<MDNode *> kept(make_filter_range(flags->operands(), [](const MDNode *flag) {
    return cast<MDString>(flag->getOperand(1))->getString() != "CodeView";
  }));
  flags->clearOperands();
  for (MDNode *flag : kept)
    flags->addOperand(flag);
}

/// Types and lines of everything, as with -g -fstandalone-debug; in code that is only
/// carried, types of what the file itself looks into: with Eigen two thirds of the bytes.
/// Member functions that are not called say nothing of memory, and with Eigen describing them
/// took nearly half of this code generation.
void setDebugInfo(clang::CodeGenOptions &options, PristineUse use) {
  setPlaces(options, use == PristineUse::Now ? Places::OfExpressions : Places::OfStatements);
  options.setDebugInfo(use == PristineUse::Now ? codegenoptions::FullDebugInfo
                                               : codegenoptions::LimitedDebugInfo);
  options.DebugOmitUnreferencedMethods = 1;
  options.setDebuggerTuning(DebuggerKind::GDB);
  options.DwarfVersion = 5;
  options.DebugTypeExtRefs = 0;
  options.setDebugSimpleTemplateNames(codegenoptions::DebugTemplateNamesKind::Full);
  options.SplitDwarfFile.clear();
  options.SplitDwarfOutput.clear();
  options.RecordCommandLine.clear();
}

/// Counters, traces and link-time extras are no part of the program.
void dropInstrumentation(clang::CodeGenOptions &options) {
  using Profile = driver::ProfileInstrKind;
  options.setProfileInstr(Profile::ProfileNone);
  options.setProfileUse(Profile::ProfileNone);
  options.CoverageMapping = 0;
  options.MCDCCoverage = 0;
  options.PseudoProbeForProfiling = 0;
  options.InstrumentForProfiling = 0;
  options.InstrumentFunctions = 0;
  options.InstrumentFunctionsAfterInlining = 0;
  options.InstrumentFunctionEntryBare = 0;
  options.XRayInstrumentFunctions = 0;
  options.SanitizeStats = 0;
  options.PrepareForLTO = 0;
  options.PrepareForThinLTO = 0;
  options.LTOUnit = 0;
  options.WholeProgramVTables = 0;
  options.VirtualFunctionElimination = 0;
  options.PassPlugins.clear();
  options.PassBuilderCallbacks.clear();
  options.OptRecordFile.clear();
}

/// While it lives, the AST is generated without sanitizer checks. Code
/// generation asks the language options; parsing is over.
class WithoutSanitizers {
public:
  explicit WithoutSanitizers(clang::LangOptions &options)
      : options(options), kept(options.Sanitize) {
    options.Sanitize.clear();
  }
  ~WithoutSanitizers() { options.Sanitize = kept; }

private:
  clang::LangOptions &options;
  clang::SanitizerSet kept;
};

/// Without the table of symbols that a linker would read.
SmallVector<char, 0> bitcodeOf(const Module &module) {
  SmallVector<char, 0> bitcode;
  BitcodeWriter writer(bitcode);
  writer.writeModule(module);
  writer.writeStrtab();
  return bitcode;
}

} // namespace

void generatePristine(clang::CompilerInstance &compiler, StringRef file, PristineUse use,
                      function_ref<void(clang::ASTConsumer &)> replay, FrontendRecord &record) {
  auto ownContext = std::make_unique<LLVMContext>();
  LLVMContext &context = *ownContext;
  clang::CodeGenOptions options = compiler.getCodeGenOpts();
  setLevel(options);
  sayClasses(options, compiler.getTarget());
  setNames(options, context, use);
  setDebugInfo(options, use);
  dropInstrumentation(options);
  if (!compiler.getLangOpts().Sanitize.empty())
    options.AssumeSaneOperatorNew = 1; // the driver assumes less under sanitizers
  WithoutSanitizers guard(compiler.getLangOpts());

  clang::DiagnosticsEngine silent(compiler.getDiagnostics().getDiagnosticIDs(),
                                  compiler.getDiagnosticOpts(), new clang::IgnoringDiagConsumer());
  silent.setSourceManager(&compiler.getSourceManager());
  std::unique_ptr<clang::CodeGenerator> generator(clang::CreateLLVMCodeGen(
      silent, file, compiler.getVirtualFileSystemPtr(), compiler.getHeaderSearchOpts(),
      compiler.getPreprocessorOpts(), options, context));
  generator->Initialize(compiler.getASTContext());
  replay(*generator);
  generator->HandleTranslationUnit(compiler.getASTContext());
  std::unique_ptr<Module> module(generator->ReleaseModule());
  // Carried code is verified by who reads it.
  if (!module || silent.hasErrorOccurred() || (use == PristineUse::Now && verifyModule(*module)))
    return;
  dropCodeViewFlag(*module);
  noteStaticClasses(*module);
  record.bitcode = bitcodeOf(*module);
  record.withIdentity = thingsToShare(*module);
  record.closures = closureFamilies(*module);
  if (compiler.getFrontendOpts().DisableFree) { // as all else that clang made
    BuryPointer(std::move(module));
    BuryPointer(std::move(ownContext));
  }
}

} // namespace enzyme
