import BoltsTestSupport
import Foundation
import Synchronization
import Testing

@testable import applinks

/// `applinks check --watch`.
@Suite(.timeLimit(.minutes(20))) struct WatchTests {
    /// A number that a test changes, in place of files.
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
        // Still being written.
        await clock.waitForSleepers(1)
        files.set(2)
        await step(.milliseconds(200))
        await clock.waitForSleepers(1)
        #expect(files.looks == 3)
        await step(.milliseconds(200))
        #expect(try await change.value == 2 && files.looks == 4)
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
        // Another size, so that it does not depend on the clock of the file system.
        try scratch.file("assetlinks.json", "[]  7")
        let second = await tool.lines(4).joined(separator: "\n")
        #expect(second.contains("new: ") && second.contains("gone: "), "\(second)")
        #expect(second.contains("checked again: 1 new, 1 gone; 1 error"), "\(second)")
        #expect(try await tool.terminate() == 1)
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
