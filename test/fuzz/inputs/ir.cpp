//===- ir.cpp - the passes on IR that no front end writes -------------------===//
//
//   enzyme-fuzz-ir --plugin=enzyme-22.so --seed=1 --count=1000 --found=FOLDER FILE.bc…
//   enzyme-fuzz-ir … --from=17 --write=mutant.ll     one mutant, as text
//   enzyme-fuzz-ir --plugin=… --as-is FILE…          the files themselves, no mutation
//
// Each mutant is a process of its own, forked when LLVM and the plugin are loaded: it may
// crash, hang or eat memory. A line is printed for each that does what no compiler may:
// end by a signal, run for too long, make IR that LLVM's verifier rejects, call its own
// fault an error of the user's, take IR that is invalid, leave something behind an error.
//===----------------------------------------------------------------------===//
#include "Mutate.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <map>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace {

enum Verdict { Made, Refused, Unusable, BadOutput, OwnFault, LeftBehind, TookInvalid, ended };
constexpr const char *verdictNames[] = {"made", "refused", "unusable", "makes invalid IR", "internal error", "leaves something behind an error", "takes invalid IR"};
bool isFailure(int verdict) { return verdict >= BadOutput; }

struct Settings {
  std::string plugin, found, write;
  uint64_t seed = 1, from = 0, count = 0, seconds = 0;
  bool asIs = false, isLoud = false;
  std::vector<std::string> files;
};

/// Shared with the child: the parent must know whose fault a crash is.
struct Progress {
  bool isOurs;
  char mutations[400];
};
Progress *progress;

struct Said {
  unsigned errors = 0;
  bool ownFault = false;
};

struct Listener : DiagnosticHandler {
  explicit Listener(Said &said) : said(said) {}
  bool handleDiagnostics(const DiagnosticInfo &info) override {
    std::string text;
    raw_string_ostream out(text);
    DiagnosticPrinterRawOStream printer(out);
    info.print(printer);
    said.errors += info.getSeverity() == DS_Error;
    said.ownFault |= StringRef(text).contains("[ENZ0090]");
    if (info.getSeverity() == DS_Error)
      errs() << "error: " << text << "\n";
    return true;
  }
  Said &said;
};

/// What the new request does not reach only takes time.
void keepReached(Module &module) {
  PassBuilder builder;
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  ModulePassManager passes;
  passes.addPass(InternalizePass([](const GlobalValue &global) { return global.getName() == "asks"; }));
  passes.addPass(GlobalDCEPass());
  passes.run(module, modules);
}

/// Asks for derivatives of any function: files of the corpus may hold no request.
void addRequest(Module &module, fuzz::Chance &chance) {
  Function *asked = fuzz::anyBody(module, chance);
  if (!asked || asked->isVarArg())
    return;
  LLVMContext &context = module.getContext();
  Type *pointer = PointerType::get(context, 0);
  bool isForward = chance.oneIn(2);
  auto *type = FunctionType::get(chance.oneIn(2) ? Type::getDoubleTy(context) : Type::getVoidTy(context), {pointer}, true);
  FunctionCallee request = module.getOrInsertFunction(isForward ? "__enzyme_fwddiff.own" : "__enzyme_autodiff.own", type);
  auto *caller = Function::Create(FunctionType::get(Type::getVoidTy(context), {pointer, pointer}, false), GlobalValue::ExternalLinkage, "asks", module);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", caller));
  SmallVector<Value *> arguments{asked};
  for (const Argument &parameter : asked->args()) {
    Type *own = parameter.getType();
    if (own->isTokenTy() || own->isMetadataTy() || own->isX86_AMXTy())
      return caller->eraseFromParent();
    bool isDuplicated = own->isPointerTy() || (isForward && own->isFPOrFPVectorTy());
    Value *value = own == pointer ? static_cast<Value *>(caller->getArg(0)) : Constant::getNullValue(own);
    arguments.push_back(value);
    if (isDuplicated)
      arguments.push_back(own == pointer ? caller->getArg(1) : value);
  }
  builder.CreateCall(request, arguments);
  builder.CreateRetVoid();
  keepReached(module);
}

bool asksAnything(const Module &module) {
  for (const Function &function : module)
    if (function.isDeclaration() && !function.use_empty() && function.getName().contains("__enzyme_"))
      return true;
  return false;
}

