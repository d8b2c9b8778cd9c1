/// The names in a project's `libs.versions.toml`, by the names in scripts: for `a-b = { id = "c" }` the name is `a.b`.
struct VersionCatalog {
    private(set) var plugins: [String: String] = [:]
    private(set) var versions: [String: String] = [:]

    init(_ text: String) {
        var section = Substring()
        for line in text.split(whereSeparator: \.isNewline) {
            let start = line.drop(while: \.isWhitespace)
            if start.hasPrefix("[") {
                section = start.dropFirst().prefix { $0 != "]" }
            } else if section == "plugins" || section == "versions", let equals = start.firstIndex(of: "=") {
                let name = start[..<equals].filter { !$0.isWhitespace && $0 != "\"" }
                    .replacing("-", with: ".").replacing("_", with: ".")
                let tokens = GradleToken.tokens(of: String(start[equals...]))
                let texts = tokens[(tokens.firstIndex(of: .word("id")) ?? 0)...].lazy.compactMap { token in
                    if case .text(let text) = token { text } else { nil as String? }
                }
                guard let value = texts.first else { continue }
                if section == "plugins" {
                    plugins[name] = String(value.prefix { $0 != ":" })
                } else {
                    versions[name] = value
                }
            }
        }
    }
}
