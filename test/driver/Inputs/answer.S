#define VALUE 42
  .text
  .globl answer
  .type answer, @function
answer:
  mov $VALUE, %eax
  ret
  .section .note.GNU-stack,"",@progbits
