import Foundation
import Yams

/// The description from which XcodeGen makes an Xcode project, with the files that it includes.
///
/// Source: XcodeGen's ProjectSpec.md, "Include" and "Target Templates".
struct XcodeGenDescription {
    private static let maximumFileCount = 50
    private static let includeDepthLimit = 8
    /// The maximum number of values that all merges examine together, because a template may be merged into every target.
    private static let maximumMergedCount = 200_000
    /// The maximum length of a text with its placeholders replaced; a text that would be longer stays as it is.
    private static let maximumTextLength = 4_096

    private(set) var root: [String: PropertyList] = [:]
    /// The folder that its paths are relative to: its own folder, or, if a copy of the description is used elsewhere, a folder
    /// around it that contains all its includes.
    private(set) var base: String
    /// The paths of the files that were read, within the folder.
    private(set) var files: [String] = []
    /// The first missing included file, or `nil`.
    private(set) var missing: String?
    private var mergedCount = 0

    /// Whether everything was merged; what exceeds the limit is omitted.
    var isComplete: Bool { mergedCount <= Self.maximumMergedCount }

    /// Reads a description, whose path is within the folder of the whole project; fails if a file is not YAML or would be too
    /// large.
    init(_ file: String, in folder: ProjectFolder) throws(FormatError) {
        base = ProjectFolder.parent(of: file)
        let content = try load(file, in: folder)
        let included = Self.includes(content["include"]).map { $0.path }
        let places = ProjectFolder.folders(from: base)
        base = places.first { place in included.allSatisfy { folder.exists(ProjectFolder.joined(place, $0)) } } ?? base
        root = try read(content, at: base, in: folder, pathPrefix: "", depth: 0)
    }

    /// The targets, each with its templates, by their keys.
    mutating func targets() -> [(key: String, target: PropertyList)] {
        let templates = root["targetTemplates"]?.dictionary ?? [:]
        return (root["targets"]?.dictionary ?? [:]).sorted { $0.key < $1.key }.map { key, target in
            (key, resolved(target, named: key, templates))
        }
    }

    // MARK: - Files

    /// Reads a file with its includes, whose paths are relative to `place`.
    ///
    /// `pathPrefix` comes before the paths in it, which are relative to the file, except for the first one.
    private mutating func read(
        _ content: [String: PropertyList],
        at place: String,
        in folder: ProjectFolder,
        pathPrefix: String,
        depth: Int
    ) throws(FormatError) -> [String: PropertyList] {
        let own = Self.placed(content, below: pathPrefix)
        var result: [String: PropertyList] = [:]
        for include in Self.includes(own["include"]) {
            let path = ProjectFolder.joined(place, include.path)
            // A file is merged only once.
            guard let normalized = ProjectFolder.normalized(path), !files.contains(normalized) else { continue }
            guard depth < Self.includeDepthLimit, files.count < Self.maximumFileCount, folder.exists(normalized) else {
                missing = missing ?? folder.shown(path)
                continue
            }
            let parent = ProjectFolder.parent(of: include.path)
            let prefix =
                include.hasRelativePaths && !parent.isEmpty ? ProjectFolder.joined(pathPrefix, parent) : pathPrefix
            let content = try load(normalized, in: folder)
            let inner = ProjectFolder.parent(of: normalized)
            let other = try read(content, at: inner, in: folder, pathPrefix: prefix, depth: depth + 1)
            result = merged(other, onto: result)
        }
        return merged(own, onto: result)
    }

    private mutating func load(_ file: String, in folder: ProjectFolder) throws(FormatError) -> [String: PropertyList] {
        files.append(file)
        let bytes = try folder.bytes(file, limit: YAMLBudget.maximumBytes)
        do {
            let tree = try YAMLTree(String(decoding: bytes, as: UTF8.self))
            return Self.value(tree.root).dictionary ?? [:]
        } catch let failure as YAMLTree.Failure {
            let place = failure.position.map { "at \($0): " } ?? ""
            let reason = failure.description.hasSuffix(".") ? failure.description.dropLast() : failure.description[...]
            throw FormatError("cannot be read: \(place)\(reason)")
        } catch {
            throw FormatError("cannot be read: \(error)")
        }
    }

    /// The value of a node; every scalar is its text.
    private static func value(_ node: Node) -> PropertyList {
        switch node {
        case .scalar(let scalar): return .string(scalar.string)
        case .sequence(let elements): return .array(elements.map(value))
        case .mapping(let members):
            var values: [String: PropertyList] = [:]
            var merged: [PropertyList] = []
            for (key, member) in members {
                guard let name = key.scalar?.string else { continue }
                let value = value(member)
                if name == "<<" { merged += value.array ?? [value] } else { values[name] = value }
            }
            // Members that come from a merge key are weaker than the mapping's own.
            for other in merged { values.merge(other.dictionary ?? [:]) { own, _ in own } }
            return .dictionary(values)
        case .alias: return .other
        }
    }

