//===- Spelling.cpp - every spelling of a function's name ----------------===//
#include "rules/Spelling.h"
#include "rules/calls/CanonicalTables.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace enzyme {
namespace {

struct Suffix {
  StringLiteral text;
  Precision precision;
};

/// C and its extensions: sinf, sinl, sinf128.
constexpr Suffix librarySuffixes[] = {
    {"f16", Precision::Half},        {"bf16", Precision::BFloat}, {"f32x", Precision::Double},
    {"f64x", Precision::LongDouble}, {"f32", Precision::Float},   {"f64", Precision::Double},
    {"f128", Precision::Quad},       {"f", Precision::Float},     {"l", Precision::LongDouble},
};

/// AMD's device library: __ocml_sin_f32.
constexpr Suffix deviceSuffixes[] = {
    {"_f16", Precision::Half},
    {"_f32", Precision::Float},
    {"_f64", Precision::Double},
};

/// Names that follow no pattern.
struct Alias {
  StringLiteral spelling;
  StringLiteral name;
  Precision precision = Precision::Any; ///< Any: as the spelling's suffix says
};

constexpr Alias aliases[] = {
    {"drem", "remainder"},
    {"gamma", "lgamma"},
    {"gamma_r", "lgamma_r"},
    {"pow10", "exp10"},
    // LLVM's names for C's functions.
    {"minnum", "fmin"},
    {"maxnum", "fmax"},
    {"minimum", "fminimum"},
    {"maximum", "fmaximum"},
    {"minimumnum", "fminimum_num"},
    {"maximumnum", "fmaximum_num"},
    // compiler-rt and libgcc: the letter before the digit is the precision.
    {"__powihf2", "powi", Precision::Half},
    {"__powisf2", "powi", Precision::Float},
    {"__powidf2", "powi", Precision::Double},
    {"__powixf2", "powi", Precision::LongDouble},
    {"__powitf2", "powi", Precision::Quad},
    {"__mulhc3", "__muldc3", Precision::Half},
    {"__mulsc3", "__muldc3", Precision::Float},
    {"__muldc3", "__muldc3", Precision::Double},
    {"__mulxc3", "__muldc3", Precision::LongDouble},
    {"__multc3", "__muldc3", Precision::Quad},
    {"__divhc3", "__divdc3", Precision::Half},
    {"__divsc3", "__divdc3", Precision::Float},
    {"__divdc3", "__divdc3", Precision::Double},
    {"__divxc3", "__divdc3", Precision::LongDouble},
    {"__divtc3", "__divdc3", Precision::Quad},
    // Processors' own vector operations.
    {"x86.sse.min.ps", "llvm.x86.min"},
    {"x86.sse2.min.pd", "llvm.x86.min"},
    {"x86.avx.min.ps.256", "llvm.x86.min"},
    {"x86.avx.min.pd.256", "llvm.x86.min"},
    {"x86.sse.max.ps", "llvm.x86.max"},
    {"x86.sse2.max.pd", "llvm.x86.max"},
    {"x86.avx.max.ps.256", "llvm.x86.max"},
    {"x86.avx.max.pd.256", "llvm.x86.max"},
    {"x86.sse.rcp.ps", "llvm.x86.rcp"},
    {"x86.avx.rcp.ps.256", "llvm.x86.rcp"},
    {"x86.sse.rsqrt.ps", "llvm.x86.rsqrt"},
    {"x86.avx.rsqrt.ps.256", "llvm.x86.rsqrt"},
    {"x86.avx512.rcp14.ps.128", "llvm.x86.rcp14"},
    {"x86.avx512.rcp14.ps.256", "llvm.x86.rcp14"},
    {"x86.avx512.rcp14.ps.512", "llvm.x86.rcp14"},
    {"x86.avx512.rcp14.pd.128", "llvm.x86.rcp14"},
    {"x86.avx512.rcp14.pd.256", "llvm.x86.rcp14"},
    {"x86.avx512.rcp14.pd.512", "llvm.x86.rcp14"},
    {"x86.avx512.rsqrt14.ps.128", "llvm.x86.rsqrt14"},
    {"x86.avx512.rsqrt14.ps.256", "llvm.x86.rsqrt14"},
    {"x86.avx512.rsqrt14.ps.512", "llvm.x86.rsqrt14"},
    {"x86.avx512.rsqrt14.pd.128", "llvm.x86.rsqrt14"},
    {"x86.avx512.rsqrt14.pd.256", "llvm.x86.rsqrt14"},
    {"x86.avx512.rsqrt14.pd.512", "llvm.x86.rsqrt14"},
    {"x86.sse41.round.ps", "llvm.x86.round"},
    {"x86.sse41.round.pd", "llvm.x86.round"},
    {"x86.avx.round.ps.256", "llvm.x86.round"},
    {"x86.avx.round.pd.256", "llvm.x86.round"},
    {"x86.sse41.blendvps", "llvm.x86.blendv"},
    {"x86.sse41.blendvpd", "llvm.x86.blendv"},
    {"x86.avx.blendv.ps.256", "llvm.x86.blendv"},
    {"x86.avx.blendv.pd.256", "llvm.x86.blendv"},
    {"aarch64.neon.fmax", "fmaximum"},
    {"aarch64.neon.fmin", "fminimum"},
    {"aarch64.neon.fmaxnm", "fmax"},
    {"aarch64.neon.fminnm", "fmin"},
    {"aarch64.neon.frsqrte", "rsqrt"},
    // What clang's headers for HIP make __expf and its like of.
    {"amdgcn.exp2", "exp2"},
    {"amdgcn.log", "log2"},
    {"amdgcn.sqrt", "sqrt"},
    {"amdgcn.rsq", "rsqrt"},
    {"amdgcn.rcp", "llvm.x86.rcp"},
    // libdevice, with the rounding to the nearest as part of the name.
    {"__nv_fsqrt_rn", "sqrt", Precision::Float},
    {"__nv_dsqrt_rn", "sqrt", Precision::Double},
    {"__nv_frsqrt_rn", "rsqrt", Precision::Float},
    {"__nv_fmaf_rn", "fma", Precision::Float},
    {"__nv_fmaf_ieee_rn", "fma", Precision::Float},
    {"__nv_fma_rn", "fma", Precision::Double},
    {"__nv_dadd_rn", "__nv_dadd_rn", Precision::Double},
    {"__nv_dsub_rn", "__nv_dsub_rn", Precision::Double},
    {"__nv_dmul_rn", "__nv_dmul_rn", Precision::Double},
    {"__nv_drcp_rn", "__nv_drcp_rn", Precision::Double},
    {"__nv_fadd_rn", "__nv_dadd_rn", Precision::Float},
    {"__nv_fsub_rn", "__nv_dsub_rn", Precision::Float},
    {"__nv_fmul_rn", "__nv_dmul_rn", Precision::Float},
    {"__nv_fdiv_rn", "__nv_fdivide", Precision::Float},
    {"__nv_ddiv_rn", "__nv_fdivide", Precision::Double},
    {"__nv_frcp_rn", "__nv_drcp_rn", Precision::Float},
    {"__nv_double2float_rn", "__nv_double2float_rn", Precision::Any},
    {"__nv_norm4df", "__nv_norm4d", Precision::Float},
    {"__nv_rnorm3df", "__nv_rnorm3d", Precision::Float},
    {"__nv_rnorm4df", "__nv_rnorm4d", Precision::Float},
    {"__nv_fast_fdividef", "__nv_fdivide", Precision::Float},
    {"__nv_norm3df", "__nv_norm3d", Precision::Float},
    {"__nv_erfinvf", "__nv_erfinv", Precision::Float},
    {"__nv_erfcinvf", "__nv_erfcinv", Precision::Float},
    {"__nv_erfcxf", "__nv_erfcx", Precision::Float},
    {"__nv_normcdff", "__nv_normcdf", Precision::Float},
    {"__nv_normcdfinvf", "__nv_normcdfinv", Precision::Float},
    {"__nv_rcbrtf", "__nv_rcbrt", Precision::Float},
    {"__nv_rhypotf", "__nv_rhypot", Precision::Float},
};

const Alias *findAlias(StringRef name) {
  for (const Alias &alias : aliases)
    if (name == alias.spelling)
      return &alias;
  return nullptr;
}

using Readings = SmallVector<Spelling, 4>;

void add(Readings &readings, StringRef name, Precision precision) {
  if (const Alias *alias = findAlias(name)) {
    name = alias->name;
    if (alias->precision != Precision::Any)
      precision = alias->precision;
  }
  readings.push_back({name, precision});
}

/// `name` as it stands is double; without a suffix it is what the suffix says.
void addWithSuffixes(Readings &readings, StringRef name) {
  add(readings, name, Precision::Double);
  for (const Suffix &suffix : librarySuffixes)
    if (name.size() > suffix.text.size() && name.ends_with(suffix.text))
      add(readings, name.drop_back(suffix.text.size()), suffix.precision);
}

bool isConstrainedOpcode(StringRef name) {
  return name == "fadd" || name == "fsub" || name == "fmul" || name == "fdiv" || name == "frem" ||
         name == "fpext" || name == "fptrunc";
}

Readings readIntrinsic(StringRef symbol) {
  Intrinsic::ID id = Intrinsic::lookupIntrinsicID(symbol);
  if (id == Intrinsic::not_intrinsic)
    return {};
  StringRef name = Intrinsic::getBaseName(id);
  Readings readings;
  readings.push_back({name}); // rows that exist as intrinsics only
  name.consume_front("llvm.");
  bool isConstrained = name.consume_front("experimental.constrained.");
  add(readings, name, Precision::Any);
  readings.back().isOpcode = isConstrained && isConstrainedOpcode(name);
  readings.back().hasTrailing = isConstrained;
  return readings;
}

/// The rounding of libdevice's `name` does not matter: __nv_dadd_rz as __nv_dadd_rn.
std::string roundedToNearest(StringRef name) {
  bool isRounded = name.starts_with("__nv_") && name.size() > 8 && name[name.size() - 3] == '_' &&
                   name[name.size() - 2] == 'r' && StringRef("duz").contains(name.back());
  return isRounded ? name.drop_back().str() + "n" : "";
}

Readings readDeviceLibrary(StringRef name) {
  Readings readings;
  name.consume_front("native_");
  for (const Suffix &suffix : deviceSuffixes)
    if (name.ends_with(suffix.text))
      add(readings, name.drop_back(suffix.text.size()), suffix.precision);
  return readings;
}

} // namespace

