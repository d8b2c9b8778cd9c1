#include "internal.h"

#include "system.h"

bolts_system_t bolts_system = {
    .open = open, .openat = openat, .read = read, .close = close, .dup2 = dup2, .chdir = chdir, .kill = kill,
    .waitpid = waitpid, .waitid = waitid, .getpid = getpid, .getppid = getppid, .setpgid = setpgid, .execve = execve,
    .exit = _exit, .nanosleep = nanosleep, .clock_gettime = clock_gettime, .pselect = pselect, .sigaction = sigaction,
    .sigprocmask = sigprocmask, .fill_signals = sigfillset, .empty_signals = sigemptyset,
    .remove_signal = sigdelset, .socket = socket, .sendmsg = sendmsg,
#if defined(__linux__)
    .prctl = prctl, .syscall = syscall,
#else
    .fork = fork,
#endif
};

pid_t bolts_fork(void) {
#if defined(__linux__)
    return (pid_t)bolts_system.syscall(SYS_clone, (long)SIGCHLD, 0L, 0L, 0L, 0L);
#else
    return bolts_system.fork();
#endif
}

bool bolts_send(int socket, char byte, int descriptor) {
    struct iovec part;
    part.iov_base = &byte;
    part.iov_len = 1;
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } extra;
    bolts_clear(&extra, sizeof extra);
    struct msghdr message;
    bolts_clear(&message, sizeof message);
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (descriptor >= 0) {
        message.msg_control = &extra;
        message.msg_controllen = sizeof extra;
        extra.header.cmsg_len = CMSG_LEN(sizeof(int));
        extra.header.cmsg_level = SOL_SOCKET;
        extra.header.cmsg_type = SCM_RIGHTS;
        *(int *)(void *)CMSG_DATA(&extra.header) = descriptor;
    }
#if defined(MSG_NOSIGNAL)
    return bolts_system.sendmsg(socket, &message, MSG_NOSIGNAL) == 1;
#else
    return bolts_system.sendmsg(socket, &message, 0) == 1;
#endif
}
