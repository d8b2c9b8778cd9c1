import Synchronization

/// Counts the steps of reading and judging sites and apps, to limit the trial of edits, and for tests that compare the count with
/// the size of the project.
package enum ReadingSteps {
    package final class Counter: Sendable {
        private let steps = Atomic(0)

        package init() {}

        package var count: Int { steps.load(ordering: .relaxed) }

        fileprivate func add(_ count: Int) { steps.wrappingAdd(count, ordering: .relaxed) }
    }

    @TaskLocal package static var counter: Counter?

    package static func add(_ count: Int = 1) { counter?.add(count) }

    /// Counts bytes that are read at once; opening a file costs as much as a page of bytes.
    package static func addRead(_ count: Int) { add(1 + count / pageSize) }

    /// The result of a closure, and its steps in bytes.
    static func measured<Answer>(_ body: () async throws -> Answer) async rethrows -> (answer: Answer, size: Int) {
        let counter = Counter()
        let answer = try await $counter.withValue(counter) { try await body() }
        return (answer, counter.count * pageSize)
    }

    private static let pageSize = 4_096
}
