public import Foundation

/// Why a URL could not be turned into an App Link.
///
/// The description is one line for people: what was wrong with which URL, and what can be done. It can be shown to whoever
/// sent the link: it never tells an address that is not allowed from one that cannot be reached. For a log, ``detail``
/// says more.
///
/// ```swift
/// resolver.appLink(for: url).continueOnErrorWith { (error: PageError) in
///     if error.code == .httpStatus { print("answered", error.httpStatus ?? 0) }
///     throw error
/// }
/// ```
public struct PageError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// What kind of failure it was.
    ///
    /// New kinds may be added, so a `switch` over them needs a default.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private let name: String

        /// Creates a code; other modules add theirs in extensions.
        package init(_ name: String) {
            self.name = name
        }

        /// The name of the code, such as `timedOut`.
        public var description: String { name }

        /// The URL is neither `http` nor `https`, where it was asked for or where a page redirected to.
        public static let schemeNotAllowed = Code("schemeNotAllowed")
        /// The URL has no host, or spells it in a way that programs do not agree on.
        public static let malformedURL = Code("malformedURL")
        /// The URL holds a user name or password.
        public static let userInformation = Code("userInformation")
        /// The port is not one that the address policy allows.
        public static let portNotAllowed = Code("portNotAllowed")
        /// The host does not exist, cannot be reached, or has an address that the address policy refuses.
        public static let notReachableOrNotAllowed = Code("notReachableOrNotAllowed")
        /// The host could be reached, but no trusted encrypted connection could be made.
        public static let untrustedConnection = Code("untrustedConnection")
        /// A time limit passed.
        public static let timedOut = Code("timedOut")
        /// The connection ended before the page did.
        public static let interrupted = Code("interrupted")
        /// The answer is not HTTP.
        public static let malformedResponse = Code("malformedResponse")
        /// The header fields of the answer exceed the limit.
        public static let headerTooLarge = Code("headerTooLarge")
        /// The status of the answer says that there is no page; see ``PageError/httpStatus``.
        public static let httpStatus = Code("httpStatus")
        /// More redirects than the limit.
        public static let tooManyRedirects = Code("tooManyRedirects")
        /// A page redirected, by way of others or at once, to a URL already visited.
        public static let redirectLoop = Code("redirectLoop")
        /// A redirect that does not say where to.
        public static let redirectWithoutLocation = Code("redirectWithoutLocation")
        /// A redirect to a text that is not a URL.
        public static let malformedRedirect = Code("malformedRedirect")
        /// A redirect that is understood but not followed, such as one to `file:` or from https to http.
        public static let redirectRefused = Code("redirectRefused")
    }

    /// What kind of failure it was.
    public let code: Code
    /// One line that says what was wrong and what to do; safe to show to whoever sent the link.
    public let description: String
    /// The status of the answer, where ``code`` is ``Code/httpStatus``.
    public let httpStatus: Int?
    /// The hops taken before the failure.
    public let hops: [PageHop]
    /// More for a log, such as the address that was refused or the words of the system.
    ///
    /// Not for strangers.
    public let detail: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What kind of failure it was.
    ///   - description: One line that says what was wrong and what to do. Control characters are taken out, as part of
    ///     the line may have been written by a stranger.
    ///   - httpStatus: The status of the answer.
    ///   - hops: The hops taken before the failure.
    ///   - detail: More for a log.
    public init(
        _ code: Code,
        _ description: String,
        httpStatus: Int? = nil,
        hops: [PageHop] = [],
        detail: String? = nil
    ) {
        self.code = code
        self.description = description.sanitized(limit: 1_000)
        self.httpStatus = httpStatus
        self.hops = hops
        self.detail = detail?.sanitized(limit: 1_000)
    }

    /// The same line as ``description``.
    public var errorDescription: String? { description }
}
