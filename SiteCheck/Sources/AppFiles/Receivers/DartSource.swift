@_spi(Bolts) import BoltsSiteCheck

/// The places where a Dart file uses a plugin that receives links.
struct DartSource {
    /// Plugins that receive links themselves.
    static let plugins = ["app_links", "uni_links", "uni_links2", "flutter_branch_sdk"]
    private static let names: [StaticString] = ["AppLinks", "uriLinkStream", "getInitialUri", "FlutterBranchSdk"]
    private static let words = CodeWords(names + ["httpsHost", "import", "export"])

    /// A file without one of these is irrelevant to links.
    static let filter = CodeFilter(plugins.map { "package:\($0)/" } + ["httpsHost"])

    let facts: SourceFacts

    init(_ bytes: [UInt8], file: String, work: CodeWork? = nil) {
        let code = CodeTokens(bytes, .dart, stoppingAt: Self.words, work: work)
        var facts = SourceFacts()
        let use = code.stops.first { code.hasAny(Self.names, at: $0) }
        for index in code.stops where code.has("import", at: index) || code.has("export", at: index) {
            // An import may name a second file for some platforms.
            let tokens = (index + 1..<code.count).prefix(32).prefix { !code.has(";", at: $0) }
            for text in tokens.compactMap(code.text) {
                for plugin in Self.plugins where text.dropFirst().hasPrefix("package:\(plugin)/") {
                    facts.linkPlugins[plugin] = [SourcePlace(file: file, line: code.line(at: use ?? index))]
                }
            }
        }
        for index in code.stops where code.has("httpsHost", at: index) && code.has(":", at: index + 1) {
            guard let host = code.host(at: index + 2), facts.signInHosts[host] == nil else { continue }
            facts.signInHosts[host] = SourcePlace(file: file, line: code.line(at: index))
        }
        if !code.isComplete { facts.gap = "\(file) has a comment or a text that does not end" }
        self.facts = facts
    }
}
