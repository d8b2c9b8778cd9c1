#ifndef C_BOLTS_PROCESSES_INTERNAL_H
#define C_BOLTS_PROCESSES_INTERNAL_H

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "CBoltsProcesses.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// The watcher is a forked copy of a program with many threads, and has only one of them. It never calls exec, so it may call only
// what POSIX calls async-signal-safe: it allocates nothing and takes no lock. On Linux it has also released the memory of that
// program (see memory.c), so it calls nothing that needs the dynamic linker or the heap.

/// The watcher's end of the control socket.
enum { bolts_control = 3 };

/// Copies the options out of the heap, then returns the memory of the copied process to the system.
///
/// Returns the copy, or a null pointer if there is no memory for it.
const bolts_watched_options_t *bolts_release_memory(const bolts_watched_options_t *options);

/// Replaces the command line that `ps` shows.
void bolts_set_name(void);

/// Forks this process without running fork handlers.
pid_t bolts_fork(void);

/// Waits for the control socket and for the program, and ends both. Never returns.
_Noreturn void bolts_guard(const bolts_watched_options_t *options);

/// Moves this process to a new network namespace that has only the loopback interface.
///
/// Returns a socket that listens there on 127.0.0.1, or -1 if the system does not allow it. In that case nothing has changed.
int bolts_isolate_network(void);

/// Sends a byte over a socket, and a descriptor with it unless that is -1.
bool bolts_send(int socket, char byte, int descriptor);

/// Returns how many bytes of memory the descendants of this process use together.
int64_t bolts_memory_of_descendants(void);

/// Returns how many bytes the files below a directory use.
int64_t bolts_disk_usage(const char *directory);

#endif
