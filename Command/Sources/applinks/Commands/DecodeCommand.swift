import ArgumentParser
import BoltsAppLinks
import Foundation

struct DecodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Show the content of App Link data.",
        discussion: """
            Takes the URL that carries the data (al_applink_data), or the data alone: as JSON, or percent-encoded. It \
            is read as leniently as the library does, with a warning for everything unusual. To see what an app reads \
            from a URL as a whole, use 'applinks parse'.

            EXAMPLES
              applinks decode 'x://42?al_applink_data=%7B%22version%22%3A%221.0%22%7D'
              applinks decode '{"target_url": "https://a.example/42"}' --json
              pbpaste | applinks decode -

            EXIT STATUS
              0   the data was read, odd or not
              1   there is no data, or it cannot be used
              64  the command line was wrong
            """
    )

    @Argument(
        help: ArgumentHelp("A URL with data, or the data; '-' reads it from standard input.", valueName: "url|data|-")
    )
    var input: String

    @OptionGroup
    var form: FormatOptions<PlainFormat>

    private var json: Bool { form.chosen == .json }

    func run() throws {
        do {
            let report = try DecodeReport(input == "-" ? Self.standardInput() : input)
            if json { Terminal.print(json: try report.json()) } else { Terminal.print(report.lines) }
        } catch {
            Terminal.complain("\(error)")
            if json { Terminal.print(json: try FailureReport.json(error: error)) }
            throw ExitCode(1)
        }
    }

    static func standardInput() throws -> String {
        // One byte beyond the limit is enough to refuse data that is too large.
        let bytes = try StandardInput.read(limit: 1 << 20)
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
