//===- LibraryBodies.cpp - library functions whose code is not at hand -----===//
//
// The bodies are IR text in this shared object, parsed when one is needed:
// sorting and searching of C, what libc++ keeps in its library (cxx/Libcxx.cpp), what
// flang's runtime does with whole arrays (fortran/Bodies.c), what libstdc++'s memory
// resources do (cxx/MemoryResources.cpp), and what maps memory (MemoryBodies.c).
//===----------------------------------------------------------------------===//
#include "library/LibraryBodies.h"
#include "parallel/Threads.h"
#include "request/Vocabulary.h"
#include "rules/Exceptions.h"
#include "rules/Spelling.h"
#include "rules/calls/ReadIn.h"
#include "support/Import.h"
#include "support/OwnText.h"
#include "types/LayoutTools.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr char commonText[] =
#include "LibraryBodies.inc"
    ;

constexpr char exceptionsText[] =
#include "Exceptions.inc"
    ;

constexpr char threadsText[] =
#include "Threads.inc"
    ;

constexpr char fortranText[] =
#include "FortranBodies.inc"
    ;

constexpr char resourcesText[] =
#include "MemoryResources.inc"
    ;

constexpr char memoryText[] =
#include "MemoryBodies.inc"
    ;

constexpr char libcxxText[] =
#include "Libcxx.inc"
    ;

/// Some of the bodies: that of a function `prefix`X is called `bodyPrefix`X.
struct Library {
  StringRef text, prefix, bodyPrefix;
  StringRef insteadPrefix{};   ///< of inline functions that it has other bodies for
  bool isOfOtherTypes = false; ///< callers declare what it works on in structures of their own
  std::unique_ptr<Module> bodies{};

  Function *bodyOf(const Function &callee);

private:
  void parse(const Module &workshop);
};

/// On the calls that a body makes of the function whose body it is.
constexpr StringLiteral ownCall = "enzyme_calls_library";

void markOwnCalls(Function &body, StringRef prefix, StringRef bodyPrefix) {
  StringRef name = body.getName();
  name.consume_front(bodyPrefix);
  for (Instruction &instruction : instructions(body))
    if (auto *call = dyn_cast<CallBase>(&instruction))
      if (Function *callee = call->getCalledFunction();
          callee && callee->getName() == (prefix + name).str())
        call->addFnAttr(Attribute::get(body.getContext(), ownCall));
}

/// What is said of the members of classes says so of ours, which are others by name. That one is
/// a size holds of any.
void dropMemberTags(Function &function) {
  for (Instruction &at : instructions(function)) {
    MDNode *tag = at.getMetadata(LLVMContext::MD_tbaa);
    auto *type = tag ? dyn_cast<MDNode>(tag->getOperand(1)) : nullptr;
    auto *name = type ? dyn_cast<MDString>(type->getOperand(0)) : nullptr;
    if (!name || name->getString() == "vtable pointer")
      continue;
    bool isSize = name->getString() == "long";
    at.setMetadata(LLVMContext::MD_tbaa,
                   isSize ? MDBuilder(at.getContext()).createTBAAStructTagNode(type, type, 0)
                          : nullptr);
  }
}

/// Of the member of a structure its type is left, which holds in the callers' structures, too.
void dropStructures(Function &function) {
  for (Instruction &at : instructions(function)) {
    MDNode *tag = at.getMetadata(LLVMContext::MD_tbaa);
    auto *type = tag ? dyn_cast<MDNode>(tag->getOperand(1)) : nullptr;
    if (type)
      at.setMetadata(LLVMContext::MD_tbaa,
                     MDBuilder(at.getContext()).createTBAAStructTagNode(type, type, 0));
    at.setMetadata(LLVMContext::MD_tbaa_struct, nullptr);
  }
}

/// fortran/Elements.h: what moves elements, by what their descriptor says they are.
constexpr StringLiteral movesAnyName = "moveNumbers";

void markMoves(Function &mover) {
  for (Instruction &at : instructions(mover)) {
    const Value *stored = isa<StoreInst>(at) ? at.getOperand(0) : &at;
    if (isa<LoadInst, StoreInst>(at) && stored->getType()->isFloatingPointTy())
      at.setMetadata(movesAnyMetadata, MDNode::get(at.getContext(), {}));
  }
}

/// A store by a call: of one word, at a place that it does not remember.
void describeStore(Function &store) {
  store.setMemoryEffects(MemoryEffects::argMemOnly(ModRefInfo::Mod));
  for (auto kind :
       {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoSync, Attribute::NoFree})
    store.addFnAttr(kind);
  store.addParamAttr(0, Attribute::getWithCaptureInfo(store.getContext(), CaptureInfo::none()));
}

void Library::parse(const Module &workshop) {
  bodies = parseOwnText(text, workshop);
  makeConstants(*bodies);
  for (Function &body : *bodies)
    if (!body.isDeclaration()) {
      body.setAttributes({}); // of the processor that built us
      body.addFnAttr(Attribute::AlwaysInline);
      markOwnCalls(body, prefix, bodyPrefix);
      if (body.getName() == movesAnyName)
        markMoves(body);
      if (!insteadPrefix.empty())
        dropMemberTags(body);
      if (isOfOtherTypes)
        dropStructures(body);
    } else if (!insteadPrefix.empty() && body.getName().starts_with(runtimePrefix)) {
      describeStore(body);
    }
}

