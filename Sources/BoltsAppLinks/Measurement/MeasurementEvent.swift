public import Foundation

/// Something that happened to a link, for analytics.
///
/// There are four kinds, with the names of Bolts. ``arguments`` holds every field as text, under every name that Bolts
/// documented; the accessors read the fields.
///
/// ```swift
/// for await event in MeasurementEventCenter.shared.events() where event.name == .navigateOut {
///     print(event.navigationType ?? "-", event.outputURL ?? "-")
/// }
/// ```
public struct MeasurementEvent: Sendable, Hashable {
    /// The kind of an event.
    public struct Name: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name that analytics receive.
        public var rawValue: String

        /// Creates another kind of event.
        ///
        /// - Parameter rawValue: The name that analytics receive.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The name.
        public var description: String { rawValue }

        /// An incoming URL with App Link data was read.
        public static let linkParse = Name(rawValue: "al_link_parse")

        /// This app was opened through an App Link.
        public static let navigateIn = Name(rawValue: "al_nav_in")

        /// This app followed an App Link: it opened an app or the web, or failed.
        public static let navigateOut = Name(rawValue: "al_nav_out")

        /// This app returned its user to the app that they came from.
        public static let navigateBackToReferrer = Name(rawValue: "al_ref_back_out")
    }

    /// The kind of event.
    public var name: Name

    /// Every field, as text.
    public var arguments: [String: String]

    /// Creates an event.
    package init(name: Name, arguments: [String: String] = [:]) {
        self.name = name
        self.arguments = arguments
    }

    // MARK: - Incoming

    /// The incoming URL.
    public var inputURL: String? { arguments["inputURL"] }

    /// The URL of the link's page.
    public var targetURL: String? { arguments["targetURL"] }

    /// The URL that leads back to the sending app; without one, the page on which the link was followed, if the system
    /// reports it.
    public var referrerURL: String? { arguments["refererURL"] ?? arguments["referrerURL"] }

    /// The name of the sending app, according to that app.
    public var referrerAppName: String? { arguments["refererAppName"] ?? arguments["referrerAppName"] }

    /// The app that opened this one, as the system reported it.
    public var sourceApplication: String? { arguments["sourceApplication"] }

    /// The version of the protocol.
    public var version: String? { arguments["version"] }

    // MARK: - Outgoing

    /// The URL that was opened, or `nil` if nothing was.
    public var outputURL: String? { arguments["outputURL"] }

    /// The URL of the link's page.
    public var sourceURL: String? { arguments["sourceURL"] }

    /// The outcome of the navigation: `app`, `web` or `fail`.
    public var navigationType: String? { arguments["type"] }

    /// The error in one line, if there was one.
    public var error: String? { arguments["error"] }
}

extension MeasurementEvent {
    /// The name of the notification that ``MeasurementEventCenter/shared`` posts for every event.
    public static let notificationName = Notification.Name("com.parse.bolts.measurement_event")

    /// The key of the event's name in the notification's `userInfo`.
    public static let eventNameKey = "event_name"

    /// The key of the event's arguments in the notification's `userInfo`, a `[String: String]`.
    public static let eventArgumentsKey = "event_args"
}

/// The arguments of an event, without those that have no value.
struct MeasurementFields {
    private(set) var values: [String: String] = [:]

    subscript(name: String) -> String? {
        get { values[name] }
        set { values[name] = newValue }
    }
}
