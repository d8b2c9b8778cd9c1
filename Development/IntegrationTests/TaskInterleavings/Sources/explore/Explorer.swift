internal import CScheduler

/// Explores programs depth first: each execution has the choices of the previous one, except for the last choice that can be
/// changed.
struct Explorer {
    private static let capacity = 8192

    private(set) var executions = 0
    private var isWarm = false
    private let choices = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
    private let alternatives = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)

    /// Runs all executions of a program that interrupt threads at most `bound` times.
    ///
    /// A fault ends the process.
    ///
    /// - Returns: The number of executions.
    mutating func explore(_ program: Program, bound: Int) -> Int {
        scheduler_describe(program.name)
        // Objects that are created once per process do not count as leaked.
        if !isWarm { _ = execute(program, bound, 0, countsObjects: false) }
        isWarm = true
        var count = 0
        var length = 0
        repeat {
            let made = execute(program, bound, length, countsObjects: true)
            count += 1
            length = made
            while length > 0, choices[length - 1] + 1 >= alternatives[length - 1] { length -= 1 }
            if length > 0 { choices[length - 1] += 1 }
        } while length > 0
        executions += count
        return count
    }

    /// Returns the number of choices.
    private func execute(_ program: Program, _ bound: Int, _ length: Int, countsObjects: Bool) -> Int {
        let before = scheduler_objects()
        let kept: [Any]
        let mayLeaveTasks: Bool
        let made: Int32
        do {
            let run = program.start()
            scheduler_run_jobs()
            let body = Box(run.threads)
            made = withExtendedLifetime(body) {
                scheduler_run(
                    Int32(run.threads.count),
                    Int32(bound),
                    choices,
                    alternatives,
                    Int32(length),
                    Int32(Explorer.capacity),
                    Unmanaged.passUnretained(body).toOpaque()
                ) { context, thread in
                    Unmanaged<Box<[() -> Void]>>.fromOpaque(context).takeUnretainedValue().value[Int(thread)]()
                }
            }
            if let fault = run.check() { scheduler_stop(fault) }
            run.release()
            kept = run.kept
            mayLeaveTasks = run.mayLeaveTasks
        }
        scheduler_run_jobs()
        // A kept source has one object.
        let left = scheduler_objects() - before - Int64(kept.count)
        if countsObjects, left != 0, !mayLeaveTasks { scheduler_stop("\(left) objects are left") }
        withExtendedLifetime(kept) {}
        return Int(made)
    }
}
