import BoltsBase
import Foundation

/// The `.env` files whose values react-native-config's script `dotenv.gradle` makes those of `project.env`, and resources.
struct GradleDotenv {
    /// The file of the variants that no other one is for.
    static let defaultFile = ".env"

    /// The names of other `.env` files that only show people what to write.
    private static let samples: Set<String> = [".env.example", ".env.sample", ".env.template", ".env.dist"]

    /// The words by which a build chooses another file, or changes the values.
    private static let otherChoices = ["ENVFILE", "defaultEnvFile", "loadDotEnv"]

    /// Whether a script changes `project.env`, or declares another `env`.
    private static func changes(_ script: String) -> Bool {
        let changes =
            /\benv(?:\.\w{1,80}|\[[^\]]{1,80}\])?\s{0,9}(?:\+?=(?!=)|\()|\b(?:def|val|var|fun)\s{1,9}env\b|\benv\.(?:put|remove|clear)/
        return script.matches(of: changes.wordBoundaryKind(.simple)).contains { !$0.output.hasPrefix("env.get") }
    }

    /// The starts of variants' names, in lower case, with their files; the first that applies counts.
    let files: [(start: String, file: String)]

    /// Reads the choice of the files, or returns `nil` if the script does not apply `dotenv.gradle`, or if only running it
    /// determines the choice.
    ///
    /// - Parameters:
    ///   - script: The build script of a module.
    ///   - others: The texts of the other files that may set its properties.
    init?(_ script: GradleScript.Block, others: [String]) {
        let texts = script.texts
        guard let place = script.statements.firstIndex(where: Self.isApplied),
            !(texts + others).contains(where: { text in
                Self.otherChoices.contains(where: text.contains) || Self.changes(text)
            }),
            !others.contains(where: { $0.contains("envConfigFiles") })
        else { return nil }
        let choices = texts.filter { $0.contains("envConfigFiles") }
        guard let choice = choices.first else {
            files = [("", Self.defaultFile)]
            return
        }
        // The choice counts only if it is made before.
        guard choices.count == 1, script.statements[..<place].contains(choice), let map = Self.map(choice) else {
            return nil
        }
        files = map + [("", Self.defaultFile)]
    }

    /// Reads `project.ext.envConfigFiles = [debug: ".env", release: ".env.release"]`.
    private static func map(_ statement: String) -> [(start: String, file: String)]? {
        let tokens = GradleToken.tokens(of: statement)
        guard case .word(let name)? = tokens.first, name.hasSuffix("ext.envConfigFiles"),
            tokens.dropFirst().starts(with: [.symbol("="), .symbol("[")]), tokens.last == .symbol("]")
        else { return nil }
        let pairs = tokens.dropFirst(3).dropLast().split(separator: .symbol(",")).map { pair -> (String, String)? in
            switch (pair.first, pair.dropFirst().first, pair.last, pair.count) {
            // Versions differ in whether upper case in a name counts.
            case (.word(let name), .symbol(":"), .text(let file), 3) where name == name.lowercased(): (name, file)
            case (.text(let name), .symbol(":"), .text(let file), 3) where name == name.lowercased(): (name, file)
            default: nil
            }
        }
        let known = pairs.compactMap(\.self)
        return known.count < pairs.count || known.contains { $0.1.isEmpty } ? nil : known
    }

    /// Whether a statement applies the script: `apply from: project(':react-native-config').projectDir.getPath() +
    /// "/dotenv.gradle"`.
    static func isApplied(by statement: String) -> Bool {
        guard statement.hasPrefix("apply") else { return false }
        let texts = GradleModule.texts(of: statement)
        return texts == [":react-native-config", "/dotenv.gradle"]
            || texts.count == 1 && texts[0].hasSuffix("node_modules/react-native-config/android/dotenv.gradle")
    }

    /// Whether the files are certain beside the other files of their folder: without a choice in the script, another `.env` file
    /// is one that people choose when they build.
    func isCertain(beside names: [String]) -> Bool {
        files.count > 1
            || !names.contains {
                ($0.hasPrefix(".env") || $0.hasSuffix(".env")) && $0 != Self.defaultFile && $0 != ".envrc"
                    && !Self.samples.contains($0)
            }
    }

    /// The values of a file; the last one of a name counts.
    ///
    /// A value with other characters than ids, hosts and paths have is left out, because versions of the script differ in it.
    static func values(in text: String) -> [String: String] {
        let blank = CharacterSet(charactersIn: " \t")
        func isQuote(_ character: Character?) -> Bool { character == "\"" || character == "'" }
        var values: [String: String?] = [:]
        for line in text.split(whereSeparator: { ["\n", "\r", "\r\n"].contains($0) }) {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: blank) }
            guard parts.count == 2 else { continue }
            var words = parts[0].split(whereSeparator: { " \t".contains($0) })
            if words.count == 2, words[0] == "export" { words.removeFirst() }
            guard words.count == 1, let name = words.first, isPlain(name, and: "_.-") else { continue }
            var value = Substring(parts[1])
            if isQuote(value.first) { value.removeFirst() }
            if isQuote(value.last) { value.removeLast() }
            values[String(name)] = .some(!value.isEmpty && isPlain(value, and: "_.-:/*") ? String(value) : nil)
        }
        return values.compactMapValues { $0 }
    }

    private static func isPlain(_ text: Substring, and others: String) -> Bool {
        text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || others.utf8.contains($0) }
    }
}
