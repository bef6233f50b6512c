//===- Outside.cpp --------------------------------------------------------===//
#include "shadow/Outside.h"
#include "abi/Signature.h"
#include "enzyme/runtime.h"
#include "support/FortranNames.h"
#include "types/DeclaredTypes.h"
#include "types/KeptMemory.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {

static constexpr StringLiteral variableMetadata = "enzyme.shadow.of";

static constexpr StringLiteral findName = "enzyme_rt_shadow_of";

/// At a derivative: its number, and how many lanes it has. And, for each parameter with shadows,
/// where it stands, where they begin, and what it leads to: "0:1:flat;2:3:", or "0:1:at:0:8:16".
static constexpr StringLiteral numberAttribute = "enzyme-number", lanesAttribute = "enzyme-shadows",
                               parametersAttribute = "enzyme-parameters";

unsigned numberOfDerivative(unsigned order, unsigned lane) {
  return (order << ENZYME_RT_ORDER_SHIFT) + lane;
}

bool findsOutside(const Function &function) { return function.getName() == findName; }

static CallInst *call(IRBuilderBase &builder, StringRef name, Type *result,
                      ArrayRef<Value *> arguments) {
  SmallVector<Type *, 5> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  Module &module = *builder.GetInsertBlock()->getModule();
  FunctionCallee callee = module.getOrInsertFunction(name, FunctionType::get(result, types, false));
  if (auto *function = dyn_cast<Function>(callee.getCallee()))
    function->setDoesNotThrow();
  return builder.CreateCall(callee, arguments);
}

Value *shadowOrOutside(IRBuilderBase &builder, const FoundPointer &found) {
  CallInst *made = call(
      builder, findName, builder.getPtrTy(),
      {found.primal, found.shadow, found.place, found.placeShadow, builder.getInt64(found.number)});
  made->setMemoryEffects( // it reads what tellOfKept writes
      MemoryEffects::inaccessibleMemOnly(ModRefInfo::Ref));
  for (Attribute::AttrKind always : {Attribute::WillReturn, Attribute::Speculatable})
    made->getCalledFunction()->addFnAttr(always);
  return made;
}

Value *shadowThatIsFreed(IRBuilderBase &builder, Value *shadow) {
  if (!hasKeptMemory(*builder.GetInsertBlock()->getModule()))
    return shadow;
  return call(builder, "enzyme_rt_to_free", builder.getPtrTy(), {shadow});
}

void linkNodes(IRBuilderBase &builder, const FoundPointer &node, bool isTree) {
  call(builder, "enzyme_rt_link_nodes", builder.getVoidTy(),
       {node.primal, node.shadow, builder.getInt32(isTree), builder.getInt64(node.number)});
}

/// No addresses lie there, as far as the program's own types say.
static bool isFlat(const Layout &layout, const DataLayout &data) {
  auto mayBeAddress = [&](const Piece &piece) {
    return piece.kind == Kind::Integer && piece.size >= data.getPointerSize();
  };
  return !layout.pieces.empty() && !layout.hasPointers() && !layout.hasUnknown() &&
         none_of(layout.pieces, mayBeAddress);
}

static bool isFlat(const Function &primal, unsigned parameter) {
  if (Type *result = primal.getArg(parameter)->getParamStructRetType())
    return isFlat(layoutOf(result, primal.getDataLayout()), primal.getDataLayout());
  const DIType *declared = declaredBehind(primal, parameter);
  return declared && isFlat(layoutOf(declared, primal.getContext()), primal.getDataLayout());
}

/// Of a parameter that is a reference to one object, whose members are numbers and pointers to
/// numbers (std::vector): where the pointers lie in it, "0:8:16"; else "". Objects of a class with
/// virtual functions may be larger than is declared.
static std::string pointersToNumbers(const Function &primal, unsigned parameter) {
  const DIType *object = declaredBehind(primal, parameter);
  const auto *reference =
      object ? dyn_cast<DIDerivedType>(bare(declaredParameter(primal, parameter))) : nullptr;
  if (!reference || reference->getTag() != dwarf::DW_TAG_reference_type)
    return "";
  Layout whole = layoutOf(object, primal.getContext());
  if (whole.pieces.empty() || whole.hasUnknown())
    return "";
  std::string found;
  for (const Piece &piece : whole.pieces) {
    if (piece.kind == Kind::Float || (piece.kind == Kind::Integer && piece.size < 8))
      continue;
    const DIType *member = memberAt(object, piece.offset);
    const DIType *behind = member ? pointee(member) : nullptr;
    if (piece.kind != Kind::Pointer || !behind ||
        !isFlat(layoutOf(behind, primal.getContext()), primal.getDataLayout()))
      return "";
    found += (found.empty() ? "" : ":") + std::to_string(piece.offset);
  }
  return found;
}

