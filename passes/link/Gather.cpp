//===- Gather.cpp - one module of what open requests reach ----------------===//
//
// LLVM's own mover of IR does the work; it asks for each global that moved code
// mentions. Static things, and those of which every file has its own equal copy, come
// from the file that mentions them. Of the others a declaration is left, which the
// next round resolves.
//===----------------------------------------------------------------------===//
#include "link/Gather.h"
#include "limits/link.h"
#include "limits/request.h"
#include "link/PointerMembers.h"
#include "request/AddressTaken.h"
#include "request/Vocabulary.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "support/VirtualTables.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Linker/IRMover.h"
#include "llvm/Support/Error.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr StringLiteral annotations = "llvm.global.annotations";

/// Every file that needs it has one, and any is as good as another.
bool isCopiedByAll(const GlobalValue &global) {
  return global.hasLocalLinkage() || global.hasLinkOnceODRLinkage() || global.hasWeakODRLinkage() ||
         global.hasAvailableExternallyLinkage();
}

/// Registrations hold for all users of their file's code; so do functions by which a
/// program replaces ours.
bool isRegistration(const GlobalValue &global) {
  StringRef name = global.getName();
  return !global.isDeclaration() &&
         (registrationOf(name).has_value() || name == annotations ||
          name == nameOf(Runtime::LogError) || name.starts_with(nameOf(Runtime::Replacement)));
}

bool isByRustc(const CarriedCode &code) { return code.isRust; }

/// Static variables of shared libraries, and other compilers', have no name elsewhere.
bool hidesVariables(const LinkInput &input, const CarriedCode &code) {
  return input.isShared || code.isOfAnother;
}

void refuseObject(const LinkInput &input, const std::string &why, Diagnostics &diagnostics) {
  diagnostics.refuse(
      {MessageId::UnreadableObject, Position{input.name, 0, 0, ""}, {input.name, why}, {}});
}

} // namespace

std::vector<OpenHere> openRequestsOf(LinkInputs &inputs, Diagnostics &diagnostics) {
  std::vector<OpenHere> open;
  std::set<std::string> known;
  for (LinkInput *input : inputs.participants()) {
    std::vector<std::string> texts;
    std::string why;
    if (!inputs.readOpen(*input, texts, why))
      refuseObject(*input, why, diagnostics);
    for (const std::string &text : texts) {
      OpenHere here;
      here.input = input;
      if (!readRecord(text, here.record))
        refuseObject(*input, "leaves requests open that cannot be read", diagnostics);
      else if (known.insert(here.record.symbol).second)
        open.push_back(std::move(here));
    }
  }
  return open;
}

Gather::Gather(Module &program, LinkInputs &inputs, Diagnostics &diagnostics)
    : program(program), inputs(inputs), diagnostics(diagnostics) {}

std::unique_ptr<Module> Gather::load(LinkInput &input, const CarriedCode &code) {
  Expected<std::unique_ptr<Module>> module = loadCarried(code, input.name, program.getContext());
  if (module) {
    if (code.isOfAnother && !fitInto(program, **module)) {
      refuseObject(input, "carries code for another machine", diagnostics);
      return nullptr;
    }
    if (code.isRust)
      rustc.simplify(**module);
    return std::move(*module);
  }
  refuseObject(input, "carries code that cannot be read: " + toString(module.takeError()),
               diagnostics);
  return nullptr;
}

/// A shared library, and what `-r` has put together, carry the code of several files:
/// of two definitions there the linker took the one that is not weak.
bool Gather::counts(LinkInput &input, const CarriedCode &code, const GlobalValue &global) {
  if (input.code.size() < 2 || global.hasLocalLinkage())
    return true;
  auto [entry, isNew] = definitions.try_emplace(&input);
  if (isNew)
    for (const CarriedCode &code : input.code) {
      std::unique_ptr<Module> module = load(input, code);
      if (!module)
        continue;
      for (const GlobalValue &global : module->global_values()) {
        if (global.isDeclarationForLinker() || global.hasLocalLinkage())
          continue;
        auto [found, isFirst] = entry->second.try_emplace(global.getName());
        if (isFirst || (found->second.isWeak && !global.isWeakForLinker()))
          found->second = {&code, global.isWeakForLinker()};
      }
    }
  auto found = entry->second.find(global.getName());
  return found == entry->second.end() || found->second.code == &code;
}

