public import ArgumentParser
import BoltsAppLinks
public import BoltsSiteCheck

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

    /// The name in JSON, where platforms have the names of the tags.
    var jsonKey: String {
        rawValue.replacing("-", with: "_")
    }
}

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

    var devices: [DeviceOption] {
        switch self {
        case .one(let device): [device]
        case .all: DeviceOption.allCases
        }
    }
}

extension LinkDevice: @retroactive ExpressibleByArgument {
    /// Reads a name in any letter case, as in `iPhone`.
    public init?(argument: String) {
        guard let index = Self.allValueStrings.firstIndex(of: argument.lowercased()) else { return nil }
        self = Self.allCases[index]
    }

    /// The names, in lower case.
    public static var allValueStrings: [String] { allCases.map { $0.rawValue.lowercased() } }
}
