#include "internal.h"

#include "system.h"

// Two processes watch. The guard, which the caller started, watches the watcher; the watcher watches the program. If either is
// killed, the other ends everything. On Linux, a descendant that leaves the group or the session, or outlives its parent, becomes a
// child of one of them.

static volatile sig_atomic_t is_over;

static void note_end(int number) {
    (void)number;
    is_over = 1;
}

static void note_child(int number) { (void)number; }

static void pause_briefly(void) {
    struct timespec time = {0, 2 * 1000 * 1000};
    bolts_system.nanosleep(&time, NULL);
}

#if defined(__linux__)
/// Kills each child of this process, and misses none: an id in the list is not reused until this process reaps it.
static void kill_children(void) {
    int list = bolts_system.open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (list < 0) return;
    char text[4096];
    pid_t child = 0;
    ssize_t count;
    while ((count = bolts_system.read(list, text, sizeof text)) > 0) {
        for (ssize_t index = 0; index < count; index++) {
            if (text[index] >= '0' && text[index] <= '9') {
                child = child * 10 + (text[index] - '0');
            } else if (child > 0) {
                bolts_system.kill(child, SIGKILL);
                child = 0;
            }
        }
    }
    if (child > 0) bolts_system.kill(child, SIGKILL);
    bolts_system.close(list);
}
#else
static void kill_children(void) {}
#endif

/// Kills until no child is left, for ten seconds at most: a process that hangs in the kernel cannot be killed.
///
/// `leader` has not been reaped, so its id, and that of its group, cannot belong to anybody else.
static void kill_all(pid_t leader) {
    if (leader > 0) bolts_system.kill(-leader, SIGKILL);
    for (int round = 0; round < 5000; round++) {
        kill_children();
        pid_t ended;
        while ((ended = bolts_system.waitpid(-1, NULL, WNOHANG)) > 0) {}
        if (ended < 0 && errno == ECHILD) return;
        pause_briefly();
    }
}

_Noreturn static void remove_and_exit(const char *directory, const sigset_t *none) {
    bolts_system.sigprocmask(SIG_SETMASK, none, NULL);
    char *const arguments[] = {"rm", "-rf", "--", (char *)directory, NULL};
    char *const nothing[] = {NULL};
    bolts_system.execve("/bin/rm", arguments, nothing);
    bolts_system.execve("/usr/bin/rm", arguments, nothing);
    bolts_system.exit(1);
    __builtin_unreachable();
}

/// Treats every signal that would end this process as a request to end the watched processes.
static void take_signals(sigset_t *blocked, sigset_t *waiting) {
    struct sigaction action;
    for (int number = 1; number < 32; number++) {
        if (number == SIGKILL || number == SIGSTOP) continue;
        bolts_clear(&action, sizeof action);
        switch (number) {
        case SIGCHLD: action.sa_handler = note_child; break;
        case SIGPIPE: case SIGXFSZ: case SIGTSTP: case SIGTTIN: case SIGTTOU: action.sa_handler = SIG_IGN; break;
        case SIGCONT: case SIGURG: case SIGWINCH: action.sa_handler = SIG_IGN; break;
        case SIGSEGV: case SIGBUS: case SIGILL: case SIGFPE: case SIGABRT: case SIGTRAP: case SIGSYS:
            action.sa_handler = SIG_DFL;
            break;
        default: action.sa_handler = note_end; break;
        }
        bolts_system.sigaction(number, &action, NULL);
    }
    // Signals are delivered only while this process waits, so none can arrive between a check and the wait that follows it.
    bolts_system.fill_signals(blocked);
    bolts_system.remove_signal(blocked, SIGSEGV);
    bolts_system.remove_signal(blocked, SIGBUS);
    bolts_system.sigprocmask(SIG_SETMASK, blocked, NULL);
    bolts_system.empty_signals(waiting);
}

_Noreturn static void run(const bolts_watched_options_t *options, pid_t watcher, const sigset_t *none) {
#if defined(__linux__)
    // If the watcher is killed, the guard ends the rest.
    bolts_system.prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (bolts_system.getppid() != watcher) bolts_system.exit(126);
#else
    (void)watcher;
#endif
    bolts_system.setpgid(0, 0);
    struct sigaction usual;
    bolts_clear(&usual, sizeof usual);
    usual.sa_handler = SIG_DFL;
    for (int number = 1; number < 32; number++) bolts_system.sigaction(number, &usual, NULL);
    // Writing too large a file is an error for the writer and does not end it.
    usual.sa_handler = SIG_IGN;
    bolts_system.sigaction(SIGXFSZ, &usual, NULL);
    bolts_system.sigprocmask(SIG_SETMASK, none, NULL);
    int null = bolts_system.open("/dev/null", O_RDWR);
    if (null < 0 || bolts_system.chdir(options->directory) != 0) bolts_system.exit(126);
    for (int descriptor = 0; descriptor < 3; descriptor++) bolts_system.dup2(null, descriptor);
    // The program's descriptors follow the control socket, which the program does not get.
    for (int index = 0; index < options->descriptor_count; index++) {
        bolts_system.dup2(bolts_control + 1 + index, bolts_control + index);
    }
    int last = bolts_control + options->descriptor_count;
    bolts_system.close(last);
    if (null >= last) bolts_system.close(null);
    bolts_system.execve(options->path, options->arguments, options->environment);
    bolts_system.exit(127);
    __builtin_unreachable();
}

