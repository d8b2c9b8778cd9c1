import BoltsBase

enum AppSnippets {
    /// The entitlement that lets an app on Apple's platforms open the site's links.
    static func entitlement(_ description: SiteDescription, services: [String]) -> String {
        let lines = services.flatMap { service in
            description.hosts.map { "    <string>\(service):\(escaped($0))</string>\n" }
        }.joined()
        return "<key>com.apple.developer.associated-domains</key>\n<array>\n\(lines)</array>\n"
    }

    /// The intent filter of an app's manifest on Android.
    ///
    /// A manifest can list only paths that open; it cannot express exclusions, queries and fragments.
    static func intentFilter(_ description: SiteDescription, _ rules: DescribedRules) -> String {
        var lines = [
            "<intent-filter android:autoVerify=\"true\">",
            "    <action android:name=\"android.intent.action.VIEW\" />",
            "    <category android:name=\"android.intent.category.DEFAULT\" />",
            "    <category android:name=\"android.intent.category.BROWSABLE\" />",
            "    <data android:scheme=\"http\" />",
            "    <data android:scheme=\"https\" />",
        ]
        lines += description.hosts.map { "    <data android:host=\"\(escaped($0))\" />" }
        if !rules.openings.contains(where: { $0.path.form == .everything }) {
            lines += rules.openings.flatMap { attributes($0.path) }.distinct().map { "    <data \($0) />" }
        }
        return (lines + ["</intent-filter>"]).joined(separator: "\n") + "\n"
    }

    static func uriHandler(_ description: SiteDescription) -> String {
        let hosts = description.hosts.map { "        <uap3:Host Name=\"\(escaped($0))\" />\n" }.joined()
        return "<uap3:Extension Category=\"windows.appUriHandler\">\n    <uap3:AppUriHandler>\n\(hosts)"
            + "    </uap3:AppUriHandler>\n</uap3:Extension>\n"
    }

    private static func attributes(_ path: DescribedPath) -> [String] {
        switch path.form {
        case .everything: []
        case .exact: path.literalPatterns.map { attribute("path", $0) }
        case .below: [attribute("path", path.base), attribute("pathPrefix", path.base + "/")]
        case .beginning: [attribute("pathPrefix", path.base)]
        case .onlyBelow: ["android:pathPattern=\"\(escaped(pattern(path.base + "/")))..*\""]
        }
    }

    /// Returns an attribute for a literal, or a pattern attribute if the text has question marks.
    private static func attribute(_ name: String, _ text: String) -> String {
        guard text.contains("?") else { return "android:\(name)=\"\(escaped(text))\"" }
        return "android:pathPattern=\"\(escaped(pattern(text)))\(name == "pathPrefix" ? ".*" : "")\""
    }

    /// Returns the pattern with a dot for each question mark.
    ///
    /// A literal dot has two backslashes in front: one for the pattern, one for the resource compiler.
    private static func pattern(_ text: String) -> String {
        text.replacing(".", with: "\\\\.").replacing("?", with: ".")
    }

    private static func escaped(_ text: String) -> String { text.htmlEscaped() }
}
