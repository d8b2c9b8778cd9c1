import Foundation
import Testing

/// Tests that the output in the documents is the output of the commands.
@Suite(.timeLimit(.minutes(20))) struct DocumentedOutputTests {
    /// The commands of a document that show their output, with the lines that they show.
    private static func commands(in document: String) throws -> [(command: String, lines: [Substring])] {
        let text = try String(contentsOf: Tool.repository.appendingPathComponent(document), encoding: .utf8)
        // A comment may come after the command, and other commands below it.
        let pattern =
            /```sh\nswift run --package-path Command applinks ([^\n#]*?) *(?:#[^\n]*)?\n[^`]*```\s+```\n(?<shown>[^`]*)```/
        return text.matches(of: pattern).map { match in
            (String(match.1), match.shown.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) })
        }
    }

    @Test(arguments: [
        "README.md", "Command/README.md", "SiteCheck/Sources/BoltsSiteCheck/Documentation.docc/WhyDoesMyLinkNotOpen.md",
    ])
    func theOutputIsAsShown(_ document: String) async throws {
        // A server runs until it is ended; it has its own tests.
        let commands = try Self.commands(in: document).filter { !$0.command.hasPrefix("serve ") }
        #expect(!commands.isEmpty)
        for (command, lines) in commands {
            let run = try await Tool.run(command.split(separator: " ").map(String.init), directory: Tool.repository)
            var printed = "\(run.output)\(run.errors)".split(separator: "\n")[...]
            for line in lines {
                // An ellipsis replaces some text of a line.
                let shown = line.split(separator: "…", omittingEmptySubsequences: false)
                    .map { NSRegularExpression.escapedPattern(for: String($0)) }.joined(separator: ".*")
                let pattern = try Regex(shown)
                guard let found = printed.firstIndex(where: { $0.wholeMatch(of: pattern) != nil }) else {
                    Issue.record("\(document): \(command) does not print, or not here:\n\(line)")
                    break
                }
                printed = printed[(found + 1)...]
            }
        }
    }

    /// `take-screenshots.sh check` takes the picture and writes its text.
    @Test func theTextOfThePictureIsWhatTheCommandPrints() async throws {
        let place = Tool.repository.appendingPathComponent("docs/images/check-terminal.txt")
        let run = try await Tool.run(["check", "Examples/Site", "--host", "lakrids.dk"], directory: Tool.repository)
        #expect(try String(contentsOf: place, encoding: .utf8) == run.output)
    }
}
