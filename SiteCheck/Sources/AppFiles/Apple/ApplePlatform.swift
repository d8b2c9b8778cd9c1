@_spi(Bolts) import BoltsSiteCheck

/// One of Apple's platforms that a target is built for, by the name of its SDK.
enum ApplePlatform: String, CaseIterable {
    // The iPhone comes first, because its app also runs on most of the other devices.
    case iphone = "iphoneos"
    case mac = "macosx"
    case vision = "xros"
    case tv = "appletvos"
    case watch = "watchos"

    /// The devices of this platform only, or `nil` for the iPhone's platform.
    var devices: Set<LinkDevice>? {
        switch self {
        case .iphone: nil
        case .mac: [.mac]
        case .vision: [.vision]
        case .tv: [.tv]
        case .watch: [.watch]
        }
    }

    static let allDevices: Set<LinkDevice> = [.iphone, .ipad, .mac, .vision, .tv, .watch]

    /// The platforms that a target is built for, from its settings for the iPhone and all configurations' layers; the first one
    /// decides if nothing else does, and it is the iPhone's if nothing names any.
    static func all(of settings: BuildSettings, conditions layers: [SettingsLayer]) -> [ApplePlatform] {
        let root = settings.value("SDKROOT") ?? ""
        if let only = allCases.first(where: { root.hasPrefix($0.rawValue) }) {
            let isCatalyst = only == .iphone && settings.value("SUPPORTS_MACCATALYST") == "YES"
            return isCatalyst ? [.iphone, .mac] : [only]
        }
        let supported = (settings.value("SUPPORTED_PLATFORMS") ?? "").split(whereSeparator: \.isWhitespace)
        let named = allCases.filter { supported.contains($0.rawValue[...]) }
        if !named.isEmpty { return named }
        // If nothing states the platforms, a setting for one of them implies it.
        return allCases.filter { platform in
            platform == .iphone || layers.contains { $0.platforms.contains(platform) }
        }
    }
}
