import AppFiles
@_spi(AppFiles) import BoltsSiteCheck

/// On what the results in a file of `--resume` depend: a short text for each option, or for what decides like one.
///
/// Severities and accepted findings are not among it, because they are applied to a result after it was read from the file.
struct ResumeOptions: Sendable {
    /// The texts, by what a person calls them; no value can be read in them.
    private(set) var digests: [String: String] = [:]

    mutating func add(_ name: String, _ values: [String]) { digests[name] = FindingKey.digits(of: "\(values)") }

    /// Adds apps by what they say of links, so that one that has changed is another.
    mutating func add(_ name: String, _ contents: [AppFileContent]) { add(name, contents.flatMap(Self.texts)) }

    /// What apps say, in the same words in every run: a set or a dictionary has another order in each.
    private static func texts(of content: AppFileContent) -> [String] {
        var claims = content.claims
        var texts: [String] = []
        for index in claims.apple.indices {
            texts.append("\(claims.apple[index].devices?.map(\.rawValue).sorted() ?? [])")
            claims.apple[index].devices = nil
        }
        for index in claims.android.indices {
            for place in claims.android[index].filters?.indices ?? 0..<0 {
                let references = claims.android[index].filters?[place].references ?? [:]
                texts += references.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
                claims.android[index].filters?[place].references = [:]
            }
        }
        return texts + ["\(claims)"] + content.notes
    }
}
