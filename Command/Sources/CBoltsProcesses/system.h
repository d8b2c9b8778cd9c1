#ifndef C_BOLTS_PROCESSES_SYSTEM_H
#define C_BOLTS_PROCESSES_SYSTEM_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

/// The system's calls by their addresses, which the dynamic linker fills in when it loads this code.
///
/// The linker may resolve a direct call only when it is first made, in memory that the watcher has released.
typedef struct {
    int (*open)(const char *, int, ...);
    int (*openat)(int, const char *, int, ...);
    ssize_t (*read)(int, void *, size_t);
    int (*close)(int);
    int (*dup2)(int, int);
    int (*chdir)(const char *);
    int (*kill)(pid_t, int);
    pid_t (*waitpid)(pid_t, int *, int);
    int (*waitid)(idtype_t, id_t, siginfo_t *, int);
    pid_t (*getpid)(void);
    pid_t (*getppid)(void);
    int (*setpgid)(pid_t, pid_t);
    int (*execve)(const char *, char *const *, char *const *);
    void (*exit)(int);
    int (*nanosleep)(const struct timespec *, struct timespec *);
    int (*clock_gettime)(clockid_t, struct timespec *);
    int (*pselect)(int, fd_set *, fd_set *, fd_set *, const struct timespec *, const sigset_t *);
    int (*sigaction)(int, const struct sigaction *, struct sigaction *);
    int (*sigprocmask)(int, const sigset_t *, sigset_t *);
    // The members have other names than the calls, because macOS defines those as macros too, which would replace the members.
    int (*fill_signals)(sigset_t *);
    int (*empty_signals)(sigset_t *);
    int (*remove_signal)(sigset_t *, int);
    int (*socket)(int, int, int);
    ssize_t (*sendmsg)(int, const struct msghdr *, int);
#if defined(__linux__)
    int (*prctl)(int, ...);
    long (*syscall)(long, ...);
#else
    pid_t (*fork)(void);
#endif
} bolts_system_t;

// The table is not constant and is in another file, so that no compiler can turn its calls into direct ones.
extern bolts_system_t bolts_system __attribute__((visibility("hidden")));

/// Sets bytes to zero without a call.
static inline void bolts_clear(void *bytes, size_t count) {
    volatile char *next = bytes;
    for (size_t index = 0; index < count; index++) next[index] = 0;
}

#endif
