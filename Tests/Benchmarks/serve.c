// Serves pages of users that are ready before the first request: what is measured is who fetches them.
//
//   serve PAGES USERS    prints its port, answers GET /v1.0/users and ends when its parent does
#include <arpa/inet.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

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

static struct page make_page(int number, int pages, int users, int port) {
    struct page body = {0}, page = {0};
    append(&body, "{\"@odata.context\":\"http://localhost:%d/v1.0/$metadata#users\",", port);
    if (number + 1 < pages)
        append(&body, "\"@odata.nextLink\":\"http://localhost:%d/v1.0/users?$skiptoken=%d\",", port, number + 1);
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

static int send_all(int client, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t sent = send(client, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0) return 0;
        bytes += sent;
        length -= (size_t)sent;
    }
    return 1;
}

// One connection to its end: those who are measured come one after the other.
static void serve(int client, const struct page *pages, int count) {
    char request[16384];
    size_t length = 0;
    for (;;) {
        ssize_t got = recv(client, request + length, sizeof request - 1 - length, 0);
        if (got <= 0) return;
        length += (size_t)got;
        request[length] = 0;
        if (!strstr(request, "\r\n\r\n")) continue;
        const char *token = strstr(request, "skiptoken=");
        int number = token ? atoi(token + strlen("skiptoken=")) : 0;
        if (number < 0 || number >= count) return;
        if (!send_all(client, pages[number].bytes, pages[number].length)) return;
        length = 0;
    }
}

int main(int argc, char **argv) {
    if (argc != 3) return 64;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    int count = atoi(argv[1]), listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    if (count < 1 || bind(listener, (struct sockaddr *)&address, size) || listen(listener, 16)
        || getsockname(listener, (struct sockaddr *)&address, &size)) {
        perror("serve");
        return 1;
    }
    int port = ntohs(address.sin_port);
    struct page *pages = calloc((size_t)count, sizeof *pages);
    if (!pages) return 1;
    for (int number = 0; number < count; number++) pages[number] = make_page(number, count, atoi(argv[2]), port);
    printf("%d\n", port);
    fflush(stdout);
    for (;;) {
        int client = accept(listener, NULL, NULL);
        if (client < 0) continue;
        serve(client, pages, count);
        close(client);
    }
}
