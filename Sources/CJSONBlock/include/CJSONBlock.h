#ifndef CJSONBLOCK_H
#define CJSONBLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// Where in 64 bytes of JSON text the characters are that tell its structure. The lowest bit is the first byte.
typedef struct {
    uint64_t quotes;
    uint64_t backslashes;
    /// `[`, `]`, `{` and `}`. `Y`, `_`, `y` and DEL look the same, but JSON has these in strings only.
    uint64_t brackets;
} cjson_block;

/// Looks at 64 bytes, or at as many as there are. The compiler makes of its vectors what the machine has: SSE2 or NEON.
static inline cjson_block cjson_look(const uint8_t *text, size_t count) {
    typedef uint8_t bytes __attribute__((vector_size(64)));
    typedef bool bits __attribute__((ext_vector_type(64)));
    bytes block;
    if (count >= sizeof block) {
        memcpy(&block, text, sizeof block);
    } else {
        memset(&block, 0, sizeof block);
        memcpy(&block, text, count);
    }
    bits quotes = __builtin_convertvector(block == '"', bits);
    bits backslashes = __builtin_convertvector(block == '\\', bits);
    bits brackets = __builtin_convertvector((block | 0x26) == 0x7F, bits);
    cjson_block found;
    memcpy(&found.quotes, &quotes, sizeof found.quotes);
    memcpy(&found.backslashes, &backslashes, sizeof found.backslashes);
    memcpy(&found.brackets, &brackets, sizeof found.brackets);
    return found;
}

#endif
