/// A kind of device on which a link is followed.
public enum LinkDevice: String, Sendable, Hashable, CaseIterable {
    /// An iPhone.
    case iphone = "iPhone"
    /// An iPad.
    case ipad = "iPad"
    /// A Mac.
    case mac
    /// An Apple Vision.
    case vision
    /// An Apple TV.
    case tv
    /// An Apple Watch.
    case watch
    /// Android 15 and newer, which reads dynamic rules.
    case android
    /// Android 12 to 14.
    case android12
    /// Android 11 and older.
    case android11
    /// A Windows computer.
    case windows
    /// Any other computer.
    case desktop

    /// The name to show.
    public var name: String {
        switch self {
        case .iphone: "iPhone"
        case .ipad: "iPad"
        case .mac: "Mac"
        case .vision: "Apple Vision"
        case .tv: "Apple TV"
        case .watch: "Apple Watch"
        case .android: "Android 15 and newer"
        case .android12: "Android 12 to 14"
        case .android11: "Android 11 and older"
        case .windows: "Windows"
        case .desktop: "other computers"
        }
    }

    /// Whether it is a device of Apple.
    @_spi(Bolts) public var isApple: Bool { [.iphone, .ipad, .mac, .vision, .tv, .watch].contains(self) }
    var showsBanner: Bool { self == .iphone || self == .ipad }
    /// Whether it is a device with Android.
    @_spi(Bolts) public var isAndroid: Bool { self == .android || self == .android12 || self == .android11 }
}
