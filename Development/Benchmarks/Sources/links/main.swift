import BoltsTasks
import Dispatch

// Runs only one kind of step, a given number of times: the difference between two counts is the cost of the step, without that of
// the program's start.
//
//     links create|done|link|any|adopt|hop|whenAll|await|empty COUNT
//
// With `tracked-` before the step, diagnostics are on.
let arguments = CommandLine.arguments
guard arguments.count == 3, let count = Int(arguments[2]), count > 0 else {
    fatalError("usage: links create|done|link|any|adopt|hop|whenAll|await|empty COUNT")
}

func expect(_ condition: Bool) {
    if !condition { fatalError("wrong result") }
}

// The steps are in functions: in the long body of a program the compiler does not allocate the source on the stack.
@inline(never)
func create(_ count: Int) {
    for number in 0..<count {
        let source = TaskCompletionSource<Int>()
        source.set(result: number)
        expect(source.task.result == number)
    }
}

@inline(never)
func adopt(_ count: Int) {
    let done = BoltsTask(result: 1)
    for number in 0..<count {
        let source = TaskCompletionSource<Int>()
        let inner = source.task
        let outer = done.continueOnSuccessWithTask { _ in inner }
        source.set(result: number)
        expect(outer.result == number)
    }
}

var step = arguments[1]
if step.hasPrefix("tracked-") {
    step.removeFirst("tracked-".count)
    TaskDiagnostics.startTracking()
}

switch step {
case "empty":
    break
case "create":
    create(count)
case "done":
    let done = BoltsTask(result: 1)
    for _ in 0..<count {
        expect(done.continueOnSuccessWith { $0 &+ 1 }.result == 2)
    }
case "link":
    let source = TaskCompletionSource<Int>()
    var task = source.task
    for _ in 0..<count { task = task.continueOnSuccessWith { $0 &+ 1 } }
    source.set(result: 0)
    expect(task.result == count)
case "adopt":
    adopt(count)
case "any":
    let source = TaskCompletionSource<Int>()
    var task = source.task
    for _ in 0..<count { task = task.continueWith { ($0.result ?? 0) &+ 1 } }
    source.set(result: 0)
    expect(task.result == count)
case "text":
    let source = TaskCompletionSource<String>()
    var task = source.task
    for _ in 0..<count { task = task.continueOnSuccessWith { $0 } }
    source.set(result: "a result that is too long to be stored in place")
    expect(task.result != nil)
case "hop":
    // The links run on one serial queue; their creation is also counted.
    let executor = BoltsExecutor.queue(DispatchQueue(label: "hops"))
    let source = TaskCompletionSource<Int>()
    var task = source.task
    for _ in 0..<count { task = task.continueOnSuccessWith(executor) { $0 &+ 1 } }
    let end = DispatchSemaphore(value: 0)
    task.continueWith { _ in end.signal() }
    source.set(result: 0)
    end.wait()
    expect(task.result == count)
case "whenAll":
    let sources = (0..<count).map { _ in TaskCompletionSource<Int>() }
    let all = BoltsTask.whenAll(sources.map(\.task))
    for source in sources { source.set(result: 1) }
    expect(all.isCompleted)
case "await":
    let task = BoltsTask(result: 1)
    var sum = 0
    for _ in 0..<count { sum &+= try await task.value }
    expect(sum == count)
default:
    fatalError("no such step: \(step)")
}
