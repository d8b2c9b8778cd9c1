#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "CBoltsCurl.h"

#if defined(__linux__) && !defined(__ANDROID__)
#include <dlfcn.h>
#include <signal.h>
#include <sys/socket.h>

// The records that libcurl and its callers share.

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

// Written once, before anything else here is called.
static struct {
    int (*global_init)(long flags);
    const version_info *(*version_info)(int age);
    bolts_curl_easy_t *(*easy_init)(void);
    void (*easy_cleanup)(bolts_curl_easy_t *easy);
    int (*easy_setopt)(bolts_curl_easy_t *easy, int option, ...);
    const char *(*easy_strerror)(int code);
    bolts_curl_list_t *(*slist_append)(bolts_curl_list_t *list, const char *text);
    void (*slist_free_all)(bolts_curl_list_t *list);
    bolts_curl_multi_t *(*multi_init)(void);
    int (*multi_add_handle)(bolts_curl_multi_t *multi, bolts_curl_easy_t *easy);
    int (*multi_remove_handle)(bolts_curl_multi_t *multi, bolts_curl_easy_t *easy);
    int (*multi_perform)(bolts_curl_multi_t *multi, int *running);
    message *(*multi_info_read)(bolts_curl_multi_t *multi, int *left);
    int (*multi_poll)(bolts_curl_multi_t *multi, void *extra, unsigned int count, int milliseconds, int *ready);
    int (*multi_wakeup)(bolts_curl_multi_t *multi);
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
        && look_up(library, "curl_multi_perform", (void **)&curl.multi_perform)
        && look_up(library, "curl_multi_info_read", (void **)&curl.multi_info_read)
        && look_up(library, "curl_multi_poll", (void **)&curl.multi_poll)
        && look_up(library, "curl_multi_wakeup", (void **)&curl.multi_wakeup);
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
            // Once initialised it stays: other threads may use it by then.
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

bolts_curl_multi_t *bolts_curl_multi_make(void) { return curl.multi_init(); }
bool bolts_curl_multi_add(bolts_curl_multi_t *multi, bolts_curl_easy_t *easy) {
    return curl.multi_add_handle(multi, easy) == 0;
}
void bolts_curl_multi_remove(bolts_curl_multi_t *multi, bolts_curl_easy_t *easy) {
    curl.multi_remove_handle(multi, easy);
}
void bolts_curl_multi_perform(bolts_curl_multi_t *multi) {
    int running;
    curl.multi_perform(multi, &running);
}
void bolts_curl_multi_wait(bolts_curl_multi_t *multi, int milliseconds) {
    int ready;
    curl.multi_poll(multi, NULL, 0, milliseconds, &ready);
}
void bolts_curl_multi_wake(bolts_curl_multi_t *multi) { curl.multi_wakeup(multi); }

bool bolts_curl_multi_next_ended(bolts_curl_multi_t *multi, bolts_curl_easy_t **easy, int *code) {
    int left;
    message *next;
    while ((next = curl.multi_info_read(multi, &left)) != NULL) {
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
    // What a thread's own mistake raises is never put off.
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    for (size_t index = 0; index < sizeof own / sizeof *own; index++) sigdelset(&signals, own[index]);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
}

#else
// Nothing is loaded on other systems, and so nothing else here is ever called.
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
