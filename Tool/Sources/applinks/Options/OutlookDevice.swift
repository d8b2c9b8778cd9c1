import ArgumentParser
import BoltsAssociations

/// A kind of device by its name in `applinks explain`.
enum OutlookDevice: String, ExpressibleByArgument, CaseIterable {
    case iphone, ipad, android, android12, android11, windows, desktop

    /// Reads a name in any letter case, as in `iPhone`.
    init?(argument: String) { self.init(rawValue: argument.lowercased()) }

    var device: LinkDevice {
        switch self {
        case .iphone: .iPhone
        case .ipad: .iPad
        case .android: .android
        case .android12: .android12
        case .android11: .android11
        case .windows: .windows
        case .desktop: .desktop
        }
    }
}
