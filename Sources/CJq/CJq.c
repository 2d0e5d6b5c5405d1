#include "CJq.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIBJQ "libjq.so.1"

// As in libjq's own headers, which are not needed to build. Versions 1.6 to 1.8 pass the same 16 bytes by value and
// have the same kinds; every function but jv_copy consumes what it is given.
typedef struct {
    unsigned char kind_flags;
    unsigned char pad_;
    unsigned short offset;
    int size;
    union {
        void *ptr;
        double number;
    } u;
} jv;

_Static_assert(sizeof(jv) == 16, "libjq passes 16 bytes");

typedef struct jq_state jq_state;
typedef void (*jq_msg_cb)(void *, jv);
typedef void (*jq_nomem_cb)(void *);
typedef jv (*jq_input_cb)(jq_state *, void *);

enum { KIND_INVALID = 0, KIND_NULL = 1, KIND_STRING = 5 };

// Written once: each line becomes a typed function pointer below and a line of `resolve`.
#define FUNCTIONS(X) \
    X(jq_state *, jq_init, (void)) \
    X(void, jq_set_error_cb, (jq_state *, jq_msg_cb, void *)) \
    X(void, jq_set_input_cb, (jq_state *, jq_input_cb, void *)) \
    X(void, jq_set_debug_cb, (jq_state *, jq_msg_cb, void *)) \
    X(void, jq_set_nomem_handler, (jq_state *, jq_nomem_cb, void *)) \
    X(void, jq_set_attr, (jq_state *, jv, jv)) \
    X(int, jq_compile, (jq_state *, const char *)) \
    X(void, jq_start, (jq_state *, jv, int)) \
    X(jv, jq_next, (jq_state *)) \
    X(int, jq_halted, (jq_state *)) \
    X(jv, jq_get_exit_code, (jq_state *)) \
    X(jv, jq_get_error_message, (jq_state *)) \
    X(void, jq_teardown, (jq_state **)) \
    X(jv, jv_copy, (jv)) \
    X(void, jv_free, (jv)) \
    X(int, jv_get_kind, (jv)) \
    X(jv, jv_invalid_get_msg, (jv)) \
    X(double, jv_number_value, (jv)) \
    X(jv, jv_array, (void)) \
    X(jv, jv_array_append, (jv, jv)) \
    X(jv, jv_null, (void)) \
    X(jv, jv_string, (const char *)) \
    X(int, jv_string_length_bytes, (jv)) \
    X(const char *, jv_string_value, (jv)) \
    X(jv, jv_dump_string, (jv, int)) \
    X(jv, jv_parse_sized, (const char *, int))

#define DECLARE(result, name, parameters) result (*name) parameters;
static struct { FUNCTIONS(DECLARE) } lib;
#undef DECLARE

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[256];

static pthread_once_t thread_once = PTHREAD_ONCE_INIT;
static pthread_t thread;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void (*job)(void *);
static void *job_context;

static void *work_for_ever(void *unused) {
    pthread_mutex_lock(&lock);
    for (;;) {
        while (!job) pthread_cond_wait(&changed, &lock);
        pthread_mutex_unlock(&lock);
        job(job_context);
        pthread_mutex_lock(&lock);
        job = NULL;
        pthread_cond_broadcast(&changed);
    }
    return unused;
}

// libjq recurses as deep as a document nests, which later versions allow 10,000 levels.
static void start_thread(void) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 64 << 20);
    if (pthread_create(&thread, &attributes, work_for_ever, NULL) != 0) abort();
    pthread_attr_destroy(&attributes);
}

void cjq_perform(void (*work)(void *), void *context) {
    pthread_once(&thread_once, start_thread);
    if (pthread_equal(pthread_self(), thread)) {
        work(context);
        return;
    }
    pthread_mutex_lock(&turn);
    pthread_mutex_lock(&lock);
    job_context = context;
    job = work;
    pthread_cond_broadcast(&changed);
    while (job) pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&turn);
}

