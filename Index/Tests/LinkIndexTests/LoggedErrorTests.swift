import BoltsPageFetching
import Foundation
import LinkIndexTestSupport
import Logging
import Testing

@testable import LinkIndex

/// Tests what a log reveals about requests, at any level.
@Suite(.timeLimit(.minutes(20))) struct LoggedErrorTests {
    private struct Other: Error { let url = "https://a.example/secret" }

    @Test func anErrorIsLoggedWithoutTheURLThatItIsAbout() {
        #expect("\(LoggedError(PageError(.timedOut, "https://a.example/secret took too long.")))" == "timedOut")
        #expect("\(LoggedError(IndexStoreError(.closed, "It is closed.")))" == "It is closed.")
        let value = EncodingError.Context(codingPath: [], debugDescription: "https://a.example/secret")
        for error: any Error in [
            Other(), EncodingError.invalidValue("https://a.example/secret", value), URLError(.badURL),
        ] {
            #expect(!"\(LoggedError(error))".contains("secret") && !"\(LoggedError(error))".isEmpty)
        }
    }

    @Test func aURLThatIsNotRenewedIsLoggedByItsHost() async throws {
        try await TwoNodes.run { nodes in
            let log = RecordedLog()
            let node = AppLinkIndex(store: nodes.store, fetcher: nodes.sites, logger: log.logger)
            let url = try #require(URL(string: "https://a.example/secret?token=1#part"))
            _ = await node.answer(for: url)
            nodes.sites.isDown = true
            _ = await node.answer(for: url, renews: true)
            let lines = log.lines
            #expect(lines.contains { $0.contains("not renewed") && $0.contains("a.example") }, "\(lines)")
            #expect(
                !lines.contains { $0.contains("secret") || $0.contains("token") || $0.contains("part") },
                "\(lines)"
            )
        }
    }
}
