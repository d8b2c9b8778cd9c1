/// A platform by its name in the tags: the middle part of `al:ios:url`.
///
/// Any name is a platform, so tags of unknown platforms are kept. Names are case-sensitive, as in all known readers:
/// `al:IOS:url` belongs to another platform.
///
/// ```swift
/// let own = AppLinkPlatform(rawValue: "harmony")
/// print(AppLinkPlatform.windowsPhone.rawValue)  // windows_phone
/// ```
public struct AppLinkPlatform: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name in the tags, such as `windows_phone`.
    public var rawValue: String

    /// Creates a platform from its name in the tags.
    ///
    /// - Parameter rawValue: The name, such as `ios`.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The name in the tags.
    public var description: String { rawValue }

    /// Every Apple device.
    public static let ios = AppLinkPlatform(rawValue: "ios")

    /// iPhone and iPod touch.
    public static let iphone = AppLinkPlatform(rawValue: "iphone")

    /// iPad.
    public static let ipad = AppLinkPlatform(rawValue: "ipad")

    /// Android.
    public static let android = AppLinkPlatform(rawValue: "android")

    /// Windows 8 and later on a computer.
    public static let windows = AppLinkPlatform(rawValue: "windows")

    /// Windows Phone.
    public static let windowsPhone = AppLinkPlatform(rawValue: "windows_phone")

    /// Windows 10 and later, on every kind of device.
    public static let windowsUniversal = AppLinkPlatform(rawValue: "windows_universal")

    /// The web fallback, which has no targets.
    public static let web = AppLinkPlatform(rawValue: "web")

    /// The properties of a target on this platform, or `nil` for a platform that is unknown or has no targets.
    ///
    /// They determine how many targets a group has; other properties of the group are kept.
    var targetProperties: [String]? {
        switch self {
        case .ios, .iphone, .ipad: ["url", "app_store_id", "app_name"]
        case .android: ["url", "package", "class", "app_name"]
        case .windows, .windowsPhone, .windowsUniversal: ["url", "app_id", "app_name"]
        default: nil
        }
    }
}
