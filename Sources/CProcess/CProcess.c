#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CProcess.h"

#include <fcntl.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

static int argument_count;
static char **argument_values;

// The loader calls constructors with the arguments of `main`. Swift's runtime instead looks for them in memory next to
// the environment, which a preloaded library may have moved.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
#if defined(__GLIBC__) || defined(__APPLE__)
    argument_count = count;
    argument_values = values;
#else
    (void)count, (void)values;
#endif
}

char **cprocess_arguments(int *count) {
    *count = argument_count;
    return argument_values;
}

bool cprocess_forbid_dump(void) {
#ifdef __linux__
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
#else
    return false;
#endif
}

bool cprocess_pipe(int ends[2]) {
#ifdef __linux__
    return pipe2(ends, O_CLOEXEC) == 0;
#else
    if (pipe(ends) != 0) return false;
    for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    return true;
#endif
}

int cprocess_close_from(posix_spawn_file_actions_t *actions, int first) {
#ifdef __linux__
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
#else
    (void)actions, (void)first;
    return 0;
#endif
}
