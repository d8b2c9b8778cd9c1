import BoltsSiteCheck
import Testing

@testable import AppFiles

/// Tests packages and projects that are built to take much time or memory: reading each ends early, with the reason.
@Suite(.tags(.th82), .timeLimit(.minutes(20))) struct HostilePackageTests {
    private static let information = """
        <plist><dict><key>CFBundleExecutable</key><string>Shelf</string></dict></plist>
        """

    private static func reason(_ body: () throws -> Void) -> String {
        do {
            try body()
        } catch {
            return (error as? FormatError)?.reason ?? (error as? AppFileError)?.reason ?? "\(error)"
        }
        return ""
    }

    // MARK: - Archives

    /// Entries that name the same deflated bytes cost as much as if each had its own.
    @Test func overlappingEntriesInflateOnlySoMuchTogether() throws {
        var archive = ArchiveBuilder()
        for name in ["a", "b", "c"] { archive.add(name, [UInt8](repeating: 0, count: 1_000), isDeflated: true) }
        let bytes = archive.bytes()
        let zip = try ZIPArchive(MemoryBytes(bytes: bytes), budget: InflationBudget(2_500))
        #expect(try zip.bytes(named: "a", limit: 1_000)?.count == 1_000)
        #expect(try zip.bytes(named: "b", limit: 1_000)?.count == 1_000)
        #expect(Self.reason { _ = try zip.bytes(named: "c", limit: 1_000) } == "inflates to too many bytes")
    }

    @Test func readingBackCostsWhatIsInflatedAgain() throws {
        var archive = ArchiveBuilder()
        archive.add("a", [UInt8](repeating: 0, count: 1_000), isDeflated: true)
        let zip = try ZIPArchive(MemoryBytes(bytes: archive.bytes()), budget: InflationBudget(2_500))
        let entry = try #require(zip.entry(named: "a"))
        let source = try zip.bytes(of: entry)
        for _ in 0..<2 { _ = try source.read(at: 990, count: 10) }
        #expect(throws: FormatError.self) { try source.read(at: 990, count: 10) }
    }

    @Test func moreEntriesThanAnyPackageHasAreRefused() {
        let entry =
            little(0x0201_4B50, 4) + little(0, 24) + little(1, 2) + little(0, 16) + [UInt8(ascii: "a")]
        let directory = Array(repeatElement(entry, count: 200_001).joined())
        let end =
            little(0x0605_4B50, 4) + little(0, 4) + little(0xFFFF, 2) + little(0xFFFF, 2) + little(directory.count, 4)
            + little(0, 4) + little(0, 2)
        #expect(Self.reason { _ = try ZIPArchive(MemoryBytes(bytes: directory + end)) } == "has too many entries")
    }

    // MARK: - Apps for Apple's devices

    /// A source that counts the bytes that were requested.
    private final class CountedBytes: ByteSource {
        let bytes: [UInt8]
        private(set) var asked = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        var count: Int { bytes.count }

        func read(at offset: Int, count: Int) throws(FormatError) -> [UInt8] {
            try checkRange(offset, count)
            asked += count
            return Array(bytes[offset..<offset + count])
        }
    }

    /// In an archive, each read that goes backwards inflates from the beginning.
    @Test func signatureWithManyBlobsIsReadOnce() throws {
        var builder = ExecutableBuilder()
        builder.codeSize = 100_000
        builder.blobs = (0..<200).map { _ in (5, ExecutableBuilder.blob(0xFADE_7000, [UInt8](repeating: 0, count: 500)))
        }
        let source = CountedBytes(builder.bytes)
        #expect(try MachO(source).isSigned)
        #expect(source.asked < source.count + 1_000)
    }

    @Test func entitlementsThatNestWithoutEndAreRefused() {
        var value = DERBuilder.value(0x0C, [])
        for _ in 0..<300 { value = DERBuilder.sequence(value) }
        let pair = DERBuilder.sequence(DERBuilder.value(0x0C, Array("a".utf8)), value)
        let der = DERBuilder.value(0x70, DERBuilder.value(2, [1]) + DERBuilder.value(0xB0, pair))
        let executable = ExecutableBuilder.signed(nil, der: der)
        let reason = Self.reason { _ = try MachO(MemoryBytes(bytes: executable.bytes)) }
        #expect(reason == "has entitlements that are nested too deeply")
    }

    @Test func signatureWithTooManyPartsIsRefused() {
        let parts = [UInt8](repeating: 0, count: 20_010)
        let info = DERBuilder.value(0x30, parts)
        #expect(Self.reason { _ = try SignedData(info) } == "has a signature or a certificate with too many parts")
    }

    // MARK: - Android's packages

    private static func message(_ field: UInt8, _ content: [UInt8]) -> [UInt8] {
        var size = content.count
        var bytes = [field << 3 | 2]
        while size >= 0x80 {
            bytes.append(UInt8(size & 0x7F) | 0x80)
            size >>= 7
        }
        return bytes + [UInt8(size)] + content
    }

    private static func bundle(_ manifest: [UInt8], resources: [UInt8]? = nil) throws -> AppFileContent {
        var archive = ArchiveBuilder()
        archive.add("base/manifest/AndroidManifest.xml", manifest)
        if let resources { archive.add("base/resources.pb", resources) }
        return try AndroidBundle.content(MemoryBytes(bytes: archive.bytes()), path: "a.aab")
    }

    private static let manifest = message(1, message(3, Array("manifest".utf8)))

    @Test func attributesAndElementsWithoutEndAreRefused() {
        let attributes = Array(repeatElement([UInt8(0x22), 0], count: 200_001).joined())
        let wide = Self.message(1, Self.message(3, Array("manifest".utf8)) + attributes)
        #expect(Self.reason { _ = try Self.bundle(wide) } == "has too many parts in its manifest or resources")
        var deep = Self.manifest
        for _ in 0..<200 { deep = Self.message(1, Self.message(3, Array("a".utf8)) + Self.message(5, deep)) }
        #expect(
            Self.reason { _ = try Self.bundle(deep) } == "has a manifest with too many elements, or nested too deeply"
        )
    }

    @Test func resourcesWithoutEndAreNotedAndTheManifestIsRead() throws {
        let entries = Array(repeatElement([UInt8(0x1A), 0], count: 200_001).joined())
        let type = Self.message(3, Self.message(2, Array("string".utf8)) + entries)
        let content = try Self.bundle(Self.manifest, resources: Self.message(2, type))
        #expect(content.claims.android.count == 1)
        #expect(
            content.notes == [
                "a.aab has too many parts in its manifest or resources; values in its resources are not known."
            ]
        )
    }

    @Test func tableWithChunksWithoutEndIsRefused() {
        let chunks = Array(repeatElement(little(0x7777, 2) + little(8, 2) + little(8, 4), count: 200_001).joined())
        let table = CompiledResources.chunk(0x0002, header: little(1, 4), chunks)
        #expect(Self.reason { _ = try ResourceTable(table) } == "has too many chunks of resources")
    }

    // MARK: - Projects

    /// All targets share a configuration with many settings, and each target is named fifty times.
    @Test func configurationsThatAreSharedAreReadOnce() throws {
        let targets = (0..<200).map { "T\($0)" }
        let settings = (0..<20_000).map { "k\($0)=v;" }.joined()
        let project = """
            // !$*UTF8*$!
            { objects = {
            P = { isa = PBXProject; buildConfigurationList = L; targets = (\(targets.joined(separator: ","))); };
            \(targets.map { "\($0) = { isa = PBXNativeTarget; name = \($0); productType = \"com.apple.product-type.application\"; buildConfigurationList = L; };" }.joined(separator: "\n"))
            L = { isa = XCConfigurationList; buildConfigurations = (\(Array(repeating: "C", count: 50).joined(separator: ","))); };
            C = { isa = XCBuildConfiguration; name = Release; buildSettings = {\(settings)}; };
            }; rootObject = P; }
            """
        let folder = try TemporaryFolder(["Shelf.xcodeproj/project.pbxproj": project])
        let content = try folder.content()
        #expect(content.notes.contains { $0.contains("has too many targets; give the built app") })
        #expect(!content.claims.apple.isEmpty)
    }

    @Test func linksThatLeadBackAreNotFollowed() throws {
        let folder = try TemporaryFolder([
            "settings.gradle": "", "app/build.gradle": "plugins { id 'com.android.application' }",
            "app/src/main/AndroidManifest.xml": SampleManifest.text(data: ""),
        ])
        try folder.link("app/src/main/again", to: "../../..")
        try folder.link("app/self", to: "self")
        try folder.link("loop", to: ".")
        #expect(try folder.content().claims.android.count == 1)
    }
}