std::vector<std::string> optionsOf(fuzz::Chance &chance) {
  std::vector<std::string> options{"enzyme-fuzz-ir"};
  for (const char *name : {"carry", "runtime-activity", "check", "runtime-error", "emptyfn-inactive", "trap-nan", "fast-math", "checkpoint=0", "replay=0", "fuse=0", "strict-aliasing=0",
                           "optimise=0", "tape-limit=1K", "globals-default-inactive", "strong-zero-everywhere", "verify-each"})
    if (chance.oneIn(12))
      options.push_back(std::string("-enzyme-") + name);
  return options;
}

bool isEmpty(const Module &module) {
  for (const GlobalValue &global : module.global_values())
    if (!global.isDeclaration())
      return false;
  return true;
}

int runPasses(Module &module, const PassPlugin &plugin, const Said &said) {
  bool asked = asksAnything(module), isInvalid = asked && verifyModule(module);
  PassBuilder builder;
  plugin.registerPassBuilderCallbacks(builder);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  ModulePassManager passes;
  if (Error error = builder.parsePassPipeline(passes, "enzyme")) {
    errs() << toString(std::move(error)) << "\n";
    return Unusable;
  }
  passes.run(module, modules);
  if (said.ownFault)
    return OwnFault;
  if (said.errors != 0)
    return isEmpty(module) ? Refused : LeftBehind;
  if (isInvalid)
    return TookInvalid;
  return asked && verifyModule(module, &errs()) ? BadOutput : Made;
}

std::unique_ptr<Module> mutant(const Settings &settings, uint64_t number, LLVMContext &context) {
  fuzz::Chance chance(settings.seed * 1000003 + number);
  const std::string &path = settings.asIs ? settings.files[number] : chance.of(settings.files);
  SMDiagnostic problem;
  std::unique_ptr<Module> module = parseIRFile(path, problem, context);
  if (!module && settings.asIs)
    problem.print("enzyme-fuzz-ir", errs());
  if (!module || settings.asIs)
    return module;
  if (!asksAnything(*module) || chance.oneIn(10))
    addRequest(*module, chance);
  std::string text = path.substr(path.rfind('/') + 1) + ":";
  for (const std::string &name : fuzz::mutate(*module, chance.number()))
    text += " " + name;
  strncpy(progress->mutations, text.c_str(), sizeof progress->mutations - 1);
  return module;
}

[[noreturn]] void child(const Settings &settings, const PassPlugin &plugin, uint64_t number) {
  struct rlimit memory{4ull << 30, 4ull << 30}, time{10, 11}, core{0, 0};
  setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CPU, &time);
  setrlimit(RLIMIT_CORE, &core);
  LLVMContext context;
  Said said;
  context.setDiagnosticHandler(std::make_unique<Listener>(said));
  std::unique_ptr<Module> module = mutant(settings, number, context);
  if (!module)
    _exit(Unusable);
  fuzz::Chance chance(settings.seed + number);
  std::vector<std::string> options = settings.asIs ? std::vector<std::string>{"enzyme-fuzz-ir"} : optionsOf(chance);
  if (!settings.write.empty()) {
    std::error_code error;
    raw_fd_ostream out(settings.write, error);
    out << "; options:";
    for (size_t i = 1; i < options.size(); ++i)
      out << ' ' << options[i];
    out << "\n" << *module;
    out.close();
    _exit(0);
  }
  std::vector<const char *> words;
  for (const std::string &option : options)
    words.push_back(option.c_str());
  cl::ResetAllOptionOccurrences();
  cl::ParseCommandLineOptions(int(words.size()), words.data());
  progress->isOurs = true;
  int verdict = runPasses(*module, plugin, said);
  outs().flush();
  _exit(verdict);
}

/// The line that says where it went wrong: an assertion, or our first frame.
std::string lastWords(const std::string &path) {
  auto text = MemoryBuffer::getFile(path);
  if (!text)
    return "";
  std::string frames;
  SmallVector<StringRef, 64> lines;
  (*text)->getBuffer().split(lines, '\n');
  for (StringRef line : lines) {
    if (line.contains("Assertion") || line.contains("LLVM ERROR") || line.contains("[ENZ0090]"))
      return line.str();
    size_t at = line.find("enzyme-22.so");
    if (line.ltrim().starts_with("#") && at != StringRef::npos && frames.size() < 100)
      frames += line.substr(at).split(')').first.str() + " ";
  }
  return frames.empty() && !lines.empty() ? lines.front().str() : frames;
}

