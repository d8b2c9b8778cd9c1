// What the task core needs from C: one thread-local record, the bounds of the current stack, and a way to hand
// work to Dispatch without making a block.
#ifndef C_BOLTS_TASKS_H
#define C_BOLTS_TASKS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What one thread knows about the continuations it is running.
typedef struct {
    /// Below this address the stack is nearly used. UINTPTR_MAX until the thread's bounds have been asked for.
    uintptr_t stack_low;
    /// How many drains are on this thread's stack.
    intptr_t depth;
    /// Work put off to the outermost drain: a queue of tasks, linked through their `next`.
    uintptr_t deferred_head;
    uintptr_t deferred_tail;
} bolts_thread_t;

#if defined(_WIN32) || defined(__wasm__)
extern _Thread_local bolts_thread_t bolts_thread;
#elif defined(__ELF__)
extern __thread bolts_thread_t bolts_thread __attribute__((tls_model("initial-exec")));
#else
extern __thread bolts_thread_t bolts_thread;
#endif

static inline bolts_thread_t * _Nonnull bolts_thread_current(void) { return &bolts_thread; }

/// Asks the system for the bounds of this thread's stack and fills in `stack_low`.
void bolts_thread_measure_stack(bolts_thread_t * _Nonnull thread);

/// Whether less than an eighth of this thread's stack (64 KiB at least) is left.
static inline bool bolts_stack_is_low(bolts_thread_t * _Nonnull thread) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (here >= thread->stack_low) return false;
    if (thread->stack_low == UINTPTR_MAX) {
        bolts_thread_measure_stack(thread);
        return here < thread->stack_low;
    }
    return true;
}

/// Whether this is the process's main thread.
bool bolts_is_main_thread(void);

/// Runs `work(context)` on Dispatch's global queue of default quality of service.
void bolts_dispatch_global(void * _Nonnull context, void (* _Nonnull work)(void * _Nonnull));

/// Runs `work(context)` on a dispatch queue, which the caller keeps alive for the duration of the call.
void bolts_dispatch(void * _Nonnull queue, void * _Nonnull context, void (* _Nonnull work)(void * _Nonnull));

/// What diagnostics have been asked for, as bits; 0, and so nothing but a load and a branch, unless somebody did.
extern uint32_t bolts_watching;

static inline bool bolts_is_watching(void) {
    return __builtin_expect(__atomic_load_n(&bolts_watching, __ATOMIC_RELAXED) != 0, 0);
}

/// Whether all of some bits are set.
static inline bool bolts_watches(uint32_t bits) {
    return (__atomic_load_n(&bolts_watching, __ATOMIC_RELAXED) & bits) == bits;
}

/// Sets or clears bits.
void bolts_watch(uint32_t bits, bool on);

/// Writes a line to standard error.
void bolts_warn(const char * _Nonnull message);

#ifdef __cplusplus
}
#endif
#endif
