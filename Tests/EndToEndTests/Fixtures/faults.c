// Counts the calls with which `acct` changes the files of a folder, and disturbs one of them. Loaded with LD_PRELOAD.
//
//   FAULTS_FOLDER    the folder; calls elsewhere are neither counted nor disturbed
//   FAULTS_LOG       a file that receives the number of calls and a line for each, mapped so that SIGKILL loses nothing
//   FAULTS_AT        the number of the call to disturb, from 1
//   FAULTS_ACTION    kill or stop (before the call), kill-after, EIO, ENOSPC, EINTR or EAGAIN
//   FAULTS_PERSISTS  1: each later call fails as well
//   FAULTS_CALLS     the functions to count, separated by commas; default: all
//
// An error is given to the first call from FAULTS_AT on that can fail with it: a full disk refuses no write over bytes
// that it has, and a signal interrupts only calls that wait. The variables are removed, so programs that `acct` starts
// run undisturbed.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { CAN_EIO = 1, CAN_ENOSPC = 2, CAN_EINTR = 4, CAN_EAGAIN = 8 };
enum { CAPACITY = 4096 };

// The layout of the log. FaultLog reads it.
struct record {
    uint32_t possible;
    char text[92];
};
struct log {
    _Atomic uint64_t calls;
    _Atomic uint64_t disturbed;
    struct record records[CAPACITY];
};

static struct log unsaved;
static struct log *calls = &unsaved;
static char folder[4096];
static char counted[256];
static uint64_t at;
static int error, error_bit, persists, stops, kills_before, kills_after;

static void read_action(const char *action) {
    static const struct { const char *name; int error, bit; } errors[] = {
        {"EIO", EIO, CAN_EIO}, {"ENOSPC", ENOSPC, CAN_ENOSPC}, {"EINTR", EINTR, CAN_EINTR}, {"EAGAIN", EAGAIN, CAN_EAGAIN},
    };
    stops = !strcmp(action, "stop");
    kills_before = !strcmp(action, "kill");
    kills_after = !strcmp(action, "kill-after");
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (!strcmp(action, errors[i].name)) error = errors[i].error, error_bit = errors[i].bit;
}

static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value ? value : "";
}

__attribute__((constructor)) static void start(void) {
    if (strcmp(program_invocation_short_name, "acct")) return;
    snprintf(counted, sizeof counted, "%s", variable("FAULTS_CALLS"));
    at = strtoull(variable("FAULTS_AT"), NULL, 10);
    persists = *variable("FAULTS_PERSISTS") == '1';
    read_action(variable("FAULTS_ACTION"));
    int file = (int)syscall(SYS_openat, AT_FDCWD, variable("FAULTS_LOG"), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC,
        0600);
    if (file >= 0 && syscall(SYS_ftruncate, file, sizeof(struct log)) == 0) {
        void *mapped = (void *)syscall(SYS_mmap, 0, sizeof(struct log), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (mapped != MAP_FAILED) calls = mapped;
    }
    if (file >= 0) close(file);
    // Last: nothing counts before it is set.
    snprintf(folder, sizeof folder, "%s", variable("FAULTS_FOLDER"));
    static const char *const names[] = {
        "FAULTS_FOLDER", "FAULTS_LOG", "FAULTS_AT", "FAULTS_ACTION", "FAULTS_PERSISTS", "FAULTS_CALLS", "LD_PRELOAD",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) unsetenv(names[i]);
}

// The part of the path below the folder, "." for the folder itself, or NULL for other paths.
static const char *below(const char *path) {
    size_t length = strlen(folder);
    if (!length || !path || strncmp(path, folder, length)) return NULL;
    if (!path[length]) return ".";
    return path[length] == '/' ? path + length + 1 : NULL;
}

static const char *below_descriptor(int file, char *path, size_t size) {
    if (!*folder) return NULL;
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, size - 1);
    if (length < 0) return NULL;
    path[length] = 0;
    return below(path);
}

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

static int is_counted(const char *name) {
    if (!*counted) return 1;
    const char *found = strstr(counted, name);
    return found && (found == counted || found[-1] == ',') && strchr(",", found[strlen(name)]);
}

struct verdict {
    int error;
    int dies;
};

