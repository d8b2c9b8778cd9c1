/// The reference model: the possible observations of a generated program.
///
/// It describes on one page what the library does without a lock: tasks are values, each step below is one atomic change, and all
/// orders of the steps are tried. Forwarding and unregistering are absent, because they must not be observable. The only observable
/// effect of a sweep is that the sweeping thread starts its waiters if their task completes meanwhile.
struct Model: Hashable {
    enum Kind: Hashable {
        case source, value
        case adopting(Int)
        case onSuccess
    }

    struct Node: Hashable {
        var kind = Kind.source
        var hasToken = false
        var number = -1
        var isClaimed = false
        var isAdopting = false
        /// The status of a task; 0 while it is pending.
        var status = 0
        var result = 0
        var waiters: [Int] = []
        /// The waiters that a sweep took; `nil` while there is no sweep.
        var swept: [Int]?
    }

    enum Observer: Hashable {
        case node(Int)
        case closure(Int)
    }

    enum Step: Hashable {
        case operation(Int)
        case publish(Int, status: Int, result: Int)
        case start(Int, after: Int)
        case run(Int, after: Int)
        case attach(Int, to: Int)
        case giveUpClaim(Int, waitFor: Int)
        case lookAtToken(Int, waitFor: Int)
        case wait(Int, for: Int)
        case notifyNext
        case notify(Observer)
        case endSweep
    }

    static let (s, t, u, v) = (0, 1, 2, 3)

    private var nodes: [Node]
    private var isCancelled = false
    private var observers: [Observer] = []
    private var threads: [[Step]] = []
    private var answers: [Int]
    private var log: [Int] = []

    private init(_ script: Script) {
        nodes = [Node](repeating: Node(), count: 4 + script.all.count)
        answers = [Int](repeating: -1, count: script.all.count)
        if script.usesForwarding {
            nodes[Model.u].kind = .onSuccess
            nodes[Model.t].waiters.append(Model.u)
        }
        if script.usesForwardingWithToken {
            nodes[Model.v].kind = .onSuccess
            nodes[Model.v].hasToken = true
            nodes[Model.t].waiters.append(Model.v)
            observers.append(.node(Model.v))
        }
        if script.all.contains(.dispose) { observers.append(.closure(100)) }
    }

    /// All possible observations of a program.
    static func observations(of script: Script) -> Set<Observation> {
        let operations = script.all
        var first = Model(script)
        first.threads = [script.setup.indices.map { .operation($0) }]
        while first.advance(0, operations) {}
        first.threads = script.threads.indices.map { thread in
            script.threads[thread].indices.map { .operation(script.firstNumber(of: thread) + $0) }
        }
        var seen: Set<Model> = [first]
        var open = [first]
        var results: Set<Observation> = []
        while let model = open.popLast() {
            var hasEnded = true
            for thread in model.threads.indices {
                var next = model
                guard next.advance(thread, operations) else { continue }
                hasEnded = false
                if seen.insert(next).inserted { open.append(next) }
            }
            if hasEnded { results.insert(model.observation(script)) }
        }
        return results
    }

    private func observation(_ script: Script) -> Observation {
        var shown = [Model.s, Model.t]
        if script.usesForwarding { shown.append(Model.u) }
        if script.usesForwardingWithToken { shown.append(Model.v) }
        shown += script.all.indices.filter { script.all[$0].makesTask }.map { 4 + $0 }
        return Observation(
            outcomes: shown.map { [nodes[$0].status, nodes[$0].result] },
            answers: answers,
            log: script.keepsOrder ? log : log.sorted()
        )
    }

    /// Does the next step of a thread.
    ///
    /// - Returns: Whether there was one.
    private mutating func advance(_ thread: Int, _ operations: [Operation]) -> Bool {
        guard !threads[thread].isEmpty else { return false }
        let step = threads[thread].removeFirst()
        threads[thread].insert(contentsOf: perform(step, operations), at: 0)
        return true
    }

