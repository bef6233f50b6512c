//===- Shape.cpp ------------------------------------------------------------===//
#include "rules/Shape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace enzyme {

bool holdsFloat(Type *type) {
  return type->isFPOrFPVectorTy() || any_of(type->subtypes(), holdsFloat);
}

/// `size` is the type of the integers marked s, once one was met.
static bool fits(char letter, Type *type, Type *&size) {
  switch (letter) {
  case 'v':
    return type->isVoidTy();
  case 'p':
    return type->isPointerTy();
  case 'n':
    return type->isIntegerTy();
  case 'f':
    return type->isFloatingPointTy();
  case 's':
    size = size ? size : type;
    return type->isIntegerTy() && type == size;
  case '*':
    return true;
  default:
    return !holdsFloat(type);
  }
}

static bool haveShape(Type *result, ArrayRef<Type *> parameters, StringRef shape) {
  Type *size = nullptr;
  if (!fits(shape.front(), result, size))
    return false;
  StringRef rest = shape.drop_front();
  for (Type *parameter : parameters) {
    if (rest.empty() || !fits(rest.front(), parameter, size))
      return false;
    if (rest.front() != '*' && rest.front() != '-')
      rest = rest.drop_front();
  }
  return rest.empty() || rest == "*" || rest == "-";
}

bool hasShape(const CallBase &call, StringRef shape) {
  SmallVector<Type *, 8> arguments;
  for (const Use &argument : call.args())
    arguments.push_back(argument->getType());
  return haveShape(call.getType(), arguments, shape);
}

bool hasShape(const FunctionType &type, StringRef shape) {
  return haveShape(type.getReturnType(), type.params(), shape);
}

StringMap<StringRef> shapesOf(ArrayRef<ArrayRef<ShapedNames>> lists) {
  StringMap<StringRef> shapes;
  for (ArrayRef<ShapedNames> list : lists)
    for (const ShapedNames &group : list) {
      SmallVector<StringRef, 64> names;
      SplitString(group.names, names);
      for (StringRef name : names)
        shapes[name] = group.shape;
    }
  return shapes;
}

} // namespace enzyme
