import CLibPQ

/// The address of the database, and its time limits.
///
/// Its description and its mirror show no password.
package struct PostgreSQLConfiguration: Sendable, CustomStringConvertible, CustomReflectable {
    /// How long opening a connection to one host may take.
    ///
    /// A URL's `connect_timeout`, in seconds, sets it.
    package var connectTimeout: Duration = .seconds(3)
    /// How long a caller waits for a connection: because all are busy, or because the database is unavailable.
    package var waitTimeout: Duration = .seconds(5)
    /// How long the server may take for one statement.
    package var statementTimeout: Duration = .seconds(5)
    /// How long a connection is used, plus or minus a tenth.
    ///
    /// Connections are replaced because servers keep memory for a session's past, and because a name may later lead to another
    /// server.
    package var connectionLifetime: Duration = .seconds(1_800)
    /// How many connections are open at a time.
    package var connectionLimit = 10
    /// How many callers wait for a connection at a time; one more gets an error at once.
    package var waiterLimit = 4_096
    /// How often a statement is sent again after a temporary failure.
    package var retryLimit = 6

    /// libpq's parameters, one set for each host of a list.
    let hosts: [[String: String]]

    /// The hosts and the database, for a log, without user and password.
    package let summary: String

    /// Creates a configuration of a connection URL, as libpq reads it.
    ///
    /// - Parameter url: `postgresql://user:password@host:port/database?sslmode=verify-full`, or any other text that libpq accepts.
    ///     Several hosts are separated by commas and tried in their order; with `target_session_attrs=read-write` the one that
    ///     accepts writes is used. TLS is set by libpq's own parameters.
    /// - Throws: ``PostgreSQLError`` with the code `invalidURL`. Its message does not repeat the URL.
    package init(url: String) throws(PostgreSQLError) {
        var parameters = try PostgreSQLConfiguration.parameters(of: url)
        if let seconds = parameters["connect_timeout"].flatMap(Int.init), seconds > 0 {
            connectTimeout = .seconds(min(seconds, 600))
        }
        if parameters["target_session_attrs"] == "prefer-standby" {
            throw PostgreSQLError(
                .invalidURL,
                "target_session_attrs=prefer-standby cannot be used: writes need the primary"
            )
        }
        for (keyword, value) in PostgreSQLConfiguration.defaults where parameters[keyword] == nil {
            parameters[keyword] = value
        }
        hosts = try PostgreSQLConfiguration.splitHosts(parameters)
        let names = hosts.map { ($0["host"] ?? $0["hostaddr"] ?? "local") + ($0["port"].map { ":\($0)" } ?? "") }
        summary = names.joined(separator: ",") + "/" + (parameters["dbname"] ?? "")
    }

    package var description: String { summary }
    package var customMirror: Mirror { Mirror(self, children: ["summary": summary]) }

    /// The defaults for libpq, which the URL can override: they detect a server that disappeared without closing the
    /// connection.
    private static let defaults = [
        "fallback_application_name": "applinks-index",
        "client_encoding": "UTF8",
        "keepalives_idle": "30",
        "keepalives_interval": "10",
        "keepalives_count": "3",
        "tcp_user_timeout": "15000",
    ]

    private static func parameters(of url: String) throws(PostgreSQLError) -> [String: String] {
        guard !url.utf8.contains(0) else { throw PostgreSQLError(.invalidURL, "the URL of the database has a NUL") }
        var message: UnsafeMutablePointer<CChar>?
        let options = PQconninfoParse(url, &message)
        defer {
            PQconninfoFree(options)
            PQfreemem(message)
        }
        // libpq's message may repeat the URL, including the password.
        guard let options else {
            let unknown = unknownParameter(in: url).map { ": libpq has no parameter \($0)" }
            throw PostgreSQLError(.invalidURL, "the URL of the database cannot be read\(unknown ?? "")")
        }
        var result: [String: String] = [:]
        var next = options
        while let keyword = next.pointee.keyword {
            if let value = next.pointee.val { result[String(cString: keyword)] = String(cString: value) }
            next += 1
        }
        return result
    }

    /// The first parameter of a URL's query that libpq does not know.
    ///
    /// A text that may be a part of a password is not returned.
    private static func unknownParameter(in url: String) -> String? {
        guard let query = url.split(separator: "?", maxSplits: 1).dropFirst().first, !query.contains("@"),
            let known = PQconndefaults()
        else { return nil }
        defer { PQconninfoFree(known) }
        var keywords: Set<String> = ["ssl"]
        var next = known
        while let keyword = next.pointee.keyword {
            keywords.insert(String(cString: keyword))
            next += 1
        }
        for parameter in query.split(separator: "&") {
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let isName = parts[0].allSatisfy { "a"..."z" ~= $0 || $0 == "_" }
            if parts.count == 2, isName, !keywords.contains(String(parts[0])) { return String(parts[0]) }
        }
        return nil
    }

    /// One set of parameters for each host, because libpq has no time limit for one of many hosts.
    private static func splitHosts(_ parameters: [String: String]) throws(PostgreSQLError) -> [[String: String]] {
        func list(_ keyword: String) -> [String]? {
            parameters[keyword].map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        }
        let names = list("host")
        let addresses = list("hostaddr")
        let ports = list("port")
        let count = names?.count ?? addresses?.count ?? 1
        guard addresses == nil || addresses?.count == count, ports == nil || ports?.count == 1 || ports?.count == count
        else {
            throw PostgreSQLError(.invalidURL, "the URL of the database has not as many ports as hosts")
        }
        guard (ports ?? []).allSatisfy({ $0.isEmpty || (Int($0).map { (1...65_535).contains($0) } ?? false) }) else {
            throw PostgreSQLError(.invalidURL, "the URL of the database has a port that is not a number up to 65535")
        }
        return (0..<count).map { index in
            var host = parameters
            host["host"] = names?[index]
            host["hostaddr"] = addresses?[index]
            host["port"] = ports.map { $0.count == 1 ? $0[0] : $0[index] }
            return host
        }
    }
}
