/// A platform as the tags name it: the middle part of `al:ios:url`.
///
/// The set is open: a page may name a platform that nobody registered, and it is kept under its own name. Names are
/// compared with their letter case, as every known reader does, so `al:IOS:url` names a platform of its own.
///
/// ```swift
/// let own = AppLinkPlatform(rawValue: "harmony")
/// print(AppLinkPlatform.windowsPhone.rawValue)  // windows_phone
/// ```
public struct AppLinkPlatform: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name in the tags, such as `windows_phone`.
    public var rawValue: String

    /// Makes a platform from its name in the tags.
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

    /// Windows 10 and later, one app for every device.
    public static let windowsUniversal = AppLinkPlatform(rawValue: "windows_universal")

    /// The page's own word on its web fallback, which has no targets.
    public static let web = AppLinkPlatform(rawValue: "web")

    /// The properties that make a target on this platform, or `nil` where targets are not known to exist.
    ///
    /// These decide how many targets a group has; anything else in a group is kept beside them.
    var targetProperties: [String]? {
        switch self {
        case .ios, .iphone, .ipad: ["url", "app_store_id", "app_name"]
        case .android: ["url", "package", "class", "app_name"]
        case .windows, .windowsPhone, .windowsUniversal: ["url", "app_id", "app_name"]
        default: nil
        }
    }
}