bool fits(Precision precision, const Type &scalar) {
  switch (precision) {
  case Precision::Any:
    return true;
  case Precision::Half:
    return scalar.isHalfTy();
  case Precision::BFloat:
    return scalar.isBFloatTy();
  case Precision::Float:
    return scalar.isFloatTy();
  case Precision::Double:
    return scalar.isDoubleTy();
  case Precision::LongDouble: // a double on some systems
    return scalar.isX86_FP80Ty() || scalar.isFP128Ty() || scalar.isPPC_FP128Ty() ||
           scalar.isDoubleTy();
  case Precision::Quad:
    return scalar.isFP128Ty();
  }
  llvm_unreachable("covered switch");
}

SmallVector<Spelling, 4> readSymbol(StringRef symbol) {
  if (symbol.starts_with("llvm."))
    return readIntrinsic(symbol);
  for (StringRef product : {calls::guardedProduct, calls::shieldedProduct})
    if (symbol.starts_with(product)) // its type follows
      return {{product}};
  if (symbol.consume_front("__ocml_"))
    return readDeviceLibrary(symbol);
  Readings readings;
  addWithSuffixes(readings, symbol);
  if (const Alias *alias = findAlias(roundedToNearest(symbol)))
    readings.push_back({alias->name, alias->precision});
  if (symbol.consume_front("__nv_")) {
    symbol.consume_front("fast_");
    addWithSuffixes(readings, symbol);
  } else if (symbol.consume_front("__") && symbol.consume_back("_finite")) {
    addWithSuffixes(readings, symbol); // glibc's -ffast-math entry points
  }
  return readings;
}

/// The length of the tag that `mangled` begins with (a B, its length, letters, six digits); else 0.
static size_t versionTagAt(StringRef mangled) {
  constexpr size_t digits = 6;
  size_t length = 0;
  StringRef tag = mangled;
  if (!tag.consume_front("B") || tag.consumeInteger(10, length) || tag.size() < length ||
      length <= digits)
    return 0;
  bool isTag = all_of(tag.take_front(length - digits), isLower) &&
               all_of(tag.substr(length - digits, digits), isDigit);
  return isTag ? mangled.size() - tag.size() + length : 0;
}

std::string withoutVersionTag(StringRef mangled) {
  std::string name;
  while (!mangled.empty()) {
    size_t tag = versionTagAt(mangled);
    if (!tag)
      name += mangled.front();
    mangled = mangled.drop_front(tag ? tag : 1);
  }
  return name;
}

} // namespace enzyme
