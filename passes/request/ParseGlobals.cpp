//===- ParseGlobals.cpp - what the program registered ---------------------===//
//
// Three sources, one set of tables:
//   globals      void *__enzyme_register_gradient_f[] = {f, f_aug, f_rev};
//   annotations  __attribute__((annotate("enzyme_inactive")))
//   attributes   "enzyme_inactive", !enzyme_gradient and so on, for other front ends
//===----------------------------------------------------------------------===//
#include "request/ParseGlobals.h"
#include "request/RuleShapes.h"
#include "request/Vocabulary.h"
#include "support/ReachedFunctions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {

/// Fills the tables of one UserRules.
class GlobalsReader {
public:
  GlobalsReader(Module &module, Diagnostics &diagnostics, UserRules &rules)
      : module(module), diagnostics(diagnostics), rules(rules) {}

  void read() {
    for (GlobalVariable &global : module.globals()) {
      if (std::optional<Registration> registration = registrationOf(global.getName()))
        readRegistration(global, *registration);
      else if (StringRef word = writtenWord(global.getName()); !word.empty())
        refuse(global, MessageId::UnknownRegistration, {closestRegistration(word).str()});
      else if (global.hasMetadata(wordOf(Property::Inactive)) ||
               global.hasAttribute(wordOf(Property::Inactive)))
        rules.inactive.insert(&global);
    }
    readAnnotations();
    for (Function &function : module)
      readAttributes(function);
  }

private:
  // -- shapes of initialisers ------------------------------------------------------
  /// The entries of an initialiser: members of the aggregate, of nested ones the
  /// first (a pointer to a member function is {function, adjustment}).
  static std::vector<Constant *> entriesOf(Constant *initialiser) {
    while (isa<ConstantAggregate>(initialiser) && initialiser->getNumOperands() == 1 &&
           isa<ConstantAggregate>(initialiser->getOperand(0)))
      initialiser = cast<Constant>(initialiser->getOperand(0));
    if (!isa<ConstantAggregate>(initialiser))
      return {initialiser};
    std::vector<Constant *> entries;
    for (Use &operand : initialiser->operands()) {
      auto *entry = cast<Constant>(operand);
      while (isa<ConstantAggregate>(entry))
        entry = cast<Constant>(entry->getOperand(0));
      entries.push_back(entry);
    }
    return entries;
  }

  static Constant *stripped(Constant *constant) {
    constant = cast<Constant>(constant->stripPointerCastsAndAliases());
    auto *expression = dyn_cast<ConstantExpr>(constant);
    return expression && expression->isCast() ? stripped(expression->getOperand(0)) : constant;
  }

  static std::optional<int64_t> integerIn(Constant *constant) {
    constant = stripped(constant);
    if (isa<ConstantPointerNull>(constant))
      return 0;
    auto *integer = dyn_cast<ConstantInt>(constant);
    return integer ? std::optional(integer->getSExtValue()) : std::nullopt;
  }

  static std::optional<StringRef> stringIn(Constant *constant) {
    auto *global = dyn_cast<GlobalVariable>(stripped(constant));
    auto *data = global && global->hasInitializer()
                     ? dyn_cast<ConstantDataSequential>(global->getInitializer())
                     : nullptr;
    if (data && data->isCString())
      return data->getAsCString();
    bool isEmpty = global && global->hasInitializer() && global->getInitializer()->isNullValue();
    return isEmpty ? std::optional(StringRef()) : std::nullopt;
  }

  void refuse(const GlobalVariable &global, MessageId id, ArrayRef<std::string> more = {}) {
    Refusal refusal{id, positionOf(global), {readableName(global.getName())}, {}};
    refusal.arguments.append(more.begin(), more.end());
    diagnostics.refuse(std::move(refusal));
  }

  /// The function of an entry; refuses anything else.
  Function *functionIn(const GlobalVariable &global, ArrayRef<Constant *> entries, unsigned index) {
    auto *function = dyn_cast<Function>(stripped(entries[index]));
    if (!function)
      refuse(global, MessageId::RegistrationNotFunction, {std::to_string(index + 1)});
    else
      keep(*function);
    return function;
  }

