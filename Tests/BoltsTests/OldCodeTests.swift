import Bolts
import Testing

/// Tests that old code that imports only `Bolts`, compiled in Swift 5's language mode, does what it did.
@Suite(.timeLimit(.minutes(20)))
@MainActor struct OldCodeTests {
    // MARK: Objective-C

    @available(*, deprecated)
    @Test func anUntypedBlockMayReturnAValueOrATask() async throws {
        let posts = PostStore()
        #expect((try await posts.title(1).value as? Post).map(\.title) == "post 2")
        #expect(try await posts.title(-1).value as? String == "nothing")
    }

    @available(*, deprecated)
    @Test func aReturnedTaskIsAwaitedWhateverTheBlockIsDeclaredToReturn() {
        let posts = PostStore()
        let source = BFTaskCompletionSource<String>()
        let waiting = posts.everyDeclarationOfABlock(returning: source.task)
        #expect(waiting.map { $0() } == Array(repeating: "pending", count: waiting.count))
        source.set(error: StoreError.gone)
        #expect(waiting.map { $0() } == Array(repeating: "failed", count: waiting.count))
    }

    @available(*, deprecated)
    @Test func aReturnedTaskIsAwaitedWhateverTheClosureOfANewMethodIsDeclaredToReturn() {
        let source = BFTaskCompletionSource<String>()
        let waiting = PostStore().everyDeclarationOfAClosure(returning: source.task)
        #expect(waiting.map { $0() } == Array(repeating: "pending", count: waiting.count))
        source.set(error: StoreError.gone)
        #expect(waiting.map { $0() } == Array(repeating: "failed", count: waiting.count))
    }

    @available(*, deprecated)
    @Test func resultsThatAreNotSendableArePassedOn() async throws {
        let posts = PostStore()
        #expect(try await posts.copy(7).value.title == "copy of post 7")
    }

    @available(*, deprecated)
    @Test func aBlockOnTheMainThreadMayReturnNil() async throws {
        let posts = PostStore()
        #expect(try await posts.show(1).value == nil)
        _ = try await posts.show(-1).value
        #expect(posts.shown == ["post 1", "gone"])
    }

    @available(*, deprecated)
    @Test func aLoopOfTasksRunsInOrder() async throws {
        let posts = PostStore()
        try await posts.deleteInOrder([3, 1, 2]).value
        #expect(posts.deleted == [3, 1, 2])
        try await posts.deleteAtOnce([4, 5]).value
        #expect(Set(posts.deleted) == [1, 2, 3, 4, 5])
    }

    @available(*, deprecated)
    @Test func aTokenCancelsAContinuation() async throws {
        let posts = PostStore()
        let cancellation = BFCancellationTokenSource()
        cancellation.cancel()
        let task = posts.fetch(1, token: cancellation.token)
        #expect(task.isCancelled)
    }

    // MARK: Bolts-Swift

    @available(*, deprecated)
    @Test func resultsOfSeveralTasksKeepTheirOrder() async throws {
        let users = UserStore()
        #expect(try await users.names([2, 1]).value == ["user 2", "user 1"])
    }

    @available(*, deprecated)
    @Test func errorsAreHandled() async throws {
        let users = UserStore()
        try await users.remember(1).value
        try await users.remember(-1).value
        #expect(users.users.mapValues(\.name) == [1: "user 1", -1: "unknown"])
        await #expect(throws: CancellationError.self) { try await users.remember(0).value }
    }

    @available(*, deprecated)
    @Test func chainsContinueOnQueues() async throws {
        let users = UserStore()
        #expect(try await users.next(after: 1).value == 2)
        #expect(try await users.answer().value == 42)
        #expect(users.broken().isFaulted)
        #expect(users.cancelled().isCancelled)
    }

    @available(*, deprecated)
    @Test func theMainThreadIsAValueOfTheExecutorType() async throws {
        let users = UserStore(executor: .mainThread)
        #expect(try await users.isOnMainThread().value)
    }
}
