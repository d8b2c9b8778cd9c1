import ArgumentParser
@_spi(Bolts) import BoltsAppLinks
import Foundation

struct EncodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "encode",
        abstract: "Write a URL with App Link data.",
        discussion: """
            Puts the data into the URL of an app, as a library that follows a link does: percent-encoded, before a \
            fragment, in place of any data that is there. Without a URL it goes into the target itself, as on the way \
            to the web. 'applinks decode' reads the same from what is written.

            EXAMPLES
              applinks encode x://42 --target https://a.example/42 --extra promo=SPRING
              applinks encode x://42 --referrer-name Notes --referrer-url notes://7
              applinks encode --target https://a.example/42 --data '{"a": 1}' --json

            EXIT STATUS
              0   the URL was written
              1   the data is too large or too deep
              64  the command line was wrong
            """
    )

    @Argument(
        help: ArgumentHelp("The URL to which the data is added; by default the target.", valueName: "url")
    )
    var url: String?

    @Option(help: ArgumentHelp("The page that the link is for, http or https (target_url).", valueName: "url"))
    var target: String?

    @OptionGroup
    var dataOptions: AppLinkDataOptions

    @Option(
        help: ArgumentHelp("Any other field, such as campaign_ids='\"1\"'. May be repeated.", valueName: "name=json")
    )
    var field: [String] = []

    @Option(
        help: ArgumentHelp(
            "Start with this JSON object, to which the other options add; '-' reads it from standard input.",
            valueName: "json|-"
        )
    )
    var data: String?

    @OptionGroup
    var form: FormatOptions<PlainFormat>

    private var json: Bool { form.chosen == .json }

    func validate() throws {
        guard url != nil || target != nil else {
            throw ValidationError("Give the URL to which the data is added, or a --target.")
        }
        if let target {
            try checkURL(target, option: "--target")
            guard LinkScheme.leading(target)?.isWeb == true else {
                throw ValidationError("--target takes the URL of a page, http or https, not '\(target)'.")
            }
        }
        if let url { try checkURL(url, option: "The URL") }
        for text in field { _ = try NamedValue(text, option: "--field", example: "account_id='\"9\"'").json() }
    }

    func run() throws {
        do {
            let data = try appLinkData()
            let text = try AppLinkDataCodec().encode(data, into: url ?? target ?? "")
            if json {
                let report: AppLinkValue = [
                    "url": .string(text), "data": .object(data.json), "bytes": .integer(Int64(text.utf8.count)),
                ]
                Terminal.print(json: try report.jsonText(depthLimit: 64))
            } else {
                Terminal.print(try OpenableURL(text))
            }
        } catch {
            Terminal.complain("\(error)")
            if json { Terminal.print(json: try FailureReport.json(error: error)) }
            throw ExitCode(1)
        }
    }

    private func appLinkData() throws -> AppLinkData {
        var data = AppLinkData(json: try base())
        for text in field {
            let named = try NamedValue(text, option: "--field", example: "account_id='\"9\"'")
            data[named.name] = try named.json()
        }
        if let target { data.targetURLText = target }
        let extras = try dataOptions.extras()
        if !extras.isEmpty { data.extras = (data.extras ?? [:]).merging(extras) { $1 } }
        if let referrer = dataOptions.referrer.referrer { data.referrer = referrer }
        if data["version"] == nil { data.version = AppLink.protocolVersion }
        return data
    }

    private func base() throws -> [String: AppLinkValue] {
        guard let data else { return [:] }
        let text =
            data == "-" ? String(decoding: try StandardInput.read(limit: 1 << 20), as: UTF8.self) : data
        do {
            guard let object = try AppLinkValue(jsonText: text).object else {
                throw InputError("--data takes a JSON object, in braces")
            }
            return object
        } catch let error as JSONTextError {
            throw InputError("--data: \(error)")
        }
    }
}
