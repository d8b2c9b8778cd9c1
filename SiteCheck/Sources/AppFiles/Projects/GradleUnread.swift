import BoltsBase

/// An unread part that may set anything of a module: a plugin, which is code, or a script that cannot be read.
struct GradleUnread: Hashable {
    /// `the plugin "shelf.app"`, or the path of a script.
    let name: String
    /// Why a script cannot be read, or `nil` for a plugin.
    let fault: String?

    static func plugin(_ id: String) -> GradleUnread {
        GradleUnread(name: "the plugin \(id.quoted(limit: 100))", fault: nil)
    }

    static func script(_ file: String, _ error: FormatError) -> GradleUnread {
        GradleUnread(name: file.sanitized(limit: 400), fault: error.reason)
    }

    /// The clause for a value about which nothing else is known.
    var maySet: String { "\(name) may set it, and \(fault ?? "is code, which is not read")" }

    /// The predicate for a named value.
    var mayHaveSet: String { "may be set by \(name), which \(fault ?? "is code and is not read")" }

    /// The sentence for a question that nothing else decides.
    func decides(_ question: String) -> String {
        "only \(name)\(fault.map { ", which \($0)," } ?? "") decides \(question)"
    }
}
