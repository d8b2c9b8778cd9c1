@_spi(Bolts) import BoltsAssociations

struct StrictMembers {
    /// A member's name, or the index of an element.
    struct Name: CodingKey {
        let stringValue: String
        let intValue: Int?

        init(stringValue: String) {
            self.stringValue = stringValue
            intValue = nil
        }

        init(intValue: Int) {
            stringValue = String(intValue)
            self.intValue = intValue
        }
    }

    private let container: KeyedDecodingContainer<Name>
    private let pointer: String

    /// Opens an object.
    init(_ decoder: any Decoder, known: [String]) throws {
        pointer = Self.pointer(decoder.codingPath)
        do {
            container = try decoder.container(keyedBy: Name.self)
        } catch is DecodingError {
            throw Self.wrongType(pointer, "an object with members such as \(known.prefix(3).joined(separator: ", "))")
        }
        let names = container.allKeys.map(\.stringValue)
        for name in names.sorted() where !known.contains(name) {
            let suggestion = NearestKey.suggestion(for: name, among: known, taken: Set(names))
            throw SiteDescriptionProblem(
                .unknownKey,
                at: pointer + "/" + JSONPlace.escape(name),
                "\(Clip.quoted(name)) is not a known key.\(suggestion)",
                fix: "The known keys here are \(known.filter { !$0.hasPrefix("$") }.joined(separator: ", "))."
            )
        }
    }

    func required<Value: Decodable>(_ name: String, _ type: Value.Type = Value.self) throws -> Value {
        guard let value = try optional(name, type) else {
            throw SiteDescriptionProblem(.missingKey, at: pointer, "\"\(name)\" is missing.", fix: "Add it.")
        }
        return value
    }

    func optional<Value: Decodable>(_ name: String, _ type: Value.Type = Value.self) throws -> Value? {
        let key = Name(stringValue: name)
        guard container.contains(key) else { return nil }
        do {
            return try container.decode(type, forKey: key)
        } catch let error as DecodingError {
            throw Self.problem(error, fallback: pointer + "/" + JSONPlace.escape(name))
        }
    }

    /// Reads digits that are written as a string or as a number.
    func digits(_ name: String) throws -> String? {
        if let number = try? container.decode(UInt64.self, forKey: Name(stringValue: name)) { return String(number) }
        return try optional(name, String.self)
    }

    static func pointer(_ path: [any CodingKey]) -> String {
        path.map { "/" + ($0.intValue.map(String.init) ?? JSONPlace.escape($0.stringValue)) }.joined()
    }

    /// Turns the decoder's error into a problem.
    static func problem(_ error: DecodingError, fallback: String) -> SiteDescriptionProblem {
        switch error {
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            return wrongType(pointer(context.codingPath), words(for: type))
        case .keyNotFound(let key, let context):
            let place = pointer(context.codingPath)
            return SiteDescriptionProblem(.missingKey, at: place, "\"\(key.stringValue)\" is missing.", fix: "Add it.")
        case .dataCorrupted(let context):
            let message = Clip.clip(context.debugDescription)
            return SiteDescriptionProblem(.badValue, at: pointer(context.codingPath), message, fix: "Correct it.")
        @unknown default:
            return wrongType(fallback, "another value")
        }
    }

    private static func wrongType(_ pointer: String, _ wanted: String) -> SiteDescriptionProblem {
        SiteDescriptionProblem(.wrongType, at: pointer, "This must be \(wanted).", fix: "Change the value.")
    }

    private static func words(for type: Any.Type) -> String {
        if type == String.self { return "a string; put quotes around a number" }
        if type == Bool.self { return "true or false" }
        if type == Int.self { return "a whole number" }
        let name = "\(type)"
        if name.hasPrefix("Array<") || name.contains("Unkeyed") { return "a list" }
        return "an object"
    }
}
