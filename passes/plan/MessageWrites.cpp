//===- MessageWrites.cpp ----------------------------------------------------===//
#include "plan/MessageWrites.h"
#include "activity/Objects.h"
#include "activity/Summaries.h"
#include "memory/Writes.h"
#include "rules/Facts.h"
#include "rules/mpi/ArgumentWrites.h"
#include "support/Mutation.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include <map>

using namespace llvm;

namespace enzyme {

/// What is asked for more than once.
class MessageWrites::Objects {
public:
  explicit Objects(const ShadowedPrimal &primal)
      : callees(*primal.userRules),
        points(*primal.prepared, *primal.types,
               SmallVector<World, 8>(primal.prepared->arg_size(), World::Active), callees) {}

  bool areApart(const Value &read, const Instruction &write);

private:
  using Parameters = SmallVector<unsigned, 4>;
  bool isOwn(unsigned object) const;
  std::optional<ObjectSet> written(const CallBase &call, const PointsTo &points);
  std::optional<ObjectSet> written(const Instruction &write, const PointsTo &points);
  const std::optional<Parameters> &writtenParameters(const Function &function);
  std::optional<Parameters> look(const Function &function);

  CalleeSummaries callees;
  PointsTo points;
  DenseMap<const Instruction *, std::optional<ObjectSet>> ofWrites;
  std::map<const Function *, std::optional<Parameters>> ofFunctions;
};

MessageWrites::MessageWrites(const ShadowedPrimal &primal)
    : primal(primal), hasMessages(hasOnlyMessages(*primal.prepared->getParent())) {}
MessageWrites::~MessageWrites() = default;

bool MessageWrites::leave(const Value &read, const Instruction &write) {
  if (!hasMessages)
    return false;
  if (!objects)
    objects = std::make_unique<Objects>(primal);
  return objects->areApart(read, write);
}

/// A variable of the function, or memory that the library gave to it. (What the program's own
/// allocators give may have been given before.)
bool MessageWrites::Objects::isOwn(unsigned object) const {
  const Object &known = points.objects()[object];
  const auto *call = dyn_cast_or_null<CallBase>(known.origin);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return known.world == World::Local &&
         (isa_and_nonnull<AllocaInst>(known.origin) ||
          (callee && callee->isDeclaration() && allocatorFact(*call)));
}

bool MessageWrites::Objects::areApart(const Value &read, const Instruction &write) {
  auto [entry, isNew] = ofWrites.try_emplace(&write);
  if (isNew)
    entry->second = written(write, points);
  const ObjectSet &where = points.of(read);
  bool isAnywhere = where.empty() || where.test(points.world(World::Mixed)) ||
                    where.test(points.world(World::Unseen));
  if (!entry->second || isAnywhere)
    return false;
  for (unsigned object : *entry->second)
    if ((where.test(object) && !mutation::breaks("message-writes", "meet")) || !isOwn(object))
      return false;
  return true;
}

/// Adds the objects that `pointer` leads to. False if it is not known where that is.
static bool addKnown(const ObjectSet &found, const Value &pointer, ObjectSet &objects) {
  objects |= found;
  return !found.empty() || isa<Constant>(pointer); // such as MPI_STATUS_IGNORE
}

std::optional<ObjectSet> MessageWrites::Objects::written(const CallBase &call,
                                                         const PointsTo &points) {
  ObjectSet objects;
  if (const Function *body = callees.bodyOf(call)) {
    const std::optional<Parameters> &parameters = writtenParameters(*body);
    if (!parameters)
      return std::nullopt;
    for (unsigned parameter : *parameters)
      if (!addKnown(points.reach(*call.getArgOperand(parameter)), *call.getArgOperand(parameter),
                    objects))
        return std::nullopt;
    return objects;
  }
  if (!callees.exchangeIn(call) || !writesOnlyArguments(call))
    return std::nullopt;
  for (const Use &argument : call.args())
    if (const auto *variable = dyn_cast<GlobalVariable>(argument);
        argument->getType()->isPointerTy() && !(variable && isMpiHandle(*variable)) &&
        !addKnown(points.of(*argument), *argument, objects))
      return std::nullopt;
  return objects;
}

std::optional<ObjectSet> MessageWrites::Objects::written(const Instruction &write,
                                                         const PointsTo &points) {
  if (auto *call = dyn_cast<CallBase>(&write); call && !isa<IntrinsicInst>(call))
    return written(*call, points);
  const Value *place = writtenPointer(write);
  const ObjectSet *objects = place ? &points.of(*place) : nullptr;
  return objects && !objects->empty() ? std::optional(*objects) : std::nullopt;
}

/// Recursive functions write anywhere.
const std::optional<MessageWrites::Objects::Parameters> &
MessageWrites::Objects::writtenParameters(const Function &function) {
  auto [entry, isNew] = ofFunctions.try_emplace(&function);
  if (isNew)
    entry->second = look(function);
  return entry->second;
}

std::optional<MessageWrites::Objects::Parameters>
MessageWrites::Objects::look(const Function &function) {
  // const_cast: the analysis takes a mutable function and changes nothing
  TypeResults types = analyseTypes(const_cast<Function &>(function));
  SmallVector<World, 8> own(function.arg_size(), World::Local);
  PointsTo inside(function, types, own, callees);
  Parameters parameters;
  for (const Instruction &at : instructions(function)) {
    if (!writesMemory(at))
      continue;
    std::optional<ObjectSet> objects = written(at, inside);
    if (!objects)
      return std::nullopt;
    for (unsigned object : *objects) {
      const Value *origin = inside.objects()[object].origin;
      if (const auto *parameter = dyn_cast_or_null<Argument>(origin))
        parameters.push_back(parameter->getArgNo());
      else if (!isa_and_nonnull<AllocaInst>(origin))
        return std::nullopt;
    }
  }
  sort(parameters);
  parameters.erase(llvm::unique(parameters), parameters.end());
  return parameters;
}

} // namespace enzyme
