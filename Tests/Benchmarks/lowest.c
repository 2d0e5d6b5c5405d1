// Runs commands in turns, so that a slow phase of the machine slows all of them, and prints the lowest time of each.
//
//   lowest ROUNDS COMMAND [ARGUMENT…] [:: COMMAND [ARGUMENT…]]…
//
// One line per command: milliseconds, and its peak resident memory in kB. Their stdout goes to /dev/null.
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

struct measure { char **arguments; double lowest; long memory; };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static int run(struct measure *measure, posix_spawn_file_actions_t *actions) {
    struct rusage usage;
    pid_t child;
    int status;
    double start = now();
    if (posix_spawnp(&child, measure->arguments[0], actions, NULL, measure->arguments, environ)) return 0;
    if (wait4(child, &status, 0, &usage) != child || status != 0) return 0;
    double time = now() - start;
    if (measure->lowest == 0 || time < measure->lowest) measure->lowest = time;
    if (usage.ru_maxrss > measure->memory) measure->memory = usage.ru_maxrss;
    return 1;
}

int main(int argc, char **argv) {
    struct measure measures[32] = {0};
    int count = 0, rounds = argc > 2 ? atoi(argv[1]) : 0;
    if (rounds < 1) return 64;
    for (int index = 2; index < argc && count < 32; index++) {
        measures[count++].arguments = argv + index;
        while (index < argc && strcmp(argv[index], "::")) index++;
        argv[index] = NULL;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    for (int round = 0; round < rounds; round++)
        for (int index = 0; index < count; index++)
            if (!run(measures + index, &actions)) {
                fprintf(stderr, "lowest: %s failed\n", measures[index].arguments[0]);
                return 1;
            }
    for (int index = 0; index < count; index++) printf("%.3f %ld\n", measures[index].lowest, measures[index].memory);
    return 0;
}
