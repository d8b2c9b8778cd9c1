#ifndef C_HEAP_COUNT_H
#define C_HEAP_COUNT_H

#include <stdint.h>

// What this thread has done to the heap since it began to count.
typedef struct {
    int64_t allocations;
    int64_t frees;
    /// By malloc_usable_size: what the allocator gave, not what was asked for.
    int64_t live_bytes;
    /// The most that `live_bytes` has been.
    int64_t peak_live_bytes;
} heap_count_t;

/// Begins to count on this thread, from zero.
void heap_count_begin(void);

/// Stops counting on this thread. All fields are -1 where counting had not begun on it.
heap_count_t heap_count_end(void);

#endif
