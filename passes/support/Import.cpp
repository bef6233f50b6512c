//===- Import.cpp - from the workshop into the user's module --------------===//
//
// A lazy linker: LLVM's value mapper asks for each global it meets, the worker
// answers with the target's own or with a new one whose body or initialiser is
// copied later, from a worklist.
// Structures with names are other types in each module: the second of a name gets a number. The
// target's are meant, or functions would have other types than their calls.
//===----------------------------------------------------------------------===//
#include "support/Import.h"
#include "support/Lines.h"
#include "support/Origins.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr const char *linkageAttribute = "enzyme-linkage";

/// Is the name of `global` the same thing in both modules?
bool hasMeaningfulName(const GlobalValue &global) {
  if (!global.hasName() || global.hasPrivateLinkage())
    return false;
  return !(isMadeHere(global) && global.hasLocalLinkage());
}

} // namespace

GlobalValue::LinkageTypes rememberedLinkage(const GlobalVariable &variable) {
  if (!variable.hasAttribute(linkageAttribute))
    return variable.getLinkage();
  unsigned number = 0;
  bool isBad = variable.getAttribute(linkageAttribute).getValueAsString().getAsInteger(10, number);
  assert(!isBad && "only rememberLinkage writes this attribute");
  (void)isBad;
  return static_cast<GlobalValue::LinkageTypes>(number);
}

namespace {

/// Can a second definition of the variable live in the target? Strong ones live
/// where they always lived; available_externally ones too.
bool mayDefine(GlobalValue::LinkageTypes linkage) {
  return GlobalValue::isLocalLinkage(linkage) || GlobalValue::isLinkOnceLinkage(linkage) ||
         GlobalValue::isWeakLinkage(linkage);
}

/// Our notes (enzyme.layout and so on) mean nothing after the import.
void dropOurMetadata(Function &function) {
  SmallVector<StringRef> kinds;
  function.getContext().getMDKindNames(kinds);
  function.eraseMetadataIf(
      [&](unsigned kind, MDNode *) { return kinds[kind].starts_with("enzyme"); });
  for (Instruction &instruction : instructions(function)) {
    SmallVector<std::pair<unsigned, MDNode *>, 4> attached;
    instruction.getAllMetadataOtherThanDebugLoc(attached);
    for (auto &[kind, node] : attached)
      if (kinds[kind].starts_with("enzyme"))
        instruction.setMetadata(kind, nullptr);
  }
}

/// The user's settings for code generation, as some function of theirs has them.
void copyBuildAttributes(const Function &model, Function &function) {
  for (const char *name :
       {"target-cpu", "target-features", "tune-cpu", "frame-pointer", "probe-stack"})
    if (model.hasFnAttribute(name) && !function.hasFnAttribute(name))
      function.addFnAttr(model.getFnAttribute(name));
  for (Attribute::AttrKind kind :
       {Attribute::SanitizeAddress, Attribute::SanitizeHWAddress, Attribute::SanitizeMemory,
        Attribute::SanitizeThread, Attribute::SanitizeMemTag})
    if (model.hasFnAttribute(kind))
      function.addFnAttr(kind);
}

} // namespace

static constexpr StringLiteral staticMetadata = "enzyme.was.static";

void rememberStatic(Function &function) {
  if (function.hasLocalLinkage())
    function.setMetadata(staticMetadata, MDNode::get(function.getContext(), {}));
}

bool wasStatic(const Function &function) { return function.hasMetadata(staticMetadata); }

void rememberLinkage(GlobalVariable &variable) {
  variable.addAttribute(linkageAttribute, std::to_string(unsigned(variable.getLinkage())));
}

namespace {

/// Types of one module as another has them.
class NamedTypes final : public ValueMapTypeRemapper {
public:
  Type *remapType(Type *type) override {
    Type *&known = types[type];
    if (!known) {
      Type *made = counterpart(*type);
      return types[type] = made;
    }
    return known;
  }

private:
  Type *counterpart(Type &type) {
    SmallVector<Type *, 8> parts;
    for (Type *part : type.subtypes())
      parts.push_back(remapType(part));
    if (auto *structure = dyn_cast<StructType>(&type))
      return structure->isLiteral()
                 ? StructType::get(type.getContext(), parts, structure->isPacked())
                 : ofName(*structure, parts);
    if (auto *array = dyn_cast<ArrayType>(&type))
      return ArrayType::get(parts[0], array->getNumElements());
    if (auto *function = dyn_cast<FunctionType>(&type))
      return FunctionType::get(parts[0], ArrayRef(parts).drop_front(), function->isVarArg());
    return &type;
  }

  /// The first structure of that name and these members.
  static Type *ofName(StructType &type, ArrayRef<Type *> members) {
    if (type.isOpaque() || !type.hasName())
      return &type;
    StringRef name = type.getName();
    for (size_t dot = name.rfind('.'); dot != StringRef::npos; dot = name.rfind('.')) {
      StringRef number = name.substr(dot + 1);
      if (number.empty() || !all_of(number, isDigit))
        break;
      name = name.take_front(dot);
      StructType *first = StructType::getTypeByName(type.getContext(), name);
      if (first && !first->isOpaque() && first->isPacked() == type.isPacked() &&
          first->elements() == members)
        return first;
    }
    return &type;
  }

