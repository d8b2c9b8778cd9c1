/// Builds Apple executables that consist of a signature only.
struct ExecutableBuilder {
    /// The blobs of the signature by their slots; `nil` omits the signature.
    var blobs: [(slot: Int, bytes: [UInt8])]? = []
    var isEncrypted = false
    var is64 = true
    /// How many bytes of code there are.
    var codeSize = 40

    static func blob(_ magic: Int, _ content: [UInt8]) -> [UInt8] {
        big(magic, 4) + big(content.count + 8, 4) + content
    }

    /// A signature with entitlements as a property list, and a code directory that names a team.
    static func signed(_ entitlements: String?, der: [UInt8]? = nil, team: String? = nil) -> ExecutableBuilder {
        var builder = ExecutableBuilder()
        var blobs: [(Int, [UInt8])] = []
        let text = Array((team ?? "").utf8)
        var directory = big(0x20400, 4) + big(0, 4 * 9) + big(team == nil ? 0 : 52, 4) + text + [0]
        if team == nil { directory = big(0x20100, 4) + big(0, 32) }
        blobs.append((0, blob(0xFADE_0C02, directory)))
        if let entitlements { blobs.append((5, blob(0xFADE_7171, Array(entitlements.utf8)))) }
        if let der { blobs.append((7, blob(0xFADE_7172, der))) }
        builder.blobs = blobs
        return builder
    }

    var bytes: [UInt8] {
        var commands: [[UInt8]] = [little(0x19, 4) + little(16, 4) + little(0, 8)]
        if isEncrypted { commands.append(little(0x2C, 4) + little(24, 4) + little(0, 8) + little(1, 4) + little(0, 4)) }
        var signature: [UInt8] = []
        if let blobs {
            var offset = 12 + 8 * blobs.count
            var index: [UInt8] = []
            for (slot, bytes) in blobs {
                index += big(slot, 4) + big(offset, 4)
                offset += bytes.count
            }
            let content = index + blobs.flatMap(\.bytes)
            signature = big(0xFADE_0CC0, 4) + big(content.count + 12, 4) + big(blobs.count, 4) + content
        }
        let headerSize = is64 ? 32 : 28
        let size = commands.reduce(0) { $0 + $1.count } + (blobs == nil ? 0 : 16)
        if blobs != nil {
            commands.append(
                little(0x1D, 4) + little(16, 4) + little(headerSize + size + codeSize, 4) + little(signature.count, 4)
            )
        }
        let header =
            little(is64 ? 0xFEED_FACF : 0xFEED_FACE, 4) + little(0, 12) + little(commands.count, 4) + little(size, 4)
        let code = (0..<codeSize).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        return header + little(0, headerSize - 24) + commands.flatMap { $0 } + code + signature
    }

    /// A universal executable.
    static func universal(_ slices: [(processor: Int, bytes: [UInt8])], is64: Bool = false) -> [UInt8] {
        var table: [UInt8] = []
        var offset = 8 + slices.count * (is64 ? 32 : 20)
        for (processor, bytes) in slices {
            let width = is64 ? 8 : 4
            table += big(processor, 4) + big(0, 4) + big(offset, width) + big(bytes.count, width) + big(0, is64 ? 8 : 4)
            offset += bytes.count
        }
        return big(is64 ? 0xCAFE_BABF : 0xCAFE_BABE, 4) + big(slices.count, 4) + table + slices.flatMap(\.bytes)
    }
}
