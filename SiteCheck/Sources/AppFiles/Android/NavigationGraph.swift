import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The intent filters that the build creates from the deep links of a navigation graph, in place of `<nav-graph>` in a
/// manifest.
///
/// The form is that of the manifest merger of Android's build tools.
struct NavigationGraph {
    private static let maximumGraphCount = 200
    private static let maximumLinkCount = 2_000
    private static let maximumElementCount = 200_000

    /// Finds a graph by its name.
    let graph: (String) -> NavigationGraphFiles.Found
    private var seen: Set<String> = []
    private var filters: [ManifestElement] = []
    /// The places of the filters of one `<nav-graph>`, by their links without scheme, query and fragment.
    private var places: [String: Int] = [:]
    /// The graphs still to read; a list instead of recursion, so that long chains of graphs do not overflow the stack.
    private var open: [String] = []
    /// The numbers of links and of elements in the whole manifest.
    private var linkCount = 0
    private var elementCount = 0
    /// The first part of the graphs that is not known, as a clause, or `nil` if everything is.
    private(set) var gap: String?

    init(_ graph: @escaping (String) -> NavigationGraphFiles.Found) { self.graph = graph }

    /// Returns the manifest with the filters of each graph in the activity that names it.
    mutating func expanded(_ manifest: ManifestElement) -> ManifestElement {
        var manifest = manifest
        for place in manifest.children.indices where manifest.children[place].name == "application" {
            for index in manifest.children[place].children.indices {
                var component = manifest.children[place].children[index]
                // The tool reads only those of activities.
                guard component.name == "activity" else { continue }
                let removers = ["remove", "removeAll"]
                let names = component.children.filter {
                    $0.name == "nav-graph" && !removers.contains($0.attributes["tools:node"] ?? "")
                }.compactMap {
                    $0.attributes["android:value"]
                }
                guard !names.isEmpty else { continue }
                (seen, filters) = ([], [])
                for name in names {
                    places = [:]
                    open = [name]
                    while let name = open.popLast() { add(name) }
                }
                component.children += filters
                manifest.children[place].children[index] = component
            }
        }
        return manifest
    }

    /// Adds the links of a graph, such as `@navigation/main`, and of the graphs that it includes.
    private mutating func add(_ reference: String) {
        let name = String(reference.dropFirst("@navigation/".count))
        guard reference.hasPrefix("@navigation/"), !seen.contains(name) else { return }
        guard seen.count < Self.maximumGraphCount else { return stop(at: "graphs", Self.maximumGraphCount) }
        seen.insert(name)
        switch graph(name) {
        case .graph(let root, let file): add(root, of: file)
        case .absent: gap = gap ?? "the navigation graph \(name.quoted(limit: 100)) is not found"
        case .unread(let file, let reason): gap = gap ?? "the navigation graph \(file.sanitized(limit: 400)) \(reason)"
        }
    }

    private mutating func stop(at what: String, _ count: Int) {
        gap = gap ?? "the navigation graphs of an activity have more than \(count) \(what); the rest is not read"
    }

    private mutating func add(_ element: XMLElement, of file: String) {
        for child in element.children {
            elementCount += 1
            guard elementCount <= Self.maximumElementCount else {
                return stop(at: "elements", Self.maximumElementCount)
            }
            switch child.name {
            case "deepLink":
                guard let uri = Self.own("uri", child), !uri.isEmpty else { continue }
                guard linkCount < Self.maximumLinkCount else { return stop(at: "links", Self.maximumLinkCount) }
                linkCount += 1
                add(child, Parts(uri), of: file)
            case "include":
                guard let graph = Self.own("graph", child), !open.contains(graph) else { continue }
                guard open.count < Self.maximumGraphCount else { return stop(at: "graphs", Self.maximumGraphCount) }
                open.append(graph)
            default: add(child, of: file)
            }
        }
    }

    /// An attribute of the app's namespace, whose prefix is the file's own.
    private static func own(_ name: String, _ element: XMLElement) -> String? {
        element.attributes.first { key, _ in key.hasSuffix(":\(name)") && !key.hasPrefix("tools:") }?.value
    }

    /// Adds a deep link: the tool makes one filter from links that differ only in scheme, query and fragment, and the first of
    /// them decides everything except the schemes.
    private mutating func add(_ link: XMLElement, _ parts: Parts, of file: String) {
        guard let place = places[parts.body] else {
            places[parts.body] = filters.count
            filters.append(Self.filter(link, parts).placed(in: file))
            return
        }
        let known = Set(filters[place].children.compactMap { $0.attributes["android:scheme"] })
        filters[place].children += parts.schemes.filter { !known.contains($0) }.map { Self.data("scheme", $0) }
    }

