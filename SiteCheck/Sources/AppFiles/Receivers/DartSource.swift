@_spi(Bolts) import BoltsSiteCheck

/// The places where a Dart file uses a plugin that receives links.
struct DartSource {
    private static let names: [StaticString] = ["AppLinks", "uriLinkStream", "getInitialUri", "FlutterBranchSdk"]
    private static let words = CodeWords(names + ["httpsHost"])

    /// A file without one of these is irrelevant to links.
    static let filter = CodeFilter(names.map { "\($0)" } + ["httpsHost"])

    let facts: SourceFacts

    init(_ bytes: [UInt8], file: String, work: CodeWork? = nil) {
        let code = CodeTokens(bytes, .dart, stoppingAt: Self.words, work: work)
        var facts = SourceFacts()
        if let index = code.stops.first(where: { code.hasAny(Self.names, at: $0) }) {
            facts.marks[.linkPlugin] = [SourcePlace(file: file, line: code.line(at: index))]
        }
        for index in code.stops where code.has("httpsHost", at: index) && code.has(":", at: index + 1) {
            guard let host = code.host(at: index + 2), facts.signInHosts[host] == nil else { continue }
            facts.signInHosts[host] = SourcePlace(file: file, line: code.line(at: index))
        }
        if !code.isComplete { facts.gap = "\(file) has a comment or a text that does not end" }
        self.facts = facts
    }
}
