import BoltsBase
import BoltsSiteCheck
import Testing

@testable import AppFiles

struct AndroidBundleTests {
    private static func number(_ field: Int, _ value: Int) -> [UInt8] { variable(field << 3) + variable(value) }

    private static func bytes(_ field: Int, _ value: [UInt8]) -> [UInt8] {
        variable(field << 3 | 2) + variable(value.count) + value
    }

    private static func text(_ field: Int, _ value: String) -> [UInt8] { bytes(field, Array(value.utf8)) }

    private static func variable(_ value: Int) -> [UInt8] {
        var rest = UInt64(bitPattern: Int64(value))
        var result: [UInt8] = []
        while rest >= 0x80 {
            result.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return result + [UInt8(rest)]
    }

    private static func attribute(_ name: String, _ value: String, item: [UInt8]? = nil, id: Int = 0) -> [UInt8] {
        let uri = name == "package" ? [] : text(1, "http://schemas.android.com/apk/res/android")
        return uri + text(2, name) + text(3, value) + (id == 0 ? [] : number(5, id)) + (item.map { bytes(6, $0) } ?? [])
    }

    private static func element(_ name: String, _ attributes: [[UInt8]] = [], _ children: [[UInt8]] = []) -> [UInt8] {
        let message = text(3, name) + attributes.flatMap { bytes(4, $0) } + children.flatMap { bytes(5, $0) }
        return bytes(1, message) + bytes(3, number(1, 5))
    }

    /// A reference by the name or, without one, by the id of a resource.
    private static func reference(_ name: String, id: Int = 0) -> [UInt8] {
        bytes(1, number(2, id) + (name.isEmpty ? [] : text(3, name)))
    }

    private static func manifest(hosts: [[UInt8]]) -> [UInt8] {
        let data = element("data", [attribute("scheme", "https")])
        let filter = element(
            "intent-filter",
            [attribute("autoVerify", "", item: bytes(7, number(8, 1)))],
            [data, element("action", [attribute("", AndroidIntentFilter.view, id: 0x0101_0003)])]
                + hosts.map { element("data", [attribute("host", "", item: $0)]) }
        )
        let activity = element("activity", [attribute("name", ".Main"), attribute("exported", "true")], [filter])
        let sdk = element("uses-sdk", [attribute("minSdkVersion", "", item: bytes(7, number(6, 26)))])
        return element(
            "manifest",
            [attribute("package", "com.example.shelf")],
            [sdk, element("application", [], [activity])]
        )
    }

    private static let resources: [UInt8] = {
        func value(_ language: String?, _ item: [UInt8]) -> [UInt8] {
            bytes(6, (language.map { bytes(1, text(3, $0)) } ?? bytes(1, [])) + bytes(2, bytes(4, item)))
        }
        func string(_ text: String) -> [UInt8] { bytes(2, Self.text(1, text)) }
        let host =
            bytes(1, number(1, 2)) + text(2, "host") + value("de", string("regal.example"))
            + value(nil, string("shelf.example"))
        let alias = bytes(1, number(1, 3)) + text(2, "alias") + value(nil, reference("com.example:string/host"))
        let type = bytes(1, number(1, 1)) + text(2, "string") + bytes(3, host) + bytes(3, alias)
        return bytes(1, [1, 2]) + bytes(2, bytes(1, number(1, 0x7F)) + text(2, "com.example.shelf") + bytes(3, type))
    }()

    private static func bundle(_ manifest: [UInt8], resources: [UInt8]? = nil, more: [(String, [UInt8])] = [])
        -> [UInt8]
    {
        var archive = ArchiveBuilder()
        archive.add("BundleConfig.pb", [])
        archive.add("base/manifest/AndroidManifest.xml", manifest, isDeflated: true)
        if let resources { archive.add("base/resources.pb", resources, isDeflated: true) }
        for (name, bytes) in more { archive.add(name, bytes) }
        return archive.bytes()
    }

    private func content(_ bytes: [UInt8]) throws(FormatError) -> AppFileContent {
        try AndroidBundle.content(MemoryBytes(bytes: bytes), path: "a.aab")
    }

    @Test func manifestAndUploadKeyAreRead() throws {
        let manifest = Self.manifest(hosts: [
            Self.reference("string/alias"), Self.reference("", id: 0x7F01_0002),
            Self.bytes(2, Self.text(1, "plain.example")), Self.reference("string/absent"),
        ])
        let certificate = DERBuilder.certificate("Upload")
        let signature = DERBuilder.signedData([], certificates: [certificate])
        let bytes = Self.bundle(manifest, resources: Self.resources, more: [("META-INF/UPLOAD.RSA", signature)])
        let app = try #require(content(bytes).claims.android.first)
        #expect(app.isBundle)
        #expect(app.rank == .built)
        #expect(app.package == "com.example.shelf")
        #expect(app.minimumSDK == 26)
        #expect(app.certificates == [AppCertificate(fingerprint: SHA256.hash(certificate))])
        let filter = try #require(app.filters?.first)
        #expect(filter.isVerified)
        #expect(filter.isExported == true)
        #expect(filter.actions == [AndroidIntentFilter.view])
        #expect(filter.schemes == ["https"])
        #expect(filter.hosts.map(\.name) == ["shelf.example", "shelf.example", "plain.example"])
        #expect(filter.unresolved == ["@string/absent"])
    }

    @Test func booleansAndIntegersOfResourcesAreRead() throws {
        func resource(_ type: String, _ name: String, _ item: [UInt8], id: Int) -> [UInt8] {
            let value = Self.bytes(6, Self.bytes(2, Self.bytes(4, item)))
            let entry = Self.bytes(1, Self.number(1, 0)) + Self.text(2, name) + value
            return Self.bytes(3, Self.bytes(1, Self.number(1, id)) + Self.text(2, type) + Self.bytes(3, entry))
        }
        func boolean(_ value: Int) -> [UInt8] { Self.bytes(7, Self.number(8, value)) }
        let types =
            resource("bool", "on", boolean(1), id: 1) + resource("bool", "other", Self.reference("bool/off"), id: 2)
            + resource("bool", "off", boolean(0), id: 3)
            + resource("integer", "port", Self.bytes(7, Self.number(6, 8443)), id: 4)
            + resource("drawable", "icon", Self.bytes(2, Self.text(1, "a.png")), id: 5)
        let resources = Self.bytes(2, Self.bytes(1, Self.number(1, 0x7F)) + types)
        func flags(_ exported: [UInt8]) throws -> AndroidIntentFilter? {
            let data = Self.element(
                "data",
                [
                    Self.attribute("scheme", "https"), Self.attribute("host", "a.example"),
                    Self.attribute("port", "", item: Self.reference("integer/port")),
                ]
            )
            let activity = Self.element(
                "activity",
                [Self.attribute("exported", "", item: exported)],
                [Self.element("intent-filter", [], [data])]
            )
            let manifest = Self.element(
                "manifest",
                [Self.attribute("package", "com.example.shelf")],
                [Self.element("application", [], [activity])]
            )
            return try content(Self.bundle(manifest, resources: resources)).claims.android.first?.filters?.first
        }
        for (name, isExported) in [("bool/on", true), ("bool/off", false), ("bool/other", false)] {
            let filter = try #require(try flags(Self.reference(name)))
            #expect(filter.isExported == isExported && filter.unresolved.isEmpty, "\(name)")
            #expect(filter.hosts == [AndroidIntentFilter.Host("a.example", port: "8443")])
        }
        #expect(try flags(Self.reference("bool/absent"))?.unresolved == ["@bool/absent"])
        #expect(try flags(Self.reference("drawable/icon"))?.unresolved == ["@drawable/icon"])
    }

    @Test func resourcesThatAreDamagedAreNoted() throws {
        let content = try content(
            Self.bundle(Self.manifest(hosts: [Self.reference("string/host")]), resources: [0x12, 0x7F])
        )
        #expect(content.notes.count == 1)
        #expect(content.claims.android.first?.filters?.first?.unresolved == ["@string/host"])
    }

    @Test func whatIsNoBundleIsAnError() {
        var deep = Self.element("a")
        for _ in 0..<200 { deep = Self.element("a", [], [deep]) }
        for bytes in [
            ArchiveBuilder().bytes(), Self.bundle([]), Self.bundle([0xFF]), Self.bundle(Self.element("x")),
            Self.bundle(deep),
        ] {
            #expect(throws: FormatError.self) { try self.content(bytes) }
        }
    }

    @Test(.tags(.th82)) func damagedBundlesNeverTrap() {
        let manifest = Self.manifest(hosts: [Self.reference("string/alias"), Self.reference("", id: 0x7F01_0002)])
        damage(Self.bundle(manifest, resources: Self.resources)) { _ = try? content($0) }
    }

    @Test func aFileIsReadAsItsBytesAre() throws {
        let folder = try TemporaryFolder()
        let bytes = Self.bundle(Self.manifest(hosts: [Self.bytes(2, Self.text(1, "shelf.example"))]))
        try folder.write(bytes, to: "a.aab")
        let app = try #require(try folder.content("a.aab").claims.android.first)
        #expect(app.package == "com.example.shelf" && app.rank == .built)
        #expect(app.filters?.flatMap(\.hosts).map(\.name) == ["shelf.example"])
    }

    @Test(.enabled(if: AndroidTools.missing == nil, "\(AndroidTools.missing ?? "")"))
    func uploadKeyIsTheOneThatJarsignerSignsWith() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.bundle(Self.manifest(hosts: []), resources: Self.resources), to: "a.aab")
        _ = try await AndroidTools.run(
            "keytool",
            "-genkeypair",
            "-keystore",
            "k.jks",
            "-storepass",
            "example",
            "-keypass",
            "example",
            "-alias",
            "a",
            "-keyalg",
            "RSA",
            "-keysize",
            "2048",
            "-dname",
            "CN=Upload",
            "-validity",
            "100",
            in: folder.path
        )
        _ = try await AndroidTools.run(
            "jarsigner",
            "-keystore",
            "k.jks",
            "-storepass",
            "example",
            "a.aab",
            "a",
            in: folder.path
        )
        let output = try await AndroidTools.run(
            "keytool",
            "-list",
            "-v",
            "-keystore",
            "k.jks",
            "-storepass",
            "example",
            in: folder.path
        )
        let line = try #require(output.split(separator: "\n").first { $0.contains("SHA256: ") })
        let certificates = try folder.content("a.aab").claims.android.first?.certificates
        #expect(certificates?.map(\.fingerprint) == [String(try #require(line.split(separator: " ").last))])
    }
}
