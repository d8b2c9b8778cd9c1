import BoltsSiteCheck
import Foundation
import Testing

@testable import AppFiles

struct ApplePackageTests {
    private static let information = """
        <plist><dict><key>CFBundleIdentifier</key><string>com.example.shelf</string><key>CFBundleExecutable</key>
        <string>Shelf</string><key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>shelf</string>
        </array></dict></array><key>LSApplicationQueriesSchemes</key><array><string>maps</string></array></dict></plist>
        """

    private static func entitlements(domains: [String]?, more: String = "") -> String {
        let list = domains.map { domains in
            "<key>com.apple.developer.associated-domains</key><array>\(domains.map { "<string>\($0)</string>" }.joined())</array>"
        }
        return """
            <plist><dict><key>application-identifier</key><string>OLDSEED001.com.example.shelf</string>
            <key>com.apple.developer.team-identifier</key><string>QX7SAMPLE1</string>\(list ?? "")\(more)</dict></plist>
            """
    }

    /// Entitlements in DER: the domains and `get-task-allow`.
    private static func der(domains: [String]) -> [UInt8] {
        func string(_ text: String) -> [UInt8] { DERBuilder.value(0x0C, Array(text.utf8)) }
        let list = DERBuilder.value(0x30, domains.flatMap(string))
        let dictionary = DERBuilder.value(
            0xB0,
            DERBuilder.sequence(string("application-identifier"), string("QX7SAMPLE1.com.example.shelf"))
                + DERBuilder.sequence(string("com.apple.developer.associated-domains"), list)
                + DERBuilder.sequence(string("get-task-allow"), [1, 1, 0xFF])
        )
        return DERBuilder.value(0x70, [2, 1, 1] + dictionary)
    }

    private static func profile(domains: Bool) -> [UInt8] {
        let text = """
            <plist><dict><key>Entitlements</key><dict><key>application-identifier</key><string>QX7SAMPLE1.*</string>
            \(domains ? "<key>com.apple.developer.associated-domains</key><string>*</string>" : "")</dict>
            <key>ExpirationDate</key><date>2027-01-02T03:04:05Z</date></dict></plist>
            """
        return DERBuilder.signedData(Array(text.utf8), certificates: [DERBuilder.certificate("Apple")])
    }

    private static func package(
        _ executable: [UInt8],
        isDeflated: Bool = true,
        more: [(String, [UInt8])] = []
    ) -> [UInt8] {
        var archive = ArchiveBuilder()
        archive.add("Payload/Shelf.app/Info.plist", Array(information.utf8), isDeflated: isDeflated)
        archive.add("Payload/Shelf.app/Shelf", executable, isDeflated: isDeflated)
        for (name, bytes) in more { archive.add("Payload/Shelf.app/\(name)", bytes, isDeflated: isDeflated) }
        return archive.bytes()
    }

    private func content(_ bytes: [UInt8]) throws(FormatError) -> AppFileContent {
        try ApplePackage(appsIn: "Payload", of: ZIPArchive(MemoryBytes(bytes: bytes)), path: "a.ipa").content
    }

    @Test(arguments: [false, true]) func signedEntitlementsAreTheClaims(isDeflated: Bool) throws {
        var executable = ExecutableBuilder.signed(
            Self.entitlements(domains: ["applinks:shelf.example"]),
            der: Self.der(domains: ["x"])
        )
        executable.codeSize = 200_000
        let content = try content(Self.package(executable.bytes, isDeflated: isDeflated))
        let app = try #require(content.claims.apple.first)
        #expect(app.identifier == "OLDSEED001.com.example.shelf")
        #expect(app.teamIdentifier == "QX7SAMPLE1")
        #expect(app.bundleIdentifier == "com.example.shelf")
        #expect(app.domains == ["applinks:shelf.example"])
        #expect(app.schemes == ["shelf"])
        #expect(app.queriedSchemes == ["maps"])
        #expect(app.isForDevelopment == false)
        #expect(app.parentIdentifiers == nil)
        #expect(app.profile == nil)
        #expect(app.rank == .built)
        #expect(content.notes.isEmpty)
    }

