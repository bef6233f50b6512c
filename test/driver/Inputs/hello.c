#include <stdio.h>
int answer(void);
int main(void) {
  printf("hello %d\n", answer());
  return 0;
}
