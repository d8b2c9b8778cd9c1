@_spi(Bolts) import BoltsAssociations

/// An unread part that may add hosts to an app, so the app's sources do not state all hosts.
///
/// If there is a gap, a host or path that is missing from the sources proves nothing.
@_spi(Bolts) public struct SourceGap: Sendable, Hashable {
    /// The unread part, as a clause: `app.config.ts is a program, which is not run`.
    public let text: String
    /// What to do about it, as a sentence.
    public let fix: String
    /// Whether the unread part is a program that gets what was read and returns what is built.
    package var mayChange = false
    /// The statement of a script that computes a value, for finding its place, or `nil` if there is none.
    package var statement: String?

    /// What ``text`` says of an application id if that is its subject, such as `is computed`; otherwise `nil`.
    package var predicate: String?

    /// Which hosts an unread part may name.
    package enum Hosts: Sendable, Hashable {
        case any
        /// These, which may begin with `*`.
        case only([String])
        /// Not the host of the app's own filters: the part is a published package, which is not written for it.
        case others
        /// No host of the web, but other schemes.
        case noHost
    }

    /// The hosts that this part may name.
    package var hosts = Hosts.any

    /// The fix of a gap that only what is built can close.
    static let builtApp = "Give the built app too: --app PATH."

    /// Creates a gap.
    public init(_ text: String, fix: String? = nil) {
        self.text = text
        self.fix = fix ?? Self.builtApp
    }

    /// The gap that may name the most hosts, or `nil` if there is none.
    package static func widest(of gaps: [SourceGap]) -> SourceGap? {
        var named: [String] = []
        for case .only(let hosts) in gaps.lazy.map(\.hosts) { named += hosts }
        let others = gaps.first { $0.hosts == .others }
        guard var widest = gaps.first(where: { $0.hosts == .any }) ?? gaps.first(where: \.mayNameOwnHost) ?? others
        else { return gaps.first }
        // Together, gaps for some hosts and for others are one for any.
        if case .only = widest.hosts { widest.hosts = others == nil ? .only(named) : .any }
        return widest
    }

    /// Whether the unread part may name a host that the app's own filters name.
    var mayNameOwnHost: Bool {
        switch hosts {
        case .any, .only: true
        case .others, .noHost: false
        }
    }

    /// A sentence about what was read, without its full stop, followed by this gap.
    func text(after sentence: some StringProtocol) -> String {
        mayChange ? "\(sentence); \(text), and may change that." : "\(sentence), and \(text)."
    }

    /// What to do, given the sentence that says how to change what was read.
    func fix(orElse change: String) -> String {
        let part = mayChange ? "the program" : "the unread part"
        return "Unless \(part) does it: \(change.lowercasedFirst) To know, \(fix.lowercasedFirst)"
    }
}
