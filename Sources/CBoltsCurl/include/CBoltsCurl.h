// The part of libcurl that fetching pages needs, loaded when the program runs.
//
// A machine that runs Swift programs has the libcurl library, because FoundationNetworking needs it, but often not the headers or
// the files for linking. This header declares libcurl's binary interface, which has been stable since 2000: numbers that never
// change, and functions that are looked up by name. Development/Scripts/check-curl-numbers.sh compares the numbers with libcurl's
// headers.
#ifndef C_BOLTS_CURL_H
#define C_BOLTS_CURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version information of libcurl.
typedef struct {
    /// `major << 16 | minor << 8 | patch`; 0 if libcurl was not found.
    uint32_t number;
    /// The features with which libcurl was built, as bits.
    uint32_t features;
    /// The version as text, such as "7.88.1", valid until the program ends.
    const char * _Nullable text;
} bolts_curl_version_t;

enum {
    bolts_curl_version_ssl = 1 << 2,
    bolts_curl_version_libz = 1 << 3,
    bolts_curl_version_asynchdns = 1 << 7,
    bolts_curl_version_threadsafe = 1 << 30,
};

/// libcurl's options, by the names of its headers.
enum {
    bolts_curlopt_writedata = 10001,
    bolts_curlopt_url = 10002,
    bolts_curlopt_proxy = 10004,
    bolts_curlopt_errorbuffer = 10010,
    bolts_curlopt_useragent = 10018,
    bolts_curlopt_httpheader = 10023,
    bolts_curlopt_headerdata = 10029,
    bolts_curlopt_cainfo = 10065,
    bolts_curlopt_accept_encoding = 10102,
    bolts_curlopt_opensocketdata = 10164,
    bolts_curlopt_noproxy = 10177,
    bolts_curlopt_connect_to = 10243,
    bolts_curlopt_writefunction = 20011,
    bolts_curlopt_headerfunction = 20079,
    bolts_curlopt_opensocketfunction = 20163,
    bolts_curlopt_sslversion = 32,
    bolts_curlopt_netrc = 51,
    bolts_curlopt_followlocation = 52,
    bolts_curlopt_ssl_verifypeer = 64,
    bolts_curlopt_fresh_connect = 74,
    bolts_curlopt_forbid_reuse = 75,
    bolts_curlopt_httpget = 80,
    bolts_curlopt_ssl_verifyhost = 81,
    bolts_curlopt_http_version = 84,
    bolts_curlopt_dns_cache_timeout = 92,
    bolts_curlopt_buffersize = 98,
    bolts_curlopt_nosignal = 99,
    bolts_curlopt_ssl_sessionid_cache = 150,
    bolts_curlopt_connecttimeout_ms = 156,
    bolts_curlopt_protocols = 181,
    bolts_curlopt_redir_protocols = 182,
    bolts_curlopt_suppress_connect_headers = 265,
    bolts_curlopt_disallow_username_in_url = 278,
    bolts_curlopt_http09_allowed = 285,
};

/// libcurl's values of options.
enum {
    bolts_curlproto_http = 1 << 0,
    bolts_curlproto_https = 1 << 1,
    bolts_curl_http_version_1_1 = 2,
    bolts_curl_sslversion_tlsv1_2 = 6,
};

/// libcurl's error codes that the caller distinguishes.
enum {
    bolts_curle_ok = 0,
    bolts_curle_couldnt_resolve_proxy = 5,
    bolts_curle_couldnt_resolve_host = 6,
    bolts_curle_couldnt_connect = 7,
    bolts_curle_partial_file = 18,
    bolts_curle_out_of_memory = 27,
    bolts_curle_operation_timedout = 28,
    bolts_curle_ssl_connect_error = 35,
    bolts_curle_got_nothing = 52,
    bolts_curle_ssl_engine_notfound = 53,
    bolts_curle_ssl_engine_setfailed = 54,
    bolts_curle_send_error = 55,
    bolts_curle_recv_error = 56,
    bolts_curle_ssl_certproblem = 58,
    bolts_curle_ssl_cipher = 59,
    bolts_curle_peer_failed_verification = 60,
    bolts_curle_use_ssl_failed = 64,
    bolts_curle_ssl_engine_initfailed = 66,
    bolts_curle_ssl_cacert_badfile = 77,
    bolts_curle_ssl_shutdown_failed = 80,
    bolts_curle_ssl_crl_badfile = 82,
    bolts_curle_ssl_issuer_error = 83,
    bolts_curle_ssl_pinnedpubkeynotmatch = 90,
    bolts_curle_ssl_invalidcertstatus = 91,
    bolts_curle_proxy = 97,
    bolts_curle_ssl_clientcert = 98,
    bolts_curle_too_large = 100,
};

