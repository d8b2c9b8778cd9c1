@_spi(Bolts) import BoltsAssociations

/// Which method of an app the system calls for a link, when the link starts the app (cold) and when the app is there already (warm).
///
/// It is beside the answer whether a link opens the app, and changes nothing of it. That a method is called is all that is known:
/// what it does with the link is not looked at.
@_spi(Bolts) public struct LinkReceivers: Sendable, Hashable {
    /// What becomes of a link at one of both times.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// A method that is there is called.
        case called
        /// The method that the system calls is not there.
        case lost
        /// Two receivers act on the link.
        case twice
        /// What was read does not decide it.
        case undecided = "not-decided"
    }

    /// One of both times.
    public struct Moment: Sendable, Hashable {
        /// What becomes of the link.
        public let outcome: Outcome
        /// The method or why there is none, as a clause.
        public let text: String
        /// Where the method is, or `nil` if there is none in the sources.
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

    /// The links of one kind, to one activity on Android.
    public struct Route: Sendable, Hashable {
        /// What kind of link it is: `universal link`, `App Link` or `custom scheme`.
        public let link: String
        /// The activity, or `nil` where there is none.
        public let component: String?
        /// When the link starts the app.
        public let cold: Moment
        /// When the app is there already.
        public let warm: Moment
    }

    /// `Android` or `Apple`.
    public let platform: String
    /// The module, the target or, where there is none, the file.
    public let place: String
    /// The application id or the app identifier, as far as it is known.
    public let id: SourceText
    /// How the app lives, such as `UIKit with scenes`; empty if that is not known.
    public let lifeCycle: String
    /// What of it was decided by something that is not a source file, as clauses.
    public let decidedBy: [String]
    /// The kinds of links.
    public let routes: [Route]
    /// What is wrong.
    public let findings: [Finding]

    /// The heading of the routes: which app, and how it lives.
    public var title: String {
        let name = id.gap != nil && !id.isKnownInPart ? "" : " \(Clip.clip(id.description))"
        let parts = [lifeCycle] + decidedBy.map { Clip.clip($0) }
        let life = parts.filter { !$0.isEmpty }.joined(separator: "; ")
        return "\(platform) app\(name) (\(Clip.clip(place)))\(life.isEmpty ? "" : ", \(life)")"
    }
}

extension LinkReceivers.Route {
    /// The kind of link, and where it goes.
    public var name: String { component.map { "\(link) to \(Clip.clip($0))" } ?? link }
}
