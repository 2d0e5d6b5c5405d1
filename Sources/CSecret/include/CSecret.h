#ifndef CSECRET_H
#define CSECRET_H

#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

/// The outcome of a call to the Secret Service. None of the calls waits for longer than its limit.
typedef enum {
    csecret_done,
    csecret_not_found,     ///< No item has these attributes.
    csecret_locked,        ///< The item or the default collection is locked.
    csecret_no_library,    ///< libsecret is not installed; `message` says why it cannot be loaded.
    csecret_no_service,    ///< There is no bus, or no program on it that keeps secrets.
    csecret_no_collection, ///< There is no default collection.
    csecret_dismissed,     ///< The person closed the prompt.
    csecret_disconnected,  ///< The service went away before it had answered.
    csecret_timed_out,     ///< No answer within the limit.
    csecret_failed,        ///< Any other error; `message` says which.
} csecret_outcome;

typedef struct {
    csecret_outcome outcome;
    char message[256];
} csecret_reply;

enum { csecret_capacity = 64 };

/// The secret of an item, to be wiped by the caller. No other copy of it is left.
typedef struct {
    unsigned char bytes[csecret_capacity];
    size_t length; ///< 0 for a secret that is longer than the buffer.
} csecret_secret;

/// An item of the default collection: found by its id, shown to people by its label.
typedef struct {
    const char *id;
    const char *label;
} csecret_item;

/// The secret of an item in any collection. Never unlocks one.
csecret_reply csecret_lookup(csecret_item item, csecret_secret *secret, int milliseconds);

/// Creates an item in the default collection, which has to be unlocked.
csecret_reply csecret_store(csecret_item item, const unsigned char *secret, size_t length, int milliseconds);

/// Removes an item. Never unlocks its collection.
csecret_reply csecret_remove(csecret_item item, int milliseconds);

/// Unlocks the collection of an item, or the default collection when there is no such item, with the desktop's prompt.
csecret_reply csecret_unlock(csecret_item item, int milliseconds);

#pragma clang assume_nonnull end

#endif
