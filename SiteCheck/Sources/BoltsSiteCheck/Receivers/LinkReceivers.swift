@_spi(Bolts) import BoltsAssociations

/// The method of an app that the system calls for a link, when the link starts the app (cold) and when the app is already
/// running (warm).
///
/// It is independent of the answer whether a link opens the app, and does not change it. It shows only that a method is called,
/// not what the method does with the link.
@_spi(Bolts) public struct LinkReceivers: Sendable, Hashable {
    /// What happens to a link at a cold or warm start.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// A method that exists is called.
        case called
        /// The method that the system calls does not exist.
        case lost
        /// Two receivers handle the link.
        case twice
        /// The files that were read do not decide it.
        case undecided = "not-decided"
    }

    /// A cold or a warm start.
    public struct Moment: Sendable, Hashable {
        /// What happens to the link.
        public let outcome: Outcome
        /// The method, or why there is none, as a clause.
        public let text: String
        /// The place of the method, or `nil` if there is none in the sources.
        public let place: SourcePlace?

        init(_ outcome: Outcome, _ text: String, _ place: SourcePlace? = nil) {
            self.outcome = outcome
            self.text = text
            self.place = place
        }

        static func undecided(_ reason: String) -> Moment { Moment(.undecided, reason) }

        /// The clause with its place.
        public var description: String {
            let text = outcome == .undecided ? "not decided: \(text)" : text
            return place.map { "\(text) (\($0))" } ?? text
        }
    }

    /// The links of one kind; on Android, to one activity.
    public struct Route: Sendable, Hashable {
        /// What kind of link it is: `universal link`, `App Link` or `custom scheme`.
        public let link: String
        /// The activity, or `nil` if there is none.
        public let component: String?
        /// What happens when the link starts the app.
        public let cold: Moment
        /// What happens when the app is already running.
        public let warm: Moment
    }

    /// `Android` or `Apple`.
    public let platform: String
    /// The module or target; the file if there is neither.
    public let place: String
    /// The application id or the app identifier, as far as it is known; unknown for flavors with several.
    public package(set) var id: SourceText
    /// The app's life cycle, such as `UIKit with scenes`; empty if it is not known.
    public let lifeCycle: String
    /// The decisions that came from files other than sources, as clauses.
    public let decidedBy: [String]
    /// The kinds of links.
    public let routes: [Route]
    /// What is wrong.
    public let findings: [Finding]
    /// Whether it is an app or an App Clip.
    var role = AppRole.app
    /// The hosts at which the project's sources sign in on Apple's devices, with their places.
    package var signInHosts: [String: SourcePlace] = [:]
    /// What the project's sources ask for when they sign in by a library.
    package var callbacks = SourceCallbacks()

    /// The heading of the routes: the app and its life cycle.
    public var title: String {
        let name = id.gap != nil && !id.isKnownInPart ? "" : " \(Clip.clip(id.description))"
        let parts = [lifeCycle] + decidedBy.map { Clip.clip($0) }
        let life = parts.filter { !$0.isEmpty }.joined(separator: "; ")
        return "\(platform) \(role.rawValue)\(name) (\(Clip.clip(place)))\(life.isEmpty ? "" : ", \(life)")"
    }
}

extension LinkReceivers.Route {
    /// The kind of link and its destination.
    public var name: String { component.map { "\(link) to \(Clip.clip($0))" } ?? link }
}

extension AppClaims {
    /// Whether the claims are of the app of some receivers too.
    @_spi(Bolts)
    public func contain(_ receivers: LinkReceivers) -> Bool {
        receivers.platform == "Android"
            ? android.contains { $0.module ?? $0.file == receivers.place }
            : apple.contains { $0.target ?? $0.file == receivers.place }
    }

    /// Adds the hosts at which the sources of the apps sign in.
    @_spi(Bolts)
    public mutating func add(_ receivers: [LinkReceivers]) {
        for other in receivers {
            signInHosts.merge(other.signInHosts) { first, _ in first }
            appleCallbacks.merge(other.callbacks.appleHosts) { first, _ in first }
            androidCallbacks.merge(other.callbacks.androidHosts) { first, _ in first }
            usesCredentials = usesCredentials || other.callbacks.usesCredentials
        }
    }
}
