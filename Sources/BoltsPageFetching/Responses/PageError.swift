import BoltsBase
public import Foundation

/// Why a page could not be fetched or read.
///
/// The description is one line: what was wrong with which URL, and what to do. It may be shown to the person who sent the link,
/// because it does not distinguish a refused address from an unreachable one. ``detail`` says more, for a log.
///
/// ```swift
/// func status(of error: PageError) -> Int? {
///     error.code == .httpStatus ? error.httpStatus : nil
/// }
/// ```
public struct PageError: Error, Sendable, CustomStringConvertible, LocalizedError, DescribedError {
    /// The kind of a failure.
    ///
    /// Other modules and later versions add codes, so a `switch` over them needs a default.
    public struct Code: Hashable, Sendable, CustomStringConvertible, NamedCode {
        /// The code's name in logs and JSON, such as `timedOut`.
        @_spi(Bolts) public let name: String

        /// Creates a code; other modules add theirs in extensions.
        @_spi(Bolts) public init(_ name: String) {
            self.name = name
        }

        /// The URL is neither `http` nor `https`.
        package static let schemeNotAllowed = Code("schemeNotAllowed")
        /// The URL has no host, or a host that programs read differently.
        package static let malformedURL = Code("malformedURL")
        /// The URL holds a user name or password.
        package static let userInformation = Code("userInformation")
        /// The address policy refuses the port.
        package static let portNotAllowed = Code("portNotAllowed")
        /// The host does not exist, cannot be reached, or has an address that the address policy refuses.
        public static let notReachableOrNotAllowed = Code("notReachableOrNotAllowed")
        /// The proxy cannot be reached, is not an address of a proxy, or does not connect to the host.
        public static let proxyFailed = Code("proxyFailed")
        /// The host's certificate or encryption is not accepted.
        public static let untrustedConnection = Code("untrustedConnection")
        /// A time limit passed.
        public static let timedOut = Code("timedOut")
        /// The connection ended before the page was complete.
        public static let interrupted = Code("interrupted")
        /// The body has more bytes than the limit.
        @_spi(Bolts)
        public static let bodyTooLarge = Code("bodyTooLarge")
        /// The response violates HTTP.
        public static let malformedResponse = Code("malformedResponse")
        /// The header of the response exceeds the limit.
        package static let headerTooLarge = Code("headerTooLarge")
        /// The status of the response means that there is no page; see ``PageError/httpStatus``.
        public static let httpStatus = Code("httpStatus")
        /// More redirects than the limit.
        public static let tooManyRedirects = Code("tooManyRedirects")
        /// A redirect, directly or through others, to a URL that was already visited.
        package static let redirectLoop = Code("redirectLoop")
        /// A redirect without a target.
        package static let redirectWithoutLocation = Code("redirectWithoutLocation")
        /// A redirect whose target is not a URL.
        package static let malformedRedirect = Code("malformedRedirect")
        /// A valid redirect that is not followed, such as one to `file:` or from https to http.
        package static let redirectRefused = Code("redirectRefused")
        /// A header field to send has an invalid name or value.
        public static let malformedField = Code("malformedField")
        /// The host requested a pause that is longer than the fetch may take; see ``PageError/retryAfter``.
        public static let hostPaused = Code("hostPaused")
        /// This machine lacks a requirement: libcurl 7.68 or newer, or the certificates of authorities.
        public static let notInstalled = Code("notInstalled")
        /// There is no file at the path.
        package static let fileNotFound = Code("fileNotFound")
        /// The path is a directory, a device or a pipe.
        package static let notAFile = Code("notAFile")
        /// The file exists and cannot be read.
        package static let fileNotReadable = Code("fileNotReadable")
    }

    /// The kind of the failure.
    public let code: Code
    /// One line that says what was wrong and what to do; safe to show to the person who sent the link.
    public let description: String
    /// The status of the response, if ``code`` is ``Code/httpStatus``.
    public let httpStatus: Int?
    /// How long to wait before the next fetch from the host: the rest of its pause for ``Code/hostPaused``, or the
    /// `Retry-After` of a response with status 429 or 503.
    public let retryAfter: Duration?
    /// The requests before the failure, in order.
    public let hops: [PageHop]
    /// Details for a log, such as the refused address or the system's error; not for untrusted users.
    public let detail: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of the failure.
    ///   - description: One line that says what was wrong and what to do. It is sanitized, because part of it may be untrusted.
    ///   - httpStatus: The status of the response.
    ///   - retryAfter: How long to wait before the next fetch from the host.
    ///   - hops: The requests before the failure.
    ///   - detail: Details for a log.
    public init(
        _ code: Code,
        _ description: String,
        httpStatus: Int? = nil,
        retryAfter: Duration? = nil,
        hops: [PageHop] = [],
        detail: String? = nil
    ) {
        self.code = code
        self.description = description.sanitized(limit: 1_000)
        self.httpStatus = httpStatus
        self.retryAfter = retryAfter
        self.hops = hops
        self.detail = detail?.sanitized(limit: 1_000)
    }
}