  DenseMap<Type *, Type *> types;
};

} // namespace

class Importer::Worker final : public ValueMaterializer {
public:
  Worker(Module &source, Module &target, const Function *given, bool hasOwnTypes)
      : source(source), target(target), model(given), mapper(hasOwnTypes ? nullptr : &types) {
    for (Function &function : target)
      if (!model && !function.isDeclaration())
        model = &function;
  }

  Value *materialize(Value *value) override {
    auto *global = dyn_cast<GlobalValue>(value);
    if (!global || global->getParent() != &source)
      return nullptr;
    return counterpart(*global);
  }

  Function *copy(Function &function) {
    auto *copied = cast<Function>(MapValue(&function, map, RF_None, mapper, this));
    finish();
    return copied;
  }

private:
  GlobalValue *counterpart(GlobalValue &global) {
    if (hasMeaningfulName(global))
      if (GlobalValue *own = target.getNamedValue(global.getName()))
        return own;
    if (auto *function = dyn_cast<Function>(&global))
      return newFunction(*function);
    if (auto *variable = dyn_cast<GlobalVariable>(&global))
      return newVariable(*variable);
    return counterpart(*cast<GlobalAlias>(global).getAliaseeObject());
  }

  Function *newFunction(Function &function) {
    auto linkage = function.isDeclaration() ? function.getLinkage() : GlobalValue::InternalLinkage;
    Function *created =
        Function::Create(cast<FunctionType>(typeOf(*function.getFunctionType())), linkage,
                         function.getAddressSpace(), function.getName(), &target);
    if (!function.isDeclaration()) {
      bodies.push_back({&function, created});
      return created;
    }
    created->copyAttributesFrom(&function);
    return created;
  }

  GlobalVariable *newVariable(GlobalVariable &variable) {
    GlobalValue::LinkageTypes linkage = rememberedLinkage(variable);
    bool defines = variable.hasInitializer() && (isMadeHere(variable) || mayDefine(linkage));
    auto *created = new GlobalVariable(
        target, typeOf(*variable.getValueType()), variable.isConstant(),
        defines ? linkage : GlobalValue::ExternalLinkage, nullptr, variable.getName(), nullptr,
        variable.getThreadLocalMode(), variable.getAddressSpace());
    created->setAlignment(variable.getAlign());
    created->setUnnamedAddr(variable.getUnnamedAddr());
    if (isMadeHere(variable))
      created->setVisibility(variable.getVisibility());
    if (!defines && GlobalValue::isExternalWeakLinkage(linkage))
      created->setLinkage(linkage);
    if (defines)
      initialisers.push_back({&variable, created});
    return created;
  }

  Type *typeOf(Type &type) { return mapper ? mapper->remapType(&type) : &type; }

  /// Copies bodies and initialisers until nothing new is needed.
  void finish() {
    while (!bodies.empty() || !initialisers.empty()) {
      if (!initialisers.empty()) {
        auto [from, into] = initialisers.pop_back_val();
        into->setInitializer(MapValue(from->getInitializer(), map, RF_None, mapper, this));
        continue;
      }
      auto [from, into] = bodies.pop_back_val();
      fill(*from, *into);
    }
  }

  void fill(Function &from, Function &into) {
    LinesOf lines(from);
    for (auto [fromArgument, intoArgument] : zip(from.args(), into.args())) {
      intoArgument.setName(fromArgument.getName());
      map[&fromArgument] = &intoArgument;
    }
    SmallVector<ReturnInst *, 4> returns;
    CloneFunctionInto(&into, &from, map, CloneFunctionChangeType::DifferentModule, returns, "",
                      nullptr, mapper, this);
    lines.giveTo(into, map);
    dropListOfNoUnits();
    into.setVisibility(GlobalValue::DefaultVisibility);
    into.setDSOLocal(into.hasLocalLinkage());
    into.removeFnAttr(Attribute::OptimizeNone);
    dropOurMetadata(into);
    if (model)
      copyBuildAttributes(*model, into);
    if (target.getUwtable() != UWTableKind::None)
      into.setUWTableKind(target.getUwtable());
  }

  /// Cloning makes the list of units with debug information where there is none: a linker that
  /// reads bitcode warns of it.
  void dropListOfNoUnits() {
    NamedMDNode *units = target.getNamedMetadata("llvm.dbg.cu");
    if (units && units->getNumOperands() == 0)
      units->eraseFromParent();
  }

  Module &source;
  Module &target;
  const Function *model = nullptr; ///< whose build attributes new functions get
  NamedTypes types;
  NamedTypes *mapper; ///< null: structures stay what they are
  ValueToValueMapTy map;
  SmallVector<std::pair<Function *, Function *>> bodies;
  SmallVector<std::pair<GlobalVariable *, GlobalVariable *>> initialisers;
};

Importer::Importer(Module &source, Module &target, const Function *model, Types types)
    : worker(std::make_unique<Worker>(source, target, model, types == Types::OfSource)) {
  assert(&source.getContext() == &target.getContext() &&
         "types and metadata are shared, not copied");
}

Importer::~Importer() = default;

Function *Importer::import(Function &function) { return worker->copy(function); }

Function *importDerivative(Function &derivative, Module &target) {
  return Importer(*derivative.getParent(), target, nullptr, Importer::Types::OfSource)
      .import(derivative);
}

} // namespace enzyme