/// Is the definition in this file's code the one that counts?
bool Gather::hasItself(LinkInput &input, const CarriedCode &code, const GlobalValue &global) {
  if (global.isDeclaration())
    return false;
  if (!counts(input, code, global))
    return false;
  const LinkInput *counts = inputs.knownDefiner(global.getName());
  if (counts)
    return counts == &input;
  // What may be discarded was, in every file, if none has it: its own code needs it no more.
  return isCopiedByAll(global) || global.hasLinkOnceLinkage() || hidesVariables(input, code);
}

/// Moves the definitions of `names` from the code of `input`, and what only it has.
void Gather::take(LinkInput &input, const Names &names) {
  std::string why;
  if (!inputs.readCode(input, why))
    refuseObject(input, why, diagnostics);
  bool isNew = !is_contained(used, &input);
  if (isNew)
    used.push_back(&input);
  for (const CarriedCode &code : input.code) {
    std::unique_ptr<Module> module = load(input, code);
    if (!module)
      return;
    std::vector<GlobalValue *> wanted;
    for (GlobalValue &global : module->global_values()) {
      bool isWanted = names.count(global.getName().str()) && !global.isDeclaration() &&
                      counts(input, code, global);
      if (isWanted || (isNew && isRegistration(global)))
        wanted.push_back(&global);
      if (isWanted && hidesVariables(input, code))
        ownerOfPrivate[global.getName().str()] = &input;
    }
    if (wanted.empty())
      continue;
    auto addMentioned = [&](GlobalValue &global, IRMover::ValueAdder add) {
      if (!hasItself(input, code, global) && !isCopiedByAll(global))
        return;
      if (hidesVariables(input, code))
        ownerOfPrivate[global.getName().str()] = &input;
      add(global);
    };
    IRMover mover(program);
    if (Error error =
            mover.move(std::move(module), wanted, addMentioned, /*IsPerformingImport=*/false))
      refuseObject(input, "carries code that does not fit: " + toString(std::move(error)),
                   diagnostics);
  }
}

/// The request's function: in the code of its own file it is at least declared.
void Gather::declareTarget(OpenHere &open) {
  const std::string &name = open.record.function;
  std::string why;
  if (!inputs.readCode(*open.input, why))
    refuseObject(*open.input, why, diagnostics);
  for (const CarriedCode &code : open.input->code) {
    std::unique_ptr<Module> module = load(*open.input, code);
    const Function *declared = module ? module->getFunction(name) : nullptr;
    if (!declared)
      continue;
    bool isOwn = hasItself(*open.input, code, *declared) || isCopiedByAll(*declared);
    take(*open.input, isOwn ? Names{name} : Names{}); // what the file registers holds anyway
    if (isOwn) {
      asked.insert(name);
    } else if (!program.getNamedValue(name)) {
      Function *own = Function::Create(declared->getFunctionType(), GlobalValue::ExternalLinkage,
                                       name, program);
      own->copyAttributesFrom(declared);
    }
    return;
  }
}

/// Code that a library does not export: other files of the same library.
LinkInput *Gather::privateDefiner(StringRef name) {
  for (LinkInput *input : used) {
    if (!input->isShared)
      continue;
    for (const CarriedCode &code : input->code) {
      std::unique_ptr<Module> module = load(*input, code);
      const GlobalValue *global = module ? module->getNamedValue(name) : nullptr;
      if (global && !global->isDeclaration() && !global->hasLocalLinkage())
        return input;
    }
  }
  return nullptr;
}