    @Test func universalExecutablesAreReadForPhonesFirst() throws {
        let phone = ExecutableBuilder.signed(Self.entitlements(domains: ["applinks:phone.example"])).bytes
        let mac = ExecutableBuilder.signed(Self.entitlements(domains: ["applinks:mac.example"])).bytes
        for is64 in [false, true] {
            let both = ExecutableBuilder.universal([(0x0100_0007, mac), (0x0100_000C, phone)], is64: is64)
            #expect(try content(Self.package(both)).claims.apple.first?.domains == ["applinks:phone.example"])
        }
        let one = ExecutableBuilder.universal([(0x0100_0007, mac)])
        #expect(try content(Self.package(one)).claims.apple.first?.domains == ["applinks:mac.example"])
        var old = ExecutableBuilder.signed(Self.entitlements(domains: ["applinks:old.example"]))
        old.is64 = false
        #expect(try content(Self.package(old.bytes)).claims.apple.first?.domains == ["applinks:old.example"])
    }

    @Test func entitlementsInDERAloneAreRead() throws {
        let executable = ExecutableBuilder.signed(
            nil,
            der: Self.der(domains: ["applinks:shelf.example", "webcredentials:x"])
        )
        let app = try #require(content(Self.package(executable.bytes)).claims.apple.first)
        #expect(app.domains == ["applinks:shelf.example", "webcredentials:x"])
        #expect(app.identifier == "QX7SAMPLE1.com.example.shelf")
        #expect(app.isForDevelopment == true)
    }

    @Test func signatureWithoutTheEntitlementHasNoDomains() throws {
        for executable in [
            ExecutableBuilder.signed(Self.entitlements(domains: nil)),
            ExecutableBuilder.signed(nil, team: "QX7SAMPLE1"),
        ] {
            let app = try #require(content(Self.package(executable.bytes)).claims.apple.first)
            #expect(app.domains == [])
            #expect(app.teamIdentifier == "QX7SAMPLE1")
            #expect(app.identifier?.hasSuffix(".com.example.shelf") == true)
        }
    }

    @Test func appThatIsNotSignedSaysNothingOfDomains() throws {
        let content = try content(Self.package(ExecutableBuilder(blobs: nil).bytes))
        #expect(content.claims.apple.first?.domains == nil)
        #expect(content.claims.apple.first?.identifier == nil)
        #expect(content.claims.apple.first?.bundleIdentifier == "com.example.shelf")
        #expect(content.notes.contains { $0.contains("not signed") })
    }

    @Test func encryptedCodeIsOfTheStore() throws {
        var executable = ExecutableBuilder.signed(Self.entitlements(domains: []))
        executable.isEncrypted = true
        #expect(try content(Self.package(executable.bytes)).claims.apple.first?.rank == .delivered)
    }

    @Test(arguments: [true, false]) func profileTellsWhatItAllows(domains: Bool) throws {
        let more = [("embedded.mobileprovision", Self.profile(domains: domains))]
        let executable = ExecutableBuilder.signed(Self.entitlements(domains: []))
        let profile = try #require(content(Self.package(executable.bytes, more: more)).claims.apple.first?.profile)
        #expect(profile.allowsAssociatedDomains == domains)
        #expect(profile.identifier == "QX7SAMPLE1.*")
        #expect(profile.expirationDate == Date(timeIntervalSince1970: 1_798_859_045))
        #expect(profile.file == "a.ipa:Payload/Shelf.app/embedded.mobileprovision")
        let folder = try TemporaryFolder()
        try folder.write(Self.profile(domains: domains), to: "a.mobileprovision")
        let alone = try folder.content("a.mobileprovision")
        #expect(alone.claims.isEmpty)
        #expect(alone.notes.first?.contains(domains ? "allows associated" : "does not allow") == true)
    }

