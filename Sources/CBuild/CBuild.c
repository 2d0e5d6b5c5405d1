#include "CBuild.h"

// Weak: the Makefile reads the version from this line, adds the commit and links a definition that replaces this one.
__attribute__((weak)) const char *cbuild_version(void) { return "0.1.0"; }
