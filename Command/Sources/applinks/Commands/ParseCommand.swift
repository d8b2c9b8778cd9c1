import ArgumentParser
import BoltsAppLinks

/// `applinks parse`: shows what an app reads from the URL with which it was opened.
struct ParseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parse",
        abstract: "Show what an app receives in a URL.",
        discussion: """
            Reads the URL as the library does for an app: its own parameters, and the App Link data that it may carry. \
            If the data cannot be used, the rest is printed all the same.

            EXAMPLES
              applinks parse 'x://42?al_applink_data=%7B%22version%22%3A%221.0%22%7D'
              applinks encode x://42 --target https://a.example/ | applinks parse -

            EXIT STATUS
              0   the URL was read
              1   it is not a URL, or its App Link data cannot be used
              64  the command line was wrong
            """
    )

    @Argument(
        help: ArgumentHelp(
            "The URL with which the app was opened; '-' reads it from standard input.",
            valueName: "url|-"
        )
    )
    var input: String

    @OptionGroup
    var form: FormatOptions<PlainFormat>

    private var json: Bool { form.chosen == .json }

    func run() throws {
        let url = input == "-" ? try DecodeCommand.standardInput() : input
        guard LinkScheme.leading(url) != nil else {
            let error = InputError(
                url.isEmpty
                    ? "there is nothing to parse: give the URL with which an app was opened"
                    : "\(url) is not a URL: it does not begin with a scheme such as example:"
            )
            if json { Terminal.print(json: try FailureReport.json(input: url, error: error)) }
            Terminal.complain("\(error)")
            throw ExitCode(1)
        }
        let incoming = AppLinkURL(text: url)
        let report = ParseReport(incoming)
        if json { Terminal.print(json: try report.document.json()) } else { Terminal.print(report.lines) }
        if let error = incoming.appLinkDataError {
            Terminal.complain("\(error)")
            throw ExitCode(1)
        }
    }
}
