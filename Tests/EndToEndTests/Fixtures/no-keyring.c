// To be preloaded: the kernel has no keyring, as in most containers; with KEYRING=full, one that takes no more keys.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/syscall.h>

long syscall(long number, ...) {
    int is_full = getenv("KEYRING") != NULL;
    if (number == SYS_add_key || (number == SYS_keyctl && !is_full)) {
        errno = is_full ? EDQUOT : ENOSYS;
        return -1;
    }
    long values[6];
    va_list list;
    va_start(list, number);
    for (int i = 0; i < 6; i++) values[i] = va_arg(list, long);
    va_end(list);
    long (*next)(long, ...) = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
    return next(number, values[0], values[1], values[2], values[3], values[4], values[5]);
}
