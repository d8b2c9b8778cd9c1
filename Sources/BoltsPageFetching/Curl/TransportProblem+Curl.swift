#if os(Linux)
import BoltsBase
import CBoltsCurl

extension TransportProblem {
    /// Creates a problem from libcurl's error code and its message, which may be empty.
    init(curl code: Int32, text: String, address: HostAddress?, proxy: ProxyServer?) {
        let words = unsafe text.isEmpty ? String(cString: bolts_curl_error_text(code)) : text
        detail = "libcurl \(code): \(words)" + (address.map { " (\($0))" } ?? "")
        kind =
            switch Int(code) {
            case bolts_curle_couldnt_resolve_proxy, bolts_curle_couldnt_connect, bolts_curle_proxy:
                proxy == nil ? .unreachable : .proxyFailed
            // No error code is specific to a proxy's answer to CONNECT.
            case bolts_curle_recv_error where proxy != nil && words.contains("CONNECT"):
                .proxyFailed
            case bolts_curle_operation_timedout:
                .connectTimedOut
            case bolts_curle_partial_file, bolts_curle_send_error, bolts_curle_got_nothing:
                .interrupted
            case bolts_curle_recv_error:
                // Before 8.6 no error code was specific to a header that is too large.
                words.contains("Too large") ? .headerTooLarge : .interrupted
            case bolts_curle_too_large, bolts_curle_out_of_memory:
                // A header line that is longer than libcurl accepts.
                .headerTooLarge
            case bolts_curle_couldnt_resolve_host:
                .unreachable
            case bolts_curle_ssl_connect_error, bolts_curle_ssl_engine_notfound, bolts_curle_ssl_engine_setfailed,
                bolts_curle_ssl_certproblem, bolts_curle_ssl_cipher, bolts_curle_peer_failed_verification,
                bolts_curle_use_ssl_failed, bolts_curle_ssl_engine_initfailed, bolts_curle_ssl_shutdown_failed,
                bolts_curle_ssl_crl_badfile, bolts_curle_ssl_issuer_error,
                bolts_curle_ssl_pinnedpubkeynotmatch, bolts_curle_ssl_invalidcertstatus, bolts_curle_ssl_clientcert:
                .untrusted
            case bolts_curle_ssl_cacert_badfile:
                .noAuthorities
            // The connection was made, so the response is malformed.
            default:
                .malformed
            }
        switch kind {
        case .proxyFailed: cause = Self.proxyStatus(in: words).map { ProxyServer.reason(of: $0) }
        case .untrusted: cause = Self.distrust(in: words)
        default: break
        }
    }

    /// The status with which a proxy answered `CONNECT`, or `nil` if it did not.
    ///
    /// libcurl says "CONNECT tunnel failed, response 407", and before 7.87 "Received HTTP code 407 from proxy after CONNECT".
    private static func proxyStatus(in words: String) -> Int? {
        guard words.contains("CONNECT") else { return nil }
        return words.split(separator: " ").compactMap { Int($0) }.first { (100...599).contains($0) }
    }

    /// Explains why a certificate or an encryption was rejected: in plain words, or with libcurl's message if it is unknown.
    private static func distrust(in words: String) -> String? {
        let lowered = words.lowercased()
        let known = distrusts.first { reason in reason.parts.contains { lowered.contains($0) } }
        if let known { return known.cause }
        // GnuTLS adds paths of files on this machine.
        var shown = words.firstRange(of: "CAfile").map { words[..<$0.lowerBound] } ?? words[...]
        while let last = shown.last, " (.\n".contains(last) { shown.removeLast() }
        return shown.isEmpty ? nil : shown.sanitized(limit: 200)
    }

    /// Parts of the messages of OpenSSL and GnuTLS, in lower case; the first match counts.
    private static let distrusts: [(parts: [String], cause: String)] = [
        (["certificate has expired", "expiration date has passed"], "the certificate has expired"),
        (["not yet valid", "not activated yet"], "the certificate is not valid yet"),
        (
            ["self-signed certificate in certificate chain", "self signed certificate in certificate chain"],
            "the certificate comes from an authority that this machine does not know"
        ),
        (["self-signed certificate", "self signed certificate"], "the certificate is self-signed"),
        (
            ["subject name matches target", "does not match target", "hostname mismatch"],
            "the certificate is for other names"
        ),
        (["certificate revoked", "has been revoked"], "the certificate has been revoked"),
        (
            ["unable to get local issuer", "unable to verify the first certificate", "signer not trusted"],
            "the certificate comes from an authority that this machine does not know, or its chain is not complete"
        ),
    ]
}
#endif
