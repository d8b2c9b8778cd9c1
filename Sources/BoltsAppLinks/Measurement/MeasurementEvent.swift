public import Foundation

/// Something that happened to a link, for measurement.
///
/// Four kinds, named as in Bolts. ``arguments`` holds every field as text, under every name it has been documented by;
/// the accessors read them typed.
///
/// ```swift
/// for await event in MeasurementEvent.events where event.name == .navigateOut {
///     print(event.navigationType ?? "-", event.outputURL ?? "-")
/// }
/// ```
public struct MeasurementEvent: Sendable, Hashable {
    /// The kind of an event.
    public struct Name: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name as analytics see it.
        public var rawValue: String

        /// Makes a kind of one's own.
        ///
        /// - Parameter rawValue: The name as analytics see it.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The name.
        public var description: String { rawValue }

        /// An incoming URL was read and carried App Link data.
        public static let linkParse = Name(rawValue: "al_link_parse")

        /// This app was opened through an App Link.
        public static let navigateIn = Name(rawValue: "al_nav_in")

        /// This app followed an App Link, to an app, to the web, or in vain.
        public static let navigateOut = Name(rawValue: "al_nav_out")

        /// This app sent its user back to where they came from.
        public static let navigateBackToReferrer = Name(rawValue: "al_ref_back_out")
    }

    /// What happened.
    public var name: Name

    /// Every field, as text.
    public var arguments: [String: String]

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - name: What happened.
    ///   - arguments: The fields, as text.
    public init(name: Name, arguments: [String: String] = [:]) {
        self.name = name
        self.arguments = arguments
    }

    // MARK: - Incoming

    /// The URL that came in.
    public var inputURL: String? { arguments["inputURL"] }

    /// The scheme of the URL that came in.
    public var inputURLScheme: String? { arguments["inputURLScheme"] }

    /// The page that the link stands for.
    public var targetURL: String? { arguments["targetURL"] }

    /// The way back to the sending app.
    public var referrerURL: String? { arguments["refererURL"] ?? arguments["referrerURL"] }

    /// The name of the sending app, in its own words.
    public var referrerAppName: String? { arguments["refererAppName"] ?? arguments["referrerAppName"] }

    /// The app that opened this one, as the system told.
    public var sourceApplication: String? { arguments["sourceApplication"] }

    /// The version of the protocol.
    public var version: String? { arguments["version"] }

    /// Whether the URL was read to draw the banner that leads back.
    public var isForBackToReferrerBar: Bool { arguments["forRenderBackToReferrerBar"] == "1" }

    /// Whether the URL was read because this app was opened with it.
    public var isForOpenURL: Bool { arguments["forOpenUrl"] == "1" }

    // MARK: - Outgoing

    /// The URL that was opened, or would have been.
    public var outputURL: String? { arguments["outputURL"] }

    /// The scheme of that URL.
    public var outputURLScheme: String? { arguments["outputURLScheme"] }

    /// The URL that the link stands for.
    public var sourceURL: String? { arguments["sourceURL"] }

    /// The host of that URL.
    public var sourceHost: String? { arguments["sourceHost"] ?? arguments["sourceURLHost"] }

    /// The scheme of that URL.
    public var sourceScheme: String? { arguments["sourceScheme"] }

    /// Whether anything was opened.
    public var isSuccess: Bool { arguments["success"] == "1" }

    /// What the navigation came to: `app`, `web` or `fail`.
    public var navigationType: String? { arguments["type"] }

    /// What went wrong, in one line.
    public var error: String? { arguments["error"] }
}

extension MeasurementEvent {
    /// The name of the notification that every event of ``MeasurementEventCenter/shared`` posts.
    public static let notificationName = Notification.Name("com.parse.bolts.measurement_event")

    /// The key of the event's name in the notification's `userInfo`.
    public static let eventNameKey = "event_name"

    /// The key of the event's arguments in the notification's `userInfo`, a `[String: String]`.
    public static let eventArgumentsKey = "event_args"

    /// The events of ``MeasurementEventCenter/shared`` from now on.
    ///
    /// Each sequence gets every event; one that is not read keeps the newest 256.
    public static var events: AsyncStream<MeasurementEvent> { MeasurementEventCenter.shared.events() }
}
