import BoltsSiteCheck

/// Reads the binary XML of an Android package's manifest (AOSP's ResourceTypes.h, ResXMLTree).
struct BinaryXML {
    static let maximumSize = 16 << 20
    private static let maximumElementCount = 100_000
    private static let maximumAttributeCount = 1_000_000

    /// The attributes of Android's namespace by id, for files whose names were stripped.
    private static let names: [Int: String] = [
        0x0101_0003: "name", 0x0101_000E: "enabled", 0x0101_0010: "exported", 0x0101_0026: "mimeType",
        0x0101_0027: "scheme",
        0x0101_0028: "host", 0x0101_0029: "port", 0x0101_002A: "path", 0x0101_002B: "pathPrefix",
        0x0101_002C: "pathPattern",
        0x0101_0202: "targetActivity", 0x0101_020C: "minSdkVersion", 0x0101_0270: "targetSdkVersion",
        0x0101_04EE: "autoVerify", 0x0101_061E: "pathSuffix", 0x0101_0620: "pathAdvancedPattern",
    ]

    /// The attributes to read: labels and icons would need resources that differ by language and screen.
    private static let read = Set(names.values.map { "android:" + $0 }).union(["package", "split"])

    /// The name of an attribute of Android's namespace by its id, or `nil` if it is not needed.
    static func name(ofAttribute id: Int) -> String? { names[id].map { "android:" + $0 } }

    private var pool: StringPool?
    private var ids: [Int] = []
    private var budget = StringBudget()
    private var attributeCount = 0
    private let resolve: (Int) -> String?

    private init(resolve: @escaping (Int) -> String?) { self.resolve = resolve }

    /// Reads the root element of a manifest; `resolve` returns the text of a resource by its id, or a reference such as
    /// `@string/host`.
    static func root(of bytes: [UInt8], resolve: @escaping (Int) -> String?) throws(FormatError) -> ManifestElement {
        var reader = BinaryXML(resolve: resolve)
        return try reader.root(ByteView(bytes))
    }

    private mutating func root(_ bytes: ByteView) throws(FormatError) -> ManifestElement {
        // Some tools write another chunk type for the whole file; the system does not check it either.
        var rest = try bytes.view(from: bytes.uint16(at: 2))
        var open: [ManifestElement] = []
        var elementCount = 0
        while rest.count >= 8 {
            let chunk = try Chunk(rest)
            rest = try rest.view(from: chunk.bytes.count)
            switch chunk.kind {
            case Chunk.stringPool where pool == nil: pool = try StringPool(chunk.bytes)
            case Chunk.resourceMap:
                for offset in stride(from: chunk.headerSize, to: chunk.bytes.count - 3, by: 4) {
                    ids.append(try chunk.bytes.uint32(at: offset))
                }
            case Chunk.startElement:
                elementCount += 1
                guard elementCount <= Self.maximumElementCount, open.count < XMLReader.depthLimit else {
                    throw FormatError("has a manifest with too many elements, or nested too deeply")
                }
                open.append(try element(chunk))
            case Chunk.endElement:
                guard let element = open.popLast() else { throw FormatError("has a damaged manifest") }
                guard !open.isEmpty else { return element }
                open[open.count - 1].children.append(element)
            default: break
            }
        }
        throw FormatError("has a damaged manifest: it ends too early")
    }

    private mutating func string(_ index: Int) throws(FormatError) -> String? {
        guard let pool else { throw FormatError("has a damaged manifest: it has no strings") }
        return try pool.string(index, &budget)
    }

    private mutating func element(_ chunk: Chunk) throws(FormatError) -> ManifestElement {
        let body = try chunk.bytes.view(from: chunk.headerSize)
        var element = ManifestElement(try string(body.uint32(at: 4)) ?? "")
        let start = try body.uint16(at: 8)
        let size = try body.uint16(at: 10)
        let count = try body.uint16(at: 12)
        guard size >= 20 || count == 0 else { throw FormatError("has a damaged manifest") }
        attributeCount += count
        guard attributeCount <= Self.maximumAttributeCount else {
            throw FormatError("has a manifest with too many attributes")
        }
        for index in 0..<count {
            let attribute = try body.view(at: start + index * size, count: 20)
            guard let name = try name(attribute), Self.read.contains(name) else { continue }
            element.attributes[name] = try value(attribute)
        }
        return element
    }

    /// The name of an attribute, by its id if it has one.
    private mutating func name(_ attribute: ByteView) throws(FormatError) -> String? {
        let index = try attribute.uint32(at: 4)
        if index < ids.count, let name = Self.name(ofAttribute: ids[index]) { return name }
        guard let name = try string(index), !name.isEmpty else { return nil }
        guard let uri = try string(attribute.uint32(at: 0)), !uri.isEmpty else { return name }
        return AndroidNamespace.prefix(ofURI: uri).map { $0 + name } ?? name
    }

    private mutating func value(_ attribute: ByteView) throws(FormatError) -> String? {
        let data = try attribute.uint32(at: 16)
        switch try attribute.uint8(at: 15) {
        case 0x01, 0x07: return resolve(data)
        case 0x03: return try string(data)
        case 0x10, 0x11: return String(Int32(truncatingIfNeeded: data))
        case 0x12: return data == 0 ? "false" : "true"
        default: return try string(attribute.uint32(at: 8))
        }
    }
}
