struct PageRequest: Sendable {
    /// The number of the request within its fetch, which the transport's events carry.
    let number: Int
    let target: HTTPTarget
    /// The address to connect to; `nil` if the system looks up the name.
    let address: HostAddress?
    /// The proxy through which the request is sent, or `nil` for the server itself.
    var proxy: ProxyServer?
    /// How long connecting may take.
    let connectTimeout: Duration
    /// The header fields; `Accept-Encoding` is never among them, and `Host` only if it differs from the URL's host.
    let fields: [HeaderField]

    /// - Returns: The fields for the kind of resource, and those that make the request conditional. No field can contain a
    ///   line end.
    static func fields(
        for resource: RequestedResource,
        host: String? = nil,
        userAgent: String,
        validator: PageValidator?
    ) -> [HeaderField] {
        let fields: [(String, String?)] = [
            ("Host", host),
            ("Accept", resource == .page ? "text/html,application/xhtml+xml,*/*;q=0.8" : "*/*"),
            ("Prefer-Html-Meta-Tags", resource == .page ? "al" : nil),
            ("User-Agent", userAgent),
            ("If-None-Match", validator?.entityTag),
            ("If-Modified-Since", validator?.lastModified),
        ]
        return fields.compactMap { name, value in value.map { HeaderField(name: name, value: $0.headerText) } }
    }
}

extension String {
    /// The text as a header field may contain it: visible ASCII and spaces.
    fileprivate var headerText: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { (0x20...0x7e).contains($0.value) }))
    }
}
