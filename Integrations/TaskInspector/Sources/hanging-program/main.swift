import BoltsTaskInspector
import BoltsTasks
import Dispatch
import Foundation

// A program that hangs on purpose, in four ways, and serves the page that explains why.
//
// Usage: hanging-program [port]

/// This cache never opens, because opening it needs its own index.
final class Cache: Sendable {
    private let opened = TaskCompletionSource<Void>()

    func entry(_ name: String) -> BoltsTask<String> {
        opened.task.continueOnSuccessWith { "entry \(name)" }.named("entry \(name)")
    }

    func open() -> BoltsTask<Void> {
        BoltsTask {
            _ = try await self.entry("index").value
            self.opened.set()
        }
        .named("open the cache")
    }
}

/// Holds a task that is created after the closure that waits for it.
final class Later: @unchecked Sendable {
    var task: BoltsTask<Int>?
}

/// Calls a service that loses its callback, so nothing completes the task.
func askService() -> BoltsTask<Int> {
    let source = TaskCompletionSource<Int>()
    return source.task.named("answer of the service")
}

/// Two tasks that wait for each other.
func makeCycle(_ start: BoltsTask<Int>) -> BoltsTask<Int> {
    let later = Later()
    let price = start.continueOnSuccessWithTask { _ in later.task ?? start }.named("price")
    later.task = price.continueOnSuccessWith { $0 + 1 }.named("price with tax")
    return price
}

TaskDiagnostics.startRecording(last: .seconds(300))
let inspector = TaskInspector(port: CommandLine.arguments.dropFirst().first.flatMap { UInt16($0) } ?? 8_790)
let serving = Task { try await inspector.run() }
// The output is flushed at once, even if it is a file.
FileHandle.standardOutput.write(Data("the page is at \(try await inspector.address())\n".utf8))

// This work ends, so that the trace is not empty.
let settings = TaskCompletionSource<String>()
let shown = settings.task.named("read the settings")
    .continueOnSuccessWith(.queue(.global())) { $0.split(separator: ",").count }.named("parse them")
    .continueOnSuccessWithTask { count in BoltsTask.withDelay(.milliseconds(5)).continueOnSuccessWith { count } }
    .named("wait for the screen")
    .continueOnSuccessWith(.queue(.global(qos: .utility))) { "\($0) settings" }.named("show them")
settings.set(result: "light,large")
_ = try await shown.value

let cache = Cache()
let opening = cache.open()
let page = BoltsTask.whenAllResult([cache.entry("front page"), cache.entry("weather")])
    .continueOnSuccessWith(.queue(.global())) { $0.joined() }
    .named("render")
let start = TaskCompletionSource<Int>()
let cycle = makeCycle(start.task)
start.set(result: 1)
let forgotten = askService()
let slow = BoltsTask.withDelay(.seconds(86_400)).named("a day's delay")
try await serving.value