// Counts a call. `name` is NULL for a path elsewhere.
static struct verdict meet(const char *call, const char *name, int possible) {
    struct verdict verdict = {0, 0};
    if (!name || !is_counted(call)) return verdict;
    int saved = errno;
    uint64_t number = atomic_fetch_add(&calls->calls, 1) + 1;
    if (number <= CAPACITY) {
        struct record *record = &calls->records[number - 1];
        record->possible = (uint32_t)possible;
        snprintf(record->text, sizeof record->text, "%s %s", call, name);
    }
    if (at && number == at && (stops || kills_before || kills_after)) {
        atomic_store(&calls->disturbed, number);
        // Not `kill`: another thread could take the signal, and this one go on for a while.
        if (stops) raise(SIGSTOP);
        if (kills_before) die();
        verdict.dies = kills_after;
    }
    if (at && number >= at && (possible & error_bit)) {
        uint64_t none = 0;
        if (atomic_compare_exchange_strong(&calls->disturbed, &none, number) || persists) verdict.error = error;
    }
    errno = saved;
    return verdict;
}

// Does the real call, unless it has to fail.
#define DISTURBED(found, real)                                                                                         \
    do {                                                                                                               \
        struct verdict met = (found);                                                                                  \
        if (met.error) {                                                                                               \
            errno = met.error;                                                                                         \
            return FAILED;                                                                                             \
        }                                                                                                              \
        long result = (real);                                                                                          \
        if (met.dies) die();                                                                                           \
        return RESULT(result);                                                                                         \
    } while (0)
#define FAILED -1
#define RESULT(value) (value)

// Whether a write of these bytes takes room on the disk that the file does not have yet.
static int extends(int file, off_t offset, size_t count) {
    struct stat status;
    if (fstat(file, &status)) return 0;
    return offset + (off_t)count > status.st_size || (off_t)status.st_blocks * 512 < status.st_size;
}

static struct verdict meet_write(const char *call, int file, off_t offset, size_t count) {
    char path[4096];
    const char *name = below_descriptor(file, path, sizeof path);
    if (!name) return (struct verdict){0, 0};
    if (offset < 0) {
        int flags = (int)syscall(SYS_fcntl, file, F_GETFL);
        offset = lseek(file, 0, flags & O_APPEND ? SEEK_END : SEEK_CUR);
    }
    return meet(call, name, CAN_EIO | CAN_EINTR | (extends(file, offset, count) ? CAN_ENOSPC : 0));
}

static struct verdict meet_descriptor(const char *call, int file, int possible) {
    char path[4096];
    return meet(call, below_descriptor(file, path, sizeof path), possible);
}

static int open_counted(int directory, const char *path, int flags, mode_t mode) {
    const char *name = (flags & (O_CREAT | O_WRONLY | O_RDWR | O_TRUNC)) ? below(path) : NULL;
    int creates = name && (flags & O_CREAT) && access(path, F_OK) != 0;
    DISTURBED(
        meet("open", name, CAN_EIO | CAN_EINTR | (creates ? CAN_ENOSPC : 0)),
        syscall(SYS_openat, directory, path, flags, mode));
}

#define MODE(flags)                                                                                                    \
    mode_t mode = 0;                                                                                                   \
    if ((flags) & (O_CREAT | O_TMPFILE)) {                                                                             \
        va_list list;                                                                                                  \
        va_start(list, flags);                                                                                         \
        mode = va_arg(list, mode_t);                                                                                   \
        va_end(list);                                                                                                  \
    }

