#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "CBoltsCurl.h"

#if defined(__linux__)
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// The records that libcurl shares with its callers.

typedef struct {
    int age;
    const char *version;
    unsigned int version_num;
    const char *host;
    int features;
} version_info;

typedef struct {
    int msg;
    bolts_curl_easy_t *easy;
    union {
        void *whatever;
        int result;
    } data;
} message;

typedef struct {
    int family;
    int socktype;
    int protocol;
    unsigned int addrlen;
    struct sockaddr addr;
} socket_address;

enum { message_done = 1, purpose_ip_connection = 0, global_default = 3 };

// libcurl's numbers for transfers that one thread drives: options, the events to watch on a socket, and the events that happened.
enum { multi_socketfunction = 20001, multi_socketdata = 10002, multi_timerfunction = 20004, multi_timerdata = 10005 };
enum { poll_in = 1, poll_out = 2, poll_remove = 4 };
enum { select_in = 1, select_out = 2, select_error = 4, socket_timeout = -1 };

// libcurl's functions; written once, before any other function of this file is called.
static struct {
    int (*global_init)(long flags);
    const version_info *(*version_info)(int age);
    bolts_curl_easy_t *(*easy_init)(void);
    void (*easy_cleanup)(bolts_curl_easy_t *easy);
    int (*easy_setopt)(bolts_curl_easy_t *easy, int option, ...);
    const char *(*easy_strerror)(int code);
    bolts_curl_list_t *(*slist_append)(bolts_curl_list_t *list, const char *text);
    void (*slist_free_all)(bolts_curl_list_t *list);
    void *(*multi_init)(void);
    int (*multi_cleanup)(void *multi);
    int (*multi_setopt)(void *multi, int option, ...);
    int (*multi_add_handle)(void *multi, bolts_curl_easy_t *easy);
    int (*multi_remove_handle)(void *multi, bolts_curl_easy_t *easy);
    int (*multi_socket_action)(void *multi, int socket, int events, int *running);
    message *(*multi_info_read)(void *multi, int *left);
} curl;

static bool look_up(void *library, const char *name, void **function) {
    *function = dlsym(library, name);
    return *function != NULL;
}

static bool look_up_all(void *library) {
    return look_up(library, "curl_global_init", (void **)&curl.global_init)
        && look_up(library, "curl_version_info", (void **)&curl.version_info)
        && look_up(library, "curl_easy_init", (void **)&curl.easy_init)
        && look_up(library, "curl_easy_cleanup", (void **)&curl.easy_cleanup)
        && look_up(library, "curl_easy_setopt", (void **)&curl.easy_setopt)
        && look_up(library, "curl_easy_strerror", (void **)&curl.easy_strerror)
        && look_up(library, "curl_slist_append", (void **)&curl.slist_append)
        && look_up(library, "curl_slist_free_all", (void **)&curl.slist_free_all)
        && look_up(library, "curl_multi_init", (void **)&curl.multi_init)
        && look_up(library, "curl_multi_add_handle", (void **)&curl.multi_add_handle)
        && look_up(library, "curl_multi_remove_handle", (void **)&curl.multi_remove_handle)
        && look_up(library, "curl_multi_cleanup", (void **)&curl.multi_cleanup)
        && look_up(library, "curl_multi_setopt", (void **)&curl.multi_setopt)
        && look_up(library, "curl_multi_socket_action", (void **)&curl.multi_socket_action)
        && look_up(library, "curl_multi_info_read", (void **)&curl.multi_info_read);
}

bolts_curl_version_t bolts_curl_load(bool (*prepare)(bolts_curl_version_t version)) {
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
    bolts_curl_version_t none = {0, 0, NULL};
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        void *library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
        if (library == NULL) continue;
        if (look_up_all(library)) {
            const version_info *info = curl.version_info(0);
            bolts_curl_version_t version = {info->version_num, (uint32_t)info->features, info->version};
            // An initialised library is never unloaded, because other threads may use it.
            if (prepare(version) && curl.global_init(global_default) == 0) return version;
        }
        dlclose(library);
    }
    return none;
}

bolts_curl_easy_t *bolts_curl_easy_make(void) { return curl.easy_init(); }
void bolts_curl_easy_free(bolts_curl_easy_t *easy) { curl.easy_cleanup(easy); }

bool bolts_curl_set_number(bolts_curl_easy_t *easy, int option, long value) {
    return curl.easy_setopt(easy, option, value) == 0;
}
bool bolts_curl_set_text(bolts_curl_easy_t *easy, int option, const char *value) {
    return curl.easy_setopt(easy, option, value) == 0;
}
bool bolts_curl_set_list(bolts_curl_easy_t *easy, int option, bolts_curl_list_t *value) {
    return curl.easy_setopt(easy, option, value) == 0;
}
bool bolts_curl_set_error_buffer(bolts_curl_easy_t *easy, char *buffer) {
    return curl.easy_setopt(easy, bolts_curlopt_errorbuffer, buffer) == 0;
}
bool bolts_curl_set_function(
    bolts_curl_easy_t *easy, int option, int data, bolts_curl_data_t function, void *context) {
    return curl.easy_setopt(easy, option, function) == 0 && curl.easy_setopt(easy, data, context) == 0;
}

