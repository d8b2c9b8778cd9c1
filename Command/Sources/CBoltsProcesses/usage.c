#include "internal.h"

#include "system.h"
#include <sys/stat.h>

#if defined(__linux__)
enum { process_limit = 1024, name_limit = 256 };

typedef struct {
    unsigned long long inode;
    long long offset;
    unsigned short length;
    unsigned char type;
    char name[];
} directory_entry_t;

static long number_in(const char *text) {
    long number = 0;
    for (; *text >= '0' && *text <= '9'; text++) number = number * 10 + (*text - '0');
    return *text == 0 ? number : -1;
}

static size_t append(char *path, size_t length, const char *text) {
    while (*text != 0 && length < name_limit - 1) path[length++] = *text++;
    path[length] = 0;
    return length;
}

static size_t append_number(char *path, size_t length, long number) {
    char digits[24];
    int count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (count > 0 && length < name_limit - 1) path[length++] = digits[--count];
    path[length] = 0;
    return length;
}

static ssize_t read_file(const char *path, char *text, size_t size) {
    int file = bolts_system.open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    ssize_t length = 0, count;
    while ((size_t)length < size - 1 && (count = bolts_system.read(file, text + length, size - 1 - (size_t)length)) > 0) {
        length += count;
    }
    bolts_system.close(file);
    text[length] = 0;
    return length;
}

/// The value of a field of /proc/ID/status, in KiB.
static int64_t field(const char *text, const char *name) {
    for (const char *line = text; *line != 0;) {
        size_t index = 0;
        while (name[index] != 0 && line[index] == name[index]) index++;
        if (name[index] == 0) {
            int64_t value = 0;
            for (line += index; *line == ' ' || *line == '\t' || *line == ':'; line++) {}
            for (; *line >= '0' && *line <= '9'; line++) value = value * 10 + (*line - '0');
            return value;
        }
        while (*line != 0 && *line != '\n') line++;
        if (*line == '\n') line++;
    }
    return 0;
}

/// Adds the children of one thread to a list of ids.
static int add_children(const char *path, pid_t *ids, int count) {
    char text[4096];
    int list = bolts_system.open(path, O_RDONLY | O_CLOEXEC);
    if (list < 0) return count;
    pid_t child = 0;
    ssize_t length;
    while ((length = bolts_system.read(list, text, sizeof text)) > 0) {
        for (ssize_t index = 0; index < length; index++) {
            if (text[index] >= '0' && text[index] <= '9') {
                child = child * 10 + (text[index] - '0');
            } else if (child > 0) {
                if (count < process_limit) ids[count] = child;
                count++;
                child = 0;
            }
        }
    }
    bolts_system.close(list);
    return count < process_limit ? count : process_limit;
}

int64_t bolts_memory_of_descendants(void) {
    pid_t ids[process_limit];
    char path[name_limit], text[4096];
    int count = add_children("/proc/thread-self/children", ids, 0);
    int64_t total = 0;
    for (int index = 0; index < count; index++) {
        size_t length = append(path, 0, "/proc/");
        length = append_number(path, length, ids[index]);
        size_t root = length;
        append(path, length, "/status");
        if (read_file(path, text, sizeof text) > 0) {
            // Memory mapped from files belongs to the system's cache. Shared memory counts for each process that maps it.
            total += (field(text, "RssAnon") + field(text, "RssShmem") + field(text, "VmSwap")) * 1024;
        }
        length = append(path, root, "/task");
        int tasks = bolts_system.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (tasks < 0) continue;
        long size;
        while ((size = bolts_system.syscall(SYS_getdents64, (long)tasks, text, (long)sizeof text)) > 0) {
            for (long offset = 0; offset < size;) {
                directory_entry_t *entry = (directory_entry_t *)(void *)(text + offset);
                offset += entry->length;
                if (number_in(entry->name) <= 0) continue;
                size_t end = append(path, length, "/");
                end = append(path, end, entry->name);
                append(path, end, "/children");
                count = add_children(path, ids, count);
            }
        }
        bolts_system.close(tasks);
    }
    // No browser needs so many processes, and uncounted ones must not be treated as if they used nothing.
    return count >= process_limit ? INT64_MAX : total;
}

/// Adds up the sizes of the files below an open directory, and closes it.
static int64_t usage_below(int directory, int depth) {
    // `long long` gives the alignment of the entries.
    long long storage[512];
    char *text = (char *)storage;
    int64_t total = 0;
    long size;
    while ((size = bolts_system.syscall(SYS_getdents64, (long)directory, text, (long)sizeof storage)) > 0) {
        for (long offset = 0; offset < size;) {
            directory_entry_t *entry = (directory_entry_t *)(void *)(text + offset);
            offset += entry->length;
            const char *name = entry->name;
            if (name[0] == '.' && (name[1] == 0 || (name[1] == '.' && name[2] == 0))) continue;
            struct stat status;
            // This uses the system call, because older libraries lack the function.
#if defined(SYS_newfstatat)
            long result = bolts_system.syscall(SYS_newfstatat, (long)directory, name, &status, (long)AT_SYMLINK_NOFOLLOW);
#else
            long result = bolts_system.syscall(SYS_fstatat64, (long)directory, name, &status, (long)AT_SYMLINK_NOFOLLOW);
#endif
            if (result != 0) continue;
            total += (int64_t)status.st_blocks * 512;
            if (!S_ISDIR(status.st_mode)) continue;
            // The depth limit is more than any browser needs and as much as this stack allows.
            if (depth == 0) return INT64_MAX / 2;
            int inner = bolts_system.openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
            if (inner >= 0) total += usage_below(inner, depth - 1);
            if (total >= INT64_MAX / 2) break;
        }
    }
    bolts_system.close(directory);
    return total;
}

int64_t bolts_disk_usage(const char *path) {
    int directory = bolts_system.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return directory < 0 ? 0 : usage_below(directory, 16);
}
#else
#include <dirent.h>
#include <libproc.h>
#include <sys/resource.h>

int64_t bolts_memory_of_descendants(void) {
    // All processes have the session of the guard, which browsers do not leave.
    pid_t ids[4096];
    int size = proc_listpids(PROC_ALL_PIDS, 0, ids, (int)sizeof ids);
    pid_t session = getsid(0), own = getpid(), guard = getppid();
    int64_t total = 0;
    for (int index = 0; index < size / (int)sizeof ids[0]; index++) {
        if (ids[index] <= 0 || ids[index] == own || ids[index] == guard || getsid(ids[index]) != session) continue;
        struct rusage_info_v0 usage;
        if (proc_pid_rusage(ids[index], RUSAGE_INFO_V0, (rusage_info_t *)&usage) == 0) {
            total += (int64_t)usage.ri_phys_footprint;
        }
    }
    return total;
}

// On this system reading a directory allocates memory, which a forked copy of a program with many threads must not do. Only
// RLIMIT_FSIZE limits the files, each by itself.
int64_t bolts_disk_usage(const char *path) {
    (void)path;
    return 0;
}
#endif