void noteParameters(Function &derivative, const DerivativeKey &key) {
  Signature signature = Signature::of(key);
  std::string all;
  for (auto [index, shadow] : enumerate(signature.shadowParameter)) {
    unsigned own = signature.primalParameter[index];
    if (!shadow || !derivative.getArg(own)->getType()->isPointerTy())
      continue;
    std::string pointers = pointersToNumbers(*key.primal, index);
    all += (all.empty() ? "" : ";") + std::to_string(own) + ":" + std::to_string(*shadow) + ":" +
           (isFlat(*key.primal, index) ? "flat"
            : pointers.empty()         ? ""
                                       : "at:" + pointers);
  }
  derivative.addFnAttr(numberAttribute, std::to_string(numberOfDerivative(key.order, 0)));
  derivative.addFnAttr(lanesAttribute, std::to_string(key.width));
  if (!all.empty())
    derivative.addFnAttr(parametersAttribute, all);
}

static unsigned number(StringRef text) {
  unsigned read = 0;
  return text.getAsInteger(10, read) ? 0 : read;
}

static unsigned noted(const Function &start, StringRef attribute) {
  return number(start.getFnAttribute(attribute).getValueAsString());
}

/// By the callers, which are fewer than the instructions of all that a derivative reaches: in a
/// program with tables of functions that is most of it, for each of them once more.
static bool areCallsOf(StringRef name, const SetVector<Function *> &callers) {
  Function *wanted = callers.empty() ? nullptr : callers[0]->getParent()->getFunction(name);
  return wanted && any_of(wanted->users(), [&](User *user) {
           auto *call = dyn_cast<CallBase>(user);
           return call && call->getCalledFunction() == wanted &&
                  callers.contains(call->getFunction());
         });
}

bool looksForOlder(const SetVector<Function *> &reached) { return areCallsOf(findName, reached); }

bool writesOlder(const SetVector<Function *> &reached) {
  return areCallsOf("enzyme_rt_written", reached); // the guard of each such write
}

void tellOfBegin(IRBuilderBase &builder, const Function &start) {
  unsigned number = noted(start, numberAttribute);
  call(builder, "enzyme_rt_begins", builder.getVoidTy(), {builder.getInt64(number)});
}

void tellOfEnd(IRBuilderBase &builder, const Function &start) {
  unsigned number = noted(start, numberAttribute);
  call(builder, "enzyme_rt_half_ends", builder.getVoidTy(), {builder.getInt64(number)});
}

void tellOfArguments(IRBuilderBase &builder, Function &start) {
  unsigned first = noted(start, numberAttribute), lanes = noted(start, lanesAttribute);
  StringRef all = start.getFnAttribute(parametersAttribute).getValueAsString();
  for (StringRef parameter : split(all, ';')) {
    SmallVector<StringRef, 6> parts;
    parameter.split(parts, ':');
    if (parts.size() < 3)
      continue;
    Value *own = start.getArg(number(parts[0]));
    for (unsigned lane = 0; lane != lanes; ++lane) {
      Value *shadow = start.getArg(number(parts[1]) + lane), *name = builder.getInt64(first + lane);
      if (parts[2] != "at")
        call(builder, "enzyme_rt_leads", builder.getVoidTy(),
             {own, shadow, builder.getInt32(parts[2] == "flat"), name});
      else
        for (StringRef offset : drop_begin(parts, 3))
          call(builder, "enzyme_rt_leads_at", builder.getVoidTy(),
               {own, shadow, builder.getInt64(number(offset)), name});
    }
  }
}

static Constant *constantFor(IRBuilderBase &builder, Constant *contents, StringRef name) {
  Module &module = *builder.GetInsertBlock()->getModule();
  auto *made = new GlobalVariable(module, contents->getType(), /*isConstant=*/true,
                                  GlobalValue::PrivateLinkage, contents, name);
  made->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return made;
}

