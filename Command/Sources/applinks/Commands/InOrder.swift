/// Runs work on each input, `concurrency` at a time, and passes the results on in the order of the inputs.
///
/// The number of results that wait for an earlier one is bounded: no work starts more than `lead` inputs after the
/// first one whose result has not been passed on.
func inOrder<Output: Sendable>(
    _ inputs: [String],
    concurrency: Int,
    lead: Int,
    work: @escaping @Sendable (String) async -> Output,
    each: (String, Output) throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: (Int, Output).self) { group in
        var next = 0
        var running = 0
        var waiting: [Int: Output] = [:]
        var handedOn = 0
        func start() {
            while running < concurrency, next < inputs.count, next - handedOn < lead {
                let index = next
                let input = inputs[index]
                next += 1
                running += 1
                group.addTask { (index, await work(input)) }
            }
        }
        start()
        while let (index, output) = try await group.next() {
            running -= 1
            waiting[index] = output
            while let output = waiting.removeValue(forKey: handedOn) {
                try each(inputs[handedOn], output)
                handedOn += 1
            }
            start()
        }
    }
}
