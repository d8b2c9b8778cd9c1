/// The settings of Jekyll, which builds sites for GitHub Pages too, as far as they decide about the association files.
@_spi(Bolts)
public struct JekyllSettings: Sendable {
    /// Names in the root folder of a site that Jekyll builds.
    static let folders: Set = ["Gemfile", "_layouts", "_includes", "_posts", "_sass"]

    private let list: DescriptionEdits
    /// Whether a setting of Jekyll's own is set: sites without Jekyll may have a file of that name too.
    let isOfJekyll: Bool

    /// Reads `_config.yml`.
    public init(_ bytes: [UInt8]) {
        list = DescriptionEdits(bytes, key: "include:")
        let keys = [
            "theme", "remote_theme", "plugins", "markdown", "kramdown", "permalink", "baseurl", "collections",
            "defaults", "include", "exclude",
        ]
        isOfJekyll = bytes.split(separator: UInt8(ascii: "\n")).contains { line in
            keys.contains { line.starts(with: "\($0):".utf8) }
        }
    }

    /// Whether Jekyll publishes the folder of the association files, which it leaves out because its name begins with a dot.
    public var publishesFiles: Bool { list.values.contains { $0.hasPrefix(".well-known") || $0 == ".*" } }

    func edits(_ finding: Finding) -> [FileEdit]? {
        guard case .inclusion(let name)? = finding.change else { return nil }
        return list.adding(name, atTheEnd: "include: [\"\(name)\"]\n")
    }
}
