// Mistakes of newcomers, in a module on the main actor: the comment above each line is what the compiler says.
// `check-fix-its.py` compiles this file, and looks for each text in the article "Which form do I write?", where a search finds it.
import BoltsAppLinks
import BoltsTasks
import Foundation

struct NotFound: Error {}

func title(_ page: String) -> String { page.uppercased() }

func load(_ token: CancellationToken = .none) -> BoltsTask<String> { BoltsTask(result: "soup") }

final class Screen {
    var text = ""
    let page = load()
    let clock: any Clock<Duration> = ContinuousClock()

    func show() {
        // says: call to main actor-isolated global function 'title' in a synchronous nonisolated context
        page.continueOnSuccessWith { page in title(page) }
        // says: main actor-isolated property 'text' can not be mutated from a Sendable closure
        page.continueOnSuccessWith { page in self.text = page }
        // says: cannot convert value of type '@MainActor @Sendable (String) -> String' to expected argument type 'BoltsExecutor'
        page.continueOnSuccessWith(title)
    }

    func chains() {
        // says: cannot convert value of type 'BoltsTask<Int>' to closure result type 'Int'
        let _: BoltsTask<Int> = page.then { page in BoltsTask(result: page.count) }
        // says: cannot convert value of type '()' to closure result type 'String'
        page.recover { error in print(error) }
        // says: 'map' is unavailable: write 'then': it runs a closure on success and returns a task of its result
        _ = page.map { page in title(page) }
        // says: 'flatMap' is unavailable: write 'thenTask': it runs a closure on success and waits for the task it returns
        _ = page.flatMap { page in load() }
        // says: 'catch' is unavailable: write 'recover', whose closure returns a value in place of the failure, or 'always' to look at the error
        page.then { page in self.text = page }.catch { error in self.text = "\(error)" }
        // says: 'done' is unavailable: write 'then'
        page.done { page in self.text = page }
        // says: 'onSuccess' is unavailable: write 'then'
        page.onSuccess { page in self.text = page }
        // says: 'onFailure' is unavailable: write 'recover', whose closure returns a value in place of the failure, or 'always' to look at the error
        page.onFailure { error in self.text = "\(error)" }
        // says: 'onComplete' is unavailable: write 'always': its closure is given the completed task
        page.onComplete { task in self.text = task.result ?? "" }
        // says: 'tap' is unavailable: write 'alwaysTask { task in …; return task }': the outcome passes through
        page.tap { task in self.text = task.result ?? "" }
        // says: 'ensure' is unavailable: write 'finally'
        page.ensure { self.text = "" }
        // says: 'delay' is unavailable: write 'thenTask { value in BoltsTask.withDelay(time).then { value } }'
        _ = page.delay(.seconds(1))
        // says: 'delay' is unavailable: write 'BoltsTask.withDelay'
        _ = BoltsTask.delay(.seconds(1))
        // says: 'cancel()' is unavailable: give the work the token of a CancellationTokenSource, and cancel that: others may wait for the task
        page.cancel()
        // says: 'onCancel' is unavailable: write 'token.register' where the work is stopped, or 'always' and read 'isCancelled'
        page.onCancel { self.text = "cancelled" }
        // says: type '@isolated(any) @Sendable (String) throws -> Output' has no member 'mainThread'
        page.then(on: .mainThread) { page in self.text = page }
    }

    func several(_ other: BoltsTask<Int>, _ source: TaskCompletionSource<String>) throws {
        // says: 'race' is unavailable: write 'whenFirst' for the first task to complete, 'whenAny' for the first to succeed
        _ = BoltsTask.race([page, load()])
        // says: 'all' is unavailable: write 'whenAllResult' for all results, 'whenAllSucceed' to end with the first failure
        _ = BoltsTask.all([page, load()])
        // says: 'withDelay(_:clock:cancellationToken:)' is unavailable: write 'BoltsTask.withDelay' without a type: its result is Void
        _ = BoltsTask<Int>.withDelay(.seconds(1))
        // says: 'zip(_:cancellationToken:)' is unavailable: write 'BoltsTask.zip' without a type: it follows from the tasks
        _ = BoltsTask<(String, Int)>.zip(page, other)
        // says: 'fulfill' is unavailable: write 'trySet(result:)', or 'set(result:)' where a second call is a mistake
        source.fulfill("soup")
        // says: 'resolve' is unavailable: write 'trySet(result:)', or 'set(result:)' where a second call is a mistake
        source.resolve("soup")
        // says: 'reject' is unavailable: write 'trySet(error:)', or 'set(error:)' where a second call is a mistake
        source.reject(NotFound())
        // says: 'wait()' is unavailable: write 'try await task.value'; to block a thread, 'waitUntilCompleted(timeout:)'
        _ = try page.wait()
    }

    func repeated() {
        // says: 'retry(_:cancellationToken:attempt:)' is unavailable: write 'retry { attempt, token in … }': the token ends an attempt that is given up
        BoltsTask.retry { load() }
        // says: no exact matches in call to static method 'retry'
        BoltsTask.retry(attempts: 3) { attempt, token in load(token) }
        // says: type 'any Clock<Duration>' cannot conform to 'Clock'
        BoltsTask.retry(clock: clock) { attempt, token in load(token) }
    }

    func read() {
        // says: 'async' property access in a function that does not support concurrency
        _ = try! page.value
    }

    func awaited() async -> String {
        // says: value of optional type 'String?' must be unwrapped to a value of type 'String'
        await load().result
    }

    func read(_ url: URL) async throws {
        // says: 'page(at:)' is unavailable: write 'try await page(at:)', or pass a cancellationToken for a task
        _ = try await HTTPAppLinkResolver().page(at: url).value
    }
}
