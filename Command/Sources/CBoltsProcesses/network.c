#include "internal.h"

#if defined(__linux__)
#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

static bool write_file(const char *path, const char *text, size_t length) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return false;
    bool is_written = write(file, text, length) == (ssize_t)length;
    close(file);
    return is_written;
}

/// Writes a number in decimal; returns its length.
static size_t decimal(unsigned long number, char *text) {
    char reversed[24];
    size_t count = 0;
    do {
        reversed[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    for (size_t index = 0; index < count; index++) text[index] = reversed[count - 1 - index];
    return count;
}

/// Maps an id to itself, and no other id.
static bool map_id(const char *path, unsigned long id) {
    char line[64];
    size_t length = decimal(id, line);
    line[length++] = ' ';
    length += decimal(id, line + length);
    line[length++] = ' ';
    line[length++] = '1';
    return write_file(path, line, length);
}

static bool raise_loopback(void) {
    int handle = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (handle < 0) return false;
    struct ifreq request;
    memset(&request, 0, sizeof request);
    memcpy(request.ifr_name, "lo", 3);
    bool is_up = ioctl(handle, SIOCGIFFLAGS, &request) == 0;
    request.ifr_flags |= IFF_UP;
    is_up = is_up && ioctl(handle, SIOCSIFFLAGS, &request) == 0;
    close(handle);
    return is_up;
}

static int listen_on_loopback(void) {
    int handle = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (handle < 0) return -1;
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(handle, (struct sockaddr *)&address, sizeof address) == 0 && listen(handle, 128) == 0) return handle;
    close(handle);
    return -1;
}

int bolts_isolate_network(void) {
    uid_t user = geteuid();
    gid_t group = getegid();
    // In a user namespace everybody may create a network namespace, and root loses its rights on this system.
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0) {
        // Without mapped ids a process can open nothing. This cannot be undone, so a failure ends the process.
        write_file("/proc/self/setgroups", "deny", 4);
        if (!map_id("/proc/self/uid_map", user) || !map_id("/proc/self/gid_map", group)) _exit(126);
    } else if (unshare(CLONE_NEWNET) != 0) {
        return -1;
    }
    if (!raise_loopback()) _exit(126);
    int listener = listen_on_loopback();
    if (listener < 0) _exit(126);
    return listener;
}
#else
int bolts_isolate_network(void) { return -1; }
#endif
