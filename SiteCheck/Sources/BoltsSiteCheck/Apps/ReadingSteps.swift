import Synchronization

/// Counts the steps of reading and judging apps for the tests that hold them to the size of the project; nothing else counts.
package enum ReadingSteps {
    package final class Counter: Sendable {
        private let steps = Atomic(0)

        package init() {}

        package var count: Int { steps.load(ordering: .relaxed) }

        fileprivate func add(_ count: Int) { steps.wrappingAdd(count, ordering: .relaxed) }
    }

    @TaskLocal package static var counter: Counter?

    package static func add(_ count: Int = 1) { counter?.add(count) }
}
