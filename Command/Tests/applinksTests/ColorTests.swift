import Foundation
import Testing

/// The command writes colors to a terminal only, and never with `NO_COLOR`.
@Suite(.timeLimit(.minutes(20))) struct ColorTests {
    private static let color = "\u{1B}[1;31mopens no app\u{1B}[0m"

    /// A page on which `check` has an error, for a host that does not exist.
    private func site() throws -> Scratch {
        let scratch = try Scratch([".well-known/apple-app-site-association": "{"])
        return scratch
    }

    private func arguments(_ site: Scratch) -> [String] { ["check", site.url.path, "--host", "lakrids.dk"] }

    @Test func aTerminalGetsColors() async throws {
        let site = try site()
        let text = try await Tool.runOnTerminal(arguments(site), environment: ["TERM": "xterm-256color"])
        #expect(text.contains(Self.color), "\(text)")
        // An empty value counts as not set.
        let empty = try await Tool.runOnTerminal(arguments(site), environment: ["TERM": "xterm", "NO_COLOR": ""])
        #expect(empty.contains(Self.color), "\(empty)")
    }

    @Test(arguments: [["TERM": "xterm", "NO_COLOR": "1"], ["TERM": "dumb"], [:]])
    func noColorsAreWrittenWhereTheyAreNotWanted(_ environment: [String: String]) async throws {
        let site = try site()
        let text = try await Tool.runOnTerminal(arguments(site), environment: environment)
        #expect(text.contains("opens no app") && !text.contains("\u{1B}[1"), "\(text)")
        if environment["TERM"] != "xterm" { #expect(!text.contains("\u{1B}"), "\(text)") }
    }

    @Test func aPipeGetsNoColors() async throws {
        let site = try site()
        let run = try await Tool.run(arguments(site), environment: ["TERM": "xterm-256color"])
        #expect(run.output.contains("opens no app") && !(run.output + run.errors).contains("\u{1B}"), "\(run.output)")
    }

    @Test func aFailureIsColored() async throws {
        let text = try await Tool.runOnTerminal(["resolve", "no-such-page.html"], environment: ["TERM": "xterm"])
        #expect(text.contains("\u{1B}[1;31mapplinks:\u{1B}[0m there is no file at no-such-page.html"), "\(text)")
    }
}
