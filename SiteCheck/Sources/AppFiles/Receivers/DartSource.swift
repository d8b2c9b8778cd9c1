@_spi(Bolts) import BoltsSiteCheck

/// Where a file of Dart uses a plugin that takes links.
struct DartSource {
    private static let names: [StaticString] = ["AppLinks", "uriLinkStream", "getInitialUri", "FlutterBranchSdk"]

    /// Without one of these a file says nothing of links.
    static let filter = CodeFilter(names.map { "\($0)" })

    let facts: SourceFacts

    init(_ bytes: [UInt8], file: String, work: CodeWork? = nil) {
        let code = CodeTokens(bytes, .dart, work: work)
        var facts = SourceFacts()
        if let index = (0..<code.count).first(where: { code.hasAny(Self.names, at: $0) }) {
            facts.marks[.linkPlugin] = [SourcePlace(file: file, line: code.line(at: index))]
        }
        if !code.isComplete { facts.gap = "\(file) has a comment or a text that does not end" }
        self.facts = facts
    }
}
