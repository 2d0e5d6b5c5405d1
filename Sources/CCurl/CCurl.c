#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#define LIBCURL "libcurl.so.4"

// CURLOPT_PROTOCOLS_STR came with 7.85, and so did a resolver that keeps every *.localhost name on this machine.
#define OLDEST_VERSION 0x075500

// Written once: each name becomes a typed function pointer below and a line of `resolve`.
#define FUNCTIONS(X) \
    X(curl_global_init) \
    X(curl_version_info) \
    X(curl_free) \
    X(curl_easy_init) \
    X(curl_easy_cleanup) \
    X(curl_easy_setopt) \
    X(curl_easy_getinfo) \
    X(curl_easy_pause) \
    X(curl_easy_strerror) \
    X(curl_multi_init) \
    X(curl_multi_cleanup) \
    X(curl_multi_add_handle) \
    X(curl_multi_remove_handle) \
    X(curl_multi_perform) \
    X(curl_multi_poll) \
    X(curl_multi_wakeup) \
    X(curl_multi_setopt) \
    X(curl_multi_info_read) \
    X(curl_slist_append) \
    X(curl_slist_free_all) \
    X(curl_url) \
    X(curl_url_cleanup) \
    X(curl_url_set) \
    X(curl_url_get)

#define DECLARE(name) __typeof__(name) *name;
static struct { FUNCTIONS(DECLARE) } lib;
#undef DECLARE

static curl_version_info_data *version;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[256];

static bool resolve(void *handle) {
#define RESOLVE(name) \
    if (!(lib.name = (__typeof__(name) *)dlsym(handle, #name))) { \
        snprintf(failure, sizeof failure, LIBCURL " has no %s", #name); \
        return false; \
    }
    FUNCTIONS(RESOLVE)
#undef RESOLVE
    return true;
}

static void load(void) {
    void *handle = dlopen(LIBCURL, RTLD_LAZY | RTLD_LOCAL);
    if (!handle) {
        snprintf(failure, sizeof failure, "%s", dlerror());
        return;
    }
    if (!resolve(handle)) return;
    version = lib.curl_version_info(CURLVERSION_NOW);
    if (version->version_num < OLDEST_VERSION) {
        snprintf(failure, sizeof failure, "libcurl %s is too old: 7.85 or later is needed", version->version);
    } else if (lib.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        snprintf(failure, sizeof failure, LIBCURL " could not be initialised");
    }
}

const char *ccurl_load(void) {
    pthread_once(&once, load);
    return failure[0] ? failure : NULL;
}

const char *ccurl_ca_file(void) { return version->cainfo; }
const char *ccurl_ca_directory(void) { return version->capath; }
bool ccurl_finds_by_hash(void) { return version->ssl_version && !strncmp(version->ssl_version, "OpenSSL/", 8); }

// Programs that this one starts must not inherit a connection. Not every version of libcurl sees to that.
static curl_socket_t open_socket(void *userdata, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)userdata, (void)purpose;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

CURL *ccurl_easy_init(void) {
    CURL *easy = lib.curl_easy_init();
    if (easy && lib.curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket) != CURLE_OK) {
        lib.curl_easy_cleanup(easy);
        return NULL;
    }
    return easy;
}
void ccurl_easy_cleanup(CURL *easy) { lib.curl_easy_cleanup(easy); }
CURLcode ccurl_easy_pause(CURL *easy, int mask) { return lib.curl_easy_pause(easy, mask); }
const char *ccurl_easy_strerror(CURLcode code) { return lib.curl_easy_strerror(code); }

CURLcode ccurl_easy_set_long(CURL *easy, CURLoption option, long value) {
    return lib.curl_easy_setopt(easy, option, value);
}
CURLcode ccurl_easy_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return lib.curl_easy_setopt(easy, option, value);
}
CURLcode ccurl_easy_set_string(CURL *easy, CURLoption option, const char *value) {
    return lib.curl_easy_setopt(easy, option, value);
}
CURLcode ccurl_easy_set_pointer(CURL *easy, CURLoption option, void *value) {
    return lib.curl_easy_setopt(easy, option, value);
}
CURLcode ccurl_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return lib.curl_easy_setopt(easy, option, value);
}
CURLcode ccurl_easy_set_data_callback(CURL *easy, CURLoption option, ccurl_data_callback callback) {
    return lib.curl_easy_setopt(easy, option, callback);
}
CURLcode ccurl_easy_set_seek_callback(CURL *easy, ccurl_seek_callback callback) {
    return lib.curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, callback);
}

curl_off_t ccurl_easy_get_offset(CURL *easy, CURLINFO info) {
    curl_off_t value = -1;
    return lib.curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : -1;
}

long ccurl_easy_get_long(CURL *easy, CURLINFO info) {
    long value = -1;
    return lib.curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : -1;
}

CURLM *ccurl_multi_init(void) { return lib.curl_multi_init(); }
CURLMcode ccurl_multi_cleanup(CURLM *multi) { return lib.curl_multi_cleanup(multi); }
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy) { return lib.curl_multi_add_handle(multi, easy); }
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy) { return lib.curl_multi_remove_handle(multi, easy); }
CURLMcode ccurl_multi_perform(CURLM *multi, int *running) { return lib.curl_multi_perform(multi, running); }
CURLMcode ccurl_multi_poll(CURLM *multi, int milliseconds) {
    return lib.curl_multi_poll(multi, NULL, 0, milliseconds, NULL);
}
CURLMcode ccurl_multi_wakeup(CURLM *multi) { return lib.curl_multi_wakeup(multi); }
CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return lib.curl_multi_setopt(multi, option, value);
}

bool ccurl_multi_next_finished(CURLM *multi, CURL **easy, CURLcode *code) {
    int left = 0;
    for (CURLMsg *message; (message = lib.curl_multi_info_read(multi, &left));) {
        if (message->msg != CURLMSG_DONE) continue;
        *easy = message->easy_handle;
        *code = message->data.result;
        return true;
    }
    return false;
}

struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *text) {
    return lib.curl_slist_append(list, text);
}
void ccurl_list_free(struct curl_slist *list) { lib.curl_slist_free_all(list); }

CURLU *ccurl_url_new(void) { return lib.curl_url(); }
void ccurl_url_free(CURLU *url) { lib.curl_url_cleanup(url); }
CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *value, unsigned int flags) {
    return lib.curl_url_set(url, part, value, flags);
}
CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **value, unsigned int flags) {
    return lib.curl_url_get(url, part, value, flags);
}
void ccurl_free(void *memory) { lib.curl_free(memory); }
