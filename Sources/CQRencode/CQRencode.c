#include "CQRencode.h"

#include <dlfcn.h>
#include <pthread.h>

// As in libqrencode's own header, which is not needed to build: the layout has been the same since version 3.
typedef struct {
    int version;
    int width;
    unsigned char *data;
} QRcode;

static QRcode *(*encode)(const char *text, int version, int level);
static void (*release)(QRcode *code);
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *library = dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    encode = (QRcode * (*)(const char *, int, int)) dlsym(library, "QRcode_encodeString8bit");
    release = (void (*)(QRcode *))dlsym(library, "QRcode_free");
}

bool cqrencode_encode(const char *text, cqrencode_symbol *symbol) {
    pthread_once(&once, load);
    if (!encode || !release) return false;
    // Version 0 takes the smallest that fits; level 0 (L) is enough for a screen.
    QRcode *code = encode(text, 0, 0);
    if (!code) return false;
    *symbol = (cqrencode_symbol){code->width, code->data, code};
    return true;
}

void cqrencode_free(cqrencode_symbol *symbol) {
    release(symbol->handle);
    *symbol = (cqrencode_symbol){0, NULL, NULL};
}
