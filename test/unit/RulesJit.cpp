//===- RulesJit.cpp - rules of scalar functions, run ------------------------===//
#include "RulesJit.h"
#include "enzyme/runtime.h"
#include "rules/term/Needs.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/TargetSelect.h"
#include "gtest/gtest.h"
#include <cmath>

#if defined(__x86_64__)
extern "C" __float128 enzyme_rt_digammaf128(__float128);
extern "C" __float128 enzyme_rt_polygammaf128(int, __float128);
#endif

using namespace llvm;

namespace enzyme::test {

std::vector<const Formula *> allRows() {
  std::vector<const Formula *> rows;
  for (const FormulaTable &table : formulaTables())
    for (const Formula &row : table.rows)
      rows.push_back(&row);
  return rows;
}

bool isInstruction(const Formula &row) { return findInstruction(row.name) == &row; }

std::vector<Sample> samplesOf(const Formula &row) {
  std::vector<Sample> samples;
  for (unsigned at = 0; at < row.samples; at += row.valuesPerSample()) {
    Sample sample;
    unsigned next = at;
    for (char role : row.roles) {
      if (role == 'n')
        sample.n = int(row.sample[next++]);
      for (unsigned k = 0; k < (role == 'z' ? 2u : role == 'x' || role == 'w' ? 1u : 0u); ++k)
        sample.x.push_back(row.sample[next++]);
    }
    samples.push_back(sample);
  }
  return samples;
}

namespace {

/// The operand types of a call, as clang passes them on x86-64.
std::vector<Type *> parameterTypes(const Formula &row, Type *type) {
  LLVMContext &context = type->getContext();
  std::vector<Type *> types;
  for (char role : row.roles) {
    if (role == 'x' || role == 'w')
      types.push_back(type);
    else if (role == 'n')
      types.push_back(row.name == "scalbln" ? Type::getInt64Ty(context)
                                            : Type::getInt32Ty(context));
    else if (role == 'z' && type->isFloatTy() && !row.name.starts_with("__"))
      types.push_back(FixedVectorType::get(type, 2));
    else if (role == 'z')
      types.insert(types.end(), {type, type});
    else if (row.name == "nexttoward")
      types.push_back(Type::getX86_FP80Ty(context));
    else if (row.name == "llvm.fptrunc.round")
      types.push_back(Type::getMetadataTy(context));
    else
      types.push_back(PointerType::getUnqual(context));
  }
  return types;
}

Type *resultType(const Formula &row, Type *type) {
  LLVMContext &context = type->getContext();
  StringRef results = row.results;
  if (results.empty())
    return Type::getInt64Ty(context);
  if (results == "x")
    return type;
  if (results == "z" && type->isFloatTy())
    return FixedVectorType::get(type, 2);
  if (row.name == "llvm.frexp")
    return StructType::get(type, Type::getInt32Ty(context));
  return StructType::get(type, type);
}

Function *newFunction(Module &module, FunctionType *type) {
  Function *function = Function::Create(type, GlobalValue::ExternalLinkage,
                                        "test." + std::to_string(module.size()), module);
  BasicBlock::Create(module.getContext(), "", function);
  return function;
}

Instruction *buildInstruction(IRBuilder<> &builder, const Formula &row,
                              ArrayRef<Value *> operands) {
  StringRef name = row.name;
  Type *type = operands[0]->getType();
  if (name == "fneg")
    return cast<Instruction>(builder.CreateFNeg(operands[0]));
  if (name == "fpext")
    return cast<Instruction>(
        builder.CreateFPExt(operands[0], Type::getFP128Ty(type->getContext())));
  if (name == "fptrunc")
    return cast<Instruction>(
        builder.CreateFPTrunc(operands[0], type->getWithNewType(builder.getHalfTy())));
  for (auto opcode : {Instruction::FAdd, Instruction::FSub, Instruction::FMul, Instruction::FDiv,
                      Instruction::FRem})
    if (name == Instruction::getOpcodeName(opcode))
      return cast<Instruction>(builder.CreateBinOp(opcode, operands[0], operands[1]));
  return nullptr;
}

/// The intrinsic of a name at the given types.
Function *intrinsic(Module &module, StringRef name, FunctionType *type) {
  Intrinsic::ID id = Intrinsic::lookupIntrinsicID(name);
  SmallVector<Type *, 4> overloads;
  if (id == Intrinsic::not_intrinsic || !Intrinsic::getIntrinsicSignature(id, type, overloads))
    return nullptr;
  return Intrinsic::getOrInsertDeclaration(&module, id, overloads);
}

/// The intrinsic that stands for a row without a C function.
std::string intrinsicName(const Formula &row) {
  if (row.name == "fmuladd")
    return "llvm.fmuladd";
  return row.name.starts_with("llvm.") ? std::string(row.name) : "";
}

} // namespace

Instruction *buildUse(Module &module, const Formula &row, Type *type, StringRef symbol) {
  std::vector<Type *> types = parameterTypes(row, type);
  Type *result = resultType(row, type);
  Function *user =
      newFunction(module, FunctionType::get(Type::getVoidTy(module.getContext()), types, false));
  IRBuilder<> builder(&user->getEntryBlock());
  SmallVector<Value *, 4> operands;
  for (Argument &argument : user->args())
    operands.push_back(&argument);
  Instruction *use = nullptr;
  auto *calleeType = FunctionType::get(result, types, false);
  if (isInstruction(row))
    use = buildInstruction(builder, row, operands);
  else if (std::string name = symbol.empty() ? intrinsicName(row) : ""; !name.empty()) {
    if (Function *callee = intrinsic(module, name, calleeType))
      use = builder.CreateCall(callee, operands);
  } else {
    std::string callee = symbol.empty() ? std::string(row.name) : symbol.str();
    use = builder.CreateCall(module.getOrInsertFunction(callee, calleeType), operands);
  }
  builder.CreateRetVoid();
  return use;
}

RuleJit::RuleJit() : context(std::make_unique<LLVMContext>()) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  jit = cantFail(orc::LLJITBuilder().create());
  orc::SymbolMap symbols;
  auto provide = [&](const char *name, auto *function) {
    symbols[jit->mangleAndIntern(name)] = {orc::ExecutorAddr::fromPtr(function),
                                           JITSymbolFlags::Exported};
  };
  provide("enzyme_rt_digamma", &enzyme_rt_digamma);
  provide("enzyme_rt_digammaf", &enzyme_rt_digammaf);
  provide("enzyme_rt_digammal", &enzyme_rt_digammal);
  provide("enzyme_rt_polygamma", &enzyme_rt_polygamma);
  provide("enzyme_rt_polygammaf", &enzyme_rt_polygammaf);
  provide("enzyme_rt_polygammal", &enzyme_rt_polygammal);
#if defined(__x86_64__)
  provide("enzyme_rt_digammaf128", &enzyme_rt_digammaf128);
  provide("enzyme_rt_polygammaf128", &enzyme_rt_polygammaf128);
#endif
  cantFail(jit->getMainJITDylib().define(orc::absoluteSymbols(symbols)));
  // What this processor has no instruction for (rounding to bfloat), the compiler's library does.
  jit->getMainJITDylib().addGenerator(cantFail(orc::StaticLibraryDefinitionGenerator::Load(
      jit->getObjLinkingLayer(), ENZYME_COMPILER_BUILTINS)));
}

