import BoltsAppLinks
import BoltsSiteCheck

struct MCPToolbox: Sendable {
    let tools: [MCPTool]

    /// Reads files in `folder`; `publish` may write only in `writeFolder`.
    init(folder: MCPFolder, writeFolder: String?, allowsPrivate: Bool) {
        let network = allowsPrivate ? ["--allow-private"] : []
        tools = [
            Self.check(folder, network), Self.explain(folder, network), Self.diff(folder, network),
            Self.publish(folder, writeFolder, network), Self.rule,
        ]
    }

    private static let app = [
        MCPInput(name: "app", kind: .texts, description: "Paths of app projects or packages that are judged too."),
        MCPInput(name: "app_id", kind: .texts, description: "Judge only these apps, such as ABCDE12345.com.example."),
        MCPInput(
            name: "fingerprint",
            kind: .texts,
            description: "SHA-256 fingerprints of the certificates that users' apps are signed with."
        ),
        MCPInput(
            name: "device_report",
            kind: .texts,
            description: "Paths of the output of 'adb shell pm get-app-links' or 'swcutil show' on a device."
        ),
    ]

    private static func apps(_ arguments: MCPArguments, _ folder: MCPFolder) throws -> [String] {
        try arguments.texts("app").map { "--app=\(try folder.path($0))" }
            + arguments.texts("app_id").map { "--app-id=\($0)" }
            + arguments.texts("fingerprint").map { "--fingerprint=\($0)" }
            + arguments.texts("device_report").map { "--device-report=\(try folder.path($0))" }
    }

    private static let host = MCPInput(name: "host", kind: .text, description: "The host that serves a file or folder.")

    private static let offline = MCPInput(
        name: "offline",
        kind: .text,
        description: "A folder that is read as the site, instead of the web."
    )

    private static let purpose = MCPInput(
        name: "for",
        kind: .text,
        description: "What is asked: which apps open links, or in which apps passwords and passkeys are offered.",
        choices: Purpose.allCases.map(\.rawValue)
    )

    private static let party = MCPInput(
        name: "rp_id",
        kind: .text,
        description: "With for=sign-in: the relying party identifier of the passkeys, if it is not the host."
    )

    private static func purpose(_ arguments: MCPArguments) -> [String] {
        (arguments.text("for").map { ["--for=\($0)"] } ?? [])
            + (arguments.text("rp_id").map { ["--rp-id=\($0)"] } ?? [])
    }

    private static func check(_ folder: MCPFolder, _ network: [String]) -> MCPTool {
        MCPTool(
            name: "check",
            title: "Check links",
            description: """
                Finds what keeps links from opening apps: universal links, Android App Links, Windows' web-to-app links and \
                App Links tags together. For a URL the answer of each family of devices comes first, with the one cause.
                """,
            inputs: [
                MCPInput(
                    name: "input",
                    kind: .text,
                    description: "A URL (page and files of its host), a host, or a path of a file, folder or app.",
                    isRequired: true
                ),
                host, offline, purpose, party,
                MCPInput(name: "apple_cdn", kind: .flag, description: "Fetch the copy of Apple's CDN too."),
            ] + app,
            schema: .check
        ) { arguments in
            var line = ["check", "--format=json", "--all"] + folder.decisions + network + purpose(arguments)
            line += arguments.text("host").map { ["--host=\($0)"] } ?? []
            line += try arguments.text("offline").map { ["--offline=\(try folder.path($0))"] } ?? []
            if arguments.isSet("apple_cdn") { line.append("--apple-cdn") }
            line += try apps(arguments, folder)
            return line + ["--", try folder.source(arguments.text("input") ?? "")]
        }
    }

    private static func explain(_ folder: MCPFolder, _ network: [String]) -> MCPTool {
        MCPTool(
            name: "explain",
            title: "Explain a link",
            description: "Shows what each device may do with a link, under which conditions, and which rule decides.",
            inputs: [
                MCPInput(name: "url", kind: .text, description: "The link that a user taps.", isRequired: true),
                MCPInput(
                    name: "device",
                    kind: .texts,
                    description: "Only these devices.",
                    choices: LinkDevice.allValueStrings
                ),
                MCPInput(name: "trace", kind: .flag, description: "Say why each earlier rule does not match."),
                offline, purpose, party,
            ] + app,
            schema: .explain
        ) { arguments in
            var line = ["explain", "--json"] + network + purpose(arguments)
            line += arguments.texts("device").map { "--device=\($0)" }
            if arguments.isSet("trace") { line.append("--trace") }
            line += try arguments.text("offline").map { ["--offline=\(try folder.path($0))"] } ?? []
            line += try apps(arguments, folder)
            return line + ["--", arguments.text("url") ?? ""]
        }
    }

