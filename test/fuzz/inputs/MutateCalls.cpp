//===- MutateCalls.cpp - callees, attributes, intrinsics, names ------------===//
#include "Mutate.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace fuzz {
namespace {

bool isCall(const Instruction &at) { return isa<CallInst>(at) && !isa<IntrinsicInst>(at); }
bool isAnyCall(const Instruction &at) { return isa<CallBase>(at); }
bool hasResult(const Instruction &at) { return at.getType()->isFirstClassType() && !at.getType()->isTokenTy() && !isa<PHINode>(at) && !at.isTerminator() && !at.isEHPad(); }

CallBase *anyCall(Module &module, Chance &chance) {
  return cast_or_null<CallBase>(anyInstruction(module, chance, chance.oneIn(3) ? isAnyCall : isCall));
}

/// The same function called with fewer, more or other arguments, or for another result.
bool changeShape(Module &module, Chance &chance) {
  auto *call = cast_or_null<CallInst>(anyInstruction(module, chance, isCall));
  if (!call || call->isInlineAsm() || call->isMustTailCall())
    return false;
  SmallVector<Value *> arguments(call->args());
  if (!arguments.empty() && chance.oneIn(2))
    arguments.erase(arguments.begin() + long(chance.below(arguments.size())));
  Type *types[] = {Type::getDoubleTy(module.getContext()), Type::getFloatTy(module.getContext()), PointerType::get(module.getContext(), 0),
                   Type::getInt32Ty(module.getContext()), IntegerType::get(module.getContext(), 128), ArrayType::get(Type::getDoubleTy(module.getContext()), 2),
                   FixedVectorType::get(Type::getFloatTy(module.getContext()), 2)};
  if (chance.oneIn(2))
    if (Value *more = anyValue(chance.of(types), *call, chance))
      arguments.insert(arguments.begin() + long(chance.below(arguments.size() + 1)), more);
  SmallVector<Type *> parameters;
  for (Value *argument : arguments)
    parameters.push_back(argument->getType());
  Type *result = call->getType();
  if (chance.oneIn(3) && call->use_empty())
    result = chance.of(types);
  bool isVariadic = chance.oneIn(4);
  if (isVariadic)
    parameters.resize(chance.below(parameters.size() + 1), nullptr);
  auto *made = CallInst::Create(FunctionType::get(result, parameters, isVariadic), call->getCalledOperand(), arguments, "", call->getIterator());
  if (result == call->getType())
    call->replaceAllUsesWith(made);
  made->setDebugLoc(call->getDebugLoc());
  call->eraseFromParent();
  return true;
}

bool changeCallee(Module &module, Chance &chance) {
  CallBase *call = anyCall(module, chance);
  if (!call)
    return false;
  std::vector<Function *> others;
  for (Function &function : module)
    if (!function.isIntrinsic())
      others.push_back(&function);
  if (others.empty() || isa<IntrinsicInst>(call))
    return false;
  call->setCalledOperand(chance.oneIn(3) ? static_cast<Value *>(anyConstant(call->getCalledOperand()->getType(), module, chance)) : chance.of(others));
  return true;
}

constexpr Attribute::AttrKind flags[] = {
    Attribute::NoReturn, Attribute::NoUnwind, Attribute::WillReturn, Attribute::MustProgress, Attribute::Cold, Attribute::Convergent,
    Attribute::ReturnsTwice, Attribute::Naked, Attribute::NoInline, Attribute::AlwaysInline, Attribute::OptimizeForSize, Attribute::NoSync,
    Attribute::NoFree, Attribute::NoCallback, Attribute::NoRecurse, Attribute::Speculatable, Attribute::StrictFP, Attribute::NoBuiltin,
    Attribute::Builtin, Attribute::NoDuplicate, Attribute::NoMerge, Attribute::PresplitCoroutine, Attribute::SanitizeAddress, Attribute::NullPointerIsValid,
    Attribute::NoAlias, Attribute::NonNull, Attribute::NoUndef, Attribute::ZExt, Attribute::SExt, Attribute::InReg, Attribute::Returned,
    Attribute::ReadOnly, Attribute::ReadNone, Attribute::WriteOnly, Attribute::SwiftSelf, Attribute::Nest, Attribute::SwiftError, Attribute::ImmArg};
constexpr Attribute::AttrKind typed[] = {Attribute::ByVal, Attribute::StructRet, Attribute::InAlloca, Attribute::Preallocated, Attribute::ByRef, Attribute::ElementType};

Attribute anyAttribute(LLVMContext &context, Chance &chance) {
  switch (chance.below(6)) {
  case 0: {
    Type *types[] = {Type::getDoubleTy(context), ArrayType::get(Type::getInt8Ty(context), 24), StructType::get(context, {Type::getFloatTy(context), Type::getInt32Ty(context)})};
    return Attribute::get(context, typed[chance.below(std::size(typed))], chance.of(types));
  }
  case 1:
    return Attribute::getWithMemoryEffects(context, chance.of({MemoryEffects::none(), MemoryEffects::readOnly(), MemoryEffects::argMemOnly(), MemoryEffects::inaccessibleMemOnly(), MemoryEffects::writeOnly()}));
  case 2: {
    StringRef words[] = {"enzyme_inactive", "enzyme_nofree", "enzyme_math", "enzyme_shouldrecompute", "enzyme_inactive_val", "enzyme_type", "implement", "alloc-family", "target-features", "target-cpu"};
    StringRef values[] = {"", "sin", "{[-1]:Float@double}", "malloc", "+avx512f", "nonsense", "-1"};
    return Attribute::get(context, chance.of(words), chance.of(values));
  }
  case 3:
    return Attribute::getWithAlignment(context, Align(uint64_t(1) << chance.below(20)));
  case 4:
    return Attribute::getWithDereferenceableBytes(context, 1 + chance.below(1 << 20));
  default:
    return Attribute::get(context, flags[chance.below(std::size(flags))]);
  }
}

bool changeAttributes(Module &module, Chance &chance) {
  LLVMContext &context = module.getContext();
  CallBase *call = anyCall(module, chance);
  std::vector<Function *> functions;
  for (Function &function : module)
    functions.push_back(&function);
  bool isCallSite = call && chance.oneIn(2);
  Function *function = functions.empty() ? nullptr : chance.of(functions);
  if (!isCallSite && !function)
    return false;
  AttributeList list = isCallSite ? call->getAttributes() : function->getAttributes();
  size_t parameters = isCallSite ? call->arg_size() : function->arg_size();
  unsigned index = chance.oneIn(3) ? unsigned(AttributeList::FunctionIndex) : unsigned(chance.below(parameters + 1));
  Attribute made = anyAttribute(context, chance);
  if (!made.isStringAttribute() && !chance.oneIn(20)) {
    Attribute::AttrKind kind = made.getKindAsEnum();
    bool fits = index == AttributeList::FunctionIndex ? Attribute::canUseAsFnAttr(kind) : index == AttributeList::ReturnIndex ? Attribute::canUseAsRetAttr(kind) : Attribute::canUseAsParamAttr(kind);
    if (!fits)
      return false;
  }
  if (chance.oneIn(4))
    list = chance.oneIn(2) ? AttributeList() : list.removeAttributesAtIndex(context, index);
  else
    list = list.addAttributeAtIndex(context, index, made);
  isCallSite ? call->setAttributes(list) : function->setAttributes(list);
  return true;
}

bool changeConvention(Module &module, Chance &chance) {
  auto convention = chance.of({CallingConv::Fast, CallingConv::Cold, CallingConv::X86_VectorCall, CallingConv::PreserveAll, CallingConv::Tail, CallingConv::GHC});
  Function *function = anyBody(module, chance);
  if (!function)
    return false;
  function->setCallingConv(convention);
  for (User *user : function->users())
    if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == function && !chance.oneIn(4))
      call->setCallingConv(convention);
  return true;
}

