//===- GpuLine.h - a line that makes code for GPUs, read for the CPU -------===//
#ifndef ENZYME_DRIVER_GPU_LINE_H
#define ENZYME_DRIVER_GPU_LINE_H

#include "Jobs.h"

namespace enzyme::driver {

struct GpuSource {
  std::string path;
  bool isHip = false;
  size_t place = 0;             // in `words`
  bool isNamedLanguage = false; // by -x, also for what follows
};

struct GpuLine {
  enum class End { Look, Object, Program };

  std::string refusal; // why it cannot be done for the CPU; empty: it can
  End end = End::Program;
  std::vector<GpuSource> sources;
  bool isLinked = false;    // -fgpu-rdc: device code is linked with that of other files
  Line others;              // the inputs that are no sources for GPUs
  bool isShown = false;     // -v: what is run
  bool isOnlyShown = false; // -###
  Line words;               // the whole line, less what only a GPU or its libraries understand
  Line compile;             // of these, what says how a source is compiled
  Line dependencies;        // -MD and what goes with it
  bool namesDepfile = false, namesTarget = false; // -MF; -MT or -MQ
  std::string output;                             // -o
};

GpuLine readGpuLine(const Line &arguments);

} // namespace enzyme::driver

#endif
