import BoltsSiteCheck

/// The identity of a finding, without its line and column, so that it does not change when other lines of the file change.
///
/// In a JSON file the pointer distinguishes it from a finding with the same message in another entry.
struct FindingKey: Sendable, Hashable {
    let rule: String
    let file: String
    let pointer: String
    let message: String

    /// The same finding regardless of its place in the file.
    var anywhere: FindingKey { FindingKey(rule: rule, file: file, pointer: "", message: message) }

    var text: String { [rule, file, pointer, message].joined(separator: "\n") }

    /// Returns 32 hexadecimal digits that distinguish findings, by FNV-1a with two initial values.
    func fingerprint(number: Int) -> String { Self.digits(of: "\(text)\n\(number)") }

    static func digits(of text: String) -> String {
        [0xCBF2_9CE4_8422_2325, 0x8422_2325_CBF2_9CE4].map { (start: UInt64) in
            var hash = start
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            let digits = String(hash, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        .joined()
    }

    /// A message without positions such as `7:11`.
    ///
    /// Octets of fingerprints and the port of an address are not positions.
    static func withoutPlaces(_ message: String) -> String {
        let pattern =
            /\b(?<kept>[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){2,}|[0-9]+(?:\.[0-9]+)+:[0-9]+)\b|\b[0-9]+:[0-9]+\b(?!:)/
            .wordBoundaryKind(.simple)
        return message.replacing(pattern) { $0.output.kept.map(String.init) ?? "…" }
    }
}

extension FindingKey {
    /// `file` is the path of the file in the report, if it differs from that of the finding.
    init(_ checked: CheckedFinding, file: String? = nil) {
        (rule, pointer) = (checked.finding.rule.id, checked.finding.part)
        self.file = file ?? checked.file
        message = Self.withoutPlaces(checked.finding.message)
    }
}

/// Gives each finding of a run a unique fingerprint, which does not change with other lines or another folder.
struct FindingFingerprints {
    // The counts by the digits of a key, which need less memory than its text.
    private var counts: [String: Int] = [:]

    /// Returns the next fingerprint of findings that differ only in their places.
    mutating func next(_ checked: CheckedFinding) -> String {
        next(FindingKey(checked, file: RepositoryPath.fromRoot(checked.file)))
    }

    mutating func next(_ key: FindingKey) -> String {
        let digits = FindingKey.digits(of: key.text)
        let number = counts[digits, default: 0] + 1
        counts[digits] = number
        return key.fingerprint(number: number)
    }
}
