/// A JSON Schema of a subcommand's `--json` output, or of a file that the command reads.
enum DocumentSchema: String, CaseIterable {
    case check, config, decode, diff, encode, explain, open, parse, publish, resolve, site, summary

    var abstract: String {
        switch self {
        case .check: "one object: the findings of every input (--format json)"
        case .config: "the file .applinks.yaml, which 'applinks check' reads"
        case .decode: "one object: the data, and what is odd about it"
        case .diff: "one object: the links and entries that change (--format json)"
        case .encode: "one object: the URL, its data and its length"
        case .explain: "one object: the routes of each kind of device"
        case .open: "one object: the targets, each step and the URL that was opened"
        case .parse: "one object: the URL's parameters and its App Link data"
        case .publish: "one object: the files, warnings, differences and tags"
        case .resolve: "one object a line for each page: its targets for each device"
        case .summary: "one object: the findings by rule and by site (check --summary --format json)"
        case .site: "the description that 'applinks publish' reads"
        }
    }

    /// The text of the schema, with references replaced by the shared definitions.
    var text: String {
        let bytes =
            switch self {
            case .check: PackageResources.check_schema_json
            case .config: PackageResources.config_schema_json
            case .decode: PackageResources.decode_schema_json
            case .diff: PackageResources.diff_schema_json
            case .encode: PackageResources.encode_schema_json
            case .explain: PackageResources.explain_schema_json
            case .open: PackageResources.open_schema_json
            case .parse: PackageResources.parse_schema_json
            case .publish: PackageResources.publish_schema_json
            case .resolve: PackageResources.resolve_schema_json
            case .summary: PackageResources.summary_schema_json
            case .site: PackageResources.site_schema_json
            }
        return Self.whole(Self.lines(bytes)).joined(separator: "\n")
    }

    private static func whole(_ lines: [Substring]) -> [String] {
        lines.flatMap { line in
            guard let reference = line.firstRange(of: "\"$ref\": \"shared.json#/"),
                let members = shared[line[reference.upperBound...].dropLast()]
            else { return [String(line)] }
            return whole(members).map { line[..<reference.lowerBound] + $0 }
        }
    }

    private static func lines(_ bytes: [UInt8]) -> [Substring] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The lines of the members of each shared definition.
    private static let shared: [Substring: [Substring]] = {
        var found: [Substring: [Substring]] = [:]
        var name: Substring = ""
        for line in lines(PackageResources.shared_json) {
            if line.hasPrefix("    ") {
                found[name, default: []].append(line.dropFirst(4))
            } else {
                name = line.dropFirst(3).prefix { $0 != "\"" }
            }
        }
        return found
    }()
}
