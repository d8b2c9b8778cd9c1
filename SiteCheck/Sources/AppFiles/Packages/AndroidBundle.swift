import BoltsBase
import BoltsSiteCheck

/// Reads an `.aab`: the manifest of its base module (aapt's Resources.proto), and the certificate of the upload key.
struct AndroidBundle {
    private static let maximumElementCount = 100_000
    private static let maximumAttributeCount = 200_000
    private static let maximumResourceCount = 500_000
    private static let maximumReferenceDepth = 8
    /// The resource types that are read.
    private static let types: Set<String> = ["string", "bool", "integer"]

    private var elementCount = 0
    private var attributeCount = 0
    private var resourceCount = 0
    private var strings: [String: String] = [:]
    private var idNames: [Int: String] = [:]

    static func content(_ source: any ByteSource, path: String) throws(FormatError) -> AppFileContent {
        let archive = try ZIPArchive(source)
        guard let bytes = try archive.bytes(named: "base/manifest/AndroidManifest.xml", limit: BinaryXML.maximumSize)
        else {
            throw FormatError("is not an Android bundle: it has no base/manifest/AndroidManifest.xml")
        }
        var notes: [String] = []
        var reader = AndroidBundle()
        do throws(FormatError) {
            if let bytes = try archive.bytes(named: "base/resources.pb", limit: ResourceTable.maximumSize) {
                try reader.readStrings(ProtobufMessage(ByteView(bytes)))
            }
        } catch {
            notes.append("\(path.sanitized(limit: 400)) \(error.reason); values in its resources are not known.")
        }
        guard let root = try reader.element(ProtobufMessage(ByteView(bytes)), depth: 0), root.name == "manifest" else {
            throw FormatError("has a manifest that is not Android's")
        }
        var app = AndroidAppClaims(manifest: root, file: path, rank: .built)
        app.certificates = try AndroidSignature(archive).certificates
        app.isBundle = true
        return AppFileContent(claims: AppClaims(android: [app]), files: [path], notes: notes)
    }

    // MARK: - Elements

    private mutating func element(_ node: ProtobufMessage, depth: Int) throws(FormatError) -> ManifestElement? {
        guard let message = try node.message(1) else { return nil }
        elementCount += 1
        guard elementCount <= Self.maximumElementCount, depth < XMLReader.depthLimit else {
            throw FormatError("has a manifest with too many elements, or nested too deeply")
        }
        var element = ManifestElement(try message.text(3))
        for attribute in try message.messages(4) {
            attributeCount += 1
            guard attributeCount <= Self.maximumAttributeCount else {
                throw FormatError("has a manifest with too many attributes")
            }
            let name = try name(attribute)
            element.attributes[name] = try value(attribute)
        }
        for child in try message.messages(5) {
            if let child = try self.element(child, depth: depth + 1) { element.children.append(child) }
        }
        return element
    }

    private func name(_ attribute: ProtobufMessage) throws(FormatError) -> String {
        if let name = BinaryXML.name(ofAttribute: try attribute.number(5)) { return name }
        return (try AndroidNamespace.prefix(ofURI: attribute.text(1)) ?? "") + (try attribute.text(2))
    }

    private func value(_ attribute: ProtobufMessage) throws(FormatError) -> String {
        let written = try attribute.text(3)
        guard let item = try attribute.message(6) else { return written }
        if let reference = try item.message(1) { return try text(of: reference) }
        if let string = try item.message(2) { return try string.text(1) }
        if let primitive = try item.message(7), written.isEmpty {
            return try Self.text(ofPrimitive: primitive) ?? written
        }
        return written
    }

    /// The text of a Boolean value or an integer, or `nil` for another value.
    private static func text(ofPrimitive primitive: ProtobufMessage) throws(FormatError) -> String? {
        var text: String?
        try primitive.visitFields { field, value throws(FormatError) in
            guard case .number(let number) = value else { return }
            switch field {
            case 6, 7: text = String(Int32(truncatingIfNeeded: number))
            case 8: text = number == 0 ? "false" : "true"
            default: break
            }
        }
        return text
    }

    // MARK: - Resources

    /// The text of a reference, or the reference if it is unknown.
    private func text(of reference: ProtobufMessage) throws(FormatError) -> String {
        var name = try self.name(ofReference: reference)
        let first = name
        for _ in 0..<Self.maximumReferenceDepth {
            guard let value = strings[name] else { return first }
            guard Self.types.contains(where: { value.hasPrefix("@\($0)/") }) else { return value }
            name = value
        }
        return first
    }

    /// The name of a resource as written in a manifest: without the package before a colon.
    private func name(ofReference reference: ProtobufMessage) throws(FormatError) -> String {
        let name = try reference.text(3)
        if !name.isEmpty { return "@" + (name.split(separator: ":").last.map(String.init) ?? name) }
        let id = try reference.number(2)
        return idNames[id] ?? "@0x" + String(UInt32(truncatingIfNeeded: id), radix: 16)
    }

    private mutating func countResource() throws(FormatError) {
        resourceCount += 1
        guard resourceCount <= Self.maximumResourceCount else { throw FormatError("has too many resources") }
    }

    /// Reads the strings, Booleans and integers of the default configuration.
    private mutating func readStrings(_ table: ProtobufMessage) throws(FormatError) {
        for package in try table.messages(2) {
            let packageID = try package.message(1)?.number(1) ?? 0
            for type in try package.messages(3) {
                let kind = try type.text(2)
                guard Self.types.contains(kind) else { continue }
                let typeID = try type.message(1)?.number(1) ?? 0
                for entry in try type.messages(3) {
                    try countResource()
                    let name = "@\(kind)/" + (try entry.text(2))
                    let entryID = try entry.message(1)?.number(1) ?? 0
                    idNames[(packageID & 0xFF) << 24 | (typeID & 0xFF) << 16 | entryID & 0xFFFF] = name
                    for configured in try entry.messages(6) {
                        try countResource()
                        guard try configured.message(1)?.isEmpty ?? true,
                            let item = try configured.message(2)?.message(4)
                        else { continue }
                        if let string = try item.message(2) {
                            strings[name] = try string.text(1)
                        } else if let reference = try item.message(1) {
                            strings[name] = try self.name(ofReference: reference)
                        } else if let primitive = try item.message(7) {
                            strings[name] = try Self.text(ofPrimitive: primitive)
                        }
                    }
                }
            }
        }
    }
}
