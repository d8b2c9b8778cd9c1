public import BoltsAppLinks

/// Answers in the format of the script that reads a page in a browser.
public enum StubPageAnswer: Sendable {
    /// Writes an answer like the script.
    public static func text(
        url: String = "https://example.com/",
        state: String = "l",
        status: Int? = nil,
        tags: [MetaTag],
        end: String = "."
    ) -> String {
        func sized(_ kind: String, _ value: String) -> String { "\(kind)\(value.utf16.count):\(value)" }
        var text = "bolts1;" + sized("u", url) + sized("e", "UTF-8")
        if let status { text += sized("s", "\(status)") }
        text += state
        for tag in tags {
            text += sized(tag.attribute == .property ? "p" : "n", tag.property)
            text += tag.content.map { sized("c", $0) } ?? "-"
        }
        return text + end
    }
}
