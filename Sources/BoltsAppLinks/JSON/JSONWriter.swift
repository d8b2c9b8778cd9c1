import BoltsBase

/// Writes JSON, always the same bytes for the same value: members sorted by name, no white space, slashes unescaped.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private let depthLimit: Int

    init(depthLimit: Int) {
        self.depthLimit = min(depthLimit, 512)
    }

    mutating func write(_ value: AppLinkValue, depth: Int = 0) throws(JSONTextError) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let bool): bytes += (bool ? "true" : "false").utf8
        case .integer(let integer): bytes += String(integer).utf8
        case .number(let number):
            guard number.isFinite else { throw JSONTextError(.numberOutOfRange, at: bytes.count) }
            bytes += "\(number)".utf8
        case .decimal(let text):
            // The text may come from the caller, so it is checked.
            var reader = JSONReader(Array(text.utf8), depthLimit: 0)
            guard let value = try? reader.readDocument(), value.numberText != nil else {
                throw JSONTextError(.numberOutOfRange, at: bytes.count)
            }
            bytes += text.utf8
        case .string(let string): JSONString.append(string, to: &bytes)
        case .array(let array):
            try checkDepth(depth)
            bytes.append(UInt8(ascii: "["))
            for (index, element) in array.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                try write(element, depth: depth + 1)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object): try write(object, depth: depth)
        }
    }

    mutating func write(_ object: [String: AppLinkValue], depth: Int = 0) throws(JSONTextError) {
        try checkDepth(depth)
        bytes.append(UInt8(ascii: "{"))
        var isFirst = true
        for (name, member) in object.sorted(by: { $0.key < $1.key }) {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            JSONString.append(name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            try write(member, depth: depth + 1)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private func checkDepth(_ depth: Int) throws(JSONTextError) {
        guard depth < depthLimit else { throw JSONTextError(.tooDeep, at: bytes.count) }
    }
}

extension AppLinkValue {
    /// The value as JSON text, deterministic: members sorted by name, no white space.
    ///
    /// - Parameter depthLimit: How deeply arrays and objects may be nested, at most 512.
    /// - Returns: The text.
    /// - Throws: ``JSONTextError`` if a number is not finite or the value is nested too deeply.
    public func jsonText(depthLimit: Int = 32) throws(JSONTextError) -> String {
        var writer = JSONWriter(depthLimit: depthLimit)
        try writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