class Parent {
public:
  Parent(Settings settings, PassPlugin plugin)
      : settings(std::move(settings)), plugin(std::move(plugin)), words("/tmp/enzyme-fuzz-ir." + std::to_string(getpid())) {}
  ~Parent() { sys::fs::remove(words); }

  int run() {
    auto begin = std::chrono::steady_clock::now();
    uint64_t end = settings.asIs ? settings.files.size() : settings.seconds ? UINT64_MAX : settings.from + settings.count;
    for (uint64_t number = settings.from; number != end; ++number) {
      one(number);
      if (settings.seconds && std::chrono::steady_clock::now() - begin > std::chrono::seconds(settings.seconds))
        break;
    }
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    for (auto &[name, count] : counts)
      outs() << count << " " << name << ", ";
    outs() << used.ru_utime.tv_sec + used.ru_stime.tv_sec << " s of processor time\n";
    return failures != 0;
  }

private:
  void one(uint64_t number) {
    *progress = {};
    pid_t id = fork();
    if (id == 0) {
      int out = ::open(words.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      if (!settings.isLoud && settings.write.empty()) {
        dup2(out, 1);
        dup2(out, 2);
      }
      child(settings, plugin, number);
    }
    int status = 0;
    waitpid(id, &status, 0);
    std::string name;
    if (WIFSIGNALED(status))
      name = !progress->isOurs ? "unusable" : WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL ? "takes too long" : "crashes";
    else
      name = WEXITSTATUS(status) < ended ? verdictNames[WEXITSTATUS(status)] : "ends by itself";
    if (!progress->isOurs && name != "unusable")
      name = "unusable";
    ++counts[name];
    bool isFailed = name != "unusable" && (WIFSIGNALED(status) || isFailure(WEXITSTATUS(status)));
    if (!isFailed)
      return;
    ++failures;
    outs() << "FAILED " << number << " " << name << ": " << (settings.asIs ? settings.files[number] : std::string(progress->mutations)) << "\n  " << lastWords(words) << "\n";
    outs().flush();
    if (!settings.found.empty())
      keep(number);
  }

  void keep(uint64_t number) {
    Settings again = settings;
    again.write = settings.found + "/" + std::to_string(settings.seed) + "-" + std::to_string(number) + ".ll";
    pid_t id = fork();
    if (id == 0)
      child(again, plugin, number);
    waitpid(id, nullptr, 0);
  }

  const Settings settings;
  const PassPlugin plugin;
  const std::string words;
  std::map<std::string, unsigned> counts;
  unsigned failures = 0;
};

Settings readSettings(int argc, char **argv) {
  Settings settings;
  for (int i = 1; i < argc; ++i) {
    StringRef word = argv[i];
    auto text = [&](StringRef name, std::string &value) { return word.consume_front(name) && (value = word.str(), true); };
    auto number = [&](StringRef name, uint64_t &value) { return word.consume_front(name) && !word.getAsInteger(10, value); };
    if (word == "--as-is")
      settings.asIs = true;
    else if (word == "--loud")
      settings.isLoud = true;
    else if (!text("--plugin=", settings.plugin) && !text("--found=", settings.found) && !text("--write=", settings.write) && !number("--seed=", settings.seed) &&
             !number("--from=", settings.from) && !number("--count=", settings.count) && !number("--seconds=", settings.seconds))
      settings.files.push_back(word.str());
  }
  return settings;
}

} // namespace

int main(int argc, char **argv) {
  Settings settings = readSettings(argc, argv);
  Expected<PassPlugin> plugin = PassPlugin::Load(settings.plugin);
  if (!plugin || settings.files.empty()) {
    errs() << "enzyme-fuzz-ir: " << (plugin ? "no files" : toString(plugin.takeError())) << "\n";
    return 2;
  }
  setenv("LLVM_DISABLE_SYMBOLIZATION", "1", 1);
  sys::PrintStackTraceOnErrorSignal(argv[0]);
  InitializeAllTargetInfos();
  InitializeAllTargets();
  InitializeAllTargetMCs();
  progress = static_cast<Progress *>(mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  return Parent(settings, *plugin).run();
}
