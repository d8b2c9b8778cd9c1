/// The kind of outcome of following a link.
///
/// ```swift
/// if result.type == .browser { print("no app took it") }
/// ```
public enum AppLinkNavigationType: Int, Sendable, Hashable, Codable {
    /// Nothing was opened.
    case failure = 0

    /// The link was opened on the web, or in a store.
    case browser = 1

    /// An app was opened.
    case app = 2

    /// The value in measurement events.
    var eventText: String {
        switch self {
        case .failure: "fail"
        case .browser: "web"
        case .app: "app"
        }
    }
}
