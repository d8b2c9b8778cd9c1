import BoltsSiteCheck

/// The common key of a finding and its fix: the rule, and the place in a file, which in a manifest is a line.
struct FixKey: Hashable {
    private let rule: String
    private let file: String
    private let bytes: Range<Int>?
    private let line: Int?

    init(_ finding: Finding, file: String) {
        rule = finding.rule.id
        self.file = file
        (bytes, line) = (finding.place?.byteRange, finding.place?.position.line)
    }
}
