// The kernel's keyring of this user (keyrings(7)), which every session of the user shares. The C library has no functions
// for these system calls.
#ifndef CKEYRING_H
#define CKEYRING_H

#include <stddef.h>

#pragma clang assume_nonnull begin

// Adds a key, or replaces the one of that description, for so many seconds. Returns 0, or the error number.
int ckeyring_add(const char *description, const void *payload, size_t length, unsigned seconds);

// Reads the payload of a key; its length in `*length` is that of the buffer before, and of the payload after. Returns 0,
// or the error number: ENOKEY where there is no such key.
int ckeyring_read(const char *description, void *buffer, size_t *length);

// Removes a key at once. Returns 0, or the error number.
int ckeyring_remove(const char *description);

#pragma clang assume_nonnull end

#endif
