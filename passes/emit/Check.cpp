//===- Check.cpp ----------------------------------------------------------===//
//
//   result checking.f(arguments) {                void run.f(frame *) {
//     frame = arguments of the forward derivative   result, tangent = forward(frame's)
//     check = begin(what, &frame, seed)             frame.result = …
//     result = derivative(arguments)              }
//     end(check, adjoints of numbers)
//     return result                               void exact.f(frame *) {
//   }                                               frame.result = f(frame's)
//                                                 }
//
// The third is for programs with the oracle's instrumentation (passes/oracle), which it gets as
// the program's own functions do.
//===----------------------------------------------------------------------===//
#include "emit/Check.h"
#include "enzyme/runtime.h"
#include "report/Diagnostics.h"
#include "report/Remarks.h"
#include "shadow/RuntimeCalls.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isNumber(const Type &type) { return type.isFloatTy() || type.isDoubleTy(); }

class Checking {
public:
  explicit Checking(const CheckedDerivative &checked)
      : checked(checked), module(*checked.derivative.getParent()), context(module.getContext()),
        layout(module.getDataLayout()), builder(context), runtime(module),
        own(Signature::of(checked.key)), forward(Signature::of(forwardForCheck(checked.key))) {
    SmallVector<Type *, 8> fields(forward.type->params());
    if (hasResult())
      fields.append(2, checked.key.primal->getReturnType()); // and its tangent
    frame = StructType::get(context, fields);
  }

  Function *emit() {
    Function *run = emitRun();
    Constant *what = description(*run, *emitExact());
    Function *around = create(checked.derivative.getFunctionType(), "enzyme.checking.");
    around->setAttributes(checked.derivative.getAttributes());
    around->removeFnAttr(Attribute::Memory);
    if (checked.derivative.hasPersonalityFn())
      around->setPersonalityFn(checked.derivative.getPersonalityFn());
    Value *memory = builder.CreateAlloca(frame, nullptr, "frame");
    SmallVector<Value *, 8> arguments;
    for (Argument &argument : around->args())
      arguments.push_back(&argument);
    fillFrame(*around, *memory);
    Value *seed = own.seedParameter ? widened(around->getArg(*own.seedParameter))
                                    : ConstantFP::get(builder.getDoubleTy(), 0);
    Value *check = runtime.checkBegin(builder, what, memory, seed);
    Value *result = builder.CreateCall(&checked.derivative, arguments);
    runtime.checkEnd(builder, check, adjointsIn(result));
    result->getType()->isVoidTy() ? builder.CreateRetVoid() : builder.CreateRet(result);
    return around;
  }

private:
  bool hasResult() const { return forward.primalResult.has_value(); }
  unsigned parameters() const { return checked.key.arguments.size(); }
  unsigned resultField() const { return forward.type->getNumParams(); }

  Function *create(FunctionType *type, const char *prefix) {
    Function *made = Function::Create(type, GlobalValue::InternalLinkage,
                                      prefix + checked.key.primal->getName(), module);
    builder.SetInsertPoint(BasicBlock::Create(context, "entry", made));
    return made;
  }

  Value *widened(Value *number) { return builder.CreateFPExt(number, builder.getDoubleTy()); }

  void fillFrame(Function &around, Value &memory) {
    auto set = [&](unsigned field, Value *value) {
      builder.CreateStore(value, builder.CreateStructGEP(frame, &memory, field));
    };
    for (unsigned i = 0; i != parameters(); ++i) {
      set(forward.primalParameter[i], around.getArg(own.primalParameter[i]));
      if (!forward.shadowParameter[i])
        continue;
      unsigned shadow = *forward.shadowParameter[i];
      set(shadow, own.shadowParameter[i]
                      ? static_cast<Value *>(around.getArg(*own.shadowParameter[i]))
                      : Constant::getNullValue(forward.type->getParamType(shadow)));
    }
  }

  Function *emitRun() {
    Function *run = create(FunctionType::get(builder.getVoidTy(), builder.getPtrTy(), false),
                           "enzyme.running.");
    auto field = [&](unsigned index) {
      return builder.CreateStructGEP(frame, run->getArg(0), index);
    };
    SmallVector<Value *, 8> arguments;
    for (auto [index, type] : enumerate(forward.type->params()))
      arguments.push_back(builder.CreateLoad(type, field(index)));
    Value *results = builder.CreateCall(&checked.forward, arguments);
    if (hasResult()) {
      builder.CreateStore(builder.CreateExtractValue(results, *forward.primalResult),
                          field(resultField()));
      builder.CreateStore(builder.CreateExtractValue(results, *forward.shadowResult),
                          field(resultField() + 1));
    }
    builder.CreateRetVoid();
    return run;
  }

  /// Calls the function itself, the program's own.
  Function *emitExact() {
    Function *exact =
        create(FunctionType::get(builder.getVoidTy(), builder.getPtrTy(), false), "enzyme.exact.");
    auto field = [&](unsigned index) {
      return builder.CreateStructGEP(frame, exact->getArg(0), index);
    };
    SmallVector<Value *, 8> arguments;
    for (unsigned i = 0; i != parameters(); ++i)
      arguments.push_back(builder.CreateLoad(checked.key.primal->getArg(i)->getType(),
                                             field(forward.primalParameter[i])));
    Value *result = builder.CreateCall(checked.key.primal, arguments);
    if (hasResult())
      builder.CreateStore(result, field(resultField()));
    builder.CreateRetVoid();
    return exact;
  }

