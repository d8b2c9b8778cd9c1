internal import BoltsAppLinks
internal import Foundation

/// The name of the notification posted for each event, as a `String`.
@available(*, deprecated, message: "Use 'MeasurementEvent.notificationName', which is a 'Notification.Name'.")
public let BFMeasurementEventNotificationName = MeasurementEvent.notificationName.rawValue

/// The key of the event's name in the notification's user info.
@available(*, deprecated, renamed: "MeasurementEvent.eventNameKey")
public let BFMeasurementEventNameKey = MeasurementEvent.eventNameKey

/// The key of the event's fields in the notification's user info.
@available(*, deprecated, renamed: "MeasurementEvent.eventArgumentsKey")
public let BFMeasurementEventArgsKey = MeasurementEvent.eventArgumentsKey

/// The event of parsing a URL that is an App Link.
@available(*, deprecated, message: "Use 'MeasurementEvent.Name.linkParse'.")
public let BFAppLinkParseEventName = MeasurementEvent.Name.linkParse.rawValue

/// The event of being opened with an App Link.
@available(*, deprecated, message: "Use 'MeasurementEvent.Name.navigateIn'.")
public let BFAppLinkNavigateInEventName = MeasurementEvent.Name.navigateIn.rawValue

/// The event of following an App Link.
@available(*, deprecated, message: "Use 'MeasurementEvent.Name.navigateOut'.")
public let BFAppLinkNavigateOutEventName = MeasurementEvent.Name.navigateOut.rawValue

/// The event of returning to the app that opened this one.
@available(*, deprecated, message: "Use 'MeasurementEvent.Name.navigateBackToReferrer'.")
public let BFAppLinkNavigateBackToReferrerEventName = MeasurementEvent.Name.navigateBackToReferrer.rawValue
