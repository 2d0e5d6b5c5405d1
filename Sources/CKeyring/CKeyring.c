#include "CKeyring.h"

#include <errno.h>

#include <linux/keyctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The owner of the key may use it, whether or not its session possesses it: over ssh, or with another session keyring, it
// does not. Those who possess it may do everything.
enum { PERMISSIONS = 0x3f000000 | 0x003f0000 };

static int error(long result) { return result < 0 ? errno : 0; }

int ckeyring_add(const char *description, const void *payload, size_t length, unsigned seconds) {
    // First into the keyring of the process, which possesses the key by that and may set its permissions.
    long key = syscall(SYS_add_key, "user", description, payload, length, KEY_SPEC_PROCESS_KEYRING);
    if (key < 0) return errno;
    int failure = error(syscall(SYS_keyctl, KEYCTL_SETPERM, key, PERMISSIONS));
    if (!failure) failure = error(syscall(SYS_keyctl, KEYCTL_SET_TIMEOUT, key, seconds));
    if (!failure) failure = error(syscall(SYS_keyctl, KEYCTL_LINK, key, KEY_SPEC_USER_KEYRING));
    syscall(SYS_keyctl, KEYCTL_UNLINK, key, KEY_SPEC_PROCESS_KEYRING);
    return failure;
}

static long search(const char *description) {
    return syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_USER_KEYRING, "user", description, 0);
}

int ckeyring_read(const char *description, void *buffer, size_t *length) {
    long key = search(description);
    if (key < 0) return errno;
    long count = syscall(SYS_keyctl, KEYCTL_READ, key, buffer, *length);
    if (count < 0) return errno;
    *length = (size_t)count;
    return 0;
}

int ckeyring_remove(const char *description) {
    long key = search(description);
    if (key < 0) return errno;
    return error(syscall(SYS_keyctl, KEYCTL_INVALIDATE, key));
}
