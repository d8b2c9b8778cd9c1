/// The needed parts of an Apple executable: the entitlements and the team of its signature.
///
/// Nothing is verified.
///
/// `mach-o/loader.h` and `mach-o/fat.h` document Mach-O, `sigblob.h` of Security documents the signature.
struct MachO {
    /// The entitlements of the signature, or `nil` if the signature has none.
    private(set) var entitlements: PropertyList?
    private(set) var teamIdentifier: String?
    private(set) var isSigned = false
    /// Whether the code is encrypted, which only the store does.
    private(set) var isEncrypted = false

    private static let arm64 = 0x0100_000C
    private static let maximumSliceCount = 64
    private static let maximumCommandSize = 4 << 20
    private static let maximumBlobCount = 200
    private static let maximumBlobSize = 1 << 20
    /// A signature contains the hashes of the code: about 50 bytes for each 4 KiB.
    private static let maximumSignatureSize = 32 << 20
    private static let damaged = FormatError("has an executable that is damaged or not in the Mach-O format")

    init(_ source: any ByteSource) throws(FormatError) {
        let magic = try ByteView(source.read(at: 0, count: min(4, source.count))).bigEndian(at: 0, size: 4)
        switch magic {
        case 0xCAFE_BABE: try readSlice(of: source, entrySize: 20)
        case 0xCAFE_BABF: try readSlice(of: source, entrySize: 32)
        default: try readCommands(of: source)
        }
    }

    /// Reads the slice for phones, or the first one; each slice has its own signature, with the same entitlements.
    private mutating func readSlice(of source: any ByteSource, entrySize: Int) throws(FormatError) {
        let count = try ByteView(source.read(at: 4, count: 4)).bigEndian(at: 0, size: 4)
        guard (1...Self.maximumSliceCount).contains(count) else { throw Self.damaged }
        let table = ByteView(try source.read(at: 8, count: count * entrySize))
        var chosen = 0
        for index in (0..<count).reversed() where try table.bigEndian(at: index * entrySize, size: 4) == Self.arm64 {
            chosen = index * entrySize
        }
        let width = entrySize == 20 ? 4 : 8
        let start = try table.bigEndian(at: chosen + 8, size: width)
        let size = try table.bigEndian(at: chosen + 8 + width, size: width)
        try readCommands(of: PartialBytes(source, start: start, count: size))
    }

    private mutating func readCommands(of source: any ByteSource) throws(FormatError) {
        let header = ByteView(try source.read(at: 0, count: min(28, source.count)))
        let magic = try header.uint32(at: 0)
        guard magic == 0xFEED_FACF || magic == 0xFEED_FACE else { throw Self.damaged }
        let size = try header.uint32(at: 20)
        guard size <= Self.maximumCommandSize else { throw Self.damaged }
        var commands = ByteView(try source.read(at: magic == 0xFEED_FACF ? 32 : 28, count: size))
        var signature: (offset: Int, size: Int)?
        var rest = try header.uint32(at: 16)
        while rest > 0, commands.count > 0 {
            rest -= 1
            let length = try commands.uint32(at: 4)
            guard length >= 8 else { throw Self.damaged }
            switch try commands.uint32(at: 0) {
            case 0x1D: signature = (try commands.uint32(at: 8), try commands.uint32(at: 12))
            case 0x21, 0x2C: isEncrypted = try commands.uint32(at: 16) != 0
            default: break
            }
            commands = try commands.view(from: length)
        }
        guard let signature else { return }
        isSigned = true
        try readSignature(PartialBytes(source, start: signature.offset, count: signature.size))
    }

    private mutating func readSignature(_ source: PartialBytes) throws(FormatError) {
        // The signature is read at once, because reading backward in inflated data would inflate everything before it again.
        let bytes = ByteView(try source.read(at: 0, count: min(source.count, Self.maximumSignatureSize)))
        guard try bytes.bigEndian(at: 0, size: 4) == 0xFADE_0CC0 else {
            throw FormatError("has an executable whose signature is not in Apple's format")
        }
        let count = try bytes.bigEndian(at: 8, size: 4)
        guard count <= Self.maximumBlobCount else { throw Self.damaged }
        var places: [Int: Int] = [:]
        for entry in 0..<count {
            let slot = try bytes.bigEndian(at: 12 + 8 * entry, size: 4)
            // If a slot occurs twice, the first one counts.
            if places[slot] == nil { places[slot] = try bytes.bigEndian(at: 16 + 8 * entry, size: 4) }
        }
        var encoded: PropertyList?
        for slot in [0, 5, 7] {
            guard let offset = places[slot] else { continue }
            let length = try bytes.bigEndian(at: offset + 4, size: 4)
            let limit = slot == 0 ? min(length, 4_096) : length
            guard length >= 8, limit <= Self.maximumBlobSize else { throw Self.damaged }
            let blob = try bytes.view(at: offset, count: limit)
            switch (slot, try blob.bigEndian(at: 0, size: 4)) {
            case (0, 0xFADE_0C02): teamIdentifier = try Self.team(blob)
            case (5, 0xFADE_7171): entitlements = try PropertyList(bytes: Array(blob.bytes.dropFirst(8)))
            case (7, 0xFADE_7172): encoded = try DEREntitlements.value(of: blob.view(from: 8))
            default: break
            }
        }
        entitlements = entitlements ?? encoded
    }

    /// The team of a code directory; versions from 0x20200 have one.
    private static func team(_ directory: ByteView) throws(FormatError) -> String? {
        guard try directory.bigEndian(at: 8, size: 4) >= 0x20200 else { return nil }
        let offset = try directory.bigEndian(at: 48, size: 4)
        guard offset != 0, offset < directory.count else { return nil }
        return String(decoding: try directory.view(from: offset).bytes.prefix(64).prefix { $0 != 0 }, as: UTF8.self)
    }
}

/// DER entitlements, which newer signatures have in addition to or instead of the property list.
enum DEREntitlements {
    private static let dictionary = 0xB0

    static func value(of bytes: ByteView) throws(FormatError) -> PropertyList {
        let root = try DERValue(bytes)
        guard root.tag == 0x70 else { throw FormatError("has entitlements in another format") }
        return try value(root.child(1, tag: dictionary), depth: 0)
    }

    private static func value(_ value: DERValue, depth: Int) throws(FormatError) -> PropertyList {
        guard depth < PropertyList.depthLimit else {
            throw FormatError("has entitlements that are nested too deeply")
        }
        switch value.tag {
        case 0x01: return .boolean(value.content.bytes.contains { $0 != 0 })
        case DERValue.integer:
            return (1...7).contains(value.content.count)
                ? .integer(try value.content.bigEndian(at: 0, size: value.content.count)) : .other
        case DERValue.utf8String: return .string(String(decoding: value.content.bytes, as: UTF8.self))
        case DERValue.sequence:
            var values: [PropertyList] = []
            for child in try value.children() { values.append(try self.value(child, depth: depth + 1)) }
            return .array(values)
        case dictionary:
            var values: [String: PropertyList] = [:]
            for pair in try value.children() {
                let parts = try pair.children()
                guard parts.count == 2, parts[0].tag == DERValue.utf8String else {
                    throw FormatError("has entitlements in another format")
                }
                values[String(decoding: parts[0].content.bytes, as: UTF8.self)] = try self.value(
                    parts[1],
                    depth: depth + 1
                )
            }
            return .dictionary(values)
        default: return .other
        }
    }
}
