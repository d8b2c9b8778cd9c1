@_spi(Bolts) import BoltsSiteCheck

/// The purposes of a project's apps according to their folders.
extension AppFileContent {
    /// Removes from the judged apps what is not the project's own app: samples, tests, and a watch app beside another app.
    mutating func sortOut(in folder: ProjectFolder) {
        for index in claims.android.indices where claims.android[index].role == .app {
            let place = claims.android[index].module ?? claims.android[index].file
            claims.android[index].role = Self.role(ofPath: folder.relative(place)) ?? .app
        }
        for index in claims.apple.indices where claims.apple[index].role == .app {
            claims.apple[index].role = Self.role(ofPath: folder.relative(claims.apple[index].file)) ?? .app
        }
        // If a platform has only samples or the like, they are judged as its apps; tests only if neither platform has an app.
        let hasAndroid = claims.android.contains { $0.role == .app }
        let hasApple = claims.apple.contains { $0.role == .app }
        func isApp(_ role: AppRole) -> Bool { role != .clip && (role != .test || !hasAndroid && !hasApple) }
        // If no other app takes links, a sample that does is judged too.
        let areBare = !claims.android.contains { app in
            app.role == .app && app.filters?.contains { $0.isWeb || $0.mayBeWeb } != false
        }
        for index in claims.android.indices {
            let app = claims.android[index]
            let isShown = areBare && app.role == .sample && app.filters?.contains(where: \.isWeb) == true
            guard isShown || !hasAndroid && isApp(app.role) else { continue }
            claims.android[index].role = .app
        }
        for index in claims.apple.indices where !hasApple && isApp(claims.apple[index].role) {
            claims.apple[index].role = .app
        }
        // The domains of an extension do not count for its app.
        for index in claims.apple.indices
        where claims.apple[index].role == .app && claims.apple[index].unusedFile == nil {
            let own = claims.apple[index].bundleIdentifier.map { "\($0)." }
            let part = (claims.apple + others.apple).first { other in
                other.role == .appExtension && other.domains?.isEmpty == false
                    && own.map { other.bundleIdentifier?.hasPrefix($0) ?? false } ?? false
            }
            guard let part else { continue }
            claims.apple[index].unusedDomains = part.domains ?? []
            claims.apple[index].unusedFile = part.file
        }
        others.android += claims.android.filter { !$0.role.isJudged }
        others.apple += claims.apple.filter { !$0.role.isJudged }
        claims.android.removeAll { !$0.role.isJudged }
        claims.apple.removeAll { !$0.role.isJudged }
    }

    /// The purpose according to the folders of a path, or `nil` if their names do not show one.
    static func role(ofPath path: String) -> AppRole? {
        for name in path.split(separator: "/") {
            // Dots are within names, such as com.example.shelf.
            let words = name.lowercased().replacing(".xcodeproj", with: "").split { !$0.isLetter && $0 != "." }
                .map(String.init)
            if words.contains(where: samples.contains) || isSample(camelCase: name) { return .sample }
            if words.contains(where: tests.contains) { return .test }
        }
        return nil
    }

    /// Whether a name such as `FloatLabelExample` marks a sample by its first or last word.
    private static func isSample(camelCase name: Substring) -> Bool {
        let name = name.replacing(".xcodeproj", with: "")
        return ["Sample", "Samples", "Example", "Examples", "Demo", "Demos"].contains { word in
            name.hasSuffix(word) && name.dropLast(word.count).last?.isLowercase == true
                || name.hasPrefix(word) && name.dropFirst(word.count).first?.isUppercase == true
        }
    }

    private static let samples: Set<String> = ["sample", "samples", "example", "examples", "demo", "demos"]
    private static let tests: Set<String> = ["test", "tests", "fixture", "fixtures", "benchmark", "macrobenchmark"]
}
