// Addresses that functions of C's library find in memory, as results and through arguments: numbers are
// read and written behind them.
#define _GNU_SOURCE
#include "check.h"
#include <stdlib.h>
#include <string.h>

#define BEHIND(NAME, FIND)                                                                                             \
  __attribute__((noinline)) static double NAME##_decoded(char *message) {                                             \
    char *end = FIND;                                                                                                  \
    double value;                                                                                                      \
    memcpy(&value, end, sizeof value);                                                                                 \
    double other = value * value;                                                                                      \
    memcpy(end, &other, sizeof other);                                                                                 \
    memcpy(&value, message + 6, sizeof value);                                                                         \
    return value;                                                                                                      \
  }                                                                                                                    \
  double NAME(double x) {                                                                                              \
    char message[40] = "ab 25;";                                                                                       \
    double y = x * x + 1;                                                                                              \
    memcpy(message + 6, &y, sizeof y);                                                                                 \
    return NAME##_decoded(message) * x;                                                                                \
  }                                                                                                                    \
  CHECK_SCALAR(NAME, 0.5, -1.5);

__attribute__((noinline)) static char *behindTheNumber(char *at) {
  char *end;
  return strtol(at, &end, 10) == 25 ? end : at;
}
static char *behindTheReal(char *at) {
  char *end;
  return strtod(at, &end) == 25 ? end : at;
}
__attribute__((noinline)) static void skipNumber(char **at) { strtoul(*at, at, 0); }
static char *skipped(char *at) {
  skipNumber(&at);
  return at;
}
static char *unwanted(char *at) {
  strtol(at, NULL, 10);
  return at;
}
static char *behindTheToken(char *at) {
  char *rest = NULL;
  return strcmp(strtok_r(at, ";", &rest), "ab 25") == 0 ? rest : at;
}
static char *theSecondToken(char *at) {
  char *rest = NULL;
  strtok_r(at, " ", &rest);
  return strtok_r(NULL, ";", &rest) + 3;
}
static char *behindTheField(char *at) {
  char *rest = at;
  return strcmp(strsep(&rest, ";"), "ab 25") == 0 ? rest : at;
}
static char *theSecondField(char *at) {
  char *rest = at;
  strsep(&rest, " ");
  return strsep(&rest, ";") + 3;
}
static char *tokenOfItsOwn(char *at) {
  strtok(at, " ");
  return strtok(NULL, ";") + 3;
}
static char *behindTheLastToken(char *at) {
  char *last = at;
  for (char *token = strtok(at, " ;"); token && token < at + 6; token = strtok(NULL, " ;"))
    last = token;
  return last + 3;
}
__attribute__((noinline)) static char *nextToken(char *at, const char *ends) { return strtok(at, ends); }
static char *tokensInFunctions(char *at) {
  nextToken(at, " ");
  return nextToken(NULL, ";") + 3;
}
static char *orNone(char *at) { return strchr(at, '!') ? at : strchr(at, ';') + 1; }

BEHIND(character, strchr(message, ';') + 1)
BEHIND(last_character, strrchr(message, ';') + 1)
BEHIND(character_or_end, strchrnul(message, ';') + 1)
BEHIND(single_byte, (char *)memchr(message, ';', 40) + 1)
BEHIND(bytes, (char *)memmem(message, 40, "5;", 2) + 2)
BEHIND(text, strstr(message, "25;") + 3)
BEHIND(one_of_several, strpbrk(message, ";:") + 1)
BEHIND(number, behindTheNumber(message + 3) + 1)
BEHIND(real_number, behindTheReal(message + 3) + 1)
BEHIND(number_in_place, skipped(message + 3) + 1)
BEHIND(end_unwanted, unwanted(message + 3) + 3)
BEHIND(token, behindTheToken(message))
BEHIND(second_token, theSecondToken(message))
BEHIND(token_of_its_own, tokenOfItsOwn(message))
BEHIND(last_token, behindTheLastToken(message))
BEHIND(tokens_in_functions, tokensInFunctions(message))
BEHIND(field, behindTheField(message))
BEHIND(second_field, theSecondField(message))
BEHIND(one_or_none, orNone(message))
