import ArgumentParser
import BoltsAppLinks
import BoltsBase
import Foundation
import Synchronization

/// The options for additional header fields, such as credentials for a server that is not public yet.
struct HeaderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Send this header field to the server that is checked, and to no other; @FILE reads fields from a file, one a line. "
                + "May be repeated.",
            valueName: "name: value|@file"
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
        for field in header where field.hasPrefix("@") { try RepositoryFence.check(String(field.dropFirst())) }
        guard !isEmpty, let example = URL(string: "https://example.com/") else { return }
        _ = try fields(for: example)
    }

    /// The fields for the origin of a URL, or `nil` if there are none.
    func fields(for origin: URL) throws -> OriginHeaderFields? {
        guard !isEmpty else { return nil }
        var fields: [(name: String, value: String)] = try header.flatMap { text in
            if text.hasPrefix("@") { return try Self.fields(inFile: String(text.dropFirst())) }
            guard let field = Self.field(text) else {
                throw ValidationError("--header takes a field such as 'X-Token: value'; this one has no colon.")
            }
            return [field]
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

    private static func field(_ text: some StringProtocol) -> (name: String, value: String)? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        return (String(text[..<colon]), text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }

    private static let maximumBytes = 65_536

    /// The fields in a file, one per line, without empty lines and those that begin with `#`; no error repeats a line.
    private static func fields(inFile path: String) throws -> [(name: String, value: String)] {
        let shown = path.sanitized(limit: 1_000)
        let lines = try text(ofFile: path, shown).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return try lines.enumerated().compactMap { index, line in
            let line = line.trimmingCharacters(in: .whitespaces)
            guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
            guard let field = field(line) else {
                throw ValidationError("--header: line \(index + 1) of \(shown) has no colon; write 'X-Token: value'.")
            }
            return field
        }
    }

    /// The contents of the files that were read, by path.
    ///
    /// The fields are used several times, and a pipe, such as `@<(command)`, can be read only once.
    private static let texts = Mutex<[String: String]>([:])

    private static func text(ofFile path: String, _ shown: String) throws -> String {
        if let text = texts.withLock({ $0[path] }) { return text }
        let file = RegularFile.openOrPipe(path)
        defer { try? file?.close() }
        guard let data = try? file.map({ try $0.read(upToCount: maximumBytes + 1) ?? Data() }) else {
            throw ValidationError("--header: \(shown) cannot be read; check the path.")
        }
        let bytes = Array(data)
        guard bytes.count <= maximumBytes, let text = String(validating: bytes, as: UTF8.self) else {
            throw ValidationError("--header: \(shown) has more than 64 KiB, or is not UTF-8.")
        }
        texts.withLock { $0[path] = text }
        return text
    }

    /// The error for an unset variable; it names the variable only if the name has the usual form, because users may give the value
    /// instead of the name.
    private static func missing(_ variable: String) -> String {
        let isName = variable.utf8.allSatisfy { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
        }
        guard isName, variable.utf8.count <= 100 else {
            return "there is no such environment variable; give a name, such as STAGING_TOKEN, and not its value."
        }
        return "the environment variable \(variable) is not set."
    }

    private static func value(of variable: String, _ option: String) throws -> String {
        guard let value = ProcessInfo.processInfo.environment[variable], !value.isEmpty else {
            throw ValidationError("\(option): \(missing(variable))")
        }
        return value.trimmingCharacters(in: .newlines)
    }

    /// Refuses URLs with a path that only a file of the repository names: its author would choose what is requested with the
    /// fields.
    func check(paths urls: some Sequence<URL>) throws {
        guard !isEmpty else { return }
        for url in urls where !["", "/"].contains(url.path(percentEncoded: true)) || url.query() != nil {
            throw ValidationError(
                "Header fields are sent only to paths that the command line names, but \(url.absoluteString) comes from a file. Name the URL as an input, or only its host in the file."
            )
        }
    }

    /// Refuses inputs of several origins, because the fields are meant for one of them.
    ///
    /// Also refuses an origin that only a file of the repository names, because its author would choose who gets the fields.
    func check(origins: Set<String>, named: Set<String>, origin: String?) throws {
        guard !isEmpty, origin == nil else { return }
        guard origins.count == 1 else {
            let list = origins.sorted().joined(separator: ", ")
            let reason = origins.isEmpty ? "no input is a URL or a host" : "the inputs name \(origins.count): \(list)"
            throw ValidationError(
                "Header fields are sent to one server, but \(reason). Name it with --origin, or check only one."
            )
        }
        guard origins != named else { return }
        throw ValidationError(
            "Header fields are sent only to a server that the command line names, but \(origins.first ?? "") comes from a file. Name it as an input, or with --origin."
        )
    }
}