static void load(void) {
    void *handle = dlopen(LIBJQ, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        snprintf(failure, sizeof failure, "%s", dlerror());
        return;
    }
#define RESOLVE(result, name, parameters) \
    if (!(lib.name = (result (*) parameters)dlsym(handle, #name))) { \
        snprintf(failure, sizeof failure, LIBJQ " has no %s", #name); \
        return; \
    }
    FUNCTIONS(RESOLVE)
#undef RESOLVE
}

const char *cjq_load(void) {
    pthread_once(&once, load);
    return failure[0] ? failure : NULL;
}

struct cjq_program {
    jq_state *jq;
    char *message; // what was said while compiling
    jv shown;      // keeps the bytes of the last result
};

// libjq would abort, and a core file would hold what it was working on.
static void out_of_memory(void *unused) {
    static const char text[] = "acct: the jq program needs more memory than there is\n";
    (void)unused;
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    _exit(1);
}

static void collect(void *data, jv said) {
    cjq_program *program = data;
    if (lib.jv_get_kind(said) == KIND_STRING) {
        size_t old = program->message ? strlen(program->message) : 0;
        const char *text = lib.jv_string_value(said);
        char *grown = realloc(program->message, old + strlen(text) + 2);
        if (grown) {
            program->message = grown;
            sprintf(grown + old, "%s%s", old ? "\n" : "", text);
        }
    }
    lib.jv_free(said);
}

cjq_program *cjq_compile(const char *text, char **error) {
    *error = NULL;
    cjq_program *program = calloc(1, sizeof *program);
    if (!program) return NULL;
    program->shown = lib.jv_null();
    program->jq = lib.jq_init();
    if (program->jq) {
        // Version 1.6 leaves these two as they were in memory.
        lib.jq_set_input_cb(program->jq, NULL, NULL);
        lib.jq_set_debug_cb(program->jq, NULL, NULL);
        lib.jq_set_nomem_handler(program->jq, out_of_memory, NULL);
        lib.jq_set_error_cb(program->jq, collect, program);
        jv folder = lib.jv_string("~/.jq");
        lib.jq_set_attr(
            program->jq, lib.jv_string("JQ_LIBRARY_PATH"), lib.jv_array_append(lib.jv_array(), folder));
        if (lib.jq_compile(program->jq, text)) return program;
    }
    *error = program->message;
    program->message = NULL;
    cjq_free(program);
    return NULL;
}

void cjq_free(cjq_program *program) {
    lib.jv_free(program->shown);
    if (program->jq) lib.jq_teardown(&program->jq);
    free(program->message);
    free(program);
}

// A message of libjq, which may be any value.
static jv described(jv message) {
    return lib.jv_get_kind(message) == KIND_STRING ? message : lib.jv_dump_string(message, 0);
}

bool cjq_start(cjq_program *program, const char *json, int length, char **error) {
    *error = NULL;
    jv document = lib.jv_parse_sized(json, length);
    if (lib.jv_get_kind(document) != KIND_INVALID) {
        lib.jq_start(program->jq, document, 0);
        return true;
    }
    jv message = described(lib.jv_invalid_get_msg(document));
    *error = strdup(lib.jv_string_value(message));
    lib.jv_free(message);
    return false;
}

static cjq_result show(cjq_program *program, jv text, cjq_result result, const char **bytes, int *length) {
    program->shown = text;
    *bytes = lib.jv_string_value(text);
    *length = lib.jv_string_length_bytes(lib.jv_copy(text));
    return result;
}

// `halt` ends quietly, `halt_error` with a message and an exit code.
static cjq_result halted(cjq_program *program, const char **bytes, int *length) {
    jv code = lib.jq_get_exit_code(program->jq);
    bool is_failure = lib.jv_get_kind(code) != KIND_INVALID && lib.jv_number_value(code) != 0;
    lib.jv_free(code);
    jv message = lib.jq_get_error_message(program->jq);
    if (is_failure) return show(program, described(message), cjq_failed, bytes, length);
    lib.jv_free(message);
    return cjq_end;
}

cjq_result cjq_next(cjq_program *program, const char **bytes, int *length) {
    lib.jv_free(program->shown);
    program->shown = lib.jv_null();
    jv value = lib.jq_next(program->jq);
    int kind = lib.jv_get_kind(value);
    if (kind == KIND_STRING) return show(program, value, cjq_string, bytes, length);
    if (kind != KIND_INVALID) return show(program, lib.jv_dump_string(value, 0), cjq_json, bytes, length);
    if (lib.jq_halted(program->jq)) {
        lib.jv_free(value);
        return halted(program, bytes, length);
    }
    jv message = lib.jv_invalid_get_msg(value);
    if (lib.jv_get_kind(message) == KIND_NULL) {
        lib.jv_free(message);
        return cjq_end;
    }
    return show(program, described(message), cjq_failed, bytes, length);
}
