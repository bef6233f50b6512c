//===- WritesByPlace.cpp --------------------------------------------------===//
#include "memory/WritesByPlace.h"
#include "limits/memory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;

namespace enzyme {

constexpr int64_t stretch = 16; // bytes
constexpr uint64_t wideBytes = 8 * stretch;

/// The stretches in which bytes lie, the last one too.
static std::pair<int64_t, int64_t> stretchesOf(int64_t first, uint64_t size) {
  return {first >> 4, (first + int64_t(size) - 1) >> 4};
}
static_assert(stretch == 1 << 4);

/// One address in one run of the function.
static bool isOneAddress(const Value &base) {
  auto *variable = dyn_cast<AllocaInst>(&base);
  return isa<Argument, GlobalVariable>(base) || (variable && variable->isStaticAlloca());
}

WritesByPlace::Place WritesByPlace::placeOf(const Instruction &access) {
  const Value *pointer = getLoadStorePointerOperand(&access);
  if (!pointer || access.isVolatile() || access.isAtomic())
    return {};
  const DataLayout &layout = access.getDataLayout();
  TypeSize size = layout.getTypeStoreSize(getLoadStoreType(&access));
  APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  const Value *base =
      pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  if (size.isScalable() || size.isZero() || !isOneAddress(*base) ||
      offset.getSignificantBits() > limits::bitsOfOffset)
    return {};
  return {base, offset.getSExtValue(), size.getFixedValue()};
}

WritesByPlace::WritesByPlace(ArrayRef<const Instruction *> all) : all(all) {
  for (auto [position, write] : enumerate(all)) {
    blocks.try_emplace(write->getParent(), position, position).first->second.second = position + 1;
    Place place = isa<StoreInst>(write) ? placeOf(*write) : Place();
    if (!place.base) {
      anywhere.push_back(position);
      continue;
    }
    Object &object = objects[place.base];
    object.all.push_back(position);
    if (place.size > wideBytes) {
      object.wide.push_back(position);
      continue;
    }
    auto [from, to] = stretchesOf(place.first, place.size);
    for (int64_t at = from; at <= to; ++at)
      object.stretches[at].push_back(position);
  }
}

const WritesByPlace::Positions &WritesByPlace::atOtherObjects(const Value &base,
                                                              AreApart areApart) {
  auto [found, isNew] = others.try_emplace(&base);
  if (!isNew)
    return found->second;
  for (auto &[other, object] : objects)
    if (other != &base && !areApart(*other, base))
      append_range(found->second, object.all);
  llvm::sort(found->second);
  return found->second;
}

/// The writes of its block that the load follows: from the first to before the second.
std::pair<unsigned, unsigned> WritesByPlace::inFrontOf(const LoadInst &load) const {
  auto [first, end] = blocks.lookup(load.getParent());
  auto own = all.slice(first, end - first);
  auto last =
      partition_point(own, [&](const Instruction *write) { return write->comesBefore(&load); });
  return {first, first + (last - own.begin())};
}

const Instruction *WritesByPlace::find(const LoadInst &load, bool isOnce, AreApart areApart,
                                       function_ref<bool(const Instruction &)> isFound) {
  Place place = placeOf(load);
  if (!place.base || place.size > wideBytes) {
    auto found = find_if(all, [&](const Instruction *write) { return isFound(*write); });
    return found == all.end() ? nullptr : *found;
  }
  SmallVector<ArrayRef<unsigned>, 8> lists{anywhere, atOtherObjects(*place.base, areApart)};
  if (auto own = objects.find(place.base); own != objects.end()) {
    lists.push_back(own->second.wide);
    auto [from, to] = stretchesOf(place.first, place.size);
    for (int64_t at = from; at <= to; ++at)
      if (auto there = own->second.stretches.find(at); there != own->second.stretches.end())
        lists.push_back(there->second);
  }
  auto [front, behind] = isOnce ? inFrontOf(load) : std::pair(0u, 0u);
  auto next = [&] {
    unsigned first = all.size();
    for (ArrayRef<unsigned> &list : lists) {
      if (!list.empty() && front <= list.front() && list.front() < behind)
        list = list.drop_front(llvm::lower_bound(list, behind) - list.begin());
      if (!list.empty())
        first = std::min(first, list.front());
    }
    return first;
  };
  for (unsigned position = next(); position != all.size(); position = next()) {
    if (isFound(*all[position]))
      return all[position];
    for (ArrayRef<unsigned> &list : lists)
      if (!list.empty() && list.front() == position)
        list = list.drop_front();
  }
  return nullptr;
}

} // namespace enzyme
