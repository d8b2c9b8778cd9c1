// A program and everything that it starts, watched so that nothing of it outlives whoever started it.
#ifndef C_BOLTS_PROCESSES_H
#define C_BOLTS_PROCESSES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A program under watch.
typedef struct {
    /// The process that watches. It ends, and can be waited for, when all that it watches has.
    int32_t pid;
    /// One end of a socket. Closing it, as the system does when this process dies, ends the program and all that it
    /// started; reading it gives the end of file when that has been done.
    int32_t control;
} bolts_watched_t;

/// Starts a program under watch, in a session of its own, with a directory of its own that is removed at the end.
///
/// - Parameters:
///   - path: The program's file.
///   - arguments: Its arguments, the name first, a null pointer last.
///   - environment: Its environment, a null pointer last.
///   - directory: An existing directory, where it runs. Whatever is in it is removed with it.
///   - watched: Filled in.
/// - Returns: 0, or an error number where no process could be made. A program that cannot be run ends at once.
int32_t bolts_watched_start(
    const char * _Nonnull path,
    char * _Nullable const * _Nonnull arguments,
    char * _Nullable const * _Nonnull environment,
    const char * _Nonnull directory,
    bolts_watched_t * _Nonnull watched
);

#ifdef __cplusplus
}
#endif
#endif
