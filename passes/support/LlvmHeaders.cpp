//===- LlvmHeaders.cpp - the unit the precompiled headers belong to -------===//
#include "support/LlvmHeaders.h"
