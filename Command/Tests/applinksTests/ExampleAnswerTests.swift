import Foundation
import Testing

/// Tests that the command prints the answers in `Command/Tests/ExampleAnswers`; the tests of the index compare its answers with the
/// same files.
@Suite(.timeLimit(.minutes(20))) struct ExampleAnswerTests {
    private static let page = "https://lakrids.dk/recipes/rye-bread.html"

    @Test(arguments: [
        ("explain.json", ["explain", page, "--offline", "Examples/Site", "--json"]),
        ("explain-sign-in.json", ["explain", page, "--for", "sign-in", "--offline", "Examples/Site", "--json"]),
        ("resolve.json", ["resolve", "Examples/Site/recipes/rye-bread.html", "--page-url", page, "--json"]),
    ])
    func theCommandPrintsTheExample(_ name: String, _ arguments: [String]) async throws {
        let place = Tool.repository.appendingPathComponent("Command/Tests/ExampleAnswers/\(name)")
        let run = try await Tool.run(arguments, directory: Tool.repository)
        if ProcessInfo.processInfo.environment["BOLTS_UPDATE_DOCUMENTATION"] == "1" {
            try Data(run.output.utf8).write(to: place)
        }
        #expect(run.output == (try String(contentsOf: place, encoding: .utf8)), "\(arguments)\n\(run.errors)")
    }
}
