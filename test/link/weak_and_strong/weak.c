__attribute__((weak)) double replaced(double x) { return 7; }
