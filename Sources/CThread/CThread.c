#define _GNU_SOURCE
#include "CThread.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

#ifdef __linux__
typedef cpu_set_t cores;

// A new thread may be left on the core of the one that starts it until that one waits or the scheduler looks again, which
// takes milliseconds. So it begins on the others; false where there are none.
static bool begin_elsewhere(pthread_attr_t *attributes, cores *allowed) {
    if (sched_getaffinity(0, sizeof *allowed, allowed)) return false;
    int here = sched_getcpu();
    cores others = *allowed;
    if (here >= 0) CPU_CLR(here, &others);
    return CPU_COUNT(&others) > 0 && !pthread_attr_setaffinity_np(attributes, sizeof others, &others);
}

static void begin_anywhere(pthread_attr_t *attributes) { pthread_attr_setaffinity_np(attributes, 0, NULL); }

static void allow(const cores *allowed) { sched_setaffinity(0, sizeof *allowed, allowed); }
#else
typedef char cores;

static bool begin_elsewhere(pthread_attr_t *attributes, cores *allowed) {
    (void)attributes;
    (void)allowed;
    return false;
}

static void begin_anywhere(pthread_attr_t *attributes) { (void)attributes; }

static void allow(const cores *allowed) { (void)allowed; }
#endif

struct start {
    void (*body)(void *);
    void *context;
    bool is_elsewhere;
    cores allowed;
};

static void *run(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    // From here on it may go wherever the process may.
    if (start.is_elsewhere) allow(&start.allowed);
    start.body(start.context);
    return NULL;
}

static bool create(struct start *start) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes)) return false;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    start->is_elsewhere = begin_elsewhere(&attributes, &start->allowed);
    pthread_t thread;
    bool is_created = !pthread_create(&thread, &attributes, run, start);
    if (!is_created && start->is_elsewhere) {
        // A sandbox may forbid to choose the core, and a core may have gone.
        start->is_elsewhere = false;
        begin_anywhere(&attributes);
        is_created = !pthread_create(&thread, &attributes, run, start);
    }
    pthread_attr_destroy(&attributes);
    return is_created;
}

bool cthread_start(void (*body)(void *), void *context) {
    struct start *start = malloc(sizeof *start);
    if (!start) return false;
    start->body = body;
    start->context = context;
    // A thread inherits the mask. SIGPIPE above all: with CURLOPT_NOSIGNAL libcurl leaves it alone, and TLS libraries
    // write to closed sockets.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool is_created = create(start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!is_created) free(start);
    return is_created;
}
