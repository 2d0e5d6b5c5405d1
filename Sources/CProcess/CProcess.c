#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sys/prctl.h>
#include <sys/syscall.h>

static int argument_count;
static char **argument_values;

// The loader calls constructors with the arguments of `main`. Swift's runtime instead looks for them in memory next to
// the environment, which a preloaded library may have moved.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
    argument_count = count;
    argument_values = values;
}

char **cprocess_arguments(int *count) {
    *count = argument_count;
    return argument_values;
}

char **cprocess_environment(void) {
    extern char **environ;
    static char *none[] = {NULL};
    return environ ? environ : none;
}

bool cprocess_forbid_dump(void) {
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
}

bool cprocess_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC) == 0;
}

bool cprocess_rename_to_new(const char *from, const char *to) {
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return true;
    // The file system cannot do this in one step, as NFS cannot.
    if (errno != EINVAL) return false;
    return link(from, to) == 0 && unlink(from) == 0;
}

int cprocess_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

// Runs in a copy of the process, where only functions that signal-safety(7) lists may be called.
static _Noreturn void become(const char *path, char *const *arguments, char *const *environment, const int *files,
                             int count, int report) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number++) sigaction(number, &action, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    // First out of the way of the numbers that are wanted.
    int copies[16];
    for (int i = 0; i < count; i++) {
        copies[i] = fcntl(files[i], F_DUPFD_CLOEXEC, count + 1);
        if (copies[i] < 0) goto failed;
    }
    if ((report = fcntl(report, F_DUPFD_CLOEXEC, count + 1)) < 0) _exit(127);
    for (int i = 0; i < count; i++)
        if (dup2(copies[i], i) < 0) goto failed;
    // All files of this process close by themselves; those that it inherited may not.
    syscall(SYS_close_range, count, ~0U, 4 /* CLOSE_RANGE_CLOEXEC */);
    execve(path, arguments, environment);
failed:;
    int code = errno;
    (void)!write(report, &code, sizeof code);
    _exit(127);
}

int cprocess_start_detached(const char *path, char *const *arguments, char *const *environment, const int *files,
                            int count) {
    int report[2];
    if (count > 16) return EINVAL;
    if (!cprocess_pipe(report)) return errno;
    pid_t first = fork();
    if (first == 0) {
        setsid();
        // The second process is no leader of a session, and its parent is init once the first has ended.
        pid_t second = fork();
        if (second == 0) become(path, arguments, environment, files, count, report[1]);
        int code = second < 0 ? errno : 0;
        if (code != 0) (void)!write(report[1], &code, sizeof code);
        _exit(0);
    }
    int code = first < 0 ? errno : 0;
    close(report[1]);
    if (first > 0) {
        while (waitpid(first, NULL, 0) < 0 && errno == EINTR) continue;
        int reported;
        ssize_t count;
        while ((count = read(report[0], &reported, sizeof reported)) < 0 && errno == EINTR) continue;
        if (count == sizeof reported) code = reported;
    }
    close(report[0]);
    return code;
}

int cprocess_open_process(int id) {
    return (int)syscall(SYS_pidfd_open, id, 0);
}