/// Null if there is none.
Function *Library::bodyOf(const Function &callee) {
  StringRef name = callee.getName();
  if (!name.consume_front(prefix))
    return nullptr;
  std::string bodyName = callee.isDeclaration() ? (bodyPrefix + name).str()
                                                : insteadPrefix.str() + withoutVersionTag(name);
  bool isOther = !callee.isDeclaration() && insteadPrefix.empty();
  if (isOther || (!bodies && !text.contains(bodyName + "(")))
    return nullptr;
  if (!bodies)
    parse(*callee.getParent());
  Function *body = bodies->getFunction(bodyName);
  bool fits = body && !body->isDeclaration() && body->getFunctionType() == callee.getFunctionType();
  return fits ? body : nullptr;
}

/// Inline functions that one of the libraries has another body for; their names are reserved.
bool mayBeReplaced(const Function &callee) {
  StringRef name = callee.getName();
  return name.contains("St3pmr15memory_resource") || name.contains("St3__13pmr15memory_resource") ||
         name.contains("St3__121__thread_specific_ptr");
}

/// Calls of undefined functions, and of those, by callee.
MapVector<Function *, SmallVector<CallBase *, 2>>
libraryCalls(const SetVector<Function *> &functions) {
  MapVector<Function *, SmallVector<CallBase *, 2>> calls;
  for (Function *function : functions)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (Function *callee = call->getCalledFunction();
            callee && !callee->isIntrinsic() && !call->hasFnAttr(ownCall) &&
            (callee->isDeclaration() || mayBeReplaced(*callee)))
          calls[callee].push_back(call);
  return calls;
}

/// Memory of one Fortran variable becomes that of another. Flang's tags say that two
/// variables have no memory in common, which holds as long as this call's body is not visible.
bool handsMemoryOver(const Function &callee) { return callee.getName() == "_FortranAMoveAlloc"; }

void dropAliasTags(Function &function) {
  for (Instruction &instruction : instructions(function))
    instruction.setMetadata(LLVMContext::MD_tbaa, nullptr);
}

/// The libraries' texts, for one walk over the workshop.
class Bodies {
public:
  Bodies(Module &workshop, const SetVector<Function *> &functions)
      : workshop(workshop), wait(waitInThreads(functions)) {
    areExceptionsCaught =
        any_of(functions, [](Function *function) { return catchesExceptions(*function); });
  }

  /// Null if there is none.
  Function *bodyOf(Function &callee) {
    for (Library &library : libraries)
      if (Function *body = library.bodyOf(callee))
        return importDerivative(*body, workshop);
    Function *body = areExceptionsCaught ? exceptions.bodyOf(callee) : nullptr;
    return body ? importDerivative(*body, workshop) : nullptr;
  }

  /// A thread that may not run in place is left as it is.
  bool keeps(CallBase &call) const {
    bool isKept = !wait.empty() && startsThread(call);
    if (isKept)
      keepThread(call, wait);
    return isKept;
  }

private:
  Library libraries[7] = {{fortranText, "_FortranA", "enzyme_body_"},
                          {.text = fortranText,
                           .prefix = "CFI_",
                           .bodyPrefix = "enzyme_body_CFI_",
                           .isOfOtherTypes = true},
                          {memoryText, "", "enzyme_body_"},
                          {commonText, "", "enzyme.body."},
                          {threadsText, "", "enzyme.body."},
                          {resourcesText, "_Z", "enzyme.body._Z", "enzyme.instead._Z"},
                          {libcxxText, "_Z", "enzyme.body._Z", "enzyme.instead._Z"}};
  Library exceptions{exceptionsText, "", "enzyme.body."};
  Module &workshop;
  StringRef wait;
  bool areExceptionsCaught = false;
};

/// std::call_once hands this function of the library's over to another.
void handOverOnceProxy(Module &workshop, const SetVector<Function *> &functions, Bodies &bodies) {
  Function *proxy = workshop.getFunction("__once_proxy");
  if (!proxy || !proxy->isDeclaration())
    return;
  SmallVector<Use *, 4> uses;
  for (Use &use : proxy->uses())
    if (auto *at = dyn_cast<Instruction>(use.getUser());
        at && functions.contains(at->getFunction()))
      uses.push_back(&use);
  Function *body = uses.empty() ? nullptr : bodies.bodyOf(*proxy);
  for (Use *use : uses)
    if (body)
      use->set(body);
}

} // namespace

void makeConstants(Module &bodies) {
  for (Function &function : make_early_inc_range(bodies)) {
    if (!function.getName().starts_with("enzyme_constant_"))
      continue;
    for (User *user : make_early_inc_range(function.users())) {
      auto *call = cast<CallBase>(user);
      IRBuilder<> builder(call);
      call->replaceAllUsesWith(withoutDerivative(builder, call->getArgOperand(0)));
      call->eraseFromParent();
    }
    function.eraseFromParent();
  }
}

void useLibraryBodies(Module &workshop, const SetVector<Function *> &functions) {
  Bodies bodies(workshop, functions);
  handOverOnceProxy(workshop, functions, bodies);
  returnFromThreads(functions);
  guardLocks(functions);
  for (auto &[callee, calls] : libraryCalls(functions)) {
    erase_if(calls, [&](CallBase *call) { return bodies.keeps(*call); });
    Function *body = calls.empty() ? nullptr : bodies.bodyOf(*callee);
    if (!body)
      continue;
    for (CallBase *call : calls) {
      call->setCalledFunction(body);
      if (handsMemoryOver(*callee))
        dropAliasTags(*call->getFunction());
    }
  }
}

} // namespace enzyme
