import SharedData
import Testing

@testable import BoltsPageMetadata

/// Runs html5lib's tests of tree construction: compares the metas, links and bases of each page's document, with scripts and
/// without.
///
/// Most pages have none and must give none. Omitted are fragments, because only documents are read, and the pages in `scripted`,
/// whose scripts would have to run. (`compare-with-lexbor.py` puts metas everywhere into these pages.)
@Suite(
    .enabled(
        if: SharedData.isUsable("html5lib-tests/tree-construction"),
        "html5lib's tree tests are not on this machine"
    )
)
struct TreeConstructionConformanceTests {
    private struct Case {
        var input: [UInt8] = []
        var document: [String] = []
        var isFragment = false
        /// Whether the page is for a browser with scripts; `nil` if it is the same with and without.
        var isScriptingEnabled: Bool?
    }

    @Test(.tags(.l1), .timeLimit(.minutes(20)), arguments: [Int.max, 1, 3])
    func metasAreThoseOfTheStandardsTree(pieceSize: Int) throws {
        var runs = 0
        var metas = 0
        var links = 0
        var fragments = 0
        for file in try SharedData.files(in: "html5lib-tests/tree-construction") where file.hasSuffix(".dat") {
            for test in try Self.cases(in: file) {
                guard !test.isFragment else {
                    fragments += 1
                    continue
                }
                let expected = Self.elements(in: test.document)
                let expectedMetas = expected.filter { $0.name == "meta" }
                metas += expectedMetas.count
                links += expected.count - expectedMetas.count
                for isScriptingEnabled in test.isScriptingEnabled.map({ [$0] }) ?? [true, false] {
                    runs += 1
                    let found = ElementRecorder.elements(of: test.input, pieceSize, isScriptingEnabled)
                    #expect(found == expected, "\(file): \(String(decoding: test.input, as: UTF8.self))")
                    let withoutLinks = ElementRecorder.elements(
                        of: test.input,
                        pieceSize,
                        isScriptingEnabled,
                        reportsLinks: false
                    )
                    #expect(withoutLinks == expectedMetas, "\(file): \(String(decoding: test.input, as: UTF8.self))")
                }
            }
        }
        #expect(runs > 2_000)
        #expect(metas > 10)
        #expect(links > 5)
        #expect(fragments > 100)
    }

    // MARK: Reading the files

    private static func cases(in file: String) throws -> [Case] {
        let lines = try SharedData.bytes("html5lib-tests/tree-construction/" + file)
            .split(separator: Byte.newline, omittingEmptySubsequences: false)
        var cases: [Case] = []
        var section = ""
        for bytes in lines {
            let line = String(decoding: bytes, as: UTF8.self)
            switch line {
            case "#data":
                cases.append(Case())
                section = line
            case "#errors", "#new-errors", "#document":
                section = line
            case "#document-fragment":
                cases[cases.count - 1].isFragment = true
                section = line
            case "#script-on", "#script-off":
                cases[cases.count - 1].isScriptingEnabled = line == "#script-on"
            default:
                if section == "#data" { cases[cases.count - 1].input += bytes + [Byte.newline] }
                if section == "#document", line.hasPrefix("|") { cases[cases.count - 1].document.append(line) }
            }
        }
        return cases.map { test in
            var test = test
            // The line end after the page is not part of it.
            test.input = test.input.dropLast()
            return test
        }
    }

    /// The metas, links and bases of a tree, except those in a template's contents.
    private static func elements(in tree: [String]) -> [ElementRecorder.Element] {
        var elements: [ElementRecorder.Element] = []
        var contentDepth: Int?
        var elementDepth: Int?
        for line in tree {
            let depth = line.dropFirst().prefix { $0 == " " }.count
            let text = line.dropFirst(1 + depth)
            if let inner = contentDepth, depth <= inner { contentDepth = nil }
            if contentDepth != nil { continue }
            if text == "content" { contentDepth = depth }
            if let element = elementDepth, depth > element, let equals = text.firstIndex(of: "="), text.hasSuffix("\"")
            {
                let name = String(text[..<equals])
                if ElementRecorder.names.contains(name) {
                    elements[elements.count - 1].attributes[name] = String(text[equals...].dropFirst(2).dropLast())
                }
            } else {
                elementDepth = nil
            }
            if ["<meta>", "<link>", "<base>"].contains(text) {
                elements.append(ElementRecorder.Element(name: String(text.dropFirst().dropLast())))
                elementDepth = depth
            }
        }
        return elements
    }
}

/// Keeps every meta of the document, whatever it says, and every link and base if they are reported.
private struct ElementRecorder: MetaSink {
    struct Element: Equatable {
        let name: String
        var attributes: [String: String] = [:]
    }

    static let names: Set = [
        "property", "name", "content", "charset", "http-equiv", "rel", "href", "hreflang", "type",
    ]

    private var elements: [(position: DocumentPosition, element: Element)] = []

    var wantsPause: Bool { false }

    mutating func meta(_ attributes: borrowing AttributeCapture, position: DocumentPosition?) {
        if let position { note("meta", attributes, position) }
    }

    mutating func link(_ attributes: borrowing AttributeCapture, position: DocumentPosition) {
        note("link", attributes, position)
    }

    mutating func base(_ attributes: borrowing AttributeCapture, position: DocumentPosition) {
        note("base", attributes, position)
    }

    private mutating func note(
        _ name: String,
        _ attributes: borrowing AttributeCapture,
        _ position: DocumentPosition
    ) {
        var element = Element(name: name)
        func note(_ slot: AttributeCapture.Slot, _ name: String, _ value: [UInt8]) {
            guard attributes.present.contains(slot) else { return }
            element.attributes[name] =
                String(decoding: CharacterReferences.decoding(value, inAttribute: true), as: UTF8.self)
        }
        note(.property, "property", attributes.property)
        note(.name, "name", attributes.name)
        note(.content, "content", attributes.content)
        note(.charset, "charset", attributes.charset)
        note(.httpEquiv, "http-equiv", attributes.httpEquiv)
        note(.rel, "rel", attributes.rel)
        note(.href, "href", attributes.href)
        note(.hreflang, "hreflang", attributes.hreflang)
        note(.type, "type", attributes.type)
        elements.append((position, element))
    }

    mutating func revokeMetas(from ordinal: Int) { elements.removeAll { $0.position.ordinal >= ordinal } }

    static func elements(
        of input: [UInt8],
        _ pieceSize: Int,
        _ isScriptingEnabled: Bool,
        reportsLinks: Bool = true
    ) -> [Element] {
        var tokenizer = HTMLTokenizer(
            handler: DocumentHandler(
                sink: ElementRecorder(),
                isScriptingEnabled: isScriptingEnabled,
                valueByteLimit: .max,
                reportsLinks: reportsLinks
            )
        )
        for start in stride(from: 0, to: input.count, by: pieceSize) {
            let piece = input[start...].prefix(pieceSize)
            _ = tokenizer.feed(piece.span)
        }
        return tokenizer.handler.sink.elements.sorted { $0.position < $1.position }.map(\.element)
    }
}
