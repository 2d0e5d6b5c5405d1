// libcurl's types and constants, and typed doors to the functions this package calls.
//
// The library is opened by `ccurl_load`, not linked: linking it costs every start of the program 8 ms for libcurl's
// own thirty libraries, and most commands never make a request. Nothing else here may be called before
// `ccurl_load` has answered NULL.
#ifndef CCURL_H
#define CCURL_H

// The type checks are macros over curl_easy_setopt, which nothing here calls by name.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

// Opens libcurl the first time and answers NULL, or the reason it cannot be used. Safe from any thread.
const char *_Nullable ccurl_load(void);

// Where libcurl was built to find trusted certificate authorities: a file of them, and a directory of files. NULL for none.
const char *_Nullable ccurl_ca_file(void);
const char *_Nullable ccurl_ca_directory(void);
// Whether its TLS library takes single ones out of a directory by their hashes, as OpenSSL does.
bool ccurl_finds_by_hash(void);

CURL *_Nullable ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *easy);
CURLcode ccurl_easy_pause(CURL *easy, int mask);
const char *ccurl_easy_strerror(CURLcode code);

// curl_easy_setopt is variadic, which Swift cannot call: one shim for each type of argument it takes.
CURLcode ccurl_easy_set_long(CURL *easy, CURLoption option, long value);
// A curl_off_t is 64 bits even where a long is 32, and a variadic call does not convert.
CURLcode ccurl_easy_set_offset(CURL *easy, CURLoption option, curl_off_t value);
// libcurl copies strings; NULL puts an option back to its default.
CURLcode ccurl_easy_set_string(CURL *easy, CURLoption option, const char *_Nullable value);
// For the userdata of callbacks, the error buffer and private data: libcurl keeps the pointer, not what it points to.
CURLcode ccurl_easy_set_pointer(CURL *easy, CURLoption option, void *_Nullable value);
// A list is kept, not copied: it must outlive the transfer.
CURLcode ccurl_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *_Nullable value);
// Function pointers do not pass for `void *` in standard C, so each kind of callback has its own door.
typedef size_t (*ccurl_data_callback)(char *buffer, size_t size, size_t count, void *userdata);
CURLcode ccurl_easy_set_data_callback(CURL *easy, CURLoption option, ccurl_data_callback callback);
typedef int (*ccurl_seek_callback)(void *userdata, curl_off_t offset, int origin);
CURLcode ccurl_easy_set_seek_callback(CURL *easy, ccurl_seek_callback callback);

// curl_easy_getinfo is variadic too; -1 stands for "libcurl does not know".
curl_off_t ccurl_easy_get_offset(CURL *easy, CURLINFO info);
long ccurl_easy_get_long(CURL *easy, CURLINFO info);

CURLM *_Nullable ccurl_multi_init(void);
CURLMcode ccurl_multi_cleanup(CURLM *multi);
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_perform(CURLM *multi, int *running);
CURLMcode ccurl_multi_poll(CURLM *multi, int milliseconds);
CURLMcode ccurl_multi_wakeup(CURLM *multi);
// curl_multi_setopt is variadic; only numbers are set.
CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value);
// CURLMsg holds a union and is valid only until the next call: this takes out the two things that matter.
// False when no transfer has finished.
bool ccurl_multi_next_finished(CURLM *multi, CURL *_Nullable *_Nonnull easy, CURLcode *code);

struct curl_slist *_Nullable ccurl_list_append(struct curl_slist *_Nullable list, const char *text);
void ccurl_list_free(struct curl_slist *_Nullable list);

CURLU *_Nullable ccurl_url_new(void);
void ccurl_url_free(CURLU *url);
CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *value, unsigned int flags);
CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char *_Nullable *_Nonnull value, unsigned int flags);
void ccurl_free(void *_Nullable memory);

#pragma clang assume_nonnull end

#endif
