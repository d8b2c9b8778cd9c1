/// What is wrong with a statement list, a statement, or a request about them.
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
        /// The server answered with a redirect.
        case redirect = "ERROR_CODE_REDIRECT"
        /// A list, or what it expands to, is too large.
        case tooLarge = "ERROR_CODE_TOO_LARGE"
        /// The answer is no valid HTTP response.
        case malformedHTTPResponse = "ERROR_CODE_MALFORMED_HTTP_RESPONSE"
        /// The media type is not `application/json`.
        case wrongContentType = "ERROR_CODE_WRONG_CONTENT_TYPE"
        /// The content is not a list of statements, or a statement in it is wrong.
        case malformedContent = "ERROR_CODE_MALFORMED_CONTENT"
        /// A list fetched over https, or an app, includes a list over http.
        case secureAssetIncludesInsecure = "ERROR_CODE_SECURE_ASSET_INCLUDES_INSECURE"
        /// There are too many includes, or they form a circle.
        case fetchBudgetExhausted = "ERROR_CODE_FETCH_BUDGET_EXHAUSTED"
        /// A list was asked for without a relation and holds no statement.
        case noStatements = "NO_STATEMENTS"
    }

    /// The kind of error.
    public let code: Code
    /// What is wrong, as one sentence.
    public let message: String
    /// Where it stands, or `nil` if it is in no file.
    public let place: JSONPlace?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - message: What is wrong, as one sentence.
    ///   - place: Where it stands, if it is in a file.
    package init(_ code: Code, _ message: String, at place: JSONPlace? = nil) {
        self.code = code
        self.message = message
        self.place = place
    }

    /// The place and the message.
    public var description: String { place.map { "\($0.position): \(message)" } ?? message }
}
