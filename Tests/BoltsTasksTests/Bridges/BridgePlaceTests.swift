import BoltsFoundation
import BoltsTasks
import Foundation
import Testing

#if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
/// The tests are serialized, and each runs in its own process, because diagnostics are global.
@Suite(.serialized, .timeLimit(.minutes(20))) struct BridgePlaceTests {
    @Test(.tags(.t14)) func tasksOfBridgesAreCreatedByTheirCaller() async {
        await #expect(processExitsWith: .success) {
            let tasks = Recorder<ObservedTask>()
            let registration = TaskDiagnostics.addObserver(CreationLog(tasks: tasks))
            let source = TaskCompletionSource<Int>()
            func here(_ file: String = #fileID, _ line: Int = #line) -> (String, Int) { (file, line) }

            let block = BlockOperation {}
            let (operation, first) = (block.task(), here())
            let (progress, second) = (
                BoltsTask.withProgress(Progress(totalUnitCount: 1)) { _, _ in source.task }, here()
            )
            let (child, third) = (BoltsTask.withProgress(Progress(totalUnitCount: 1)) { _, _ in source.task }, here())
            let places = tasks.values.dropFirst().compactMap { $0.place }
            precondition(places.map(\.line) == [first.1, second.1, third.1], "\(places)")
            precondition(places.allSatisfy { $0.file == first.0 }, "\(places)")
            precondition(TaskDiagnostics.snapshot().tasks.allSatisfy { $0.place?.file == first.0 })
            registration.dispose()
            withExtendedLifetime((block, operation, progress, child, source)) {}
        }
    }
}

/// Records the tasks that are created, except for the library's own steps.
private struct CreationLog: TaskObserver {
    let tasks: Recorder<ObservedTask>

    func taskWasCreated(_ task: ObservedTask) {
        if !task.isInternal { tasks.add(task) }
    }
}
#endif
