/// What the reports in XML have in common, which build servers read.
///
/// Text is shown as elsewhere: what is not seen is an escape, so that no character is left that XML does not allow.
enum XMLReport {
    static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

    static func escaped(_ text: String) -> String { HTMLDocument.escaped(text) }
}