    private static func data(_ name: String, _ value: String) -> ManifestElement {
        ManifestElement("data", ["android:\(name)": value])
    }

    private static func filter(_ link: XMLElement, _ parts: Parts) -> ManifestElement {
        func named(_ element: String, _ name: String) -> ManifestElement {
            ManifestElement(element, ["android:name": name])
        }
        var children = [
            named("action", own("action", link) ?? "android.intent.action.VIEW"),
            named("category", "android.intent.category.DEFAULT"),
            named("category", "android.intent.category.BROWSABLE"),
        ]
        children += parts.schemes.map { data("scheme", $0) }
        // The tool writes the port into a separate element, and Android reads a port only together with its host.
        if let host = parts.host { children.append(data("host", host)) }
        children.append(data(parts.path.kind, parts.path.text))
        if let type = own("mimeType", link) { children.append(data("mimeType", type)) }
        let isVerified = own("autoVerify", link) == "true"
        var attributes = [AndroidIntentFilter.originMark: AndroidIntentFilter.Origin.graph.rawValue]
        if isVerified { attributes["android:autoVerify"] = "true" }
        return ManifestElement("intent-filter", attributes, children, line: link.line)
    }

    /// The parts of a deep link's URI; braces match any text.
    private struct Parts {
        var schemes = ["http", "https"]
        var host: String?
        var port: String?
        var path = (kind: "path", text: "/")

        /// All parts except the schemes.
        var body: String { "//\(host ?? "")\(port.map { ":" + $0 } ?? "")\(path.text)" }

        init(_ uri: String) {
            var rest = uri[...]
            if let colon = rest.firstRange(of: ":/"), !rest[..<colon.lowerBound].contains(where: "/?#".contains) {
                schemes = [String(rest[..<colon.lowerBound])]
                rest = rest[rest.index(after: colon.lowerBound)...]
                if rest.hasPrefix("//") { rest = rest.dropFirst(2) }
            }
            let authority = Self.wildcards(rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" })
            rest = rest.drop { $0 != "/" && $0 != "?" && $0 != "#" }
            let pieces = authority.split(separator: ":", maxSplits: 1)
            host = pieces.first.map { $0.hasPrefix(".*") ? "*" + $0.dropFirst(2) : String($0) }
            port = pieces.count == 2 ? String(pieces[1]) : nil
            let written = String(rest.prefix { $0 != "?" && $0 != "#" })
            let text = Self.wildcards((written.removingPercentEncoding ?? written)[...])
            // A link without a path leads to the first page.
            guard !text.isEmpty else { return }
            if let star = text.range(of: ".*") {
                path =
                    star.upperBound == text.endIndex
                    ? ("pathPrefix", String(text[..<star.lowerBound])) : ("pathPattern", text)
            } else {
                path = ("path", text)
            }
        }

        /// The text with `.*` instead of each argument in braces.
        private static func wildcards(_ text: Substring) -> String {
            var result = ""
            var rest = text
            while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
                // A placeholder of the build, `${host}`, is not an argument.
                if rest[..<open].last == "$" {
                    result += rest[...close]
                } else {
                    result += rest[..<open] + ".*"
                }
                rest = rest[rest.index(after: close)...]
            }
            return result + rest
        }
    }
}

/// The navigation graphs of a project, each read once for all variants.
final class NavigationGraphFiles {
    /// The result of looking for a graph, with the display name of its file.
    enum Found {
        case graph(XMLElement, file: String)
        case absent
        /// Why the file cannot be read, as a predicate.
        case unread(file: String, String)
    }

    private static let maximumSize = 16 << 20

    private let folder: ProjectFolder
    private var known: [String: Found] = [:]
    /// The display names of the files that were read.
    private(set) var files: [String] = []
    private var size = 0

    init(_ folder: ProjectFolder) { self.folder = folder }

    /// Finds the graph of a resource's name in folders, weakest first, or says why there is none.
    func graph(_ name: String, in folders: [String]) -> Found {
        for place in folders.reversed() {
            let file = ProjectFolder.joined(place, "navigation/\(name).xml")
            if let known = known[file] { return known }
            // If a stronger file cannot be read, a weaker one does not replace it.
            guard folder.exists(file) else { continue }
            let found = read(file)
            known[file] = found
            return found
        }
        return .absent
    }

    private func read(_ file: String) -> Found {
        let shown = folder.shown(file)
        guard size < Self.maximumSize else {
            return .unread(file: shown, "is not read, because the others are too large")
        }
        do throws(FormatError) {
            let bytes = try folder.bytes(file, limit: XMLReader.maximumSize)
            size += bytes.count
            let root = try XMLReader.root(of: bytes)
            files.append(shown)
            return .graph(root, file: shown)
        } catch {
            return .unread(file: shown, error.reason)
        }
    }
}
