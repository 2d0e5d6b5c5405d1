#ifndef CQRENCODE_H
#define CQRENCODE_H

#include <stdbool.h>
#include <stddef.h>

/// One QR code: `width` times `width` modules, row by row; the lowest bit of each byte is set where a module is dark.
typedef struct {
    int width;
    const unsigned char *modules;
    void *handle;
} cqrencode_symbol;

/// Encodes a text with the system's libqrencode, which is loaded by the first call: it is wanted once in a while, and
/// many machines have none. False when it is not there or the text is too long.
bool cqrencode_encode(const char *text, cqrencode_symbol *symbol);

void cqrencode_free(cqrencode_symbol *symbol);

#endif
