@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// Writes answers in the form of the Digital Asset Links API.
///
/// Members are in its order, with an indentation of two spaces and a final newline, or on request without spaces. Scripts
/// search for `"linked": true` with the space.
@_spi(Bolts)
public struct StatementDocument: Sendable {
    private indirect enum Value {
        case string(String)
        case literal(String)
        case list([Value])
        case object([(String, Value)])
    }

    private let root: Value

    /// The document of one answer.
    public init(_ answer: StatementAnswer) { root = Self.value(of: answer) }

    /// The document of the answers to several questions.
    public init(bulk answers: [Result<StatementAnswer, AssetLinksError>]) {
        let results = answers.map { answer -> Value in
            switch answer {
            case .success(let answer): Self.value(of: answer)
            case .failure(let error):
                .object([
                    ("linked", .literal("false")), ("maxAge", .string("600s")), ("debugString", .string(error.message)),
                    ("errorCode", .list([.string(error.code.rawValue)])),
                ])
            }
        }
        root = .object([("checkResults", .list(results))])
    }

    /// The document for a request that cannot be answered, in the form of Google's services.
    public init(error code: Int, _ status: String, _ message: String) {
        root = .object([
            (
                "error",
                .object([("code", .literal("\(code)")), ("message", .string(message)), ("status", .string(status))])
            )
        ])
    }

    /// Returns the text of the document.
    public func bytes(isPretty: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        Self.write(root, isPretty: isPretty, depth: 0, to: &bytes)
        if isPretty { bytes.append(UInt8(ascii: "\n")) }
        return bytes
    }

    // MARK: - Members

    private static func value(of answer: StatementAnswer) -> Value {
        var members: [(String, Value)] = []
        switch answer.query.method {
        case .check: members.append(("linked", .literal(answer.isLinked ? "true" : "false")))
        case .list:
            let statements = answer.statements.map { statement -> Value in
                .object(
                    [
                        ("source", asset(answer.query.source)), ("relation", .string(statement.relation.description)),
                        ("target", asset(statement.target)),
                    ] + extensions(answer.query.wantsExtensions ? [statement] : [], isList: true)
                )
            }
            if !statements.isEmpty { members.append(("statements", .list(statements))) }
        }
        members.append(("maxAge", .string(duration(answer.seconds))))
        members.append(("debugString", .string(StatementDebugText(answer).text)))
        let codes = answer.errors.map(\.code.rawValue).distinct()
        if !codes.isEmpty { members.append(("errorCode", .list(codes.map { .string($0) }))) }
        if answer.query.method == .check, answer.query.wantsExtensions {
            members += extensions(answer.statements, isList: false)
        }
        return .object(members)
    }

    private static func extensions(_ statements: [StatementAnswer.Statement], isList: Bool) -> [(String, Value)] {
        let nodes = statements.compactMap(\.extensions)
        guard !nodes.isEmpty else { return [] }
        let values = nodes.map(value(of:))
        return [("relationExtensions", isList ? values[0] : .list(values))]
    }

    private static func value(of node: JSONNode) -> Value {
        if node.isObject { return .object(node.children.map { ($0.name ?? "", value(of: $0)) }) }
        if let elements = node.elements { return .list(elements.map(value(of:))) }
        if let string = node.string { return .string(string) }
        return .literal(node.text)
    }

    private static func asset(_ asset: LinkedAsset) -> Value {
        switch asset {
        case .web(let site): return .object([("web", .object([("site", .string(LinkedAsset.fullyQualified(site)))]))])
        case .androidApp(let package, let fingerprint):
            let certificate: Value = .object([("sha256Fingerprint", .string(fingerprint.description))])
            return .object([
                ("androidApp", .object([("packageName", .string(package)), ("certificate", certificate)]))
            ])
        }
    }

    /// A duration in the form of protobuf: seconds with no, three, six or nine decimals.
    private static func duration(_ seconds: Double) -> String {
        // 64 bits on every platform, because the nanoseconds of a month do not fit 32.
        let milliseconds = Int64((seconds * 1_000).rounded(.down))
        let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        let digits = "\(rest)"
        return rest == 0 ? "\(whole)s" : "\(whole).\(String(repeating: "0", count: 3 - digits.count))\(digits)s"
    }

    // MARK: - Text

    private static func write(_ value: Value, isPretty: Bool, depth: Int, to bytes: inout [UInt8]) {
        func newLine(_ depth: Int) {
            guard isPretty else { return }
            bytes.append(UInt8(ascii: "\n"))
            bytes += [UInt8](repeating: 0x20, count: depth * 2)
        }
        func writeAll<Element>(
            _ elements: [Element],
            _ open: Character,
            _ close: Character,
            _ each: (Element, inout [UInt8]) -> Void
        ) {
            bytes += String(open).utf8
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                newLine(depth + 1)
                each(element, &bytes)
            }
            if !elements.isEmpty { newLine(depth) }
            bytes += String(close).utf8
        }
        switch value {
        case .string(let text): JSONString.append(text, to: &bytes, escaping: [.markup, .invisible])
        case .literal(let text): bytes += text.utf8
        case .list(let values):
            writeAll(values, "[", "]") { write($0, isPretty: isPretty, depth: depth + 1, to: &$1) }
        case .object(let members):
            writeAll(members, "{", "}") { member, bytes in
                JSONString.append(member.0, to: &bytes, escaping: [.markup, .invisible])
                bytes += (isPretty ? ": " : ":").utf8
                write(member.1, isPretty: isPretty, depth: depth + 1, to: &bytes)
            }
        }
    }
}
