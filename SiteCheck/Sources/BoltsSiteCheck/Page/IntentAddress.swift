import Foundation

struct IntentAddress: Hashable, Sendable {
    let package: String?
    let fallback: String?

    init?(_ text: String) {
        guard text.lowercased().hasPrefix("intent:"), let start = text.range(of: "#Intent;"), text.hasSuffix(";end")
        else { return nil }
        var values: [String: String] = [:]
        for part in text[start.upperBound...].dropLast(3).split(separator: ";") {
            let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pieces.count == 2 else { return nil }
            values[String(pieces[0])] = String(pieces[1])
        }
        package = values["package"]
        fallback = values["S.browser_fallback_url"]
    }
}
