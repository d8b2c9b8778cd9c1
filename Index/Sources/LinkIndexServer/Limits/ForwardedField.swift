/// The field `Forwarded` (RFC 7239, section 4): elements with parameters, of which `for` names whom a proxy asks for.
enum ForwardedField {
    /// Reads the nodes of a field, in the order of the proxies.
    ///
    /// - Parameter text: The field's value, or several ones joined with commas.
    /// - Returns: The value of each element's `for`; `nil` for one without it. What follows bytes that cannot be read is one
    ///   such element, because nobody knows where it ends.
    static func nodes(_ text: String) -> [String?] {
        var bytes = Array(text.utf8)[...]
        var nodes: [String?] = []
        skipSpace(&bytes)
        guard !bytes.isEmpty else { return [] }
        while true {
            guard let node = element(&bytes) else { return nodes + [nil] }
            nodes.append(node)
            guard let comma = bytes.popFirst() else { return nodes }
            guard comma == UInt8(ascii: ",") else { return nodes.dropLast() + [nil] }
        }
    }

    /// Reads one element up to the comma after it; `nil` if it cannot be read, and an inner `nil` if it has no node.
    private static func element(_ bytes: inout ArraySlice<UInt8>) -> String?? {
        var node: String?
        while true {
            skipSpace(&bytes)
            let name = token(&bytes)
            if !name.isEmpty {
                guard bytes.popFirst() == UInt8(ascii: "=") else { return nil }
                guard let value = value(&bytes) else { return nil }
                if name.lowercased() == "for" {
                    // A parameter occurs once.
                    guard node == nil else { return nil }
                    node = value
                }
            }
            skipSpace(&bytes)
            guard bytes.first == UInt8(ascii: ";") else { return .some(node) }
            bytes.removeFirst()
        }
    }

    private static func value(_ bytes: inout ArraySlice<UInt8>) -> String? {
        guard bytes.first == UInt8(ascii: "\"") else {
            let text = token(&bytes)
            return text.isEmpty ? nil : text
        }
        bytes.removeFirst()
        var text: [UInt8] = []
        while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = bytes.popFirst() else { return nil }
                text.append(escaped)
            default: text.append(byte)
            }
        }
        return nil
    }

    /// Takes the bytes of a token; a colon and brackets are accepted too, which some proxies leave without quotes.
    private static func token(_ bytes: inout ArraySlice<UInt8>) -> String {
        let token = bytes.prefix { byte in
            byte > 0x20 && byte < 0x7F && ![0x22, 0x2C, 0x3B, 0x3D].contains(byte)
        }
        bytes = bytes.dropFirst(token.count)
        return String(decoding: token, as: UTF8.self)
    }

    private static func skipSpace(_ bytes: inout ArraySlice<UInt8>) {
        bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
    }
}
