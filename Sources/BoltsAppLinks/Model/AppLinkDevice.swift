internal import Foundation

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The kind of device on which a link is followed, which determines the targets and their order.
///
/// The raw value is its name on the command line.
///
/// ```swift
/// for target in link.targets(for: .ipad) { print(target.urlText ?? "-") }
/// ```
@nonexhaustive public enum AppLinkDevice: String, Sendable, Hashable, Codable, CaseIterable {
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

    /// A desktop or server for which the protocol has no tags, such as Linux.
    ///
    /// Only the web fallback and targets without a platform apply.
    case desktop

    /// The platforms whose targets apply to this device, the most specific first.
    ///
    /// The device family comes before `ios`. Apple devices without their own tags use `ios`.
    package var platforms: [AppLinkPlatform] {
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

    /// The device that this code runs on.
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

    /// Whether a machine is an iPad, judged by its model because UIKit is available on the main actor only.
    static func isPad(machine: String, environment: [String: String], isOnMac: Bool) -> Bool {
        // iPad apps run on Macs too, and in the simulator the machine is the Mac.
        isOnMac || (environment["SIMULATOR_MODEL_IDENTIFIER"] ?? machine).hasPrefix("iPad")
    }

    /// The output of `uname -m`.
    static var machineName: String {
        var name = utsname()
        unsafe uname(&name)
        return unsafe withUnsafeBytes(of: &name.machine) {
            unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
