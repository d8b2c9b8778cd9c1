import BoltsTasks
import Observation

/// What a screen with a list of recipes shows: it loads, tries again, can be cancelled, and says what went wrong.
@Observable
final class RecipeListModel {
    enum State: Equatable {
        case idle
        case loading
        case loaded([Recipe])
        case failed(String)
    }

    private(set) var state = State.idle
    private let service: any RecipeService
    private let clock: any Clock<Duration>
    private var loading: CancellationTokenSource?

    init(service: any RecipeService, clock: any Clock<Duration> = ContinuousClock()) {
        self.service = service
        self.clock = clock
    }

    /// Loads the list.
    ///
    /// A load that is under way is given up.
    ///
    /// - Returns: A task that completes when the state says how this load ended.
    @discardableResult
    func load() -> BoltsTask<Void> {
        loading?.cancel()
        let loading = CancellationTokenSource()
        self.loading = loading
        state = .loading
        return
            BoltsTask
            .retry(TaskRetryPolicy(attempts: 3), clock: self.clock, cancellationToken: loading.token) {
                [service] _, token in
                service.recipes(token: token)
            }
            .always { [weak self] task in
                // The list of a load that was given up for another is nobody's any more.
                guard let self, self.loading === loading else { return }
                self.loading = nil
                self.state = Self.state(after: task)
            }
    }

    func cancel() {
        loading?.cancel()
    }

    private static func state(after task: BoltsTask<[Recipe]>) -> State {
        if task.isCancelled { return .idle }
        if let error = task.error { return .failed("The recipes could not be loaded: \(error)") }
        return .loaded(task.result ?? [])
    }
}
