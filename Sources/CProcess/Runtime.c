// Parts of Swift's runtime that this program has of its own: the linker then takes none of them from the static library.
#include "CProcess.h"

#include <stdbool.h>


// The runtime's own search for the arguments reads /proc/self/maps before `main`: a fortieth of a start.
char **_swift_stdlib_getUnsafeArgvArgc(int *count) { return cprocess_arguments(count); }

// No backtrace after a crash: a runtime that is linked statically looks in the current folder for the program that prints
// it. Anybody may have put one there, and the runtime would give it the memory of this process, tokens and all.
const char _swift_backtraceSettings[256] = {0};

bool _swift_backtrace_isThunkFunction(const char *name) {
    (void)name;
    return false;
}

