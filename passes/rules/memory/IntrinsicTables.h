//===- IntrinsicTables.h - the rows behind Intrinsics.h ------------------===//
#ifndef ENZYME_RULES_MEMORY_INTRINSICTABLES_H
#define ENZYME_RULES_MEMORY_INTRINSICTABLES_H

#include "rules/memory/Intrinsics.h"

namespace enzyme::memory {
using llvm::StringLiteral;
namespace Intrinsic = llvm::Intrinsic;

struct BehaviourRow {
  Intrinsic::ID id;
  Behaviour behaviour;
};
struct BehaviourFamily {
  StringLiteral prefix;
  Behaviour behaviour;
};
struct InactiveRow {
  Intrinsic::ID id;
};
struct InactiveFamily {
  StringLiteral prefix;
};
struct RefusalFamily {
  StringLiteral prefix;
  StringLiteral reason;
};

inline constexpr BehaviourRow behaviours[] = {
    {Intrinsic::memcpy, Behaviour::MemoryCopy},
    {Intrinsic::memcpy_inline, Behaviour::MemoryCopy},
    {Intrinsic::memcpy_element_unordered_atomic, Behaviour::MemoryCopy},
    {Intrinsic::memmove, Behaviour::MemoryCopy},
    {Intrinsic::memmove_element_unordered_atomic, Behaviour::MemoryCopy},
    {Intrinsic::memset, Behaviour::MemorySet},
    {Intrinsic::memset_inline, Behaviour::MemorySet},
    {Intrinsic::memset_element_unordered_atomic, Behaviour::MemorySet},
    {Intrinsic::experimental_memset_pattern, Behaviour::MemorySet},
    {Intrinsic::masked_load, Behaviour::MaskedMemory},
    {Intrinsic::masked_store, Behaviour::MaskedMemory},
    {Intrinsic::masked_gather, Behaviour::MaskedMemory},
    {Intrinsic::masked_scatter, Behaviour::MaskedMemory},
    {Intrinsic::masked_expandload, Behaviour::MaskedMemory},
    {Intrinsic::masked_compressstore, Behaviour::MaskedMemory},
    {Intrinsic::matrix_column_major_load, Behaviour::MatrixMemory},
    {Intrinsic::matrix_column_major_store, Behaviour::MatrixMemory},
    {Intrinsic::matrix_transpose, Behaviour::Route},
    {Intrinsic::vector_insert, Behaviour::Route},
    {Intrinsic::vector_extract, Behaviour::Route},
    {Intrinsic::vector_reverse, Behaviour::Route},
    {Intrinsic::vector_splice_left, Behaviour::Route},
    {Intrinsic::vector_splice_right, Behaviour::Route},
    {Intrinsic::experimental_vector_compress, Behaviour::Route},
    {Intrinsic::experimental_vector_extract_last_active, Behaviour::Route},
    {Intrinsic::vector_partial_reduce_fadd, Behaviour::Reduction},
    {Intrinsic::ssa_copy, Behaviour::PassThrough},
    {Intrinsic::annotation, Behaviour::PassThrough},
    {Intrinsic::expect, Behaviour::PassThrough},
    {Intrinsic::expect_with_probability, Behaviour::PassThrough},
    {Intrinsic::ptrmask, Behaviour::Pointer},
    {Intrinsic::ptr_annotation, Behaviour::Pointer},
    {Intrinsic::launder_invariant_group, Behaviour::Pointer},
    {Intrinsic::strip_invariant_group, Behaviour::Pointer},
    {Intrinsic::threadlocal_address, Behaviour::Pointer},
    {Intrinsic::load_relative, Behaviour::Pointer},
    {Intrinsic::preserve_static_offset, Behaviour::Pointer},
    {Intrinsic::preserve_array_access_index, Behaviour::Pointer},
    {Intrinsic::preserve_struct_access_index, Behaviour::Pointer},
    {Intrinsic::preserve_union_access_index, Behaviour::Pointer},
};

inline constexpr BehaviourFamily behaviourFamilies[] = {
    {"llvm.vector.interleave", Behaviour::Route},
    {"llvm.vector.deinterleave", Behaviour::Route},
    {"llvm.vector.reduce.f", Behaviour::Reduction},
};

/// No float in, no float out, no float in memory they touch.
inline constexpr InactiveRow inactive[] = {
    // Results that are integers or truth values.
    {Intrinsic::is_constant},
    {Intrinsic::is_fpclass},
    {Intrinsic::fptosi_sat},
    {Intrinsic::fptoui_sat},
    {Intrinsic::objectsize},
    {Intrinsic::vscale},
    {Intrinsic::experimental_constrained_fcmp},
    {Intrinsic::experimental_constrained_fcmps},
    {Intrinsic::experimental_constrained_fptosi},
    {Intrinsic::experimental_constrained_fptoui},
    // Floats from integers.
    {Intrinsic::experimental_constrained_sitofp},
    {Intrinsic::experimental_constrained_uitofp},
    // Integer arithmetic.
    {Intrinsic::abs},
    {Intrinsic::smax},
    {Intrinsic::smin},
    {Intrinsic::umax},
    {Intrinsic::umin},
    {Intrinsic::scmp},
    {Intrinsic::ucmp},
    {Intrinsic::bswap},
    {Intrinsic::bitreverse},
    {Intrinsic::ctpop},
    {Intrinsic::ctlz},
    {Intrinsic::cttz},
    {Intrinsic::fshl},
    {Intrinsic::fshr},
    {Intrinsic::clmul},
    {Intrinsic::vector_partial_reduce_add},
    {Intrinsic::stepvector},
    {Intrinsic::get_active_lane_mask},
    {Intrinsic::experimental_cttz_elts},
    {Intrinsic::experimental_get_vector_length},
    {Intrinsic::experimental_vector_match},
    // Markers, hints, debug information.
    {Intrinsic::assume},
    {Intrinsic::donothing},
    {Intrinsic::sideeffect},
    {Intrinsic::pseudoprobe},
    {Intrinsic::var_annotation},
    {Intrinsic::codeview_annotation},
    {Intrinsic::experimental_noalias_scope_decl},
    {Intrinsic::prefetch},
    {Intrinsic::clear_cache},
    {Intrinsic::fake_use},
    {Intrinsic::pcmarker},
    {Intrinsic::reloc_none},
    {Intrinsic::alloc_token_id},
    {Intrinsic::eh_typeid_for},
    {Intrinsic::eh_dwarf_cfa},
    // The stack, the program, the machine.
    {Intrinsic::stacksave},
    {Intrinsic::stackrestore},
    {Intrinsic::stackaddress},
    {Intrinsic::stackguard},
    {Intrinsic::stackprotector},
    {Intrinsic::frameaddress},
    {Intrinsic::returnaddress},
    {Intrinsic::addressofreturnaddress},
    {Intrinsic::sponentry},
    {Intrinsic::localaddress},
    {Intrinsic::thread_pointer},
    {Intrinsic::get_dynamic_area_offset},
    {Intrinsic::trap},
    {Intrinsic::debugtrap},
    {Intrinsic::ubsantrap},
    {Intrinsic::readcyclecounter},
    {Intrinsic::readsteadycounter},
    {Intrinsic::read_register},
    {Intrinsic::read_volatile_register},
    {Intrinsic::write_register},
    {Intrinsic::vastart},
    {Intrinsic::vaend},
    {Intrinsic::vacopy},
    {Intrinsic::get_rounding},
    {Intrinsic::set_rounding},
    {Intrinsic::get_fpenv},
    {Intrinsic::set_fpenv},
    {Intrinsic::reset_fpenv},
    {Intrinsic::get_fpmode},
    {Intrinsic::set_fpmode},
    {Intrinsic::reset_fpmode},
};

inline constexpr InactiveFamily inactiveFamilies[] = {
    {"llvm.dbg."},
    {"llvm.lifetime."},
    {"llvm.invariant."},
    {"llvm.allow."},
    {"llvm.instrprof."},
    {"llvm.asan."},
    {"llvm.hwasan."},
    {"llvm.xray."},
    {"llvm.sadd."},
    {"llvm.uadd."},
    {"llvm.ssub."},
    {"llvm.usub."},
    {"llvm.smul."},
    {"llvm.umul."},
    {"llvm.sshl."},
    {"llvm.ushl."},
    {"llvm.sdiv."},
    {"llvm.udiv."},
    {"llvm.vector.reduce.add"},
    {"llvm.vector.reduce.mul"},
    {"llvm.vector.reduce.and"},
    {"llvm.vector.reduce.or"},
    {"llvm.vector.reduce.xor"},
    {"llvm.vector.reduce.smax"},
    {"llvm.vector.reduce.smin"},
    {"llvm.vector.reduce.umax"},
    {"llvm.vector.reduce.umin"},
    {"llvm.experimental.vector.histogram."}, // integer counters
    {"llvm.loop."},
    {"llvm.set.loop."},
    {"llvm.start.loop."},
    {"llvm.test."},
    {"llvm.type.test"},
    {"llvm.public.type.test"},
    {"llvm.experimental.widenable."},
    {"llvm.experimental.convergence."},
    {"llvm.experimental.stackmap"},
    {"llvm.seh."},
    // Processors' fences, control registers, comparisons and conversions to integers.
    {"llvm.x86.sse2.pause"},
    {"llvm.x86.sse.sfence"},
    {"llvm.x86.sse2.lfence"},
    {"llvm.x86.sse2.mfence"},
    {"llvm.x86.sse2.clflush"},
    {"llvm.x86.sse.ldmxcsr"},
    {"llvm.x86.sse.stmxcsr"},
    {"llvm.x86.avx.vzero"},
    {"llvm.x86.rdtsc"},
    {"llvm.x86.sse.movmsk"},
    {"llvm.x86.sse2.movmsk"},
    {"llvm.x86.avx.movmsk"},
    {"llvm.x86.sse.comi"},
    {"llvm.x86.sse2.comi"},
    {"llvm.x86.sse.ucomi"},
    {"llvm.x86.sse2.ucomi"},
    {"llvm.x86.avx.vtest"},
    {"llvm.x86.sse.cvtss2si"},
    {"llvm.x86.sse.cvttss2si"},
    {"llvm.x86.sse2.cvtsd2si"},
    {"llvm.x86.sse2.cvttsd2si"},
    {"llvm.x86.sse2.cvtps2dq"},
    {"llvm.x86.sse2.cvttps2dq"},
    {"llvm.x86.sse2.cvtpd2dq"},
    {"llvm.x86.sse2.cvttpd2dq"},
    {"llvm.x86.avx.cvt.pd2dq"},
    {"llvm.x86.avx.cvt.ps2dq"},
    {"llvm.x86.avx.cvtt."},
    {"llvm.x86.avx512.mask.cmp.p"},
    {"llvm.x86.avx512.cmp.p"},
    {"llvm.x86.avx512.vcomi."},
    {"llvm.x86.avx512.mask.cvtpd2dq"},
    {"llvm.x86.avx512.mask.cvtpd2qq"},
    {"llvm.x86.avx512.mask.cvtpd2u"},
    {"llvm.x86.avx512.mask.cvtps2dq"},
    {"llvm.x86.avx512.mask.cvtps2qq"},
    {"llvm.x86.avx512.mask.cvtps2u"},
    {"llvm.x86.avx512.mask.cvttp"},
    {"llvm.x86.avx512.cvttsd2"},
    {"llvm.x86.avx512.cvttss2"},
    {"llvm.x86.avx512.vcvtsd2"},
    {"llvm.x86.avx512.vcvtss2"},
    {"llvm.x86.avx512.mask.fpclass."},
    {"llvm.x86.avx512.fpclass."},
    {"llvm.x86.avx512.kortest"},
    {"llvm.x86.avx512.ktest"},
    {"llvm.aarch64.hint"},
    {"llvm.aarch64.dmb"},
    {"llvm.aarch64.dsb"},
    {"llvm.aarch64.isb"},
};

inline constexpr StringLiteral targetRefusal =
    "it is an instruction of one processor that has no rule; compile the differentiated code "
    "without hand-written vector intrinsics";

inline constexpr RefusalFamily refusals[] = {
    {"llvm.vp.",
     "vector-predicated operations come from a vectoriser; differentiate before vectorisation"},
    {"llvm.experimental.vp.",
     "vector-predicated operations come from a vectoriser; differentiate before vectorisation"},
    {"llvm.matrix.multiply", "LLVM's pass for matrices has not lowered this product"},
    {"llvm.convert.", "half precision stored in an integer has no derivative; use _Float16"},
    {"llvm.coro.", "coroutines are not differentiated"},
    {"llvm.call.preallocated.", "preallocated arguments are not supported"},
    {"llvm.callbr.", "asm goto is not supported"},
    {"llvm.eh.sjlj.", "__builtin_setjmp and __builtin_longjmp are not supported; setjmp and "
                      "longjmp of <setjmp.h> are"},
    {"llvm.eh.exception", "Windows' structured exceptions are not supported"},
    {"llvm.eh.re", "hand-written unwinding is not supported"},
    {"llvm.eh.unwind", "hand-written unwinding is not supported"},
    {"llvm.experimental.gc.", "garbage-collected pointers are not supported"},
    {"llvm.gc", "garbage-collected pointers are not supported"},
    {"llvm.experimental.patchpoint", "patch points are not supported"},
    {"llvm.experimental.deoptimize", "deoptimisation is not supported"},
    {"llvm.experimental.guard", "deoptimisation is not supported"},
    {"llvm.objc.", "Objective-C reference counting is not supported"},
    {"llvm.swift.", "Swift's calling conventions are not supported"},
    {"llvm.ptrauth.", "signed pointers are not supported"},
    {"llvm.protected.field.ptr", "signed pointers are not supported"},
    {"llvm.init.trampoline", "nested functions with trampolines are not supported"},
    {"llvm.adjust.trampoline", "nested functions with trampolines are not supported"},
    {"llvm.localescape", "frames that share local variables are not supported"},
    {"llvm.localrecover", "frames that share local variables are not supported"},
    {"llvm.icall.branch.funnel",
     "calls after whole-program devirtualisation are not supported; differentiate before it"},
    {"llvm.type.checked.load",
     "calls after whole-program devirtualisation are not supported; differentiate before it"},
};

} // namespace enzyme::memory
#endif
