// Calls of the C library that Swift cannot make: they are variadic, or the headers hide them without _GNU_SOURCE.
#ifndef CPROCESS_H
#define CPROCESS_H

#include <spawn.h>
#include <stdbool.h>

#pragma clang assume_nonnull begin

// The arguments that `main` gets, as the loader passed them. NULL, with a count of 0, where it passes none.
char *_Nullable *_Nullable cprocess_arguments(int *count);

// The variables of this process as `NAME=value`, with a NULL at the end. They need not be text in any encoding.
char *_Nullable *_Nonnull cprocess_environment(void);

// No memory image of this process from now on, and no other program of the same user may attach to it.
bool cprocess_forbid_dump(void);

// A pipe whose ends no other program inherits. False when the process may not open another file.
bool cprocess_pipe(int ends[_Nonnull 2]);

// Gives a file another name that no file has yet. False, with the reason in errno, which is EEXIST for a name in use.
bool cprocess_rename_to_new(const char *from, const char *to);

// Has a program that is spawned start without the open files from `first` on.
int cprocess_close_from(posix_spawn_file_actions_t *actions, int first);

// Starts a program that belongs to no terminal and is no child of this process, with these open files as 0, 1, 2 and so
// on, and with the default signal handling. Returns 0, or the error number.
int cprocess_start_detached(const char *path, char *const _Nullable *_Nonnull arguments,
                            char *const _Nullable *_Nonnull environment, const int *files, int count);

// A file that can be read once the process has ended, and that no other program inherits; -1 where the system has none.
int cprocess_open_process(int id);

#pragma clang assume_nonnull end

#endif
