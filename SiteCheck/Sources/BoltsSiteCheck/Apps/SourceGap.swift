/// An unread part that may add hosts to an app, so the app's sources do not state all hosts.
///
/// If there is a gap, a host or path that is missing from the sources proves nothing.
@_spi(Bolts) public struct SourceGap: Sendable, Hashable {
    /// The unread part, as a clause: `app.config.ts is a program, which is not run`.
    public let text: String
    /// What to do about it, as a sentence.
    public let fix: String
    /// The statement of a script that computes a value, for finding its place, or `nil` if there is none.
    package var statement: String?

    /// What ``text`` says of an application id if that is its subject, such as `is computed`; otherwise `nil`.
    package var predicate: String?

    /// Whether the unread part is a published package, which is not written for this app's host.
    package var isPackage = false

    /// The fix of a gap that only what is built can close.
    static let builtApp = "Give the built app too: --app PATH."

    /// Creates a gap.
    public init(_ text: String, fix: String? = nil) {
        self.text = text
        self.fix = fix ?? Self.builtApp
    }
}