/// Names that rules, words and the run time know, on functions and variables of other shapes.
constexpr const char *names[] = {
    "sin", "cos", "pow", "powi", "frexp", "ldexp", "modf", "sincos", "cabs", "cexp", "remquo", "lgamma_r", "fma", "nan", "jn", "malloc", "calloc", "realloc", "free",
    "posix_memalign", "aligned_alloc", "_Znwm", "_ZdlPv", "_ZdlPvm", "_ZnwmSt11align_val_t", "memcpy", "memmove", "memset", "memcmp", "qsort", "bsearch", "strlen", "printf",
    "sprintf", "puts", "exit", "abort", "longjmp", "_setjmp", "__cxa_throw", "__cxa_allocate_exception", "__cxa_begin_catch", "__cxa_guard_acquire", "__cxa_atexit",
    "__kmpc_fork_call", "__kmpc_for_static_init_4", "__kmpc_critical", "omp_get_thread_num", "MPI_Send", "MPI_Allreduce", "cblas_dgemm", "dgemm_", "ddot_", "pthread_create",
    "_FortranAAllocate", "_FortranAioOutputReal64", "_FortranASumReal8", "strtod", "atof", "fabs", "fmax", "__fmax_finite", "__nv_sin", "omp_get_max_threads",
    "__enzyme_autodiff", "__enzyme_fwddiff", "__enzyme_augmentfwd", "__enzyme_reverse", "__enzyme_virtualreverse", "__enzyme_batch", "__enzyme_error_estimate", "__enzyme_augmentsize",
    "__enzyme_fwdsplit", "__enzyme_truncate_mem_func", "__enzyme_truncate_op_func", "__enzyme_truncate_mem_value", "__enzyme_expand_mem_value", "__enzyme_call_inactive",
    "__enzyme_todense", "__enzyme_post_sparse_todense", "__enzyme_iter", "__enzyme_float", "__enzyme_double", "__enzyme_integer", "__enzyme_pointer", "__enzyme_checkpoint",
    "__enzyme_register_gradient_f", "__enzyme_register_derivative_f", "__enzyme_register_splitderivative_f", "__enzyme_inactivefn_f", "__enzyme_inactive_global_f", "__enzyme_function_like_f",
    "__enzyme_allocation_like_f", "__enzyme_nofree_f", "__enzyme_likelihood", "__enzyme_logError", "enzyme_const", "enzyme_dup", "enzyme_dupnoneed", "enzyme_out", "enzyme_width", "enzyme_dupv",
    "enzyme_tape", "enzyme_allocated", "enzyme_nofree", "enzyme_byref", "enzyme_primal_return", "enzyme_interleave", "enzyme_scalar", "enzyme_vector", "enzyme_buffer",
    "enzyme_error_bound", "enzyme_runtime_activity", "enzyme_rt_alloc", "enzyme_rt_refuse", "enzyme.reverse.f", "enzyme_open.f", "_ZTV1A", "llvm.global.annotations", "main"};

