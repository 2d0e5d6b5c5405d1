// Threads that nobody waits for, with what only C can ask of a system's threads.
#ifndef CTHREAD_H
#define CTHREAD_H

#include <stdbool.h>

#pragma clang assume_nonnull begin

// Runs `body` on a new thread that gets no signals, at once and beside the caller where the machine has another core.
// False when the system has no room for a thread; then `body` never runs.
bool cthread_start(void (*body)(void *context), void *context);

#pragma clang assume_nonnull end

#endif
