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
}
