import ArgumentParser
import BoltsAppLinks
import BoltsSiteCheck
import Foundation

/// `applinks serve`: a local site folder and its findings, in the browser.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve a site's folder on this machine and show its findings in the browser.",
        discussion: """
            Serves a folder as a site would be served at its root: 'apple-app-site-association', 'assetlinks.json' and \
            'windows-app-web-link' as JSON, without redirects, and a/b.html at /a/b too. The page at /_applinks/ shows the \
            findings and what each device may do with each page, and follows every change of a file. The folder's own files \
            below /_applinks/ are not served.

            Only programs on this machine can connect. Nothing outside the folder is served, not even through a symbolic \
            link, and of the hidden files only those of /.well-known. Control-C ends the server.

            EXAMPLES
              applinks serve public/ --host example.com
              applinks serve public/ --host example.com --port 0

            EXIT STATUS
              0   ended by Control-C or by SIGTERM
              1   the port is taken, or the folder cannot be read
              64  the command line was wrong
            """
    )

    @Argument(help: ArgumentHelp("The folder that is served at the root of the site.", valueName: "folder"))
    var directory: String

    @Option(
        help: ArgumentHelp(
            "The host that serves the folder on the web; needed unless the folder has its name.",
            valueName: "host"
        )
    )
    var host: String?

    @Option(help: ArgumentHelp("The port to listen at; 0 takes a free one.", valueName: "port"))
    var port = 8_080

    @Option(help: ArgumentHelp("A rule that is not reported. May be repeated.", valueName: "rule-id"))
    var disable: [String] = []

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port takes a number from 0 to 65535, not \(port).")
        }
        try HostName.check(host)
        try RepositoryFence.check(directory)
        try AssociationRule.check(disabled: disable)
    }

    func run() async throws {
        do {
            let host = try HostName.host(ofDirectory: directory, named: host)
            let server = SiteServer(
                handler: SiteHandler(
                    folder: try SiteFolder(directory),
                    directory: directory,
                    host: host,
                    monitor: SiteMonitor(directory: directory, host: host, disabled: Set(disable))
                ),
                port: UInt16(port)
            )
            try await server.run { origin in
                Terminal.print([
                    "\(directory) as https://\(host) is at \(origin)/",
                    "its findings are at \(origin)\(SiteHandler.reportPath)",
                ])
            }
        } catch let error as InputError {
            Terminal.complain("\(error)")
            throw ExitCode(1)
        }
    }
}
