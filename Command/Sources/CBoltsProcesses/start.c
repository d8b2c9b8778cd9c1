#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

/// Closes every descriptor from `first` on.
static void close_from(int first) {
#if defined(__linux__) && defined(SYS_close_range)
    if (syscall(SYS_close_range, (unsigned)first, ~0U, 0U) == 0) return;
#endif
    long last = sysconf(_SC_OPEN_MAX);
    if (last < 0 || last > 65536) last = 65536;
    for (int descriptor = first; descriptor < last; descriptor++) close(descriptor);
}

/// Moves a descriptor out of the range that is about to be assigned.
static int moved_up(int descriptor, int above) {
    return fcntl(descriptor, F_DUPFD_CLOEXEC, above);
}

_Noreturn static void become_watcher(int control, const bolts_watched_options_t *options) {
    setsid();
    // Keep the control socket and the program's descriptors, in this order, and nothing else.
    int count = options->descriptor_count;
    int high = bolts_control + 1 + count;
    int moved_control = moved_up(control, high);
    int moved[8];
    if (count < 0 || count > 8 || moved_control < 0) _exit(126);
    for (int index = 0; index < count; index++) {
        moved[index] = moved_up(options->descriptors[index], high);
        if (moved[index] < 0) _exit(126);
    }
    if (dup2(moved_control, bolts_control) < 0) _exit(126);
    for (int index = 0; index < count; index++) {
        if (dup2(moved[index], bolts_control + 1 + index) < 0) _exit(126);
    }
    close_from(high);
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    if (options->disk_limit > 0) {
        struct rlimit largest_file = {(rlim_t)options->disk_limit, (rlim_t)options->disk_limit};
        setrlimit(RLIMIT_FSIZE, &largest_file);
    }
    int listener = options->isolates_network ? bolts_isolate_network() : -1;
    bool is_told = bolts_send(bolts_control, listener < 0 ? bolts_watched_no_socket : bolts_watched_socket, listener);
    if (listener >= 0) close(listener);
    const bolts_watched_options_t *copy = bolts_release_memory(options);
    if (!is_told || copy == NULL) _exit(126);
    bolts_guard(copy);
}

/// Reads one byte and the descriptor that came with it. Returns the result of `recvmsg`.
static ssize_t receive(int control, int flags, char *byte, int32_t *descriptor) {
    struct iovec part = {byte, 1};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } extra;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &extra, .msg_controllen = sizeof extra};
    *descriptor = -1;
#if defined(MSG_CMSG_CLOEXEC)
    flags |= MSG_CMSG_CLOEXEC;
#endif
    ssize_t count;
    do { count = recvmsg(control, &message, flags); } while (count < 0 && errno == EINTR);
    struct cmsghdr *header = count == 1 ? CMSG_FIRSTHDR(&message) : NULL;
    if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
        memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
        fcntl(*descriptor, F_SETFD, FD_CLOEXEC);
    }
    return count;
}

static int32_t start(const bolts_watched_options_t *options, bolts_watched_t *watched) {
    int ends[2];
#if defined(__linux__)
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
#else
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return errno;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    int yes = 1;
    setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
    pid_t pid = fork();
    if (pid == 0) become_watcher(ends[1], options);
    int error = errno;
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return error;
    }
    // The byte arrives soon: the watcher only creates a namespace before it sends the byte.
    char byte;
    if (receive(ends[0], 0, &byte, &watched->listener) == 1) {
        watched->pid = pid;
        watched->control = ends[0];
        return 0;
    }
    close(ends[0]);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
    return EAGAIN;
}

int32_t bolts_watched_start(const bolts_watched_options_t *options, bolts_watched_t *watched) {
    int32_t error = start(options, watched);
    if (error == 0 || !options->isolates_network) return error;
    // Some systems create a namespace without any rights in it.
    bolts_watched_options_t shared = *options;
    shared.isolates_network = 0;
    return start(&shared, watched);
}

int32_t bolts_watched_request_socket(int32_t control) {
    char byte = bolts_watched_socket;
    ssize_t count;
#if defined(MSG_NOSIGNAL)
    int flags = MSG_NOSIGNAL;
#else
    int flags = 0;
#endif
    do { count = send(control, &byte, 1, flags); } while (count < 0 && errno == EINTR);
    return count == 1 ? 0 : -1;
}

int32_t bolts_watched_receive(int32_t control, int32_t *descriptor) {
    char byte;
    ssize_t count = receive(control, MSG_DONTWAIT, &byte, descriptor);
    if (count == 1) return (unsigned char)byte;
    if (count == 0) return 0;
    return errno == EAGAIN || errno == EWOULDBLOCK ? -1 : -2;
}
