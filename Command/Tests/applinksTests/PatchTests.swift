import Foundation
import Testing

/// Tests that applying the patches of `applinks check --fix --dry-run` with `git apply` or `patch` gives the bytes that `--fix`
/// writes.
@Suite(.timeLimit(.minutes(20))) struct PatchTests {
    /// The programs on this machine that apply patches.
    private static let programs = [["git", "apply"], ["patch", "-p1", "-i"]].filter { program in
        ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"]
            .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program[0])") }
    }

    /// The bytes of the files below a folder, by their paths.
    private static func files(_ folder: URL) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            let file = folder.appendingPathComponent(path)
            var isDirectory: ObjCBool = false
            guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isDirectory), !isDirectory.boolValue
            else { continue }
            files[path] = try Data(contentsOf: file)
        }
        return files
    }

    /// Creates the same folder three times, fixes one, patches the others, and expects the same files in all; returns the number of
    /// lines of the patch.
    @discardableResult
    private static func expectSameFiles(_ contents: [String: [UInt8]], _ arguments: [String]) async throws -> Int {
        let scratch = try Scratch()
        for (path, bytes) in contents {
            for number in 0...programs.count { try scratch.file("\(number)/\(path)", bytes) }
        }
        let target = scratch.url.appendingPathComponent("0")
        let patch = try scratch.file("fixes.patch", "")
        let errors = try await Tool.run(arguments + ["--dry-run"], directory: target, outputFile: patch).errors
        let fixed = try await Tool.run(arguments, directory: target)
        let lines = try Data(contentsOf: URL(fileURLWithPath: patch)).split(separator: 0x0A).count
        let wanted = try files(target)
        for (index, program) in programs.enumerated() where lines > 0 {
            let folder = scratch.url.appendingPathComponent("\(index + 1)")
            let run = try await Program.run(program + [patch], in: folder)
            #expect(run.status == 0, "\(program): \(run)\(errors)")
            let made = try files(folder)
            #expect(made == wanted, "\(program): \(made.keys.sorted()) \(fixed.output)")
        }
        let old = contents.mapValues { Data($0) }
        #expect((wanted != old) == (lines > 0), "\(errors)\(fixed.errors)")
        return lines
    }

    /// The patch includes unsafe fixes in addition to the safe ones.
    @Test(arguments: BrokenSite.all.filter { $0.server == nil })
    func thePatchOfABrokenSiteMakesWhatIsWritten(_ site: BrokenSite) async throws {
        let files = site.files.map { path, text in
            let padding = [UInt8](repeating: 0x20, count: site.padding?[path] ?? 0)
            return ("public/\(path)", BrokenSite.bytes(text) + padding)
        }
        let host = site.host ?? site.url.flatMap { URL(string: $0)?.host() } ?? "shelf.example"
        try await Self.expectSameFiles(
            Dictionary(uniqueKeysWithValues: files),
            ["check", "public", "--host", host, "--no-config", "--fix-unsafe"]
        )
    }

    private static let fingerprint =
        "A3:C7:F9:39:87:E3:4D:C5:4B:DF:81:31:EF:BB:95:7D:73:77:89:A9:D7:13:5D:B5:1B:8F:11:A1:3F:EB:A5:6D"
    private static let statement = """
        [{
          "relation": ["delegate_permission/common.handle_all_urls"],
          "target": {
            "namespace": "android_app",
            "package_name": "dk.lakrids.kogebog",
            "sha256_cert_fingerprints": ["\(fingerprint.lowercased())",]
          }
        }]

        """

    @Test(arguments: [
        "public", "with blanks in it", "b\u{FC}cher \u{1F600}", "-dash", "--fix", "quote\"d", "back\\slash",
        "tab\tbed", " lead", "a->b", "dev/null", "x.orig", "\u{65}\u{301}",
    ])
    func namesOfEveryKindCanBePatched(_ name: String) async throws {
        let lines = try await Self.expectSameFiles(
            ["\(name)/.well-known/assetlinks.json": Array(Self.statement.utf8)],
            ["check", "./\(name)", "--host", "lakrids.dk", "--no-config", "--fix"]
        )
        #expect(lines > 5)
    }

    @Test(arguments: [
        ("no end of the last line", Array(statement.utf8.dropLast())),
        ("Windows' line ends", Array(statement.replacing("\n", with: "\r\n").utf8)),
        ("mixed line ends", Array(statement.replacing(",\n", with: ",\r\n").utf8)),
        ("old line ends", Array(statement.replacing("\n", with: "\r").utf8)),
        ("Windows' line ends, no last one", Array(statement.replacing("\n", with: "\r\n").utf8.dropLast(2))),
        ("a byte order mark", [0xEF, 0xBB, 0xBF] + Array(statement.utf8)),
        (
            "a byte order mark and Windows' line ends",
            [0xEF, 0xBB, 0xBF] + Array(statement.replacing("\n", with: "\r\n").utf8)
        ),
        ("one line", Array(statement.replacing("\n", with: "").utf8)),
        ("many empty lines", Array((statement + String(repeating: "\n", count: 40)).utf8)),
        ("a line that looks like a patch", Array(statement.replacing("[{", with: "[\n\n--- a/x\n{").utf8)),
    ])
    func contentsOfEveryKindCanBePatched(_ kind: String, _ bytes: [UInt8]) async throws {
        try await Self.expectSameFiles(
            ["public/.well-known/assetlinks.json": bytes],
            ["check", "public", "--host", "lakrids.dk", "--no-config", "--fix"]
        )
    }

    @Test func thePatchOfSeveralFoldersIsOne() async throws {
        let bytes = Array(Self.statement.utf8)
        let files = ["one/.well-known/assetlinks.json": bytes, "two 2/.well-known/assetlinks.json": bytes]
        let arguments = ["check", "one", "two 2", "one", "--host", "lakrids.dk", "--no-config", "--fix"]
        #expect(try await Self.expectSameFiles(files, arguments) > 10)
    }

    // MARK: - Files that cannot be written

    private static func site() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.file("public/.well-known/assetlinks.json", statement)
        try scratch.file("other/.well-known/assetlinks.json", statement)
        return scratch
    }

    @Test func aWriteProtectedFolderIsAClearErrorAndNothingIsWritten() async throws {
        let scratch = try Self.site()
        let folder = scratch.url.appendingPathComponent("public/.well-known").path
        chmod(folder, 0o555)
        defer { chmod(folder, 0o755) }
        let before = try Self.files(scratch.url)
        let run = try await scratch.run(["check", "other", "public", "--host", "lakrids.dk", "--no-config", "--fix"])
        #expect(run.status == 2 && run.errors.contains("its folder is write-protected"), "\(run)")
        #expect(run.errors.contains("public/.well-known/assetlinks.json cannot be replaced, and nothing was fixed"))
        #expect(try Self.files(scratch.url) == before)
    }

    @Test func whatIsMissingDoesNotKeepTheOthersFromBeingFixed() async throws {
        let scratch = try Self.site()
        let run = try await scratch.run([
            "check", "public", "none/x", "other", "--host", "lakrids.dk", "--no-config", "--fix", "--json",
        ])
        let inputs = try #require(run.json.first?["inputs"] as? [[String: Any]])
        #expect(run.status == 2 && inputs.map { $0["failure"] != nil } == [false, true, false], "\(run)")
        let written = inputs.map { ($0["repairs"] as? [[String: Any]])?.first?["written"] as? Bool }
        #expect(written == [true, nil, true])
        for (path, bytes) in try Self.files(scratch.url) {
            #expect(String(decoding: bytes, as: UTF8.self).contains(Self.fingerprint), "\(path)")
        }
    }

    @Test func aLinkThatWasNamedIsFollowedAndThePatchNamesItsFile() async throws {
        let scratch = try Self.site()
        let manager = FileManager.default
        let link = scratch.url.appendingPathComponent("assetlinks.json").path
        try manager.createSymbolicLink(atPath: link, withDestinationPath: "public/.well-known/assetlinks.json")
        let patch = try await scratch.run(["check", "assetlinks.json", "--no-config", "--fix", "--dry-run"])
        #expect(patch.output.hasPrefix("--- a/public/.well-known/assetlinks.json\n"), "\(patch)")
        let run = try await scratch.run(["check", "assetlinks.json", "--no-config", "--fix"])
        #expect(run.errors.contains("fixed 2 findings in 1 file"), "\(run)")
        #expect(try manager.destinationOfSymbolicLink(atPath: link) == "public/.well-known/assetlinks.json")
        let text = try String(contentsOfFile: link, encoding: .utf8)
        #expect(text.contains(Self.fingerprint))
        // A link to a place outside the named folder is not followed.
        let inside = scratch.url.appendingPathComponent("public/.well-known/assetlinks.json").path
        try manager.removeItem(atPath: inside)
        try manager.createSymbolicLink(atPath: inside, withDestinationPath: "../../other/.well-known/assetlinks.json")
        let refused = try await scratch.run(["check", "public", "--host", "lakrids.dk", "--no-config", "--fix"])
        #expect(refused.errors.contains("leads out of the folder or nowhere, and was not read"), "\(refused)")
        let other = try String(
            contentsOf: scratch.url.appendingPathComponent("other/.well-known/assetlinks.json"),
            encoding: .utf8
        )
        #expect(other == Self.statement)
    }
}
