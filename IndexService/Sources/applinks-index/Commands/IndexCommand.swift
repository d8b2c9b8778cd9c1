import ArgumentParser

@main
struct IndexCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "applinks-index",
        abstract: "Say which apps open a URL: a service with SQLite for one node, or PostgreSQL for many.",
        subcommands: [ServeCommand.self, KeysCommand.self, ForgetCommand.self],
        defaultSubcommand: ServeCommand.self
    )
}
