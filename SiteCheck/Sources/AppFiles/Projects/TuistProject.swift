import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// The description of which Tuist makes an Xcode project, as far as its text tells without being run.
///
/// It gives entitlements that stand alone the bundle identifier that they belong to, and tells the domains that it writes itself.
struct TuistProject {
    static let name = "Project.swift"

    private static let maximumTargetCount = 200

    let file: String
    private let tokens: [SwiftToken]
    private let targets: [TuistTarget]
    /// The team that is written for all targets.
    private let team: String?
    /// Whether it writes associated domains itself, so that a file of entitlements need not have them yet.
    let writesDomains: Bool
    /// The apps of which the description itself writes the domains, in plain words.
    private(set) var claims: [AppleAppClaims] = []

    /// Reads a description, or returns `nil` if the text is none.
    init?(_ text: String, file: String) {
        guard text.contains("import ProjectDescription") else { return nil }
        self.file = file
        tokens = SwiftToken.tokens(of: text)
        let ranges = Self.calls(in: tokens)
        targets = ranges.map { [tokens] in TuistTarget(tokens[$0]) }
        var common: [String?] = []
        var start = tokens.startIndex
        for range in ranges + [tokens.endIndex..<tokens.endIndex] {
            common += TuistTarget.values(["DEVELOPMENT_TEAM"], in: tokens[start..<range.lowerBound])
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
            app.bundleIdentifier = TuistTarget.bundleIdentifier(in: tokens[...])
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

    private func completed(_ app: AppleAppClaims, of target: TuistTarget) -> AppleAppClaims {
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
                "Generate the Xcode project (tuist generate) and run this again, or give the built app too: --app PATH."
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
    private static func calls(in tokens: [SwiftToken]) -> [Range<Int>] {
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
}
