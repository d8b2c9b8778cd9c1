@_spi(Bolts) import BoltsSiteCheck
import Foundation
import Testing

@_spi(Bolts) @testable import AppFiles

/// Tests which `.env` files of react-native-config are read, and what a script does to them.
struct GradleDotenvTests {
    private static let dotenv = "apply from: project(':react-native-config').projectDir.getPath() + '/dotenv.gradle'"
    private static let choice = "project.ext.envConfigFiles = [debug: '.env.dev', release: '.env.prod',]\n"

    /// The apps of a project whose id and hosts are those of `project.env`.
    private static func environmentApps(
        _ script: String,
        _ files: [String: String],
        id: String = "project.env.get('ID')",
        prepare: (TemporaryFolder) throws -> Void = { _ in }
    ) throws -> [AndroidAppClaims] {
        let folder = try TemporaryFolder([
            "android/settings.gradle": "include ':app'",
            "android/app/build.gradle": """
            apply plugin: 'com.android.application'
            \(script)
            android { defaultConfig {
              applicationId \(id)
              manifestPlaceholders = [name: "a", host: project.env.get("HOST"), other: 'b']
            } }
            """,
            "android/app/src/main/AndroidManifest.xml": SampleManifest.text(
                data: "<data a:scheme='https' a:host='${host}'/><data a:host='@string/HOST'/>"
            ),
        ])
        for (name, text) in files { try folder.write(Array(text.utf8), to: name) }
        try prepare(folder)
        return try folder.content().claims.android
    }

    @Test(
        arguments: [
            (dotenv, [".env": "ID=a.b\nHOST=h.example"], ["a.b"]),
            (dotenv, [".env": "ID=a.b\nHOST=h.example", ".env.example": "ID=c.d"], ["a.b"]),
            (dotenv, [".env": "ID=a.b\nHOST=h.example", ".env.prod": "ID=c.d"], [nil]),
            (dotenv, [:], [nil]),
            (
                choice + dotenv, [".env.dev": "ID=a.dev\nHOST=h.example", ".env.prod": "ID=a.b\nHOST=h.example"],
                ["a.dev", "a.b"]
            ),
            (choice + dotenv, [".env.prod": "ID=a.b\nHOST=h.example"], [nil, "a.b"]),
            (
                "project.ext.envConfigFiles = ['': '.env', release: '.env']\n" + dotenv,
                [".env": "ID=a.b\nHOST=h.example"], ["a.b"]
            ),
            (choice + dotenv, [".env.prod": "ID=a.b\nHOST=h.example", ".env.prod.android": "ID=c.d"], [nil]),
            // The choice comes too late, is made twice, by a condition, or by code.
            (dotenv + "\n" + choice, [".env": "ID=a.b\nHOST=h.example"], [nil]),
            (choice + choice + dotenv, [".env.dev": "ID=a.b", ".env.prod": "ID=a.b"], [nil]),
            ("if (x) { \(choice) }\n" + dotenv, [".env.dev": "ID=a.b", ".env.prod": "ID=a.b"], [nil]),
            ("project.ext.envConfigFiles = [release: file()]\n" + dotenv, [".env": "ID=a.b"], [nil]),
            ("project.ext.envConfigFiles = [Release: '.env']\n" + dotenv, [".env": "ID=a.b"], [nil]),
            ("project.ext.envConfigFiles = [release: '../.env']\n" + dotenv, ["android/.env": "ID=a.b"], [nil]),
            ("project.ext.defaultEnvFile = '.env.x'\n" + dotenv, [".env": "ID=a.b"], [nil]),
            (dotenv + "\nproject.env.put('ID', 'c.d')", [".env": "ID=a.b"], [nil]),
            (dotenv + "\nproject.ext.env=[ID: 'c.d']", [".env": "ID=a.b"], [nil]),
            (dotenv + "\nproject.env['ID'] = 'c.d'", [".env": "ID=a.b"], [nil]),
            (dotenv + "\ndef env = System.getenv()", [".env": "ID=a.b"], [nil]),
            ("if (x) { \(dotenv) }", [".env": "ID=a.b"], [nil]),
            (dotenv, [".env": "ID=a.b", "android/gradle.properties": "defaultEnvFile=.env.x"], [nil]),
            (dotenv, [".env": "ID=a.b", "android/build.gradle": "ext.envConfigFiles = [release: '.env.x']"], [nil]),
            ("", [".env": "ID=a.b\nHOST=h.example"], [nil]),
            ("apply from: 'dotenv.gradle'", [".env": "ID=a.b\nHOST=h.example"], [nil]),
        ] as [(String, [String: String], [String?])]
    )
    func theEnvironmentIsThatOfTheFileThatDataChoose(
        _ script: String,
        _ files: [String: String],
        _ ids: [String?]
    ) throws {
        let apps = try Self.environmentApps(script, files)
        #expect(apps.map(\.package) == ids, "\(script) \(files)")
        for app in apps {
            let hosts: [AndroidIntentFilter.Host] = app.package == nil ? [] : [.init("h.example"), .init("h.example")]
            #expect(app.filters?.first?.hosts == hosts, "\(script) \(files)")
        }
    }

