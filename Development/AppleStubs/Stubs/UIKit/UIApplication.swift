public import Foundation

// Each declaration has the signature of Apple's declaration, and is used.

@MainActor open class UIApplication: UIResponder {
    public struct OpenExternalURLOptionsKey: Hashable, RawRepresentable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let universalLinksOnly = OpenExternalURLOptionsKey(rawValue: "universalLinksOnly")
    }

    @available(iOSApplicationExtension, unavailable)
    public class var shared: UIApplication { theOne }

    open func canOpenURL(_ url: URL) -> Bool { schemesThatOpen.contains(url.scheme ?? "") }

    @available(iOSApplicationExtension, unavailable)
    open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
        opened.append((url, options[.universalLinksOnly] as? Bool ?? false))
        return canOpenURL(url)
    }

    open var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { layoutDirection }

    // Tests set and read these declarations.
    private static let theOne = UIApplication(played: true)
    public init(played: Bool) { super.init() }
    public var schemesThatOpen: Set<String> = []
    public var opened: [(url: URL, universalLinksOnly: Bool)] = []
    public var layoutDirection: UIUserInterfaceLayoutDirection = .leftToRight
}
