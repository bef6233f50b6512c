#include <string.h>
struct pair { float a; int b; };
struct pair pairOf(float x) { return (struct pair){x * x, 3}; }
int bitsOf(float x) {
  int bits;
  x *= 2;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
float floatOf(int bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
