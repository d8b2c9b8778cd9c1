import BoltsFoundation
import BoltsTasks
import Foundation
import Testing

// What the samples of the articles about bridges show, run.

private func greeting(for name: String) -> BoltsTask<String> {
    BoltsTask {
        // Any async code, cancelled through a token if one is given.
        await Task.yield()
        return "Hello, \(name)"
    }
}

private func greetings() async throws -> [String] {
    let ada = greeting(for: "Ada")
    let alan = greeting(for: "Alan").continueOnSuccessWith { $0 + "!" }
    return [try await ada.value, try await alan.value]
}

private actor Ledger {
    private var entries: [String] = []

    func count() -> Int { entries.count }

    nonisolated func record(_ text: BoltsTask<String>) -> BoltsTask<Void> {
        text.continueOnSuccessWith(.actor(self)) { text in
            self.assumeIsolated { $0.entries.append(text) }
        }
    }
}

private func thumbnail(of size: Int, on queue: OperationQueue) -> BoltsTask<String> {
    let decoding = BlockOperation { decode(size) }
    let rendering = BlockOperation { render(size) }
    rendering.addDependency(decoding)
    let rendered = rendering.task()  // before it is added, so that nothing is missed
    queue.addOperation(rendering)
    queue.addOperation(decoding)
    return rendered.continueOnSuccessWith(.operationQueue(queue)) { "\(size) pixels" }
}

private func decode(_ size: Int) {}
private func render(_ size: Int) {}

private func download(_ names: [String], into total: Progress) -> BoltsTask<[Int]> {
    total.totalUnitCount = Int64(names.count)
    let parts = names.map { name in
        BoltsTask.withProgress(Progress(totalUnitCount: Int64(name.count), parent: total, pendingUnitCount: 1)) {
            progress,
            token in
            BoltsTask(.queue(.global()), cancellationToken: token) {
                for _ in name {
                    try token.throwIfCancellationRequested()
                    progress.completedUnitCount += 1
                }
                return name.count
            }
        }
    }
    return BoltsTask.whenAllResult(parts)
}

@Suite(.timeLimit(.minutes(20))) struct BridgeSamples {
    @Test(.tags(.t11)) func asyncBridgeSample() async throws {
        #expect(try await greetings() == ["Hello, Ada", "Hello, Alan!"])
    }

    @Test(.tags(.t10)) func actorSample() async throws {
        let ledger = Ledger()
        try await ledger.record(BoltsTask(result: "rent")).value
        #expect(await ledger.count() == 1)
    }

    @Test(.tags(.t10)) func operationSample() async throws {
        let text = try await thumbnail(of: 64, on: OperationQueue()).value
        #expect(text == "64 pixels")
    }

    @Test(.tags(.t9)) func progressSample() async throws {
        let total = Progress(totalUnitCount: 0)
        let counts = try await download(["a", "bcd"], into: total).value
        #expect(counts == [1, 3])
        #expect(total.isFinished)
        let cancelled = Progress(totalUnitCount: 0)
        cancelled.cancel()
        #expect(download(["a", "bcd"], into: cancelled).isCancelled)
    }
}
