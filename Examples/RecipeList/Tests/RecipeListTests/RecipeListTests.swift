import BoltsTasks
import BoltsTestSupport
import BoltsTesting
import Testing

@testable import RecipeList

/// Answers when the test says so.
final class FakeService: RecipeService {
    private(set) var requests: [TaskCompletionSource<[Recipe]>] = []

    func recipes(token: CancellationToken) -> BoltsTask<[Recipe]> {
        let source = TaskCompletionSource<[Recipe]>()
        token.register { source.tryCancel() }
        requests.append(source)
        return source.task
    }
}

struct Unreachable: Error {}

@Suite(.nothingPending, .timeLimit(.minutes(20)))
struct RecipeListTests {
    let service = FakeService()
    let clock = ManualClock()
    let soup = [Recipe(id: 1, title: "Soup")]

    @Test func showsTheList() async throws {
        let model = RecipeListModel(service: service, clock: clock)
        let load = model.load()
        #expect(model.state == .loading)
        service.requests[0].set(result: soup)
        try await load.value
        #expect(model.state == .loaded(soup))
    }

    @Test func triesAgain() async throws {
        let model = RecipeListModel(service: service, clock: clock)
        let load = model.load()
        service.requests[0].set(error: Unreachable())
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(60))
        await untilThereAre(2, requestsOf: service)
        service.requests[1].set(result: soup)
        try await load.value
        #expect(model.state == .loaded(soup))
    }

    @Test func saysWhatWentWrong() async throws {
        let model = RecipeListModel(service: service, clock: clock)
        let load = model.load()
        for number in 1...3 {
            await untilThereAre(number, requestsOf: service)
            service.requests[number - 1].set(error: Unreachable())
            guard number < 3 else { break }
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(60))
        }
        try await load.value
        #expect(model.state == .failed("The recipes could not be loaded: Unreachable()"))
    }

    @Test func isIdleAfterACancel() async throws {
        let model = RecipeListModel(service: service, clock: clock)
        let load = model.load()
        model.cancel()
        try await load.value
        #expect(model.state == .idle)
        #expect(service.requests[0].task.isCancelled)
    }

    @Test func showsTheLastOfTwoLoads() async throws {
        let model = RecipeListModel(service: service, clock: clock)
        let first = model.load()
        let second = model.load()
        try await first.value
        #expect(model.state == .loading)
        #expect(service.requests[0].task.isCancelled)
        service.requests[1].set(result: soup)
        try await second.value
        #expect(model.state == .loaded(soup))
    }

    private func untilThereAre(_ count: Int, requestsOf service: FakeService) async {
        while service.requests.count < count { await Task.yield() }
    }
}
