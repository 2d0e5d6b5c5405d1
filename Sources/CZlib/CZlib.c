#include "CZlib.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

#define LIBZ "libz.so.1"

// As in zlib.h, which is not needed to build. zlib compares the size of this structure and the first digit of the
// version with its own before it uses either.
typedef struct {
    const uint8_t *next_in;
    unsigned int avail_in;
    unsigned long total_in;
    uint8_t *next_out;
    unsigned int avail_out;
    unsigned long total_out;
    const char *msg;
    void *state;
    void *zalloc;
    void *zfree;
    void *opaque;
    int data_type;
    unsigned long adler;
    unsigned long reserved;
} z_stream;

enum { Z_NO_FLUSH = 0, Z_OK = 0, Z_STREAM_END = 1, Z_BUF_ERROR = -5 };
// The largest window, and gzip's header and trailer instead of zlib's.
enum { GZIP_WINDOW = 15 + 16 };
static const char VERSION[] = "1.2.11";

static struct {
    int (*inflateInit2_)(z_stream *, int, const char *, int);
    int (*inflate)(z_stream *, int);
    int (*inflateReset)(z_stream *);
    int (*inflateEnd)(z_stream *);
} lib;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *handle = dlopen(LIBZ, RTLD_LAZY | RTLD_LOCAL);
    if (!handle) return;
#define RESOLVE(name) (lib.name = (__typeof__(lib.name))dlsym(handle, #name))
    is_loaded = RESOLVE(inflateInit2_) && RESOLVE(inflate) && RESOLVE(inflateReset) && RESOLVE(inflateEnd);
#undef RESOLVE
}

bool czlib_load(void) {
    pthread_once(&once, load);
    return is_loaded;
}

struct czlib_stream {
    z_stream z;
    bool has_ended;
};

czlib_stream *czlib_new(void) {
    if (!czlib_load()) return NULL;
    czlib_stream *stream = calloc(1, sizeof *stream);
    if (!stream) return NULL;
    if (lib.inflateInit2_(&stream->z, GZIP_WINDOW, VERSION, (int)sizeof stream->z) == Z_OK) return stream;
    free(stream);
    return NULL;
}

void czlib_free(czlib_stream *stream) {
    lib.inflateEnd(&stream->z);
    free(stream);
}

czlib_result czlib_inflate(
    czlib_stream *stream, const uint8_t *input, size_t *input_size, uint8_t *output, size_t *output_size) {
    z_stream *z = &stream->z;
    if (stream->has_ended && lib.inflateReset(z) != Z_OK) return czlib_damaged;
    stream->has_ended = false;
    unsigned int given = *input_size > UINT_MAX ? UINT_MAX : (unsigned int)*input_size;
    unsigned int room = *output_size > UINT_MAX ? UINT_MAX : (unsigned int)*output_size;
    z->next_in = input;
    z->avail_in = given;
    z->next_out = output;
    z->avail_out = room;
    int code = lib.inflate(z, Z_NO_FLUSH);
    *input_size = given - z->avail_in;
    *output_size = room - z->avail_out;
    stream->has_ended = code == Z_STREAM_END;
    if (stream->has_ended) return czlib_end;
    return code == Z_OK || code == Z_BUF_ERROR ? czlib_more : czlib_damaged;
}
