import Foundation

/// The redirects of a fetch, and the rules for the next one.
///
/// A value without sockets or locks. It derives the next URL, or the error, from a response's status and `Location`.
struct RedirectChain {
    /// The URL to request now.
    private(set) var current: HTTPTarget
    private(set) var hops: [PageHop] = []
    private var visited: Set<URL>
    private let limit: Int
    private let allowsDowngrade: Bool
    private let recordedFields: Set<String>
    /// The addresses of the current host, which are recorded in the hop.
    var addresses: [HostAddress] = []
    private let now: @Sendable () -> ContinuousClock.Instant
    private var arrived: ContinuousClock.Instant

    /// Starts with the URL of the page, or fails if it may not be fetched at all.
    init(
        from url: URL,
        options: PageFetchOptions,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) throws {
        current = try HTTPTarget(requesting: url)
        visited = [current.url]
        limit = options.redirectLimit
        allowsDowngrade = options.allowsDowngrade
        recordedFields = options.recordedFields
        self.now = now
        arrived = now()
    }

    static func isRedirect(_ status: Int) -> Bool {
        [300, 301, 302, 303, 307, 308].contains(status)
    }

    /// Records the last response.
    mutating func arrive(status: Int, location: String?, cacheFields: HTTPCacheFields = HTTPCacheFields()) {
        record(status, location, cacheFields, [:])
    }

    /// Records the last response.
    mutating func arrive(_ head: FetchStateMachine.Head) {
        record(head.status, head.location, head.cacheFields, head.fields)
    }

    private mutating func record(
        _ status: Int,
        _ location: String?,
        _ cacheFields: HTTPCacheFields,
        _ fields: [String: String]
    ) {
        var hop = PageHop(url: current.url, status: status, location: location, cacheFields: cacheFields)
        for name in recordedFields { hop.fields[name] = fields[name.lowercased()] }
        hop.addresses = addresses
        hop.duration = arrived.duration(to: now())
        hops.append(hop)
    }

    /// Records a redirect and follows it, or fails if it may not be followed.
    mutating func follow(status: Int, location: String?, cacheFields: HTTPCacheFields = HTTPCacheFields()) throws {
        try follow(FetchStateMachine.Head(status: status, location: location, byteCount: 0, cacheFields: cacheFields))
    }

    /// Records a redirect and follows it, or fails if it may not be followed.
    mutating func follow(_ head: FetchStateMachine.Head) throws {
        record(head.status, head.location, head.cacheFields, head.fields)
        let status = head.status
        let location = head.location
        let here = current.url.absoluteString
        let trimmed = location.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t")) } ?? ""
        guard !trimmed.isEmpty else {
            throw failure(
                .redirectWithoutLocation,
                "\(here) redirects (status \(status)) without a Location field"
            )
        }
        guard let text = RedirectChain.reference(trimmed) else {
            throw failure(.malformedRedirect, "\(here) redirects to something that is not a URL: \(trimmed)")
        }
        if let scheme = LinkScheme.leading(text), !scheme.isWeb {
            throw failure(
                .redirectRefused,
                "\(here) redirects to a \(scheme): URL, which is refused: only http and https are followed"
            )
        }
        guard let next = URL(string: text, relativeTo: current.url)?.absoluteURL else {
            throw failure(.malformedRedirect, "\(here) redirects to something that is not a URL: \(trimmed)")
        }
        try move(to: next, from: here)
    }

    private mutating func move(to next: URL, from here: String) throws {
        let target: HTTPTarget
        do {
            target = try HTTPTarget(next)
        } catch .scheme(let scheme) {
            throw failure(
                .redirectRefused,
                "\(here) redirects to a \(scheme): URL, which is refused: only http and https are followed"
            )
        } catch .userInformation {
            throw failure(.redirectRefused, "\(here) redirects to a URL with a user name or password, which is refused")
        } catch .malformed {
            throw failure(
                .malformedRedirect,
                "\(here) redirects to something that is not a URL: \(next.absoluteString)"
            )
        }
        if current.scheme == .https, target.scheme == .http, !allowsDowngrade {
            throw failure(
                .redirectRefused,
                "\(here) redirects from https to http (\(target.url.absoluteString)), which is refused unless downgrades are allowed"
            )
        }
        guard visited.insert(target.url).inserted else {
            throw failure(.redirectLoop, "\(here) redirects in a loop, back to \(target.url.absoluteString)")
        }
        guard hops.count <= limit else {
            throw failure(
                .tooManyRedirects,
                "\(hops[0].url.absoluteString) redirects more than \(limit) times; the last was \(here)"
            )
        }
        current = target
        addresses = []
        arrived = now()
    }

    private func failure(_ code: PageError.Code, _ description: String) -> PageError {
        PageError(code, description, hops: hops)
    }

    /// The reference in a form that Foundation and browsers parse alike, or `nil` if there is none.
    ///
    /// Control characters are refused: they are a mistake or an attempt to inject into a request. Spaces and characters
    /// beyond ASCII, which servers do send, are percent-encoded as browsers do.
    private static func reference(_ text: String) -> String? {
        guard text.utf8.count <= 8_192 else { return nil }
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case 0..<0x20, 0x7f, 0x5c:
                return nil
            case 0x20, 0x22, 0x3c, 0x3e, 0x5e, 0x60, 0x7b, 0x7c, 0x7d, 0x80...:
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            default:
                result.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return result
    }
}
