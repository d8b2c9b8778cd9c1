public import Foundation

/// A place in the app.
public enum Route: Hashable, Sendable {
    /// A recipe.
    case recipe(String)
    /// A step of a recipe, counted from 1.
    case step(Int, of: String)
    /// The recipes that match a text.
    case search(String)

    /// The host whose universal links are this app's.
    public static let host = "recipes.example"
    /// The scheme of this app's own URLs.
    public static let scheme = "recipes"

    /// Reads a URL such as `https://recipes.example/recipes/42/steps/3` or `recipes://recipes/42`.
    ///
    /// Anyone can write such a URL, and so only what the app knows becomes a route.
    ///
    /// Returns `nil` if the URL leads to no place in the app.
    ///
    /// - Parameter url: The URL that is to be shown: a link's target.
    public init?(_ url: URL) {
        var segments = url.pathComponents.filter { $0 != "/" }
        switch url.scheme?.lowercased() {
        case "https" where url.host()?.lowercased() == Self.host: break
        // In a URL of the app's own scheme, the first segment is where the web has its host.
        case Self.scheme: segments.insert(url.host() ?? "", at: 0)
        default: return nil
        }
        switch (segments.first, segments.count) {
        case ("recipes", 2) where Self.isName(segments[1]):
            self = .recipe(segments[1])
        case ("recipes", 4) where Self.isName(segments[1]) && segments[2] == "steps":
            guard let number = Int(segments[3]), (1...99).contains(number) else { return nil }
            self = .step(number, of: segments[1])
        case ("search", 1):
            let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
            guard let text = items.first(where: { $0.name == "q" })?.value, !text.isEmpty else { return nil }
            self = .search(String(text.prefix(100)))
        default:
            return nil
        }
    }

    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// The title of the place's screen.
    public var title: String {
        switch self {
        case .recipe(let name): "Recipe \(name)"
        case .step(let number, let name): "Step \(number) of recipe \(name)"
        case .search(let text): "Recipes with \(text)"
        }
    }
}
