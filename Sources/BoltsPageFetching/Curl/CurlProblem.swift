#if os(Linux)
import CBoltsCurl

extension TransportProblem {
    /// - Parameters:
    ///   - code: Why libcurl gave up.
    ///   - text: What it wrote about it; may be empty.
    ///   - address: Where it was to connect.
    init(curl code: Int32, text: String, address: IPAddress?) {
        let words = text.isEmpty ? String(cString: bolts_curl_error_text(code)) : text
        detail = "libcurl \(code): \(words)" + (address.map { " (\($0))" } ?? "")
        kind =
            switch Int(code) {
            case bolts_curle_operation_timedout:
                .connectTimedOut
            case bolts_curle_partial_file, bolts_curle_send_error:
                .interrupted
            case bolts_curle_recv_error:
                // There was no code of its own for it before 8.6.
                words.contains("Too large") ? .headerTooLarge : .interrupted
            case bolts_curle_too_large, bolts_curle_out_of_memory:
                // A line of a header that is longer than libcurl keeps; memory itself does not run out on Linux.
                .headerTooLarge
            case bolts_curle_couldnt_resolve_proxy, bolts_curle_couldnt_resolve_host, bolts_curle_couldnt_connect,
                bolts_curle_proxy:
                .unreachable
            case bolts_curle_ssl_connect_error, bolts_curle_ssl_engine_notfound, bolts_curle_ssl_engine_setfailed,
                bolts_curle_ssl_certproblem, bolts_curle_ssl_cipher, bolts_curle_peer_failed_verification,
                bolts_curle_use_ssl_failed, bolts_curle_ssl_engine_initfailed, bolts_curle_ssl_cacert_badfile,
                bolts_curle_ssl_shutdown_failed, bolts_curle_ssl_crl_badfile, bolts_curle_ssl_issuer_error,
                bolts_curle_ssl_pinnedpubkeynotmatch, bolts_curle_ssl_invalidcertstatus, bolts_curle_ssl_clientcert:
                .untrusted
            // The connection stood, so what is left is an answer that libcurl could not make sense of.
            default:
                .malformed
            }
    }
}
#endif
