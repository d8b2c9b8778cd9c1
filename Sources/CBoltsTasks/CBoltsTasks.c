#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "CBoltsTasks.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>

uint32_t bolts_diagnostics_bits = 0;

void bolts_set_diagnostics(uint32_t bits, bool on) {
    if (on) {
        __atomic_fetch_or(&bolts_diagnostics_bits, bits, __ATOMIC_SEQ_CST);
    } else {
        __atomic_fetch_and(&bolts_diagnostics_bits, ~bits, __ATOMIC_SEQ_CST);
    }
}

int32_t bolts_user_signal(void) { return SIGUSR1; }

void bolts_prepare_signal(int32_t number) {
#if defined(__APPLE__)
    // The queue's event source sees ignored signals too. Elsewhere Dispatch installs its own handler.
    signal(number, SIG_IGN);
#else
    (void)number;
#endif
}

void bolts_restore_signal(int32_t number) { signal(number, SIG_DFL); }

void bolts_raise_signal(int32_t number) {
    sigset_t signals;
    signal(number, SIG_DFL);
    sigemptyset(&signals);
    sigaddset(&signals, number);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
    raise(number);
}

void bolts_print_error(const char *text, uintptr_t count) {
    fwrite(text, 1, count, stderr);
    fflush(stderr);
}

void bolts_warn(const char *message) { fprintf(stderr, "Bolts: %s\n", message); }

#if defined(__ELF__)
__thread bolts_thread_t bolts_thread __attribute__((tls_model("initial-exec"))) = {.stack_low = UINTPTR_MAX};
#else
__thread bolts_thread_t bolts_thread = {.stack_low = UINTPTR_MAX};
#endif

enum { minimum_reserve = 64 * 1024 };

static void set_bounds(bolts_thread_t *thread, uintptr_t bottom, uintptr_t size) {
    uintptr_t room = size / 8 > minimum_reserve ? size / 8 : minimum_reserve;
    if (room > size / 2) room = size / 2;
    thread->stack_low = bottom + room;
}

#if defined(__APPLE__)
#include <dispatch/dispatch.h>
#include <pthread.h>

void bolts_thread_measure_stack(bolts_thread_t *thread) {
    pthread_t me = pthread_self();
    uintptr_t top = (uintptr_t)pthread_get_stackaddr_np(me);
    uintptr_t size = pthread_get_stacksize_np(me);
    set_bounds(thread, top - size, size);
}

bool bolts_is_main_thread(void) { return pthread_main_np() != 0; }

static uint64_t system_thread_identifier(void) {
    uint64_t identifier = 0;
    pthread_threadid_np(NULL, &identifier);
    return identifier;
}

void bolts_dispatch_global(void *context, void (*work)(void *)) {
    dispatch_async_f(dispatch_get_global_queue(QOS_CLASS_DEFAULT, 0), context, work);
}

void bolts_dispatch(void *queue, void *context, void (*work)(void *)) {
    dispatch_async_f((dispatch_queue_t)queue, context, work);
}

#else
#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// Some C libraries, such as musl, report the part of the main thread's stack that is in use now. It grows to the limit.
static void measure_main_stack(bolts_thread_t *thread, uintptr_t top, uintptr_t size) {
    enum { usual = 8 * 1024 * 1024 };
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0) return;
    uintptr_t grown = limit.rlim_cur == RLIM_INFINITY ? usual : (uintptr_t)limit.rlim_cur;
    if (grown > size && grown < top) set_bounds(thread, top - grown, grown);
}

void bolts_thread_measure_stack(bolts_thread_t *thread) {
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        void *bottom;
        size_t size;
        if (pthread_attr_getstack(&attributes, &bottom, &size) == 0 && size != 0) {
            set_bounds(thread, (uintptr_t)bottom, size);
            if (bolts_is_main_thread()) measure_main_stack(thread, (uintptr_t)bottom + size, size);
        }
        pthread_attr_destroy(&attributes);
    }
    if (thread->stack_low == UINTPTR_MAX) {
        // The size is unknown: assume half of the smallest common stack from here on.
        uintptr_t here = (uintptr_t)__builtin_frame_address(0);
        thread->stack_low = here > 128 * 1024 ? here - 128 * 1024 : 0;
    }
}

bool bolts_is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }

static uint64_t system_thread_identifier(void) { return (uint64_t)syscall(SYS_gettid); }
#endif

#if !defined(__APPLE__)
// Dispatch's C headers are not on a package's search path on these systems. The signatures of these two functions have
// never changed.
extern void *dispatch_get_global_queue(intptr_t identifier, uintptr_t flags);
extern void dispatch_async_f(void *queue, void *context, void (*work)(void *));

void bolts_dispatch_global(void *context, void (*work)(void *)) {
    dispatch_async_f(dispatch_get_global_queue(0, 0), context, work);
}

void bolts_dispatch(void *queue, void *context, void (*work)(void *)) { dispatch_async_f(queue, context, work); }
#endif

uint64_t bolts_thread_identifier(void) {
    bolts_thread_t *thread = bolts_thread_current();
    if (thread->identifier == 0) thread->identifier = system_thread_identifier();
    return thread->identifier;
}

uint64_t bolts_coarse_milliseconds(void) {
#if defined(__APPLE__)
    return clock_gettime_nsec_np(CLOCK_UPTIME_RAW_APPROX) / 1000000u;
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
#endif
}

uint64_t bolts_monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// The runtime's check for an isolated deinit, which Apple's systems have since iOS 18.4 and macOS 15.4. Without the flag for
// assertions it returns an answer and never stops the program. The reference is weak: with a runtime that lacks the function, every
// closure is sent to its actor.
extern bool swift_task_isCurrentExecutorWithFlags(uintptr_t identity, uintptr_t implementation, uint64_t flags)
    __attribute__((swiftcall, weak));

bool bolts_is_current_executor(uintptr_t identity, uintptr_t implementation) {
    return swift_task_isCurrentExecutorWithFlags && swift_task_isCurrentExecutorWithFlags(identity, implementation, 0);
}
