public import Foundation

// On Apple's platforms, this is in Foundation.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

open class NSUserActivity: NSObject {
    open private(set) var activityType: String
    open var webpageURL: URL?
    open var referrerURL: URL?
    public init(activityType: String) { self.activityType = activityType }
}
