import ArgumentParser
import BoltsAppLinks
import Foundation

/// The command line's root.
@main
struct AppLinksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "applinks",
        abstract: "See what an App Link does, without a phone.",
        discussion: """
            An App Link is a URL that an app opens in place of the browser. The site says which: by tags of the page \
            ('al:ios:url' …), or by its association files, which Apple calls universal links and Android App Links. 'check' \
            looks at all of it. 'resolve' reads a page's tags, 'open' follows them as a device would, and 'parse' shows what \
            an app receives. 'decode' and 'encode' read and write the data that goes along.

            EXAMPLES
              applinks check https://example.com/recipes/42
              applinks open recipe.html --device iphone --installed recipes

            'applinks help exit-codes' lists what each command exits with, 'applinks help schemas' describes the JSON \
            that --json prints, and 'applinks help rules' lists the rules of 'check'. 'applinks help android-links' and \
            'applinks help mac-links' print scripts that ask a device, for --device-report.
            """,
        version: "applinks \(BoltsVersion.current)",
        subcommands: [
            CheckCommand.self, DiffCommand.self, ExplainCommand.self, ServeCommand.self, PublishCommand.self,
            InitCommand.self,
            ResolveCommand.self, OpenCommand.self, ParseCommand.self, DecodeCommand.self, EncodeCommand.self,
            MCPCommand.self,
        ]
    )

    /// Checks that the first argument is a command, because ArgumentParser calls all of them unexpected if it is not.
    ///
    /// - Throws: `ValidationError` that names the commands, or the one to check a link with.
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
    ///
    /// - Returns: The exit status.
    static func execute(_ arguments: [String]) async -> Int32 {
        do {
            if let topic = try HelpTopic(arguments: arguments) {
                Terminal.print(document: topic.text)
                return 0
            }
            try requireCommand(arguments)
            var command = try parseAsRoot(arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            return 0
        } catch {
            let status = exitCode(for: error)
            let message = fullMessage(for: error)
            if !message.isEmpty {
                if status.isSuccess { Terminal.print(help: message) } else { Terminal.complain(usage: message) }
            }
            return status.rawValue
        }
    }
}
