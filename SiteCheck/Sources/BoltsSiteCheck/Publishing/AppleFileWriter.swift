extension DescribedRules.Rule {
    /// The members that a component of Apple's file and a dynamic rule of Android's have in common.
    func members(path: String) -> [(name: String, value: FormattedJSON)] {
        var members: [(name: String, value: FormattedJSON)] = [("/", .string(path))]
        if !query.isEmpty { members.append(("?", .object(query.map { ($0.name, .string($0.pattern)) }))) }
        if let fragment = link.fragment { members.append(("#", .string(fragment))) }
        if excludes { members.append(("exclude", .bool(true))) }
        return members
    }
}

struct AppleFileWriter {
    /// An entry of details: apps with the same rules.
    struct Entry {
        var apps: [Int]
        var identifiers: [String]
        var rules: DescribedRules
    }

    let entries: [Entry]
    /// The services that have no rules, each with its apps.
    private var services: [(name: String, apps: [String])] = []

    init(_ description: SiteDescription) {
        self.init(
            description.apps.enumerated().flatMap { index, app -> [(Int, String, DescribedRules)] in
                guard let apple = app.apple else { return [] }
                let rules = DescribedRules(description, app: app, on: .apple)
                return apple.identifiers.map { (index, $0, rules) }
            }
        )
        let apps = description.apps.compactMap(\.apple)
        services = [
            ("webcredentials", apps.filter(\.offersSignIn).flatMap(\.identifiers)),
            ("appclips", apps.flatMap { app in app.clip.map { clip in app.teams.map { "\($0).\(clip)" } } ?? [] }),
        ]
    }

    /// Creates entries for apps of any platform, not only Apple's.
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
            FormattedJSON.object([
                ("appIDs", .array(entry.identifiers.map { .string($0) })),
                // Every rule compares decoded links, so that an escape such as `%61` for a letter does not evade an exclusion.
                ("defaults", .object([("percentEncoded", .bool(false))])),
                ("components", .array(entry.rules.rules.map(Self.component))),
            ])
        }
        let links = [("applinks", FormattedJSON.object([("details", .array(details))]))]
        let others = services.filter { !$0.apps.isEmpty }.map { service in
            (service.name, FormattedJSON.object([("apps", .array(service.apps.map { .string($0) }))]))
        }
        return FormattedJSON.object(links + others).bytes
    }

    private static func component(_ rule: DescribedRules.Rule) -> FormattedJSON {
        let letters = rule.link.isCaseSensitive ? [] : [("caseSensitive", FormattedJSON.bool(false))]
        return .object(rule.members(path: rule.link.path) + letters)
    }

    /// Returns the JSON pointer of the part of the description from which an element was written, or an empty one.
    func origin(of pointer: String) -> String {
        let steps = pointer.split(separator: "/")
        guard steps.count >= 3, let number = Int(steps[2]), entries.indices.contains(number) else { return "" }
        let entry = entries[number]
        guard steps.count >= 5, let index = Int(steps[4]) else { return "" }
        if steps[3] == "appIDs", entry.apps.indices.contains(index) { return "/apps/\(entry.apps[index])/apple" }
        return entry.rules.rules.indices.contains(index) ? entry.rules.rules[index].pointer : ""
    }
}
