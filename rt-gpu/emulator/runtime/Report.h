//===- Report.h - what the emulator says of a program ----------------------===//
#ifndef GPUEMU_REPORT_H
#define GPUEMU_REPORT_H

namespace emu {

/// The status with which a program ends of which the emulator has found that it is wrong.
constexpr int wrongProgram = 86;

/// Says what is wrong, of which thread of the GPU if one runs, and ends the program.
[[noreturn]] __attribute__((format(printf, 1, 2))) void stop(const char *format, ...);

/// From now on an access of a thread of the GPU, on this thread of the CPU, to where nothing is
/// ends the program by such a report, too.
void watchAccesses();

} // namespace emu
#endif
