// The least that fetches all pages: a libcurl loop that follows @odata.nextLink and passes the bytes on.
//
//   fetch URL [DIRECTORY]
//
// Trusted certificates come from the DIRECTORY if one is given, else from the file that CURL_CA_BUNDLE names (which the
// program curl reads and libcurl does not).
//
// FETCH_HEADER in the environment is one more header of each request, such as "Authorization: Bearer …": Graph requires
// a token, and a long header takes libcurl time.
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct body { char *bytes; size_t length, capacity; };

static size_t collect(char *bytes, size_t one, size_t count, void *context) {
    (void)one;
    struct body *body = context;
    if (body->length + count + 1 > body->capacity) {
        body->capacity = 2 * (body->length + count + 1);
        body->bytes = realloc(body->bytes, body->capacity);
        if (!body->bytes) return 0;
    }
    memcpy(body->bytes + body->length, bytes, count);
    body->length += count;
    body->bytes[body->length] = 0;
    return count;
}

int main(int argc, char **argv) {
    if (argc != 2 && argc != 3) return 64;
    CURL *curl = curl_easy_init();
    struct body body = {0};
    char *url = strdup(argv[1]);
    const char *header = getenv("FETCH_HEADER"), *authorities = getenv("CURL_CA_BUNDLE");
    struct curl_slist *headers = header ? curl_slist_append(NULL, header) : NULL;
    if (!curl || !url || (header && !headers)) return 1;
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, collect);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &body);
    curl_easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(curl, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    if (authorities) curl_easy_setopt(curl, CURLOPT_CAINFO, authorities);
    if (argc == 3) {
        curl_easy_setopt(curl, CURLOPT_CAINFO, NULL);
        curl_easy_setopt(curl, CURLOPT_CAPATH, argv[2]);
    }
    while (url) {
        body.length = 0;
        curl_easy_setopt(curl, CURLOPT_URL, url);
        CURLcode code = curl_easy_perform(curl);
        if (code != CURLE_OK) {
            fprintf(stderr, "fetch: %s\n", curl_easy_strerror(code));
            return 1;
        }
        if (fwrite(body.bytes, 1, body.length, stdout) != body.length) return 1;
        free(url);
        char *link = strstr(body.bytes, "\"@odata.nextLink\":\"");
        if (!link) break;
        link += strlen("\"@odata.nextLink\":\"");
        url = strndup(link, strcspn(link, "\""));
    }
    curl_easy_cleanup(curl);
    curl_slist_free_all(headers);
    return 0;
}
