import ArgumentParser
import BoltsAppLinks
import Foundation

@main
struct AppLinksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "applinks",
        abstract: "Find out whether a link opens an app, and if not, why.",
        discussion: """
            'applinks check' says for iPhone, iPad and Mac, for Android and for Windows whether an app may open a link, by which \
            rule, or why none does and what to change. It reads what the devices read: the site's apple-app-site-association, \
            assetlinks.json and windows-app-web-link, and the tags of the page. With --app it reads the app too, from its \
            project or its package. No phone is needed.

            EXAMPLES
              applinks check https://example.com/recipes/42
              applinks check https://example.com/recipes/42 --app .
              applinks check public/ --host example.com

            'applinks help check' lists the options, 'applinks help RULE-ID' explains a rule, and 'applinks help rules' \
            lists all of them. 'applinks help exit-codes' lists what each command exits with, and 'applinks help schemas' \
            describes the JSON that --json prints. 'applinks help android-links' and 'applinks help mac-links' print scripts \
            that ask a device, for --device-report.
            """,
        version: "applinks \(BoltsVersion.current)",
        subcommands: [
            CheckCommand.self, ExplainCommand.self, DiffCommand.self, ServeCommand.self, PublishCommand.self,
            InitCommand.self, MCPCommand.self,
        ],
        groupedSubcommands: [
            CommandGroup(
                name: "App Links tag",
                subcommands: [
                    ResolveCommand.self, OpenCommand.self, ParseCommand.self, DecodeCommand.self, EncodeCommand.self,
                ]
            )
        ]
    )

    /// Checks that the first argument is a command, because otherwise ArgumentParser reports every argument as unexpected.
    private static func requireCommand(_ arguments: [String]) throws {
        guard let name = arguments.first, !name.hasPrefix("-"), name != "help" else { return }
        let commands = configuration.subcommands.map { $0._commandName }
        guard !commands.contains(name) else { return }
        let advice =
            name.contains("/") || name.contains(".")
            ? "To find what is wrong with a link, run \(ShellWord.command("applinks", "check", name))."
            : "The commands are \(commands.joined(separator: ", "))."
        throw ValidationError("There is no command '\(name)'. \(advice)")
    }

    static func main() async {
        Terminal.openStandardStreams()
        let status = await execute(Array(CommandLine.arguments.dropFirst()))
        if status != 0 { Foundation.exit(status) }
    }

    /// Runs a command, and prints ArgumentParser's messages with ``Terminal``, which sanitizes them.
    @Sendable static func execute(_ arguments: [String]) async -> Int32 {
        var name: String?
        do {
            if let topic = try HelpTopic(arguments: arguments) {
                Terminal.print(document: topic.text)
                return 0
            }
            try requireCommand(arguments)
            var command = try parseAsRoot(arguments)
            name = type(of: command)._commandName
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            return 0
        } catch {
            let status = exitCode(for: error)
            // ArgumentParser does not know which command runs, so it prints the usage of the root command.
            let usage = "Usage: applinks <subcommand>\n  See 'applinks --help'"
            let ownUsage = name.map { "  See 'applinks \($0) --help'" } ?? usage
            let message = fullMessage(for: error).replacing(usage, with: ownUsage)
            if !message.isEmpty {
                if status.isSuccess { Terminal.print(help: message) } else { Terminal.complain(usage: message) }
            }
            return status.rawValue
        }
    }
}