    @Test func clipsAreClaimsOfTheirOwn() throws {
        let parent =
            "<key>com.apple.developer.parent-application-identifiers</key><array><string>QX7SAMPLE1.com.example.shelf</string></array>"
        let clip = ExecutableBuilder.signed(Self.entitlements(domains: ["appclips:shelf.example"], more: parent)).bytes
        let app = ExecutableBuilder.signed(Self.entitlements(domains: ["applinks:shelf.example"])).bytes
        let content = try content(
            Self.package(
                app,
                more: [
                    ("AppClips/Clip.app/Info.plist", Array(Self.information.utf8)), ("AppClips/Clip.app/Shelf", clip),
                    ("AppClips/Broken.app/Info.plist", []), ("PlugIns/Other.appex/Info.plist", []),
                ]
            )
        )
        #expect(content.claims.apple.map(\.domains) == [["applinks:shelf.example"], ["appclips:shelf.example"]])
        #expect(content.claims.apple.map(\.parentIdentifiers) == [nil, ["QX7SAMPLE1.com.example.shelf"]])
        #expect(content.notes.count == 1)
    }

    @Test func foldersOfAppsAndArchivesAreRead() throws {
        let executable = ExecutableBuilder.signed(Self.entitlements(domains: ["applinks:shelf.example"])).bytes
        for place in [
            "Shelf.app", "Shelf.app/Contents", "Shelf 1-2-26, 10.00.xcarchive/Products/Applications/Shelf.app",
            "A.xcarchive/Products/Applications/Shelf.app/Contents",
        ] {
            let folder = try TemporaryFolder(["\(place)/Info.plist": Self.information])
            try folder.write(executable, to: place.hasSuffix("Contents") ? "\(place)/MacOS/Shelf" : "\(place)/Shelf")
            let name = String(place.prefix { $0 != "/" })
            #expect(try folder.content(name).claims.apple.map(\.domains) == [["applinks:shelf.example"]])
        }
    }

    @Test func anArchiveOfAFrameworkHasNoApp() throws {
        let folder = try TemporaryFolder([
            "A.xcarchive/Products/Library/Frameworks/Kit.framework/Info.plist": Self.information
        ])
        #expect(throws: AppFileError.self) { try folder.content("A.xcarchive") }
    }

    @Test(.tags(.th83)) func executablesOutsideOfTheAppAreNotRead() throws {
        let executable = ExecutableBuilder.signed(Self.entitlements(domains: ["applinks:outside.example"])).bytes
        let folder = try TemporaryFolder([
            "A.app/Info.plist": Self.information.replacingOccurrences(of: "<string>Shelf<", with: "<string>../Shelf<"),
            "B.app/Info.plist": Self.information,
        ])
        try folder.write(executable, to: "Shelf")
        try folder.link("B.app/Shelf", to: folder.file("Shelf"))
        #expect(throws: AppFileError.self) { try folder.content("A.app") }
        #expect(throws: AppFileError.self) { try folder.content("B.app") }
    }

    @Test func whatIsNoAppIsAnErrorThatSaysWhy() {
        let cases: [([UInt8], String)] = [
            (ArchiveBuilder().bytes(), "has no app"),
            (Self.package(Array("#!/bin/sh".utf8)), "executable that is damaged"),
            (Self.package([]), "after its end"),
            (Self.package([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61]), "after its end"),
        ]
        for (bytes, reason) in cases {
            let error = #expect(throws: FormatError.self) { try self.content(bytes) }
            #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
        }
    }

    /// No damaged byte may cause a trap or a long run.
    @Test(.tags(.th82)) func damagedAppsNeverTrap() {
        let list = Self.entitlements(domains: ["applinks:shelf.example"])
        let executable = ExecutableBuilder.universal([
            (0x0100_000C, ExecutableBuilder.signed(list, der: Self.der(domains: ["a"]), team: "QX7SAMPLE1").bytes)
        ])
        damage(executable) { _ = try? MachO(MemoryBytes(bytes: $0)) }
        damage(ExecutableBuilder.signed(nil, der: Self.der(domains: ["a"])).bytes) {
            _ = try? MachO(MemoryBytes(bytes: $0))
        }
        damage(Self.profile(domains: true)) { _ = try? ProvisioningProfile($0, file: "a") }
        let package = Self.package(executable, more: [("embedded.mobileprovision", Self.profile(domains: true))])
        damage(package, step: 3) { _ = try? content($0) }
    }

