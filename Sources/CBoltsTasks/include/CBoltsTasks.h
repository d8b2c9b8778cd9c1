// The parts of the task core that need C: a thread-local record, the bounds of the current stack, and a way to submit work to
// Dispatch without a block.
#ifndef C_BOLTS_TASKS_H
#define C_BOLTS_TASKS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A thread's record of the continuations it is running.
typedef struct {
    /// Below this address the stack counts as low. UINTPTR_MAX until the bounds of the stack have been measured.
    uintptr_t stack_low;
    /// The number of run loops on this thread's stack.
    intptr_t depth;
    /// The deferred queue: work for the outermost run loop, linked through `next`.
    uintptr_t deferred_head;
    uintptr_t deferred_tail;
    /// The number of the recorded task whose closure runs on this thread, and its scope; 0 if there is none. Only used by
    /// diagnostics.
    uint64_t running;
    uint64_t running_scope;
    /// The system's number of this thread; 0 until it has been read. Only used by diagnostics.
    uint64_t identifier;
    /// Whether an observer of tasks is being called on this thread. Only used by diagnostics.
    uint64_t observing;
    /// The executor whose job this thread is running, and which takes further continuations; 0 if there is none.
    uintptr_t run_executor;
    /// The `depth` of the run loop that may add continuations to the job.
    intptr_t run_depth;
    /// The number of continuations that were added.
    intptr_t run_continuations;
    /// The time of `bolts_coarse_milliseconds` at which the first was added.
    uint64_t run_start;
    /// The number of calls of token observers that are on this thread's stack.
    intptr_t calls_depth;
    /// Calls of observers for the outermost of them, linked through `next`.
    uintptr_t calls_head;
    uintptr_t calls_tail;
} bolts_thread_t;

#if defined(__ELF__)
extern __thread bolts_thread_t bolts_thread __attribute__((tls_model("initial-exec")));
#else
extern __thread bolts_thread_t bolts_thread;
#endif

static inline bolts_thread_t * _Nonnull bolts_thread_current(void) { return &bolts_thread; }

/// Measures this thread's stack, and sets `stack_low`.
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

/// Whether at least so many bytes of this thread's stack are left before it counts as low.
static inline bool bolts_stack_has_room(bolts_thread_t * _Nonnull thread, uintptr_t bytes) {
    if (bolts_stack_is_low(thread)) return false;
    return (uintptr_t)__builtin_frame_address(0) - thread->stack_low >= bytes;
}

/// Begins to load the 128 bytes at an address, which is not read; 0 is allowed.
static inline void bolts_prefetch(uintptr_t address) {
    __builtin_prefetch((const void *)address, 1);
    __builtin_prefetch((const void *)(address + 64), 1);
}

/// The system's number of this thread, which debuggers show.
uint64_t bolts_thread_identifier(void);

/// The nanoseconds of a clock that only goes forward.
uint64_t bolts_monotonic_nanoseconds(void);

/// The milliseconds of a clock that only goes forward, in steps of up to 16; reading it costs a few nanoseconds.
uint64_t bolts_coarse_milliseconds(void);

/// Whether this is the process's main thread.
bool bolts_is_main_thread(void);

/// Whether this thread runs a serial executor of Swift's, which is given as its two words; false if the runtime cannot tell.
bool bolts_is_current_executor(uintptr_t identity, uintptr_t implementation);

/// Runs `work(context)` on Dispatch's global queue of default quality of service.
void bolts_dispatch_global(void * _Nonnull context, void (* _Nonnull work)(void * _Nonnull));

/// Runs `work(context)` on a dispatch queue, which the caller keeps alive for the duration of the call.
void bolts_dispatch(void * _Nonnull queue, void * _Nonnull context, void (* _Nonnull work)(void * _Nonnull));

/// The diagnostics that are on, as bits. While it is 0, diagnostics cost a load and a branch.
extern uint32_t bolts_diagnostics_bits;

static inline bool bolts_diagnostics_enabled(void) {
    return __builtin_expect(__atomic_load_n(&bolts_diagnostics_bits, __ATOMIC_RELAXED) != 0, 0);
}

/// Whether all of some bits are set.
static inline bool bolts_diagnostics_contain(uint32_t bits) {
    return (__atomic_load_n(&bolts_diagnostics_bits, __ATOMIC_RELAXED) & bits) == bits;
}

/// Sets or clears bits.
void bolts_set_diagnostics(uint32_t bits, bool on);

/// The signal with which a user requests a program's state, SIGUSR1; -1 on systems without signals.
int32_t bolts_user_signal(void);

/// Lets Dispatch receive a signal, whose default action would end the process.
void bolts_prepare_signal(int32_t number);

/// Gives a signal its default action again.
void bolts_restore_signal(int32_t number);

/// Lets the default action of a signal happen to this process now, even if Dispatch receives the signal and blocks it.
void bolts_raise_signal(int32_t number);

/// Writes text to standard error.
void bolts_print_error(const char * _Nonnull text, uintptr_t count);

/// Writes a line to standard error.
void bolts_warn(const char * _Nonnull message);

#ifdef __cplusplus
}
#endif
#endif
