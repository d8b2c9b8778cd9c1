import BoltsBase
import BoltsSiteCheck
import Testing

@testable import AppFiles

struct AndroidPackageTests {
    private static func manifest(host: String = "shelf.example") -> ManifestElement {
        ManifestElement(
            "manifest",
            ["package": "com.example.shelf"],
            [
                ManifestElement("uses-sdk", ["android:minSdkVersion": "24"]),
                ManifestElement(
                    "application",
                    [:],
                    [
                        ManifestElement(
                            "activity",
                            ["android:name": ".Main", "android:exported": "true"],
                            [
                                ManifestElement(
                                    "intent-filter",
                                    ["android:autoVerify": "true"],
                                    [
                                        ManifestElement("action", ["android:name": AndroidIntentFilter.view]),
                                        ManifestElement(
                                            "data",
                                            [
                                                "android:scheme": "https", "android:host": host,
                                                "android:pathPrefix": "/bücher",
                                            ]
                                        ),
                                    ]
                                )
                            ]
                        )
                    ]
                ),
            ]
        )
    }

    private static func package(
        manifest: [UInt8] = CompiledResources.xml(manifest()),
        table: [UInt8]? = nil,
        isDeflated: Bool = false,
        block: [UInt8] = [],
        more: [(String, [UInt8])] = []
    ) -> [UInt8] {
        var archive = ArchiveBuilder()
        archive.add("classes.dex", Array("dex".utf8))
        archive.add("AndroidManifest.xml", manifest, isDeflated: isDeflated)
        if let table { archive.add("resources.arsc", table, isDeflated: isDeflated) }
        for (name, bytes) in more { archive.add(name, bytes, isDeflated: true) }
        return archive.bytes(signingBlock: block)
    }

    private func content(_ bytes: [UInt8]) throws(FormatError) -> AppFileContent {
        try AndroidPackage.content(MemoryBytes(bytes: bytes), path: "a.apk")
    }

    private func app(_ bytes: [UInt8]) throws -> AndroidAppClaims { try #require(content(bytes).claims.android.first) }

    @Test(arguments: [false, true], [false, true])
    func binaryManifestIsReadInBothEncodings(isUTF8: Bool, isStripped: Bool) throws {
        let manifest = CompiledResources.xml(Self.manifest(), isUTF8: isUTF8, isStripped: isStripped)
        for isDeflated in [false, true] {
            let app = try app(Self.package(manifest: manifest, isDeflated: isDeflated))
            #expect(app.package == "com.example.shelf")
            #expect(app.minimumSDK == 24)
            #expect(app.rank == .built)
            #expect(app.certificates == nil)
            let filter = try #require(app.filters?.first)
            #expect(filter.isVerified)
            #expect(filter.isExported == true)
            #expect(filter.component == ".Main")
            #expect(filter.actions == [AndroidIntentFilter.view])
            #expect(filter.hosts == [AndroidIntentFilter.Host("shelf.example")])
            #expect(filter.paths == [AndroidIntentFilter.Path(.prefix, "/bücher")])
            #expect(filter.line == nil)
        }
    }

    @Test(arguments: CompiledResources.Form.allCases)
    func referencesAreResolvedInTheDefaultConfiguration(form: CompiledResources.Form) throws {
        let table = CompiledResources.table(
            [("other", "x.example"), ("alias", "@0x7F010002"), ("host", "shelf.example")],
            other: ["host": "regal.example"],
            form: form
        )
        let content = try content(
            Self.package(manifest: CompiledResources.xml(Self.manifest(host: "@0x7F010001")), table: table)
        )
        #expect(content.claims.android.first?.filters?.first?.hosts == [AndroidIntentFilter.Host("shelf.example")])
        #expect(content.notes.count == 1)
        #expect(content.notes.first?.contains("@string/alias") == true)
    }

    @Test func referencesThatLeadNowhereAreUnresolved() throws {
        let loop = CompiledResources.table([("host", "@0x7F010000")])
        for (table, name) in [
            (loop, "@string/host"), (nil, "@0x7f010000"), (CompiledResources.table([]), "@0x7f010000"),
        ] {
            let bytes = Self.package(manifest: CompiledResources.xml(Self.manifest(host: "@0x7F010000")), table: table)
            #expect(try app(bytes).filters?.first?.unresolved == [name])
        }
        let damaged = Self.package(
            manifest: CompiledResources.xml(Self.manifest(host: "@0x7F010000")),
            table: [1, 2, 3]
        )
        #expect(try content(damaged).notes.count == 1)
    }

    @Test(arguments: [0x7109_871A, 0xF053_68C0, 0x1B93_AD61])
    func certificatesOfTheSigningBlockAreRead(scheme: Int) throws {
        let certificate = DERBuilder.certificate("Shelf")
        let block = CompiledResources.signingBlock([(scheme, [certificate])], more: [(0x4272_6577, [0, 0, 0])])
        let app = try app(Self.package(block: block))
        #expect(app.certificates == [AppCertificate(fingerprint: SHA256.hash(certificate))])
        #expect(app.rank == .built)
    }

    @Test func everySignerIsNamedOnce() throws {
        let (old, new) = (DERBuilder.certificate("Old"), DERBuilder.certificate("Android Debug", serial: 8))
        let block = CompiledResources.signingBlock([(0xF053_68C0, [old]), (0x1B93_AD61, [new]), (0x7109_871A, [old])])
        #expect(
            try app(Self.package(block: block)).certificates == [
                AppCertificate(fingerprint: SHA256.hash(old)),
                AppCertificate(fingerprint: SHA256.hash(new), isDebug: true),
            ]
        )
    }

