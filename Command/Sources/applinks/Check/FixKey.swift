import BoltsSiteCheck

/// The common key of a finding and its fix: the rule and the bytes of a file.
struct FixKey: Hashable {
    private let rule: String
    private let file: String
    private let bytes: Range<Int>?

    init(_ finding: Finding, file: String) {
        rule = finding.rule.id
        self.file = file
        bytes = finding.place?.byteRange
    }
}
