@_spi(Bolts) import BoltsAppLinks

struct TargetReport: Encodable, Sendable {
    private let target: AppLinkTarget

    init(_ target: AppLinkTarget) { self.target = target }

    func encode(to encoder: any Encoder) throws { try target.document.encode(to: encoder) }

    /// One line of text: `iphone  recipes://42  (Kitchen Table, App Store 510000001)`.
    var text: String {
        let unknown = target.additionalProperties.sorted { $0.key < $1.key }.map { "unknown \($0.key) \($0.value)" }
        let details =
            [
                target.appName, target.appStoreID.map { "App Store \($0)" }, target.package.map { "package \($0)" },
                target.className.map { "class \($0)" }, target.appID.map { "app id \($0)" },
            ]
            .compactMap(\.self)
            .filter { !$0.isEmpty } + unknown
        let platform = target.platform?.rawValue ?? "any"
        // The platform names of Apple and Android are aligned; longer names are not.
        let name = platform + String(repeating: " ", count: max(0, 8 - platform.count))
        let line = "\(name) \(target.urlText ?? "(no url)")"
        return details.isEmpty ? line : "\(line)  (\(details.joined(separator: ", ")))"
    }
}