    private static func diff(_ folder: MCPFolder, _ network: [String]) -> MCPTool {
        let sides = "A path of a file or folder, a host, a URL, or apple:HOST for the copy of Apple's CDN."
        return MCPTool(
            name: "diff",
            title: "Compare association files",
            description: "Says which links newly open apps, or no longer do, with the later association files.",
            inputs: [
                MCPInput(name: "from", kind: .text, description: "The earlier files. \(sides)", isRequired: true),
                MCPInput(name: "to", kind: .text, description: "The later files. \(sides)", isRequired: true),
                host,
            ],
            schema: .diff
        ) { arguments in
            ["diff", "--format=json"] + network + (arguments.text("host").map { ["--host=\($0)"] } ?? []) + [
                "--", try folder.source(arguments.text("from") ?? ""), try folder.source(arguments.text("to") ?? ""),
            ]
        }
    }

    private static func publish(_ folder: MCPFolder, _ writeFolder: String?, _ network: [String]) -> MCPTool {
        var inputs = [
            MCPInput(name: "description", kind: .text, description: "The path of site.yaml.", isRequired: true),
            MCPInput(
                name: "compare",
                kind: .text,
                description: "A URL or a folder that is compared; without it every host of the description."
            ),
            MCPInput(name: "page", kind: .texts, description: "URLs of pages whose tags are compared, or written."),
        ]
        if writeFolder != nil {
            inputs.append(
                MCPInput(
                    name: "write",
                    kind: .flag,
                    description: "Write the files into the folder that this server was started with."
                )
            )
        }
        return MCPTool(
            name: "publish",
            title: "Publish association files",
            description: "Compares a site with its description, and says what differs."
                + (writeFolder == nil ? "" : " Writes the site's association files if asked to."),
            inputs: inputs,
            schema: .publish,
            writes: writeFolder != nil
        ) { arguments in
            // If this were a folder, the command would read the site.yaml of the server's working folder.
            let description = try folder.file(arguments.text("description") ?? "")
            let pages = arguments.texts("page").map { "--page=\($0)" }
            if let writeFolder, arguments.isSet("write") {
                guard arguments.text("compare") == nil else {
                    throw InputError("'write' and 'compare' exclude each other")
                }
                return ["publish", "--json", "--out=\(writeFolder)"] + pages + ["--", description]
            }
            let compared = try arguments.text("compare").map { text in
                [MCPFolder.isWebURL(text) ? text : try folder.path(text)]
            }
            return ["publish", "--json", "--check"] + network + pages + ["--", description] + (compared ?? [])
        }
    }

    private static let rule = MCPTool(
        name: "rule",
        title: "Explain a rule",
        description: "Says what a rule of 'check' means, why it matters, what to do, and where that is documented.",
        inputs: [MCPInput(name: "id", kind: .text, description: "Such as aasa-missing.", isRequired: true)],
        schema: nil,
        usesNetwork: false
    ) { arguments in
        let id = arguments.text("id") ?? ""
        guard AssociationRule.rule(id) != nil else { throw InputError("there is no rule '\(id)'") }
        return ["help", id]
    }
}

/// A tool that a client may call: a command of this program, with the arguments that the client may set.
struct MCPTool: Sendable {
    let name: String
    let title: String
    let description: String
    let inputs: [MCPInput]
    let schema: DocumentSchema?
    var writes = false
    var usesNetwork = true
    let command: @Sendable (MCPArguments) throws -> [String]

    func definition() throws -> AppLinkValue {
        var properties: [String: AppLinkValue] = [:]
        for input in inputs { properties[input.name] = input.schema }
        var definition: [String: AppLinkValue] = [
            "name": .string(name),
            "title": .string(title),
            "description": .string(description),
            "inputSchema": [
                "type": "object",
                "properties": .object(properties),
                "required": .array(inputs.filter(\.isRequired).map { .string($0.name) }),
                "additionalProperties": false,
            ],
            "annotations": [
                "readOnlyHint": .bool(!writes),
                "destructiveHint": .bool(writes),
                "idempotentHint": true,
                "openWorldHint": .bool(usesNetwork),
            ],
        ]
        if let schema { definition["outputSchema"] = try AppLinkValue(jsonText: schema.text) }
        return .object(definition)
    }
}
