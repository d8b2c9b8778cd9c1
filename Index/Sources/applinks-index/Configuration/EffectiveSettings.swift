import Foundation

/// The output of `--print-config`: each setting with its value and its origin.
struct EffectiveSettings: Encodable {
    enum Value: Encodable {
        case integer(Int)
        case text(String?)
        case texts([String])
        case flag(Bool)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .integer(let number): try container.encode(number)
            case .text(let text): try container.encode(text)
            case .texts(let texts): try container.encode(texts)
            case .flag(let isOn): try container.encode(isOn)
            }
        }
    }

    private struct Item: Encodable {
        let value: Value
        let from: ConfiguredArguments.Origin
    }

    private let items: [String: Item]

    /// - Parameters:
    ///   - values: The values by their names.
    ///   - origins: The origin of each setting that is not the default.
    init(_ values: [String: Value], origins: [String: ConfiguredArguments.Origin]) {
        items = Dictionary(
            uniqueKeysWithValues: values.map { name, value in
                (name, Item(value: Self.hidden(value), from: origins[name] ?? .standard))
            }
        )
    }

    func encode(to encoder: any Encoder) throws { try items.encode(to: encoder) }

    /// One JSON object, sorted by name.
    var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    private static func hidden(_ value: Value) -> Value {
        guard case .text(let text?) = value else { return value }
        return .text(hidingPasswords(in: text))
    }

    /// Replaces the passwords of a URL of a database.
    static func hidingPasswords(in text: String) -> String {
        guard let scheme = text.firstRange(of: "://") else { return text }
        let rest = text[scheme.upperBound...]
        // libpq treats a question mark before the "@" as part of the password.
        let start = rest.prefix { $0 != "/" }.lastIndex(of: "@") ?? rest.startIndex
        let end = rest[start...].firstIndex(of: "?") ?? rest.endIndex
        var parameters = [rest[..<end]]
        if end < rest.endIndex { parameters.append(rest[rest.index(after: end)...]) }
        // A password that is not encoded may have any character.
        if let end = parameters[0].lastIndex(of: "@"), let start = parameters[0].firstIndex(of: ":"), start < end {
            parameters[0].replaceSubrange(start..<end, with: ":***")
        }
        if parameters.count > 1 {
            let items = parameters[1].split(separator: "&", omittingEmptySubsequences: false).map { item in
                let name = item.prefix { $0 != "=" }
                return name.lowercased().hasSuffix("password") ? "\(name)=***" : String(item)
            }
            parameters[1] = Substring(items.joined(separator: "&"))
        }
        return text[..<scheme.upperBound] + parameters.joined(separator: "?")
    }
}