  SmallVector<Function *, 4> functionsIn(const GlobalVariable &global,
                                         ArrayRef<Constant *> entries) {
    SmallVector<Function *, 4> functions;
    for (unsigned i = 0; i != entries.size(); ++i)
      functions.push_back(functionIn(global, entries, i));
    return functions;
  }

  void keep(Function &function) {
    if (!is_contained(rules.kept, &function))
      rules.kept.push_back(&function);
  }

  // -- registrations ----------------------------------------------------------------
  struct Shape {
    unsigned least, most;
    const char *text;
  };

  static Shape shapeOf(Registration registration) {
    switch (registration) {
    case Registration::Gradient:
      return {3, 4, "{function, augmented function, reverse function}"};
    case Registration::SplitDerivative:
      return {3, 3, "{function, augmented function, forward function}"};
    case Registration::Derivative:
      return {2, 3, "{function, forward function}"};
    case Registration::FunctionLike:
      return {2, 2, "{function, \"name\"}"};
    case Registration::AllocationLike:
      return {4, 4, "{allocator, index of its size, \"free argument list\", free function}"};
    case Registration::InactiveGlobal:
      return {1, 2, "the address of a variable"};
    case Registration::InactiveFunction:
    case Registration::NoFreeFunction:
    case Registration::SparseAccumulate:
    case Registration::ShouldRecompute:
      return {1, 2, "a function"}; // a second entry: the adjustment of a member pointer
    }
    llvm_unreachable("all registrations are listed");
  }

  void readRegistration(GlobalVariable &global, Registration registration) {
    Shape shape = shapeOf(registration);
    if (!global.hasInitializer()) {
      if (!global.use_empty())
        refuse(global, MessageId::RegistrationShape, {shape.text});
      return;
    }
    if (global.getInitializer()->isNullValue())
      return refuse(global, MessageId::RegistrationDynamic);
    std::vector<Constant *> entries = entriesOf(global.getInitializer());
    if (entries.size() < shape.least || entries.size() > shape.most)
      return refuse(global, MessageId::RegistrationShape, {shape.text});
    readEntries(global, registration, entries);
  }

  void readEntries(GlobalVariable &global, Registration registration,
                   ArrayRef<Constant *> entries) {
    if (registration == Registration::InactiveGlobal)
      return readInactiveGlobal(global, entries);
    Function *function = functionIn(global, entries, 0);
    if (!function)
      return;
    switch (registration) {
    case Registration::Gradient:
      return addGradient(global, functionsIn(global, entries));
    case Registration::Derivative:
      return addDerivative(global, functionsIn(global, entries));
    case Registration::InactiveFunction:
      rules.inactive.insert(function);
      return;
    case Registration::NoFreeFunction:
      rules.noFree.insert(function);
      return;
    case Registration::ShouldRecompute:
      rules.recompute.insert(function);
      return;
    case Registration::FunctionLike:
      return readFunctionLike(global, *function, entries);
    case Registration::AllocationLike:
      return readAllocator(global, *function, entries);
    case Registration::SplitDerivative:
      return addSplit(global, functionsIn(global, entries));
    case Registration::SparseAccumulate: // has no effect on dense derivatives
    case Registration::InactiveGlobal:   // read before
      return;
    }
  }

  void readInactiveGlobal(GlobalVariable &global, ArrayRef<Constant *> entries) {
    auto *variable = dyn_cast<GlobalVariable>(stripped(entries[0]));
    if (variable)
      rules.inactive.insert(variable);
    else
      refuse(global, MessageId::RegistrationNotGlobal, {"1"});
  }

  void readFunctionLike(GlobalVariable &global, Function &function, ArrayRef<Constant *> entries) {
    std::optional<StringRef> name = stringIn(entries[1]);
    if (!name || name->empty())
      return refuse(global, MessageId::RegistrationShape,
                    {shapeOf(Registration::FunctionLike).text});
    rules.likeFunctions[&function] = name->str();
  }

