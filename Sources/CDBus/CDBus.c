#include "CDBus.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIBDBUS "libdbus-1.so.3"

// As in libdbus's own headers, which are not needed to build. The ABI of version 3 is stable.
typedef struct DBusConnection DBusConnection;
typedef struct DBusMessage DBusMessage;
typedef uint32_t dbus_bool_t;

typedef struct {
    const char *name;
    const char *message;
    unsigned int flags;
    void *padding;
} DBusError;

enum { TYPE_INVALID = 0, TYPE_STRING = 's', METHOD_CALL = 1, DO_NOT_QUEUE = 4, PRIMARY_OWNER = 1 };

// Written once: each line becomes a typed function pointer below and a line of `load`.
#define FUNCTIONS(X) \
    X(dbus_bool_t, dbus_threads_init_default, (void)) \
    X(void, dbus_error_init, (DBusError *)) \
    X(void, dbus_error_free, (DBusError *)) \
    X(DBusConnection *, dbus_connection_open_private, (const char *, DBusError *)) \
    X(void, dbus_connection_set_exit_on_disconnect, (DBusConnection *, dbus_bool_t)) \
    X(dbus_bool_t, dbus_bus_register, (DBusConnection *, DBusError *)) \
    X(int, dbus_bus_request_name, (DBusConnection *, const char *, unsigned int, DBusError *)) \
    X(dbus_bool_t, dbus_connection_get_unix_fd, (DBusConnection *, int *)) \
    X(dbus_bool_t, dbus_connection_read_write, (DBusConnection *, int)) \
    X(DBusMessage *, dbus_connection_pop_message, (DBusConnection *)) \
    X(dbus_bool_t, dbus_connection_send, (DBusConnection *, DBusMessage *, uint32_t *)) \
    X(void, dbus_connection_flush, (DBusConnection *)) \
    X(void, dbus_connection_close, (DBusConnection *)) \
    X(void, dbus_connection_unref, (DBusConnection *)) \
    X(int, dbus_message_get_type, (DBusMessage *)) \
    X(const char *, dbus_message_get_path, (DBusMessage *)) \
    X(const char *, dbus_message_get_interface, (DBusMessage *)) \
    X(const char *, dbus_message_get_member, (DBusMessage *)) \
    X(const char *, dbus_message_get_signature, (DBusMessage *)) \
    X(dbus_bool_t, dbus_message_get_no_reply, (DBusMessage *)) \
    X(dbus_bool_t, dbus_message_get_args, (DBusMessage *, DBusError *, int, ...)) \
    X(DBusMessage *, dbus_message_new_method_return, (DBusMessage *)) \
    X(DBusMessage *, dbus_message_new_error, (DBusMessage *, const char *, const char *)) \
    X(dbus_bool_t, dbus_message_append_args, (DBusMessage *, int, ...)) \
    X(void, dbus_message_unref, (DBusMessage *))

#define DECLARE(result, name, parameters) result (*name) parameters;
static struct { FUNCTIONS(DECLARE) } lib;
#undef DECLARE

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[256];