int open(const char *path, int flags, ...) { MODE(flags) return open_counted(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return open_counted(AT_FDCWD, path, flags, mode); }
int openat(int directory, const char *path, int flags, ...) { MODE(flags) return open_counted(directory, path, flags, mode); }
int openat64(int directory, const char *path, int flags, ...) { MODE(flags) return open_counted(directory, path, flags, mode); }
int creat(const char *path, mode_t mode) { return open_counted(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

ssize_t write(int file, const void *bytes, size_t count) {
    DISTURBED(meet_write("write", file, -1, count), syscall(SYS_write, file, bytes, count));
}

static ssize_t pwrite_counted(int file, const void *bytes, size_t count, off_t offset) {
    DISTURBED(meet_write("pwrite", file, offset, count), syscall(SYS_pwrite64, file, bytes, count, offset));
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) { return pwrite_counted(file, bytes, count, offset); }
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) { return pwrite_counted(file, bytes, count, offset); }

ssize_t writev(int file, const struct iovec *parts, int count) {
    DISTURBED(meet_write("writev", file, -1, 1), syscall(SYS_writev, file, parts, count));
}

int fsync(int file) { DISTURBED(meet_descriptor("fsync", file, CAN_EIO), syscall(SYS_fsync, file)); }
int fdatasync(int file) { DISTURBED(meet_descriptor("fdatasync", file, CAN_EIO), syscall(SYS_fdatasync, file)); }

static int ftruncate_counted(int file, off_t length) {
    struct stat status;
    int grows = fstat(file, &status) == 0 && length > status.st_size;
    DISTURBED(
        meet_descriptor("ftruncate", file, CAN_EIO | CAN_EINTR | (grows ? CAN_ENOSPC : 0)),
        syscall(SYS_ftruncate, file, length));
}

int ftruncate(int file, off_t length) { return ftruncate_counted(file, length); }
int ftruncate64(int file, off64_t length) { return ftruncate_counted(file, length); }

static int allocate_counted(int file, int mode, off_t offset, off_t length) {
    DISTURBED(
        meet_descriptor("fallocate", file, CAN_EIO | CAN_EINTR | CAN_ENOSPC),
        syscall(SYS_fallocate, file, mode, offset, length));
}

int fallocate(int file, int mode, off_t offset, off_t length) { return allocate_counted(file, mode, offset, length); }
int fallocate64(int file, int mode, off64_t offset, off64_t length) { return allocate_counted(file, mode, offset, length); }
// Returns the error instead of setting errno.
int posix_fallocate(int file, off_t offset, off_t length) { return allocate_counted(file, 0, offset, length) ? errno : 0; }
int posix_fallocate64(int file, off64_t offset, off64_t length) { return allocate_counted(file, 0, offset, length) ? errno : 0; }

int rename(const char *old, const char *new) {
    DISTURBED(
        meet("rename", below(new), CAN_EIO | CAN_ENOSPC), syscall(SYS_renameat2, AT_FDCWD, old, AT_FDCWD, new, 0));
}

int link(const char *old, const char *new) {
    DISTURBED(meet("link", below(new), CAN_EIO | CAN_ENOSPC), syscall(SYS_linkat, AT_FDCWD, old, AT_FDCWD, new, 0));
}

int unlink(const char *path) {
    DISTURBED(meet("unlink", below(path), CAN_EIO), syscall(SYS_unlinkat, AT_FDCWD, path, 0));
}

int mkdir(const char *path, mode_t mode) {
    DISTURBED(meet("mkdir", below(path), CAN_EIO | CAN_ENOSPC), syscall(SYS_mkdirat, AT_FDCWD, path, mode));
}

int chmod(const char *path, mode_t mode) {
    DISTURBED(meet("chmod", below(path), CAN_EIO), syscall(SYS_fchmodat, AT_FDCWD, path, mode));
}

int fchmod(int file, mode_t mode) { DISTURBED(meet_descriptor("fchmod", file, CAN_EIO), syscall(SYS_fchmod, file, mode)); }

static int control_counted(int file, int command, void *argument) {
    struct verdict verdict = {0, 0};
    if (command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW) {
        int waits = command == F_SETLKW || command == F_OFD_SETLKW;
        int locks = ((struct flock *)argument)->l_type != F_UNLCK;
        verdict = meet_descriptor("fcntl", file, !locks ? 0 : waits ? CAN_EINTR : CAN_EAGAIN);
    }
    DISTURBED(verdict, syscall(SYS_fcntl, file, command, argument));
}

#define ARGUMENT(last)                                                                                                 \
    va_list list;                                                                                                      \
    va_start(list, last);                                                                                              \
    void *argument = va_arg(list, void *);                                                                             \
    va_end(list);

int fcntl(int file, int command, ...) { ARGUMENT(command) return control_counted(file, command, argument); }
int fcntl64(int file, int command, ...) { ARGUMENT(command) return control_counted(file, command, argument); }

#undef FAILED
#undef RESULT
#define FAILED MAP_FAILED
#define RESULT(value) ((void *)(value))

static void *map_counted(void *address, size_t length, int protection, int flags, int file, off_t offset) {
    struct verdict verdict = {0, 0};
    if (!(flags & MAP_ANONYMOUS) && file >= 0) verdict = meet_descriptor("mmap", file, CAN_EAGAIN);
    DISTURBED(verdict, syscall(SYS_mmap, address, length, protection, flags, file, offset));
}

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
    return map_counted(address, length, protection, flags, file, offset);
}

void *mmap64(void *address, size_t length, int protection, int flags, int file, off64_t offset) {
    return map_counted(address, length, protection, flags, file, offset);
}