  void readAllocator(GlobalVariable &global, Function &function, ArrayRef<Constant *> entries) {
    CustomAllocator allocator;
    allocator.allocator = &function;
    std::optional<int64_t> size = integerIn(entries[1]);
    std::optional<StringRef> list = stringIn(entries[2]);
    allocator.deallocator = functionIn(global, entries, 3);
    if (!allocator.deallocator)
      return;
    bool sizeFits = size && *size >= 0 && *size < int64_t(function.arg_size());
    if (!sizeFits || !list)
      return refuse(global, MessageId::RegistrationShape,
                    {shapeOf(Registration::AllocationLike).text});
    allocator.sizeArgument = *size;
    SmallVector<StringRef, 4> parts;
    list->split(parts, ',');
    for (StringRef part : parts) {
      int index = 0;
      bool isInteger = !part.trim().getAsInteger(10, index);
      if (!isInteger || index < -1 || index >= int(function.arg_size()))
        return refuse(global, MessageId::FreeListShape, {list->str()});
      allocator.freeArguments.push_back(index);
    }
    if (allocator.freeArguments.size() != allocator.deallocator->arg_size() ||
        count(allocator.freeArguments, -1) != 1)
      return refuse(global, MessageId::FreeListShape, {list->str()});
    rules.deallocators[allocator.deallocator] = &function;
    rules.allocators[&function] = std::move(allocator);
  }

  // -- rules -------------------------------------------------------------------------
  /// Where and under which name a rule was given, for messages.
  struct Source {
    std::string name;
    Position where;
    Source(const GlobalVariable &global)
        : name(readableName(global.getName())), where(positionOf(global)) {}
    Source(const Function &function)
        : name(readableName(function)), where(Position::of(function)) {}
  };

  bool accept(const Source &source, const ShapeError &error, bool isNew, StringRef kind,
              const Function &primal) {
    if (error.isError())
      diagnostics.refuse({MessageId::RegistrationSignature,
                          source.where,
                          {source.name, error.which, error.what},
                          {}});
    else if (!isNew)
      diagnostics.refuse({MessageId::RegistrationTwice,
                          source.where,
                          {source.name, kind.str(), readableName(primal)},
                          {}});
    return !error.isError() && isNew;
  }

  template <class Rule>
  void addRule(DenseMap<const Function *, Rule> &table, Rule rule, ArrayRef<Function *> functions) {
    noteShared(*functions[0], functions.drop_front());
    table[functions[0]] = std::move(rule);
  }

  /// The calls that ask for derivatives in what is reached.
  static SmallVector<const CallBase *, 4> requestsIn(ArrayRef<Function *> roots) {
    SmallVector<const CallBase *, 4> requests;
    for (const Function *reached : reachedFunctions(roots))
      for (const Instruction &at : instructions(*reached)) {
        auto *call = dyn_cast<CallBase>(&at);
        const Function *callee = call ? call->getCalledFunction() : nullptr;
        auto family =
            callee && callee->isDeclaration() ? familyOf(callee->getName()) : std::nullopt;
        if (family && isRequest(*family))
          requests.push_back(call);
      }
    return requests;
  }

  /// Does it work on the globals of the code around it? A whole gradient begins with clear shadows
  /// of globals, and leaves them as they were. Functions that a rule is handed use variables
  /// that it knows nothing of, and cannot keep: they count as constant.
  static bool isShared(const CallBase &request) {
    if (familyOf(request.getCalledFunction()->getName()) == Family::Autodiff)
      return false;
    Function *target = targetOf(request);
    return !target || none_of(reachedFunctions({target}), [](const Function *reached) {
      return any_of(instructions(*reached), [](const Instruction &at) {
        auto *call = dyn_cast<CallBase>(&at);
        return call && call->isIndirectCall();
      });
    });
  }

  static Function *targetOf(const CallBase &request) {
    auto *first = request.arg_empty() ? nullptr : dyn_cast<Constant>(request.getArgOperand(0));
    return first ? dyn_cast<Function>(stripped(first)) : nullptr;
  }

  static bool isNested(const CallBase &request) {
    Function *target = targetOf(request);
    return !target || !requestsIn({target}).empty();
  }

  /// Which of the requests in a rule's functions work on the globals of the code around them.
  void noteShared(const Function &primal, ArrayRef<Function *> functions) {
    for (const CallBase *request : requestsIn(functions))
      if (isShared(*request))
        rules.sharing[&primal] |= isNested(*request);
  }

