import BoltsSiteCheck
import Foundation
import Testing

@testable import AppFiles

/// Tests packages that Android's own programs built and signed.
@Suite(.enabled(if: AndroidTools.missing == nil, "\(AndroidTools.missing ?? "")")) struct RealPackageTests {
    /// Builds an unsigned package, and two keys.
    private func build() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder([
            "AndroidManifest.xml": SampleManifest.text(
                data: """
                    <data a:scheme="https"/><data a:host="@string/host" a:port="443"/><data a:pathPattern="/item/.*"/>
                    """,
                more: #"<activity-alias a:name=".Alias" a:targetActivity=".MainActivity" a:enabled="false"/>"#
            ),
            "res/values/strings.xml": #"<resources><string name="host">shelf.example</string></resources>"#,
            "res/values-de/strings.xml": #"<resources><string name="host">regal.example</string></resources>"#,
        ])
        _ = try await AndroidTools.run(
            "aapt",
            "package",
            "-f",
            "-M",
            "AndroidManifest.xml",
            "-S",
            "res",
            "-I",
            AndroidTools.framework,
            "-F",
            "raw.apk",
            in: folder.path
        )
        _ = try await AndroidTools.run("zipalign", "-f", "4", "raw.apk", "plain.apk", in: folder.path)
        for (name, subject) in [("debug", "CN=Android Debug,O=Android,C=US"), ("release", "CN=Shelf")] {
            _ = try await AndroidTools.run(
                "keytool",
                "-genkeypair",
                "-keystore",
                "\(name).jks",
                "-storepass",
                "example",
                "-keypass",
                "example",
                "-alias",
                "a",
                "-keyalg",
                "EC",
                "-dname",
                subject,
                "-validity",
                "100",
                in: folder.path
            )
        }
        return folder
    }

    private func sign(_ folder: TemporaryFolder, _ key: String, v1: Bool, v2: Bool, v3: Bool) async throws -> String {
        _ = try await AndroidTools.run(
            "apksigner",
            "sign",
            "--ks",
            "\(key).jks",
            "--ks-pass",
            "pass:example",
            "--min-sdk-version",
            v1 ? "21" : v2 ? "24" : "28",
            "--v1-signing-enabled",
            "\(v1)",
            "--v2-signing-enabled",
            "\(v2)",
            "--v3-signing-enabled",
            "\(v3)",
            "--out",
            "signed.apk",
            "plain.apk",
            in: folder.path
        )
        let output = try await AndroidTools.run(
            "apksigner",
            "verify",
            "--print-certs",
            "--min-sdk-version",
            v1 ? "21" : v2 ? "24" : "28",
            // Newer versions of Android require a newer signature.
            "--max-sdk-version",
            v2 || v3 ? "33" : "23",
            "signed.apk",
            in: folder.path
        )
        let line = try #require(output.split(separator: "\n").first { $0.contains("certificate SHA-256 digest: ") })
        return String(try #require(line.split(separator: " ").last))
    }

    @Test func packageSaysWhatItsManifestSays() async throws {
        let folder = try await build()
        let content = try folder.content("plain.apk")
        let app = try #require(content.claims.android.first)
        #expect(app.package == "com.example.shelf")
        #expect((app.minimumSDK, app.targetSDK) == (24, 35))
        #expect(app.certificates == nil)
        let filter = try #require(app.filters?.first)
        #expect(filter.isComplete && filter.isVerified && filter.isEnabled)
        #expect(filter.isExported == true)
        #expect(filter.schemes == ["https"])
        #expect(filter.hosts == [AndroidIntentFilter.Host("shelf.example", port: "443")])
        #expect(filter.paths == [AndroidIntentFilter.Path(.pattern, "/item/.*")])
        #expect(filter.component.hasSuffix("MainActivity"))
        #expect(content.notes.count == 1)
        #expect(content.notes.first?.contains("@string/host") == true)
    }

    @Test(arguments: [(true, false, false), (false, true, false), (false, false, true), (true, true, true)])
    func fingerprintsAreThoseThatApksignerPrints(v1: Bool, v2: Bool, v3: Bool) async throws {
        let folder = try await build()
        for key in ["release", "debug"] {
            let digest = try await sign(folder, key, v1: v1, v2: v2, v3: v3)
            let certificates = try #require(folder.content("signed.apk").claims.android.first?.certificates)
            #expect(certificates.count == 1)
            #expect(certificates.first?.fingerprint.replacingOccurrences(of: ":", with: "").lowercased() == digest)
            #expect(certificates.first?.isDebug == (key == "debug"))
        }
    }

    @Test(.tags(.th82)) func damagedPackageNeverTraps() async throws {
        let folder = try await build()
        _ = try await sign(folder, "release", v1: true, v2: true, v3: true)
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder.file("signed.apk"))))
        damage(bytes, step: 7) { _ = try? AndroidPackage.content(MemoryBytes(bytes: $0), path: "a.apk") }
    }
}
