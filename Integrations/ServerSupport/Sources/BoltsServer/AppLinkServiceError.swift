public import Foundation

/// Why an ``AppLinkService`` did not start a look-up.
///
/// ```swift
/// func isTemporary(_ error: any Error) -> Bool {
///     (error as? AppLinkServiceError)?.code == .stopping
/// }
/// ```
public struct AppLinkServiceError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The kind of the failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// The service is stopping and starts no new look-up.
        public static let stopping = Code(description: "stopping")
    }

    /// The kind of the failure.
    public let code: Code
    /// One line that says what was wrong and what to do.
    public let description: String

    /// The same line as ``description``.
    public var errorDescription: String? { description }

    static let stopping = AppLinkServiceError(
        code: .stopping,
        description: "the server is stopping and looks up no more links: ask another server, or try again later"
    )
}
