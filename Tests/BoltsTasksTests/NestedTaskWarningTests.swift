import BoltsTasks
import Testing

/// Whether assertions are evaluated: the warnings are for debug builds.
private let isDebugBuild: Bool = {
    var isEvaluated = false
    assert(
        {
            isEvaluated = true
            return true
        }()
    )
    return isEvaluated
}()

@Suite(.serialized, .enabled(if: isDebugBuild, "the warnings are for debug builds")) struct NestedTaskWarningTests {
    // These types belong to this suite, so that concurrent tests do not add to its messages.
    private struct Page: Sendable {}
    private struct Fault: Error {}

    /// Returns the warnings about this suite's types that a closure causes.
    private func warnings(_ body: () -> Void) -> [String] {
        let messages = Recorder<String>()
        NestedTaskWarning.redirect { messages.add($0) }
        body()
        NestedTaskWarning.redirect(to: nil)
        return messages.values.filter { $0.contains("Page") || $0.contains("(any Sendable)") }
    }

    @Test func aTaskUnderAValueReturningNameIsWarnedAbout() {
        let messages = warnings {
            BoltsTask(result: 1).continueOnSuccessWith { _ in BoltsTask<Page>(error: Fault()) }
        }
        #expect(messages.count == 1)
        #expect(messages.first?.contains("returned a BoltsTask<Page>") == true)
        #expect(messages.first?.contains("the result is BoltsTask<BoltsTask<Page>>") == true)
        #expect(messages.first?.contains("continueWithTask, thenTask or alwaysTask") == true)
    }

    @Test func aTaskBehindAnOptionalIsWarnedAbout() {
        let messages = warnings {
            BoltsTask(result: 1).continueWith { _ -> BoltsTask<Page>? in BoltsTask(result: Page()) }
        }
        #expect(messages.count == 1)
    }

    @Test func aTaskThatWorkReturnsIsWarnedAbout() async throws {
        let sync = warnings { _ = BoltsTask { BoltsTask<Page>(error: Fault()) } }
        #expect(sync.count == 1)
        let messages = Recorder<String>()
        NestedTaskWarning.redirect { messages.add($0) }
        _ = try await BoltsTask { () async in BoltsTask<Page>(error: Fault()) }.value
        NestedTaskWarning.redirect(to: nil)
        #expect(messages.values.filter { $0.contains("BoltsTask<BoltsTask<Page>>") }.count == 1)
    }

    #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test(.timeLimit(.minutes(20))) func theWarningNamesThePlaceWhileTasksAreTracked() async {
        await #expect(processExitsWith: .success) {
            let messages = Recorder<String>()
            NestedTaskWarning.redirect { messages.add($0) }
            TaskDiagnostics.startTracking()
            func place(_ file: String = #fileID, _ line: Int = #line) -> String { "\(file):\(line)" }
            let (_, place) = (BoltsTask(result: 1).continueWith { _ in BoltsTask(result: 2) }, place())
            precondition(messages.values.count == 1)
            precondition(messages.values[0].hasPrefix("a closure at \(place) returned a BoltsTask<Int>"))
        }
    }
    #endif

    @Test func eachTypeIsWarnedAboutOnce() {
        let messages = warnings {
            for _ in 0..<3 { BoltsTask(result: 1).continueWith { _ in BoltsTask(result: Page()) } }
        }
        #expect(messages.count == 1)
    }

    @Test func valuesAndTasksThatAreWaitedForAreNotWarnedAbout() {
        let messages = warnings {
            BoltsTask(result: 1).continueWith { _ in Page() }
            BoltsTask(result: 1).continueWith { _ -> Page? in nil }
            BoltsTask(result: 1).continueWith { _ -> (any Sendable)? in BoltsTask(result: Page()) }
            BoltsTask(result: 1).continueWith { _ in [BoltsTask(result: Page())] }
            BoltsTask(result: 1).continueOnSuccessWithTask { _ in BoltsTask(result: Page()) }
            BoltsTask(result: 1).continueWithTask { _ in BoltsTask<Page>(error: Fault()) }
        }
        #expect(messages == [])
    }
}
