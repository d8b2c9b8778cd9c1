import BoltsAppLinks

extension StringProtocol {
    /// Returns the text on one line, safe to show on a terminal.
    func sanitized() -> String { SanitizedText(self).description }
}