enum {
    /// The size of an error buffer in bytes.
    bolts_curl_error_size = 256,
    /// The result of a function that opens sockets, if it opens none.
    bolts_curl_socket_bad = -1,
};

/// One transfer.
typedef struct bolts_curl_easy bolts_curl_easy_t;
/// Many transfers that one thread drives.
typedef struct bolts_curl_multi bolts_curl_multi_t;
/// A list of texts.
typedef struct bolts_curl_list bolts_curl_list_t;

/// Takes bytes; returns how many were taken, any other number ends the transfer.
typedef size_t (*bolts_curl_data_t)(char * _Nullable bytes, size_t size, size_t count, void * _Nullable context);
/// Opens a socket for an address of `length` bytes, or returns `bolts_curl_socket_bad`.
typedef int (*bolts_curl_open_t)(void * _Nullable context, const void * _Nonnull address, size_t length);

/// Finds and initialises libcurl. Call it once, before every other function of this header.
///
/// - prepare: Called with the version that was found, before the initialisation; returns whether to use it.
bolts_curl_version_t bolts_curl_load(bool (* _Nonnull prepare)(bolts_curl_version_t version));

bolts_curl_easy_t * _Nullable bolts_curl_easy_make(void);
void bolts_curl_easy_free(bolts_curl_easy_t * _Nonnull easy);
bool bolts_curl_set_number(bolts_curl_easy_t * _Nonnull easy, int option, long value);
bool bolts_curl_set_text(bolts_curl_easy_t * _Nonnull easy, int option, const char * _Nullable value);
bool bolts_curl_set_list(bolts_curl_easy_t * _Nonnull easy, int option, bolts_curl_list_t * _Nullable value);
/// Sets the buffer for error texts: `bolts_curl_error_size` bytes that outlive the transfer.
bool bolts_curl_set_error_buffer(bolts_curl_easy_t * _Nonnull easy, char * _Nonnull buffer);
/// Sets the function that takes bytes: `option` is the number of the function's option, and `data` that of its context's option.
bool bolts_curl_set_function(
    bolts_curl_easy_t * _Nonnull easy, int option, int data, bolts_curl_data_t _Nonnull function,
    void * _Nullable context);
/// Sets the function that opens sockets. The record is the transfer's own and outlives it.
typedef struct {
    bolts_curl_open_t _Nonnull open;
    void * _Nullable context;
} bolts_curl_opener_t;
bool bolts_curl_set_opener(bolts_curl_easy_t * _Nonnull easy, bolts_curl_opener_t * _Nonnull opener);
/// Opens a socket for an address as libcurl would: a stream socket of its family that child programs do not inherit.
int bolts_curl_open_socket(const void * _Nonnull address);
const char * _Nonnull bolts_curl_error_text(int code);

/// Returns the list with a copy of a text at its end, or null if memory is short; the list is then unchanged.
bolts_curl_list_t * _Nullable bolts_curl_list_append(bolts_curl_list_t * _Nullable list, const char * _Nonnull text);
void bolts_curl_list_free(bolts_curl_list_t * _Nullable list);

bolts_curl_multi_t * _Nullable bolts_curl_multi_make(void);
bool bolts_curl_multi_add(bolts_curl_multi_t * _Nonnull multi, bolts_curl_easy_t * _Nonnull easy);
void bolts_curl_multi_remove(bolts_curl_multi_t * _Nonnull multi, bolts_curl_easy_t * _Nonnull easy);
/// Does all work that is possible without waiting.
void bolts_curl_multi_perform(bolts_curl_multi_t * _Nonnull multi);
/// Waits until there is work to do, for at most the given time.
void bolts_curl_multi_wait(bolts_curl_multi_t * _Nonnull multi, int milliseconds);
/// Ends the current or the next wait of another thread. Any thread may call this function, but no other one of this header.
void bolts_curl_multi_wake(bolts_curl_multi_t * _Nonnull multi);
/// Takes the next transfer that ended; returns whether there was one.
bool bolts_curl_multi_next_ended(
    bolts_curl_multi_t * _Nonnull multi, bolts_curl_easy_t * _Nullable * _Nonnull easy, int * _Nonnull code);

/// Keeps this thread from being interrupted by the program's signals, and from ending it by writing to a closed socket.
void bolts_curl_block_signals(void);

#ifdef __cplusplus
}
#endif
#endif
