/// The generated programs: every pair of operations on two threads, after each of some setups, and some of three operations;
/// in the long form many of three, on two and on three threads.
enum GeneratedPrograms {
    private static let setups: [[Operation]] = [
        [], [.add], [.addWithToken], [.adopt], [.adoptWithToken], [.forward], [.forwardWithToken],
        [.addWithToken, .add], [.addToForwarding, .forward], [.observe, .addWithToken],
        [.forwardWithToken, .addWithToken],
    ]

    static func all(isLong: Bool) -> [Program] {
        (pairs + (isLong ? triples : fewTriples)).map(\.program)
    }

    private static func isWorthwhile(_ script: Script) -> Bool {
        let threads = script.threads.flatMap { $0 }
        guard threads.contains(where: { $0.decides }) else { return false }
        let all = script.all
        // A sweep needs waiters, a disposal a cancellation, and an operation on `t` a task that waits for `t`.
        if all.contains(.sweep), !all.contains(.addWithToken), !all.contains(.add) { return false }
        if all.contains(.dispose), !all.contains(.cancel) { return false }
        let waiting: Set<Operation> = [.adopt, .adoptWithToken, .forward, .forwardWithToken, .addToForwarding]
        return !all.contains(.setInner) || !waiting.isDisjoint(with: all)
    }

    private static var pairs: [Script] {
        var scripts: [Script] = []
        for setup in setups {
            for first in Operation.allCases {
                for second in Operation.allCases where second.rawValue >= first.rawValue {
                    let script = Script(setup: setup, threads: [[first], [second]])
                    if isWorthwhile(script) { scripts.append(script) }
                }
            }
        }
        return scripts
    }

    private static var fewTriples: [Script] {
        let few: [Operation] = [.set, .fail, .cancel, .add, .addWithToken]
        return few.flatMap { first in
            few.flatMap { second in few.map { Script(setup: [], threads: [[first, second], [$0]]) } }
        }
        .filter(isWorthwhile)
    }

    private static var triples: [Script] {
        var scripts: [Script] = []
        let few: [Operation] = [
            .set, .setInner, .cancel, .addWithToken, .adoptWithToken, .forwardWithToken, .forward, .sweep,
        ]
        for setup in setups {
            for first in few {
                for second in few {
                    for third in few {
                        let two = Script(setup: setup, threads: [[first, second], [third]])
                        if isWorthwhile(two) { scripts.append(two) }
                        guard first.rawValue <= second.rawValue, second.rawValue <= third.rawValue else { continue }
                        let three = Script(setup: setup, threads: [[first], [second], [third]])
                        if isWorthwhile(three) { scripts.append(three) }
                    }
                }
            }
        }
        return scripts
    }
}