/// Do addresses lie in it where words do? In packed structures they need not.
static bool isOfWords(const GlobalVariable &variable) {
  const DataLayout &data = variable.getDataLayout();
  const unsigned word = data.getPointerSize();
  Layout layout = layoutOf(variable.getValueType(), data);
  return layout.period % word == 0 && none_of(layout.pieces, [&](const Piece &piece) {
           return piece.size >= word && piece.offset % word != 0;
         });
}

/// Where one begins with addresses of memory that has shadows; else null: the shadow of each
/// address is looked up then. So it is with the shadow of a shadow, which another derivative sets
/// while that one runs, and where the runtime, which goes word by word, would take addresses apart.
static Constant *initialOf(IRBuilderBase &builder, GlobalVariable &one, GlobalVariable &shadow) {
  if (!one.hasInitializer() || !shadow.hasInitializer() || shadow.getInitializer()->isNullValue() ||
      variableOf(*variableOf(shadow).first).first || !isOfWords(one))
    return ConstantPointerNull::get(PointerType::getUnqual(one.getContext()));
  return constantFor(builder, one.getInitializer(), "enzyme.initial");
}

/// enzyme_rt_variable of the runtime.
static Value *describe(IRBuilderBase &builder, GlobalVariable &variable, GlobalVariable &shadow) {
  uint64_t bytes = variable.getDataLayout().getTypeAllocSize(variable.getValueType());
  Constant *fields[] = {builder.getInt64(bytes), initialOf(builder, variable, shadow),
                        initialOf(builder, shadow, shadow)};
  return constantFor(builder, ConstantStruct::getAnon(fields), "enzyme.variable");
}

void tellOfVariable(IRBuilderBase &builder, const FoundPointer &place, GlobalVariable &shadow,
                    bool isWritten) {
  GlobalVariable &variable = *variableOf(shadow).first;
  const GlobalVariable *ofProgram = &variable; // at higher order, the variable is a shadow itself
  while (const GlobalVariable *inner = variableOf(*ofProgram).first)
    ofProgram = inner;
  bool keeps = keepsMemory(*ofProgram), leads = keeps || sharesMemory(*ofProgram);
  StringRef name = !leads                                 ? "enzyme_rt_has"
                   : !isWritten || ofProgram != &variable ? "enzyme_rt_points"
                   : keeps                                ? "enzyme_rt_keeps"
                                                          : "enzyme_rt_shares";
  uint64_t bytes = variable.getDataLayout().getTypeAllocSize(variable.getValueType());
  Value *of = leads ? describe(builder, variable, shadow) : builder.getInt64(bytes);
  call(builder, name, builder.getVoidTy(),
       {place.place, place.placeShadow, of, builder.getInt64(place.number)});
}

void tellOfArgument(IRBuilderBase &builder, Value *argument) {
  call(builder, "enzyme_rt_argument", builder.getVoidTy(), {argument});
}

void tellOfKeptArray(IRBuilderBase &builder, const FoundPointer &descriptor,
                     const GlobalVariable &variable, bool isWritten) {
  Value *name = builder.CreateGlobalString(fortranVariable(variable.getName()), "enzyme.name");
  call(builder, "enzyme_rt_keeps_array", builder.getVoidTy(),
       {descriptor.place, descriptor.placeShadow, builder.getInt64(descriptor.number), name,
        builder.getInt32(isWritten)});
}

void beginHalf(IRBuilderBase &builder, bool isFirst) {
  call(builder, "enzyme_rt_begin_half", builder.getVoidTy(), {builder.getInt32(isFirst)});
}

void rememberVariable(GlobalVariable &shadow, GlobalVariable &variable, unsigned number) {
  LLVMContext &context = shadow.getContext();
  auto *noted = ConstantInt::get(Type::getInt32Ty(context), number);
  shadow.setMetadata(variableMetadata, MDNode::get(context, {ValueAsMetadata::get(&variable),
                                                             ValueAsMetadata::get(noted)}));
}

std::pair<GlobalVariable *, unsigned> variableOf(const GlobalVariable &shadow) {
  const MDNode *node = shadow.getMetadata(variableMetadata);
  if (!node)
    return {nullptr, 0};
  return {mdconst::dyn_extract_or_null<GlobalVariable>(node->getOperand(0)),
          unsigned(mdconst::extract<ConstantInt>(node->getOperand(1))->getZExtValue())};
}

} // namespace enzyme
