internal import Foundation

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The kind of device a link is followed on, which decides the targets that count and their order.
///
/// The raw value is the name a command line uses.
///
/// ```swift
/// for target in link.targets(for: .ipad) { print(target.urlText ?? "-") }
/// ```
public enum AppLinkDevice: String, Sendable, Hashable, Codable, CaseIterable {
    /// An iPhone or iPod touch.
    case iphone

    /// An iPad.
    case ipad

    /// A Mac.
    case mac

    /// An Apple TV.
    case tv

    /// An Apple Vision.
    case vision

    /// An Apple Watch.
    case watch

    /// An Android phone or tablet.
    case android

    /// A computer with Windows.
    case windows

    /// A Windows Phone.
    case windowsPhone = "windows-phone"

    /// Any device with Windows 10 or later.
    case windowsUniversal = "windows-universal"

    /// A desktop or server that no tag speaks of, such as Linux: only the web fallback and targets made by hand apply.
    case desktop

    /// The platforms whose targets count on this device, most particular first.
    ///
    /// The device family comes before `ios`; every Apple device that has no tags of its own reads `ios`.
    public var platforms: [AppLinkPlatform] {
        switch self {
        case .iphone: [.iphone, .ios]
        case .ipad: [.ipad, .ios]
        case .mac, .tv, .vision, .watch: [.ios]
        case .android: [.android]
        case .windows: [.windows]
        case .windowsPhone: [.windowsPhone]
        case .windowsUniversal: [.windowsUniversal]
        case .desktop: []
        }
    }

    /// The device this code runs on.
    public static var current: AppLinkDevice {
        #if os(macOS) || targetEnvironment(macCatalyst)
        .mac
        #elseif os(iOS)
        isPad ? .ipad : .iphone
        #elseif os(tvOS)
        .tv
        #elseif os(visionOS)
        .vision
        #elseif os(watchOS)
        .watch
        #elseif os(Android)
        .android
        #elseif os(Windows)
        .windows
        #else
        .desktop
        #endif
    }

    #if os(iOS)
    private static let isPad = isPad(
        machine: machineName,
        environment: ProcessInfo.processInfo.environment,
        isOnMac: ProcessInfo.processInfo.isiOSAppOnMac
    )
    #endif

    /// Read from the machine's model rather than from UIKit, which only the main actor may ask.
    static func isPad(machine: String, environment: [String: String], isOnMac: Bool) -> Bool {
        // An app for the iPad that runs on a Mac; and the simulator's machine is the Mac it runs on.
        isOnMac || (environment["SIMULATOR_MODEL_IDENTIFIER"] ?? machine).hasPrefix("iPad")
    }

    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
    /// What `uname -m` says.
    static var machineName: String {
        var name = utsname()
        uname(&name)
        return withUnsafeBytes(of: &name.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    #endif
}
