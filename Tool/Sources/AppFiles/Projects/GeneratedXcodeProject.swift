import BoltsBase
@_spi(AppFiles) import BoltsSiteCheck

/// The description of which XcodeGen or Tuist makes an Xcode project, as far as its text tells without being run.
///
/// It gives entitlements that stand alone the bundle identifier that they belong to.
struct GeneratedXcodeProject {
    static let names: Set<String> = ["project.yml", "project.yaml", "Project.swift"]

    private static let maximumCount = 200

    let file: String
    /// The name of the program that makes the project.
    let tool: String
    let bundleIdentifier: String?
    let team: String?
    /// Whether it writes associated domains itself, so that a file of entitlements need not have them yet.
    let writesDomains: Bool

    /// Reads a description, or returns `nil` if the text is none.
    init?(_ text: String, file: String) {
        guard text.contains("targets:") || text.contains("import ProjectDescription") else { return nil }
        self.file = file
        tool = text.contains("import ProjectDescription") ? "tuist" : "xcodegen"
        let identifiers = Self.values(["PRODUCT_BUNDLE_IDENTIFIER", "bundleId"], in: text)
        // The identifiers of an app's extensions and clips begin with its own.
        bundleIdentifier = identifiers.min { $0.utf8.count < $1.utf8.count }.flatMap { first in
            identifiers.allSatisfy { $0 == first || $0.hasPrefix(first + ".") } ? first : nil
        }
        let teams = Set(Self.values(["DEVELOPMENT_TEAM"], in: text))
        team = teams.count == 1 ? teams.first : nil
        writesDomains = ["associated-domains", "associatedDomains"].contains(where: text.contains)
    }

    /// What it makes of entitlements that stand alone.
    func completed(_ app: AppleAppClaims) -> AppleAppClaims {
        var app = app
        app.bundleIdentifier = bundleIdentifier
        app.teamIdentifier = team
        app.identifier = bundleIdentifier.flatMap { bundle in team.map { "\($0).\(bundle)" } }
        if writesDomains {
            app.gap = SourceGap(
                "\(file.sanitized(limit: 400)) writes the entitlements",
                fix:
                    "Generate the Xcode project (\(tool) generate) and run this again, or give the built app too: --app PATH."
            )
        }
        return app
    }

    /// The plain words behind a name and a colon or an equals sign, with or without quotation marks.
    private static func values(_ names: [String], in text: String) -> [String] {
        var values: [String] = []
        for line in text.split(whereSeparator: \.isNewline) where values.count < maximumCount {
            var words = line.split { !($0.isLetter || $0.isNumber || "_.-$".contains($0)) }[...]
            while let name = words.popFirst() {
                guard names.contains(where: { $0 == name }), let value = words.first, !value.contains("$") else {
                    continue
                }
                values.append(String(value))
            }
        }
        return values
    }
}
