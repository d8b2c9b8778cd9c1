// What somebody writes who is new to the library, in a module on the main actor: each line is a mistake, and the comment above it
// is what the compiler says. `check-fix-its.py` compiles this file, and looks for each text in the article "Which form do I
// write?", where a search finds it.
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
        // says: 'catch' is unavailable: write 'recover', whose closure returns what takes the place of the failure, or 'always' to look at the error
        page.then { page in self.text = page }.catch { error in self.text = "\(error)" }
        // says: value of type 'BoltsTask<String>' has no member 'done'
        page.done { page in self.text = page }
        // says: value of type 'BoltsTask<String>' has no member 'cancel'
        page.cancel()
        // says: type '@isolated(any) @Sendable (String) throws -> Output' has no member 'mainThread'
        page.then(on: .mainThread) { page in self.text = page }
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
