@testable import BoltsTasks
import Dispatch
import Testing

/// Tests the library's assumptions about the compiler's undocumented layout.
///
/// If one of these fails, read "What depends on the compiler" in docs/design/tasks.md before anything else: other tests then fail, or
/// crash, for the same reason. Each test runs in its own process, because a wrong layout may stop the process.
@Suite(.timeLimit(.minutes(20))) struct CompilerLayoutTests {
    #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test(.tags(.t15)) func aClosureThatKeepsItsIsolationIsCalledAsAPlainOne() async {
        await #expect(processExitsWith: .success) {
            let home = Home()
            for closures in [await home.closures(), Home.nowhere(), await Home.onTheMainActor()] {
                for closure in closures {
                    let plain = unsafeBitCast(closure, to: (@Sendable (Int) throws -> String).self)
                    // Like the library, this uses the closure's isolation.
                    let executor = BoltsExecutor(isolation: closure.isolation)
                    let result = BoltsTask(result: 20).continueOnSuccessWith(executor) { try plain($0) }
                    let text = try? await result.value
                    precondition(text == "20", "the closure was not called as it should: \(text ?? "no result")")
                }
            }
            let own = await home.closures()
            precondition(own.allSatisfy { $0.isolation === home }, "the isolation is not first")
            precondition(Home.nowhere().allSatisfy { $0.isolation == nil }, "the isolation is not first")
        }
    }

    @Test(.tags(.t15)) func anExecutorIsTwoWordsThatTheRuntimeKnows() async {
        await #expect(processExitsWith: .success) {
            precondition(MemoryLayout<UnownedSerialExecutor>.size == 2 * MemoryLayout<UInt>.size, "an executor's size")
            let (home, other) = (Home(), Home())
            precondition(!isCurrentActor(home), "this thread is on no actor")
            let (isOwn, isOther) = (await home.isCurrent(home), await home.isCurrent(other))
            precondition(isOwn, "the actor's own executor is not known")
            precondition(!isOther, "another actor's executor is taken for this one's")
        }
    }

    @Test(.tags(.t15)) func aTaskOfAnActorIsInItsQueueWhenTheCallReturns() async {
        await #expect(processExitsWith: .success) {
            let home = Home()
            for number in 0..<1_000 { startTask(on: home) { home.assumeIsolated { $0.order.append(number) } } }
            let last = TaskCompletionSource<Void>()
            startTask(on: home) { last.set() }
            _ = try? await last.task.value
            let order = await home.order
            precondition(order == Array(0..<1_000), "tasks of an actor overtake each other")
        }
    }

    @Test(.tags(.t3)) func theKindOfATypeStandsFirstInItsMetadata() async {
        await #expect(processExitsWith: .success) {
            let anything: [any Any.Type] = [
                Any.self, AnyObject.self, (any Sendable).self, Any?.self, AnyObject?.self, (any Sendable)?.self,
            ]
            let others: [any Any.Type] = [
                Int.self, Int?.self, [Int].self, String.self, Home.self, Home?.self, (any Error).self, (Int, Int).self,
                BoltsTask<Int>.self, (() -> Void).self, Result<Int, any Error>.self,
            ]
            for type in anything { precondition(ReturnedTask.isAnything(type), "\(type) may hold anything") }
            for type in others { precondition(!ReturnedTask.isAnything(type), "\(type) does not hold anything") }
        }
    }

    @Test(.tags(.t10)) func anErrorAndAQueueAreOneWord() async {
        await #expect(processExitsWith: .success) {
            precondition(MemoryLayout<any Error>.size == MemoryLayout<UInt>.size, "an error's size")
            let queue = DispatchQueue(label: "known")
            precondition(QueueAddress.known(queue) != 0, "a queue's address is not where it was: hops use blocks")
            precondition(QueueAddress.known(queue) == QueueAddress.known(queue))
        }
    }
    #endif
}

private typealias Closure = @Sendable @isolated(any) (Int) throws -> String

private func closure(@_inheritActorContext(always) _ body: @escaping Closure) -> Closure { body }

@Sendable private func text(_ number: Int) -> String { "\(number)" }

private actor Home {
    var order: [Int] = []
    private let prefix = ""

    func isCurrent(_ other: Home) -> Bool { isCurrentActor(other) }

    /// The closures have no captures, or capture values including the actor's state.
    func closures() -> [Closure] {
        let suffix = "\(order.count)".dropFirst()
        return [
            closure { number in self.prefix + text(number) + suffix }, closure { number in "\(self.prefix)\(number)" },
        ]
    }

    static func nowhere() -> [Closure] {
        let suffix = "\(text(1).count)".dropFirst()
        return [closure { number in text(number) }, closure { number in "\(number)\(suffix)" }, closure(text)]
    }

    @MainActor static func onTheMainActor() -> [Closure] {
        let suffix = "\(text(1).count)".dropFirst()
        return [closure { number in text(number) }, closure { number in "\(number)\(suffix)" }]
    }
}
