#include "CSecret.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LIBSECRET "libsecret-1.so.0"

// As in the headers of GLib and libsecret, which are not needed to build.
typedef struct {
    uint32_t domain;
    int code;
    char *message;
} GError;
typedef struct GList {
    void *data;
    struct GList *next, *previous;
} GList;

enum { BUS_SESSION = 2 };
enum { SERVICE_OPEN_SESSION = 1 << 1 };
enum { SEARCH_ALL = 1 << 1 };
enum { ERROR_IS_LOCKED = 2, ERROR_NO_SUCH_OBJECT = 3 };
enum { IO_ERROR_TIMED_OUT = 24 };
// Of GDBusError. SPAWN_… are the ways in which the bus can fail to start the service.
enum { DBUS_SERVICE_UNKNOWN = 2, DBUS_NAME_HAS_NO_OWNER = 3, DBUS_NO_REPLY = 4, DBUS_DISCONNECTED = 15 };
enum { DBUS_UNKNOWN_METHOD = 19, DBUS_UNKNOWN_OBJECT = 41, DBUS_UNKNOWN_INTERFACE = 42 };
enum { DBUS_SPAWN_FIRST = 23, DBUS_SPAWN_LAST = 34 };

// Written once: each line becomes a typed function pointer below and a line of `resolve`.
#define FUNCTIONS(X) \
    X(void *, g_bus_get_sync, (int, void *, GError **)) \
    X(void, g_dbus_connection_set_exit_on_close, (void *, int)) \
    X(void *, g_cancellable_new, (void)) \
    X(void, g_cancellable_cancel, (void *)) \
    X(void, g_object_unref, (void *)) \
    X(void, g_error_free, (GError *)) \
    X(uint32_t, g_dbus_error_quark, (void)) \
    X(uint32_t, g_io_error_quark, (void)) \
    X(unsigned, g_str_hash, (const void *)) \
    X(int, g_str_equal, (const void *, const void *)) \
    X(void *, g_hash_table_new, (unsigned (*)(const void *), int (*)(const void *, const void *))) \
    X(int, g_hash_table_insert, (void *, void *, void *)) \
    X(void, g_hash_table_unref, (void *)) \
    X(void, g_list_free, (GList *)) \
    X(uint32_t, secret_error_get_quark, (void)) \
    X(size_t, secret_service_get_type, (void)) \
    X(void *, secret_service_open_sync, (size_t, const char *, int, void *, GError **)) \
    X(GList *, secret_service_search_sync, (void *, const void *, void *, int, void *, GError **)) \
    X(int, secret_service_unlock_sync, (void *, GList *, void *, GList **, GError **)) \
    X(void *, secret_collection_for_alias_sync, (void *, const char *, int, void *, GError **)) \
    X(int, secret_collection_get_locked, (void *)) \
    X(void *, secret_item_create_sync, \
      (void *, const void *, void *, const char *, void *, int, void *, GError **)) \
    X(int, secret_item_delete_sync, (void *, void *, GError **)) \
    X(int, secret_item_load_secret_sync, (void *, void *, GError **)) \
    X(int, secret_item_get_locked, (void *)) \
    X(void *, secret_item_get_secret, (void *)) \
    X(void *, secret_value_new, (const char *, ssize_t, const char *)) \
    X(const char *, secret_value_get, (void *, size_t *)) \
    X(void, secret_value_unref, (void *))

#define DECLARE(result, name, parameters) result (*name) parameters;
static struct { FUNCTIONS(DECLARE) } lib;
#undef DECLARE

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[256];

