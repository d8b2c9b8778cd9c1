import BoltsTasks

let source = TaskCompletionSource<Int>()
let answer = source.task.continueOnSuccessWith { $0 + 1 }
source.set(result: 41)
print(answer)
