import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// The activities that the attributes of C# classes declare, as the build writes them into the manifest.
///
/// Source: `ManifestDocument`, `ActivityAttribute` and `IntentFilterAttribute` of .NET for Android's build tasks.
struct CSharpCode {
    private static let maximumFileCount = 10_000

    private let folder: ProjectFolder
    private var files: [(path: String, file: CSharpFile)] = []
    /// The part of the folder that is not read, as a clause, or `nil` if everything is.
    private var gap: String?

    init(_ folder: ProjectFolder) {
        self.folder = folder
        var (found, gap): ([(path: String, file: CSharpFile)], String?) = ([], nil)
        let list = CodeFolder(folder) { file, content in
            guard file.language == .cSharp else { return }
            do throws(FormatError) {
                let bytes = try content()
                guard CSharpFile.filter.matches(bytes) else { return }
                guard found.count < Self.maximumFileCount else { throw FormatError("is one of too many sources") }
                found.append((folder.relative(file.path), CSharpFile(bytes)))
            } catch {
                gap = gap ?? "\(file.path.sanitized(limit: 400)) \(error.reason)"
            }
        }
        files = found.sorted { $0.path < $1.path }
        self.gap = list.gap ?? gap
    }

    /// The content of those files that a project compiles.
    struct Content {
        /// The elements of the manifest.
        var activities: [ManifestElement] = []
        /// The names for people of the files with these activities.
        var files: [String] = []
        /// The part that may add intent filters, as a clause, or `nil` if there is none.
        var gap: String?
    }

    /// The paths of a project's files that may decide about intent filters.
    func files(of sources: DotNetSources) -> [String] {
        files.map(\.path).filter { sources.certainty(of: $0) != .no }
    }

    /// The activities of a project; those of its manifest replace those of attributes.
    func content(of sources: DotNetSources, beside manifest: ManifestElement) -> Content {
        let own = files.map { (path: $0.path, file: $0.file, certainty: sources.certainty(of: $0.path)) }
            .filter { $0.certainty != .no }
        var content = Content(gap: sources.gap ?? gap)
        var constants: [String: [SourceText]] = [:]
        var classes: [String: [(path: String, type: CSharpFile.Class, certainty: Certainty)]] = [:]
        for (path, file, certainty) in own {
            if !file.isComplete {
                content.gap = content.gap ?? "\(folder.shown(path).sanitized(limit: 400)) is not understood"
            }
            for (name, values) in file.constants {
                let unknown = SourceText.unknown(CSharpFile.gap, written: name)
                constants[name, default: []] += certainty == .yes ? values : values.map { _ in unknown }
            }
            for type in file.classes {
                // The parts of a class may be in several files.
                classes[type.isPartial ? type.name : "\(type.name) \(path)", default: []].append(
                    (path, type, certainty)
                )
            }
        }
        let names = Set(manifest.children.flatMap(\.children).compactMap { $0.attributes["android:name"] })
        for (_, parts) in classes.sorted(by: { $0.key < $1.key }) {
            let declared = parts.flatMap { $0.type.activities }
            guard let activity = declared.first, !parts.contains(where: { $0.type.isAbstract }) else { continue }
            let writer = CSharpManifestWriter(owner: parts[0].type.name, constants: constants)
            let name = activity.values["Name"]?.first.flatMap { writer.resolved($0).known } ?? writer.owner
            if names.contains(name) { continue }
            let open = declared.count > 1 ? "[Activity]" : activity.condition
            let isOpen = parts.contains { $0.certainty == .open }
            for part in parts {
                let filters = part.type.filters.map { filter in
                    writer.filter(filter, open ?? filter.condition ?? (isOpen ? "<Compile>" : nil))
                }
                guard !filters.isEmpty else { continue }
                let element = writer.element(name, activity, filters)
                content.activities.append(element.manifestElement.placed(in: folder.shown(part.path)))
                content.files.append(folder.shown(part.path))
            }
        }
        return content
    }
}

