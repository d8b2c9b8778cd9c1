@_spi(Bolts) import BoltsAssociations
public import Foundation

/// The expected outcome of a link: one line of a test suite for links.
public struct LinkExpectation: Sendable, Hashable {
    /// The expected outcome of a tap on the link.
    public enum Outcome: Sendable, Hashable {
        /// One of these apps opens it.
        ///
        /// An identifier with a team is for Apple's devices, a package family name for Windows, any other for Android; if there
        /// is no identifier with a team, it is for Apple's devices too.
        case opens([String])
        /// No app opens it.
        case stays
    }

    /// The link.
    public let url: URL
    /// What must happen.
    public let outcome: Outcome
    /// The platforms for which this is expected.
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

    /// The expectation as the end of a sentence that begins with the link: `opens org.sample.shelf`, `stays in the browser`.
    public var text: String {
        switch outcome {
        case .opens(let apps): "opens \(apps.map { Clip.clip($0) }.joined(separator: " or "))"
        case .stays: "stays in the browser"
        }
    }

    /// Whether the expectation applies to a device.
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
