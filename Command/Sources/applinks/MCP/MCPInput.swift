import BoltsAppLinks

struct MCPInput: Sendable {
    enum Kind: Sendable {
        case text
        case texts
        case flag
    }

    let name: String
    let kind: Kind
    let description: String
    var isRequired = false
    /// The allowed values of the text, or of each text; empty for any.
    var choices: [String] = []

    var schema: AppLinkValue {
        var text: [String: AppLinkValue] = ["type": "string"]
        if !choices.isEmpty { text["enum"] = .array(choices.map(AppLinkValue.string)) }
        var schema: [String: AppLinkValue] =
            switch kind {
            case .text: text
            case .texts: ["type": "array", "items": .object(text), "maxItems": .integer(Int64(Self.maximumTexts))]
            case .flag: ["type": "boolean"]
            }
        schema["description"] = .string(description)
        return .object(schema)
    }

    static let maximumTexts = 50
}

struct MCPArguments: Sendable {
    private var texts: [String: [String]] = [:]
    private var flags: Set<String> = []

    /// Reads the arguments of a call; throws an error that names an invalid one and the valid ones.
    init(_ value: AppLinkValue?, inputs: [MCPInput]) throws(InputError) {
        guard let members = (value ?? [:]).object else { throw InputError("the arguments are not an object") }
        for name in members.keys.sorted() where !inputs.contains(where: { $0.name == name }) {
            let names = inputs.map(\.name).joined(separator: ", ")
            throw InputError("there is no argument '\(name)'; there are \(names)")
        }
        for input in inputs {
            guard let member = members[input.name] else {
                if input.isRequired {
                    throw InputError("the argument '\(input.name)' is missing: \(input.description)")
                }
                continue
            }
            switch (input.kind, member) {
            case (.text, .string(let text)):
                texts[input.name] = [text]
            case (.texts, .array(let values)):
                let list = values.compactMap(\.string)
                guard list.count == values.count, list.count <= MCPInput.maximumTexts else {
                    throw InputError("'\(input.name)' takes a list of at most \(MCPInput.maximumTexts) texts")
                }
                texts[input.name] = list
            case (.flag, .bool(let isSet)):
                if isSet { flags.insert(input.name) }
            default:
                let wanted =
                    switch input.kind {
                    case .text: "a text"
                    case .texts: "a list of texts"
                    case .flag: "true or false"
                    }
                throw InputError("'\(input.name)' takes \(wanted)")
            }
            for text in texts[input.name] ?? [] {
                guard input.choices.isEmpty || input.choices.contains(text) else {
                    throw InputError("'\(input.name)' takes \(input.choices.joined(separator: ", ")), not \(text)")
                }
                guard !text.isEmpty, !text.unicodeScalars.contains("\0") else {
                    throw InputError("'\(input.name)' takes a text that is not empty and has no NUL")
                }
            }
        }
    }

    func text(_ name: String) -> String? { texts[name]?.first }

    func texts(_ name: String) -> [String] { texts[name] ?? [] }

    func isSet(_ name: String) -> Bool { flags.contains(name) }
}
