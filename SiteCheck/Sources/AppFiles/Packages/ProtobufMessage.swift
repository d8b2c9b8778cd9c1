/// The fields of a message in the wire format of Protocol Buffers.
struct ProtobufMessage {
    enum Value {
        case number(UInt64)
        case bytes(ByteView)
    }

    /// The maximum number of values of one field in a message, and the maximum number of fields.
    private static let maximumRepetitionCount = 200_000
    private static let maximumFieldCount = 1_000_000

    private let bytes: ByteView

    init(_ bytes: ByteView) { self.bytes = bytes }

    /// Calls a closure with each field in order.
    func visitFields(_ body: (Int, Value) throws(FormatError) -> Void) throws(FormatError) {
        var offset = 0
        var count = 0
        while offset < bytes.count {
            count += 1
            guard count <= Self.maximumFieldCount else { throw Self.tooMany }
            let key = try variable(&offset)
            let number = Int(truncatingIfNeeded: key >> 3 & 0x1FFF_FFFF)
            switch key & 7 {
            case 0: try body(number, .number(variable(&offset)))
            case 1:
                _ = try bytes.view(at: offset, count: 8)
                offset += 8
            case 2:
                guard let length = Int(exactly: try variable(&offset)) else { throw Self.damaged }
                try body(number, .bytes(bytes.view(at: offset, count: length)))
                offset += length
            case 5:
                _ = try bytes.view(at: offset, count: 4)
                offset += 4
            default: throw Self.damaged
            }
        }
    }

    /// The message of the last field with a number, or `nil` if there is none.
    func message(_ number: Int) throws(FormatError) -> ProtobufMessage? {
        try view(number).map { ProtobufMessage($0) }
    }

    /// The text of a field, empty if there is none.
    func text(_ number: Int) throws(FormatError) -> String {
        try view(number).map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    }

    /// The number of a field, zero if there is none.
    func number(_ number: Int) throws(FormatError) -> Int {
        var result = 0
        try visitFields { field, value throws(FormatError) in
            if field == number, case .number(let value) = value { result = Int(truncatingIfNeeded: value) }
        }
        return result
    }

    /// The messages of a repeated field.
    func messages(_ number: Int) throws(FormatError) -> [ProtobufMessage] {
        var result: [ProtobufMessage] = []
        try visitFields { field, value throws(FormatError) in
            guard field == number, case .bytes(let view) = value else { return }
            guard result.count < Self.maximumRepetitionCount else { throw Self.tooMany }
            result.append(ProtobufMessage(view))
        }
        return result
    }

    var isEmpty: Bool { bytes.count == 0 }

    private static var tooMany: FormatError { FormatError("has too many parts in its manifest or resources") }

    private static var damaged: FormatError {
        FormatError("is damaged: a message of its manifest or resources cannot be read")
    }

    private func view(_ number: Int) throws(FormatError) -> ByteView? {
        var result: ByteView?
        try visitFields { field, value throws(FormatError) in
            if field == number, case .bytes(let view) = value { result = view }
        }
        return result
    }

    private func variable(_ offset: inout Int) throws(FormatError) -> UInt64 {
        var result: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            let byte = UInt64(try bytes.uint8(at: offset))
            offset += 1
            if shift < 64 { result |= (byte & 0x7F) << shift }
            if byte & 0x80 == 0 { return result }
        }
        throw Self.damaged
    }
}
