@_spi(Bolts) public import BoltsSiteCheck

/// The link declarations of a file or project.
///
/// ```swift
/// import AppFiles
///
/// func summary(of content: AppFileContent) -> String {
///     "\(content.files.count) files, \(content.claims.android.count) Android apps, \(content.notes.count) open questions"
/// }
/// ```
public struct AppFileContent: Sendable, Hashable {
    /// The claims of the apps.
    public var claims: AppClaims
    /// The paths of the files that were read; a package counts as one file.
    public var files: [String]
    /// What could not be decided, and which input would decide it, as sanitized sentences.
    public var notes: [String]
    /// Other outputs of the project, which are judged only on request: samples, libraries, tests and parts of an app.
    @_spi(Bolts) public var others = AppClaims()

    /// The methods that receive links, for apps whose sources were searched.
    @_spi(Bolts) public var receivers: [LinkReceivers] = []

    /// One entry for each app that was read and for each other output of the project.
    @_spi(Bolts) public var inventory: AppInventory { AppInventory(claims, others: others) }

    /// The subject of the notes that are only about the schemes of apps for Apple's devices.
    @_spi(Bolts) public static let startOfSchemeNotes = "The Info.plist"

    /// Creates content.
    ///
    /// - Parameters:
    ///   - claims: The claims of the apps.
    ///   - files: The paths of the files that were read.
    ///   - notes: What could not be decided.
    public init(claims: AppClaims = AppClaims(), files: [String] = [], notes: [String] = []) {
        self.claims = claims
        self.files = files
        self.notes = notes
    }
}