static void load(void) {
    void *handle = dlopen(LIBDBUS, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        snprintf(failure, sizeof failure, "%s", dlerror());
        return;
    }
#define RESOLVE(result, name, parameters) \
    if (!(lib.name = (result (*) parameters)dlsym(handle, #name))) { \
        snprintf(failure, sizeof failure, LIBDBUS " has no %s", #name); \
        return; \
    }
    FUNCTIONS(RESOLVE)
#undef RESOLVE
    lib.dbus_threads_init_default();
}

struct cdbus_connection {
    DBusConnection *bus;
    int wake[2]; // A pipe, since a libdbus call from another thread does not end a poll.
};

static char *described(DBusError *error) {
    char *text = strdup(error->message ? error->message : "no reason was given");
    lib.dbus_error_free(error);
    return text;
}

cdbus_connection *cdbus_open(const char *address, char **error) {
    pthread_once(&once, load);
    if (failure[0]) {
        *error = strdup(failure);
        return NULL;
    }
    cdbus_connection *connection = calloc(1, sizeof *connection);
    if (!connection || pipe(connection->wake) != 0) {
        *error = strdup(strerror(errno));
        free(connection);
        return NULL;
    }
    for (int end = 0; end < 2; end++) {
        fcntl(connection->wake[end], F_SETFD, FD_CLOEXEC);
        fcntl(connection->wake[end], F_SETFL, O_NONBLOCK);
    }
    DBusError problem;
    lib.dbus_error_init(&problem);
    connection->bus = lib.dbus_connection_open_private(address, &problem);
    if (connection->bus && lib.dbus_bus_register(connection->bus, &problem)) {
        lib.dbus_connection_set_exit_on_disconnect(connection->bus, 0);
        return connection;
    }
    *error = described(&problem);
    cdbus_close(connection);
    return NULL;
}

bool cdbus_request_name(cdbus_connection *connection, const char *name, char **error) {
    DBusError problem;
    lib.dbus_error_init(&problem);
    int result = lib.dbus_bus_request_name(connection->bus, name, DO_NOT_QUEUE, &problem);
    if (result == PRIMARY_OWNER) return true;
    *error = result < 0 ? described(&problem) : strdup("another program has the name");
    return false;
}

static bool take(DBusMessage *message, cdbus_call *call) {
    if (lib.dbus_message_get_type(message) != METHOD_CALL) return false;
    *call = (cdbus_call){
        message,
        lib.dbus_message_get_path(message),
        lib.dbus_message_get_interface(message),
        lib.dbus_message_get_member(message),
        lib.dbus_message_get_signature(message),
        {NULL, NULL, NULL},
    };
    if (strcmp(call->signature, "sss") == 0) {
        lib.dbus_message_get_args(
            message, NULL, TYPE_STRING, &call->arguments[0], TYPE_STRING, &call->arguments[1], TYPE_STRING,
            &call->arguments[2], TYPE_INVALID);
    }
    return true;
}

static bool drain(int descriptor) {
    char bytes[64];
    bool any = false;
    while (read(descriptor, bytes, sizeof bytes) > 0) any = true;
    return any;
}

cdbus_event cdbus_wait(cdbus_connection *connection, cdbus_call *call) {
    int descriptor;
    if (!lib.dbus_connection_get_unix_fd(connection->bus, &descriptor)) return cdbus_closed;
    for (;;) {
        DBusMessage *message = lib.dbus_connection_pop_message(connection->bus);
        if (message) {
            if (take(message, call)) return cdbus_received;
            lib.dbus_message_unref(message);
            continue;
        }
        if (drain(connection->wake[0])) return cdbus_woken;
        struct pollfd ready[] = {{descriptor, POLLIN, 0}, {connection->wake[0], POLLIN, 0}};
        if (poll(ready, 2, -1) < 0 && errno != EINTR) return cdbus_closed;
        if (ready[0].revents && !lib.dbus_connection_read_write(connection->bus, 0)) return cdbus_closed;
    }
}

void cdbus_wake(cdbus_connection *connection) {
    (void)!write(connection->wake[1], "", 1);
}

static void answer(cdbus_connection *connection, DBusMessage *call, DBusMessage *reply) {
    if (reply) {
        if (!lib.dbus_message_get_no_reply(call)) {
            lib.dbus_connection_send(connection->bus, reply, NULL);
            lib.dbus_connection_flush(connection->bus);
        }
        lib.dbus_message_unref(reply);
    }
    lib.dbus_message_unref(call);
}

void cdbus_return(cdbus_connection *connection, void *message, const char *text) {
    DBusMessage *reply = lib.dbus_message_new_method_return(message);
    if (reply && text) lib.dbus_message_append_args(reply, TYPE_STRING, &text, TYPE_INVALID);
    answer(connection, message, reply);
}

void cdbus_fail(cdbus_connection *connection, void *message, const char *name, const char *text) {
    answer(connection, message, lib.dbus_message_new_error(message, name, text));
}

void cdbus_close(cdbus_connection *connection) {
    if (connection->bus) {
        lib.dbus_connection_close(connection->bus);
        lib.dbus_connection_unref(connection->bus);
    }
    close(connection->wake[0]);
    close(connection->wake[1]);
    free(connection);
}