  void addGradient(const Source &source, ArrayRef<Function *> functions) {
    if (is_contained(functions, nullptr))
      return;
    CustomGradient rule;
    rule.primal = functions[0];
    rule.augmented.function.function = functions[1];
    rule.reverse.function = functions[2];
    ShapeError error = shapeGradient(rule);
    if (functions.size() > 3 && !error.isError())
      error = shapeOnShadows(rule.augmented.function, *functions[3]);
    bool isNew = !rules.gradients.contains(rule.primal);
    if (accept(source, error, isNew, "gradient", *rule.primal))
      addRule(rules.gradients, std::move(rule), functions);
  }

  void addDerivative(const Source &source, ArrayRef<Function *> functions) {
    if (is_contained(functions, nullptr))
      return;
    CustomDerivative rule;
    rule.primal = functions[0];
    rule.forward.function = functions[1];
    ShapeError error = shapeDerivative(rule);
    if (functions.size() > 2 && !error.isError())
      error = shapeOnShadows(rule.forward, *functions[2]);
    bool isNew = !rules.derivatives.contains(rule.primal);
    if (accept(source, error, isNew, "derivative", *rule.primal))
      addRule(rules.derivatives, std::move(rule), functions);
  }

  void addSplit(const Source &source, ArrayRef<Function *> functions) {
    if (is_contained(functions, nullptr))
      return;
    CustomSplit rule;
    rule.primal = functions[0];
    rule.augmented.function.function = functions[1];
    rule.forward.forward.function = functions[2];
    ShapeError error = shapeSplit(rule);
    bool isNew = !rules.splits.contains(rule.primal);
    if (accept(source, error, isNew, "split derivative", *rule.primal))
      addRule(rules.splits, std::move(rule), functions);
  }

  // -- annotations and attributes ---------------------------------------------------------
  void readAnnotations() {
    GlobalVariable *list = module.getNamedGlobal("llvm.global.annotations");
    if (!list || !list->hasInitializer())
      return;
    for (Use &operand : list->getInitializer()->operands()) {
      auto *entry = dyn_cast<ConstantStruct>(operand);
      if (!entry || entry->getNumOperands() < 2)
        continue;
      auto *object = dyn_cast<GlobalObject>(stripped(entry->getOperand(0)));
      std::optional<StringRef> text = stringIn(entry->getOperand(1));
      auto *function = dyn_cast_or_null<Function>(object);
      if (function && text && readRule(*function, *text, *entry))
        continue;
      if (object && text)
        readProperty(*object, *text);
    }
  }

  /// annotate("enzyme_register_gradient", augmented, reverse) on the function. True
  /// if the annotation is of that kind.
  bool readRule(Function &function, StringRef word, const ConstantStruct &annotation) {
    std::optional<Registration> registration;
    for (auto [property, kind] :
         {std::pair(Property::RegisterGradient, Registration::Gradient),
          std::pair(Property::RegisterDerivative, Registration::Derivative),
          std::pair(Property::RegisterSplit, Registration::SplitDerivative)})
      if (word == wordOf(property))
        registration = kind;
    if (!registration)
      return false;
    SmallVector<Function *, 4> functions{&function};
    auto *last = annotation.getNumOperands() > 4
                     ? dyn_cast<GlobalVariable>(stripped(annotation.getOperand(4)))
                     : nullptr;
    if (last && last->hasInitializer())
      for (Constant *entry : entriesOf(last->getInitializer()))
        if (auto *part = dyn_cast<Function>(stripped(entry)))
          functions.push_back(part);
    Shape shape = shapeOf(*registration);
    if (functions.size() < shape.least || functions.size() > shape.most) {
      diagnostics.refuse(
          {MessageId::RegistrationShape,
           Position::of(function),
           {readableName(function) + "', annotated " + word.str() + ", '", shape.text},
           {}});
      return true;
    }
    for (Function *part : functions)
      keep(*part);
    if (*registration == Registration::Gradient)
      addGradient(function, functions);
    else if (*registration == Registration::Derivative)
      addDerivative(function, functions);
    else
      addSplit(function, functions);
    return true;
  }

