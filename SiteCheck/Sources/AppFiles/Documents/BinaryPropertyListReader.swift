import BoltsSiteCheck
import Foundation

/// Reads binary property lists; a list may share values, which can expand to any size, so the values are counted.
struct BinaryPropertyListReader {
    private static let maximumValueCount = 100_000
    /// Longer texts are omitted: no identifier, host or path is that long.
    private static let maximumTextSize = 4_096

    private let bytes: ByteView
    private let offsets: ByteView
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    private var valueCount = 0
    private var byteCount = 0

    static func value(of bytes: [UInt8]) throws(FormatError) -> PropertyList {
        let view = ByteView(bytes)
        let trailer = try view.view(at: bytes.count - 32, count: 32)
        var reader = try BinaryPropertyListReader(view, trailer)
        return try reader.value(trailer.bigEndian(at: 16, size: 8), depth: 0)
    }

    private init(_ bytes: ByteView, _ trailer: ByteView) throws(FormatError) {
        self.bytes = bytes
        offsetSize = try trailer.uint8(at: 6)
        referenceSize = try trailer.uint8(at: 7)
        objectCount = try trailer.bigEndian(at: 8, size: 8)
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), objectCount <= bytes.count else {
            throw FormatError("is a damaged property list")
        }
        offsets = try bytes.view(at: trailer.bigEndian(at: 24, size: 8), count: objectCount * offsetSize)
    }

    private mutating func value(_ index: Int, depth: Int) throws(FormatError) -> PropertyList {
        valueCount += 1
        ReadingSteps.add()
        guard depth < PropertyList.depthLimit, valueCount <= Self.maximumValueCount else {
            throw FormatError("is a property list with too many values, or nested too deeply")
        }
        guard index < objectCount else { throw FormatError("is a damaged property list") }
        let start = try offsets.bigEndian(at: index * offsetSize, size: offsetSize)
        let marker = try bytes.uint8(at: start)
        switch marker >> 4 {
        case 0x0: return marker == 0x08 ? .boolean(false) : marker == 0x09 ? .boolean(true) : .other
        case 0x1:
            let size = 1 << (marker & 0xF)
            // A number of 16 bytes does not fit, and one with its first bit set is negative.
            guard size <= 8, let number = try? bytes.bigEndian(at: start + 1, size: size) else { return .other }
            return .integer(number)
        case 0x3:
            let bits = try bytes.view(at: start + 1, count: 8).bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let seconds = Double(bitPattern: bits)
            return seconds.magnitude < 1e12 ? .date(Date(timeIntervalSinceReferenceDate: seconds)) : .other
        case 0x5, 0x7:
            let content = try content(start, marker, width: 1)
            guard content.count <= Self.maximumTextSize else { return .other }
            return .string(String(decoding: content.bytes, as: UTF8.self))
        case 0x6:
            let content = try content(start, marker, width: 2)
            guard content.count <= Self.maximumTextSize else { return .other }
            var units: [UInt16] = []
            for offset in stride(from: 0, to: content.count, by: 2) {
                units.append(UInt16(truncatingIfNeeded: try content.bigEndian(at: offset, size: 2)))
            }
            return .string(String(decoding: units, as: UTF16.self))
        case 0xA:
            let content = try content(start, marker, width: referenceSize)
            return .array(try values(content, from: 0, to: content.count / referenceSize, depth))
        case 0xD:
            let content = try content(start, marker, width: 2 * referenceSize)
            let count = content.count / 2 / referenceSize
            let keys = try values(content, from: 0, to: count, depth)
            let values = try values(content, from: count, to: 2 * count, depth)
            var result: [String: PropertyList] = [:]
            for (key, value) in zip(keys, values) { if let key = key.string { result[key] = value } }
            return .dictionary(result)
        default: return .other
        }
    }

    private mutating func values(
        _ references: ByteView,
        from first: Int,
        to end: Int,
        _ depth: Int
    ) throws(FormatError) -> [PropertyList] {
        var result: [PropertyList] = []
        for index in first..<end {
            let reference = try references.bigEndian(at: index * referenceSize, size: referenceSize)
            result.append(try value(reference, depth: depth + 1))
        }
        return result
    }

    /// The content of a value that consists of a number of elements, each `width` bytes long.
    private mutating func content(_ start: Int, _ marker: Int, width: Int) throws(FormatError) -> ByteView {
        var count = marker & 0xF
        var offset = start + 1
        if count == 0xF {
            let size = 1 << (try bytes.uint8(at: offset) & 0xF)
            guard size <= 8 else { throw FormatError("is a damaged property list") }
            count = try bytes.bigEndian(at: offset + 1, size: size)
            offset += 1 + size
        }
        guard count <= bytes.count else { throw FormatError("is a damaged property list") }
        // A shared value is read each time it is used, so it counts each time.
        byteCount += min(count * width, Self.maximumTextSize)
        ReadingSteps.add(min(count * width, Self.maximumTextSize) / 4_096)
        guard byteCount <= PropertyList.maximumSize else {
            throw FormatError("is a property list with too many bytes")
        }
        return try bytes.view(at: offset, count: count * width)
    }
}
