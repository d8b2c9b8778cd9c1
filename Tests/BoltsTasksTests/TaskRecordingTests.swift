@testable import BoltsTasks
import Foundation
import Testing

/// Tests recordings, and the snapshot that a signal prints.
///
/// The tests are serialized, and each runs in its own process, because diagnostics are global.
@Suite(.serialized, .timeLimit(.minutes(20))) struct TaskRecordingTests {
    #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test(.tags(.t14)) func aRecordingFollowsTheTraceEventFormat() async {
        await #expect(processExitsWith: .success) {
            TaskDiagnostics.startRecording()
            let download = TaskCompletionSource<Int>()
            download.task.named("download \"1\"\n")
            let measure = download.task.continueOnSuccessWith(.queue(.global())) { $0 + 1 }.named("measure")
            let show = measure.continueWith { $0.result }.named("show")
            let failed = download.task.continueOnSuccessWith { _ -> Int in throw Fault(1) }.named("failed")
            let endless = TaskCompletionSource<Int>()
            endless.task.named("endless")
            download.set(result: 1)
            _ = try? await show.value
            _ = try? await failed.value
            let trace = TaskDiagnostics.recording().chromeTrace
            let json = try? JSONSerialization.jsonObject(with: Data(trace.utf8)) as? [String: Any]
            let events = json?["traceEvents"] as? [[String: Any]] ?? []
            checkEvents(events)
            precondition(names(events, "b") == ["download \"1\"\n", "endless", "failed", "measure", "show"], trace)
            precondition(names(events, "e") == ["download \"1\"\n", "failed", "measure", "show"], trace)
            precondition(names(events, "X") == ["complete download \"1\"\n", "failed", "measure", "show"], trace)
            // The flows lead from the source to both of its continuations, and from one of them to the next.
            precondition(names(events, "s").count == 3 && names(events, "f").count == 3, trace)
            let outcomes = events.filter { $0["ph"] as? String == "e" }
                .compactMap { ($0["args"] as? [String: Any])?["outcome"] as? String }
            precondition(outcomes.sorted() == ["failure", "success", "success", "success"], trace)
            endless.set(result: 1)
        }
    }

    @Test(.tags(.t14)) func aRecordingIsBounded() async {
        await #expect(processExitsWith: .success) {
            TaskDiagnostics.startRecording(last: .seconds(1_000), capacity: 100)
            weak var value: Canary?
            do {
                let canary = Canary()
                value = canary
                for _ in 0..<5_000 {
                    let source = TaskCompletionSource<Canary>()
                    source.set(result: canary)
                }
            }
            precondition(value == nil, "the recording holds a result")
            let recording = TaskDiagnostics.recording()
            precondition(recording.count == 100, "\(recording.count)")
            precondition(recording.slices.map(\.id) == Array(4_901...5_000))
            TaskDiagnostics.startRecording(last: .zero)
            do { TaskCompletionSource<Int>().set(result: 1) }
            precondition(TaskDiagnostics.recording().count == 0)
            TaskDiagnostics.stopRecording()
            precondition(TaskDiagnostics.snapshot().tasks.isEmpty)
        }
    }

    @Test(.tags(.t14)) func aSignalPrintsWhatIsPending() async {
        await #expect(processExitsWith: .success) {
            let pipe = Pipe()
            let standardError = dup(STDERR_FILENO)
            dup2(pipe.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
            TaskDiagnostics.startTracking()
            TaskDiagnostics.printOnSignal()
            TaskDiagnostics.printOnSignal()
            let source = TaskCompletionSource<Int>()
            source.task.named("stuck")
            for _ in 0..<2 {
                kill(getpid(), SIGUSR1)
                var text = ""
                while !text.contains("Tests.swift") || !text.hasSuffix("\n") {
                    text += String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
                }
                precondition(text.hasPrefix("1 pending task\nstuck (BoltsTask<Int>), source, "), text)
            }
            source.set(result: 1)
            // The test library writes to standard error when the process ends.
            dup2(standardError, STDERR_FILENO)
            withExtendedLifetime(pipe) {}
        }
    }
    #endif
}

private func names(_ events: [[String: Any]], _ phase: String) -> [String] {
    events.filter { $0["ph"] as? String == phase }.compactMap { $0["name"] as? String }.sorted()
}

/// The rules of the Trace Event Format for the phases that recordings use.
private func checkEvents(_ events: [[String: Any]]) {
    var lastTime = 0.0
    var open: [String: String] = [:]
    var flows: [String: Double] = [:]
    let slices = events.filter { $0["ph"] as? String == "X" }
    precondition(events.first?["ph"] as? String == "M" && events.first?["name"] as? String == "process_name")
    for event in events.dropFirst() {
        let phase = event["ph"] as? String
        let name = event["name"] as? String ?? ""
        let id = event["id"] as? String ?? (event["id2"] as? [String: String])?["local"] ?? ""
        guard let time = event["ts"] as? Double, let thread = event["tid"] as? Int, event["pid"] as? Int == 1 else {
            preconditionFailure("\(event)")
        }
        precondition(time >= lastTime, "not in order: \(event)")
        lastTime = time
        // A flow begins and ends inside a slice of its thread.
        let isInSlice = slices.contains { slice in
            guard let start = slice["ts"] as? Double, let duration = slice["dur"] as? Double else { return false }
            return slice["tid"] as? Int == thread && start <= time && time <= start + duration
        }
        switch phase {
        case "b": precondition(open.updateValue(name, forKey: id) == nil, "begins twice: \(event)")
        case "e": precondition(open.removeValue(forKey: id) == name, "ends another slice: \(event)")
        case "X": precondition((event["dur"] as? Double ?? -1) >= 0)
        case "s":
            precondition(isInSlice && flows.updateValue(time, forKey: id) == nil, "\(event)")
        case "f":
            precondition(isInSlice && flows[id] ?? .infinity <= time && event["bp"] as? String == "e", "\(event)")
        default: preconditionFailure("unknown phase: \(event)")
        }
    }
}
