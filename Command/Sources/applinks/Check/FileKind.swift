@_spi(Bolts) import BoltsSiteCheck

enum FileKind: Sendable, Equatable {
    case association(AssociationFileKind)
    case page

    /// Determines the kind from the file's name or, if that is unknown, from its first bytes.
    init?(name: String, bytes: [UInt8]) {
        let base = name.split(separator: "/").last.map { String($0).lowercased() } ?? ""
        if base.hasPrefix("apple-app-site-association") {
            self = .association(.apple)
        } else if base.hasPrefix("assetlinks") {
            self = .association(.android)
        } else if base.hasPrefix("windows-app-web-link") {
            self = .association(.windows)
        } else if let file = AssociationFileKind.SignIn(
            rawValue: base.hasSuffix(".json") ? String(base.dropLast(5)) : base
        ) {
            self = .association(.signIn(file))
        } else if [".html", ".htm", ".xhtml"].contains(where: { base.hasSuffix($0) }) {
            self = .page
        } else if let kind = FileKind(content: bytes) {
            self = kind
        } else {
            return nil
        }
    }

    private init?(content bytes: [UInt8]) {
        let start = bytes.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
        if start == UInt8(ascii: "<") {
            guard Self.isHTML(bytes) else { return nil }
            self = .page
            return
        }
        let text = String(decoding: bytes.prefix(65_536), as: UTF8.self)
        if text.contains("\"applinks\"") || text.contains("\"webcredentials\"") || text.contains("\"appclips\"") {
            self = .association(.apple)
        } else if text.contains("\"relation\"") || text.contains("\"include\"") {
            self = .association(.android)
        } else if text.contains("\"packageFamilyName\"") {
            self = .association(.windows)
        } else {
            return nil
        }
    }

    /// Whether bytes that begin with a tag are a page: many other formats are XML too.
    private static func isHTML(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes.prefix(4_096), as: UTF8.self).lowercased()
        let marks = ["<!doctype html", "<html", "<head", "<meta", "<title", "<body", "<link", "<script", "<p>", "<div"]
        return marks.contains { text.contains($0) }
    }

    /// Returns what to do with a file of unknown kind.
    static func advice(name: String, bytes: [UInt8]) -> String {
        let base = name.split(separator: "/").last.map(String.init) ?? name
        let apps = [
            ".entitlements", ".plist", ".mobileprovision", ".xml", ".apk", ".aab", ".ipa", ".pbxproj", ".gradle",
        ]
        if apps.contains(where: { base.lowercased().hasSuffix($0) }) {
            return "it belongs to an app: name the folder of its project, or the built app"
        }
        if base.lowercased().hasSuffix(".yaml") || base.lowercased().hasSuffix(".yml") {
            return "if it holds settings, pass it with --config; if it describes a site, pass it to 'applinks publish'"
        }
        return "name it apple-app-site-association, assetlinks.json, windows-app-web-link or …html"
    }
}
