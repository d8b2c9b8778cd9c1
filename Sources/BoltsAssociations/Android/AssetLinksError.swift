/// A problem of a statement list, of a statement, or of a request about them.
///
/// ```swift
/// func problems(of file: AssetLinks) -> [String] { file.errors.map { "\($0.code.rawValue): \($0.message)" } }
/// ```
public struct AssetLinksError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error, as the Digital Asset Links API names it.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The request itself is wrong.
        case invalidQuery = "ERROR_CODE_INVALID_QUERY"
        /// A list could not be fetched.
        case fetchError = "ERROR_CODE_FETCH_ERROR"
        /// The TLS certificate was refused.
        case failedTLSValidation = "ERROR_CODE_FAILED_SSL_VALIDATION"
        /// The response was a redirect.
        case redirect = "ERROR_CODE_REDIRECT"
        /// A list, or what it expands to, is too large.
        case tooLarge = "ERROR_CODE_TOO_LARGE"
        /// The response is not valid HTTP.
        case malformedHTTPResponse = "ERROR_CODE_MALFORMED_HTTP_RESPONSE"
        /// The media type is not `application/json`.
        case wrongContentType = "ERROR_CODE_WRONG_CONTENT_TYPE"
        /// The content is not a list of statements, or a statement in it is wrong.
        case malformedContent = "ERROR_CODE_MALFORMED_CONTENT"
        /// A list fetched over https, or an app, includes a list over http.
        case secureAssetIncludesInsecure = "ERROR_CODE_SECURE_ASSET_INCLUDES_INSECURE"
        /// There are too many includes, or they form a cycle.
        case fetchBudgetExhausted = "ERROR_CODE_FETCH_BUDGET_EXHAUSTED"
        /// A list that was requested without a relation has no statement.
        case noStatements = "NO_STATEMENTS"
    }

    /// The kind of error.
    public let code: Code
    /// The problem in one sentence.
    public let message: String
    /// The place of the problem, or `nil` if it is not in a file.
    public let place: JSONPlace?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - message: The problem in one sentence.
    ///   - place: The place of the problem, if it is in a file.
    package init(_ code: Code, _ message: String, at place: JSONPlace? = nil) {
        self.code = code
        self.message = message
        self.place = place
    }

    /// The place and the message.
    public var description: String { place.map { "\($0.position): \(message)" } ?? message }
}
