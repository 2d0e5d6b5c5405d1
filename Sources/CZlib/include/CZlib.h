// The decompression of gzip (RFC 1952) with the system's zlib, which libcurl has loaded anyway.
//
// The library is opened by the first call, not linked: most commands make no request.
#ifndef CZLIB_H
#define CZLIB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// Whether the system has zlib. Safe from any thread.
bool czlib_load(void);

typedef struct czlib_stream czlib_stream;

// NULL without zlib, and without memory.
czlib_stream *_Nullable czlib_new(void);
void czlib_free(czlib_stream *stream);

typedef enum {
    czlib_more,    // There is no more input, or no more room for output.
    czlib_end,     // A member of the file is complete, and its checksum is right. Another one may follow.
    czlib_damaged, // The input is not gzip. No other call with this stream makes sense.
} czlib_result;

// Decompresses as much as fits. The sizes become the numbers of bytes that were read and written.
czlib_result czlib_inflate(
    czlib_stream *stream, const uint8_t *input, size_t *input_size, uint8_t *output, size_t *output_size);

#pragma clang assume_nonnull end

#endif
