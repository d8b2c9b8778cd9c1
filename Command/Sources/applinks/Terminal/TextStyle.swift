import BoltsAppLinks
import BoltsBase
import Foundation

/// A style that emphasizes a word on a terminal.
enum TextStyle: Sendable {
    case error, warning, note, success, faint

    /// The parameters of the control sequence "select graphic rendition".
    var parameters: String {
        switch self {
        case .error: "1;31"
        case .warning: "1;33"
        case .note: "1;36"
        case .success: "32"
        case .faint: "2"
        }
    }
}

/// A line of text, parts of which have a style.
struct StyledText: Sendable {
    private var spans: [(text: String, style: TextStyle?)] = []

    init(_ text: String = "", _ style: TextStyle? = nil) {
        append(text, style)
    }

    mutating func append(_ text: String, _ style: TextStyle? = nil) {
        spans.append((text, style))
    }

    mutating func append(_ other: StyledText) { spans += other.spans }

    /// Returns the line in its written form, without control characters in its text.
    func rendered(inColor: Bool) -> String {
        spans.map { span in
            let text = span.text.sanitized()
            guard inColor, let style = span.style, !text.isEmpty else { return text }
            return "\u{1B}[\(style.parameters)m\(text)\u{1B}[0m"
        }
        .joined()
    }
}

/// The capabilities of the terminal, if any, that an output stream leads to.
enum TerminalCapability {
    /// Returns whether a file descriptor is a terminal that interprets control sequences.
    static func hasControlSequences(on descriptor: Int32) -> Bool {
        guard isatty(descriptor) != 0, let terminal = environment["TERM"] else { return false }
        return !terminal.isEmpty && terminal != "dumb"
    }

    /// Returns whether to write colors to a file descriptor: only to a terminal with control sequences, unless `NO_COLOR` is set.
    ///
    /// `NO_COLOR` counts if it is not empty (https://no-color.org).
    static func hasColors(on descriptor: Int32) -> Bool {
        hasControlSequences(on: descriptor) && environment["NO_COLOR", default: ""].isEmpty
    }

    private static let environment = ProcessInfo.processInfo.environment
}
