import BoltsSiteCheck

/// Builds the chunks of Android's compiled resources.
enum CompiledResources {
    private static let androidURI = "http://schemas.android.com/apk/res/android"
    private static let ids: [(String, Int)] = [
        ("name", 0x0101_0003), ("exported", 0x0101_0010), ("scheme", 0x0101_0027), ("host", 0x0101_0028),
        ("autoVerify", 0x0101_04EE), ("pathPrefix", 0x0101_002B), ("minSdkVersion", 0x0101_020C),
    ]

    static func chunk(_ kind: Int, header: [UInt8] = [], _ body: [UInt8]) -> [UInt8] {
        little(kind, 2) + little(8 + header.count, 2) + little(8 + header.count + body.count, 4) + header + body
    }

    static func pool(_ strings: [String], isUTF8: Bool) -> [UInt8] {
        var data: [UInt8] = []
        var offsets: [UInt8] = []
        for string in strings {
            offsets += little(data.count, 4)
            let size = isUTF8 ? string.utf8.count : string.utf16.count
            if isUTF8 {
                let length = size < 0x80 ? [UInt8(size)] : [UInt8(0x80 | size >> 8), UInt8(size & 0xFF)]
                data += length + length + Array(string.utf8) + [0]
            } else {
                data += (size < 0x8000 ? little(size, 2) : little(0x8000 | size >> 16, 2) + little(size & 0xFFFF, 2))
                data += string.utf16.flatMap { little(Int($0), 2) } + [0, 0]
            }
        }
        while data.count % 4 != 0 { data.append(0) }
        let start = 28 + offsets.count
        let header =
            little(strings.count, 4) + little(0, 4) + little(isUTF8 ? 0x100 : 0, 4) + little(start, 4) + little(0, 4)
        return chunk(0x0001, header: header, offsets + data)
    }

    /// A manifest in binary XML, stripped of the names of attributes with an id if `isStripped`.
    ///
    /// A value that begins with `@0x` is a reference, `true` and `false` are Booleans.
    static func xml(_ root: ManifestElement, isUTF8: Bool = false, isStripped: Bool = false) -> [UInt8] {
        var strings = ids.map { isStripped ? "" : $0.0 } + [androidURI]
        func index(_ string: String) -> Int {
            if let index = strings[ids.count...].firstIndex(of: string) { return index }
            strings.append(string)
            return strings.count - 1
        }
        func node(_ kind: Int, _ body: [UInt8]) -> [UInt8] {
            chunk(kind, header: little(1, 4) + little(0xFFFF_FFFF, 4), body)
        }
        func nodes(_ element: ManifestElement) -> [UInt8] {
            var attributes: [UInt8] = []
            for (name, value) in element.attributes.sorted(by: { $0.key < $1.key }) {
                let isAndroid = name.hasPrefix("android:")
                let local = isAndroid ? String(name.dropFirst(8)) : name
                attributes += little(isAndroid ? ids.count : 0xFFFF_FFFF, 4)
                attributes += little(isAndroid ? ids.firstIndex { $0.0 == local } ?? index(local) : index(local), 4)
                if value.hasPrefix("@0x") {
                    attributes +=
                        little(0xFFFF_FFFF, 4) + [8, 0, 0, 0x01] + little(Int(value.dropFirst(3), radix: 16) ?? 0, 4)
                } else if value == "true" || value == "false" {
                    attributes +=
                        little(0xFFFF_FFFF, 4) + [8, 0, 0, 0x12] + little(value == "true" ? 0xFFFF_FFFF : 0, 4)
                } else if let number = Int(value) {
                    attributes += little(0xFFFF_FFFF, 4) + [8, 0, 0, 0x10] + little(number, 4)
                } else {
                    attributes += little(index(value), 4) + [8, 0, 0, 0x03] + little(index(value), 4)
                }
            }
            let name = little(0xFFFF_FFFF, 4) + little(index(element.name), 4)
            let start = name + little(20, 2) + little(20, 2) + little(element.attributes.count, 2) + little(0, 6)
            return node(0x0102, start + attributes) + element.children.flatMap(nodes) + node(0x0103, name)
        }
        let body = nodes(root)
        let map = chunk(0x0180, ids.flatMap { little($0.1, 4) })
        return chunk(0x0003, pool(strings, isUTF8: isUTF8) + map + body)
    }

