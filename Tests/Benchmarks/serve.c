// Serves pages of users that are ready before the first request, so that only the client's work is measured.
//
//   serve PAGES USERS DELAY [CERTIFICATE KEY]    prints its port, answers GET /v1.0/users and ends when its parent does
//
// DELAY is the time in milliseconds between a request and its page, as a server at some distance takes.
// With a certificate and its key, in PEM files, it serves over TLS, with the defaults of OpenSSL.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>

struct page { char *bytes; size_t length; };

static void append(struct page *page, const char *format, ...) {
    char text[1024];
    va_list values;
    va_start(values, format);
    size_t length = (size_t)vsnprintf(text, sizeof text, format, values);
    va_end(values);
    page->bytes = realloc(page->bytes, page->length + length);
    if (!page->bytes) exit(1);
    memcpy(page->bytes + page->length, text, length);
    page->length += length;
}

static struct page make_page(int number, int pages, int users, const char *origin) {
    struct page body = {0}, page = {0};
    append(&body, "{\"@odata.context\":\"%s/v1.0/$metadata#users\",", origin);
    if (number + 1 < pages)
        append(&body, "\"@odata.nextLink\":\"%s/v1.0/users?$skiptoken=%d\",", origin, number + 1);
    append(&body, "\"value\":[");
    for (int user = 0; user < users; user++)
        append(&body,
               "%s{\"businessPhones\":[\"+1 425 555 %04d\"],\"displayName\":\"User %d of page %d\",\"givenName\":\"User\","
               "\"jobTitle\":\"Auditor\",\"mail\":\"user%d.%d@contoso.example\",\"mobilePhone\":null,"
               "\"officeLocation\":\"12/1110\",\"preferredLanguage\":\"en-US\",\"surname\":\"%d\","
               "\"userPrincipalName\":\"user%d.%d@contoso.example\",\"id\":\"87d349ed-44d7-43e1-9a83-%06d%06d\"}",
               user ? "," : "", user, user, number, user, number, user, user, number, number, user);
    append(&body, "]}");
    append(&page, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n", body.length);
    page.bytes = realloc(page.bytes, page.length + body.length);
    if (!page.bytes) exit(1);
    memcpy(page.bytes + page.length, body.bytes, body.length);
    page.length += body.length;
    free(body.bytes);
    return page;
}

static int send_all(BIO *client, const char *bytes, size_t length) {
    while (length > 0) {
        int sent = BIO_write(client, bytes, (int)length);
        if (sent <= 0) return 0;
        bytes += sent;
        length -= (size_t)sent;
    }
    return 1;
}

// One connection to its end: clients are measured one after the other.
static void serve(BIO *client, const struct page *pages, int count, int delay) {
    struct timespec wait = {.tv_sec = delay / 1000, .tv_nsec = delay % 1000 * 1000000L};
    char request[16384];
    size_t length = 0;
    for (;;) {
        int got = BIO_read(client, request + length, (int)(sizeof request - 1 - length));
        if (got <= 0) return;
        length += (size_t)got;
        request[length] = 0;
        if (!strstr(request, "\r\n\r\n")) continue;
        const char *token = strstr(request, "skiptoken=");
        int number = token ? atoi(token + strlen("skiptoken=")) : 0;
        if (number < 0 || number >= count) return;
        if (delay > 0) nanosleep(&wait, NULL);
        if (!send_all(client, pages[number].bytes, pages[number].length)) return;
        length = 0;
    }
}

static SSL_CTX *make_tls(const char *certificate, const char *key) {
    SSL_CTX *tls = SSL_CTX_new(TLS_server_method());
    if (tls && SSL_CTX_use_certificate_chain_file(tls, certificate) == 1
        && SSL_CTX_use_PrivateKey_file(tls, key, SSL_FILETYPE_PEM) == 1)
        return tls;
    ERR_print_errors_fp(stderr);
    exit(1);
}

static int listen_on_loopback(int *port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    // A page is several TLS records. Without Nagle's algorithm none waits for the acknowledgement of the one before.
    if (listener < 0 || setsockopt(listener, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int))
        || bind(listener, (struct sockaddr *)&address, size) || listen(listener, 16)
        || getsockname(listener, (struct sockaddr *)&address, &size)) {
        perror("serve");
        exit(1);
    }
    *port = ntohs(address.sin_port);
    return listener;
}

int main(int argc, char **argv) {
    if ((argc != 4 && argc != 6) || atoi(argv[1]) < 1) return 64;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    signal(SIGPIPE, SIG_IGN);
    SSL_CTX *tls = argc == 6 ? make_tls(argv[4], argv[5]) : NULL;
    int port, listener = listen_on_loopback(&port), count = atoi(argv[1]), delay = atoi(argv[3]);
    char origin[64];
    snprintf(origin, sizeof origin, "%s://localhost:%d", tls ? "https" : "http", port);
    struct page *pages = calloc((size_t)count, sizeof *pages);
    if (!pages) return 1;
    for (int number = 0; number < count; number++) pages[number] = make_page(number, count, atoi(argv[2]), origin);
    printf("%d\n", port);
    fflush(stdout);
    for (;;) {
        int socket = accept(listener, NULL, NULL);
        if (socket < 0) continue;
        BIO *client = BIO_new_socket(socket, BIO_CLOSE);
        if (tls) client = BIO_push(BIO_new_ssl(tls, 0), client);
        serve(client, pages, count, delay);
        BIO_free_all(client);
    }
}
