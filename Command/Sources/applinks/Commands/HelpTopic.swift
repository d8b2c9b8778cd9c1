import ArgumentParser
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// A help page about a topic of several commands: `applinks help exit-codes`, `applinks help schemas`, `applinks help rules`,
/// `applinks help aasa-missing` for one rule, and the scripts `applinks help android-links` and `applinks help mac-links`.
///
/// ArgumentParser's own `help` command knows only subcommands, so topics are searched first.
enum HelpTopic: Equatable {
    case exitCodes
    case schemas
    case schema(DocumentSchema)
    case rules
    case rule(AssociationRule)
    case script(DeviceScript)

    /// Returns the topic that the arguments request, or `nil` if they request something else.
    init?(arguments: [String]) throws {
        switch arguments {
        case ["help", "exit-codes"]: self = .exitCodes
        case ["help", "schemas"]: self = .schemas
        case ["help", "rules"]: self = .rules
        case _ where arguments.count == 3 && arguments.starts(with: ["help", "schemas"]):
            guard let schema = DocumentSchema(rawValue: arguments[2]) else {
                let names = DocumentSchema.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("There is no schema for '\(arguments[2])'. There is one for \(names).")
            }
            self = .schema(schema)
        case _ where arguments.count == 2 && arguments[0] == "help":
            let name = arguments[1]
            if let rule = AssociationRule.rule(name) {
                self = .rule(rule)
                return
            }
            if let script = DeviceScript(rawValue: name) {
                self = .script(script)
                return
            }
            let commands = AppLinksCommand.configuration.subcommands.map { $0._commandName } + ["help"]
            // Without a topic of that name ArgumentParser would print the general help instead of an error.
            guard !commands.contains(name), !name.hasPrefix("-") else { return nil }
            let topics = ["exit-codes", "schemas", "rules"] + DeviceScript.allCases.map(\.rawValue)
            let known = AssociationRule.all.map(\.id) + commands + topics
            let advice =
                Spelling.nearest(to: name, among: known).map { "Did you mean 'applinks help \($0)'?" }
                ?? "'applinks help' lists the commands, and 'applinks help rules' the rules."
            throw ValidationError("There is no command and no rule '\(name)'. \(advice)")
        default: return nil
        }
    }

    var text: String {
        switch self {
        case .exitCodes: Self.exitCodesText
        case .schemas: Self.schemasText
        case .schema(let schema): schema.text
        case .rules: Self.rulesText
        case .rule(let rule): Self.text(of: rule)
        case .script(let script): script.text
        }
    }

    private static var rulesText: String {
        let lines = AssociationRule.all.map { "  \($0.id) (\($0.severity.rawValue))\n      \($0.summary)" }
        return "RULES\n\n'applinks help RULE-ID' says why a rule matters and what to do.\n\n"
            + lines.joined(separator: "\n") + "\n"
    }

    private static func text(of rule: AssociationRule) -> String {
        """
        \(rule.id) (\(rule.severity.rawValue))

        What    \(rule.summary)
        Why     \(rule.reason)
        Fix     \(rule.fix)\(whoFixes(rule))
        Source  \(rule.evidence.map(\.description).joined(separator: "; "))

        """
    }

    private static func whoFixes(_ rule: AssociationRule) -> String {
        switch rule.usualFix {
        case .edit(_, .safe, _): "\n        'applinks check --fix' does it where the file shows what was meant."
        case .edit(_, .unsafe, _):
            "\n        'applinks check --fix-unsafe' does it where the file shows what was meant."
        case .file: "\n        'applinks check --app PROJECT' prints the whole file."
        case .instruction(let proof): "\nCheck   \(proof)"
        case .question(let question):
            "\nDecide  " + ([question.text] + question.answers).joined(separator: "\n        ")
        case nil: ""
        }
    }

    private static var exitCodesText: String {
        var lines = ["EXIT CODES", "", "Standard error says what failed and what to do about it."]
        for command in AppLinksCommand.configuration.subcommands {
            lines += ["", "applinks \(command._commandName)"]
            lines += ExitStatusSection.lines(of: command.configuration.discussion).map(String.init)
        }
        lines += [
            "", "Every command exits with 64, which sysexits.h calls EX_USAGE, if the command line is wrong, and",
            "with 74, EX_IOERR, if standard output cannot be written to.",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static var schemasText: String {
        let width = DocumentSchema.allCases.map(\.rawValue.count).max() ?? 0
        let list = DocumentSchema.allCases.map { schema in
            "  " + schema.rawValue.padding(toLength: width + 2, withPad: " ", startingAt: 0) + schema.abstract
        }
        return """
            SCHEMAS

            With --json a command prints JSON on standard output, and nothing else. A failure is JSON there, too, and a
            line on standard error. JSON Schemas, draft 2020-12, describe it:

            \(list.joined(separator: "\n"))

            'applinks help schemas check' prints the schema of 'applinks check'. A schema describes this version. Later
            ones of the same major version may add members and values; they remove none.

            """
    }
}
