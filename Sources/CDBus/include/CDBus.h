#ifndef CDBUS_H
#define CDBUS_H

#include <stdbool.h>

/// A connection to a D-Bus message bus through the system's libdbus, which is loaded by the first `cdbus_open`.
///
/// All functions but `cdbus_wake` belong to one thread.
typedef struct cdbus_connection cdbus_connection;

/// A method call that waits for its reply.
typedef struct {
    void *message;
    const char *path;
    const char *interface; ///< NULL if the caller named none.
    const char *member;
    const char *signature;
    const char *arguments[3]; ///< Set for the signature `sss` only.
} cdbus_call;

typedef enum {
    cdbus_received, ///< A call has been received.
    cdbus_woken,    ///< `cdbus_wake` was called.
    cdbus_closed,   ///< The bus has ended the connection.
} cdbus_event;

/// Connects to the bus at an address. NULL on failure; then `error` is the reason and the caller's to `free`.
cdbus_connection *cdbus_open(const char *address, char **error);

/// Owns a well-known name. False on failure, as with `cdbus_open`, and if another connection has the name.
bool cdbus_request_name(cdbus_connection *connection, const char *name, char **error);

/// Waits for the next event. The strings of a call are valid until it has been answered.
cdbus_event cdbus_wait(cdbus_connection *connection, cdbus_call *call);

/// Ends the current or the next `cdbus_wait`. May be called from any thread.
void cdbus_wake(cdbus_connection *connection);

/// Answers a call with one string, or with no arguments for NULL, and frees it.
void cdbus_return(cdbus_connection *connection, void *message, const char *text);

/// Answers a call with an error, and frees it.
void cdbus_fail(cdbus_connection *connection, void *message, const char *name, const char *text);

void cdbus_close(cdbus_connection *connection);

#endif
