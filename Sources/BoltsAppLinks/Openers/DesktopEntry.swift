#if os(Linux)
import Foundation

/// The handler of a scheme by its desktop entry (Desktop Entry Specification 1.5).
struct DesktopEntry: Sendable {
    /// The arguments of the `Exec` line, the program first, with the field codes still in them.
    ///
    /// Empty if there is no usable line, or if the entry is started over D-Bus or in a terminal.
    private let command: [String]
    /// The categories that the entry declares, such as `WebBrowser` (Desktop Menu Specification).
    let categories: Set<String>

    /// Parses the contents of an entry's file.
    init(_ text: String) {
        var isInEntry = false
        var values: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("[") {
                isInEntry = line == "[Desktop Entry]"
            } else if isInEntry, !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") {
                let name = line[..<equals].trimmingCharacters(in: .whitespaces)
                let value = line[line.index(after: equals)...].trimmingCharacters(in: .whitespaces)
                values[name] = values[name] ?? value
            }
        }
        categories = Set((values["Categories"] ?? "").split(separator: ";").map(String.init))
        guard values["DBusActivatable"] != "true", values["Terminal"] != "true", let exec = values["Exec"],
            let command = Self.arguments(exec), let program = command.first, !program.isEmpty, !program.contains("%")
        else {
            command = []
            return
        }
        self.command = command
    }

    /// The program, by path or by name; `nil` if it is not an ordinary one.
    var program: String? { command.first }

    /// The arguments of the program, with a URL in place of `%u`, `%U`, `%f` or `%F`; `nil` if it accepts no URL.
    func arguments(for url: String) -> [String]? {
        var arguments: [String] = []
        var hasURL = false
        for argument in command.dropFirst() {
            switch argument {
            case "%u", "%U", "%f", "%F":
                arguments.append(url)
                hasURL = true
            // The icon, the name and the file of the entry, and codes that are deprecated.
            case "%i", "%c", "%k", "%d", "%D", "%n", "%N", "%v", "%m": break
            default:
                let literal = argument.replacing("%%", with: "")
                // The specification does not define a code inside an argument.
                guard !literal.contains("%") else { return nil }
                arguments.append(argument.replacing("%%", with: "%"))
            }
        }
        return hasURL ? arguments : nil
    }

    /// Splits an `Exec` line, whose arguments may be in double quotes; `nil` if a quote is not closed.
    private static func arguments(_ line: String) -> [String]? {
        // The file format escapes backslashes once, and the quoting rule escapes them again.
        let text = line.replacing("\\\\", with: "\\")
        var arguments: [String] = []
        var current: String?
        var isQuoted = false
        var isEscaped = false
        for character in text {
            if isEscaped {
                current = (current ?? "") + String(character)
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
                current = current ?? ""
            } else if character == " ", !isQuoted {
                if let argument = current { arguments.append(argument) }
                current = nil
            } else {
                current = (current ?? "") + String(character)
            }
        }
        if let current { arguments.append(current) }
        return isQuoted || isEscaped ? nil : arguments
    }
}
#endif
