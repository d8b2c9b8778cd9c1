import BoltsSiteCheck
import BoltsTestSupport
import Foundation
import Synchronization
import Testing

@testable import applinks

@Suite(.timeLimit(.minutes(20))) struct WatchTests {
    /// A number that a test changes, which replaces files.
    private final class Files: Sendable {
        private let state = Mutex((value: 0, looks: 0))
        var looks: Int { state.withLock { $0.looks } }
        func set(_ value: Int) { state.withLock { $0.value = value } }
        func look() -> Int {
            state.withLock { state in
                state.looks += 1
                return state.value
            }
        }
    }

    @Test func aChangeCountsOnceItIsAtRest() async throws {
        let (clock, files) = (ManualClock(), Files())
        let watch = ChangeWatch(clock: clock) { files.look() }
        let change = Task { try await watch.change(after: 0) }
        func step(_ time: Duration) async {
            await clock.waitForSleepers(1)
            clock.advance(by: time)
        }
        await step(.milliseconds(500))
        await clock.waitForSleepers(1)
        #expect(files.looks == 1)
        files.set(1)
        await step(.milliseconds(500))
        // The file is still being written.
        await clock.waitForSleepers(1)
        files.set(2)
        await step(.milliseconds(200))
        await clock.waitForSleepers(1)
        #expect(files.looks == 3)
        await step(.milliseconds(200))
        #expect(try await change.value == 2 && files.looks == 4)
    }

    @Test func whatStandsBehindANewEntryIsNotNew() {
        func result(_ text: String) -> CheckResult {
            var result = CheckResult(input: "a")
            result.findings = AssociationCheck.findings(inAssetLinks: Array(text.utf8), file: "a").map {
                CheckedFinding($0)
            }
            return result
        }
        let change = FindingChange(from: [result("[7]")], to: [result("[7, 7, 7]")])
        #expect(change.gone.isEmpty)
        #expect(change.new.count == 2)
        let back = FindingChange(from: [result("[{\"relation\": 1}, 7]")], to: [result("[7]")])
        #expect(back.new.isEmpty)
        #expect(back.gone.allSatisfy { $0.finding.rule.id != "assetlinks-statement-not-object" })
    }

    @Test func aChangeThatIsTakenBackIsNone() async throws {
        let (clock, files) = (ManualClock(), Files())
        let watch = ChangeWatch(clock: clock) { files.look() }
        let change = Task { try await watch.change(after: 0) }
        await clock.waitForSleepers(1)
        files.set(1)
        clock.advance(by: .milliseconds(500))
        await clock.waitForSleepers(1)
        files.set(0)
        for _ in 0..<2 {
            clock.advance(by: .milliseconds(200))
            await clock.waitForSleepers(1)
        }
        #expect(files.looks == 3)
        change.cancel()
        await #expect(throws: CancellationError.self) { try await change.value }
    }

    @Test func onlyWhatIsNewOrGoneIsPrintedAndTheEndHasTheStatus() async throws {
        let scratch = try Scratch()
        let path = try scratch.file("assetlinks.json", "[]")
        let tool = try RunningTool(["check", path, "--no-config", "--watch"])
        let first = await tool.lines(2)
        #expect(first.first?.contains("[assetlinks-empty]") == true, "\(first)")
        // The file gets another size, so that the test does not depend on the clock of the file system.
        try scratch.file("assetlinks.json", "[]  7")
        let second = await tool.lines(4).joined(separator: "\n")
        #expect(second.contains("new: ") && second.contains("gone: "), "\(second)")
        #expect(second.contains("checked again: 1 new, 1 gone; 1 error"), "\(second)")
        #expect(try await tool.terminate() == 1)
    }

    @Test func aFolderThatIsGoneForAWhileIsNoHost() async throws {
        let scratch = try Scratch(["shelf.invalid/.well-known/assetlinks.json": "[]"])
        let folder = scratch.url.appendingPathComponent("shelf.invalid")
        let (tool, first) = try await Self.watching(scratch, ["shelf.invalid", "--no-config"])
        #expect(first.contains("[assetlinks-empty]"), "\(first)")
        let aside = scratch.url.appendingPathComponent("aside")
        try FileManager.default.moveItem(at: folder, to: aside)
        let second = await tool.lines(through: "checked again")
        #expect(second.contains("no file or folder at shelf.invalid any more"), "\(second)")
        #expect(!second.contains("cannot be reached"), "\(second)")
        try FileManager.default.moveItem(at: aside, to: folder)
        let third = await tool.lines(through: "checked again")
        #expect(third.contains("new: ") && third.contains("[assetlinks-empty]"), "\(third)")
        _ = try await tool.terminate()
    }

    // MARK: - A configuration that changes

    /// Starts to watch in a folder, and waits until the first check is done.
    private static func watching(_ scratch: Scratch, _ arguments: [String] = []) async throws -> (RunningTool, String) {
        let tool = try RunningTool(["check", "--watch"] + arguments, directory: scratch.url, joinsErrors: true)
        return (tool, await tool.lines(through: "watching, end with"))
    }

    @Test func theFoldersThatTheConfigurationNamesAreTakenAnew() async throws {
        let scratch = try Scratch()
        try scratch.file("one/.well-known/assetlinks.json", "[]")
        try scratch.file("two/.well-known/assetlinks.json", "{ ")
        try scratch.file(".applinks.yaml", "version: 1\nhost: shelf.example\ncheck: one\n")
        let (tool, first) = try await Self.watching(scratch)
        #expect(first.contains("one/.well-known/assetlinks.json") && !first.contains("two/"), "\(first)")
        try scratch.file(".applinks.yaml", "version: 1\nhost: shelf.example\ncheck: two\n# another folder\n")
        let second = await tool.lines(through: "checked again")
        #expect(second.contains("gone: ") && second.contains("two/.well-known/assetlinks.json"), "\(second)")
        // The files of the new folder are watched, and no longer those of the old one.
        try scratch.file("two/.well-known/assetlinks.json", "[]")
        let third = await tool.lines(through: "checked again")
        #expect(third.contains("[assetlinks-empty]") && !third.contains("one/"), "\(third)")
        _ = try await tool.terminate()
    }

    @Test func theHostAndTheSitesOfTheConfigurationAreTakenAnew() async throws {
        let scratch = try Scratch(["one/.well-known/assetlinks.json": "[]"])
        let head = "version: 1\ncheck: one\nhost: "
        try scratch.file(".applinks.yaml", head + "shelf.example\n")
        let (tool, first) = try await Self.watching(scratch)
        #expect(first.contains("shelf.example") && !first.contains("recipes.example"), "\(first)")
        try scratch.file(".applinks.yaml", head + "recipes.example\n")
        let second = await tool.lines(through: "checked again")
        #expect(second.contains("recipes.example"), "\(second)")
        let sites = "version: 1\nsites:\n  - {check: one, host: bakery.example, severities: {assetlinks-empty: off}}\n"
        try scratch.file(".applinks.yaml", sites)
        let third = await tool.lines(through: "checked again")
        #expect(third.contains("bakery.example") && third.contains("gone: "), "\(third)")
        #expect(third.range(of: "gone: .*assetlinks-empty", options: .regularExpression) != nil, "\(third)")
        _ = try await tool.terminate()
    }

    @Test func aConfigurationThatComesAndGoesIsTaken() async throws {
        let scratch = try Scratch(["assetlinks.json": "[]"])
        let (tool, first) = try await Self.watching(scratch, ["assetlinks.json"])
        #expect(first.contains("[assetlinks-empty]"), "\(first)")
        let path = try scratch.file(".applinks.yaml", "version: 1\nseverities: {assetlinks-empty: off}\n")
        let second = await tool.lines(through: "checked again")
        #expect(second.contains("checked again: 0 new, 1 gone; 0 errors"), "\(second)")
        try FileManager.default.removeItem(atPath: path)
        let third = await tool.lines(through: "checked again")
        #expect(third.contains("checked again: 1 new, 0 gone"), "\(third)")
        _ = try await tool.terminate()
    }

    @Test func theLastGoodConfigurationCountsWhileItIsBroken() async throws {
        let scratch = try Scratch(["assetlinks.json": "[]"])
        let path = try scratch.file(
            "decisions.yaml",
            "version: 1\ncheck: assetlinks.json\nseverities: {assetlinks-empty: note}\n"
        )
        let (tool, first) = try await Self.watching(scratch, ["--config", path])
        #expect(first.contains("note: ") && first.contains("0 errors"), "\(first)")
        let start = "version: 1\ncheck: assetlinks.json\nseverities: {assetlinks-empty: "
        for broken in [start + "loud}\n", "version: 1\n", start + "note}\nsites: [{host: a.example}]\n"] {
            try scratch.file("decisions.yaml", broken)
            let again = await tool.lines(through: "checked again")
            #expect(again.contains("applinks: the earlier settings remain in use"), "\(again)")
            #expect(again.contains("checked again: 0 new, 0 gone; 0 errors"), "\(again)")
        }
        try FileManager.default.removeItem(atPath: path)
        let removed = await tool.lines(through: "checked again")
        #expect(removed.contains("remain in use") && removed.contains("0 new, 0 gone"), "\(removed)")
        try scratch.file("decisions.yaml", start + "off}\n")
        let fixed = await tool.lines(through: "checked again")
        #expect(!fixed.contains("remain in use") && fixed.contains("0 new, 1 gone"), "\(fixed)")
        #expect(try await tool.terminate() == 0)
    }

    @Test func theBaselineIsTakenAnew() async throws {
        let scratch = try Scratch(["assetlinks.json": "[]"])
        let none = "{\"version\": 2, \"findings\": []}"
        let path = try scratch.file("baseline.json", none)
        let (tool, first) = try await Self.watching(scratch, ["assetlinks.json", "--no-config", "--baseline", path])
        #expect(first.contains("[assetlinks-empty]"), "\(first)")
        let accepted = scratch.url.appendingPathComponent("accepted.json").path
        let written = try await scratch.run(["check", "assetlinks.json", "--no-config", "--write-baseline", accepted])
        #expect(written.status == 0)
        try scratch.file("baseline.json", try #require(FileManager.default.contents(atPath: accepted)))
        let second = await tool.lines(through: "checked again")
        #expect(second.contains("gone: ") && second.contains("checked again: 0 new, 1 gone; 0 errors"), "\(second)")
        // An unreadable file changes nothing.
        try scratch.file("baseline.json", "[")
        let broken = await tool.lines(through: "checked again")
        #expect(broken.contains("is not a baseline") && broken.contains("remain in use"), "\(broken)")
        #expect(broken.contains("0 new, 0 gone; 0 errors"), "\(broken)")
        try scratch.file("baseline.json", none)
        let third = await tool.lines(through: "checked again")
        #expect(third.contains("checked again: 1 new, 0 gone; 1 error"), "\(third)")
        #expect(try await tool.terminate() == 1)
    }

    @Test func theProjectOfTheFolderIsTakenAnew() async throws {
        let scratch = try Scratch()
        let fingerprint = Array(repeating: "7B:13:A0:5E", count: 8).joined(separator: ":")
        try scratch.file("site/.well-known/assetlinks.json", Samples.assetLinks("org.shelfware.shelf", fingerprint))
        let manifest = Samples.manifest("org.shelfware.shelf", data: "android:host=\"shelf.example\"")
        let category = "<category android:name=\"android.intent.category.BROWSABLE\"/>"
        try scratch.file(
            "app/build.gradle",
            "plugins { id 'com.android.application' }\nandroid { defaultConfig { applicationId 'org.shelfware.shelf' } }\n"
        )
        try scratch.file("app/src/main/AndroidManifest.xml", manifest.replacing(category, with: ""))
        let arguments = ["https://shelf.example/item/42", "--offline", "site", "--no-config"]
        let (tool, first) = try await Self.watching(scratch, arguments)
        #expect(!first.contains("BROWSABLE"), "\(first)")
        // The folder becomes a project.
        try scratch.file("settings.gradle", "include ':app'\n")
        let second = await tool.lines(through: "checked again")
        #expect(second.contains("new: ") && second.contains("BROWSABLE"), "\(second)")
        try scratch.file("app/src/main/AndroidManifest.xml", manifest)
        let third = await tool.lines(through: "checked again")
        #expect(third.contains("gone: ") && !third.contains("the intent filter lacks the category"), "\(third)")
        // A file that is not part of the project is not watched: the next change is reported instead.
        try scratch.file("notes.txt", "x")
        try scratch.file("app/src/debug/AndroidManifest.xml", "<manifest/>")
        let fourth = await tool.lines(through: "checked again")
        #expect(fourth.contains("checked again: "), "\(fourth)")
        _ = try await tool.terminate()
    }

    @Test func whatCannotBeFollowedIsRefused() async throws {
        let remote = try await Tool.run(["check", "a.example", "--watch", "--no-config"])
        #expect(remote.status == 64 && remote.errors.contains("and a.example is none"), "\(remote.errors)")
        let json = try await Tool.run(["check", ".", "--watch", "--json"])
        #expect(json.status == 64 && json.errors.contains("leave --format out"), "\(json.errors)")
        let fix = try await Tool.run(["check", ".", "--watch", "--fix"])
        #expect(fix.status == 64 && fix.errors.contains("run --fix first, then --watch"), "\(fix.errors)")
    }
}
