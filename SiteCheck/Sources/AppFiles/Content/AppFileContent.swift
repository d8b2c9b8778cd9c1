@_spi(Bolts) public import BoltsSiteCheck

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
    /// What else the project makes, which is judged only if it is asked for: samples, libraries, tests and what belongs to an app.
    @_spi(Bolts) public var others = AppClaims()

    /// Which methods of the apps get a link, for those whose sources were looked through.
    @_spi(Bolts) public var receivers: [LinkReceivers] = []

    /// The apps that were read and what else the project makes, one by one.
    @_spi(Bolts) public var inventory: AppInventory { AppInventory(claims, others: others) }

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
