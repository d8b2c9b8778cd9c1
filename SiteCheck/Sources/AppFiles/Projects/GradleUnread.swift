import BoltsBase

/// An unread part that may set anything of a module: a plugin, which is code, or a script that cannot be read.
struct GradleUnread: Hashable {
    /// `the plugin "shelf.app"`, or the path of a script.
    let name: String
    /// Why a script cannot be read, or `nil` for a plugin.
    let fault: String?
    /// The place in the build's own plugins that sets an application id, or `nil` if there is none.
    var place: String?
    /// Whether it certainly sets no application id, though it may set other things.
    var setsNoID = false
    /// Whether it certainly sets no namespace either.
    var setsNoNamespace = false

    static func plugin(_ id: String, _ place: String?, isAlone: Bool) -> GradleUnread {
        GradleUnread(
            name: "\(isAlone ? "the plugin" : "a plugin such as") \(id.quoted(limit: 100))",
            fault: nil,
            place: place
        )
    }

    static func script(_ file: String, _ error: FormatError) -> GradleUnread {
        GradleUnread(name: file.sanitized(limit: 400), fault: error.reason)
    }

    /// A script that another one applies by a statement such as `apply from: file`, or by a path that leads to none.
    static func applied(_ statement: String, by file: String) -> GradleUnread {
        GradleUnread(
            name: "the script that \(file.sanitized(limit: 400)) applies (\(statement.sanitized(limit: 100)))",
            fault: nil
        )
    }

    /// The clause for a value about which nothing else is known.
    var maySet: String { "\(name) may set it, and \(fault ?? "is code, which is not read")" }

    /// The predicate for a named value.
    var mayHaveSet: String {
        "may be set by \(name), which \(fault ?? "is code and is not read")\(place.map { ": \($0) sets one" } ?? "")"
    }

    /// The predicate for a value that other code sets first.
    var mayHaveChanged: String {
        "may be changed by \(name)\(place.map { " at \($0)" } ?? ""), which is code and is not read"
    }

    /// The sentence for a question that nothing else decides.
    func decides(_ question: String) -> String {
        "only \(name)\(fault.map { ", which \($0)," } ?? "") decides \(question)"
    }
}
