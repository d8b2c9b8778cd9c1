#include "internal.h"

#include <stdint.h>
#include <sys/mman.h>

#include "system.h"

static size_t length_of(const char *text) {
    size_t length = 0;
    while (text[length] != 0) length++;
    return length;
}

/// A range of memory that is allocated from its beginning.
typedef struct {
    char *next;
} arena_t;

static size_t aligned(size_t size) { return (size + 15) & ~(size_t)15; }

static void *take(arena_t *arena, size_t size) {
    void *bytes = arena->next;
    arena->next += aligned(size);
    return bytes;
}

static char *copy_text(arena_t *arena, const char *text) {
    size_t size = length_of(text) + 1;
    char *copy = take(arena, size);
    for (size_t index = 0; index < size; index++) copy[index] = text[index];
    return copy;
}

static size_t size_of_list(char *const *list) {
    size_t size = 0, count = 0;
    for (; list[count] != NULL; count++) size += aligned(length_of(list[count]) + 1);
    return size + aligned((count + 1) * sizeof(char *));
}

static char **copy_list(arena_t *arena, char *const *list) {
    size_t count = 0;
    while (list[count] != NULL) count++;
    char **copy = take(arena, (count + 1) * sizeof(char *));
    for (size_t index = 0; index < count; index++) copy[index] = copy_text(arena, list[index]);
    copy[count] = NULL;
    return copy;
}

#if defined(__linux__)
static uintptr_t hexadecimal(const char **text) {
    uintptr_t value = 0;
    for (;; (*text)++) {
        char digit = **text;
        if (digit >= '0' && digit <= '9') {
            value = value * 16 + (uintptr_t)(digit - '0');
        } else if (digit >= 'a' && digit <= 'f') {
            value = value * 16 + (uintptr_t)(digit - 'a' + 10);
        } else {
            return value;
        }
    }
}

/// Releases a range unless it contains something that this process still needs.
static void release(uintptr_t start, uintptr_t end, const uintptr_t *kept, int kept_count) {
    for (int index = 0; index < kept_count; index++) {
        if (kept[index] >= start && kept[index] < end) return;
    }
    bolts_system.syscall(SYS_madvise, (long)start, (long)(end - start), (long)MADV_DONTNEED);
}

/// Reads one line of /proc/self/maps, and releases the described range if it is private memory that no file backs.
static void release_line(const char *line, uintptr_t *end_of_file_range, const uintptr_t *kept, int kept_count) {
    const char *text = line;
    uintptr_t start = hexadecimal(&text);
    if (*text++ != '-') return;
    uintptr_t end = hexadecimal(&text);
    if (*text++ != ' ') return;
    bool is_writable = text[1] == 'w', is_private = text[3] == 'p';
    // Skip the permissions, the offset and the device; the inode follows.
    for (int column = 0; column < 3; column++) {
        while (*text != 0 && *text != ' ') text++;
        while (*text == ' ') text++;
    }
    bool is_file = *text != '0';
    // The uninitialized variables of a library directly follow the range of its file.
    bool is_variables = start == *end_of_file_range;
    if (is_file || is_variables) *end_of_file_range = end;
    if (is_writable && is_private && !is_file && !is_variables) release(start, end, kept, kept_count);
}

static void release_all(const uintptr_t *kept, int kept_count) {
    int maps = bolts_system.open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (maps < 0) return;
    char line[512], text[4096];
    size_t length = 0;
    uintptr_t end_of_file_range = 0;
    ssize_t count;
    while ((count = bolts_system.read(maps, text, sizeof text)) > 0) {
        for (ssize_t index = 0; index < count; index++) {
            if (text[index] != '\n') {
                // A long line ends with the path, which is irrelevant.
                if (length < sizeof line - 1) line[length++] = text[index];
                continue;
            }
            line[length] = 0;
            release_line(line, &end_of_file_range, kept, kept_count);
            length = 0;
        }
    }
    bolts_system.close(maps);
}
#endif

const bolts_watched_options_t *bolts_release_memory(const bolts_watched_options_t *options) {
    size_t size = aligned(sizeof *options) + aligned(length_of(options->path) + 1)
        + aligned(length_of(options->directory) + 1) + size_of_list(options->arguments)
        + size_of_list(options->environment);
    char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    arena_t arena = {memory};
    bolts_watched_options_t *copy = take(&arena, sizeof *copy);
    *copy = *options;
    copy->path = copy_text(&arena, options->path);
    copy->directory = copy_text(&arena, options->directory);
    copy->arguments = copy_list(&arena, options->arguments);
    copy->environment = copy_list(&arena, options->environment);
    // The descriptors have been moved to the numbers that the watcher uses.
    copy->descriptors = NULL;
#if defined(__linux__)
    // The memory to keep: this stack, the thread's variables (such as `errno`), and the copy.
    uintptr_t kept[] = {(uintptr_t)__builtin_frame_address(0), (uintptr_t)&errno, (uintptr_t)memory};
    // The kernel may have merged the copy's range with an adjacent one, which is then kept too.
    release_all(kept, 3);
#endif
    return copy;
}

#if defined(__linux__)
void bolts_set_name(void) {
    static const char name[] = "bolts-watch";
    bolts_system.prctl(PR_SET_NAME, name);
    // Fields 48 and 49, after the name in brackets, are the addresses of the arguments.
    char text[2048];
    int file = bolts_system.open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    ssize_t length = bolts_system.read(file, text, sizeof text - 1);
    bolts_system.close(file);
    if (length <= 0) return;
    text[length] = 0;
    ssize_t index = length;
    while (index > 0 && text[index] != ')') index--;
    uintptr_t range[2] = {0, 0};
    for (int field = 2; field < 50 && index < length;) {
        if (text[index] == ' ') {
            field++;
        } else if (field == 48 || field == 49) {
            range[field - 48] = range[field - 48] * 10 + (uintptr_t)(text[index] - '0');
        }
        index++;
    }
    if (range[0] == 0 || range[1] <= range[0] || range[1] - range[0] > 1 << 22) return;
    volatile char *arguments = (volatile char *)range[0];
    size_t room = range[1] - range[0];
    for (size_t position = 0; position < room; position++) {
        arguments[position] = position < sizeof name - 1 && position + 1 < room ? name[position] : 0;
    }
}
#else
void bolts_set_name(void) {}
#endif
