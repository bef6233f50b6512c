//===- Settings.h - how the emulator runs, from the environment ------------===//
#ifndef GPUEMU_SETTINGS_H
#define GPUEMU_SETTINGS_H

namespace emu {

enum class Order { straight, reversed, random };

struct Settings {
  Order order = Order::straight; ///< EMU_SCHED=straight|rev|rand:SEED
  unsigned seed = 1;
  unsigned workers =
      1;               ///< EMU_WORKERS: threads of the CPU; all there are, if no order is asked for
  unsigned blocks = 1; ///< EMU_BLOCKS: blocks that run at a time
  bool isStrict = true; ///< EMU_STRICT=0: barriers may be met at different places
  bool mayWarn = true;
};

const Settings &settings();

} // namespace emu
#endif
