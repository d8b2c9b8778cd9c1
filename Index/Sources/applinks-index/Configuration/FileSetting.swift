import Configuration

/// The value of a setting in the file, with its JSON type: neither `true` nor "8080" is a number.
enum FileSetting: Decodable {
    case flag(Bool)
    case integer(Int)
    case text(String)
    case texts([String])
    /// A number with a fraction or of too many digits, an object, `null`, or a list of anything but texts.
    case other

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .flag(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([String].self) {
            self = .texts(value)
        } else {
            self = .other
        }
    }

    /// The value for a setting, or `nil` if it is of another kind.
    func content(of kind: Setting.Kind) -> ConfigContent? {
        switch (self, kind) {
        case (.flag(let isOn), .flag): .bool(isOn)
        case (.integer(let number), .integer): .int(number)
        case (.text(let text), .text): .string(text)
        case (.texts(let texts), .texts): .stringArray(texts)
        default: nil
        }
    }
}