void *RuleJit::add(std::unique_ptr<Module> module, const std::string &function) {
  std::string problem;
  raw_string_ostream out(problem);
  if (verifyModule(*module, &out)) {
    ADD_FAILURE() << problem;
    return nullptr;
  }
  module->setDataLayout(jit->getDataLayout());
  cantFail(jit->addIRModule(orc::ThreadSafeModule(std::move(module), context)));
  Expected<orc::ExecutorAddr> found = jit->lookup(function);
  if (!found) {
    ADD_FAILURE() << toString(found.takeError());
    return nullptr;
  }
  return found->toPtr<void *>();
}

namespace {

/// Loads double number `index` of `array` as a `type`, in every lane.
Value *loadReal(IRBuilder<> &builder, Value *array, unsigned index, Type *type) {
  Value *address = builder.CreateConstGEP1_32(builder.getDoubleTy(), array, index);
  Value *value = builder.CreateLoad(builder.getDoubleTy(), address);
  if (type->getScalarType()->is16bitFPTy()) // not every library converts double to bfloat
    value = builder.CreateFPTrunc(value, builder.getFloatTy());
  value = builder.CreateFPCast(value, type->getScalarType());
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? builder.CreateVectorSplat(vector->getNumElements(), value) : value;
}

void storeReal(IRBuilder<> &builder, Value *value, Value *array, unsigned index) {
  if (auto *vector = dyn_cast<FixedVectorType>(value->getType()))
    value = builder.CreateExtractElement(value, vector->getNumElements() - 1);
  value = builder.CreateFPCast(value, builder.getDoubleTy());
  builder.CreateStore(value, builder.CreateConstGEP1_32(builder.getDoubleTy(), array, index));
}

} // namespace

