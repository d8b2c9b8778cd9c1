/// The edits of an Xcode project that findings suggest: a setting beside the literal bundle identifier of the same configurations.
struct ProjectSettingEdits {
    /// The maximum number of places to edit; a target has one for each configuration.
    private static let maximumPlaces = 50

    private let text: String

    init(_ bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }

    func edits(_ finding: Finding) -> [FileEdit]? {
        guard case .setting(let name, let value, let identifier)? = finding.change, Self.isPlain(value) else {
            return nil
        }
        let bundle = "PRODUCT_BUNDLE_IDENTIFIER"
        let forms = [bundle, "\"\(bundle)\""].flatMap { key in
            [identifier, "\"\(identifier)\""].map { "\(key) = \($0);" }
        }
        let places = forms.flatMap { text.ranges(of: $0) }
        guard places.count <= Self.maximumPlaces else { return nil }
        let edits = places.map { range in
            let place = text[..<range.upperBound].utf8.count
            let line = text[..<range.lowerBound].reversed().prefix { $0 != "\n" }
            let isAlone = line.allSatisfy { $0 == "\t" || $0 == " " }
            let start = isAlone ? "\n" + String(line.reversed()) : " "
            return FileEdit(place..<place, "\(start)\(name) = \"\(value)\";")
        }
        return edits.isEmpty ? nil : edits
    }

    /// Text that needs no escape between double quotes.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
}
