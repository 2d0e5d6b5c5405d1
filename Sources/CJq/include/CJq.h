#ifndef CJQ_H
#define CJQ_H

#include <stdbool.h>
#include <stddef.h>

/// A program of the system's libjq, which is loaded by the first call: most runs have no filter, and many machines no
/// library.
typedef struct cjq_program cjq_program;

/// Does work on the one thread that calls libjq, and returns when it is done. The thread has a deep stack, and libjq,
/// whose state for each thread differs with the version and the build, sees no other. The functions below are for such
/// work.
void cjq_perform(void (*work)(void *), void *context);

/// NULL when libjq can be used, else why not.
const char *cjq_load(void);

/// NULL when the text is no program; then `error` says why and is the caller's to `free`. Call `cjq_load` first.
cjq_program *cjq_compile(const char *text, char **error);

void cjq_free(cjq_program *program);

/// Begins with one JSON document. False when it is none; then `error` says why and is the caller's to `free`.
bool cjq_start(cjq_program *program, const char *json, int length, char **error);

typedef enum {
    cjq_string, ///< `bytes` are the characters of a string.
    cjq_json,   ///< `bytes` are any other value, as compact JSON.
    cjq_end,    ///< There are no more values.
    cjq_failed, ///< The program failed; `bytes` say why.
} cjq_result;

/// The next value. `bytes` last until the next call with this program.
cjq_result cjq_next(cjq_program *program, const char **bytes, int *length);

#endif
