// Replaces the allocator's functions with functions that count and then call glibc's. An executable's symbols come before those of
// its libraries, so that the Swift runtime's allocations are counted too. Only the thread that began to count is counted, because a
// test runner has other threads.
#include "CHeapCount.h"

#if defined(__GLIBC__)

#include <errno.h>
#include <malloc.h>
#include <stdbool.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void __libc_free(void *block);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static __thread bool is_counting;
static __thread heap_count_t counted;

static void *added(void *block) {
    if (is_counting && block) {
        counted.allocations += 1;
        counted.live_bytes += (int64_t)malloc_usable_size(block);
        if (counted.live_bytes > counted.peak_live_bytes) counted.peak_live_bytes = counted.live_bytes;
    }
    return block;
}

static void removed(void *block) {
    if (is_counting && block) {
        counted.frees += 1;
        counted.live_bytes -= (int64_t)malloc_usable_size(block);
    }
}

void *malloc(size_t size) { return added(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return added(__libc_calloc(count, size)); }

void free(void *block) {
    removed(block);
    __libc_free(block);
}

// Counts as one allocation and, if there was a block, one free, whether or not it moved.
void *realloc(void *block, size_t size) {
    int64_t before = block ? (int64_t)malloc_usable_size(block) : 0;
    void *moved = __libc_realloc(block, size);
    if (is_counting && (moved || (block && size == 0))) {
        if (block) {
            counted.frees += 1;
            counted.live_bytes -= before;
        }
        added(moved);
    }
    return moved;
}

void *memalign(size_t alignment, size_t size) { return added(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return added(__libc_memalign(alignment, size)); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
    void *block = added(__libc_memalign(alignment, size));
    if (!block) return ENOMEM;
    *result = block;
    return 0;
}

void heap_count_begin(void) {
    counted = (heap_count_t){0, 0, 0, 0};
    is_counting = true;
}

heap_count_t heap_count_end(void) {
    if (!is_counting) return (heap_count_t){-1, -1, -1, -1};
    is_counting = false;
    return counted;
}

#else

void heap_count_begin(void) {}
heap_count_t heap_count_end(void) { return (heap_count_t){-1, -1, -1, -1}; }

#endif