    /// How the entries of a type are found.
    enum Form: CaseIterable { case dense, short, sparse, compact }

    /// A table of strings with the ids 0x7F010000 and following; a value that begins with `@0x` is a reference.
    ///
    /// `other` has the values of another configuration; `form` says how the entries are found.
    static func table(_ entries: [(String, String)], other: [String: String] = [:], form: Form = .dense) -> [UInt8] {
        let values = entries.map(\.1) + other.values.sorted()
        func type(_ language: [UInt8], _ values: [(Int, String)]) -> [UInt8] {
            var offsets: [UInt8] = []
            var data: [UInt8] = []
            var places: [Int: Int] = [:]
            for (index, value) in values {
                places[index] = data.count
                let isReference = value.hasPrefix("@0x")
                let kind: UInt8 = isReference ? 0x01 : 0x03
                let word = isReference ? Int(value.dropFirst(3), radix: 16) ?? 0 : allValues.firstIndex(of: value) ?? 0
                if form == .compact {
                    data += little(index, 2) + [0x08, kind] + little(word, 4)
                } else {
                    data += little(8, 2) + little(0, 2) + little(index, 4) + [8, 0, 0, kind] + little(word, 4)
                }
            }
            var count = entries.count
            for index in entries.indices {
                switch form {
                case .dense, .compact: offsets += little(places[index] ?? 0xFFFF_FFFF, 4)
                case .short: offsets += little(places[index].map { $0 / 4 } ?? 0xFFFF, 2)
                case .sparse: if let place = places[index] { offsets += little(index, 2) + little(place / 4, 2) }
                }
            }
            if form == .sparse { count = values.count }
            while offsets.count % 4 != 0 { offsets.append(0) }
            let configuration = little(64, 4) + little(0, 4) + language + little(0, 64 - 8 - language.count)
            let flags: UInt8 = form == .sparse ? 1 : form == .short ? 2 : 0
            let header = [1, flags, 0, 0] + little(count, 4) + little(12 + 8 + 64 + offsets.count, 4) + configuration
            return chunk(0x0201, header: header, offsets + data)
        }
        let allValues = values
        let names = little(0, 256)
        let typePool = pool(["string"], isUTF8: false)
        let keyPool = pool(entries.map(\.0), isUTF8: true)
        let packageHeader =
            little(0x7F, 4) + names + little(288, 4) + little(0, 4) + little(288 + typePool.count, 4) + little(0, 8)
        var types: [UInt8] = []
        let others = entries.enumerated().compactMap { index, entry in other[entry.0].map { (index, $0) } }
        if !others.isEmpty { types += type(Array("de".utf8), others) }
        types += type([], entries.enumerated().map { ($0, $1.1) })
        let package = chunk(0x0200, header: packageHeader, typePool + keyPool + types)
        return chunk(0x0002, header: little(1, 4), pool(values, isUTF8: true) + package)
    }

    /// A signing block with certificates for the ids of schemes.
    static func signingBlock(_ schemes: [(id: Int, certificates: [[UInt8]])], more: [(id: Int, value: [UInt8])] = [])
        -> [UInt8]
    {
        func prefixed(_ bytes: [UInt8]) -> [UInt8] { little(bytes.count, 4) + bytes }
        var pairs: [UInt8] = []
        for (id, certificates) in schemes {
            let signers = certificates.flatMap { certificate in
                prefixed(prefixed(prefixed([1, 2, 3]) + prefixed(prefixed(certificate))) + prefixed([]) + prefixed([]))
            }
            let value = prefixed(signers)
            pairs += little(value.count + 4, 8) + little(id, 4) + value
        }
        for (id, value) in more { pairs += little(value.count + 4, 8) + little(id, 4) + value }
        let size = little(pairs.count + 24, 8)
        return size + pairs + size + Array("APK Sig Block 42".utf8)
    }
}