    @Test(
        arguments: [
            ("ID=a.b\r\nX=y", "a.b"), ("ID=a.b\rX=y", "a.b"), ("export ID=a.b", "a.b"),
            ("  export \t ID = a.b  ", "a.b"),
            ("ID='a.b'", "a.b"), ("ID=\"a.b\"", "a.b"), ("ID='a.b", "a.b"), ("ID=a.b'", "a.b"), ("ID=\"a.b' ", "a.b"),
            ("ID=c.d\nID=a.b", "a.b"), ("ID=c.d\nID=", nil), ("ID=c.d\nID=$(id)", nil), ("ID=''", nil), ("ID='", nil),
            ("ID=a=b", nil), ("ID=a.b # comment", nil), ("ID=${X}", nil), ("ID=a\\.b", nil), ("ID=a\"b", nil),
            ("#ID=a.b", nil), ("//ID=a.b", nil), ("exportID=a.b", nil), ("export X ID=a.b", nil), ("ID", nil),
            ("=a.b", nil),
            ("id=a.b", nil), ("\u{FEFF}ID=a.b", nil), ("I\u{0}D=a.b", nil), ("ID=a.b\u{2028}X=y", nil),
            ("ID=a.b\u{A0}", nil), ("", nil),
        ] as [(String, String?)]
    )
    func aLineOfTheEnvironmentIsReadAsReactNativeReadsIt(_ text: String, _ id: String?) throws {
        #expect(try Self.environmentApps(Self.dotenv, [".env": text]).map(\.package) == [id], "\(text)")
    }

    @Test func theEnvironmentOutsideTheProjectOrTooLongIsUnknown() throws {
        let outside = try TemporaryFolder([".env": "ID=a.b"])
        let linked = try Self.environmentApps(Self.dotenv, [:]) { try $0.link(".env", to: outside.file(".env")) }
        #expect(linked.map(\.package) == [nil])
        let inner = try TemporaryFolder([".env": "ID=a.b", "android/app/build.gradle": Self.dotenv])
        #expect(try inner.content("android").files.allSatisfy { !$0.hasSuffix(".env") })
        let long = String(repeating: "KEY=value\n", count: 200_000) + "ID=a.b"
        #expect(try Self.environmentApps(Self.dotenv, [".env": long]).map(\.package) == [nil])
        let many = (0..<80_000).map { "K\($0)=v\n" }.joined() + "ID=a.b"
        #expect(try Self.environmentApps(Self.dotenv, [".env": many]).map(\.package) == ["a.b"])
        let utf16 = Array("ID=a.b".utf16).flatMap { [UInt8($0 & 0xFF), 0] }
        let wide = try Self.environmentApps(Self.dotenv, [:]) { try $0.write([0xFF, 0xFE] + utf16, to: ".env") }
        #expect(wide.map(\.package) == [nil])
    }

    @Test(arguments: [
        "project.env.ID", "env.ID", "project.env['ID']", "env.get(\"ID\")", "project.ext.env.ID",
        "\"${project.env.ID}\"",
        "\"${project.env.get('ID')}\"", "project.env.get('ID') + ''",
    ])
    func aValueOfTheEnvironmentIsReadInEachForm(_ id: String) throws {
        #expect(try Self.environmentApps(Self.dotenv, [".env": "ID=a.b"], id: id).map(\.package) == ["a.b"])
    }
}
