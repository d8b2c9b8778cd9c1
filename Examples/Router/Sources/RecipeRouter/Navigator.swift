public import BoltsAppLinks

/// What the app shows: a value that a link, a tap and a test change alike.
public struct Navigator: Sendable, Equatable {
    /// The screens above the home screen, the topmost last.
    public private(set) var path: [Route] = []
    /// The name of the app that the way back leads to, or `nil` if the topmost screen was not opened by a link with one.
    public private(set) var wayBack: String?
    /// What to tell the user once, or `nil`.
    public private(set) var message: String?

    /// Starts at the home screen.
    public init() {}

    /// Shows what a link leads to.
    ///
    /// A link that leads to no place in the app changes the message only.
    ///
    /// - Parameter link: The link that the app was opened with.
    public mutating func open(_ link: AppLinkURL) {
        message = nil
        guard let url = link.targetURL, let route = Route(url) else {
            message = "This link leads to nothing in Recipes."
            return
        }
        // A step is shown above its recipe, so that the way up from it is the usual one.
        switch route {
        case .step(_, let name): path = [.recipe(name), route]
        default: path = [route]
        }
        wayBack = link.appLinkReferrer?.targets.first?.appName
    }

    /// Shows a place above the present one, as a tap does.
    public mutating func push(_ route: Route) {
        path.append(route)
        (wayBack, message) = (nil, nil)
    }

    /// Leaves the topmost screen.
    public mutating func pop() {
        if !path.isEmpty { path.removeLast() }
        (wayBack, message) = (nil, nil)
    }

    /// The screen in words, as the user interface shows it.
    public var description: String {
        let screen = (["Home"] + path.map(\.title)).joined(separator: " > ")
        let back = wayBack.map { " [back to \($0)]" } ?? ""
        return screen + back + (message.map { " (\($0))" } ?? "")
    }
}
