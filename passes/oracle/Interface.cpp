//===- Interface.cpp - declarations of the oracle's runtime -----------------===//
#include "oracle/Interface.h"

using namespace llvm;

namespace enzyme::oracle {

Interface::Interface(Module &module) : module(module) {
  LLVMContext &context = module.getContext();
  address = PointerType::get(context, 0);
  word = Type::getInt64Ty(context);
  byte = Type::getInt8Ty(context);
  wide = Type::getX86_FP80Ty(context);
  Type *number = Type::getInt32Ty(context), *none = Type::getVoidTy(context);
  Type *floats = ArrayType::get(wide, callFloats);
  Type *pair = ArrayType::get(wide, 2);
  call = StructType::get(context, {floats, floats, pair, pair, ArrayType::get(address, callFloats),
                                   ArrayType::get(word, callFloats), number});
  Type *block = ArrayType::get(byte, blockBytes);
  arguments = threadLocal("enzyme_oracle_arguments", block);
  results = threadLocal("enzyme_oracle_results", block);
  variadic = threadLocal("enzyme_oracle_variadic", block);
  variadicBytes = threadLocal("enzyme_oracle_variadic_bytes", word);
  called = threadLocal("enzyme_oracle_called", address);
  answered = threadLocal("enzyme_oracle_answered", address);
  bits = module.getOrInsertFunction("enzyme_oracle_bits", word, number, number, word, word, word,
                                    word, address);
  foreign = module.getOrInsertFunction(
      "enzyme_oracle_foreign",
      FunctionType::get(number, {address, address, address, number, number, number}, true));
  stop = module.getOrInsertFunction("enzyme_oracle_stop", none, address, address);
  Type *real = Type::getDoubleTy(context);
  step = module.getOrInsertFunction("enzyme_oracle_step", none, address, real, real);
}

FunctionCallee Interface::rule(StringRef name) {
  return module.getOrInsertFunction(("enzyme_oracle_rule_" + name).str(),
                                    Type::getVoidTy(module.getContext()), address);
}

Constant *Interface::text(StringRef text) {
  Constant *&known = texts[text];
  if (!known)
    known = IRBuilder<>(module.getContext()).CreateGlobalString(text, "oracle.text", 0, &module);
  return known;
}

GlobalVariable *Interface::threadLocal(StringRef name, Type *type) {
  auto *variable = cast<GlobalVariable>(module.getOrInsertGlobal(name, type, [&] {
    return new GlobalVariable(module, type, false, GlobalValue::ExternalLinkage, nullptr, name,
                              nullptr, GlobalValue::InitialExecTLSModel);
  }));
  return variable;
}

} // namespace enzyme::oracle
