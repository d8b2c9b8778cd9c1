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
            An App Link is a page whose tags name the apps that show the same thing. 'resolve' reads the tags, 'open' \
            follows the link as a device would, and 'parse' shows what an app receives. 'decode' and 'encode' read and write \
            the data that goes along.

            EXAMPLES
              applinks check https://example.com/recipes/42
              applinks open recipe.html --device iphone --installed recipes

            'applinks help exit-codes' lists what each command exits with, and 'applinks help schemas' describes the \
            JSON that --json prints.
            """,
        version: "applinks \(BoltsVersion.current)",
        subcommands: [
            CheckCommand.self, ExplainCommand.self, ServeCommand.self, PublishCommand.self, InitCommand.self,
            ResolveCommand.self, OpenCommand.self, ParseCommand.self, DecodeCommand.self, EncodeCommand.self,
        ]
    )

    /// Runs the command, and prints ArgumentParser's messages with ``Terminal``, which sanitizes them.
    static func main() async {
        do {
            if let topic = try HelpTopic(arguments: Array(CommandLine.arguments.dropFirst())) {
                Terminal.print(document: topic.text)
                return
            }
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            let status = exitCode(for: error)
            let message = fullMessage(for: error)
            if !message.isEmpty {
                if status.isSuccess { Terminal.print(help: message) } else { Terminal.complain(usage: message) }
            }
            Foundation.exit(status.rawValue)
        }
    }
}
