internal import BoltsAppLinks
internal import Foundation

/// The name of the notification of each event: a text, as Swift saw it in Bolts.
@available(*, deprecated, message: "Use 'MeasurementEvent.notificationName', which is a 'Notification.Name'.")
public let BFMeasurementEventNotificationName = MeasurementEvent.notificationName.rawValue

/// The key of an event's name in its notification.
@available(*, deprecated, renamed: "MeasurementEvent.eventNameKey")
public let BFMeasurementEventNameKey = MeasurementEvent.eventNameKey

/// The key of an event's fields in its notification.
@available(*, deprecated, renamed: "MeasurementEvent.eventArgumentsKey")
public let BFMeasurementEventArgsKey = MeasurementEvent.eventArgumentsKey

/// A URL was read that is an App Link.
@available(*, deprecated, message: "Use 'MeasurementEvent.Name.linkParse'.")
public let BFAppLinkParseEventName = MeasurementEvent.Name.linkParse.rawValue

/// This app was opened with an App Link.
@available(*, deprecated, message: "Use 'MeasurementEvent.Name.navigateIn'.")
public let BFAppLinkNavigateInEventName = MeasurementEvent.Name.navigateIn.rawValue

/// This app followed an App Link.
@available(*, deprecated, message: "Use 'MeasurementEvent.Name.navigateOut'.")
public let BFAppLinkNavigateOutEventName = MeasurementEvent.Name.navigateOut.rawValue

/// This app led back to the one that had opened it.
@available(*, deprecated, message: "Use 'MeasurementEvent.Name.navigateBackToReferrer'.")
public let BFAppLinkNavigateBackToReferrerEventName = MeasurementEvent.Name.navigateBackToReferrer.rawValue