    @Test func packageOfTheStoreIsDelivered() throws {
        let block = CompiledResources.signingBlock(
            [(0x7109_871A, [DERBuilder.certificate("Shelf")])],
            more: [(0x2146_444E, [1, 2, 3, 4])]
        )
        #expect(try app(Self.package(block: block)).rank == .delivered)
    }

    @Test(arguments: ["META-INF/CERT.RSA", "META-INF/A.EC", "META-INF/B.dsa"])
    func certificateOfTheJARSignatureIsTheOneThatTheSignerNames(name: String) throws {
        let (other, own) = (DERBuilder.certificate("Root", serial: 1), DERBuilder.certificate("Shelf", serial: 2))
        let signature = DERBuilder.signedData([], certificates: [other, own], serial: 2)
        let app = try app(Self.package(more: [(name, signature), ("META-INF/deep/X.RSA", [0])]))
        #expect(app.certificates == [AppCertificate(fingerprint: SHA256.hash(own))])
    }

    @Test func partOfASplitPackageIsNoted() throws {
        var manifest = Self.manifest()
        manifest.attributes["split"] = "config.de"
        let content = try content(Self.package(manifest: CompiledResources.xml(manifest)))
        #expect(content.notes.contains { $0.contains("base.apk") })
    }

    @Test func whatIsNoPackageIsAnErrorThatSaysWhy() {
        var twice = ArchiveBuilder()
        twice.add("AndroidManifest.xml", CompiledResources.xml(Self.manifest()))
        twice.add("AndroidManifest.xml", [])
        var encrypted = ArchiveBuilder()
        encrypted.add("AndroidManifest.xml", [1, 2], method: 99)
        let cases: [([UInt8], String)] = [
            ([], "not a ZIP archive"), (Array("hello".utf8), "not a ZIP archive"),
            (ArchiveBuilder().bytes(), "has no AndroidManifest"),
            (twice.bytes(), "two entries"), (encrypted.bytes(), "another method"),
            (Self.package(manifest: Array("<manifest/>".utf8)), ""), (Self.package(manifest: []), ""),
        ]
        for (bytes, reason) in cases {
            let error = #expect(throws: FormatError.self) { try self.content(bytes) }
            #expect(
                error.map { reason.isEmpty || $0.reason.contains(reason) } == true,
                "\(error?.reason ?? "") \(reason)"
            )
        }
    }

    /// The archives have a deflated entry that claims a size of a gigabyte, and one whose size is wrong.
    @Test(.tags(.th82)) func sizesThatAreLiesCostNothing() throws {
        var bytes = Self.package(isDeflated: true)
        let place = try #require((0..<bytes.count - 4).last { Array(bytes[$0..<$0 + 4]) == little(0x0201_4B50, 4) })
        for size in [1 << 30, BinaryXML.maximumSize, 0] {
            bytes.replaceSubrange(place + 24..<place + 28, with: little(size, 4))
            #expect(throws: FormatError.self) { try self.content(bytes) }
        }
    }

    @Test(.tags(.th82)) func elementsNestedWithoutEndAreRefused() {
        var element = ManifestElement("a")
        for _ in 0..<200 { element = ManifestElement("a", [:], [element]) }
        #expect(throws: FormatError.self) { try self.content(Self.package(manifest: CompiledResources.xml(element))) }
    }

    /// No damaged byte may cause a trap or a long run.
    @Test(.tags(.th82)) func damagedPackagesNeverTrap() {
        let table = CompiledResources.table(
            [("alias", "@0x7F010001"), ("host", "shelf.example")],
            other: ["host": "x"]
        )
        let block = CompiledResources.signingBlock([(0x7109_871A, [DERBuilder.certificate("Shelf")])])
        let bytes = Self.package(
            manifest: CompiledResources.xml(Self.manifest(host: "@0x7F010000")),
            table: table,
            isDeflated: true,
            block: block
        )
        var readable = 0
        damage(bytes) { if (try? content($0)) != nil { readable += 1 } }
        #expect(readable > 0)
        damage(DERBuilder.signedData([1, 2, 3], certificates: [DERBuilder.certificate("Shelf")])) { bytes in
            _ = try? SignedData(bytes).certificate().claims
            _ = try? SignedData(bytes).content()
        }
    }
}
