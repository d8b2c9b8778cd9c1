import BoltsBase
@_spi(AppFiles) import BoltsSiteCheck

/// The description of which XcodeGen or Tuist makes an Xcode project, as far as its text tells without being run.
///
/// It gives entitlements that stand alone the bundle identifier that they belong to, and tells the domains that it writes itself.
struct GeneratedXcodeProject {
    static let names: Set<String> = ["project.yml", "project.yaml", "Project.swift"]

    private static let maximumTargetCount = 200

    let file: String
    /// The name of the program that makes the project.
    let tool: String
    private let isSwift: Bool
    private let tokens: [DescriptionToken]
    private let targets: [DescribedTarget]
    /// The team that is written for all targets.
    private let team: String?
    /// Whether it writes associated domains itself, so that a file of entitlements need not have them yet.
    let writesDomains: Bool
    /// The apps of which the description itself writes the domains, in plain words.
    private(set) var claims: [AppleAppClaims] = []

    /// Reads a description, or returns `nil` if the text is none.
    init?(_ text: String, file: String) {
        guard text.contains("targets:") || text.contains("import ProjectDescription") else { return nil }
        self.file = file
        isSwift = text.contains("import ProjectDescription")
        tool = isSwift ? "tuist" : "xcodegen"
        tokens = DescriptionToken.tokens(of: text, isSwift: isSwift)
        let ranges = isSwift ? Self.calls(in: tokens) : Self.children(ofTargetsIn: tokens)
        targets = ranges.map { [tokens, isSwift] in DescribedTarget(tokens[$0], isSwift: isSwift) }
        var common: [String?] = []
        var start = tokens.startIndex
        for range in ranges + [tokens.endIndex..<tokens.endIndex] {
            common += DescribedTarget.values(["DEVELOPMENT_TEAM"], in: tokens[start..<range.lowerBound], isSwift)
            start = range.upperBound
        }
        team = Self.only(common)
        writesDomains = tokens.contains { token in
            token.kind != .symbol
                && ["associated-domains", "associatedDomains"].contains(where: token.text.contains)
        }
        claims = targets.filter { $0.product == .app }.compactMap { target in
            guard case .known(let domains) = target.domains else { return nil }
            return completed(AppleAppClaims(identifier: nil, domains: domains, file: file, rank: .source), of: target)
        }
    }

    /// Returns what it makes of a file of entitlements.
    ///
    /// - Parameters:
    ///   - app: What the file says.
    ///   - path: The file's path within the folder; `nil` for an app of which there is no file.
    /// - Returns: What is known of the app, or `nil` if the file is no app's, or is written anew from the description.
    func completed(_ app: AppleAppClaims, path: String?) -> AppleAppClaims? {
        guard !targets.isEmpty else {
            var app = app
            app.bundleIdentifier = DescribedTarget.bundleIdentifier(in: tokens[...], isSwift)
            app.teamIdentifier = team
            app.identifier = Self.identifier(app)
            return withGap(app, isOpen: writesDomains)
        }
        let naming = path.map { path in targets.filter { $0.names(path) } } ?? []
        // What only an extension or a framework is signed with says nothing of the app.
        if !naming.isEmpty, naming.allSatisfy({ $0.product == .other }) { return nil }
        let candidates =
            naming.isEmpty
            ? targets.filter { $0.product == .app && !$0.writesKnownDomains }
            : naming.filter { $0.product == .app || $0.product == .clip }
        guard let target = candidates.first, candidates.count == 1 else {
            return withGap(app, isOpen: writesDomains && claims.isEmpty)
        }
        // The file is written anew from the description.
        if target.product == .app, target.writesKnownDomains { return nil }
        // A variable may hold what the target does not write itself.
        let isOpen = target.domains == .unknown || writesDomains && claims.isEmpty
        return withGap(completed(app, of: target), isOpen: isOpen)
    }

    private func completed(_ app: AppleAppClaims, of target: DescribedTarget) -> AppleAppClaims {
        var app = app
        app.bundleIdentifier = target.bundleIdentifier
        app.teamIdentifier = target.teams.isEmpty ? team : Self.only(target.teams)
        app.identifier = Self.identifier(app)
        if target.isForMac { app.devices = [.mac] }
        return app
    }

    private static func identifier(_ app: AppleAppClaims) -> String? {
        app.bundleIdentifier.flatMap { bundle in app.teamIdentifier.map { "\($0).\(bundle)" } }
    }

    private func withGap(_ app: AppleAppClaims, isOpen: Bool) -> AppleAppClaims {
        guard isOpen else { return app }
        var app = app
        app.gap = SourceGap(
            "\(file.sanitized(limit: 400)) writes the entitlements",
            fix:
                "Generate the Xcode project (\(tool) generate) and run this again, or give the built app too: --app PATH."
        )
        return app
    }

    /// The one value that there is, or `nil` if there is none, or one that cannot be told.
    private static func only(_ values: [String?]) -> String? {
        let all = Set(values)
        return all.count == 1 ? all.first ?? nil : nil
    }

    // MARK: - Targets

    /// The calls of Swift that make a target: those within one, for its dependencies, are part of it.
    private static func calls(in tokens: [DescriptionToken]) -> [Range<Int>] {
        let names: Set<String> = [".target", "Target.target", "Target"]
        var ranges: [Range<Int>] = []
        var index = 0
        while index + 1 < tokens.count, ranges.count < maximumTargetCount {
            guard tokens[index].kind == .word, names.contains(tokens[index].text), tokens[index + 1].isSymbol("(")
            else {
                index += 1
                continue
            }
            var depth = 0
            var end = index + 1
            repeat {
                if tokens[end].isSymbol("(") { depth += 1 }
                if tokens[end].isSymbol(")") { depth -= 1 }
                end += 1
            } while depth > 0 && end < tokens.count
            let hasProduct = tokens[index..<end].contains { $0.text == "product" || $0.text == "bundleId" }
            if hasProduct { ranges.append(index..<end) }
            index = end
        }
        return ranges
    }

    /// The members of `targets:` in YAML.
    private static func children(ofTargetsIn tokens: [DescriptionToken]) -> [Range<Int>] {
        let start = tokens.indices.dropLast(2).first { index in
            tokens[index].startsLine && tokens[index].column == 0 && tokens[index].text == "targets"
                && tokens[index + 1].isSymbol(":") && tokens[index + 2].startsLine
        }
        guard let start else { return [] }
        let first = start + 2
        let column = tokens[first].column
        guard column > 0 else { return [] }
        let end = tokens[first...].firstIndex { $0.startsLine && $0.column < column } ?? tokens.endIndex
        let starts = tokens[first..<end].indices.filter { tokens[$0].startsLine && tokens[$0].column == column }
        return zip(starts, starts.dropFirst() + [end]).prefix(maximumTargetCount).map { $0..<$1 }
    }
}
