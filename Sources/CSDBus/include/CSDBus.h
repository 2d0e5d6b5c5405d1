#ifndef CSDBUS_H
#define CSDBUS_H

#include <stdint.h>

/// A connection to a message bus; an `sd_bus` of libsystemd.
typedef struct csdbus_connection csdbus_connection;

/// The response to a method call: a text, or an error of the bus or of the called program.
typedef struct {
    /// Nil for an error. Wiped before it is freed.
    char *text;
    /// The name of the error, such as `org.freedesktop.DBus.Error.ServiceUnknown`; nil without one.
    char *error_name;
    char *error_message;
} csdbus_response;

/// Connects to the session bus of the user with the system's libsystemd, which is loaded by the first call: few commands
/// need it. Returns 0 or a negative errno; -ELIBACC where the library is not there.
int csdbus_open(csdbus_connection **connection);

void csdbus_close(csdbus_connection *connection);

/// Calls a method that takes texts and returns one, and waits for the response.
///
/// - limit: microseconds to wait; UINT64_MAX to wait as long as it takes.
/// - cancel: a descriptor that becomes readable when the caller no longer waits; -1 for none.
///
/// Returns 0 where there is a response, which can be an error, or a negative errno: -ETIMEDOUT, -ECANCELED, -EBADMSG for a
/// response of another type, and those of the connection.
int csdbus_call(
    csdbus_connection *connection, const char *service, const char *path, const char *interface, const char *method,
    const char *const *arguments, uint64_t limit, int cancel, csdbus_response *response);

void csdbus_free(csdbus_response *response);

#endif
