import ArgumentParser
import Foundation

@main
struct IndexCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "applinks-index",
        abstract: "Say which apps open a URL: a service with SQLite for one node, or PostgreSQL for many.",
        subcommands: [ServeIndexCommand.self, KeysCommand.self, ForgetCommand.self, MoveCommand.self],
        defaultSubcommand: ServeIndexCommand.self
    )

    /// Runs the command with the options of the command line, of the environment and of the file of settings.
    static func main() async {
        do {
            let configured = try ConfiguredArguments(
                Array(CommandLine.arguments.dropFirst()),
                environment: ProcessInfo.processInfo.environment
            )
            var command = try parseAsRoot(configured.arguments)
            if let serve = command as? ServeIndexCommand, serve.printConfig {
                print(try EffectiveSettings(serve.settings, origins: configured.origins).text)
            } else if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            exit(withError: error)
        }
    }
}
