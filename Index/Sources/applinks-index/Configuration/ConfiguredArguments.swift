import ArgumentParser
import Configuration
import Foundation

/// The arguments of a command, including those that come from the environment and the file of settings.
///
/// Each option is therefore declared only once, with its default and its checks, wherever its value comes from.
struct ConfiguredArguments {
    /// Where a value comes from.
    enum Origin: String, Encodable {
        case option, environment, file
        case standard = "default"
    }

    /// All arguments, without the name of the program.
    private(set) var arguments: [String]
    /// The origin of each setting that is not the default.
    private(set) var origins: [String: Origin] = [:]

    /// Reads the environment and the file.
    ///
    /// - Parameters:
    ///   - given: The arguments of the command line.
    ///   - environment: The environment variables.
    /// - Throws: `ValidationError` for a setting that is unknown or has an invalid value, and for a file that cannot be read.
    init(_ given: [String], environment: [String: String]) throws {
        arguments = given
        // The names of the subcommand; without any, the subcommand is `serve`.
        let isNamed = given.first.map { !$0.hasPrefix("-") } ?? false
        let depth = !isNamed ? 0 : given[0] == "keys" ? 2 : 1
        // `move` takes both databases from the command line.
        guard !Self.asksForHelp(given), given.count >= depth, given.first != "move" else { return }
        let settings = !isNamed || given[0] == "serve" ? Setting.all : Setting.database
        let options = given.prefix { $0 != "--" }
        let sources = try SettingSources(file: Self.value(of: "config", in: options), environment: environment)
        var added: [String] = []
        for setting in settings {
            if options.contains(where: { $0 == "--\(setting.name)" || $0.hasPrefix("--\(setting.name)=") }) {
                origins[setting.name] = .option
            } else if let (value, origin) = try sources.value(of: setting) {
                origins[setting.name] = origin
                added += Self.arguments(setting.name, value)
            }
        }
        arguments.insert(contentsOf: added, at: depth)
    }

    private static func asksForHelp(_ given: [String]) -> Bool {
        given.first == "help"
            || given.contains { ["-h", "--help", "--help-hidden"].contains($0) || $0.hasPrefix("--generate-") }
            || given.contains("--experimental-dump-help")
    }

    /// The value of an option that is read before the others.
    private static func value(of name: String, in options: ArraySlice<String>) -> String? {
        for (place, option) in zip(options.indices, options) {
            if option == "--\(name)" { return options.indices.contains(place + 1) ? options[place + 1] : nil }
            if option.hasPrefix("--\(name)=") { return String(option.dropFirst(name.count + 3)) }
        }
        return nil
    }

    private static func arguments(_ name: String, _ value: ConfigContent) -> [String] {
        switch value {
        case .int(let number): ["--\(name)=\(number)"]
        case .string(let text): ["--\(name)=\(text)"]
        case .stringArray(let texts): texts.map { "--\(name)=\($0)" }
        case .bool(let isOn): isOn ? ["--\(name)"] : []
        default: []
        }
    }
}