bool rename(Module &module, Chance &chance) {
  std::vector<GlobalValue *> all;
  bool onlyDeclared = !chance.oneIn(3);
  for (GlobalValue &global : module.global_values())
    if (!global.getName().starts_with("llvm.") && (!onlyDeclared || global.isDeclaration()))
      all.push_back(&global);
  if (all.empty())
    return false;
  StringRef name = chance.of(names);
  if (GlobalValue *known = module.getNamedValue(name))
    known->setName("other");
  chance.of(all)->setName(name);
  return true;
}

/// Of any kind whose shape can be filled with values that are there.
bool insertIntrinsic(Module &module, Chance &chance) {
  Instruction *at = anyInstruction(module, chance, hasResult);
  if (!at)
    return false;
  LLVMContext &context = module.getContext();
  auto id = Intrinsic::ID(1 + chance.below(chance.oneIn(2) ? 450 : Intrinsic::num_intrinsics - 1));
  Type *types[] = {at->getType(), Type::getDoubleTy(context), Type::getFloatTy(context), Type::getInt64Ty(context), Type::getInt32Ty(context), PointerType::get(context, 0),
                   FixedVectorType::get(Type::getDoubleTy(context), 4), FixedVectorType::get(Type::getFloatTy(context), 4), FixedVectorType::get(Type::getInt32Ty(context), 4)};
  SmallVector<Type *, 4> overloads;
  if (Intrinsic::isOverloaded(id))
    for (unsigned i = 0, count = unsigned(1 + chance.below(3)); i != count; ++i)
      overloads.push_back(i == 0 && chance.oneIn(2) ? types[0] : chance.of(types));
  SmallVector<Intrinsic::IITDescriptor, 8> table;
  Intrinsic::getIntrinsicInfoTableEntries(id, table);
  unsigned wanted = 0; // the declaration cannot be made from fewer or other types
  for (const Intrinsic::IITDescriptor &one : table) {
    using Kind = Intrinsic::IITDescriptor;
    bool refers = one.Kind == Kind::Argument || one.Kind == Kind::ExtendArgument || one.Kind == Kind::TruncArgument || one.Kind == Kind::SameVecWidthArgument ||
                  one.Kind == Kind::VecOfAnyPtrsToElt || one.Kind == Kind::VecElementArgument || one.Kind == Kind::OneNthEltsVecArgument ||
                  one.Kind == Kind::Subdivide2Argument || one.Kind == Kind::Subdivide4Argument || one.Kind == Kind::VecOfBitcastsToInt;
    if (one.Kind != Kind::Argument && refers)
      return false;
    if (refers)
      wanted = std::max(wanted, one.getArgumentNumber() + 1);
  }
  overloads.resize(wanted, types[1 + chance.below(std::size(types) - 1)]);
  FunctionType *type = Intrinsic::getType(context, id, overloads);
  SmallVector<Value *, 8> arguments;
  AttributeList attributes = Intrinsic::getAttributes(context, id, type);
  for (auto [index, parameter] : enumerate(type->params())) {
    bool isImmediate = attributes.hasParamAttr(unsigned(index), Attribute::ImmArg);
    Value *argument = isImmediate && parameter->isIntegerTy() ? ConstantInt::get(parameter, chance.below(4))
                      : parameter->isMetadataTy() || parameter->isTokenTy() ? nullptr : anyValue(parameter, *at, chance);
    if (!argument)
      return false;
    arguments.push_back(argument);
  }
  Function *callee = Intrinsic::getOrInsertDeclaration(&module, id, overloads);
  if (callee->getFunctionType() != type)
    return false;
  CallInst *call = CallInst::Create(type, callee, arguments, "", at->getIterator());
  if (call->getType() == at->getType()) {
    at->replaceAllUsesWith(call);
    at->eraseFromParent();
  }
  return true;
}

