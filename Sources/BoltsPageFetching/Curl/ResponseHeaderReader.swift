#if os(Linux)
import Foundation

/// Reads the header of an HTTP/1.1 response line by line.
///
/// It refuses fields that programs interpret differently, and content codings that were not requested: nested codings
/// turn one byte into millions before they can be counted.
struct ResponseHeaderReader {
    enum Step {
        case more
        /// The header is complete.
        case head(FetchStateMachine.Head)
        case problem(TransportProblem)
    }

    private let limit: Int
    private let inflates: Bool
    /// The bytes of all lines, those of informational responses and of trailers included.
    private var byteCount = 0
    private var status: Int?
    /// The values by lower-case name; several values of one name are joined by commas.
    private var fields: [String: String] = [:]
    private var lastName: String?
    private(set) var isComplete = false

    /// Creates a reader of at most `limit` bytes of lines; `inflates` says whether gzip and deflate were requested.
    init(limit: Int, inflates: Bool) {
        self.limit = limit
        self.inflates = inflates
    }

    /// Reads one line with its line end.
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> Step {
        byteCount += bytes.count
        guard byteCount <= limit else {
            return .problem(TransportProblem(kind: .headerTooLarge, detail: "more than \(limit) bytes"))
        }
        // Trailers are only counted.
        guard !isComplete else { return .more }
        let line = unsafe ResponseHeaderReader.text(bytes)
        guard let status else { return begin(line) }
        if line.isEmpty { return end(status) }
        return note(line)
    }

    private mutating func begin(_ line: String) -> Step {
        let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
        guard parts.count >= 2, parts[0].hasPrefix("HTTP/"), parts[1].utf8.count == 3, let code = Int(parts[1]),
            (100...999).contains(code)
        else { return malformed("not a status line: \(line)") }
        // No request asks to switch protocols.
        guard code != 101 else { return malformed("a change of protocol that was not requested") }
        status = code
        fields = [:]
        lastName = nil
        return .more
    }

    private mutating func note(_ line: String) -> Step {
        // Bytes are compared, because a combining mark would form another character with a colon or a space.
        if line.utf8.first == 0x20 || line.utf8.first == 0x09 {
            // The line continues a folded field; RFC 9112 replaces the line break by a space.
            if let lastName { fields[lastName, default: ""] += " " + line.trimmed }
            return .more
        }
        guard let colon = line.utf8.firstIndex(of: 0x3a) else { return .more }
        let name = String(line.unicodeScalars[..<colon]).trimmed.lowercased()
        let value = String(line.unicodeScalars[colon...].dropFirst()).trimmed
        lastName = name
        switch name {
        case "location", "content-length", "content-type":
            // Programs disagree on which of two fields counts.
            if let earlier = fields[name], earlier != value { return malformed("two different fields \(name)") }
            fields[name] = value
        default:
            // The value is extended in place, because copying it for each of many short lines would take quadratic time.
            if fields[name]?.append(", " + value) == nil { fields[name] = value }
        }
        return .more
    }

    private mutating func end(_ status: Int) -> Step {
        guard status >= 200 else {
            self.status = nil
            return .more
        }
        isComplete = true
        if let problem = codingProblem { return malformed(problem) }
        let fields = fields
        return .head(
            FetchStateMachine.Head(
                status: status,
                location: fields["location"],
                contentType: fields["content-type"],
                byteCount: byteCount,
                cacheFields: HTTPCacheFields { fields[$0.lowercased()] },
                fields: fields
            )
        )
    }

    private var codingProblem: String? {
        let codings = list("content-encoding").filter { $0 != "identity" }
        let known: Set = inflates ? ["gzip", "x-gzip", "deflate"] : []
        if codings.count > 1 || !known.isSuperset(of: codings) {
            return "a body with the coding \(codings.joined(separator: ", ")), which was not requested"
        }
        let transfer = list("transfer-encoding")
        if transfer.count > 1 || transfer.contains(where: { $0 != "chunked" && $0 != "identity" }) {
            return "a body with the transfer coding \(transfer.joined(separator: ", ")), which was not requested"
        }
        return nil
    }

    private func list(_ name: String) -> [String] {
        (fields[name] ?? "").split(separator: ",").map { String($0).trimmed.lowercased() }.filter { !$0.isEmpty }
    }

    private func malformed(_ detail: String) -> Step {
        .problem(TransportProblem(kind: .malformed, detail: detail))
    }

    /// The line as UTF-8 or, if it is not, as Latin-1.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        var line = unsafe bytes[...]
        if unsafe line.last == 0x0a { unsafe line = unsafe line.dropLast() }
        if unsafe line.last == 0x0d { unsafe line = unsafe line.dropLast() }
        if let text = unsafe String(validating: line, as: UTF8.self) { return text }
        return unsafe String(String.UnicodeScalarView(line.map { Unicode.Scalar($0) }))
    }
}

extension String {
    /// The text without the spaces and tabs around it; other white space is part of a value.
    fileprivate var trimmed: String {
        let isBlank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" }
        let start = unicodeScalars.drop(while: isBlank)
        guard let last = start.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(start[...last])
    }
}
#endif
