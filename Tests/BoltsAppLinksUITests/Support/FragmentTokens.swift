import Testing

/// The tokens of a banner's HTML, by a grammar so strict that every browser reads accepted text in the same way.
///
/// It accepts tags in lower case, attributes without a value or in double quotes, text, and the references that
/// `HTMLText` writes. Anything else becomes a `Token.invalid`.
struct FragmentTokens: Equatable {
    enum Token: Equatable {
        case start(String, [Attribute])
        case end(String)
        case text(String)
        case invalid(String)
    }

    struct Attribute: Equatable {
        let name: String
        let value: String
    }

    private(set) var tokens: [Token] = []

    init(_ html: String) {
        var rest = Substring(html)
        while !rest.isEmpty {
            if let match = rest.prefixMatch(of: /<\/([a-z]+)>/) {
                tokens.append(.end(String(match.1)))
                rest = rest[match.range.upperBound...]
            } else if let match = rest.prefixMatch(of: /<([a-z]+)((?: [a-z-]+(?:="[^"<>]*")?)*)>/) {
                tokens.append(.start(String(match.1), Self.attributes(match.2)))
                rest = rest[match.range.upperBound...]
                guard match.1 == "style", let end = rest.firstRange(of: "</style>") else { continue }
                tokens.append(.text(String(rest[..<end.lowerBound])))
                rest = rest[end.lowerBound...]
            } else if let match = rest.prefixMatch(of: /[^<>]+/), let text = Self.decoded(match.0) {
                tokens.append(.text(text))
                rest = rest[match.range.upperBound...]
            } else {
                tokens.append(.invalid(String(rest)))
                Issue.record("not a banner's HTML: \(rest)")
                return
            }
        }
    }

    private static func attributes(_ text: Substring) -> [Attribute] {
        text.matches(of: #/ ([a-z-]+)(?:="([^"]*)")?/#).map { match in
            Attribute(name: String(match.1), value: match.2.map { decoded($0) ?? "invalid: \($0)" } ?? "")
        }
    }

    /// Replaces references by their characters; `nil` if an ampersand begins no reference.
    private static func decoded(_ text: Substring) -> String? {
        let names = ["quot": "\"", "amp": "&", "lt": "<", "gt": ">"]
        var decoded = ""
        var rest = text
        while let ampersand = rest.firstIndex(of: "&") {
            decoded += rest[..<ampersand]
            guard let match = rest[ampersand...].prefixMatch(of: /&(?:#x([0-9A-F]+)|([a-z]+));/) else { return nil }
            if let name = match.2, let character = names[String(name)] {
                decoded += character
            } else if let scalar = match.1.flatMap({ UInt32($0, radix: 16) }).flatMap(Unicode.Scalar.init) {
                decoded.unicodeScalars.append(scalar)
            } else {
                return nil
            }
            rest = rest[match.range.upperBound...]
        }
        return decoded + rest
    }

    /// The names of the tags, an end tag's with a slash.
    var tagNames: [String] {
        tokens.compactMap { token in
            switch token {
            case .start(let name, _): name
            case .end(let name): "/" + name
            case .text, .invalid: nil
            }
        }
    }

    /// The names of the attributes of each start tag.
    var attributeNames: [[String]] {
        tokens.compactMap { token in
            if case .start(_, let attributes) = token { attributes.map(\.name) } else { nil }
        }
    }

    /// The text between the tags.
    var text: String {
        tokens.map { token in if case .text(let text) = token { text } else { "" } }.joined()
    }

    func value(of attribute: String, in tag: String) -> String? {
        for case .start(tag, let attributes) in tokens {
            return attributes.first { $0.name == attribute }?.value
        }
        return nil
    }
}
