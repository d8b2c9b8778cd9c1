#ifndef C_HEAP_COUNT_H
#define C_HEAP_COUNT_H

#include <stdint.h>

// The heap use of this thread since it began to count.
typedef struct {
    int64_t allocations;
    int64_t frees;
    /// The bytes that the allocator gave (malloc_usable_size), which may be more than were requested.
    int64_t live_bytes;
    /// The maximum of `live_bytes`.
    int64_t peak_live_bytes;
} heap_count_t;

/// Begins to count on this thread, from zero.
void heap_count_begin(void);

/// Stops counting on this thread. All fields are -1 if counting had not begun on it.
heap_count_t heap_count_end(void);

#endif
