import Foundation

/// The syntax of host names on the command line.
enum HostName {
    /// Whether a text is a host with at least two labels, or `localhost`, with an optional port.
    static func isHost(_ text: String) -> Bool {
        guard !text.isEmpty, text.utf8.count <= 253,
            let host = URL(string: "https://\(text)/")?.host(), !host.isEmpty, !text.contains("@"), !text.contains("?"),
            !text.contains("#")
        else { return false }
        return host == "localhost" || host.contains(".")
    }

    /// The host that serves a folder: the one that was named, or the folder's name if that is a host.
    ///
    /// - Throws: ``InputError`` if neither is.
    static func host(ofDirectory path: String, named host: String?) throws -> String {
        if let host { return host }
        let name = URL(fileURLWithPath: path).lastPathComponent
        guard isHost(name) else {
            throw InputError("\(path): say with --host which host serves this folder, such as --host example.com")
        }
        return name
    }
}
