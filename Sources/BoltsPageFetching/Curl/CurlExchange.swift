#if os(Linux)
import CBoltsCurl
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// One request and its response, on the thread that drives libcurl.
// Safe: only `CurlLoop`, on its thread, has the handle, which libcurl calls back with the context that this object gave it and
// that the transfer retains; what it allocates lives until `deinit`.
@safe final class CurlExchange {
    struct Settings: Sendable {
        /// How many bytes the header may have.
        var headerLimit: Int
        /// The path of a file of certificates to trust instead of the system's.
        var certificateAuthorities: String?
    }

    /// libcurl's handle until ``close()``; `nil` if it could not be made or configured.
    private(set) var easy: OpaquePointer?
    private let request: PageRequest
    private let fetch: PageFetch
    private var header: ResponseHeaderReader
    private var isConfigured = false
    // libcurl reads and writes these while it runs.
    private var lists: [OpaquePointer] = unsafe []
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(bolts_curl_error_size))
    private let opener = UnsafeMutablePointer<bolts_curl_opener_t>.allocate(capacity: 1)

    init(_ request: PageRequest, for fetch: PageFetch, _ settings: Settings, inflates: Bool) {
        self.request = request
        self.fetch = fetch
        header = ResponseHeaderReader(limit: settings.headerLimit, inflates: inflates)
        unsafe errorText.initialize(repeating: 0, count: Int(bolts_curl_error_size))
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe opener.initialize(to: bolts_curl_opener_t(open: CurlExchange.openSocket, context: context))
        unsafe easy = unsafe bolts_curl_easy_make()
        guard let easy = unsafe easy else { return }
        isConfigured =
            unsafe configure(easy, settings, inflates: inflates) && pin(easy) && limitTrust(easy, settings)
            && receive(easy, context)
        if !isConfigured { close() }
    }

    deinit {
        close()
        unsafe errorText.deallocate()
        unsafe opener.deallocate()
    }

    /// Closes the connection and frees libcurl's memory; the handle must be removed from the loop before.
    func close() {
        if let easy = unsafe easy { unsafe bolts_curl_easy_free(easy) }
        unsafe easy = nil
        for index in unsafe lists.indices { unsafe bolts_curl_list_free(lists[index]) }
        unsafe lists = unsafe []
    }

    // MARK: - The request

    private func configure(_ easy: OpaquePointer, _ settings: Settings, inflates: Bool) -> Bool {
        let fields = request.fields.map(CurlExchange.line)
        return unsafe set(easy, bolts_curlopt_url, request.target.url.absoluteString)
            && set(easy, bolts_curlopt_httpget, 1)
            && set(easy, bolts_curlopt_httpheader, list: fields)
            // Only one version of the protocol is used, because the limits count its bytes.
            && set(easy, bolts_curlopt_http_version, bolts_curl_http_version_1_1)
            && set(easy, bolts_curlopt_http09_allowed, 0)
            && set(easy, bolts_curlopt_protocols, bolts_curlproto_http | bolts_curlproto_https)
            && set(easy, bolts_curlopt_redir_protocols, 0)
            && set(easy, bolts_curlopt_followlocation, 0)
            && set(easy, bolts_curlopt_disallow_username_in_url, 1)
            && set(easy, bolts_curlopt_netrc, 0)
            && (!inflates || set(easy, bolts_curlopt_accept_encoding, "gzip, deflate"))
            // An empty text also disables the proxies of the environment.
            && set(easy, bolts_curlopt_proxy, request.proxy?.url ?? "")
            // Hosts that need no proxy were determined before.
            && set(easy, bolts_curlopt_noproxy, "")
            && set(easy, bolts_curlopt_suppress_connect_headers, 1)
            && set(easy, bolts_curlopt_connecttimeout_ms, max(1, request.connectTimeout.wholeMilliseconds))
            // Connections, names and TLS sessions are not shared with other fetches.
            && set(easy, bolts_curlopt_fresh_connect, 1)
            && set(easy, bolts_curlopt_forbid_reuse, 1)
            && set(easy, bolts_curlopt_dns_cache_timeout, 0)
            && set(easy, bolts_curlopt_ssl_sessionid_cache, 0)
            // libcurl reads up to a hundred times before it serves another transfer, and each byte may inflate to a thousand,
            // so the smallest buffer keeps a turn short.
            && set(easy, bolts_curlopt_buffersize, 1_024)
            && set(easy, bolts_curlopt_nosignal, 1)
            && bolts_curl_set_error_buffer(easy, errorText)
    }

    /// A header field in libcurl's form, in which `Name:` omits the field and `Name;` sends it empty.
    ///
    /// A `User-Agent` may not be empty, so one without a value is omitted.
    private static func line(_ field: HeaderField) -> String {
        field.value.isEmpty && field.name != "User-Agent" ? "\(field.name);" : "\(field.name): \(field.value)"
    }

    /// Connects to the checked address; the name in the URL is for the `Host` field and the certificate.
    private func pin(_ easy: OpaquePointer) -> Bool {
        guard let address = request.address else { return true }
        let place = HTTPHost.address(address).text
        return unsafe set(easy, bolts_curlopt_connect_to, list: ["::\(place):\(request.target.port)"])
            && bolts_curl_set_opener(easy, opener)
    }

    private func limitTrust(_ easy: OpaquePointer, _ settings: Settings) -> Bool {
        unsafe set(easy, bolts_curlopt_ssl_verifypeer, 1)
            && set(easy, bolts_curlopt_ssl_verifyhost, 2)
            && set(easy, bolts_curlopt_sslversion, bolts_curl_sslversion_tlsv1_2)
            && (settings.certificateAuthorities.map { unsafe set(easy, bolts_curlopt_cainfo, $0) } ?? true)
    }

    private func receive(_ easy: OpaquePointer, _ context: UnsafeMutableRawPointer) -> Bool {
        unsafe bolts_curl_set_function(
            easy,
            Int32(bolts_curlopt_headerfunction),
            Int32(bolts_curlopt_headerdata),
            { bytes, size, count, context in
                unsafe CurlExchange.hand(bytes, size * count, to: context) { unsafe $0.take(line: $1) }
            },
            unsafe context
        )
            && bolts_curl_set_function(
                easy,
                Int32(bolts_curlopt_writefunction),
                Int32(bolts_curlopt_writedata),
                { bytes, size, count, context in
                    unsafe CurlExchange.hand(bytes, size * count, to: context) { unsafe $0.take(body: $1) }
                },
                unsafe context
            )
    }

    private func set(_ easy: OpaquePointer, _ option: Int, _ value: Int) -> Bool {
        unsafe bolts_curl_set_number(easy, Int32(option), value)
    }

    private func set(_ easy: OpaquePointer, _ option: Int, _ value: String) -> Bool {
        unsafe bolts_curl_set_text(easy, Int32(option), value)
    }

    private func set(_ easy: OpaquePointer, _ option: Int, list texts: [String]) -> Bool {
        var list: OpaquePointer?
        for text in texts {
            guard let longer = unsafe bolts_curl_list_append(list, text) else {
                unsafe bolts_curl_list_free(list)
                return false
            }
            unsafe list = unsafe longer
        }
        if let list = unsafe list { unsafe lists.append(list) }
        return unsafe bolts_curl_set_list(easy, Int32(option), list)
    }

    // MARK: - The response

    /// - Returns: How many bytes were taken. A number below the count ends the transfer.
    private static func hand(
        _ bytes: UnsafeMutablePointer<CChar>?,
        _ count: Int,
        to context: UnsafeMutableRawPointer?,
        _ take: (CurlExchange, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let context = unsafe context, count > 0 else { return count }
        let exchange = unsafe Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
        return unsafe take(exchange, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }

    /// - Returns: Whether the transfer continues.
    private func take(line: UnsafeRawBufferPointer) -> Bool {
        switch unsafe header.take(line) {
        case .more:
            return true
        case .head(let head):
            return fetch.received(head, request: request.number)
        case .problem(let problem):
            fetch.failed(problem, request: request.number)
            return false
        }
    }

    /// - Returns: Whether the transfer continues.
    private func take(body: UnsafeRawBufferPointer) -> Bool {
        guard header.isComplete else {
            let problem = TransportProblem(kind: .malformed, detail: "a body before its header")
            fetch.failed(problem, request: request.number)
            return false
        }
        return unsafe fetch.received(body, request: request.number)
    }

    /// The transfer ended, successfully or not.
    func ended(_ code: Int32) {
        if Int(code) != bolts_curle_ok {
            let problem = unsafe TransportProblem(
                curl: code,
                text: String(cString: errorText),
                address: request.address,
                proxy: request.proxy
            )
            fetch.failed(problem, request: request.number)
        } else if header.isComplete {
            fetch.ended(request: request.number)
        } else {
            fetch.failed(TransportProblem(kind: .malformed, detail: "no response"), request: request.number)
        }
    }

    /// libcurl did not accept the request.
    func couldNotBegin() {
        let problem = TransportProblem(
            kind: .unreachable,
            detail:
                "libcurl \(CurlLibrary.shared?.version ?? "") did not accept the request: "
                + "an option is unknown, or there is not enough memory"
        )
        fetch.failed(problem, request: request.number)
    }

    // MARK: - The socket

    /// Compares the address to which libcurl is about to connect with the allowed one.
    private static let openSocket: bolts_curl_open_t = { context, address, length in
        guard let context = unsafe context else { return Int32(bolts_curl_socket_bad) }
        let request = unsafe Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue().request
        guard let found = unsafe HostAddress(socketAddress: address, length: Int(length)), found == request.address,
            // The port has the same offset in both families.
            unsafe Int(UInt16(bigEndian: address.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
                == request.target.port
        else { return Int32(bolts_curl_socket_bad) }
        return unsafe bolts_curl_open_socket(address)
    }
}

extension Duration {
    /// The duration in milliseconds, clamped to the range of libcurl.
    fileprivate var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(max(-1, min(seconds, 1_000_000))) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
#endif