/// Whether the program has ended. It is not reaped, so that its id is not reused.
static bool has_ended(pid_t program) {
    siginfo_t info;
    bolts_clear(&info, sizeof info);
    return bolts_system.waitid(P_PID, (id_t)program, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == program;
}

/// Reaps orphans that ended, but not the program.
static void reap_orphans(pid_t program) {
    while (true) {
        siginfo_t info;
        bolts_clear(&info, sizeof info);
        if (bolts_system.waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return;
        if (info.si_pid == 0 || info.si_pid == program) return;
        bolts_system.waitpid(info.si_pid, NULL, WNOHANG);
    }
}

/// Answers a request over the control socket; returns whether to continue.
static bool serve(void) {
    char byte;
    ssize_t count = bolts_system.read(bolts_control, &byte, 1);
    if (count < 0) return errno == EINTR || errno == EAGAIN;
    if (count == 0) return false;
    int descriptor = bolts_system.socket(AF_INET, SOCK_STREAM, 0);
    bool is_sent = bolts_send(
        bolts_control, descriptor < 0 ? bolts_watched_no_socket : bolts_watched_socket, descriptor
    );
    if (descriptor >= 0) bolts_system.close(descriptor);
    return is_sent;
}

/// The byte for the exceeded limit, or 0 if none is exceeded.
static char exceeded(const bolts_watched_options_t *options, unsigned round) {
    if (options->memory_limit > 0 && bolts_memory_of_descendants() > options->memory_limit) {
        return bolts_watched_memory_exceeded;
    }
    if (round % 4 == 0 && options->disk_limit > 0 && bolts_disk_usage(options->directory) > options->disk_limit) {
        return bolts_watched_disk_exceeded;
    }
    return 0;
}

_Noreturn static void watch(const bolts_watched_options_t *options, pid_t guard) {
    sigset_t blocked, waiting;
#if defined(__linux__)
    bolts_system.prctl(PR_SET_CHILD_SUBREAPER, 1);
    // If the guard is killed, this process ends everything by itself.
    bolts_system.prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (bolts_system.getppid() != guard) is_over = 1;
#else
    (void)guard;
#endif
    take_signals(&blocked, &waiting);
    pid_t watcher = bolts_system.getpid();
    pid_t program = is_over ? -1 : bolts_fork();
    if (program == 0) run(options, watcher, &waiting);
    for (int index = 0; index < options->descriptor_count; index++) bolts_system.close(bolts_control + 1 + index);
    bool has_limits = options->memory_limit > 0 || options->disk_limit > 0;
    unsigned round = 0;
    struct timespec next;
    bolts_system.clock_gettime(CLOCK_MONOTONIC, &next);
    while (program > 0 && !is_over && !has_ended(program)) {
        reap_orphans(program);
        fd_set readable;
        bolts_clear(&readable, sizeof readable);
        FD_SET(bolts_control, &readable);
        struct timespec interval = {0, 50 * 1000 * 1000};
        int count = bolts_system.pselect(
            bolts_control + 1, &readable, NULL, NULL, has_limits ? &interval : NULL, &waiting
        );
        if (count < 0 && errno != EINTR) break;
        if (count > 0 && !serve()) break;
        struct timespec now;
        bolts_system.clock_gettime(CLOCK_MONOTONIC, &now);
        if (!has_limits || now.tv_sec < next.tv_sec || (now.tv_sec == next.tv_sec && now.tv_nsec < next.tv_nsec)) {
            continue;
        }
        char limit = exceeded(options, round++);
        if (limit != 0) {
            // Send the reason first: the caller reads it as soon as it notices the end.
            bolts_send(bolts_control, limit, -1);
            break;
        }
        next = now;
        next.tv_nsec += 50 * 1000 * 1000;
        if (next.tv_nsec >= 1000 * 1000 * 1000) {
            next.tv_sec += 1;
            next.tv_nsec -= 1000 * 1000 * 1000;
        }
    }
    kill_all(program);
    remove_and_exit(options->directory, &waiting);
}

void bolts_guard(const bolts_watched_options_t *options) {
    bolts_set_name();
#if defined(__linux__)
    bolts_system.prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
    sigset_t blocked, waiting;
    take_signals(&blocked, &waiting);
    pid_t guard = bolts_system.getpid();
    pid_t watcher = bolts_fork();
    if (watcher == 0) watch(options, guard);
    for (int index = 0; index < options->descriptor_count; index++) bolts_system.close(bolts_control + 1 + index);
    bool is_told = false;
    while (watcher > 0 && !has_ended(watcher)) {
        if (is_over && !is_told) {
            bolts_system.kill(watcher, SIGTERM);
            is_told = true;
        }
        reap_orphans(watcher);
        if (has_ended(watcher)) break;
        // The watcher gives up after ten seconds.
        struct timespec limit = {15, 0};
        int count = bolts_system.pselect(0, NULL, NULL, NULL, is_told ? &limit : NULL, &waiting);
        if (count == 0) break;
    }
    kill_all(0);
    remove_and_exit(options->directory, &waiting);
}