/// Of what Rust's objects define: panics, and what leads to them, end the derivative as they end
/// the program; and what its compiler's library has of C's, rules know.
bool Gather::isNoneOfRusts(LinkInput &input, StringRef name) {
  Function *function = program.getFunction(name);
  std::string why;
  if (!function || !inputs.readCode(input, why) || none_of(input.code, isByRustc))
    return false;
  bool isOfLibrary = input.code.front().isOfRustsLibrary;
  RustFunction kind = isOfLibrary ? rustFunction(name) : RustFunction::Read;
  if (kind == RustFunction::Inactive)
    function->addFnAttr(facts::inactiveIfUnknownAttribute);
  LibFunc known;
  return kind != RustFunction::Read || function->doesNotReturn() || hasFormula(*function) ||
         TargetLibraryInfoImpl(program.getTargetTriple()).getLibFunc(name, known);
}

/// By code: a personality runs when the stack is unwound, and is no part of what is differentiated.
static bool isMentioned(const GlobalValue &global) {
  return any_of(global.users(), [](const User *user) { return !isa<Function>(user); });
}

/// What is mentioned and was not sought yet, by the file that defines it, in an order that
/// is the same each time: the key of LinkCache.h depends on it.
MapVector<LinkInput *, Gather::Names> Gather::newNames() {
  MapVector<LinkInput *, Names> found;
  std::vector<std::string> names;
  for (const GlobalValue &global : program.global_values())
    if (global.isDeclaration() && isMentioned(global) && !global.getName().starts_with("llvm."))
      names.push_back(global.getName().str());
  for (const OpenHere *here : targets)
    names.push_back(here->record.function);
  for (const std::string &name : names) {
    if (familyOf(name) || !asked.insert(name).second)
      continue;
    LinkInput *input = inputs.definer(name);
    if (!input)
      input = privateDefiner(name);
    if (input && !isNoneOfRusts(*input, name))
      found[input].insert(name);
  }
  return found;
}

PointerCall::PointerCall(const CallBase &call) : type(call.getFunctionType()) {
  if (std::optional<VirtualSlot> slot = virtualSlotOf(call)) {
    className = slot->className.str();
    offset = slot->offset;
  }
}

namespace {

/// Functions that the reached code may call, though nothing in it names them.
class BehindPointers {
public:
  using Names = std::set<std::string>;

  BehindPointers(const Module &program, LinkInputs &inputs, const PointerCalls &calls)
      : inputs(inputs), calls(calls) {
    for (const PointerCall &call : calls)
      types.insert(call.type);
    noteTables(program);
    for (const Function &function : program)
      for (const PointerCall &call : meaning(function))
        note(function, call);
  }

  bool mayHoldOne(const Module &module) const {
    return any_of(module, [&](const Function &function) { return hasType(function); });
  }

  /// All bodies of `module` were read; `counts`: those of its functions that count.
  void add(const Module &module, LinkInput &input, function_ref<bool(const GlobalValue &)> counts) {
    noteTables(module);
    for (const Function &function : module) {
      std::vector<PointerCall> meant = meaning(function);
      if (meant.empty() ||
          isRustDropGlue(function.getName())) // of what a caller made, and destroys
        continue;
      // What one file makes a pointer of, another may define.
      bool isOwn = !function.isDeclaration() && counts(function);
      LinkInput *definer = isOwn ? &input : inputs.knownDefiner(function.getName());
      if (std::string why; !definer || !inputs.readCode(*definer, why) || definer->code.empty())
        continue;
      Names tables;
      addTables(function, tables);
      for (const PointerCall &call : meant)
        note(function, call);
      found.push_back(
          {std::move(meant), definer, function.getName().str(), isOwn ? tables : Names{}});
    }
  }

  struct Found {
    std::vector<PointerCall> calls; ///< that may mean it
    LinkInput *input;
    std::string name;
    Names tables; ///< that hold it
  };
  std::vector<Found> take() {
    erase_if(found, [&](const Found &one) {
      return all_of(one.calls, [&](const PointerCall &call) { return hasTooMany(call, one); });
    });
    return std::move(found);
  }

private:
  bool hasType(const Function &function) const {
    return types.contains(function.getFunctionType());
  }

