import ArgumentParser
import BoltsAppLinks
import BoltsBase
import Foundation

/// The options of sending further header fields, such as credentials of a server that is not public yet.
struct HeaderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Send this header field to the server that is checked, and to no other. May be repeated.",
            valueName: "name: value"
        )
    )
    var header: [String] = []

    @Option(
        help: ArgumentHelp(
            "The same with the value of an environment variable, which other users of the machine do not see.",
            valueName: "name=variable"
        )
    )
    var headerEnv: [String] = []

    @Option(
        help: ArgumentHelp(
            "Send the user and password of this environment variable, such as 'user:password', as basic authentication.",
            valueName: "variable"
        )
    )
    var basicAuthEnv: String?

    var isEmpty: Bool { header.isEmpty && headerEnv.isEmpty && basicAuthEnv == nil }

    func validate() throws {
        guard !isEmpty, let example = URL(string: "https://example.com/") else { return }
        _ = try fields(for: example)
    }

    /// The fields for the origin of a URL, or `nil` if there are none.
    ///
    /// - Throws: ``ValidationError`` for a field that no request may have, or a variable that is not set.
    func fields(for origin: URL) throws -> OriginHeaderFields? {
        guard !isEmpty else { return nil }
        var fields: [(name: String, value: String)] = try header.map { text in
            guard let colon = text.firstIndex(of: ":") else {
                throw ValidationError("--header takes a field such as 'X-Token: value'; this one has no colon.")
            }
            return (String(text[..<colon]), text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        fields += try headerEnv.map { text in
            guard let sign = text.firstIndex(of: "=") else {
                throw ValidationError("--header-env takes a field and a variable, such as Authorization=STAGING_TOKEN.")
            }
            let name = String(text[..<sign])
            return (name, try Self.value(of: String(text[text.index(after: sign)...]), "--header-env"))
        }
        if let basicAuthEnv {
            let pair = try Self.value(of: basicAuthEnv, "--basic-auth-env")
            guard pair.contains(":") else {
                throw ValidationError("--basic-auth-env: the variable \(basicAuthEnv) has no colon after the user.")
            }
            fields.append(("Authorization", "Basic \(Data(pair.utf8).base64EncodedString())"))
        }
        do {
            return try OriginHeaderFields(origin: origin, fields)
        } catch {
            throw ValidationError("A header field cannot be sent: \(error).")
        }
    }

    private static func value(of variable: String, _ option: String) throws -> String {
        guard let value = ProcessInfo.processInfo.environment[variable], !value.isEmpty else {
            throw ValidationError("\(option): the environment variable \(variable.sanitized(limit: 100)) is not set.")
        }
        return value.trimmingCharacters(in: .newlines)
    }

    /// Refuses inputs of several origins: a token of one would be sent to the others.
    ///
    /// - Parameters:
    ///   - origins: The origins of the inputs that are URLs or hosts.
    ///   - origin: What is asked in place of them, or `nil`.
    /// - Throws: ``ValidationError`` if there are several origins, or none.
    func check(origins: Set<String>, origin: String?) throws {
        guard !isEmpty, origin == nil, origins.count != 1 else { return }
        let list = origins.sorted().joined(separator: ", ")
        let reason = origins.isEmpty ? "no input is a URL or a host" : "the inputs are of \(origins.count): \(list)"
        throw ValidationError(
            "Header fields are sent to one server, and \(reason). Name it with --origin, or check one."
        )
    }
}
