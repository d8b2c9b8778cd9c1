import ArgumentParser
import BoltsSiteCheck

/// A kind of device by its name in `applinks explain`.
enum OutlookDevice: String, ExpressibleByArgument, CaseIterable {
    case iphone, ipad, mac, vision, tv, watch, android, android12, android11, windows, desktop

    /// Reads a name in any letter case, as in `iPhone`.
    init?(argument: String) { self.init(rawValue: argument.lowercased()) }

    var device: LinkDevice {
        switch self {
        case .iphone: .iphone
        case .ipad: .ipad
        case .mac: .mac
        case .vision: .vision
        case .tv: .tv
        case .watch: .watch
        case .android: .android
        case .android12: .android12
        case .android11: .android11
        case .windows: .windows
        case .desktop: .desktop
        }
    }
}