  /// Which functions of one module stand in which slots of virtual tables.
  void noteTables(const Module &module) {
    slots.clear();
    inAnyTable.clear();
    for (const GlobalVariable &variable : module.globals())
      if (isVirtualTable(variable) &&
          !visitSlots(variable, [this](Function &function, VirtualSlot slot) {
            if (hasType(function))
              slots[&function].insert(slot);
          }))
        noteFunctions(variable);
  }

  /// Of a table that says nothing of its classes.
  void noteFunctions(const GlobalVariable &table) {
    SmallVector<const Constant *, 8> pending;
    if (table.hasInitializer())
      pending.push_back(table.getInitializer());
    while (!pending.empty()) {
      const Constant *constant = pending.pop_back_val();
      if (isa<Function>(constant))
        inAnyTable.insert(constant);
      else if (!isa<GlobalValue>(constant))
        for (const Use &part : constant->operands())
          pending.push_back(cast<Constant>(part));
    }
  }

  /// The calls that may mean the function.
  std::vector<PointerCall> meaning(const Function &function) const {
    std::vector<PointerCall> meant;
    if (!hasType(function) || function.isIntrinsic() || !mayBeCalledByAddress(function))
      return meant;
    auto standing = slots.find(&function);
    for (const PointerCall &call : calls)
      if (call.type == function.getFunctionType() &&
          (!call.isVirtual() || inAnyTable.contains(&function) ||
           (standing != slots.end() && standing->second.count({call.className, call.offset}) != 0)))
        meant.push_back(call);
    return meant;
  }

  /// Where there are too many to choose from, those that are only in virtual tables are left out,
  /// and where there are too many still, none is of use.
  bool hasTooMany(const PointerCall &call, const Found &one) {
    size_t most = call.isVirtual() ? limits::candidatesOfVirtualCall : limits::candidatesOfPointer;
    if (one.input->isShared)
      most = limits::candidatesInLibraries;
    const Names &outside = outsideTables[call];
    return known[call].size() > most && (!outside.count(one.name) || outside.size() > most);
  }

  /// Virtual tables and others: they say which call may mean it.
  static void addTables(const Constant &constant, Names &names) {
    for (const User *user : constant.users()) {
      auto *variable = dyn_cast<GlobalVariable>(user);
      if (variable && variable->isConstant() && variable->hasName())
        names.insert(variable->getName().str());
      else if (auto *outer = dyn_cast<Constant>(user); outer && !isa<GlobalValue>(outer))
        addTables(*outer, names);
    }
  }

  void note(const Function &function, const PointerCall &call) {
    std::string name = function.getName().str();
    if (mayBeCalledByAddress(function, Tables::AreNoUse))
      outsideTables[call].insert(name);
    known[call].insert(std::move(name));
  }

  LinkInputs &inputs;
  const PointerCalls &calls;
  SmallPtrSet<FunctionType *, 8> types;
  DenseMap<const Function *, std::set<VirtualSlot>> slots;
  DenseSet<const Constant *> inAnyTable;
  std::map<PointerCall, Names> known;
  std::map<PointerCall, Names> outsideTables; ///< of those, whose addresses are elsewhere, too
  std::vector<Found> found;
};

} // namespace

/// Is its code at hand? Of libraries, those which are reached anyway are read.
bool Gather::isRead(LinkInput &input) {
  std::string why;
  bool isOutside = input.isShared && !is_contained(used, &input);
  return !isOutside && inputs.readCode(input, why);
}

