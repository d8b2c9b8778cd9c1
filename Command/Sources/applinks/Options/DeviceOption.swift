import ArgumentParser
import BoltsAppLinks

/// A device by its name on the command line.
enum DeviceOption: String, ExpressibleByArgument, CaseIterable, Sendable {
    case iphone, ipad, mac, android, windows
    case windowsPhone = "windows-phone"
    case windowsUniversal = "windows-universal"

    /// Reads a name in any letter case, as in `iPhone`.
    init?(argument: String) { self.init(rawValue: argument.lowercased()) }

    var device: AppLinkDevice {
        switch self {
        case .iphone: .iphone
        case .ipad: .ipad
        case .mac: .mac
        case .android: .android
        case .windows: .windows
        case .windowsPhone: .windowsPhone
        case .windowsUniversal: .windowsUniversal
        }
    }

    /// The name in JSON, in which platforms are named as in the tags.
    var jsonKey: String {
        rawValue.replacing("-", with: "_")
    }
}

/// One device, or all of them.
enum DeviceChoice: ExpressibleByArgument {
    case one(DeviceOption)
    case all

    init?(argument: String) {
        if argument == "all" {
            self = .all
        } else if let device = DeviceOption(argument: argument) {
            self = .one(device)
        } else {
            return nil
        }
    }

    static var allValueStrings: [String] { DeviceOption.allCases.map(\.rawValue) + ["all"] }

    var defaultValueDescription: String {
        switch self {
        case .one(let device): device.rawValue
        case .all: "all"
        }
    }

    var devices: [DeviceOption] {
        switch self {
        case .one(let device): [device]
        case .all: DeviceOption.allCases
        }
    }
}
