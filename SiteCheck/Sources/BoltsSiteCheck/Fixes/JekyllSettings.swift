/// The settings of Jekyll, which builds sites for GitHub Pages too, as far as they decide about the association files.
@_spi(Bolts)
public struct JekyllSettings: Sendable {
    private let list: DescriptionEdits

    /// Reads `_config.yml`.
    public init(_ bytes: [UInt8]) { list = DescriptionEdits(bytes, key: "include:") }

    /// Whether Jekyll publishes the folder of the association files, which it leaves out because its name begins with a dot.
    public var publishesFiles: Bool { list.values.contains { $0.hasPrefix(".well-known") || $0 == ".*" } }

    func edits(_ finding: Finding) -> [FileEdit]? {
        guard case .inclusion(let name)? = finding.change else { return nil }
        return list.adding(name, atTheEnd: "include: [\"\(name)\"]\n")
    }
}
