/// The query of a request, decoded once; a plus sign stays one, since URLs have it.
struct Query {
    private let items: [(name: String, value: String)]

    init(_ text: String?) {
        items = (text ?? "").split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Query.decode(parts[0]), parts.count > 1 ? Query.decode(parts[1]) : "")
        }
    }

    /// Every name with its value, in order.
    var all: [(name: String, value: String)] { items }

    /// The first value of a name.
    subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    /// Every value of a name, as it is.
    func values(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    /// Every value of a name, with those that are separated by commas.
    func list(_ name: String) -> [String] {
        items.filter { $0.name == name }.flatMap { $0.value.split(separator: ",").map(String.init) }
    }

    /// Decodes percent escapes; an escape that is none stays as it is.
    static func decode(_ text: some StringProtocol) -> String {
        let bytes = Array(text.utf8)
        guard bytes.contains(UInt8(ascii: "%")) else { return String(text) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = digit(bytes[index + 1]),
                let low = digit(bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
