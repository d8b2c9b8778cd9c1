import ArgumentParser
import BoltsAppLinks
import Foundation

/// `applinks mcp`: the commands as tools of the Model Context Protocol, on standard input and output.
struct MCPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Offer the commands to agents, by the Model Context Protocol.",
        discussion: """
            Reads messages of JSON-RPC 2.0 from standard input, one per line, and writes answers to standard output. It speaks \
            the Model Context Protocol of 2026-07-28, and after 'initialize' the revisions since 2024-11-05; with 2025-03-26 a \
            line may contain an array of messages. The tools are check, explain, diff, publish and rule, with the limits of the \
            commands and the JSON that they print.

            A client may name only files below --folder, and only public addresses unless --allow-private is given. Nothing is \
            written unless --write names a folder for the association files of 'publish'. 'check' uses the .applinks.yaml of \
            --folder. The server ends when its standard input ends.

            EXAMPLES
              applinks mcp
              applinks mcp --folder ~/code/site --write ~/code/site/public

            EXIT STATUS
              0   standard input has ended
              2   a folder that is named is not there
              64  the command line was wrong
            """
    )

    @Option(help: ArgumentHelp("The folder whose files may be read.", valueName: "folder"))
    var folder = "."

    @Option(help: ArgumentHelp("The folder that 'publish' may write to.", valueName: "folder"))
    var write: String?

    @Flag(help: "Fetch from private, loopback and link-local addresses, and from any port.")
    var allowPrivate = false

    func run() async throws {
        let toolbox: MCPToolbox
        do {
            let writeFolder = try write.map { path in
                _ = try SiteFolder(path)
                return LocalPath.absolute(path)
            }
            toolbox = MCPToolbox(
                folder: try MCPFolder.enter(folder),
                writeFolder: writeFolder,
                allowsPrivate: allowPrivate
            )
        } catch {
            Terminal.complain("\(error)")
            throw ExitCode(2)
        }
        let server = MCPServer(toolbox: toolbox, execute: AppLinksCommand.execute, send: Self.send)
        await server.run(MCPLineReader())
    }

    @Sendable private static func send(_ message: AppLinkValue) {
        do {
            Terminal.print(json: try message.jsonText(depthLimit: 64))
        } catch {
            Terminal.complain("an answer cannot be written as JSON: \(error)")
        }
    }
}