static int open_socket(void *context, int purpose, socket_address *address) {
    bolts_curl_opener_t *opener = context;
    if (purpose != purpose_ip_connection) return bolts_curl_socket_bad;
    return opener->open(opener->context, &address->addr, address->addrlen);
}

bool bolts_curl_set_opener(bolts_curl_easy_t *easy, bolts_curl_opener_t *opener) {
    return curl.easy_setopt(easy, bolts_curlopt_opensocketfunction, open_socket) == 0
        && curl.easy_setopt(easy, bolts_curlopt_opensocketdata, (void *)opener) == 0;
}

int bolts_curl_open_socket(const void *address) {
    return socket(((const struct sockaddr *)address)->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

const char *bolts_curl_error_text(int code) { return curl.easy_strerror(code); }

bolts_curl_list_t *bolts_curl_list_append(bolts_curl_list_t *list, const char *text) {
    return curl.slist_append(list, text);
}
void bolts_curl_list_free(bolts_curl_list_t *list) { curl.slist_free_all(list); }

// libcurl's own loop examines every transfer at each event of one, so thousands of slow transfers would delay all others. This loop
// tells libcurl which sockets have events.
struct bolts_curl_multi {
    void *multi;
    int epoll;
    int wake;
    /// The time, as by `now`, at which libcurl wants to be called without an event; -1 if never.
    int64_t deadline;
    int event_count;
    struct epoll_event events[256];
};

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int watch_socket(bolts_curl_easy_t *easy, int socket, int what, void *context, void *unused) {
    (void)easy, (void)unused;
    bolts_curl_multi_t *multi = context;
    if (what == poll_remove) {
        epoll_ctl(multi->epoll, EPOLL_CTL_DEL, socket, NULL);
        return 0;
    }
    struct epoll_event event = {.events = 0, .data.fd = socket};
    if (what & poll_in) event.events |= EPOLLIN;
    if (what & poll_out) event.events |= EPOLLOUT;
    if (epoll_ctl(multi->epoll, EPOLL_CTL_MOD, socket, &event) == 0) return 0;
    // If this fails, for lack of memory, the transfer ends by its time limit. An error would end all transfers.
    epoll_ctl(multi->epoll, EPOLL_CTL_ADD, socket, &event);
    return 0;
}

static int set_timer(void *handle, long milliseconds, void *context) {
    (void)handle;
    bolts_curl_multi_t *multi = context;
    multi->deadline = milliseconds < 0 ? -1 : now() + milliseconds;
    return 0;
}

bolts_curl_multi_t *bolts_curl_multi_make(void) {
    bolts_curl_multi_t *multi = calloc(1, sizeof *multi);
    if (multi == NULL) return NULL;
    multi->deadline = -1;
    multi->epoll = epoll_create1(EPOLL_CLOEXEC);
    multi->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    multi->multi = curl.multi_init();
    struct epoll_event event = {.events = EPOLLIN, .data.fd = multi->wake};
    if (multi->multi != NULL && multi->epoll >= 0 && multi->wake >= 0
        && epoll_ctl(multi->epoll, EPOLL_CTL_ADD, multi->wake, &event) == 0
        && curl.multi_setopt(multi->multi, multi_socketfunction, watch_socket) == 0
        && curl.multi_setopt(multi->multi, multi_socketdata, multi) == 0
        && curl.multi_setopt(multi->multi, multi_timerfunction, set_timer) == 0
        && curl.multi_setopt(multi->multi, multi_timerdata, multi) == 0) return multi;
    if (multi->multi != NULL) curl.multi_cleanup(multi->multi);
    if (multi->epoll >= 0) close(multi->epoll);
    if (multi->wake >= 0) close(multi->wake);
    free(multi);
    return NULL;
}

bool bolts_curl_multi_add(bolts_curl_multi_t *multi, bolts_curl_easy_t *easy) {
    return curl.multi_add_handle(multi->multi, easy) == 0;
}
void bolts_curl_multi_remove(bolts_curl_multi_t *multi, bolts_curl_easy_t *easy) {
    curl.multi_remove_handle(multi->multi, easy);
}

void bolts_curl_multi_perform(bolts_curl_multi_t *multi) {
    int running;
    for (int index = 0; index < multi->event_count; index++) {
        struct epoll_event event = multi->events[index];
        if (event.data.fd == multi->wake) continue;
        int events = 0;
        if (event.events & (EPOLLIN | EPOLLHUP)) events |= select_in;
        if (event.events & EPOLLOUT) events |= select_out;
        if (event.events & EPOLLERR) events |= select_error;
        // A transfer may have been removed since. libcurl ignores sockets that it does not know, and finds nothing to
        // read on one whose number has gone to another transfer.
        curl.multi_socket_action(multi->multi, event.data.fd, events, &running);
    }
    multi->event_count = 0;
    // libcurl is called only once: a transfer that wants another call immediately must not delay the events of others.
    if (multi->deadline >= 0 && multi->deadline <= now()) {
        multi->deadline = -1;
        curl.multi_socket_action(multi->multi, socket_timeout, 0, &running);
    }
}

void bolts_curl_multi_wait(bolts_curl_multi_t *multi, int milliseconds) {
    if (multi->deadline >= 0) {
        int64_t left = multi->deadline - now();
        if (left < milliseconds) milliseconds = left < 0 ? 0 : (int)left;
    }
    int count = epoll_wait(multi->epoll, multi->events, sizeof multi->events / sizeof *multi->events, milliseconds);
    multi->event_count = count < 0 ? 0 : count;
    // The wakes are read before the caller looks for new work: a later wake may be for work that the caller has not seen.
    for (int index = 0; index < multi->event_count; index++) {
        uint64_t wakes;
        if (multi->events[index].data.fd != multi->wake) continue;
        while (read(multi->wake, &wakes, sizeof wakes) < 0 && errno == EINTR) continue;
    }
}

void bolts_curl_multi_wake(bolts_curl_multi_t *multi) {
    uint64_t one = 1;
    while (write(multi->wake, &one, sizeof one) < 0 && errno == EINTR) continue;
}

bool bolts_curl_multi_next_ended(bolts_curl_multi_t *multi, bolts_curl_easy_t **easy, int *code) {
    int left;
    message *next;
    while ((next = curl.multi_info_read(multi->multi, &left)) != NULL) {
        if (next->msg != message_done) continue;
        *easy = next->easy;
        *code = next->data.result;
        return true;
    }
    return false;
}

void bolts_curl_block_signals(void) {
    sigset_t signals;
    sigfillset(&signals);
    // The signals of a thread's own errors stay unblocked.
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    for (size_t index = 0; index < sizeof own / sizeof *own; index++) sigdelset(&signals, own[index]);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
}

#else
// On other systems nothing is loaded, so the functions below are never called.
bolts_curl_version_t bolts_curl_load(bool (*prepare)(bolts_curl_version_t version)) {
    (void)prepare;
    bolts_curl_version_t none = {0, 0, NULL};
    return none;
}
bolts_curl_easy_t *bolts_curl_easy_make(void) { return NULL; }
void bolts_curl_easy_free(bolts_curl_easy_t *easy) { (void)easy; }
bool bolts_curl_set_number(bolts_curl_easy_t *easy, int option, long value) {
    (void)easy, (void)option, (void)value;
    return false;
}
bool bolts_curl_set_text(bolts_curl_easy_t *easy, int option, const char *value) {
    (void)easy, (void)option, (void)value;
    return false;
}
bool bolts_curl_set_list(bolts_curl_easy_t *easy, int option, bolts_curl_list_t *value) {
    (void)easy, (void)option, (void)value;
    return false;
}
bool bolts_curl_set_error_buffer(bolts_curl_easy_t *easy, char *buffer) {
    (void)easy, (void)buffer;
    return false;
}
bool bolts_curl_set_function(
    bolts_curl_easy_t *easy, int option, int data, bolts_curl_data_t function, void *context) {
    (void)easy, (void)option, (void)data, (void)function, (void)context;
    return false;
}
bool bolts_curl_set_opener(bolts_curl_easy_t *easy, bolts_curl_opener_t *opener) {
    (void)easy, (void)opener;
    return false;
}
int bolts_curl_open_socket(const void *address) {
    (void)address;
    return bolts_curl_socket_bad;
}
const char *bolts_curl_error_text(int code) {
    (void)code;
    return "";
}
bolts_curl_list_t *bolts_curl_list_append(bolts_curl_list_t *list, const char *text) {
    (void)list, (void)text;
    return NULL;
}
void bolts_curl_list_free(bolts_curl_list_t *list) { (void)list; }
bolts_curl_multi_t *bolts_curl_multi_make(void) { return NULL; }
bool bolts_curl_multi_add(bolts_curl_multi_t *multi, bolts_curl_easy_t *easy) {
    (void)multi, (void)easy;
    return false;
}
void bolts_curl_multi_remove(bolts_curl_multi_t *multi, bolts_curl_easy_t *easy) { (void)multi, (void)easy; }
void bolts_curl_multi_perform(bolts_curl_multi_t *multi) { (void)multi; }
void bolts_curl_multi_wait(bolts_curl_multi_t *multi, int milliseconds) { (void)multi, (void)milliseconds; }
void bolts_curl_multi_wake(bolts_curl_multi_t *multi) { (void)multi; }
bool bolts_curl_multi_next_ended(bolts_curl_multi_t *multi, bolts_curl_easy_t **easy, int *code) {
    (void)multi, (void)easy, (void)code;
    return false;
}
void bolts_curl_block_signals(void) {}
#endif
