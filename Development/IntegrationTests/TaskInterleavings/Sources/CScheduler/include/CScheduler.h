// Runs the threads of a small program one at a time, and lets the caller choose which thread continues after each atomic step.
#ifndef C_SCHEDULER_H
#define C_SCHEDULER_H

#include <stdbool.h>
#include <stdint.h>

/// The maximum number of threads of a program.
enum { scheduler_maximum_threads = 4 };

/// An atomic step of the library is done: another thread may continue here.
void scheduler_step(void);

/// A lock is taken, within which no thread is interrupted, and released.
void scheduler_enter(void);
void scheduler_leave(void);

/// An object with atomic state was created or freed.
void scheduler_count_object(int64_t change);

/// The number of such objects.
int64_t scheduler_objects(void);

/// Ends the process with a report: the state that was read belongs to an object that was freed.
void scheduler_stop_freed(void);

/// Starts the threads, and takes over the jobs of Swift tasks. Called once.
void scheduler_prepare(void);

/// Runs the jobs of Swift tasks that wait, on this thread.
void scheduler_run_jobs(void);

/// Names the program that runs next, for reports.
void scheduler_describe(const char * _Nonnull name);

/// Runs one execution: thread `i` calls `body(context, i)`.
///
/// The first `length` choices are those given; later ones are 0, and are noted in `choices`, with the number of
/// alternatives that each had in `alternatives`.
///
/// - Returns: The number of choices.
int32_t scheduler_run(
    int32_t threads, int32_t bound, int32_t * _Nonnull choices, int32_t * _Nonnull alternatives, int32_t length,
    int32_t capacity, void * _Nonnull context, void (* _Nonnull body)(void * _Nonnull, int32_t));

/// The number of atomic steps of all executions.
int64_t scheduler_steps(void);

/// Ends the process with a report of a fault.
void scheduler_stop(const char * _Nonnull fault);
#endif