  /// One double per described argument.
  Value *adjointsIn(Value *result) {
    Value *adjoints =
        builder.CreateAlloca(builder.getDoubleTy(), builder.getInt32(parameters() + 1), "adjoints");
    unsigned described = 0;
    for (unsigned i = 0; i != parameters(); ++i) {
      if (!forward.shadowParameter[i])
        continue;
      Value *place = builder.CreateConstGEP1_32(builder.getDoubleTy(), adjoints, described++);
      if (i < own.adjointResult.size() && own.adjointResult[i])
        builder.CreateStore(widened(builder.CreateExtractValue(result, *own.adjointResult[i])),
                            place);
    }
    return adjoints;
  }

  Constant *number(unsigned bits, int64_t value) {
    return ConstantInt::get(IntegerType::get(context, bits), value, /*isSigned=*/true);
  }
  Constant *offsetOf(unsigned field) {
    return number(64, layout.getStructLayout(frame)->getElementOffset(field));
  }
  Constant *text(StringRef words) {
    return builder.CreateGlobalString(words, "enzyme.text", 0, &module);
  }

  /// As runtime.h lays them out.
  Constant *describedArguments(unsigned &count) {
    SmallVector<Constant *, 8> rows;
    for (unsigned i = 0; i != parameters(); ++i)
      if (forward.shadowParameter[i]) {
        const Argument &parameter = *checked.key.primal->getArg(i);
        rows.push_back(ConstantStruct::getAnon(
            {text(parameter.getName()), number(32, i + 1),
             number(32, formatOf(*parameter.getType())), offsetOf(forward.primalParameter[i]),
             offsetOf(*forward.shadowParameter[i]), number(64, 0)}));
      }
    count = rows.size();
    if (rows.empty())
      return ConstantPointerNull::get(builder.getPtrTy());
    auto *table = ConstantArray::get(ArrayType::get(rows[0]->getType(), count), rows);
    return new GlobalVariable(module, table->getType(), false, GlobalValue::InternalLinkage, table,
                              "enzyme.checked.arguments");
  }

  Constant *description(Function &run, Function &exact) {
    unsigned count = 0;
    Constant *arguments = describedArguments(count);
    const Position &at = checked.where;
    Constant *place = at.line == 0 ? ConstantPointerNull::get(builder.getPtrTy())
                                   : text(at.file + ":" + std::to_string(at.line));
    Type *result = checked.key.primal->getReturnType();
    bool isReverse = !isForward(checked.key.mode);
    Constant *what = ConstantStruct::getAnon(
        {text(sourceName(*checked.key.primal)), place, &run, &exact, number(32, isReverse),
         number(32, checked.exitCode),
         number(32, hasResult() ? formatOf(*result) : int(ENZYME_RT_NONE)),
         number(32, checked.isNarrow), hasResult() ? offsetOf(resultField()) : number(64, 0),
         hasResult() ? offsetOf(resultField() + 1) : number(64, 0), number(64, 0),
         number(64, count), arguments});
    return new GlobalVariable(module, what->getType(), false, GlobalValue::InternalLinkage, what,
                              "enzyme.checked");
  }

  const CheckedDerivative &checked;
  Module &module;
  LLVMContext &context;
  const DataLayout &layout;
  IRBuilder<> builder;
  RuntimeCalls runtime;
  const Signature own, forward;
  StructType *frame;
};

} // namespace

DerivativeKey forwardForCheck(const DerivativeKey &key) {
  DerivativeKey forward = key;
  forward.mode = Mode::Forward;
  for (Activity &activity : forward.arguments)
    activity = activity == Activity::Const ? Activity::Const : Activity::Dup;
  forward.returned = isSeeded(key.returned) ? ReturnActivity::Out : ReturnActivity::Const;
  forward.returnsPrimal = forward.returned == ReturnActivity::Out;
  forward.overwritten.assign(key.arguments.size(), false);
  return forward;
}

std::string whyNotChecked(const DerivativeKey &key) {
  const Function &primal = *key.primal;
  if (key.mode != Mode::Forward && key.mode != Mode::ReverseCombined)
    return "its halves run apart";
  if (key.width != 1 || key.order != 0 || key.errors != Errors::None)
    return "it has several lanes, is a derivative of a derivative, or estimates errors";
  if (isShadowed(key.returned) || (isSeeded(key.returned) && !isNumber(*primal.getReturnType())))
    return "its result is not one number";
  for (const Argument &parameter : primal.args()) {
    const Type &type = *parameter.getType();
    bool isActive = key.arguments[parameter.getArgNo()] != Activity::Const;
    if (parameter.hasByValAttr() || parameter.hasStructRetAttr() ||
        (isActive && !type.isPointerTy() && !isNumber(type)))
      return "it takes or returns structures or other numbers than float and double by value";
  }
  return "";
}

Function *emitCheck(const CheckedDerivative &checked) { return Checking(checked).emit(); }

} // namespace enzyme
