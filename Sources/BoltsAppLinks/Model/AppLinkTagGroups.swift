import BoltsPageMetadata

/// The tags of a page in groups, and the targets that result from the groups.
///
/// A property is a path such as `al:ios:url`. Each part except the last selects the newest child of its name, which is
/// created if there is none; the last part always adds a child. So a bare `al:ios` opens a new group, and `al:ios:url`
/// adds a URL to the newest group. Only the first three parts matter, so a property takes time linear in its length.
struct AppLinkTagGroups {
    private(set) var targets: [AppLinkTarget] = []
    private(set) var web = AppLinkWebFallback()

    /// The indices of the tags that are not represented in the result.
    private(set) var unused: [Int] = []

    private struct Value {
        /// The index of the tag that has the value, or `nil` if only a nested property implies it.
        var tag: Int?
        var content: String?
        var attribute: MetaTag.Attribute?
    }

    private struct Group {
        var platform: AppLinkPlatform
        var properties: [String: [Value]] = [:]
    }

    init(_ tags: [MetaTag]) {
        let groups = Self.sort(tags, unused: &unused)
        var hasWeb = false
        for group in groups {
            if group.platform == .web {
                takeWeb(group, isFirst: !hasWeb)
                hasWeb = true
            } else {
                takeTargets(group)
            }
        }
        unused.sort()
    }

    private static func sort(_ tags: [MetaTag], unused: inout [Int]) -> [Group] {
        var groups: [Group] = []
        var newest: [AppLinkPlatform: Int] = [:]
        for (index, tag) in tags.enumerated() {
            let parts = tag.property.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
            guard parts.count >= 2, parts[0] == "al" else {
                unused.append(index)
                continue
            }
            let platform = AppLinkPlatform(rawValue: String(parts[1]))
            let group: Int
            if parts.count > 2, let open = newest[platform] {
                group = open
            } else {
                group = groups.count
                groups.append(Group(platform: platform))
                newest[platform] = group
            }
            guard parts.count > 2 else { continue }
            let name = String(parts[2])
            if parts.count == 3 {
                groups[group].properties[name, default: []].append(
                    Value(tag: index, content: tag.content, attribute: tag.attribute)
                )
            } else {
                // A nested property implies its parent, and is not read itself.
                if groups[group].properties[name] == nil { groups[group].properties[name] = [Value()] }
                unused.append(index)
            }
        }
        return groups
    }

    private mutating func takeWeb(_ group: Group, isFirst: Bool) {
        for (name, values) in group.properties {
            let isKnown = isFirst && (name == "url" || name == "should_fallback")
            unused += values.dropFirst(isKnown ? 1 : 0).compactMap(\.tag)
        }
        guard isFirst else { return }
        web.urlText = group.properties["url"]?.first?.content
        web.shouldFallbackText = group.properties["should_fallback"]?.first?.content
    }

    /// Pairs the values of a group by their index: there are as many targets as the longest list has values.
    private mutating func takeTargets(_ group: Group) {
        let known = group.platform.targetProperties ?? []
        let group = withoutShiftingCopies(group, known)
        let count = known.map { group.properties[$0]?.count ?? 0 }.max() ?? 0
        var made = (0..<count).map { index in
            func value(_ name: String) -> String? {
                guard known.contains(name), let values = group.properties[name], index < values.count else {
                    return nil
                }
                return values[index].content
            }
            return AppLinkTarget(
                platform: group.platform,
                urlText: value("url"),
                appStoreID: value("app_store_id"),
                appName: value("app_name"),
                package: value("package"),
                className: value("class"),
                appID: value("app_id")
            )
        }
        for (name, values) in group.properties where !known.contains(name) {
            for (index, value) in values.enumerated() {
                if index < count, let content = value.content {
                    made[index].additionalProperties[name] = content
                } else if let tag = value.tag {
                    unused.append(tag)
                }
            }
        }
        targets += made
    }

    /// Removes the values that `name` repeats after `property`, if they would shift the pairing.
    ///
    /// A value in both attributes counts twice, as it does for readers of either attribute. If the lists of a group
    /// have unequal lengths, the copy could move a later value to a target to which it does not belong.
    private mutating func withoutShiftingCopies(_ group: Group, _ known: [String]) -> Group {
        let counts = Set(known.compactMap { group.properties[$0]?.count })
        guard counts.count > 1 else { return group }
        var group = group
        for name in known {
            guard let values = group.properties[name] else { continue }
            var given: [String?: Int] = [:]
            for value in values where value.attribute == .property { given[value.content, default: 0] += 1 }
            group.properties[name] = values.filter { value in
                guard value.attribute == .name, let count = given[value.content], count > 0 else { return true }
                given[value.content] = count - 1
                if let tag = value.tag { unused.append(tag) }
                return false
            }
        }
        return group
    }
}
