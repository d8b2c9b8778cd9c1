/// Finds strings in an Android package's `resources.arsc` (AOSP's ResourceTypes.h, ResTable).
struct ResourceTable {
    static let maximumSize = 32 << 20
    private static let maximumReferenceDepth = 8
    private static let maximumPackageCount = 64
    private static let maximumConfigurationSize = 256

    /// A resource in the default configuration, and whether other configurations differ.
    struct Value {
        var text: String?
        /// The name of the resource, such as `@string/host`.
        var name: String
        var hasAlternatives: Bool
    }

    private struct Package {
        let id: Int
        let typeNames: StringPool?
        let keys: StringPool?
        /// The chunks of entries by the id of their type.
        let types: [Int: [Chunk]]
    }

    private let strings: StringPool
    private let packages: [Package]

    init(_ bytes: [UInt8]) throws(FormatError) {
        let table = try Chunk(ByteView(bytes))
        guard table.kind == Chunk.table else { throw FormatError("has damaged resources") }
        var strings: StringPool?
        var packages: [Package] = []
        for chunk in try table.children() {
            if chunk.kind == Chunk.stringPool, strings == nil { strings = try StringPool(chunk.bytes) }
            if chunk.kind == Chunk.package, packages.count < Self.maximumPackageCount {
                packages.append(try Self.package(chunk))
            }
        }
        guard let strings else { throw FormatError("has damaged resources: they have no strings") }
        self.strings = strings
        self.packages = packages
    }

    private static func package(_ chunk: Chunk) throws(FormatError) -> Package {
        let typeOffset = try chunk.bytes.uint32(at: 268)
        let keyOffset = try chunk.bytes.uint32(at: 276)
        var types: [Int: [Chunk]] = [:]
        for child in try chunk.children() where child.kind == Chunk.type {
            types[try child.bytes.uint8(at: 8), default: []].append(child)
        }
        return Package(
            id: try chunk.bytes.uint32(at: 8),
            typeNames: typeOffset == 0 ? nil : try StringPool(Chunk(chunk.bytes.view(from: typeOffset)).bytes),
            keys: keyOffset == 0 ? nil : try StringPool(Chunk(chunk.bytes.view(from: keyOffset)).bytes),
            types: types
        )
    }

    /// The text of a resource, or `nil` if it does not exist.
    func value(_ id: Int, _ budget: inout StringBudget) throws(FormatError) -> Value? {
        var result: Value?
        var id = id
        for _ in 0..<Self.maximumReferenceDepth {
            guard let found = try entry(id, &budget) else { return result }
            if result == nil { result = Value(text: nil, name: found.name, hasAlternatives: false) }
            if found.hasAlternatives { result?.hasAlternatives = true }
            switch found.kind {
            case 0x01: id = found.data
            case 0x03:
                result?.text = try strings.string(found.data, &budget)
                return result
            case 0x10, 0x11:
                result?.text = String(Int32(truncatingIfNeeded: found.data))
                return result
            case 0x12:
                result?.text = found.data == 0 ? "false" : "true"
                return result
            default: return result
            }
        }
        return result
    }

    private func entry(
        _ id: Int,
        _ budget: inout StringBudget
    ) throws(FormatError) -> (kind: Int, data: Int, name: String, hasAlternatives: Bool)? {
        let index = id & 0xFFFF
        let type = id >> 16 & 0xFF
        var fallback: (Int, Int)?
        var chosen: (Int, Int)?
        var name: String?
        var count = 0
        for package in packages where package.id == id >> 24 {
            for chunk in package.types[type] ?? [] {
                // Each look-up has a cost, because there may be any number of references and configurations.
                try budget.use(0)
                guard let offset = try Self.offset(ofEntry: index, in: chunk) else { continue }
                // A complex entry is not a string. A compact entry has its value in place of a header's last fields.
                let flags = try chunk.bytes.uint16(at: offset + 2)
                let key: Int
                let value: (Int, Int)
                if flags & 0x8 != 0 {
                    key = try chunk.bytes.uint16(at: offset)
                    value = (flags >> 8, try chunk.bytes.uint32(at: offset + 4))
                } else {
                    guard flags & 0x1 == 0 else { continue }
                    key = try chunk.bytes.uint32(at: offset + 4)
                    let start = try offset + chunk.bytes.uint16(at: offset)
                    value = (try chunk.bytes.uint8(at: start + 3), try chunk.bytes.uint32(at: start + 4))
                }
                count += 1
                if name == nil {
                    let typeName = try package.typeNames?.string(type - 1, &budget) ?? "string"
                    name = "@\(typeName)/\(try package.keys?.string(key, &budget) ?? "")"
                }
                fallback = fallback ?? value
                if try Self.isDefault(chunk) { chosen = chosen ?? value }
            }
        }
        guard let value = chosen ?? fallback, let name else { return nil }
        return (value.0, value.1, name, count > 1)
    }

    /// Whether the entries are for every configuration: all bytes after its size are zero.
    private static func isDefault(_ chunk: Chunk) throws(FormatError) -> Bool {
        let size = try chunk.bytes.uint32(at: 20)
        guard size <= maximumConfigurationSize else { return false }
        return try chunk.bytes.view(at: 24, count: max(0, size - 4)).bytes.allSatisfy { $0 == 0 }
    }

    /// The place of an entry in its chunk: the offsets are dense in 32 or 16 bits, or sparse pairs in order.
    private static func offset(ofEntry index: Int, in chunk: Chunk) throws(FormatError) -> Int? {
        let flags = try chunk.bytes.uint8(at: 9)
        let count = try chunk.bytes.uint32(at: 12)
        let start = try chunk.bytes.uint32(at: 16)
        let table = chunk.headerSize
        if flags & 0x01 != 0 {
            var (low, high) = (0, min(count, chunk.bytes.count / 4))
            while low < high {
                let middle = (low + high) / 2
                let candidate = try chunk.bytes.uint16(at: table + 4 * middle)
                if candidate == index { return try start + 4 * chunk.bytes.uint16(at: table + 4 * middle + 2) }
                if candidate < index { low = middle + 1 } else { high = middle }
            }
            return nil
        }
        guard index < count else { return nil }
        if flags & 0x02 != 0 {
            let offset = try chunk.bytes.uint16(at: table + 2 * index)
            return offset == 0xFFFF ? nil : start + 4 * offset
        }
        let offset = try chunk.bytes.uint32(at: table + 4 * index)
        return offset == 0xFFFF_FFFF ? nil : start + offset
    }
}
