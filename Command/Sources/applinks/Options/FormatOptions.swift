import ArgumentParser

protocol OutputFormat: ExpressibleByArgument, CaseIterable, RawRepresentable, Sendable where RawValue == String {
    static var text: Self { get }
    static var json: Self { get }
}

/// The formats of commands that print only text and JSON.
enum PlainFormat: String, OutputFormat {
    case text, json
}

/// The options for a command's output format, the same in every command.
struct FormatOptions<Format: OutputFormat>: ParsableArguments {
    @Option(help: "The output format; by default text.")
    var format: Format?

    @Flag(help: "Print JSON: short for --format json.")
    var json = false

    var chosen: Format { json ? .json : format ?? .text }

    func validate() throws {
        guard json, let format, format.rawValue != Format.json.rawValue else { return }
        throw ValidationError("--json is short for --format json: leave out one of it and --format \(format.rawValue).")
    }
}