#define RESOLVE(result, name, parameters) \
    if (!(lib.name = (result (*) parameters)dlsym(handle, #name))) { \
        snprintf(failure, sizeof failure, "%s has no %s", LIBSECRET, #name); \
        return; \
    }

static void resolve(void) {
    void *handle = dlopen(LIBSECRET, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *reason = dlerror();
        snprintf(failure, sizeof failure, "%s", reason ? reason : LIBSECRET " cannot be loaded");
        return;
    }
    FUNCTIONS(RESOLVE)
}

static bool is_loaded(void) {
    pthread_once(&once, resolve);
    return !failure[0];
}

typedef struct call call;

/// One call, on a thread of its own: libsecret waits for the bus without a limit, and a thread can be left behind.
/// The caller and the thread share it, and the one that is done last frees it.
struct call {
    csecret_reply (*work)(call *);
    char *id, *label;
    void *cancellable;
    void *service;
    csecret_reply reply;
    unsigned char secret[csecret_capacity];
    size_t length;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool done, abandoned;
};

static void wipe(void *bytes, size_t count) {
    volatile unsigned char *byte = bytes;
    while (count--) *byte++ = 0;
}

static void free_call(call *call) {
    wipe(call->secret, sizeof call->secret);
    if (call->service) lib.g_object_unref(call->service);
    lib.g_object_unref(call->cancellable);
    pthread_mutex_destroy(&call->lock);
    pthread_cond_destroy(&call->changed);
    free(call->id);
    free(call->label);
    free(call);
}

static csecret_reply outcome(csecret_outcome outcome) { return (csecret_reply){.outcome = outcome}; }

// Frees the error.
static csecret_reply failed(GError *error) {
    csecret_reply reply = outcome(csecret_failed);
    if (!error) return reply;
    snprintf(reply.message, sizeof reply.message, "%s", error->message ? error->message : "");
    if (error->domain == lib.secret_error_get_quark()) {
        if (error->code == ERROR_IS_LOCKED) reply.outcome = csecret_locked;
        if (error->code == ERROR_NO_SUCH_OBJECT) reply.outcome = csecret_not_found;
    } else if (error->domain == lib.g_dbus_error_quark()) {
        if (error->code == DBUS_SERVICE_UNKNOWN || error->code == DBUS_NAME_HAS_NO_OWNER
            || (error->code >= DBUS_SPAWN_FIRST && error->code <= DBUS_SPAWN_LAST))
            reply.outcome = csecret_no_service;
        if (error->code == DBUS_NO_REPLY || error->code == DBUS_DISCONNECTED) reply.outcome = csecret_disconnected;
        // An item that was removed since it was found.
        if (error->code == DBUS_UNKNOWN_METHOD || error->code == DBUS_UNKNOWN_OBJECT
            || error->code == DBUS_UNKNOWN_INTERFACE)
            reply.outcome = csecret_not_found;
    } else if (error->domain == lib.g_io_error_quark()) {
        reply.outcome = error->code == IO_ERROR_TIMED_OUT ? csecret_timed_out : csecret_disconnected;
    }
    lib.g_error_free(error);
    return reply;
}

static void *attributes(call *call) {
    void *table = lib.g_hash_table_new(lib.g_str_hash, lib.g_str_equal);
    lib.g_hash_table_insert(table, "xdg:schema", "acct.MasterKey");
    lib.g_hash_table_insert(table, "application", "acct");
    lib.g_hash_table_insert(table, "key", call->id);
    return table;
}

// Sets `*item` to the item of the call, which is the caller's to unref; NULL for none.
static csecret_reply find(call *call, void **item) {
    void *table = attributes(call);
    GError *error = NULL;
    GList *found = lib.secret_service_search_sync(call->service, NULL, table, SEARCH_ALL, call->cancellable, &error);
    lib.g_hash_table_unref(table);
    *item = NULL;
    if (error) return failed(error);
    for (GList *each = found; each; each = each->next) {
        // One that is unlocked, if there are several.
        if (*item && lib.secret_item_get_locked(each->data)) {
            lib.g_object_unref(each->data);
            continue;
        }
        if (*item) lib.g_object_unref(*item);
        *item = each->data;
    }
    lib.g_list_free(found);
    return outcome(*item ? csecret_done : csecret_not_found);
}

// Sets `*collection` to the default one, which is the caller's to unref.
static csecret_reply default_collection(call *call, void **collection) {
    GError *error = NULL;
    *collection = lib.secret_collection_for_alias_sync(call->service, "default", 0, call->cancellable, &error);
    if (error) return failed(error);
    return outcome(*collection ? csecret_done : csecret_no_collection);
}

static csecret_reply lookup(call *call) {
    void *item;
    csecret_reply reply = find(call, &item);
    if (!item) return reply;
    GError *error = NULL;
    if (lib.secret_item_get_locked(item)) {
        reply = outcome(csecret_locked);
    } else if (!lib.secret_item_load_secret_sync(item, call->cancellable, &error)) {
        reply = failed(error);
    } else {
        void *value = lib.secret_item_get_secret(item);
        if (value) {
            size_t length = 0;
            const char *bytes = lib.secret_value_get(value, &length);
            if (length <= sizeof call->secret) memcpy(call->secret, bytes, call->length = length);
            lib.secret_value_unref(value);
        } else {
            reply = outcome(csecret_locked);
        }
    }
    lib.g_object_unref(item);
    return reply;
}

static csecret_reply store(call *call) {
    void *collection;
    csecret_reply reply = default_collection(call, &collection);
    if (reply.outcome != csecret_done) return reply;
    if (lib.secret_collection_get_locked(collection)) {
        reply = outcome(csecret_locked);
    } else {
        void *table = attributes(call);
        void *value = lib.secret_value_new((const char *)call->secret, (ssize_t)call->length, "application/octet-stream");
        GError *error = NULL;
        void *item = lib.secret_item_create_sync(
            collection, NULL, table, call->label, value, 0, call->cancellable, &error);
        lib.secret_value_unref(value);
        lib.g_hash_table_unref(table);
        if (item) lib.g_object_unref(item);
        else reply = failed(error);
    }
    lib.g_object_unref(collection);
    return reply;
}

static csecret_reply remove_item(call *call) {
    void *item;
    csecret_reply reply = find(call, &item);
    if (!item) return reply;
    GError *error = NULL;
    if (lib.secret_item_get_locked(item)) reply = outcome(csecret_locked);
    else if (!lib.secret_item_delete_sync(item, call->cancellable, &error)) reply = failed(error);
    lib.g_object_unref(item);
    return reply;
}

// Unlocks the collection that the item is in; libsecret takes the item for it.
static csecret_reply unlock(call *call) {
    void *object;
    csecret_reply reply = find(call, &object);
    if (reply.outcome == csecret_not_found) {
        reply = default_collection(call, &object);
        if (reply.outcome != csecret_done) return reply;
        if (!lib.secret_collection_get_locked(object)) goto end;
    } else {
        if (!object) return reply;
        if (!lib.secret_item_get_locked(object)) goto end;
    }
    GList list = {object, NULL, NULL};
    GError *error = NULL;
    int count = lib.secret_service_unlock_sync(call->service, &list, call->cancellable, NULL, &error);
    // A prompt that was dismissed is no error to libsecret, and has changed nothing.
    if (error) reply = failed(error);
    else if (count < 1) reply = outcome(csecret_dismissed);
end:
    lib.g_object_unref(object);
    return reply;
}

static csecret_reply perform(call *call) {
    GError *error = NULL;
    void *bus = lib.g_bus_get_sync(BUS_SESSION, call->cancellable, &error);
    if (!bus) {
        csecret_reply reply = failed(error);
        reply.outcome = csecret_no_service;
        return reply;
    }
    // By itself GLib ends the process when the bus goes away.
    lib.g_dbus_connection_set_exit_on_close(bus, 0);
    lib.g_object_unref(bus);
    call->service = lib.secret_service_open_sync(
        lib.secret_service_get_type(), NULL, SERVICE_OPEN_SESSION, call->cancellable, &error);
    return call->service ? call->work(call) : failed(error);
}

static void *run(void *context) {
    call *call = context;
    csecret_reply reply = perform(call);
    pthread_mutex_lock(&call->lock);
    call->reply = reply;
    call->done = true;
    bool abandoned = call->abandoned;
    pthread_cond_signal(&call->changed);
    pthread_mutex_unlock(&call->lock);
    if (abandoned) free_call(call);
    return NULL;
}

static csecret_reply start(
    csecret_reply (*work)(call *), csecret_item item, const unsigned char *secret, size_t length, csecret_secret *found,
    int milliseconds
) {
    if (!is_loaded()) {
        csecret_reply reply = outcome(csecret_no_library);
        memcpy(reply.message, failure, sizeof failure);
        return reply;
    }
    call *call = calloc(1, sizeof *call);
    if (!call || length > sizeof call->secret) abort();
    call->work = work;
    call->id = strdup(item.id);
    call->label = strdup(item.label);
    call->cancellable = lib.g_cancellable_new();
    if (length) memcpy(call->secret, secret, call->length = length);
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&call->lock, NULL);
    pthread_cond_init(&call->changed, &clock);
    pthread_condattr_destroy(&clock);

    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += milliseconds / 1000;
    end.tv_nsec += (milliseconds % 1000) * 1000000L;
    if (end.tv_nsec >= 1000000000) end.tv_sec++, end.tv_nsec -= 1000000000;

    pthread_t thread;
    if (pthread_create(&thread, NULL, run, call) != 0) {
        free_call(call);
        return outcome(csecret_failed);
    }
    pthread_detach(thread);

    pthread_mutex_lock(&call->lock);
    while (!call->done && pthread_cond_timedwait(&call->changed, &call->lock, &end) != ETIMEDOUT) {}
    bool done = call->done;
    call->abandoned = !done;
    csecret_reply reply = done ? call->reply : outcome(csecret_timed_out);
    if (done && found && reply.outcome == csecret_done) memcpy(found->bytes, call->secret, found->length = call->length);
    // The thread cannot free the call meanwhile. A prompt that is open stays open: gnome-keyring 42 aborts where its client
    // dismisses it, and not where the client goes away.
    if (!done && work != unlock) lib.g_cancellable_cancel(call->cancellable);
    pthread_mutex_unlock(&call->lock);
    if (done) free_call(call);
    return reply;
}

csecret_reply csecret_lookup(csecret_item item, csecret_secret *secret, int milliseconds) {
    secret->length = 0;
    return start(lookup, item, NULL, 0, secret, milliseconds);
}

csecret_reply csecret_store(csecret_item item, const unsigned char *secret, size_t length, int milliseconds) {
    return start(store, item, secret, length, NULL, milliseconds);
}

csecret_reply csecret_remove(csecret_item item, int milliseconds) {
    return start(remove_item, item, NULL, 0, NULL, milliseconds);
}

csecret_reply csecret_unlock(csecret_item item, int milliseconds) {
    return start(unlock, item, NULL, 0, NULL, milliseconds);
}
