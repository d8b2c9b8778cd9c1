/// Groups apps by the files and folders that were given, each of which gets its own answer.
struct GivenApps {
    private let sources: [String]

    init(_ claims: AppClaims) {
        sources = claims.sources.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    }

    /// The groups of apps that get separate answers, in the order of their first apps: those of each given file and folder, unless
    /// they are parts of one app.
    func groups<App>(
        _ apps: [App],
        _ file: (App) -> String,
        _ identifier: (App) -> String?,
        isVariant: (App) -> Bool = { _ in true }
    ) -> [[App]] {
        guard sources.count > 1 else { return apps.isEmpty ? [] : [apps] }
        func source(_ app: App) -> String { sources.first { file(app) == $0 || file(app).hasPrefix($0 + "/") } ?? "" }
        // A variant for testers belongs to the app whose id is the beginning of its own.
        func belongs(_ app: App, to other: App) -> Bool {
            guard let id = identifier(app), let main = identifier(other) else { return true }
            return id == main || isVariant(app) && id.hasPrefix(main + ".")
        }
        var groups: [[App]] = []
        for app in apps {
            // A project and its package are one app; an app without an id may belong to any group.
            let same = groups.firstIndex { group in
                group.contains { source($0) == source(app) || belongs(app, to: $0) || belongs($0, to: app) }
            }
            if let same { groups[same].append(app) } else { groups.append([app]) }
        }
        return groups
    }
}
