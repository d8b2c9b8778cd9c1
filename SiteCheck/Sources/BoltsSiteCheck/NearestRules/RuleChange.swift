@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// The one change that would make a rule match a URL.
enum RuleChange: Sendable, Hashable {
    /// How a file writes a rule.
    enum Form: Sendable, Hashable {
        /// A component of Apple's file.
        case component
        /// A component with members of its own in place of those of `defaults`, as JSON.
        case componentWith(String)
        /// A string of `paths` in Apple's file.
        case pathString
        case dynamicRule
        /// A string of `paths` in Windows' file.
        case windowsPath
    }

    /// What can be done in place of adding a rule.
    struct Alternative: Sendable, Hashable {
        /// A link that a rule allows and that differs from the URL in a few letters only, without scheme and host.
        var link: String?
        /// The pattern of the nearest rule, and what it would be without a slip.
        var pattern: PatternSlip?
    }

    /// The path of the rule is written differently.
    case writePath(String)
    /// The path of the rule is written differently, or the rule ignores letter case.
    case writePathOrIgnoreCase(String)
    case ignoreCase
    /// The path of the rule is written in the letter case of the links, which are not all alike.
    case writePathInCaseOfLinks
    /// The path of the rule is written without escapes, or is compared with them.
    case writePathWithoutEscapes
    /// The link is written with escapes in capitals; or the rule is written as the decoded path, and decodes links.
    case writeLink(String, decodedPath: String?)
    /// The rule decodes links before it compares them.
    case decodeLinks
    /// Another rule is added, or the link is changed.
    case addRule(path: String, form: Form, instead: Alternative)
    /// The link, which has no path, gets a slash; and a rule for it is added if none allows it.
    case addSlash(link: String, addsRule: Bool)
    /// The link has a query item more, or the rule wants one less.
    case addQueryItem(String)
    /// The rule takes other values of a query item.
    case writeItemPattern
    /// The rule takes other queries.
    case writeQueryPattern
    /// The rule takes other fragments.
    case writeFragmentPattern

    /// Whether the rule's path is written differently.
    var writesPath: Bool {
        switch self {
        case .writePath, .writePathOrIgnoreCase, .writePathInCaseOfLinks, .writePathWithoutEscapes: true
        default: false
        }
    }

    /// Whether no existing rule can be changed, so a new one is suggested.
    var addsRule: Bool {
        switch self {
        case .addRule, .addSlash: true
        default: false
        }
    }

    /// What to do, as one sentence.
    var text: String {
        switch self {
        case .writePath(let path): "Write \(Clip.clip(path))."
        case .writePathOrIgnoreCase(let path): "Write \(Clip.clip(path)), or add \"caseSensitive\": false."
        case .ignoreCase: "Add \"caseSensitive\": false."
        case .writePathInCaseOfLinks: "Write the path in the letter case of the links."
        case .writePathWithoutEscapes: "Write the pattern without percent escapes, or remove \"percentEncoded\"."
        case .writeLink(let link, let decoded):
            "Link to \(Clip.clip(link))"
                + (decoded.map { ", or write \(Clip.clip($0)) and add \"percentEncoded\": false." } ?? ".")
        case .decodeLinks: "Add \"percentEncoded\": false."
        case .addRule(let path, let form, let instead): Self.addition(path, form, instead)
        case .addSlash(let link, let addsRule):
            "Link to \(Clip.clip(link))"
                + (addsRule ? ", and add {\"/\": \"/\"} to dynamic_app_link_components" : "")
                + ": a URL without a path is taken by {\"/\": \"*\"} only."
        case .addQueryItem(let name): "Link with ?\(Clip.clip(name))=…, or remove the item from \"?\"."
        case .writeItemPattern: "Write a pattern for the item that matches the value."
        case .writeQueryPattern: "Write a pattern that matches the query, or remove \"?\"."
        case .writeFragmentPattern: "Write a pattern that matches the fragment, or remove \"#\"."
        }
    }

    private static func addition(_ path: String, _ form: Form, _ instead: Alternative) -> String {
        let written = Clip.quoted(path)
        let addition =
            switch form {
            case .component: "Add {\"/\": \(written)} if the app is to open it"
            case .componentWith(let members): "Add {\"/\": \(written), \(members)} if the app is to open it"
            case .pathString: "Add \(written) if the app is to open it"
            case .dynamicRule: "Add {\"/\": \(written)} to dynamic_app_link_components"
            case .windowsPath: "Add \(written) to paths"
            }
        let slip = instead.pattern.map { ", write \(Clip.clip($0.fixed)) for \(Clip.clip($0.written))" } ?? ""
        let link =
            instead.link.map { "link to \(Clip.clip($0))" }
            ?? (form == .windowsPath && slip.isEmpty ? nil : "link to a path that a rule allows")
        return "\(addition)\(slip)\(link.map { ", or \($0)" } ?? "")."
    }
}

/// The rule for an app that comes nearest to a URL that none matches, and the one change that would make it match.
///
/// Whatever it proposes was tried: the changed rule matches the URL, or the app's rules open the changed URL.
struct NearestRule: Sendable, Hashable {
    /// The place of the rule, or of the app's entry if no rule comes near.
    let place: JSONPlace?
    /// Why the rule does not match, as one sentence without a full stop.
    let cause: String
    let change: RuleChange
}
