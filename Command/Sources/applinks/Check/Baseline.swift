import BoltsSiteCheck
import Foundation

/// The accepted findings; only new ones count.
struct Baseline: Sendable {
    private struct Document: Codable {
        struct Entry: Codable {
            let rule: String
            let file: String
            /// The JSON pointer of the value, or the tag.
            let place: String?
            let message: String
            /// The purpose of the run with the finding; `nil` for links.
            let purpose: String?

            enum CodingKeys: String, CodingKey {
                case rule, file, message
                case place = "where"
                case purpose = "for"
            }
        }

        let version: Int
        let findings: [Entry]
    }

    struct Accepted: Sendable {
        let key: FindingKey
        let purpose: Purpose
    }

    // Entries of version 1 had paths as on the command line, and no pointer.
    private static let version = 2
    private static let maximumCount = 100_000
    private static let maximumBytes = 64 << 20

    /// How many accepted findings of each key have not been found yet.
    private var left: [FindingKey: Int] = [:]
    private var order: [FindingKey] = []
    /// The same counts, for keys without the findings' places.
    private var leftAnywhere: [FindingKey: Int] = [:]
    /// How many findings of each key were found by runs for each purpose.
    private var counts: [Purpose: [FindingKey: Int]] = [:]
    private(set) var acceptedCount = 0
    private let paths: BaselinePaths
    private let purpose: Purpose

    /// Reads a file that ``bytes(of:for:)`` wrote.
    init(path: String, configuration: String? = nil, purpose: Purpose = .links) throws {
        self.purpose = purpose
        paths = BaselinePaths(baseline: path, configuration: configuration)
        let bytes = try RegularFile.bytes(path, limit: Self.maximumBytes + 1)
        guard bytes.count <= Self.maximumBytes else {
            throw InputError("\(path) has more than 64 MiB: no baseline has so many")
        }
        let document: Document
        do {
            document = try JSONDecoder().decode(Document.self, from: bytes.withoutByteOrderMark)
        } catch {
            throw InputError("\(path) is not a baseline: write one with --write-baseline")
        }
        guard document.findings.count <= Self.maximumCount else {
            throw Self.tooMany(document.findings.count, in: path)
        }
        guard document.version == Self.version else {
            throw InputError(
                "\(path) is a baseline of version \(document.version), but this command reads version "
                    + "\(Self.version): write it again"
            )
        }
        for entry in document.findings {
            let key = FindingKey(
                rule: entry.rule,
                file: entry.file,
                pointer: entry.place ?? "",
                message: entry.message
            )
            if left[key] == nil { order.append(key) }
            guard let purpose = Purpose(rawValue: entry.purpose ?? Purpose.links.rawValue) else {
                throw InputError("\(path) is not a baseline: write one with --write-baseline")
            }
            counts[purpose, default: [:]][key, default: 0] += 1
            // A finding that runs for both purposes report is stored twice.
            let count = limit(of: key)
            guard count > left[key] ?? 0 else { continue }
            left[key] = count
            leftAnywhere[key.anywhere, default: 0] += 1
        }
    }

    /// Removes the accepted findings of an input, each as often as it is in the baseline, and returns them.
    @discardableResult
    mutating func apply(to result: inout CheckResult) -> [CheckedFinding] {
        var accepted: [CheckedFinding] = []
        result.findings.removeAll { checked in
            let key = paths.key(checked)
            guard let count = left[key], count > 0 else { return false }
            left[key] = count - 1
            leftAnywhere[key.anywhere, default: 0] -= 1
            acceptedCount += 1
            accepted.append(checked)
            return true
        }
        return accepted
    }

    /// Removes the accepted findings of a file that is being fixed, whose entries may have new indexes.
    mutating func applyAnywhere(to result: inout CheckResult) {
        apply(to: &result)
        result.findings.removeAll { checked in
            let key = paths.key(checked).anywhere
            guard let count = leftAnywhere[key], count > 0 else { return false }
            leftAnywhere[key] = count - 1
            return true
        }
    }

    private static func tooMany(_ count: Int, in path: String) -> InputError {
        InputError(
            "\(path): a baseline has at most \(maximumCount) findings, and these are \(count): write one for fewer inputs, or turn rules "
                + "off in .applinks.yaml"
        )
    }

    private func isChecked(_ key: FindingKey, _ files: CheckedFiles) -> Bool {
        files.reports(key.rule) && files.contains(paths.file(named: key.file), rule: key.rule)
    }

    /// How many findings of a key are accepted in one run.
    private func limit(of key: FindingKey) -> Int {
        max(counts[.links]?[key] ?? 0, counts[.signIn]?[key] ?? 0)
    }

    /// How many findings of a key earlier runs for this purpose found but this one did not.
    private func unseenCount(_ key: FindingKey) -> Int {
        let own = counts[purpose]?[key] ?? 0
        return max(0, own - (limit(of: key) - (left[key] ?? 0)))
    }

    /// The accepted findings that a run did not check, each as often as it is in the baseline, for a new baseline: those of
    /// unchecked files and rules, and those of the other purpose.
    func unchecked(_ files: CheckedFiles, for new: BaselinePaths) -> [Accepted] {
        var unchecked: [Accepted] = []
        for key in order {
            let own = isChecked(key, files) ? 0 : unseenCount(key)
            for purpose in Purpose.allCases {
                let count = purpose == self.purpose ? own : counts[purpose]?[key] ?? 0
                guard count > 0 else { continue }
                unchecked += Array(repeating: Accepted(key: new.key(key, of: paths), purpose: purpose), count: count)
            }
        }
        return unchecked
    }

    /// The report after a run: how many findings were accepted, and which accepted ones are gone.
    func lines(_ files: CheckedFiles) -> [String] {
        let gone = order.filter { unseenCount($0) > 0 && isChecked($0, files) }
        var lines = ["\(acceptedCount.counted("finding")) of the baseline not shown"]
        lines += gone.prefix(8).map { "gone: \($0.file): \($0.message) [\($0.rule)]" }
        if gone.count > 8 { lines.append("\(gone.count - 8) more are gone") }
        if !gone.isEmpty { lines.append("write the baseline again to leave them out") }
        return lines
    }

    /// The findings of a run as a file, independent of the order in which they were found.
    static func bytes(of findings: [Accepted], for path: String) throws -> [UInt8] {
        guard findings.count <= maximumCount else { throw tooMany(findings.count, in: path) }
        let sorted = findings.sorted { ($0.key.text, $0.purpose.rawValue) < ($1.key.text, $1.purpose.rawValue) }
        let entries = sorted.map { accepted in
            Document.Entry(
                rule: accepted.key.rule,
                file: accepted.key.file,
                place: accepted.key.pointer.isEmpty ? nil : accepted.key.pointer,
                message: accepted.key.message,
                purpose: accepted.purpose == .links ? nil : accepted.purpose.rawValue
            )
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(Document(version: version, findings: entries))) + [UInt8(ascii: "\n")]
    }
}
