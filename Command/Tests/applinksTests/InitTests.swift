import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct InitTests {
    private static let options = [
        "--host", "lakrids.dk", "--host", "www.lakrids.dk", "--name", "B\u{F8}ger: \"1\" #", "--team", "R2TQ9MZ7K4",
        "--bundle", "dk.lakrids.kogebog", "--app-store", "1180541216", "--scheme", "kogebog", "--package",
        "dk.lakrids.kogebog", "--fingerprint", PublishTests.fingerprint, "--package-family",
        "Lakrids.Kogebog_8wekyb3d8bbwe", "--open", "/recipes/*", "--open", "/123", "--exclude", "/recipes/drafts/*",
    ]

    @Test(arguments: ["site.yaml", "site.json"])
    func whatOptionsSayIsWrittenAndCanBePublished(_ name: String) async throws {
        let scratch = try Scratch()
        let path = scratch.url.path + "/" + name
        let run = try await Tool.run(["init", path] + Self.options)
        #expect(run.status == 0, "\(run.errors)")
        let published = try await Tool.run(["publish", path, "--out", scratch.url.path + "/public"])
        #expect(published.status == 0, "\(published.errors)")
        let file = scratch.url.path + "/public/.well-known/windows-app-web-link"
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("/recipes/drafts/*"))
    }

    @Test func aSymbolicLinkIsNotWrittenThrough() async throws {
        let scratch = try Scratch()
        let manager = FileManager.default
        let path = scratch.url.path + "/site.yaml"
        try manager.createSymbolicLink(atPath: path, withDestinationPath: "kept.yaml")
        let run = try await Tool.run(["init", path] + Self.options)
        #expect(run.status == 2 && run.errors.contains("is there already"), "\(run)")
        let forced = try await Tool.run(["init", path, "--force"] + Self.options)
        #expect(forced.status == 2 && forced.errors.contains("is a symbolic link"), "\(forced)")
        #expect(try manager.destinationOfSymbolicLink(atPath: path) == "kept.yaml")
        #expect(!manager.fileExists(atPath: scratch.url.path + "/kept.yaml"))
    }

    @Test func questionsAreAskedUntilTheAnswersCanBeUsed() async throws {
        let scratch = try Scratch()
        let path = scratch.url.path + "/site.yaml"
        let answers = [
            "https://lakrids.dk", "lakrids.dk www.lakrids.dk", "", "Kogebog", "short", "R2TQ9MZ7K4",
            "dk.lakrids.kogebog", "id1", "1180541216", "kogebog", "dk.lakrids.kogebog",
            PublishTests.fingerprint.lowercased(), PublishTests.fingerprint, "", "", "/recipes/* /about",
            "/recipes/drafts/*",
        ]
        let input = answers.joined(separator: "\n") + "\n"
        let run = try await Tool.run(["init", path, "--ask"], input: input)
        #expect(run.status == 0, "\(run.errors)")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("  - www.lakrids.dk\n") && text.contains("scheme: \"kogebog\"\n"), "\(text)")
        #expect(run.errors.contains("is not a public host name") && run.errors.contains("is not an App Store id"))
        let published = try await Tool.run(["publish", path, "--out", scratch.url.path])
        #expect(published.status == 0, "\(published.errors)")
    }

    @Test func withoutAFingerprintAndroidIsLeftOut() async throws {
        let scratch = try Scratch()
        let path = scratch.url.path + "/site.yaml"
        let answers = [
            "lakrids.dk", "Kogebog", "R2TQ9MZ7K4", "dk.lakrids.kogebog", "", "kogebog", "dk.lakrids.kogebog", "", "",
            "", "",
        ]
        let run = try await Tool.run(["init", path, "--ask"], input: answers.joined(separator: "\n") + "\n")
        #expect(run.status == 0, "\(run.errors)")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("team: \"R2TQ9MZ7K4\"") && !text.contains("android"), "\(text)")
    }

    @Test func anInputThatEndsWritesNothing() async throws {
        let scratch = try Scratch()
        let path = scratch.url.path + "/site.yaml"
        let run = try await Tool.run(["init", path, "--ask"], input: "lakrids.dk\n")
        #expect(run.status == 2 && run.errors.contains("ended before the last answer"), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func aFileThatIsThereIsKept() async throws {
        let scratch = try Scratch()
        let path = try scratch.file("site.yaml", "mine")
        let run = try await Tool.run(["init", path] + Self.options)
        #expect(run.status == 2 && run.errors.contains("--force"), "\(run.errors)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        #expect(try await Tool.run(["init", path, "--force"] + Self.options).status == 0)
    }

    @Test func withoutATerminalTheOptionsMustSayEverything() async throws {
        let scratch = try Scratch()
        let path = scratch.url.path + "/site.yaml"
        #expect(try await Tool.run(["init", path, "--host", "lakrids.dk"]).status == 64)
        let wrong = try await Tool.run([
            "init", path, "--host", "lakrids.dk", "--name", "A", "--package", "dk.lakrids.a", "--fingerprint", "AA",
        ])
        #expect(wrong.status == 2 && wrong.errors.contains("apps[0].android.fingerprints[0]"), "\(wrong.errors)")
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
