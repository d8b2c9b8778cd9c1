import BoltsTasks

// One kind of step, a given number of times, and nothing else: the difference between two counts is what the step
// costs, whatever the program's start does.
//
//     links create|done|link|adopt|empty COUNT
let arguments = CommandLine.arguments
guard arguments.count == 3, let count = Int(arguments[2]), count > 0 else {
    fatalError("usage: links create|done|link|adopt|empty COUNT")
}

func expect(_ condition: Bool) {
    if !condition { fatalError("wrong result") }
}

switch arguments[1] {
case "empty":
    break
case "create":
    for number in 0..<count {
        let source = TaskCompletionSource<Int>()
        source.set(result: number)
        expect(source.task.result == number)
    }
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
    let done = BoltsTask(result: 1)
    for number in 0..<count {
        let source = TaskCompletionSource<Int>()
        let inner = source.task
        let outer = done.continueOnSuccessWithTask { _ in inner }
        source.set(result: number)
        expect(outer.result == number)
    }
default:
    fatalError("no such step: \(arguments[1])")
}
