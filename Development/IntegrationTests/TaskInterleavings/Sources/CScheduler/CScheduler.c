#define _GNU_SOURCE
#include "CScheduler.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The thread number after those of the program is that of the jobs of Swift tasks.
enum { pool = scheduler_maximum_threads, all = scheduler_maximum_threads + 1 };
// A program with more steps than this is in an endless loop.
enum { maximum_steps = 20000, maximum_jobs = 256, maximum_name = 512 };

typedef enum { finished, ready, waiting } thread_state;

static sem_t wake[all];
static sem_t ended;
static thread_state states[all];
static __thread int current = -1;
static __thread int locks;

static int32_t *chosen, *counts;
static int32_t given, position, limit, preemptions, allowed;
static int64_t steps, total_steps, executions;
static int64_t objects;
static void *run_context;
static void (*run_body)(void *, int32_t);

static void *jobs[maximum_jobs];
static int first_job, job_count;
static pthread_mutex_t job_lock = PTHREAD_MUTEX_INITIALIZER;

static char program[maximum_name];

// MARK: Reports

static void write_text(const char *text) {
    if (write(1, text, strlen(text)) < 0) _exit(3);
}

static void write_number(int64_t number) {
    char text[24];
    int index = sizeof text - 1;
    text[index] = 0;
    do {
        text[--index] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    write_text(text + index);
}

// This makes only calls that a signal handler may make.
static void report(const char *fault) {
    write_text("FAULT ");
    write_text(fault);
    write_text("\n  program: ");
    write_text(program);
    write_text("\n  execution: ");
    write_number(executions);
    write_text("\n  choices:");
    for (int32_t index = 0; index < position; index++) {
        write_text(" ");
        write_number(chosen[index]);
    }
    write_text("\n");
}

void scheduler_stop(const char *fault) {
    fflush(stdout);
    report(fault);
    _exit(1);
}

void scheduler_stop_freed(void) { scheduler_stop("an object was used after it was freed"); }

static void received(int number) {
    report(number == SIGSEGV || number == SIGBUS ? "bad memory access" : number == SIGALRM ? "no end" : "the program stopped itself");
    _exit(1);
}

void scheduler_describe(const char *name) {
    strncpy(program, name, maximum_name - 1);
}

// MARK: Choosing

static bool is_enabled(int thread) {
    if (states[thread] == waiting) return job_count > 0;
    return states[thread] == ready;
}

/// Returns the thread that continues; -1 if none can.
static int choose(bool can_go_on, bool is_free) {
    int candidates[all];
    int count = 0;
    if (can_go_on) candidates[count++] = current;
    if (!can_go_on || is_free || preemptions < allowed) {
        for (int thread = 0; thread < all; thread++) {
            if (thread != current && is_enabled(thread)) candidates[count++] = thread;
        }
    }
    if (count == 0) return -1;
    if (count == 1) return candidates[0];
    if (position == limit) scheduler_stop("too many choices");
    if (position >= given) {
        chosen[position] = 0;
        counts[position] = count;
    } else if (counts[position] != count) {
        scheduler_stop("the same choices led elsewhere: the program is not deterministic");
    }
    int choice = chosen[position++];
    if (can_go_on && choice > 0 && !is_free) preemptions++;
    return candidates[choice];
}

static void hand_over(int thread) {
    sem_post(&wake[thread]);
}

void scheduler_step(void) {
    if (current < 0 || locks > 0) return;
    total_steps++;
    if (++steps > maximum_steps) scheduler_stop("it goes round in a circle");
    int next = choose(true, false);
    if (next == current) return;
    hand_over(next);
    sem_wait(&wake[current]);
}

void scheduler_enter(void) { locks++; }

void scheduler_leave(void) {
    if (--locks == 0) scheduler_step();
}

void scheduler_count_object(int64_t change) { __atomic_add_fetch(&objects, change, __ATOMIC_RELAXED); }

int64_t scheduler_objects(void) { return __atomic_load_n(&objects, __ATOMIC_RELAXED); }

int64_t scheduler_steps(void) { return total_steps; }

// MARK: Jobs of Swift tasks

typedef struct {
    void *identity;
    void *implementation;
} executor_reference;

extern __attribute__((swiftcall)) void swift_job_run(void *job, executor_reference executor);
extern __attribute__((swiftcall)) void (*swift_task_enqueueGlobal_hook)(void *job, void *original);

static __attribute__((swiftcall)) void enqueue(void *job, void *original) {
    (void)original;
    pthread_mutex_lock(&job_lock);
    if (job_count == maximum_jobs) scheduler_stop("too many jobs");
    jobs[(first_job + job_count++) % maximum_jobs] = job;
    pthread_mutex_unlock(&job_lock);
}

static bool run_job(void) {
    pthread_mutex_lock(&job_lock);
    if (job_count == 0) {
        pthread_mutex_unlock(&job_lock);
        return false;
    }
    void *job = jobs[first_job];
    first_job = (first_job + 1) % maximum_jobs;
    job_count--;
    pthread_mutex_unlock(&job_lock);
    executor_reference generic = {0, 0};
    swift_job_run(job, generic);
    return true;
}

void scheduler_run_jobs(void) {
    while (run_job()) {}
}

// MARK: Threads

static void *run_thread(void *argument) {
    current = (int)(intptr_t)argument;
    while (true) {
        sem_wait(&wake[current]);
        if (current == pool) {
            states[pool] = ready;
            while (run_job()) scheduler_step();
            states[pool] = waiting;
        } else {
            run_body(run_context, current);
            states[current] = finished;
        }
        int next = choose(false, true);
        if (next < 0) {
            sem_post(&ended);
        } else {
            hand_over(next);
        }
    }
    return 0;
}

void scheduler_prepare(void) {
    swift_task_enqueueGlobal_hook = enqueue;
    sem_init(&ended, 0, 0);
    int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGTRAP, SIGFPE, SIGALRM};
    for (unsigned index = 0; index < sizeof signals / sizeof *signals; index++) signal(signals[index], received);
    for (int thread = 0; thread < all; thread++) {
        sem_init(&wake[thread], 0, 0);
        states[thread] = thread == pool ? waiting : finished;
        pthread_t handle;
        if (pthread_create(&handle, 0, run_thread, (void *)(intptr_t)thread) != 0) scheduler_stop("no thread");
    }
}

int32_t scheduler_run(
    int32_t threads, int32_t bound, int32_t *choices, int32_t *alternatives, int32_t length, int32_t capacity,
    void *context, void (*body)(void *, int32_t)) {
    chosen = choices;
    counts = alternatives;
    given = length;
    limit = capacity;
    allowed = bound;
    position = 0;
    preemptions = 0;
    steps = 0;
    executions++;
    run_context = context;
    run_body = body;
    for (int thread = 0; thread < threads; thread++) states[thread] = ready;
    alarm(60);
    hand_over(choose(false, true));
    sem_wait(&ended);
    return position;
}
