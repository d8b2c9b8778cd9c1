@_spi(Bolts) import BoltsAppLinks
@_spi(Bolts) import BoltsAssociations
import BoltsBase
import Foundation

enum TagText {
    static func isDigits(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(\.isASCIIDigit) }

    static func isGUID(_ text: String) -> Bool {
        var text = text
        if text.hasPrefix("{"), text.hasSuffix("}") { text = String(text.dropFirst().dropLast()) }
        return UUID(uuidString: text) != nil
    }

    /// Whether text belongs to a template that was not rendered.
    static func isTemplateLeak(_ text: String) -> Bool {
        let markers = ["{{", "}}", "<%", "%>", "${", "?undefined", "=undefined", "/undefined", "[object Object]"]
        return markers.contains(where: text.contains) || ["null", "undefined", "NaN"].contains(text)
    }

    /// Returns the part before the first colon, or `nil` if there is none.
    static func scheme(_ text: String) -> String? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = text[..<colon]
        guard !scheme.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }) else { return nil }
        return scheme.lowercased()
    }

    /// Returns why the URL of a target is not opened, by the rules of apps that open tags, or `nil` if it may be opened.
    ///
    /// Text without a scheme is not judged.
    static func refusal(_ text: String) -> String? {
        do {
            let scheme = try OpenableURL(reading: text).scheme
            if SchemePolicy.alwaysDenied.contains(scheme) { return "\(scheme): must never be opened from a page." }
            guard SchemePolicy.standard.allows(scheme) else {
                return "\(scheme): is not opened from a page, unless an app allows it explicitly."
            }
            return nil
        } catch {
            return refusal(error, text)
        }
    }

    /// Returns why the text of an al:web:url is not opened, by the rules of apps that open tags, or `nil` if it may be opened.
    static func webRefusal(_ text: String) -> String? {
        do {
            let reason = SchemePolicy.standard.refusalOfWebFallback(try OpenableURL(reading: text))
            return reason.map { "\(Clip.quoted(text)) is not opened: \($0)." }
        } catch {
            return refusal(error, text) ?? "\(Clip.quoted(text)) is not opened: \(error)."
        }
    }

    private static func refusal(_ error: OpenableURLError, _ text: String) -> String? {
        switch error.code {
        case .unsafeCharacter:
            "\(Clip.quoted(text)) has a control character, white space or a character that turns text around."
        case .noHost: "\(Clip.quoted(text)) has no host, or one that programs read differently."
        default: nil
        }
    }

    /// Whether text was HTML-escaped once too often: it contains a reference to a character of markup.
    static func isEscapedTwice(_ text: String) -> Bool {
        text.split(separator: "&", omittingEmptySubsequences: false).dropFirst().contains { part in
            part.firstIndex(of: ";").map { markup.contains(part[..<$0].lowercased()) } ?? false
        }
    }

    /// The references to the characters that HTML escapes.
    private static let markup: Set<String> = [
        "amp", "quot", "apos", "lt", "gt", "#34", "#38", "#39", "#60", "#62", "#x22", "#x26", "#x27", "#x3c", "#x3e",
    ]

    /// Whether text is a scheme by RFC 3986.
    static func isScheme(_ text: String) -> Bool {
        (text.utf8.first?.isASCIILetter ?? false)
            && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0) }
    }

    static func hasScheme(_ text: String) -> Bool { scheme(text).map(isScheme) ?? false }

    static func isWeb(_ text: String) -> Bool { ["http", "https"].contains(scheme(text) ?? "") }

    /// Returns an absolute http or https URL, or `nil`.
    static func webURL(_ text: String) -> URL? {
        guard isWeb(text), let url = URL(string: text), url.host() != nil else { return nil }
        return url
    }

    /// Returns the absolute URL of an attribute in a page, or `nil` if the value is not a URL.
    static func resolve(_ text: String, against base: URL) -> URL? {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : URL(string: trimmed, relativeTo: base)?.absoluteURL
    }

    static func isSchemeOnly(_ text: String) -> Bool {
        guard let scheme = scheme(text), isScheme(scheme) else { return false }
        return text.utf8.dropFirst(scheme.utf8.count + 1).allSatisfy { $0 == UInt8(ascii: "/") }
    }

    /// Returns a URL in the form for comparing two addresses of a page.
    static func comparable(_ url: URL) -> String {
        var text = url.absoluteString
        if let hash = text.firstIndex(of: "#") { text = String(text[..<hash]) }
        while text.hasSuffix("/") { text.removeLast() }
        for prefix in ["https://", "http://"] where text.lowercased().hasPrefix(prefix) {
            text = String(text.dropFirst(prefix.count))
        }
        return text
    }

    static func isHome(_ url: URL) -> Bool {
        let path = url.path(percentEncoded: true)
        return (path.isEmpty || path == "/") && (url.query(percentEncoded: true) ?? "").isEmpty
    }
}
