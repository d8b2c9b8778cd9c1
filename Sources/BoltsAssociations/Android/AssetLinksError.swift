/// A problem of a statement list, of a statement, or of a request about them.
///
/// ```swift
/// func problems(of file: AssetLinks) -> [String] { file.errors.map { "\($0.code.rawValue): \($0.message)" } }
/// ```
public struct AssetLinksError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error, with its name in the Digital Asset Links API.
    ///
    /// More codes may be added, so a `switch` over them needs a default.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code, as the API writes it.
        public let rawValue: String

        /// Creates a code; the existing ones are constants.
        ///
        /// - Parameter rawValue: The name of the code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The request itself is wrong.
        @_spi(Bolts) public static let invalidQuery = Code(rawValue: "ERROR_CODE_INVALID_QUERY")
        /// A list could not be fetched.
        @_spi(Bolts) public static let fetchError = Code(rawValue: "ERROR_CODE_FETCH_ERROR")
        /// The TLS certificate was refused.
        @_spi(Bolts) public static let failedTLSValidation = Code(rawValue: "ERROR_CODE_FAILED_SSL_VALIDATION")
        /// The response was a redirect.
        @_spi(Bolts) public static let redirect = Code(rawValue: "ERROR_CODE_REDIRECT")
        /// A list, or its expansion with includes, is too large.
        @_spi(Bolts) public static let tooLarge = Code(rawValue: "ERROR_CODE_TOO_LARGE")
        /// The response is not valid HTTP.
        @_spi(Bolts) public static let malformedHTTPResponse = Code(rawValue: "ERROR_CODE_MALFORMED_HTTP_RESPONSE")
        /// The media type is not `application/json`.
        @_spi(Bolts) public static let wrongContentType = Code(rawValue: "ERROR_CODE_WRONG_CONTENT_TYPE")
        /// The content is not a list of statements, or a statement in it is wrong.
        @_spi(Bolts) public static let malformedContent = Code(rawValue: "ERROR_CODE_MALFORMED_CONTENT")
        /// A list fetched over https, or an app, includes a list over http.
        @_spi(Bolts)
        public static let secureAssetIncludesInsecure = Code(rawValue: "ERROR_CODE_SECURE_ASSET_INCLUDES_INSECURE")
        /// There are too many includes, or they form a cycle.
        @_spi(Bolts) public static let fetchBudgetExhausted = Code(rawValue: "ERROR_CODE_FETCH_BUDGET_EXHAUSTED")
        /// A list that was requested without a relation has no statement.
        @_spi(Bolts) public static let noStatements = Code(rawValue: "NO_STATEMENTS")
    }

    /// The kind of error.
    public let code: Code
    /// The problem in one sentence.
    public let message: String
    /// The place of the problem, or `nil` if it is not in a file.
    public let place: JSONPlace?

    /// Creates an error with the problem in one sentence.
    @_spi(Bolts) public init(_ code: Code, _ message: String, at place: JSONPlace? = nil) {
        self.code = code
        self.message = message
        self.place = place
    }

    /// The place and the message.
    public var description: String { place.map { "\($0.position): \(message)" } ?? message }
}
