import Configuration

/// An option that the environment and a file can set too.
struct Setting: Sendable {
    enum Kind: Sendable {
        case integer, text, texts, flag

        /// The kind in the terms of the configuration library.
        var type: ConfigType {
            switch self {
            case .integer: .int
            case .text: .string
            case .texts: .stringArray
            case .flag: .bool
            }
        }

        /// The required kind of value, for error messages.
        var words: String {
            switch self {
            case .integer: "a whole number"
            case .text: "a text"
            case .texts: "a list of texts"
            case .flag: "true or false"
            }
        }
    }

    /// The name of the option without its dashes, which is the name in the file too.
    let name: String
    let kind: Kind

    init(_ name: String, _ kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// The prefix of the environment variables.
    static let prefix = "APPLINKS_INDEX_"
    /// The variable that names the file.
    static let fileVariable = prefix + "CONFIG"

    /// The environment variable: `APPLINKS_INDEX_TRUSTED_PROXY` for `trusted-proxy`.
    var variable: String { Self.prefix + suffix }

    /// The environment variable without its prefix.
    var suffix: String { name.uppercased().replacing("-", with: "_") }

    /// The settings of every command that opens the database.
    static let database = [
        Setting("database", .text), Setting("database-connections", .integer), Setting("revoked-keys", .text),
    ]

    /// The settings of the service.
    static let all =
        database + [
            Setting("host", .text), Setting("port", .integer), Setting("node", .text), Setting("keys", .text),
            Setting("page", .text),
            Setting("address-limit", .integer), Setting("key-limit", .integer), Setting("renewal-limit", .integer),
            Setting("forgetting-key", .texts), Setting("trusted-proxy", .texts),
            Setting("memory", .integer),
            Setting("simultaneous-fetches", .integer), Setting("fetches-per-address", .integer),
            Setting("user-agent", .text), Setting("minimum-age", .integer), Setting("ignore-no-cache", .flag),
            Setting("allow-private", .flag), Setting("idle-timeout", .integer),
            Setting("connection-requests", .integer),
            Setting("stop-timeout", .integer), Setting("log-level", .text), Setting("log-format", .text),
            Setting("log-requests", .flag),
        ]
}
