import BoltsSiteCheck
import Foundation
import Testing

@testable import applinks

/// Tests which findings `--write-baseline` and `--baseline` accept, and which are new.
@Suite(.timeLimit(.minutes(20))) struct BaselineTests {
    /// A fingerprint in small letters, including octets without letters.
    private static func fingerprint(_ octet: String) -> String {
        (["ab", "12", "34", octet] + Array(repeating: "cd", count: 28)).joined(separator: ":")
    }

    private static let path = "site/.well-known/assetlinks.json"

    /// A folder of a repository with a site that has findings.
    private static func repository(_ file: String = "[\(Samples.statement("example.shelf", fingerprint("56")))]") throws
        -> Scratch
    {
        let scratch = try Scratch([".git/HEAD": "ref: refs/heads/main\n", path: file])
        return scratch
    }

    private static func check(_ scratch: Scratch, _ arguments: [String], in folder: String = "") async throws
        -> Tool.Run
    {
        try await Tool.run(
            ["check"] + arguments,
            directory: folder.isEmpty ? scratch.url : scratch.url.appendingPathComponent(folder)
        )
    }

    private static let host = ["--host", "shelf.example"]

    @Test(arguments: [
        (["site"], ""), (["./site"], ""), (["site/../site/"], ""), (["PWD/site"], ""), (["link"], ""), (["."], "site"),
        ([], ""), ([], "site"),
    ])
    func everySpellingOfAPathIsTheSameFile(_ inputs: [String], _ folder: String) async throws {
        let scratch = try Self.repository()
        try scratch.file(".applinks.yaml", "version: 1\ncheck: site\nhost: shelf.example\n")
        try scratch.link("link", to: "site")
        let written = try await Self.check(scratch, ["--write-baseline", "b.json"])
        let text = try scratch.text("b.json")
        #expect(written.status == 0 && text.contains("\"file\" : \"\(Self.path)\""), "\(written)\n\(text)")
        let named = inputs.map { $0.replacing("PWD", with: scratch.url.path) }
        let baseline = scratch.url.appendingPathComponent("b.json").path
        let run = try await Self.check(scratch, named + Self.host + ["--baseline", baseline], in: folder)
        #expect(run.status == 0 && !run.errors.contains("gone: "), "\(run)")
        // This is the same repository in another place.
        let copy = try Self.repository()
        try copy.file("b.json", text)
        let other = try await Self.check(copy, ["site", "--baseline", "b.json"] + Self.host)
        #expect(other.status == 0 && !other.errors.contains("gone: "), "\(other)")
    }

    @Test func withoutARepositoryPathsAreThoseFromTheBaseline() async throws {
        let scratch = try Scratch([Self.path: "[\(Samples.statement("example.shelf", Self.fingerprint("56")))]"])
        _ = try await Self.check(scratch, ["site", "--write-baseline", "b.json"] + Self.host)
        let run = try await Self.check(scratch, [".", "--baseline", "../b.json"] + Self.host, in: "site")
        #expect(run.status == 0 && !run.errors.contains("gone: "), "\(run)")
    }

    @Test func anInputThatWasNotCheckedFailsAlsoWithABaseline() async throws {
        let scratch = try Self.repository()
        let missing = try await Self.check(scratch, ["missing.json", "--write-baseline", "b.json"])
        #expect(missing.status == 2, "\(missing)")
        try scratch.file(".applinks.yaml", "version: 1\ncheck: [site, none]\nhost: shelf.example\n")
        let folder = try await Self.check(scratch, ["--write-baseline", "b.json"])
        #expect(folder.status == 2 && folder.errors.contains("\(scratch.url.lastPathComponent)/none"), "\(folder)")
    }

    @Test func whatIsFoundOfAnInputThatFailsIsNotAccepted() async throws {
        let scratch = try Self.repository()
        let path = scratch.url.appendingPathComponent("b.json")
        let failing = ["site", "--require", "aasa", "--write-baseline", "b.json"] + Self.host
        let run = try await Self.check(scratch, failing)
        #expect(run.status == 2 && run.output.contains("[assetlinks-fingerprint-lowercase]"), "\(run)")
        #expect(try !String(contentsOf: path, encoding: .utf8).contains("\"rule\""))
        // Findings that were accepted before stay accepted.
        _ = try await Self.check(scratch, ["site", "--write-baseline", "b.json"] + Self.host)
        let before = try Data(contentsOf: path)
        let both = try await Self.check(scratch, failing + ["--baseline", "b.json"])
        #expect(both.status == 2, "\(both)")
        #expect(try Data(contentsOf: path) == before)
    }

    @Test func anotherCertificateIsAnotherFinding() async throws {
        let scratch = try Self.repository()
        _ = try await Self.check(scratch, ["site", "--write-baseline", "b.json"] + Self.host)
        try scratch.file(Self.path, "[\(Samples.statement("example.shelf", Self.fingerprint("78")))]")
        let run = try await Self.check(scratch, ["site", "--baseline", "b.json"] + Self.host)
        #expect(run.status == 1 && run.errors.contains("gone: \(Self.path): "), "\(run)")
        #expect(run.errors.contains("ab:12:34:56"), "\(run.errors)")
    }

    @Test func theSameWordsInAnotherEntryAreAnotherFinding() async throws {
        let (first, second) = (Self.fingerprint("56"), Self.fingerprint("56").uppercased())
        let scratch = try Self.repository("[\(Samples.statement("a.b", first)),\n\(Samples.statement("a.c", second))]")
        _ = try await Self.check(scratch, ["site", "--write-baseline", "b.json"] + Self.host)
        let file = "[\(Samples.statement("a.b", first)),\n\(Samples.statement("a.c", first))]"
        try scratch.file(Self.path, file)
        let run = try await Self.check(scratch, ["site", "--baseline", "b.json"] + Self.host)
        #expect(run.status == 1, "\(run)")
        // The same places are in other lines now.
        try scratch.file(
            Self.path,
            "\n\n[\(Samples.statement("a.b", first)),\n\n\n\(Samples.statement("a.c", second))]"
        )
        let moved = try await Self.check(scratch, ["site", "--baseline", "b.json"] + Self.host)
        #expect(moved.status == 0 && !moved.errors.contains("gone: "), "\(moved)")
    }

    /// A manifest with two activities, one of which has a filter without the category `DEFAULT`.
    private static func manifest(incomplete: String) -> String {
        let activities = [".M", ".N"].map { name in
            let names = name == incomplete ? ["BROWSABLE"] : ["BROWSABLE", "DEFAULT"]
            let categories = names.map { "<category android:name=\"android.intent.category.\($0)\"/>" }.joined()
            return """
                <activity android:name="\(name)" android:exported="true"><intent-filter android:autoVerify="true">
                <action android:name="android.intent.action.VIEW"/>\(categories)
                <data android:scheme="https" android:host="shelf.example"/></intent-filter></activity>
                """
        }
        return """
            <manifest xmlns:android="http://schemas.android.com/apk/res/android" package="example.shelf">
            <application>\(activities.joined(separator: "\n"))</application></manifest>
            """
    }

    @Test func theSameWordsOfAnotherActivityAreAnotherFinding() async throws {
        let scratch = try Self.repository()
        let manifest = "app/src/main/AndroidManifest.xml"
        let fixed = ["app", "--offline", "site", "--no-config", "--all"]
        try scratch.file("app/build.gradle", "")
        try scratch.file(manifest, Self.manifest(incomplete: ".M"))
        let files = ["--write-baseline", "b.json", "--output", "sarif=r.sarif"]
        let written = try await Self.check(scratch, fixed + files)
        #expect(written.output.contains("(.M) [android-app-filter-incomplete]"), "\(written)")
        let sarif = try scratch.text("r.sarif")
        #expect(sarif.contains("\"fullyQualifiedName\":\".M\"") && !sarif.contains("\"fullyQualifiedName\":\"\""))
        let same = try await Self.check(scratch, fixed + ["--baseline", "b.json"])
        #expect(same.status == 0, "\(same)")
        try scratch.file(manifest, Self.manifest(incomplete: ".N"))
        let run = try await Self.check(scratch, fixed + ["--baseline", "b.json"])
        #expect(run.status == 1 && run.output.contains("(.N) [android-app-filter-incomplete]"), "\(run)")
        #expect(run.errors.contains("gone: \(manifest): "), "\(run)")
    }

    @Test func aBaselineThatIsWrittenAnewKeepsWhatItAccepts() async throws {
        let scratch = try Self.repository()
        _ = try await Self.check(scratch, ["site", "--write-baseline", "b.json"] + Self.host)
        let path = scratch.url.appendingPathComponent("b.json")
        let before = try Data(contentsOf: path)
        let both = try await Self.check(
            scratch,
            ["site", "--baseline", "b.json", "--write-baseline", "b.json"] + Self.host
        )
        #expect(both.status == 0, "\(both)")
        #expect(try Data(contentsOf: path) == before)
    }

    @Test func whatWasNotCheckedIsNeitherGoneNorForgotten() async throws {
        let scratch = try Self.repository()
        let other = Self.path.replacing("site", with: "other")
        try scratch.file(other, "[\(Samples.statement("example.other", Self.fingerprint("78")))]")
        _ = try await Self.check(scratch, ["site", "other", "--write-baseline", "b.json"] + Self.host)
        let path = scratch.url.appendingPathComponent("b.json")
        let before = try Data(contentsOf: path)
        for input in ["site", Self.path] {
            let arguments = [input, "--baseline", "b.json", "--write-baseline", "b.json"] + Self.host
            let both = try await Self.check(scratch, arguments)
            #expect(both.status == 0 && !both.errors.contains("gone: "), "\(both)")
            #expect(try Data(contentsOf: path) == before)
        }
        let inside = try await Self.check(scratch, [".", "--baseline", path.path] + Self.host, in: "site")
        #expect(inside.status == 0 && !inside.errors.contains("gone: "), "\(inside)")
        // A finding that was checked and is fixed is reported as gone.
        try scratch.file(other, "[\(Samples.statement("example.other", Self.fingerprint("78").uppercased()))]")
        let fixed = try await Self.check(scratch, ["other", "--baseline", "b.json"] + Self.host)
        #expect(fixed.errors.contains("gone: \(other): "), "\(fixed)")
        #expect(!fixed.errors.contains("gone: \(Self.path): "), "\(fixed)")
    }

    @Test func whatARuleThatIsLeftOutWouldFindIsNeitherGoneNorForgotten() async throws {
        let rule = "assetlinks-fingerprint-lowercase"
        let scratch = try Self.repository()
        _ = try await Self.check(scratch, ["site", "--write-baseline", "b.json"] + Self.host)
        let path = scratch.url.appendingPathComponent("b.json")
        let before = try String(contentsOf: path, encoding: .utf8)
        #expect(before.contains(rule))
        let both = ["site", "--baseline", "b.json", "--write-baseline", "b.json", "--disable", rule]
        let run = try await Self.check(scratch, both + Self.host)
        #expect(run.status == 0 && !run.errors.contains("gone: "), "\(run)")
        #expect(try String(contentsOf: path, encoding: .utf8) == before)
        try scratch.file(".applinks.yaml", "version: 1\nignore:\n  - {rule: \(rule), reason: old}\n")
        let other = try await Self.check(scratch, ["site", "--disable", rule] + Self.host)
        #expect(!other.errors.contains("no finding of \(rule) fits"), "\(other)")
    }

    @Test func whatAnotherPurposeFindsIsNeitherGoneNorForgotten() async throws {
        let scratch = try Self.repository()
        let (links, signIn) = (["site"] + Self.host, ["site", "--for", "sign-in"] + Self.host)
        let both = ["--baseline", "b.json", "--write-baseline", "b.json"]
        func text() throws -> String {
            try scratch.text("b.json")
        }
        _ = try await Self.check(scratch, signIn + ["--write-baseline", "b.json"])
        let first = try text()
        #expect(first.contains("signin-no-login-creds") && first.contains("\"for\" : \"sign-in\""), "\(first)")
        let added = try await Self.check(scratch, links + both)
        #expect(added.status == 0 && !added.errors.contains("gone: "), "\(added)")
        let whole = try text()
        #expect(whole.contains("signin-no-login-creds"), "\(whole)")
        // A finding of both purposes is accepted once in each, and the file stays as it is.
        for arguments in [links, signIn] {
            let run = try await Self.check(scratch, arguments + both)
            #expect(run.status == 0 && !run.errors.contains("gone: "), "\(run)")
            #expect(try text() == whole)
        }
        // Each purpose names its own findings that are gone.
        try scratch.file(Self.path, "[\(Samples.statement("example.shelf", Self.fingerprint("56").uppercased()))]")
        let fixed = try await Self.check(scratch, links + both)
        #expect(fixed.errors.contains("[assetlinks-fingerprint-lowercase]"), "\(fixed)")
        #expect(!fixed.errors.contains("signin-"), "\(fixed)")
        let other = try await Self.check(scratch, signIn + both)
        #expect(other.errors.contains("[assetlinks-fingerprint-lowercase]"), "\(other)")
        #expect(try !text().contains("assetlinks-fingerprint-lowercase"))
    }

    @Test func aFileAloneSaysNothingAboutItsSite() async throws {
        let scratch = try Self.repository()
        let signIn = ["--for", "sign-in"] + Self.host
        _ = try await Self.check(scratch, ["site", "--write-baseline", "b.json"] + signIn)
        let path = scratch.url.appendingPathComponent("b.json")
        let before = try String(contentsOf: path, encoding: .utf8)
        #expect(before.contains("signin-no-login-creds") && before.contains("assetlinks-fingerprint-lowercase"))
        let both = ["--baseline", "b.json", "--write-baseline", "b.json"] + signIn
        let alone = try await Self.check(scratch, [Self.path] + both)
        #expect(alone.status == 0 && !alone.errors.contains("gone: "), "\(alone)")
        #expect(try String(contentsOf: path, encoding: .utf8) == before)
        try scratch.file(Self.path, "[\(Samples.statement("example.shelf", Self.fingerprint("56").uppercased()))]")
        let fixed = try await Self.check(scratch, [Self.path] + both)
        #expect(fixed.errors.contains("[assetlinks-fingerprint-lowercase]"), "\(fixed)")
        #expect(!fixed.errors.contains("[signin-"), "\(fixed)")
    }

    @Test func anExceptionForAnotherPurposeIsNotUnused() async throws {
        let scratch = try Self.repository()
        for (rule, other) in [("link-excluded", "sign-in"), ("signin-rp-host", "links")] {
            try scratch.file(".applinks.yaml", "version: 1\nignore:\n  - {rule: \(rule), reason: old}\n")
            let word = "no finding of \(rule) fits"
            let run = try await Self.check(scratch, ["site", "--for", other] + Self.host)
            #expect(!run.errors.contains(word), "\(run)")
            let own = try await Self.check(
                scratch,
                ["site", "--for", other == "links" ? "sign-in" : "links"] + Self.host
            )
            #expect(own.errors.contains(word), "\(own)")
        }
    }

    @Test func anExceptionForAFileThatWasNotCheckedIsNotUnused() async throws {
        let scratch = try Self.repository()
        let other = Self.path.replacing("site", with: "other")
        try scratch.file(other, "[\(Samples.statement("example.other", Self.fingerprint("78")))]")
        for file in [other, "./\(other)", "other/*", "*/assetlinks.json"] {
            try scratch.file(
                ".applinks.yaml",
                "version: 1\nignore:\n  - {rule: aasa-unknown-key, file: \"\(file)\", reason: \"x\"}\n"
            )
            let word = "no finding of aasa-unknown-key fits"
            let unchecked = try await Self.check(scratch, ["site"] + Self.host)
            #expect(unchecked.errors.contains(word) == file.hasPrefix("*"), "\(file) \(unchecked)")
            let checked = try await Self.check(scratch, ["other"] + Self.host)
            #expect(checked.errors.contains(word), "\(file) \(checked)")
        }
    }

    @Test(arguments: [
        ("The rule at 7:11 covers this one.", "The rule at … covers this one."),
        ("by file.json:8:9.", "by file.json:…."), ("14:06:99:12 is wrong", "14:06:99:12 is wrong"),
        ("\"AB:12:34\" at 3:4", "\"AB:12:34\" at …"), ("asks 127.0.0.1:8443", "asks 127.0.0.1:8443"),
        ("begins with 14:06:…", "begins with 14:06:…"),
    ])
    func onlyPlacesAreLeftOutOfAMessage(_ message: String, _ expected: String) {
        #expect(FindingKey.withoutPlaces(message) == expected)
    }

    @Test func anEarlierVersionAndAMissingFileAreNamed() async throws {
        let scratch = try Self.repository()
        try scratch.file("old.json", "\u{FEFF}{\"version\": 1, \"findings\": []}")
        let old = try await Self.check(scratch, ["site", "--baseline", "old.json"] + Self.host)
        #expect(old.status == 2 && old.errors.contains("version 1, but this command reads version 2"), "\(old)")
        let missing = try await Self.check(scratch, ["site", "--baseline", "none.json"] + Self.host)
        #expect(missing.status == 2 && missing.errors.contains("none.json does not exist"), "\(missing)")
    }

    @Test(.tags(.th76)) func nothingIsWrittenThroughASymbolicLink() async throws {
        let scratch = try Self.repository()
        let outside = try Scratch()
        let manager = FileManager.default
        let victim = try outside.file("victim", "kept")
        for (name, destination) in [
            ("b.json", victim), ("r.sarif", outside.url.path + "/new"), ("folder", outside.url.path),
            ("gone", "nothing"),
        ] {
            try scratch.link(name, to: destination)
        }
        for arguments in [
            ["--write-baseline", "b.json"], ["--output", "sarif=r.sarif"], ["--output", "json=folder/new"],
            ["--output", "json=./folder/../folder/new"], ["--output", "json=gone"], ["--output", "json=/dev/stdout"],
            ["--output", "json=\(scratch.url.path)/folder/new"],
        ] {
            let run = try await Self.check(scratch, ["site"] + arguments + Self.host)
            #expect(
                run.status == 74 && run.errors.contains("is a symbolic link, and nothing is written through one"),
                "\(run)"
            )
        }
        #expect(try manager.contentsOfDirectory(atPath: outside.url.path) == ["victim"])
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "kept")
        let twice = try await Self.check(
            scratch,
            ["site", "--output", "sarif=kept/r.sarif", "--output", "json=./site/../kept/r.sarif"] + Self.host
        )
        #expect(twice.status == 64 && twice.errors.contains("would be written twice"), "\(twice)")
    }

    @Test func aBaselineLetsOnlyNewFindingsCount() async throws {
        let folder = try FoundSite.folder()
        let path = try Scratch().url.appendingPathComponent("base/line.json").path
        let written = try await FoundSite.check(folder, ["--write-baseline", path])
        #expect(written.status == 0, "\(written.errors)")
        let same = try await FoundSite.check(folder, ["--baseline", path])
        #expect(same.status == 0 && same.errors.contains("of the baseline not shown"), "\(same.output)\(same.errors)")
        // Another file breaks another rule: only that counts.
        try folder.file(".well-known/apple-app-site-association", Array("{".utf8))
        let other = try await FoundSite.check(folder, ["--baseline", path])
        #expect(other.status == 1 && other.output.contains("aasa-invalid-json"), "\(other.output)")
        #expect(!other.output.contains(": error: A fingerprint"), "\(other.output)")
        try folder.file(".well-known/assetlinks.json", Array("[]".utf8))
        let gone = try await FoundSite.check(folder, ["--baseline", path])
        #expect(gone.errors.contains("gone: ") && gone.errors.contains("write the baseline again"), "\(gone.errors)")
        let broken = try await FoundSite.check(
            folder,
            ["--baseline", folder.url.path + "/.well-known/assetlinks.json"]
        )
        #expect(broken.status == 2 && broken.errors.contains("is not a baseline"), "\(broken.errors)")
    }

    @Test func aBaselineOfManyFindingsIsReadAgain() async throws {
        let scratch = try Scratch()
        // This is more than the limit for any file that is checked.
        let entry =
            "{\"rule\": \"assetlinks-empty\", \"file\": \"\(String(repeating: "f", count: 200))\", \"message\": \"m\"}"
        func baseline(_ count: Int) throws -> String {
            let entries = Array(repeating: entry, count: count).joined(separator: ",")
            return try scratch.file("baseline.json", "{\"version\": 2, \"findings\": [\(entries)]}")
        }
        try scratch.file("assetlinks.json", "[]")
        let arguments = ["check", "assetlinks.json", "--no-config", "--baseline", "baseline.json"]
        #expect(try FileManager.default.attributesOfItem(atPath: baseline(30_000))[.size] as? Int ?? 0 > 4 << 20)
        let run = try await scratch.run(arguments)
        #expect(run.status == 1 && run.errors.contains("0 findings of the baseline not shown"), "\(run.errors)")
        _ = try baseline(100_001)
        let many = try await scratch.run(arguments)
        #expect(
            many.status == 2 && many.errors.contains("at most 100000 findings, and these are 100001"),
            "\(many.errors)"
        )
    }
}