bool dropBody(Module &module, Chance &chance) {
  Function *function = anyBody(module, chance);
  if (!function)
    return false;
  function->deleteBody();
  function->setComdat(nullptr);
  return true;
}

bool inlineAssembly(Module &module, Chance &chance) {
  Instruction *at = anyInstruction(module, chance, hasResult);
  if (!at || at->getType()->isStructTy())
    return false;
  Type *type = at->getType();
  bool isFloat = type->isFPOrFPVectorTy();
  auto *code = InlineAsm::get(FunctionType::get(type, {type}, false), "", isFloat ? "=x,0" : "=r,0", chance.oneIn(2));
  auto *call = CallInst::Create(code->getFunctionType(), code, {at}, "");
  call->insertAfter(at);
  at->replaceUsesWithIf(call, [&](Use &use) { return use.getUser() != call; });
  return true;
}

bool argumentOfRequest(Module &module, Chance &chance) {
  std::vector<CallBase *> requests;
  for (Function &function : module)
    for (Instruction &at : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&at); call && call->arg_size() != 0 && call->getCalledFunction() && call->getCalledFunction()->getName().contains("__enzyme_"))
        requests.push_back(call);
  if (requests.empty())
    return false;
  CallBase *call = chance.of(requests);
  Use &use = call->getArgOperandUse(unsigned(chance.below(call->arg_size())));
  Value *other = use->getType()->isPointerTy() && chance.oneIn(2) ? anyBody(module, chance) : anyValue(use->getType(), *call, chance);
  if (other && other->getType() == use->getType())
    use.set(other);
  return other;
}

constexpr Mutation all[] = {{"change-shape", changeShape}, {"change-shape", changeShape}, {"change-callee", changeCallee}, {"attributes", changeAttributes}, {"attributes", changeAttributes},
                            {"convention", changeConvention}, {"rename", rename}, {"rename", rename}, {"intrinsic", insertIntrinsic}, {"intrinsic", insertIntrinsic},
                            {"drop-body", dropBody}, {"assembly", inlineAssembly}, {"request-argument", argumentOfRequest}};

} // namespace

ArrayRef<Mutation> callMutations() { return all; }

} // namespace fuzz
