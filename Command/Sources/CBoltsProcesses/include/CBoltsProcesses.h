// Runs a program under a watcher, so that nothing that the program starts outlives this process.
#ifndef C_BOLTS_PROCESSES_H
#define C_BOLTS_PROCESSES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The program to run, and its limits.
typedef struct {
    /// The path of the program.
    const char * _Nonnull path;
    /// The arguments: the name first, a null pointer last.
    char * _Nullable const * _Nonnull arguments;
    /// The environment, with a null pointer last.
    char * _Nullable const * _Nonnull environment;
    /// An existing directory in which the program runs. The watcher finally removes it with its contents.
    const char * _Nonnull directory;
    /// Descriptors that the program gets as 3, 4 and so on. It inherits no others but /dev/null as 0, 1 and 2.
    const int32_t * _Nullable descriptors;
    int32_t descriptor_count;
    /// Whether to run the program in its own network namespace, if the system allows that.
    int32_t isolates_network;
    /// The bytes of memory that the program and all its descendants may use together; 0 for no limit.
    int64_t memory_limit;
    /// The bytes that the files in the directory may take; 0 for no limit.
    int64_t disk_limit;
} bolts_watched_options_t;

/// A program under a watcher.
typedef struct {
    /// The id of the watcher, which exits once everything that it watches has ended.
    int32_t pid;
    /// A stream socket to the watcher. Shutting it down, as the system does when this process ends, ends the program and its
    /// descendants. End of file means that they have ended and the directory is removed.
    int32_t control;
    /// A socket that listens on 127.0.0.1 in the program's own network namespace, or -1 if it shares this process's.
    int32_t listener;
} bolts_watched_t;

/// The bytes that the watcher sends over `control`.
enum {
    bolts_watched_memory_exceeded = 'M',
    bolts_watched_disk_exceeded = 'D',
    /// Accompanies a new socket of the program's network namespace.
    bolts_watched_socket = 'S',
    bolts_watched_no_socket = '-',
};

/// Starts a program under a watcher, in its own session.
///
/// Returns 0, or an error number if no process could be created. If the program cannot be executed, it ends at once.
int32_t bolts_watched_start(const bolts_watched_options_t * _Nonnull options, bolts_watched_t * _Nonnull watched);

/// Asks the watcher for a TCP socket in the program's network namespace, to be read with `bolts_watched_receive`.
int32_t bolts_watched_request_socket(int32_t control);

/// Reads one byte that the watcher sent, and the descriptor that came with it, or -1.
///
/// Returns the byte, 0 at end of file, -1 if nothing has arrived yet, or -2 on failure. Never blocks.
int32_t bolts_watched_receive(int32_t control, int32_t * _Nonnull descriptor);

#ifdef __cplusplus
}
#endif
#endif
