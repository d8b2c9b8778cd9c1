/// Writes `apple-app-site-association`.
struct AppleFileWriter {
    /// An entry of details: apps whose rules are the same.
    struct Entry {
        /// The index of each app in the description.
        var apps: [Int]
        var identifiers: [String]
        var rules: DescribedRules
    }

    let entries: [Entry]

    init(_ description: SiteDescription) {
        self.init(
            description.apps.enumerated().compactMap { index, app in
                guard let apple = app.apple else { return nil }
                let rules = DescribedRules(description, app: app, on: .apple)
                return (index, apple.identifier, rules)
            }
        )
    }

    /// Writes any apps, which need not be Apple's.
    ///
    /// - Parameter apps: The index of each app in the description, its identifier, and its rules.
    init(_ apps: [(index: Int, identifier: String, rules: DescribedRules)]) {
        var entries: [Entry] = []
        for app in apps {
            if let same = entries.firstIndex(where: { $0.rules == app.rules }) {
                entries[same].apps.append(app.index)
                entries[same].identifiers.append(app.identifier)
            } else {
                entries.append(Entry(apps: [app.index], identifiers: [app.identifier], rules: app.rules))
            }
        }
        self.entries = entries
    }

    /// The file, or `nil` if no app is on Apple's platforms.
    var bytes: [UInt8]? {
        guard !entries.isEmpty else { return nil }
        let details = entries.map { entry in
            JSONText.object([
                ("appIDs", .array(entry.identifiers.map { .string($0) })),
                // Decoded for every rule: an escape in a link, such as `%61` for a letter, must not lead around an exclusion.
                ("defaults", .object([("percentEncoded", .bool(false))])),
                ("components", .array(entry.rules.rules.map(Self.component))),
            ])
        }
        return JSONText.object([("applinks", .object([("details", .array(details))]))]).bytes
    }

    private static func component(_ rule: DescribedRules.Rule) -> JSONText {
        let link = rule.link
        var members: [(name: String, value: JSONText)] = [("/", .string(link.path))]
        if !link.query.isEmpty { members.append(("?", .object(rule.query.map { ($0.name, .string($0.pattern)) }))) }
        if let fragment = link.fragment { members.append(("#", .string(fragment))) }
        if rule.excludes { members.append(("exclude", .bool(true))) }
        if !link.isCaseSensitive { members.append(("caseSensitive", .bool(false))) }
        return .object(members)
    }

    /// Returns the JSON pointer of what an element of the file was written from, or an empty one.
    func origin(of pointer: String) -> String {
        let steps = pointer.split(separator: "/")
        guard steps.count >= 3, let number = Int(steps[2]), entries.indices.contains(number) else { return "" }
        let entry = entries[number]
        guard steps.count >= 5, let index = Int(steps[4]) else { return "" }
        if steps[3] == "appIDs", entry.apps.indices.contains(index) { return "/apps/\(entry.apps[index])/apple" }
        return entry.rules.rules.indices.contains(index) ? entry.rules.rules[index].pointer : ""
    }
}
