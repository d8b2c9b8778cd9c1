import Foundation
import Testing

/// Tests that no output contains the other data of a project: keys, passwords, tokens, and the names of testers.
@Suite(.timeLimit(.minutes(20))) struct SecretTests {
    private static let mark = "Sesame-7419"
    private static let url = "https://shelf.example/recipes/42"

    private static let manifest = Samples.manifest(
        "example.shelf",
        data: "android:host=\"shelf.example\"",
        more: "<meta-data android:name=\"com.google.android.geo.API_KEY\" android:value=\"\(mark)-maps\"/>"
    )

    /// A project of each kind, with secrets in the usual places.
    private static let projects: [(name: String, files: [String: String])] = [
        (
            "Gradle",
            [
                "gradle.properties": "releaseStorePassword=\(mark)-store\nTOKEN=\(mark)-token\n",
                "local.properties": "key=\(mark)-local", "key.properties": "storePassword=\(mark)-key",
                "app/google-services.json": "{\"client\": [{\"api_key\": [{\"current_key\": \"\(mark)-google\"}]}]}",
                "app/build.gradle": """
                plugins { id 'com.android.application' }
                android {
                  signingConfigs { release { storePassword "\(mark)-gradle"
                    keyPassword '\(mark)-word' } }
                  defaultConfig { applicationId "example.shelf"
                    buildConfigField "String", "API", "\\"\(mark)-field\\""
                    manifestPlaceholders = [maps: "\(mark)-placeholder"]
                    resValue "string", "secret", "\(mark)-value" }
                }
                """, "app/src/main/AndroidManifest.xml": manifest,
                "app/src/main/res/values/keys.xml":
                    "<resources><string name=\"google_api_key\">\(mark)-string</string></resources>",
            ]
        ),
        (
            "MAUI",
            [
                "Shelf.csproj": """
                <Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFrameworks>net9.0-android;net9.0-ios</TargetFrameworks>
                <OutputType>Exe</OutputType><ApplicationId>example.shelf</ApplicationId>
                <AndroidSigningStorePass>\(mark)-pass</AndroidSigningStorePass>
                <AndroidManifestPlaceholders>maps=\(mark)-maps</AndroidManifestPlaceholders></PropertyGroup></Project>
                """,
                "Platforms/Android/MainActivity.cs": "class Main { const string ApiKey = \"\(mark)-constant\"; }",
                "obj/Release/net9.0-android/android/AndroidManifest.xml": manifest,
            ]
        ),
        (
            "Expo",
            [
                "app.json": """
                {"expo": {"android": {"package": "example.shelf", "config": {"googleMaps": {"apiKey": "\(mark)-expo"}},
                "intentFilters": [{"action": "VIEW", "data": [{"scheme": "https", "host": "shelf.example"}]}]},
                "extra": {"token": "\(mark)-extra"}}}
                """, ".env": "TOKEN=\(mark)-env", "AuthKey.p8": "-----BEGIN PRIVATE KEY-----\n\(mark)-p8\n",
            ]
        ),
    ]

    @Test(arguments: ["text", "json", "sarif", "html", "github", "junit", "gitlab", "markdown"], projects.map(\.name))
    func nothingSecretOfAProjectIsPrinted(format: String, name: String) async throws {
        let project = try Scratch(Self.projects.first { $0.name == name }?.files ?? [:])
        let site = try Scratch([".well-known/assetlinks.json": "[]"])
        let run = try await Tool.run(
            ["check", Self.url, "--offline", site.url.path, "--app", project.url.path, "--all", "--format", format]
        )
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        #expect(run.output.contains("example.shelf") || run.output.contains("assetlinks"), "\(run.output)")
        #expect(!run.output.contains(Self.mark) && !run.errors.contains(Self.mark), "\(run.output)\(run.errors)")
    }

    @Test(arguments: projects.map(\.name)) func nothingSecretIsExplainedOrKeptInACache(name: String) async throws {
        let project = try Scratch(Self.projects.first { $0.name == name }?.files ?? [:])
        let site = try Scratch([".well-known/assetlinks.json": "[]"])
        for format in ["text", "json"] {
            let run = try await Tool.run(
                ["explain", Self.url, "--offline", site.url.path, "--app", project.url.path, "--format", format]
            )
            #expect(run.output.contains("shelf.example"), "\(run.output)\(run.errors)")
            #expect(!run.output.contains(Self.mark) && !run.errors.contains(Self.mark), "\(run.output)\(run.errors)")
        }
        // The command created no additional files.
        let kept = FileManager.default.enumerator(at: site.url, includingPropertiesForKeys: nil)?.allObjects ?? []
        #expect(kept.compactMap { ($0 as? URL)?.lastPathComponent }.sorted() == [".well-known", "assetlinks.json"])
    }

    // MARK: - Profiles and keystores

    private static func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let size = content.count
        return [tag, 0x84] + (0..<4).reversed().map { UInt8(size >> (8 * $0) & 0xFF) } + content
    }

    /// A profile in its CMS envelope, with testers, devices and certificates.
    private static let profile: [UInt8] = {
        let list = """
            <plist version="1.0"><dict><key>Name</key><string>\(mark)-name</string>
            <key>TeamName</key><string>\(mark)-team</string><key>UUID</key><string>\(mark)-uuid</string>
            <key>ProvisionedDevices</key><array><string>\(mark)-device</string></array>
            <key>DeveloperCertificates</key><array><data>U2VzYW1lLTc0MTk=</data></array>
            <key>Entitlements</key><dict><key>application-identifier</key><string>QX7SAMPLE1.org.shelfware.shelf</string>
            <key>keychain-access-groups</key><array><string>\(mark)-keychain</string></array></dict></dict></plist>
            """
        let type: [UInt8] = [0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07]
        let inner = der(0x30, type + [1] + der(0xA0, der(4, Array(list.utf8))))
        let certificate = der(0x30, der(0x0C, Array("\(mark)-certificate".utf8)))
        let data = der(0x30, der(2, [1]) + der(0x31, []) + inner + der(0xA0, certificate) + der(0x31, []))
        return der(0x30, type + [2] + der(0xA0, data))
    }()

    /// An app with a profile, next to keystores and keys.
    private static func app() throws -> Scratch {
        let project = try Scratch()
        try project.file(
            "Shelf.app/Info.plist",
            "<plist><dict><key>CFBundleExecutable</key><string>Shelf</string><key>Secret</key><string>\(mark)-info</string></dict></plist>"
        )
        let header: [UInt8] = [0xCF, 0xFA, 0xED, 0xFE] + [UInt8](repeating: 0, count: 28)
        try project.file("Shelf.app/Shelf", header + Array("\(mark)-code".utf8))
        try project.file("Shelf.app/embedded.mobileprovision", profile)
        for name in ["release.jks", "upload.keystore", "dist.p12", "Shelf.mobileprovision"] {
            try project.file(
                name,
                name.hasSuffix("provision") ? profile : [0xFE, 0xED, 0xFE, 0xED] + Array("\(mark)-\(name)".utf8)
            )
        }
        return project
    }

    /// The bytes of all files in a folder.
    private static func everything(in folder: Scratch) throws -> [UInt8] {
        let files = FileManager.default.enumerator(at: folder.url, includingPropertiesForKeys: nil)?.allObjects ?? []
        return try files.compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }.flatMap {
            try Array(Data(contentsOf: $0))
        }
    }

    private static func holdsMark(_ bytes: [UInt8]) -> Bool { Data(bytes).range(of: Data(mark.utf8)) != nil }

    @Test(arguments: ["Shelf.app", "Shelf.mobileprovision", "release.jks", "dist.p12", "."])
    func nothingOfAProfileOrAKeystoreIsPrintedOrKept(name: String) async throws {
        let (project, site, home) = (try Self.app(), try Scratch(), try Scratch())
        try site.file(".well-known/apple-app-site-association", Samples.appleFile("QX7SAMPLE1.org.shelfware.shelf"))
        let environment = ["HOME": home.url.path, "XDG_CACHE_HOME": home.url.path + "/cache", "TMPDIR": home.url.path]
        let path = name == "." ? project.url.path : project.url.path + "/" + name
        #expect(Self.holdsMark(try Self.everything(in: project)), "the fixture has the mark")
        for format in ["text", "json", "sarif", "html", "github", "junit", "gitlab", "markdown"] {
            let kept = home.url.path + "/report.\(format)"
            let own = format == "text" ? [] : ["--output", "\(format)=\(kept)"]
            let run = try await Tool.run(
                [
                    "check", Self.url, "--offline", site.url.path, "--app", path, "--all", "--write-baseline",
                    home.url.path + "/baseline.json",
                ] + own,
                environment: environment
            )
            #expect([0, 1, 2].contains(run.status), "\(run.errors)")
            #expect(!run.output.contains(Self.mark) && !run.errors.contains(Self.mark), "\(run.output)\(run.errors)")
        }
        let run = try await Tool.run(
            ["explain", Self.url, "--offline", site.url.path, "--app", path, "--format", "json"],
            environment: environment
        )
        #expect(!run.output.contains(Self.mark) && !run.errors.contains(Self.mark), "\(run.output)\(run.errors)")
        #expect(!Self.holdsMark(try Self.everything(in: home)))
    }

    @Test(arguments: [
        ["check"], ["check", "--offline", "site"], ["check", "--format", "json"], ["check", "--format", "html"],
        ["explain"], ["explain", "--offline", "site"], ["resolve"], ["open"], ["diff", "site"],
    ])
    func aPasswordInAURLIsRefusedAndNotRepeated(_ arguments: [String]) async throws {
        let scratch = try Scratch(["site/.well-known/assetlinks.json": "[]"])
        for url in [
            "https://bob:\(Self.mark)@shelf.example/x/1", "HTTPS://\(Self.mark)@shelf.example",
            "bob:\(Self.mark)@shelf.example/x",
        ] {
            let run = try await scratch.run(arguments + [url])
            #expect(run.status == 64 && run.errors.contains("user or a password"), "\(run)")
            #expect(!run.output.contains(Self.mark) && !run.errors.contains(Self.mark), "\(run)")
        }
    }

    @Test(
        arguments: [
            ["check", "shelf.example"], ["explain", "shelf.example"], ["diff", "shelf.example", "shelf.example"],
            ["publish", "--check"],
        ],
        ["", "http://"]
    )
    func aPasswordInAnOriginIsNotRepeated(_ arguments: [String], _ scheme: String) async throws {
        let origin = "\(scheme)bob:\(Self.mark)@shelf.example:8080"
        let run = try await Tool.run(arguments + ["--origin", origin])
        #expect(run.status == 64 && run.errors.contains("--origin takes a URL"), "\(run)")
        #expect(!run.output.contains(Self.mark) && !run.errors.contains(Self.mark), "\(run)")
    }

    @Test(arguments: [
        ["check", ".", "--host"], ["explain", "shelf.example", "--for", "sign-in", "--rp-id"],
        ["diff", ".", ".", "--host"], ["serve", ".", "--host"],
    ])
    func aPasswordInAHostIsNotRepeated(_ arguments: [String]) async throws {
        let run = try await Tool.run(arguments + ["bob:\(Self.mark)@shelf.example"])
        #expect(run.status == 64 && run.errors.contains("takes a host such as"), "\(run)")
        #expect(!run.output.contains(Self.mark) && !run.errors.contains(Self.mark), "\(run)")
    }

    @Test func aPasswordInAListOrAConfigurationIsNotRepeated() async throws {
        let scratch = try Scratch()
        let url = "https://bob:\(Self.mark)@shelf.example/x/1"
        try scratch.file("list", "\(url)\n")
        try scratch.file(".applinks.yaml", "version: 1\ncheck: \(url)\n")
        for arguments in [["check", "--from", "list"], ["check"], ["resolve", "--from", "list"]] {
            let run = try await scratch.run(arguments + ["--json"])
            #expect([1, 2].contains(run.status) && run.errors.contains("user or a password"), "\(run)")
            #expect(!run.output.contains(Self.mark) && !run.errors.contains(Self.mark), "\(run)")
        }
    }
}
