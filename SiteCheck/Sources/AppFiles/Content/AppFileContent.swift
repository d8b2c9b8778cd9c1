public import BoltsSiteCheck

/// What a file or a project says of links.
///
/// ```swift
/// import AppFiles
///
/// func summary(of content: AppFileContent) -> String {
///     "\(content.files.count) files, \(content.claims.android.count) Android apps, \(content.notes.count) open questions"
/// }
/// ```
public struct AppFileContent: Sendable, Hashable {
    /// What the apps say.
    public var claims: AppClaims
    /// The paths of the files that were read; a package is one file, whatever is read of it.
    public var files: [String]
    /// What could not be decided, and what to give instead: whole sentences, without control characters.
    public var notes: [String]
    /// Why the main file of an app, such as its manifest, could not be read, as a sentence, or `nil` if it could be.
    ///
    /// The app's other files do not tell enough to judge it.
    @_spi(Bolts) public var failure: String?

    /// Creates content.
    ///
    /// - Parameters:
    ///   - claims: What the apps say.
    ///   - files: The paths of the files that were read.
    ///   - notes: What could not be decided.
    public init(claims: AppClaims = AppClaims(), files: [String] = [], notes: [String] = []) {
        self.claims = claims
        self.files = files
        self.notes = notes
    }
}
