import BoltsAppLinks
import Foundation

/// One target of a link.
struct TargetReport: Encodable, Sendable {
    let platform: String?
    let url: Nullable<String>
    let appName: Nullable<String>
    let appStoreID: String?
    let package: String?
    let className: String?
    let appID: String?
    let other: [String: String]?

    enum CodingKeys: String, CodingKey {
        case platform, url, package, other
        case appName = "app_name"
        case appStoreID = "app_store_id"
        case className = "class"
        case appID = "app_id"
    }

    init(_ target: AppLinkTarget) {
        platform = target.platform?.rawValue
        url = Nullable(target.urlText)
        appName = Nullable(target.appName)
        appStoreID = target.appStoreID
        package = target.package
        className = target.className
        appID = target.appID
        other = target.additionalProperties.isEmpty ? nil : target.additionalProperties
    }

    /// One line of text: `iphone  recipes://42  (Kitchen Table, App Store 510000001)`.
    var text: String {
        let details =
            [
                appName.value, appStoreID.map { "App Store \($0)" }, package.map { "package \($0)" },
                className.map { "class \($0)" }, appID.map { "app id \($0)" },
            ]
            .compactMap(\.self)
            .filter { !$0.isEmpty } + (other ?? [:]).sorted { $0.key < $1.key }.map { "unknown \($0.key) \($0.value)" }
        let platform = platform ?? "any"
        // The platform names of Apple and Android are aligned; longer names are not.
        let name = platform + String(repeating: " ", count: max(0, 8 - platform.count))
        let line = "\(name) \(url.value ?? "(no url)")"
        return details.isEmpty ? line : "\(line)  (\(details.joined(separator: ", ")))"
    }
}
