import ArgumentParser

/// The command line's root.
@main
struct AppLinksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "applinks",
        abstract: "See what an App Link does, without a phone.",
        discussion: """
            An App Link is a page whose tags name the apps that show the same thing. 'resolve' reads the tags, 'open' \
            follows the link as a device would, and 'parse' shows what an app receives.

            EXIT STATUS
              0   done
              1   a link could not be resolved, opened or parsed; standard error says which and why
              64  the command line was wrong
            """,
        version: "applinks 2.0.0",
        subcommands: [ResolveCommand.self, ParseCommand.self]
    )
}