    @Test func devicesAndCertificatesOfAProfileAreNotKept() throws {
        let text = """
            <plist><dict><key>Entitlements</key><dict><key>application-identifier</key><string>QX7SAMPLE1.*</string></dict>
            <key>ProvisionedDevices</key><array><string>00008030-SECRETDEVICE</string></array>
            <key>DeveloperCertificates</key><array><data>U0VDUkVUQ0VSVElGSUNBVEU=</data></array></dict></plist>
            """
        let profile = DERBuilder.signedData(Array(text.utf8), certificates: [DERBuilder.certificate("SECRETSIGNER")])
        let package = Self.package(
            ExecutableBuilder.signed(Self.entitlements(domains: ["applinks:shelf.example"])).bytes,
            more: [("embedded.mobileprovision", profile)]
        )
        var dumped = ""
        dump(try content(package), to: &dumped)
        #expect(dumped.contains("applinks:shelf.example") && !dumped.contains("SECRET"), "\(dumped)")
        let folder = try TemporaryFolder()
        try folder.write(profile, to: "a.mobileprovision")
        var alone = ""
        dump(try folder.content("a.mobileprovision"), to: &alone)
        #expect(!alone.contains("SECRET"), "\(alone)")
    }

    @Test(.tags(.th82), .timeLimit(.minutes(20))) func archivesThatAreMadeToHarmStayBounded() throws {
        let directory = Array("Payload/Shelf.app/Info.plist".utf8)
        func isInPlace(_ bytes: [UInt8], _ place: Int) -> Bool { bytes[place...].starts(with: directory) }
        let good = Self.package(ExecutableBuilder.signed(Self.entitlements(domains: [])).bytes)
        let places = good.indices.dropLast(directory.count).filter { isInPlace(good, $0) }
        // In the directory the size is 22 bytes before the name, and the offset 4 bytes before it.
        let last = try #require(places.last)
        for (offset, value) in [
            (22, 0x7FFF_FFFF), (22, 0xFFFF_FFF0), (26, 0x7FFF_FFFF), (4, 0x7FFF_FFFF), (4, 0xFFFF_FFF0),
        ] {
            var bytes = good
            bytes.replaceSubrange((last - offset)..<(last - offset + 4), with: little(value, 4))
            #expect(throws: FormatError.self) { try content(bytes) }
        }
        // An entry inside another one is read like any other, at the same cost.
        var overlapping = good
        overlapping.replaceSubrange((last - 4)..<last, with: little(1, 4))
        #expect(throws: FormatError.self) { try content(overlapping) }
        // A name that leads out of the archive is harmless, because nothing is unpacked.
        var outside = ArchiveBuilder()
        outside.add("../../Payload/Shelf.app/Info.plist", Array(Self.information.utf8))
        outside.add("/etc/Payload/Shelf.app/Shelf", [])
        #expect(throws: FormatError.self) { try content(outside.bytes()) }
        // A property list that is larger than any that Xcode writes.
        var huge = ArchiveBuilder()
        huge.add("Payload/Shelf.app/Info.plist", Array(repeating: 0x20, count: PropertyList.maximumSize + 1))
        #expect(throws: FormatError.self) { try content(huge.bytes()) }
        for end in stride(from: 0, to: good.count, by: 97) {
            #expect(throws: FormatError.self) { try content(Array(good[..<end])) }
        }
    }

    @Test(.enabled(if: AndroidTools.missing == nil, "openssl is not installed"))
    func profilesOfOpenSSLAreRead() async throws {
        let folder = try TemporaryFolder([
            "a.plist":
                "<plist><dict><key>Entitlements</key><dict><key>application-identifier</key><string>QX7SAMPLE1.a</string></dict></dict></plist>"
        ])
        _ = try await AndroidTools.run(
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-subj",
            "/CN=Shelf",
            "-keyout",
            "k.pem",
            "-out",
            "c.pem",
            in: folder.path
        )
        _ = try await AndroidTools.run(
            "openssl",
            "cms",
            "-sign",
            "-binary",
            "-nodetach",
            "-outform",
            "DER",
            "-in",
            "a.plist",
            "-signer",
            "c.pem",
            "-inkey",
            "k.pem",
            "-out",
            "a.mobileprovision",
            in: folder.path
        )
        #expect(try folder.content("a.mobileprovision").notes.first?.contains("QX7SAMPLE1.a") == true)
    }
}
