/* Assembler beside differentiated files: plugin options must not reach it. */
  .text
  .globl offset
  .type offset, @function
offset:
  addsd %xmm0, %xmm0
  ret
  .section .note.GNU-stack,"",@progbits
