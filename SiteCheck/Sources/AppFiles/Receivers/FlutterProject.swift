@_spi(Bolts) import BoltsSiteCheck
import Foundation
import Yams

/// The plugins and the version in the files of a Flutter project.
struct FlutterProject {
    /// The version of Flutter that includes each version of Dart.
    private static let dartVersions: [(dart: [Int], flutter: [Int])] = [
        ([3, 11], [3, 41]), ([3, 10], [3, 38]), ([3, 9], [3, 35]), ([3, 8], [3, 32]), ([3, 7], [3, 29]),
        ([3, 6], [3, 27]),
    ]

    let facts: FlutterFacts

    /// Reads the project around a path, or returns `nil` if there is none.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - folder: The folder of the project.
    ///   - sources: What its sources say.
    init?(around path: String, in folder: ProjectFolder, _ sources: ReceiverSources) {
        for current in ProjectFolder.folders(from: path) {
            let file = ProjectFolder.joined(current, "pubspec.yaml")
            if let text = folder.text(file), text.contains("flutter") {
                facts = Self.facts(text, file, current, folder, sources)
                return
            }
        }
        return nil
    }

    private static func facts(
        _ text: String,
        _ file: String,
        _ place: String,
        _ folder: ProjectFolder,
        _ sources: ReceiverSources
    ) -> FlutterFacts {
        let written = Self.entries(of: text)
        let entries = written ?? []
        let plugins = entries.filter { $0.section == "dependencies" }.map(\.key).filter(DartSource.plugins.contains)
        let own = ProjectFolder.joined(place, "")
        let uses = plugins.compactMap { plugin in
            sources.facts.linkPlugins[plugin]?.first { folder.relative($0.file).hasPrefix(own) }.map { (plugin, $0) }
        }
        let read = sources.gap == nil ? "" : " that was read"
        let version = version(entries, file, place, folder)
        let dart = entries.first { $0.section == "environment" && $0.key == "sdk" }?.value
        return FlutterFacts(
            plugin: uses.first?.0,
            gap: written == nil ? "\(folder.shown(file)), which names its plugins, is not YAML that can be read" : nil,
            version: version,
            isOlder: version?.isExact != true && dart.map(excludesNewDart) == true,
            place: uses.first?.1,
            unused: uses.isEmpty
                ? plugins.first.map { plugin in
                    "\(plugin) is in \(folder.shown(file)), and no Dart file of its folder\(read) imports it"
                } : nil
        )
    }

    /// An entry of a section.
    private struct Entry {
        let section: String
        let key: String
        let value: String
    }

    /// The entries of a file's sections, or `nil` if it is not YAML.
    private static func entries(of text: String) -> [Entry]? {
        guard let sections = (try? YAMLTree(text))?.root.mapping else { return nil }
        return sections.flatMap { section, entries -> [Entry] in
            (entries.mapping ?? [:]).map { key, value in
                Entry(
                    section: section.scalar?.string ?? "",
                    key: key.scalar?.string ?? "",
                    value: value.scalar?.string ?? ""
                )
            }
        }
    }

    private static func version(_ entries: [Entry], _ file: String, _ place: String, _ folder: ProjectFolder)
        -> FrameworkVersion?
    {
        // Flutter's version manager also looks for its files in the folders around the project.
        let chosen = ProjectFolder.folders(from: place).flatMap { place in
            [(".fvmrc", "flutter"), (".fvm/fvm_config.json", "flutterSdkVersion")].map { name, key in
                (ProjectFolder.joined(place, name), key)
            }
        }
        // The nearest file decides, even if it cannot be read or names a channel.
        if let (other, key) = chosen.first(where: { folder.exists($0.0) }),
            let text = folder.text(other, limit: 1 << 16),
            let object = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any],
            let written = object[key] as? String, let number = Self.number(written)
        {
            return FrameworkVersion(of: "Flutter", number, isExact: true, by: folder.shown(other))
        }
        let lock = ProjectFolder.joined(place, "pubspec.lock")
        let locked = folder.text(lock, limit: YAMLBudget.maximumBytes).flatMap(self.entries) ?? []
        for (list, section, source) in [(locked, "sdks", lock), (entries, "environment", file)] {
            let flutter = list.first { $0.section == section && $0.key == "flutter" }.flatMap { lowest($0.value) }
            let dart = list.first { $0.section == section && ["sdk", "dart"].contains($0.key) }
                .flatMap { lowest($0.value) }
                .flatMap { dart in dartVersions.first { !dart.lexicographicallyPrecedes($0.dart) }?.flutter }
            let known = [flutter, dart].compactMap(\.self).max { $0.lexicographicallyPrecedes($1) }
            if let known { return FrameworkVersion(of: "Flutter", known, isExact: false, by: folder.shown(source)) }
        }
        return nil
    }

    /// Whether a range of Dart excludes version 3.6 and newer ones, which Flutter 3.27 and newer contain.
    ///
    /// Dart 3 refuses projects without null safety, which begins with 2.12, and reads `<3.0.0` of others as `<4.0.0` (dart-lang/pub:
    /// `interpretDartSdkConstraint`). The upper bound of Flutter itself is not considered, because pub ignores it.
    private static func excludesNewDart(_ range: String) -> Bool {
        let (lowest, new) = (lowest(range), [3, 6, 0])
        if lowest?.lexicographicallyPrecedes([2, 12]) == true { return true }
        guard let sign = range.firstIndex(of: "<") else {
            // One version is its own bound.
            return range.first?.isNumber == true && lowest?.lexicographicallyPrecedes(new) == true
        }
        let bound = range[sign...].dropFirst()
        if bound.hasPrefix("=") { return number(String(bound.dropFirst()))?.lexicographicallyPrecedes(new) == true }
        guard let highest = number(String(bound)), highest != [3, 0, 0] || lowest == nil else { return false }
        return !new.lexicographicallyPrecedes(highest)
    }

    /// The lowest version of a range, or `nil` if it has none.
    private static func lowest(_ range: String) -> [Int]? {
        if range.hasPrefix("^") { return number(String(range.dropFirst())) }
        if let start = range.firstRange(of: ">=") { return number(String(range[start.upperBound...])) }
        return range.hasPrefix("<") ? nil : number(range)
    }

    /// The leading numbers of a version.
    private static func number(_ text: String) -> [Int]? {
        let parts = text.trimmingCharacters(in: .whitespaces).prefix { $0.isNumber || $0 == "." }.split(separator: ".")
        let number = parts.prefix(3).compactMap { Int($0) }
        return number.count >= 2 ? number : nil
    }
}
