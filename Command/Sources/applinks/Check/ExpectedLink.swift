import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// What must become of a link, and who says so.
struct ExpectedLink: Sendable {
    let expectation: LinkExpectation
    /// The file of settings, or the link itself if the command line states it.
    let file: String
    /// Where the file states it, or `nil` if the command line does.
    let position: TextPosition?
    /// The JSON pointer of the expectation in the file.
    let pointer: String

    /// The host whose files decide, with its port if that is a site of its own.
    var host: String { Self.host(of: expectation.url) }

    static func host(of url: URL) -> String {
        SiteAssociations.port(for: url) == nil ? url.asciiHost ?? "" : url.hostWithPort
    }

    /// The link as a list item of YAML.
    static func lines(_ expectation: LinkExpectation) -> [String] {
        let outcome =
            switch expectation.outcome {
            case .opens(let apps): "opens: [\(apps.map(YAMLText.quoted).joined(separator: ", "))]"
            case .stays: "stays: browser"
            }
        let platforms = expectation.platforms.map(\.rawValue).sorted().joined(separator: ", ")
        return [
            "  - url: \(YAMLText.quoted(expectation.url.absoluteString))", "    \(outcome)",
            "    platforms: [\(platforms)]",
        ]
    }
}
