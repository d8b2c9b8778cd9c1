@_spi(Bolts) import BoltsAssociations
public import Foundation

/// What must become of a link: a line of a test suite for links.
public struct LinkExpectation: Sendable, Hashable {
    /// What must happen when the link is tapped.
    public enum Outcome: Sendable, Hashable {
        /// One of these apps opens it: an identifier with a team for Apple's devices, a package family name for Windows,
        /// another one for Android and, without an identifier with a team, for Apple's devices too.
        case opens([String])
        /// No app opens it.
        case stays
    }

    /// The link.
    public let url: URL
    /// What must happen.
    public let outcome: Outcome
    /// The platforms on which it must happen.
    public let platforms: Set<SiteDifference.Platform>

    /// Creates an expectation.
    public init(url: URL, _ outcome: Outcome, platforms: Set<SiteDifference.Platform>? = nil) {
        self.url = url
        self.outcome = outcome
        let own = Set(SiteDifference.Platform.allCases.filter { Self.apps(of: outcome, on: $0)?.isEmpty != true })
        self.platforms = platforms.map(own.intersection) ?? own
    }

    /// The apps of which one must open the link on a platform; `nil` if none may.
    func apps(on platform: SiteDifference.Platform) -> [String]? { Self.apps(of: outcome, on: platform) }

    private static func apps(of outcome: Outcome, on platform: SiteDifference.Platform) -> [String]? {
        guard case .opens(let apps) = outcome else { return nil }
        let signed = apps.filter(AppIdentifier.isWellFormed)
        let families = apps.filter(WindowsCheck.isPackageFamilyName)
        let others = apps.filter { !signed.contains($0) && !families.contains($0) }
        return switch platform {
        case .apple: signed.isEmpty ? others : signed
        case .android: others
        case .windows: families
        }
    }

    /// The expectation as a sentence says it after the link: `opens org.sample.shelf`, `stays in the browser`.
    public var text: String {
        switch outcome {
        case .opens(let apps): "opens \(apps.map { Clip.clip($0) }.joined(separator: " or "))"
        case .stays: "stays in the browser"
        }
    }

    /// Whether the outcome is about a device.
    public func includes(_ device: LinkDevice) -> Bool {
        LinkFamily(device).map { platforms.contains($0.platform) } ?? false
    }
}

extension LinkFamily {
    var platform: SiteDifference.Platform {
        switch self {
        case .apple: .apple
        case .android: .android
        case .windows: .windows
        }
    }
}