    private static func includes(_ value: PropertyList?) -> [(path: String, hasRelativePaths: Bool)] {
        let items = value?.array ?? value.map { [$0] } ?? []
        return items.compactMap { item in
            func isFalse(_ key: String) -> Bool { ["false", "no", "0"].contains(item[key]?.string?.lowercased()) }
            if let path = item.string { return (path, true) }
            return isFalse("enable") ? nil : item["path"]?.string.map { ($0, !isFalse("relativePaths")) }
        }
    }

    /// The content of a file, and the prefix of its paths.
    private static func placed(_ content: [String: PropertyList], below prefix: String) -> [String: PropertyList] {
        guard !prefix.isEmpty else { return content }
        var content = content
        func place(_ value: PropertyList?) -> PropertyList? {
            value?.string.map { .string(ProjectFolder.joined(prefix, $0)) } ?? value
        }
        func placeAll(_ value: PropertyList?) -> PropertyList? {
            value?.dictionary.map { .dictionary($0.compactMapValues(place)) } ?? value
        }
        content["configFiles"] = placeAll(content["configFiles"])
        for key in ["targets", "targetTemplates"] {
            guard var targets = content[key]?.dictionary else { continue }
            for (name, target) in targets {
                guard var target = target.dictionary else { continue }
                target["configFiles"] = placeAll(target["configFiles"])
                if let sources = target["sources"] {
                    let all = (sources.array ?? [sources]).map { source in
                        guard var members = source.dictionary else { return place(source) ?? source }
                        members["path"] = place(members["path"])
                        return .dictionary(members)
                    }
                    target["sources"] = .array(all)
                }
                for key in ["entitlements", "info"] {
                    guard var file = target[key]?.dictionary else { continue }
                    file["path"] = place(file["path"])
                    target[key] = .dictionary(file)
                }
                targets[name] = .dictionary(target)
            }
            content[key] = .dictionary(targets)
        }
        return content
    }

    // MARK: - Merging

    /// Mappings are merged and lists are joined; a key that ends in `:REPLACE` replaces the existing value.
    private mutating func merged(
        _ own: [String: PropertyList],
        onto other: [String: PropertyList]
    ) -> [String: PropertyList] {
        var result = other
        for (key, value) in own {
            mergedCount += 1
            guard isComplete else { break }
            if key.hasSuffix(":REPLACE") {
                result[String(key.dropLast(":REPLACE".count))] = value
            } else if let members = value.dictionary, let base = result[key]?.dictionary {
                result[key] = .dictionary(merged(members, onto: base))
            } else if let elements = value.array, let base = result[key]?.array {
                mergedCount += base.count
                result[key] = .array(base + elements)
            } else {
                result[key] = value
            }
        }
        return result
    }

    // MARK: - Templates

    private mutating func resolved(
        _ target: PropertyList,
        named name: String,
        _ templates: [String: PropertyList]
    ) -> PropertyList {
        let names = collected(target["templates"]?.strings ?? [], templates)
        guard !names.isEmpty, isComplete else { return target }
        var result: [String: PropertyList] = [:]
        for name in names { result = merged(templates[name]?.dictionary ?? [:], onto: result) }
        result = merged(target.dictionary ?? [:], onto: result)
        mergedCount += Self.count(.dictionary(result))
        guard isComplete else { return target }
        let named = Self.replacing(["target_name": name], in: .dictionary(result))
        let attributes = (named["templateAttributes"]?.dictionary ?? [:]).compactMapValues(\.string)
        return attributes.isEmpty ? named : Self.replacing(attributes, in: named)
    }

    /// The templates of a target in the order of merging: the templates that a template names come before it.
    private mutating func collected(_ list: [String], _ templates: [String: PropertyList]) -> [String] {
        var names: [String] = []
        var open: [(name: String, isEntered: Bool)] = list.reversed().map { ($0, false) }
        var entered: Set<String> = []
        while isComplete, let (name, isEntered) = open.popLast() {
            mergedCount += 1
            if isEntered {
                names.append(name)
            } else if let template = templates[name], entered.insert(name).inserted {
                open.append((name, true))
                open += (template["templates"]?.strings ?? []).reversed().map { ($0, false) }
            }
        }
        return names
    }

    private static func count(_ value: PropertyList) -> Int {
        switch value {
        case .array(let elements): elements.reduce(1) { $0 + count($1) }
        case .dictionary(let members): members.values.reduce(1) { $0 + count($1) }
        default: 1
        }
    }

    /// Replaces `${NAME}` in every text; a name without a value remains.
    static func replacing(_ values: [String: String], in value: PropertyList) -> PropertyList {
        switch value {
        case .string(let text): .string(replacing(values, in: text))
        case .array(let elements): .array(elements.map { replacing(values, in: $0) })
        case .dictionary(let members): .dictionary(members.mapValues { replacing(values, in: $0) })
        default: value
        }
    }

    private static func replacing(_ values: [String: String], in text: String) -> String {
        guard text.contains("${") else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "${") {
            guard let end = rest[start.upperBound...].firstIndex(of: "}") else { break }
            result += rest[..<start.lowerBound]
            result += values[String(rest[start.upperBound..<end])] ?? String(rest[start.lowerBound...end])
            guard result.utf8.count <= maximumTextLength else { return text }
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}
