struct WindowsFileWriter {
    /// An element of the file: one app and its paths.
    struct Entry {
        var index: Int
        var packageFamily: String
        var paths: [String]
        var excludePaths: [String]
    }

    let entries: [Entry]

    init(_ description: SiteDescription) {
        entries = description.apps.enumerated().compactMap { index, app in
            guard let windows = app.windows else { return nil }
            let rules = DescribedRules(description, app: app, on: .windows)
            var excluded = rules.exclusions.flatMap(\.path.windowsPatterns).distinct()
            // Windows is not documented to read two slashes as one, so a link with two could evade an exclusion.
            if !excluded.isEmpty { excluded.append("*//*") }
            let paths = rules.openings.flatMap(\.path.windowsPatterns).distinct()
            var cover = RuleCover((excluded + paths).map(WindowsWebLinks.linkRule), CoverBudget())
            // Exclusions always win, regardless of the order, so a path that one of them covers has no effect.
            let open = paths.indices.filter { path in
                cover.firstCovering(excluded.count + path, among: excluded.indices) == nil
            }
            return Entry(
                index: index,
                packageFamily: windows.packageFamily,
                paths: open.map { paths[$0] },
                excludePaths: excluded
            )
        }
    }

    /// The file, or `nil` if no app is on Windows.
    var bytes: [UInt8]? {
        guard !entries.isEmpty else { return nil }
        return FormattedJSON.array(
            entries.map { entry in
                var members: [(name: String, value: FormattedJSON)] = [
                    ("packageFamilyName", .string(entry.packageFamily)),
                    ("paths", .array(entry.paths.map { .string($0) })),
                ]
                if !entry.excludePaths.isEmpty {
                    members.append(("excludePaths", .array(entry.excludePaths.map { .string($0) })))
                }
                return .object(members)
            }
        ).bytes
    }

    /// Returns the JSON pointer of the app that an element of the file was written from, or an empty one.
    func origin(of pointer: String) -> String {
        guard let step = pointer.split(separator: "/").first, let index = Int(step), entries.indices.contains(index)
        else { return "" }
        return "/apps/\(entries[index].index)/windows"
    }
}
