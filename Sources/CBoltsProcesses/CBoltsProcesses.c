#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "CBoltsProcesses.h"

#if defined(__APPLE__)
#include <TargetConditionals.h>
#endif

#if defined(__linux__) || (defined(__APPLE__) && TARGET_OS_OSX)
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

// The process that watches is a copy of a program with many threads, of which it has one. Until it ends it may call
// only what POSIX calls async-signal-safe: no allocation, no lock.

enum { control_descriptor = 3 };

static void note_child(int number) { (void)number; }

/// Closes every descriptor from `first` on: none of them is the watched program's business.
static void close_from(int first) {
#if defined(__linux__) && defined(SYS_close_range)
    if (syscall(SYS_close_range, (unsigned)first, ~0U, 0U) == 0) return;
#endif
    long last = sysconf(_SC_OPEN_MAX);
    if (last < 0 || last > 65536) last = 65536;
    for (int descriptor = first; descriptor < last; descriptor++) close(descriptor);
}

static void pause_briefly(void) {
    struct timespec time = {0, 2 * 1000 * 1000};
    nanosleep(&time, NULL);
}

#if defined(__linux__)
/// Kills each child of this process. Whoever loses its parent becomes one, so that nobody gets away by leaving the group.
static void kill_children(void) {
    int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (list < 0) return;
    char text[4096];
    pid_t child = 0;
    ssize_t count;
    while ((count = read(list, text, sizeof text)) > 0) {
        for (ssize_t index = 0; index < count; index++) {
            if (text[index] >= '0' && text[index] <= '9') {
                child = child * 10 + (text[index] - '0');
            } else if (child > 0) {
                kill(child, SIGKILL);
                child = 0;
            }
        }
    }
    if (child > 0) kill(child, SIGKILL);
    close(list);
}
#else
static void kill_children(void) {}
#endif

/// Kills until there is nobody left to wait for, for ten seconds at most: a process that hangs in the kernel cannot be.
static void kill_all(pid_t program) {
    for (int round = 0; round < 5000; round++) {
        kill(-program, SIGKILL);
        kill_children();
        pid_t ended;
        while ((ended = waitpid(-1, NULL, WNOHANG)) > 0) {}
        if (ended < 0 && errno == ECHILD) return;
        pause_briefly();
    }
}

_Noreturn static void run(
    const char *path, char *const *arguments, char *const *environment, const char *directory
) {
#if defined(__linux__)
    // Should somebody kill the watcher, the program at least goes with it.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    setpgid(0, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int null = open("/dev/null", O_RDWR);
    if (null < 0 || chdir(directory) != 0) _exit(126);
    for (int descriptor = 0; descriptor < 3; descriptor++) {
        if (null != descriptor) dup2(null, descriptor);
    }
    close_from(3);
    execve(path, arguments, environment);
    _exit(127);
}

_Noreturn static void watch(
    int control, const char *path, char *const *arguments, char *const *environment, const char *directory
) {
    setsid();
    if (control != control_descriptor) dup2(control, control_descriptor);
    // The copy that keeps its number would keep its flag, too, and this one must outlive the last call below.
    fcntl(control_descriptor, F_SETFD, 0);
    close_from(control_descriptor + 1);
    // Handlers and masks are the copied program's.
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
    signal(SIGPIPE, SIG_IGN);
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
#if defined(__linux__)
    prctl(PR_SET_NAME, "bolts-watch");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
    sigset_t child, waiting;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_SETMASK, &child, &waiting);
    sigemptyset(&waiting);
    struct sigaction action = {0};
    action.sa_handler = note_child;
    sigaction(SIGCHLD, &action, NULL);

    pid_t program = fork();
    if (program == 0) {
        signal(SIGPIPE, SIG_DFL);
        run(path, arguments, environment, directory);
    }
    bool is_over = program < 0;
    while (!is_over) {
        pid_t ended;
        while ((ended = waitpid(-1, NULL, WNOHANG)) > 0) {
            if (ended == program) is_over = true;
        }
        if (is_over) break;
        fd_set readable;
        FD_ZERO(&readable);
        FD_SET(control_descriptor, &readable);
        // The end of a child interrupts this, and cannot come between the question above and the wait.
        int count = pselect(control_descriptor + 1, &readable, NULL, NULL, NULL, &waiting);
        if (count > 0 || (count < 0 && errno != EINTR)) is_over = true;
    }
    if (program > 0) kill_all(program);
    sigprocmask(SIG_SETMASK, &waiting, NULL);
    char *const remove[] = {"rm", "-rf", "--", (char *)directory, NULL};
    char *const nothing[] = {NULL};
    execve("/bin/rm", remove, nothing);
    execve("/usr/bin/rm", remove, nothing);
    _exit(1);
}

int32_t bolts_watched_start(
    const char *path, char *const *arguments, char *const *environment, const char *directory, bolts_watched_t *watched
) {
    int ends[2];
#if defined(__linux__)
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
#else
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return errno;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#endif
    pid_t pid = fork();
    if (pid == 0) watch(ends[1], path, arguments, environment, directory);
    int error = errno;
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return error;
    }
    watched->pid = pid;
    watched->control = ends[0];
    return 0;
}
#else
int32_t bolts_watched_start(
    const char *path, char *const *arguments, char *const *environment, const char *directory, bolts_watched_t *watched
) {
    (void)path, (void)arguments, (void)environment, (void)directory, (void)watched;
    return 1;
}
#endif
