public import Foundation

// Each declaration has the signature of Apple's, and is used.

@MainActor open class UIApplication {
    public struct OpenExternalURLOptionsKey: Hashable, RawRepresentable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let universalLinksOnly = OpenExternalURLOptionsKey(rawValue: "universalLinksOnly")
    }

    public static let shared = UIApplication()

    open func canOpenURL(_ url: URL) -> Bool { schemesThatOpen.contains(url.scheme ?? "") }

    open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
        opened.append((url, options[.universalLinksOnly] as? Bool ?? false))
        return canOpenURL(url)
    }

    // What a test sets, and looks at.
    public var schemesThatOpen: Set<String> = []
    public var opened: [(url: URL, universalLinksOnly: Bool)] = []
}