/// Writes the attributes of a class as elements.
private struct CSharpManifestWriter {
    private static let depthLimit = 8
    /// The values of `Intent.NAME` that decide about links; the others have other values.
    private static let intents = [
        "ActionView": AndroidIntentFilter.view, "ActionDefault": AndroidIntentFilter.view,
        "CategoryDefault": AndroidIntentFilter.default, "CategoryBrowsable": AndroidIntentFilter.browsable,
        "ActionMain": main, "CategoryLauncher": launcher,
    ]
    private static let main = "android.intent.action.MAIN"
    private static let launcher = "android.intent.category.LAUNCHER"
    private static let dataNames = [
        "Host", "MimeType", "Path", "PathPattern", "PathPrefix", "Port", "Scheme", "PathSuffix", "PathAdvancedPattern",
    ]

    let owner: String
    let constants: [String: [SourceText]]

    /// A value with its constants replaced.
    func resolved(_ value: SourceText, in owner: String? = nil, _ depth: Int = 0) -> SourceText {
        value.parts.reduce(SourceText("")) { result, part in
            guard case .open(let name) = part else { return result + SourceText(part.text) }
            let known = depth < Self.depthLimit ? constant(name, owner ?? self.owner, depth) : nil
            return result + (known ?? .unknown(CSharpFile.gap, written: name))
        }
    }

    private func constant(_ name: String, _ owner: String, _ depth: Int) -> SourceText? {
        let words = name.split(separator: ".").map(String.init)
        guard let last = words.last else { return nil }
        if ["Intent", "Android.Content.Intent", "global.Android.Content.Intent"]
            .contains(words.dropLast().joined(separator: "."))
        {
            return SourceText(Self.intents[last] ?? name)
        }
        let place = words.dropLast().last ?? owner
        guard let values = constants["\(place).\(last)"], values.count == 1 else { return nil }
        let value = resolved(values[0], in: place, depth + 1)
        return value.known.map { SourceText($0) }
    }

    /// The text of an attribute of an element.
    private func text(_ value: SourceText) -> String {
        let value = resolved(value)
        return value.known?.replacing("@PACKAGE_NAME@", with: "${applicationId}")
            ?? AndroidIntentFilter.openValue + value.description
    }

    func element(_ name: String, _ activity: CSharpFile.Attribute, _ filters: [XMLElement]) -> XMLElement {
        var attributes = ["android:name": name]
        for key in ["Exported", "Enabled"] {
            attributes["android:\(key.lowercased())"] = activity.values[key]?.first.map(text)
        }
        // The build exports the activity that it makes the start of the app, unless a filter does that.
        let isStart = filters.contains { filter in
            let names = filter.children.compactMap { $0.attributes["android:name"] }
            return names.contains(Self.main) && names.contains(Self.launcher)
        }
        if attributes["android:exported"] == nil, !isStart,
            let launcher = activity.values["MainLauncher"]?.first.map(text),
            launcher != "false"
        {
            attributes["android:exported"] = launcher
        }
        return XMLElement(name: "activity", attributes: attributes, children: filters, line: activity.line)
    }

    /// The element of an intent filter; `open` says why the build may have another one, or is `nil` if it has this one.
    func filter(_ filter: CSharpFile.Attribute, _ open: String?) -> XMLElement {
        var attributes = [AndroidIntentFilter.originMark: AndroidIntentFilter.Origin.attribute.rawValue]
        attributes[AndroidIntentFilter.openMark] = open
        attributes["android:autoVerify"] = filter.values["AutoVerify"]?.first.map(text)
        func elements(_ name: String, _ attribute: String, _ keys: [String]) -> [XMLElement] {
            keys.flatMap { filter.values[$0] ?? [] }.map(text).filter { !$0.isEmpty }.map {
                XMLElement(name: name, attributes: ["android:\(attribute)": $0], line: filter.line)
            }
        }
        // The build writes each value into an element of its own.
        let data = Self.dataNames.flatMap { name in
            elements(
                "data",
                name.prefix(1).lowercased() + name.dropFirst(),
                ["Data\(name)", "Data\(name)s", "Data\(name)es"]
            )
        }
        let children = elements("action", "name", [""]) + elements("category", "name", ["Categories"]) + data
        return XMLElement(name: "intent-filter", attributes: attributes, children: children, line: filter.line)
    }
}
