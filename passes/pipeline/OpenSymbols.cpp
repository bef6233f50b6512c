//===- OpenSymbols.cpp -----------------------------------------------------===//
#include "pipeline/OpenSymbols.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace enzyme {

static void setIfThere(Function &function, StringRef name, const std::string &value) {
  if (!value.empty())
    function.addFnAttr(name, value);
}

void compileForCaller(Function &function, const OpenRecord &record) {
  setIfThere(function, "target-cpu", record.cpu);
  setIfThere(function, "tune-cpu", record.tuneCpu);
  setIfThere(function, "target-features", record.features);
}

void fillEntry(Function &entry, Function &derivative) {
  for (unsigned i = 0; i != derivative.arg_size(); ++i)
    for (Attribute::AttrKind kind : {Attribute::StructRet, Attribute::ByVal})
      if (derivative.hasParamAttribute(i, kind)) // truncated functions are called as they are
        entry.addParamAttr(i, derivative.getParamAttribute(i, kind));
  IRBuilder<> builder(BasicBlock::Create(entry.getContext(), "entry", &entry));
  SmallVector<Value *, 8> arguments;
  for (Argument &argument : entry.args())
    arguments.push_back(&argument);
  CallInst *call = builder.CreateCall(&derivative, arguments);
  call->setCallingConv(derivative.getCallingConv());
  for (unsigned i = 0; i != derivative.arg_size(); ++i)
    for (Attribute::AttrKind kind :
         {Attribute::StructRet, Attribute::ByVal, Attribute::ZExt, Attribute::SExt})
      if (derivative.hasParamAttribute(
              i, kind)) // how it is passed; what it promises is its own affair
        call->addParamAttr(i, derivative.getParamAttribute(i, kind));
  if (call->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
}

std::string textOf(const Options &options) {
  OpenRecord record;
  record.options = options;
  record.options.link.clear();
  record.options.link_cache.clear();
  return writeRecord(record);
}

} // namespace enzyme