  void readProperty(GlobalObject &object, StringRef text) {
    auto [word, value] = text.split('=');
    if (word == wordOf(Property::Inactive))
      rules.inactive.insert(&object);
    auto *function = dyn_cast<Function>(&object);
    if (!function || !looksLikeMarker(word))
      return;
    keep(*function);
    if (word == wordOf(Property::NoFree))
      rules.noFree.insert(function);
    else if (word == wordOf(Property::ShouldRecompute))
      rules.recompute.insert(function);
    else if ((word == wordOf(Property::FunctionLike) || word == wordOf(Property::Math)) &&
             !value.empty())
      rules.likeFunctions[function] = value.str();
  }

  void readAttributes(Function &function) {
    for (Attribute attribute : function.getAttributes().getFnAttrs()) {
      if (!attribute.isStringAttribute())
        continue;
      std::string text = attribute.getKindAsString().str();
      if (!attribute.getValueAsString().empty())
        text += "=" + attribute.getValueAsString().str();
      readProperty(function, text);
    }
    Function *augmented = functionInMetadata(function, Property::MetadataAugment);
    Function *reverse = functionInMetadata(function, Property::MetadataGradient);
    if (augmented && reverse)
      addGradient(function, {&function, augmented, reverse});
    if (Function *forward = functionInMetadata(function, Property::MetadataDerivative))
      addDerivative(function, {&function, forward});
  }

  Function *functionInMetadata(Function &function, Property property) {
    MDNode *node = function.getMetadata(wordOf(property));
    if (!node || node->getNumOperands() == 0)
      return nullptr;
    auto *found = mdconst::dyn_extract_or_null<Function>(node->getOperand(0));
    if (found) {
      keep(*found);
      keep(function);
    }
    return found;
  }

  Module &module;
  Diagnostics &diagnostics;
  UserRules &rules;
};

UserRules::UserRules(Module &module, Diagnostics &diagnostics) {
  GlobalsReader(module, diagnostics, *this).read();
}

namespace {
template <class Map> auto *lookUp(const Map &map, const Function &function) {
  auto found = map.find(&function);
  return found == map.end() ? nullptr : &found->second;
}
} // namespace

void UserRules::add(CustomGradient gradient, CustomDerivative derivative) {
  const Function *primal = gradient.primal;
  gradients[primal] = std::move(gradient);
  derivatives[primal] = std::move(derivative);
}

const CustomGradient *UserRules::gradientOf(const Function &function) const {
  return lookUp(gradients, function);
}

const CustomDerivative *UserRules::derivativeOf(const Function &function) const {
  return lookUp(derivatives, function);
}

const CustomSplit *UserRules::splitOf(const Function &function) const {
  return lookUp(splits, function);
}

const CustomAllocator *UserRules::allocatorOf(const Function &function) const {
  return lookUp(allocators, function);
}

const CustomAllocator *UserRules::deallocatorOf(const Function &function) const {
  auto *allocator = lookUp(deallocators, function);
  return allocator ? allocatorOf(**allocator) : nullptr;
}

StringRef UserRules::functionLike(const Function &function) const {
  auto *name = lookUp(likeFunctions, function);
  return name ? StringRef(*name) : StringRef();
}

bool UserRules::isInactive(const Function &function) const { return inactive.contains(&function); }

bool UserRules::isInactive(const GlobalVariable &global) const {
  return inactive.contains(&global);
}

bool UserRules::isInactive(const CallBase &call) const {
  if (call.hasFnAttr(wordOf(Property::Inactive)) || call.hasMetadata(wordOf(Property::Inactive)))
    return true;
  const Function *callee = call.getCalledFunction();
  return callee && isInactive(*callee);
}

bool UserRules::isNoFree(const Function &function) const { return noFree.contains(&function); }

bool UserRules::sharesGlobals(const Function &function) const {
  return sharing.contains(&function);
}

bool UserRules::sharesNested(const Function &function) const { return sharing.lookup(&function); }

bool UserRules::shouldRecompute(const Function &function) const {
  return recompute.contains(&function);
}

} // namespace enzyme