/// Callers of the functions of requests may have set the pointers they call through: what
/// these lead to is sought in all code of the program, of libraries in that of those which
/// are reached anyway.
MapVector<LinkInput *, Gather::Names> Gather::behindPointers() {
  PointerCalls calls;
  for (const Function &function : program)
    for (const Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction); call && call->isIndirectCall())
        if (PointerCall kind(*call); called.insert(kind).second)
          calls.insert(kind);
  BehindPointers behind(program, inputs, calls);
  for (LinkInput *input : inputs.participants()) {
    if (calls.empty() || !isRead(*input))
      continue;
    for (const CarriedCode &code : input->code) {
      if (code.isOfRustsLibrary) // and knows none of the program's types
        continue;
      std::unique_ptr<Module> module = load(*input, code);
      if (!module || !behind.mayHoldOne(*module) || errorToBool(module->materializeAll()))
        continue;
      behind.add(*module, *input, [&](const GlobalValue &global) {
        return global.hasLocalLinkage() || hasItself(*input, code, global);
      });
    }
  }
  MapVector<LinkInput *, Names> wanted;
  for (BehindPointers::Found &one : behind.take()) {
    pointedAt.insert(one.name);
    one.tables.insert(one.name);
    for (const std::string &name : one.tables)
      if (const GlobalValue *known = program.getNamedValue(name); !known || known->isDeclaration())
        wanted[one.input].insert(name);
  }
  return wanted;
}

/// Says in the module itself that pointers may lead to them.
void Gather::notePointedAt() {
  SmallVector<Constant *, 16> functions;
  for (const std::string &name : pointedAt)
    if (Function *function = program.getFunction(name); function && !function->isDeclaration())
      functions.push_back(function);
  auto *type = ArrayType::get(PointerType::get(program.getContext(), 0), functions.size());
  if (!functions.empty())
    new GlobalVariable(program, type, /*isConstant=*/true, GlobalValue::ExternalLinkage,
                       ConstantArray::get(type, functions), "enzyme.set.elsewhere");
}

/// Says of calls through members of structures which functions they never mean.
void Gather::noteNeverCalled() {
  if (called.empty())
    return;
  PointerMembers members;
  for (LinkInput *input : inputs.participants()) {
    if (!isRead(*input))
      continue;
    for (const CarriedCode &code : input->code) {
      if (code.isOfRustsLibrary)
        continue;
      // Where LLVM has been at work, addresses of members are sums of bytes.
      std::unique_ptr<Module> module = code.isOfAnother ? nullptr : load(*input, code);
      if (!module || errorToBool(module->materializeAll()))
        return;
      members.add(*module);
    }
  }
  members.mark(program);
}

bool Gather::bring(std::vector<OpenHere> &open) {
  for (OpenHere &here : open) {
    declareTarget(here);
    targets.push_back(&here);
  }
  auto takeAll = [&](MapVector<LinkInput *, Names> (Gather::*more)()) {
    auto found = (this->*more)();
    for (auto &[input, names] : found)
      take(*input, names);
    return !found.empty();
  };
  while (takeAll(&Gather::newNames) || takeAll(&Gather::behindPointers)) {
  }
  notePointedAt();
  noteNeverCalled();
  forgetDeclaredTypes(program);
  for (OpenHere &here : open) {
    Request &request = here.record.request;
    request.function = program.getFunction(here.record.function);
    if (!request.function) {
      refuseObject(*here.input,
                   "lacks the code of '" + readableName(StringRef(here.record.function)) + "'",
                   diagnostics);
      continue;
    }
    bool fits = request.family == Family::Batch ||
                request.parameters.size() == request.function->arg_size();
    if (!fits || layoutText(servingType(request)) != here.record.type)
      diagnostics.refuse(
          {MessageId::OtherSignature, request.where, {readableName(*request.function)}, {}});
  }
  return !diagnostics.refused();
}

bool Gather::isReachable(const GlobalValue &global) const {
  const LinkInput *input = inputs.knownDefiner(global.getName());
  return input != nullptr;
}

std::string Gather::ownerOf(const GlobalValue &global) const {
  auto found = ownerOfPrivate.find(global.getName().str());
  return found == ownerOfPrivate.end() ? "" : found->second->name;
}

} // namespace enzyme
