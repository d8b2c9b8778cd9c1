/// The strings, Booleans and integers of an Android app's sources, for references such as `@string/host`, `@bool/exported` and
/// `@integer/port`.
struct StringResources {
    private static let maximumReferenceDepth = 8

    private static let types = GradleResource.types

    /// The values as written in a folder's files; the last one of a name counts.
    private var values: [String: (text: String, file: String)] = [:]

    /// Adds the strings of a file of resources.
    mutating func add(_ root: XMLElement, in file: String) {
        for element in root.children {
            let type = element.name == "item" ? element.attributes["type"] ?? "" : element.name
            guard Self.types.contains(type), let name = element.attributes["name"] else { continue }
            values["\(type)/\(name)"] = element.children.isEmpty ? (Self.unescaped(element.text), file) : nil
        }
    }

    var count: Int { values.count }

    /// Adds the strings of a stronger folder.
    mutating func add(_ stronger: StringResources) { values.merge(stronger.values) { $1 } }

    /// The value of `@string/name`, `@bool/name` or `@integer/name`, or `nil` if it is not known.
    func value(of reference: String) -> String? { statement(of: reference)?.value }

    /// The value of a reference with the name of the string that states it and its file, or `nil` if it is not known.
    func statement(of reference: String) -> (value: String, name: String, file: String)? {
        var (text, file) = (reference, "")
        var name = ""
        for _ in 0..<Self.maximumReferenceDepth {
            guard Self.types.contains(where: { text.hasPrefix("@\($0)/") }) else {
                return text.hasPrefix("@") ? nil : (text, name, file)
            }
            name = String(text.drop { $0 != "/" }.dropFirst())
            guard let value = values[String(text.dropFirst())] else { return nil }
            (text, file) = value
        }
        return nil
    }

    /// The text without the escapes of Android's resources, and with each run of white space as one space.
    private static func unescaped(_ text: String) -> String {
        var result = ""
        var isQuoted = false
        var hasSpace = false
        var characters = Array(text.unicodeScalars)[...]
        while let scalar = characters.popFirst() {
            if !isQuoted, scalar.properties.isWhitespace {
                hasSpace = !result.isEmpty
                continue
            }
            if hasSpace { result += " " }
            hasSpace = false
            switch scalar {
            case "\"": isQuoted.toggle()
            case "\\":
                guard let next = characters.popFirst() else { break }
                switch next {
                case "n": result += "\n"
                case "t": result += "\t"
                case "u":
                    let digits = String(String.UnicodeScalarView(characters.prefix(4)))
                    guard let value = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else { break }
                    characters = characters.dropFirst(4)
                    result.unicodeScalars.append(value)
                default: result.unicodeScalars.append(next)
                }
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