    /// Does a step, and returns those that follow from it.
    private mutating func perform(_ step: Step, _ operations: [Operation]) -> [Step] {
        switch step {
        case .operation(let number):
            return begin(operations[number], number)
        case .publish(let node, let status, let result):
            (nodes[node].status, nodes[node].result) = (status, result)
            defer { nodes[node].waiters = [] }
            if let swept = nodes[node].swept {
                nodes[node].swept = swept + nodes[node].waiters
                return []
            }
            return nodes[node].waiters.map { .start($0, after: node) }
        case .start(let node, let upstream):
            if nodes[node].hasToken, !claim(node) { return [] }
            return [.run(node, after: upstream)]
        case .run(let node, let upstream):
            return run(node, after: nodes[upstream])
        case .attach(let node, let upstream):
            if nodes[node].status != 0 { return [] }
            if nodes[upstream].status != 0 { return [.start(node, after: upstream)] }
            nodes[upstream].waiters.append(node)
            return []
        case .giveUpClaim(let node, let inner):
            nodes[node].isClaimed = false
            return [.lookAtToken(node, waitFor: inner)]
        case .lookAtToken(let node, let inner):
            return isCancelled ? [.notify(.node(node))] : [.wait(node, for: inner)]
        case .wait(let node, let inner):
            if nodes[inner].status != 0 { return [.start(node, after: inner)] }
            nodes[inner].waiters.append(node)
            return []
        case .notifyNext:
            return observers.isEmpty ? [] : [.notify(observers.removeFirst()), .notifyNext]
        case .endSweep:
            let swept = nodes[Model.s].swept ?? []
            nodes[Model.s].swept = nil
            if nodes[Model.s].status != 0 { return swept.map { .start($0, after: Model.s) } }
            nodes[Model.s].waiters = swept + nodes[Model.s].waiters
            return []
        case .notify(.closure(let number)):
            log.append(number)
            return []
        case .notify(.node(let node)):
            return claim(node) ? [.publish(node, status: 3, result: 0)] : []
        }
    }

    private mutating func claim(_ node: Int) -> Bool {
        if nodes[node].isClaimed || nodes[node].status != 0 { return false }
        nodes[node].isClaimed = true
        return true
    }

    private mutating func run(_ node: Int, after upstream: Node) -> [Step] {
        if nodes[node].isAdopting || nodes[node].kind == .onSuccess {
            return [.publish(node, status: upstream.status, result: upstream.result)]
        }
        log.append(nodes[node].number)
        guard case .adopting(let inner) = nodes[node].kind else {
            return [.publish(node, status: 1, result: upstream.status == 1 ? upstream.result + 10 : -1)]
        }
        nodes[node].isAdopting = true
        if nodes[inner].status != 0 {
            return [.publish(node, status: nodes[inner].status, result: nodes[inner].result)]
        }
        return [nodes[node].hasToken ? .giveUpClaim(node, waitFor: inner) : .wait(node, for: inner)]
    }

    private mutating func begin(_ operation: Operation, _ number: Int) -> [Step] {
        switch operation {
        case .set: return complete(Model.s, number, status: 1, result: 1)
        case .fail: return complete(Model.s, number, status: 2, result: 0)
        case .setInner: return complete(Model.t, number, status: 1, result: 2)
        case .cancel:
            if isCancelled { return [] }
            isCancelled = true
            return [.notifyNext]
        case .observe:
            if isCancelled { return [.notify(.closure(number))] }
            observers.append(.closure(number))
            return []
        case .dispose:
            observers.removeAll { $0 == .closure(100) }
            return []
        case .sweep:
            if nodes[Model.s].status != 0 || nodes[Model.s].waiters.isEmpty || nodes[Model.s].swept != nil { return [] }
            nodes[Model.s].swept = nodes[Model.s].waiters
            nodes[Model.s].waiters = []
            return [.endSweep]
        case .add: return add(.value, operation, number, to: Model.s)
        case .addToForwarding: return add(.value, operation, number, to: Model.u)
        case .addWithToken: return add(.value, operation, number, to: Model.s)
        case .adopt, .adoptWithToken: return add(.adopting(Model.t), operation, number, to: Model.s)
        case .forward: return add(.adopting(Model.u), operation, number, to: Model.s)
        case .forwardWithToken: return add(.adopting(Model.v), operation, number, to: Model.s)
        }
    }

    private mutating func complete(_ source: Int, _ number: Int, status: Int, result: Int) -> [Step] {
        let isFirst = claim(source)
        answers[number] = isFirst ? 1 : 0
        return isFirst ? [.publish(source, status: status, result: result)] : []
    }

    private mutating func add(_ kind: Kind, _ operation: Operation, _ number: Int, to upstream: Int) -> [Step] {
        let node = 4 + number
        nodes[node].kind = kind
        nodes[node].number = number
        nodes[node].hasToken = operation.hasToken
        guard operation.hasToken else { return [.attach(node, to: upstream)] }
        if isCancelled { return [.notify(.node(node)), .attach(node, to: upstream)] }
        observers.append(.node(node))
        return [.attach(node, to: upstream)]
    }
}
