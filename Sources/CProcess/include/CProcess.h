// Calls of the C library that Swift cannot make: they are variadic, or the headers hide them without _GNU_SOURCE.
#ifndef CPROCESS_H
#define CPROCESS_H

#include <spawn.h>
#include <stdbool.h>

#pragma clang assume_nonnull begin

// The arguments that `main` gets, as the loader passed them. NULL, with a count of 0, where it passes none.
char *_Nullable *_Nullable cprocess_arguments(int *count);

// No memory image of this process from now on, and no other program of the same user may attach to it.
bool cprocess_forbid_dump(void);

// A pipe whose ends no other program inherits. False when the process may not open another file.
bool cprocess_pipe(int ends[_Nonnull 2]);

// Has a program that is spawned start without the open files from `first` on.
int cprocess_close_from(posix_spawn_file_actions_t *actions, int first);

#pragma clang assume_nonnull end

#endif
