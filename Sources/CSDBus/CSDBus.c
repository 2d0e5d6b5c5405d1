#define _GNU_SOURCE
#include "CSDBus.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// As in libsystemd's own headers, which are not needed to build: sd-bus(3) promises that they stay.
typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct sd_bus_slot sd_bus_slot;
typedef struct {
    const char *name;
    const char *message;
    int need_free;
} sd_bus_error;
typedef int (*sd_bus_message_handler_t)(sd_bus_message *message, void *userdata, sd_bus_error *error);

// Written once: each function becomes a typed pointer below and a line of `load`.
#define FUNCTIONS(X) \
    X(int, sd_bus_open_user, (sd_bus **)) \
    X(sd_bus *, sd_bus_close_unref, (sd_bus *)) \
    X(int, sd_bus_message_new_method_call, \
      (sd_bus *, sd_bus_message **, const char *, const char *, const char *, const char *)) \
    X(int, sd_bus_message_append_basic, (sd_bus_message *, char, const void *)) \
    X(int, sd_bus_message_read_basic, (sd_bus_message *, char, void *)) \
    X(int, sd_bus_message_is_method_error, (sd_bus_message *, const char *)) \
    X(const sd_bus_error *, sd_bus_message_get_error, (sd_bus_message *)) \
    X(int, sd_bus_message_sensitive, (sd_bus_message *)) \
    X(sd_bus_message *, sd_bus_message_ref, (sd_bus_message *)) \
    X(sd_bus_message *, sd_bus_message_unref, (sd_bus_message *)) \
    X(int, sd_bus_call_async, \
      (sd_bus *, sd_bus_slot **, sd_bus_message *, sd_bus_message_handler_t, void *, uint64_t)) \
    X(sd_bus_slot *, sd_bus_slot_unref, (sd_bus_slot *)) \
    X(int, sd_bus_process, (sd_bus *, sd_bus_message **)) \
    X(int, sd_bus_get_fd, (sd_bus *)) \
    X(int, sd_bus_get_events, (sd_bus *)) \
    X(int, sd_bus_get_timeout, (sd_bus *, uint64_t *))

#define DECLARE(type, name, arguments) type(*name) arguments;
static struct { FUNCTIONS(DECLARE) } lib;
#undef DECLARE

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define RESOLVE(type, name, arguments) \
    if (!(lib.name = (type(*) arguments)dlsym(library, #name))) return;
    FUNCTIONS(RESOLVE)
#undef RESOLVE
    is_loaded = true;
}

int csdbus_open(csdbus_connection **connection) {
    pthread_once(&once, load);
    if (!is_loaded) return -ELIBACC;
    int result = lib.sd_bus_open_user((sd_bus **)connection);
    return result < 0 ? result : 0;
}

// Without a flush, which waits for a bus that does not answer: each call has awaited its reply, or is given up.
void csdbus_close(csdbus_connection *connection) {
    lib.sd_bus_close_unref((sd_bus *)connection);
}

static int keep_response(sd_bus_message *message, void *userdata, sd_bus_error *error) {
    (void)error;
    *(sd_bus_message **)userdata = lib.sd_bus_message_ref(message);
    return 1;
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

// Waits until the bus has something to do, until `end`, or until `cancel` becomes readable.
static int wait_for(sd_bus *bus, uint64_t end, int cancel) {
    int events = lib.sd_bus_get_events(bus);
    if (events < 0) return events;
    uint64_t timeout;
    int result = lib.sd_bus_get_timeout(bus, &timeout);
    if (result < 0) return result;
    if (timeout > end) timeout = end;
    uint64_t start = now();
    uint64_t rest = timeout > start ? timeout - start : 0;
    struct timespec limit = {(time_t)(rest / 1000000), (long)(rest % 1000000) * 1000};
    struct pollfd descriptors[] = {{lib.sd_bus_get_fd(bus), (short)events, 0}, {cancel, POLLIN, 0}};
    result = ppoll(descriptors, 2, timeout == UINT64_MAX ? NULL : &limit, NULL);
    if (result < 0) return errno == EINTR ? 0 : -errno;
    if (descriptors[1].revents) return -ECANCELED;
    return now() >= end ? -ETIMEDOUT : 0;
}

static int read_response(sd_bus_message *message, csdbus_response *response) {
    if (lib.sd_bus_message_is_method_error(message, NULL)) {
        const sd_bus_error *error = lib.sd_bus_message_get_error(message);
        response->error_name = strdup(error && error->name ? error->name : "");
        response->error_message = strdup(error && error->message ? error->message : "");
        return response->error_name && response->error_message ? 0 : -ENOMEM;
    }
    const char *text = NULL;
    if (lib.sd_bus_message_read_basic(message, 's', &text) <= 0 || !text) return -EBADMSG;
    response->text = strdup(text);
    return response->text ? 0 : -ENOMEM;
}

static int send_and_wait(
    sd_bus *bus, sd_bus_message *call, uint64_t limit, int cancel, csdbus_response *response) {
    sd_bus_message *message = NULL;
    sd_bus_slot *slot = NULL;
    uint64_t end = limit == UINT64_MAX ? UINT64_MAX : now() + limit;
    int result = lib.sd_bus_call_async(bus, &slot, call, keep_response, &message, UINT64_MAX);
    while (result >= 0 && !message) {
        result = lib.sd_bus_process(bus, NULL);
        if (result == 0) result = wait_for(bus, end, cancel);
    }
    if (message) {
        result = read_response(message, response);
        lib.sd_bus_message_sensitive(message);
        lib.sd_bus_message_unref(message);
    }
    lib.sd_bus_slot_unref(slot);
    return result < 0 ? result : 0;
}

int csdbus_call(
    csdbus_connection *connection, const char *service, const char *path, const char *interface, const char *method,
    const char *const *arguments, uint64_t limit, int cancel, csdbus_response *response) {
    sd_bus *bus = (sd_bus *)connection;
    *response = (csdbus_response){NULL, NULL, NULL};
    sd_bus_message *call = NULL;
    int result = lib.sd_bus_message_new_method_call(bus, &call, service, path, interface, method);
    if (result < 0) return result;
    lib.sd_bus_message_sensitive(call);
    for (; result >= 0 && *arguments; arguments++) result = lib.sd_bus_message_append_basic(call, 's', *arguments);
    if (result >= 0) result = send_and_wait(bus, call, limit, cancel, response);
    lib.sd_bus_message_unref(call);
    if (result < 0) csdbus_free(response);
    return result;
}

void csdbus_free(csdbus_response *response) {
    if (response->text) explicit_bzero(response->text, strlen(response->text));
    free(response->text);
    free(response->error_name);
    free(response->error_message);
    *response = (csdbus_response){NULL, NULL, NULL};
}
