import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct HelpTests {
    /// The names of the subcommands and what their help says below the options, as ArgumentParser dumps them.
    private func subcommands() async throws -> [(name: String, discussion: String)] {
        let run = try await Tool.run(["--experimental-dump-help"])
        let dump = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        let root = try #require(dump?["command"] as? [String: Any])
        let commands = try #require(root["subcommands"] as? [[String: Any]])
        return commands.compactMap { command in
            guard let name = command["commandName"] as? String, name != "help" else { return nil }
            return (name, command["discussion"] as? String ?? "")
        }
    }

    @Test func everySubcommandHasExamplesAndExitStatuses() async throws {
        let commands = try await subcommands()
        #expect(commands.count >= 7)
        for (name, discussion) in commands {
            let lines = discussion.split(separator: "\n", omittingEmptySubsequences: false)
            let examples = try #require(lines.firstIndex(of: "EXAMPLES"), "\(name) has no examples")
            let example = lines[examples + 1]
            #expect(example.hasPrefix("  ") && example.contains("applinks \(name)"), "\(name): \(example)")
            let statuses = try #require(lines.firstIndex(of: "EXIT STATUS"), "\(name) lists no exit statuses")
            #expect(lines[(statuses + 1)...].contains { $0.hasPrefix("  64  ") }, "\(name)")
            // Help is wrapped at 80 columns, and an example that is split cannot be copied.
            for line in lines where line.hasPrefix("  ") { #expect(line.count < 80, "\(name): \(line)") }
            let help = try await Tool.run([name, "--help"])
            #expect(help.status == 0 && help.output.contains("\n\(example)\n"), "\(help.output)")
        }
    }

    @Test func exitCodesOfAllSubcommandsAreATopic() async throws {
        let run = try await Tool.run(["help", "exit-codes"])
        #expect(run.status == 0 && run.errors == "")
        for (name, _) in try await subcommands() {
            #expect(run.output.contains("\napplinks \(name)\n  0   "), "\(name) is not in:\n\(run.output)")
        }
    }

    @Test func schemasAreATopic() async throws {
        let run = try await Tool.run(["help", "schemas"])
        #expect(run.status == 0 && run.output.contains("  resolve  one object a line"), "\(run.output)")
        let check = try await Tool.run(["help", "schemas", "check"])
        let schema = try JSONSerialization.jsonObject(with: Data(check.output.utf8)) as? [String: Any]
        #expect(schema?["title"] as? String == "applinks check --format json, version 1")
    }

    @Test func rulesAreTopics() async throws {
        let list = try await Tool.run(["help", "rules"])
        #expect(list.status == 0 && list.output.contains("\n  aasa-redirect (error)\n"), "\(list.output)")
        let rule = try await Tool.run(["help", "aasa-redirect"])
        #expect(rule.status == 0 && rule.output.hasPrefix("aasa-redirect (error)\n"), "\(rule.output)")
        #expect(rule.output.contains("\nWhy     ") && rule.output.contains("\nFix     "), "\(rule.output)")
    }

    @Test(arguments: ["android-links", "mac-links"])
    func theScriptsThatAskADeviceArePrintedByteForByte(_ name: String) async throws {
        let file = Tool.repository.appendingPathComponent("Command/Sources/applinks/Help/Scripts/\(name).sh")
        let script = try String(contentsOf: file, encoding: .utf8)
        let run = try await Tool.run(["help", name])
        #expect(run.status == 0 && run.errors == "" && run.output == script, "\(run.output)")
    }

    @Test func aCommandThatIsNotThereNamesTheOthers() async throws {
        let misspelled = try await Tool.run(["chekc", "https://example.com/"])
        #expect(misspelled.status == 64 && misspelled.output == "")
        #expect(misspelled.errors.contains("There is no command 'chekc'. The commands are check, "))
        let forgotten = try await Tool.run(["https://example.com/42"])
        #expect(forgotten.status == 64 && forgotten.errors.contains("run 'applinks check https://example.com/42'"))
    }

    @Test func aSchemaThatIsNotThereIsACommandLineError() async throws {
        let run = try await Tool.run(["help", "schemas", "nothing"])
        #expect(run.status == 64 && run.output == "")
        #expect(run.errors.contains("There is no schema for 'nothing'"), "\(run.errors)")
    }

    @Test(arguments: [
        ("aasa-redundnt-rule", "Did you mean 'applinks help aasa-redundant-rule'?"), ("chekc", "'applinks help check'"),
        ("exit-code", "'applinks help exit-codes'"), ("android-link", "'applinks help android-links'"),
        ("no-such-topic-at-all", "'applinks help rules' the rules"),
    ])
    func aTopicThatIsNotThereIsACommandLineError(_ topic: String, _ advice: String) async throws {
        let run = try await Tool.run(["help", topic])
        #expect(run.status == 64 && run.output == "" && run.errors.contains(advice), "\(run)")
    }

    @Test func helpOfASubcommandIsStillThere() async throws {
        let run = try await Tool.run(["help", "check"])
        #expect(run.status == 0 && run.output.contains("USAGE: applinks check"), "\(run.output)")
    }
}
