import BoltsBase

/// Text on one line, safe to show in a message, a log or a terminal.
///
/// Control characters, line breaks, bidirectional marks and every other character that is invisible, private or not
/// assigned are written as escapes, such as `\u{202E}`. Sanitizing twice changes nothing more.
///
/// ```swift
/// let text = "app\u{202E}gnp.exe\n"
/// print(SanitizedText(text))           // app\u{202E}gnp.exe\n
/// print(SanitizedText(text, limit: 3)) // app…
/// ```
public struct SanitizedText: Hashable, Sendable, CustomStringConvertible {
    /// The line.
    public let description: String

    /// Sanitizes a text, in time proportional to the limit.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - limit: How many Unicode scalars the line may have. A longer text is truncated and ends with `…`.
    public init(_ text: some StringProtocol, limit: Int = .max) {
        description = text.sanitized(limit: limit)
    }
}
