import Foundation
import SharedData
import Testing

@testable import BoltsPageMetadata

/// Runs html5lib's tokenizer tests, each in every initial state it names, whole and in pieces of one and three bytes.
///
/// The tokenizer of the reader is compared as it is, the fast path included: tags with their attributes, DOCTYPEs, and the text of
/// the data state, which shows where comments end. The text of comments and of raw text is never reported, and so not compared.
/// Omitted are `xmlViolation.test`, which is about changes to text that XML cannot contain, and inputs with lone surrogates, which
/// UTF-8 cannot encode.
@Suite(.enabled(if: SharedData.isUsable("html5lib-tests/tokenizer"), "html5lib-tests are not on this machine"))
struct TokenizerConformanceTests {
    private struct Case {
        let description: String
        let input: String
        let output: [[Any]]
        let states: [String]
        let lastStartTag: String
    }

    private static func files() throws -> [String] {
        try SharedData.files(in: "html5lib-tests/tokenizer")
            .filter { $0.hasSuffix(".test") && $0 != "xmlViolation.test" }
    }

    @Test(.tags(.l1), arguments: [Int.max, 1, 3]) func tokensAreTheStandards(pieceSize: Int) throws {
        var runs = 0
        var failures: [String] = []
        for file in try Self.files() {
            for test in try Self.cases(in: file) {
                let all = try Self.expectedTokens(test.output)
                for state in test.states {
                    runs += 1
                    let expected = state == "Data state" ? all : Self.withoutText(all)
                    let tokens = try Self.tokens(test, state, pieceSize)
                    if tokens != expected {
                        failures.append("\(file) \(test.description) in \(state): \(tokens), not \(expected)")
                    }
                }
            }
        }
        #expect(runs >= 5_000)
        #expect(failures.isEmpty, "\(failures.count) of \(runs): \(failures.prefix(20).joined(separator: "\n"))")
    }

    /// Only the inputs that are listed above are omitted.
    @Test(.tags(.l1)) func onlyLoneSurrogatesAreLeftOut() throws {
        for file in try Self.files() {
            let contents = try SharedData.json("html5lib-tests/tokenizer/" + file) as? [String: Any]
            let all = try #require(contents?["tests"] as? [[String: Any]], "\(file)").count
            let leftOut = try all - Self.cases(in: file).count
            #expect(leftOut == 0 || file == "unicodeCharsProblematic.test" && leftOut == 4, "\(file): \(leftOut)")
        }
    }

    /// Tests the production sink with the same tags: a `meta` reports the attributes that the standard gives it.
    @Test(.tags(.l1)) func capturedAttributesAreTheStandards() throws {
        var runs = 0
        for file in try Self.files() {
            for test in try Self.cases(in: file) where test.states.contains("Data state") {
                let expected = try Self.expectedTokens(test.output)
                guard case .startTag(let name, let attributes, _) = expected.first, expected.count == 1,
                    name == HTMLName("h"), test.input.hasPrefix("<h a="),
                    let value = attributes.first(where: { $0.name == HTMLName("a") })?.value
                else { continue }
                runs += 1
                let page = "<meta property=al:x content=" + test.input.dropFirst("<h a=".count)
                let read = PageMetadataReader.read(Array(page.utf8))
                #expect(read.tags == [MetaTag(property: "al:x", content: value)], "\(file) \(test.description)")
            }
        }
        #expect(runs > 5)
    }

    private static func tokens(_ test: Case, _ state: String, _ pieceSize: Int) throws -> [ReportedToken] {
        let initial: TokenizerState =
            switch state {
            case "Data state": .data
            case "PLAINTEXT state": .plaintext
            case "RCDATA state", "RAWTEXT state": .rawText
            case "Script data state": .script
            case "CDATA section state": .cdataSection
            default: throw CocoaError(.coderInvalidValue)
            }
        let tokens = RecordingHandler.tokens(
            of: Array(test.input.utf8),
            pieceSize: pieceSize,
            state: initial,
            lastStartTag: test.lastStartTag
        )
        return initial == .data ? tokens : withoutText(tokens)
    }

    private static func withoutText(_ tokens: [ReportedToken]) -> [ReportedToken] {
        tokens.filter { if case .text = $0 { false } else { true } }
    }

    // MARK: Reading the files

    private static func cases(in file: String) throws -> [Case] {
        let contents = try SharedData.json("html5lib-tests/tokenizer/" + file) as? [String: Any]
        let tests = try #require(contents?["tests"] as? [[String: Any]], "\(file)")
        return try tests.compactMap { test in
            let isEscaped = test["doubleEscaped"] as? Bool ?? false
            let source = try #require(test["input"] as? String)
            let output = try #require(test["output"] as? [[Any]])
            // A lone surrogate has no UTF-8.
            guard let input = isEscaped ? unescape(source) : source else { return nil }
            let unescaped = isEscaped ? output.map { $0.map(unescapeAll) } : output
            return Case(
                description: try #require(test["description"] as? String),
                input: input,
                output: unescaped,
                states: test["initialStates"] as? [String] ?? ["Data state"],
                lastStartTag: test["lastStartTag"] as? String ?? ""
            )
        }
    }

    private static func unescapeAll(_ value: Any) -> Any {
        if let text = value as? String { return unescape(text) ?? text }
        guard let attributes = value as? [String: String] else { return value }
        return Dictionary(uniqueKeysWithValues: attributes.map { (unescape($0) ?? $0, unescape($1) ?? $1) })
    }

    private static func unescape(_ text: String) -> String? {
        var units: [UInt16] = []
        var rest = Array(text.utf16)[...]
        while let unit = rest.popFirst() {
            if unit == UInt16(UInt8(ascii: "\\")), rest.first == UInt16(UInt8(ascii: "u")),
                let value = UInt16(String(decoding: rest.dropFirst().prefix(4), as: UTF16.self), radix: 16)
            {
                units.append(value)
                rest = rest.dropFirst(5)
            } else {
                units.append(unit)
            }
        }
        return String(validating: units, as: UTF16.self)
    }

    private static func expectedTokens(_ output: [[Any]]) throws -> [ReportedToken] {
        var tokens: [ReportedToken] = []
        for token in output {
            let text = token.count > 1 ? token[1] as? String ?? "" : ""
            switch token[0] as? String {
            case "DOCTYPE":
                tokens.append(.doctype)
            case "StartTag":
                let attributes = try #require(token[2] as? [String: String])
                let reported = attributes.map { ReportedAttribute(name: name($0.key), value: $0.value) }
                tokens.append(.startTag(name(text), ReportedAttribute.sorted(reported), isSelfClosing: token.count > 3))
            case "EndTag":
                tokens.append(.endTag(name(text)))
            case "Comment":
                break
            default:
                // The texts before and after a comment are one token.
                if case .text(let before) = tokens.last {
                    tokens[tokens.count - 1] = .text(before + text)
                } else {
                    tokens.append(.text(text))
                }
            }
        }
        return tokens
    }

    /// A name as the tokenizer keeps it, with a special byte for NUL, which the standard replaces by U+FFFD.
    private static func name(_ text: String) -> HTMLName {
        var name = HTMLName()
        for scalar in text.unicodeScalars {
            let bytes = scalar == "\u{FFFD}" ? [0] : Array(String(scalar).utf8)
            for byte in bytes { name.append(byte) }
        }
        return name
    }
}
