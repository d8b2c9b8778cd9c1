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

@Suite(.serialized, .enabled(if: isDebugBuild, "the warnings are for debug builds"))
struct NestedTaskWarningTests {
    // Types of this suite's own, so that tests that run at the same time do not add to its messages.
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
        #expect(messages.first?.contains("WithTask") == true)
    }

    @Test func aTaskBehindAnOptionalOrAnyTypeIsWarnedAbout() {
        let messages = warnings {
            BoltsTask(result: 1).continueWith { _ -> BoltsTask<Page>? in BoltsTask(result: Page()) }
            BoltsTask(result: 1).continueWith { _ -> (any Sendable)? in BoltsTask(result: Page()) }
        }
        #expect(messages.count == 2)
    }

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
            BoltsTask(result: 1).continueWith { _ in [BoltsTask(result: Page())] }
            BoltsTask(result: 1).continueOnSuccessWithTask { _ in BoltsTask(result: Page()) }
            BoltsTask(result: 1).continueWithTask { _ in BoltsTask<Page>(error: Fault()) }
        }
        #expect(messages == [])
    }
}
