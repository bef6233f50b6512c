//===- Registrations.cpp -------------------------------------------------------===//
#include "rules/gpu/Registrations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme::gpu {
namespace {

constexpr StringLiteral tableSection = "llvm_offload_entries", entryPrefix = ".offloading.entry.";

/// {0, version, kind, flags, address, name, size, data, other address}
enum Field : unsigned { Address = 4, Name = 5, Size = 6, Fields = 9 };
/// Of a call.
enum Parameter : unsigned { Handle = 1, NameThere = 2, NameHere = 3, Parameters = 10 };

bool isEntryOfKernel(const GlobalVariable &variable) {
  if (!variable.hasInitializer() || variable.getSection() != tableSection)
    return false;
  auto *fields = dyn_cast<ConstantStruct>(variable.getInitializer());
  auto *size = fields && fields->getNumOperands() == Fields
                   ? dyn_cast<ConstantInt>(fields->getOperand(Size))
                   : nullptr;
  return size && size->isZero();
}

} // namespace

bool isRegistration(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  StringRef name = callee && callee->isDeclaration() ? callee->getName() : "";
  return (name == "__cudaRegisterFunction" || name == "__hipRegisterFunction") &&
         call.arg_size() == Parameters;
}

bool isOfEntry(const Value &constant) {
  return isa<ConstantStruct>(constant) && all_of(constant.users(), [](const User *user) {
           auto *entry = dyn_cast<GlobalVariable>(user);
           return entry && entry->getSection() == tableSection;
         });
}

std::optional<std::string> textOf(const Value &address) {
  auto *text = dyn_cast<GlobalVariable>(address.stripPointerCasts());
  auto *data = text && text->hasInitializer()
                   ? dyn_cast<ConstantDataSequential>(text->getInitializer())
                   : nullptr;
  return data && data->isCString() ? std::optional(data->getAsCString().str()) : std::nullopt;
}

GlobalValue *Registration::handle() const {
  Value *address =
      call ? call->getArgOperand(Handle) : entry->getInitializer()->getOperand(Address);
  return dyn_cast<GlobalValue>(address->stripPointerCasts());
}

std::optional<std::string> Registration::name() const {
  return textOf(call ? *call->getArgOperand(NameThere)
                     : *entry->getInitializer()->getOperand(Name));
}

void Registration::repeat(GlobalVariable &other, GlobalVariable &otherName) const {
  if (call) {
    SmallVector<Value *, Parameters> arguments(call->args());
    arguments[Handle] = &other;
    arguments[NameThere] = arguments[NameHere] = &otherName;
    IRBuilder<>(call).CreateCall(call->getFunctionType(), call->getCalledOperand(), arguments);
    return;
  }
  auto *known = cast<ConstantStruct>(entry->getInitializer());
  SmallVector<Constant *, Fields> fields;
  for (Value *field : known->operands())
    fields.push_back(cast<Constant>(field));
  fields[Address] = &other;
  fields[Name] = &otherName;
  auto *made = new GlobalVariable(
      *entry->getParent(), known->getType(), /*isConstant=*/true, entry->getLinkage(),
      ConstantStruct::get(known->getType(), fields), entryPrefix + *textOf(otherName));
  made->copyAttributesFrom(entry);
}

SmallVector<Registration, 4> registrationsIn(Module &module) {
  SmallVector<Registration, 4> all;
  for (Function &function : module)
    for (Instruction &at : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&at); call && isRegistration(*call))
        all.push_back({call, nullptr});
  for (GlobalVariable &variable : module.globals())
    if (isEntryOfKernel(variable))
      all.push_back({nullptr, &variable});
  erase_if(all, [](const Registration &one) { return !one.handle(); });
  return all;
}

bool registersKernels(const Module &module) {
  return !registrationsIn(const_cast<Module &>(module)).empty(); // changes nothing
}

std::optional<Registration> registrationOf(const Value &handle) {
  for (User *user : const_cast<Value &>(handle).users()) { // which is changed by none of this
    if (auto *call = dyn_cast<CallBase>(user);
        call && isRegistration(*call) && call->getArgOperand(Handle) == &handle)
      return Registration{call, nullptr};
    if (isa<ConstantStruct>(user))
      for (User *behind : user->users())
        if (auto *entry = dyn_cast<GlobalVariable>(behind);
            entry && isEntryOfKernel(*entry) &&
            entry->getInitializer()->getOperand(Address) == &handle)
          return Registration{nullptr, entry};
  }
  return std::nullopt;
}

} // namespace enzyme::gpu