Primal RuleJit::primal(const Formula &row) {
  if (auto reference = referenceFor(row.name))
    return [reference](const double *x, int n, double *y) { *y = reference(x, n); };
  if (row.name == "llvm.sincospi") // not on this processor
    return [](const double *x, int, double *y) {
      y[0] = std::sin(M_PI * *x);
      y[1] = std::cos(M_PI * *x);
    };
  if (row.name == "fpext" || row.name == "fptrunc") // identities of the test's doubles
    return [](const double *x, int, double *y) { *y = *x; };

  std::string name = "primal." + std::to_string(count++);
  std::unique_ptr<Module> owned = context.withContextDo(
      [&](LLVMContext *context) { return std::make_unique<Module>(name, *context); });
  Module &module = *owned;
  IRBuilder<> builder(module.getContext());
  Type *real = builder.getDoubleTy(), *pointer = builder.getPtrTy();
  Function *function = Function::Create(
      FunctionType::get(builder.getVoidTy(), {pointer, builder.getInt32Ty(), pointer}, false),
      GlobalValue::ExternalLinkage, name, module);
  builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "", function));

  Instruction *use = buildUse(module, row, real);
  Function *user = use->getFunction();
  use->removeFromParent();
  unsigned nextReal = 0;
  for (unsigned i = 0; i < user->arg_size(); ++i) {
    Type *type = user->getArg(i)->getType();
    Value *value = type->isDoubleTy()    ? loadReal(builder, function->getArg(0), nextReal++, real)
                   : type->isPointerTy() ? builder.CreateAlloca(real)
                   : type->isIntegerTy() ? builder.CreateSExt(function->getArg(1), type)
                                         : Constant::getNullValue(type);
    use->setOperand(i, value);
  }
  builder.Insert(use);
  user->eraseFromParent();
  for (unsigned i = 0; i < row.outputs; ++i) {
    Value *output = use->getType()->isStructTy() ? builder.CreateExtractValue(use, i) : use;
    storeReal(builder, output, function->getArg(2), i);
  }
  builder.CreateRetVoid();
  auto *run =
      reinterpret_cast<void (*)(const double *, int, double *)>(add(std::move(owned), name));
  return run ? Primal(run) : Primal();
}

Jacobian RuleJit::jacobian(const Formula &row, MakeType makeType) {
  std::string name = "jacobian." + std::to_string(count++);
  std::unique_ptr<Module> owned = context.withContextDo(
      [&](LLVMContext *context) { return std::make_unique<Module>(name, *context); });
  Module &module = *owned;
  module.setTargetTriple(jit->getTargetTriple());
  Type *type = makeType(module.getContext());
  IRBuilder<> builder(module.getContext());
  Type *pointer = builder.getPtrTy();
  Function *function =
      Function::Create(FunctionType::get(builder.getVoidTy(),
                                         {pointer, pointer, builder.getInt32Ty(), pointer}, false),
                       GlobalValue::ExternalLinkage, name, module);
  builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "", function));

  BoundFormula bound;
  bound.formula = &row;
  for (unsigned j = 0; j < row.inputs; ++j)
    bound.inputs.push_back({loadReal(builder, function->getArg(0), j, type), -1});
  for (unsigned i = 0; i < row.outputs; ++i)
    bound.outputs.push_back({loadReal(builder, function->getArg(1), i, type), -1});
  bound.parameters.push_back(function->getArg(2));
  for (unsigned i = 0; i < row.outputs; ++i)
    for (unsigned j = 0; j < row.inputs; ++j) {
      Value *partial = ConstantFP::get(type, 0.0);
      if (bound.hasPartial(i, j))
        partial = bound.emitPartial(builder, i, j, [](Value *value) { return value; });
      EXPECT_EQ(partial->getType(), type) << std::string(row.name);
      storeReal(builder, partial, function->getArg(3), i * row.inputs + j);
    }
  builder.CreateRetVoid();
  return reinterpret_cast<Jacobian>(add(std::move(owned), name));
}

} // namespace enzyme::test
