@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// The one change that would make a rule match a URL.
enum RuleChange: Sendable, Hashable {
    /// The form of a rule in a file.
    enum Form: Sendable, Hashable {
        /// A component of Apple's file.
        case component
        /// A component with its own members instead of those of `defaults`, as JSON.
        case componentWith(String)
        /// A string of `paths` in Apple's file.
        case pathString
        case dynamicRule
        /// A string of `paths` in Windows' file.
        case windowsPath
    }

    /// The alternatives to adding a rule.
    struct Alternative: Sendable, Hashable {
        /// A link that a rule allows and that differs from the URL in only a few letters, without scheme and host.
        var link: String?
        /// The pattern of the nearest rule, and its form without a slip.
        var pattern: PatternSlip?
    }

    /// Change the path of the rule.
    case writePath(String)
    /// Change the path of the rule, or let the rule ignore letter case.
    case writePathOrIgnoreCase(String)
    case ignoreCase
    /// Write the path of the rule in the letter case of the links, which differ among themselves.
    case writePathInCaseOfLinks
    /// Write the path of the rule without escapes, or compare it with them.
    case writePathWithoutEscapes
    /// Write the link's escapes in capitals; or write the rule as the decoded path and let it decode links.
    case writeLink(String, decodedPath: String?)
    /// Let the rule decode links before it compares them.
    case decodeLinks
    /// Add another rule, or change the link.
    case addRule(path: String, form: Form, instead: Alternative)
    /// Add a slash to the link, which has no path; and add a rule for it if none allows it.
    case addSlash(link: String, addsRule: Bool)
    /// Add a query item to the link, or remove one from the rule.
    case addQueryItem(String)
    /// Let the rule match other values of a query item, or any.
    case writeItemPattern(String)
    /// Let the rule match other queries.
    case writeQueryPattern
    /// Let the rule match other fragments.
    case writeFragmentPattern

    /// Whether the rule's path is changed.
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

    /// Whether the change makes more links open the app, which only the site's author can decide.
    var opensMore: Bool {
        switch self {
        case .addQueryItem, .writeItemPattern, .writeQueryPattern, .writeFragmentPattern: true
        default: addsRule
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
                + ": only {\"/\": \"*\"} matches a URL without a path."
        case .addQueryItem(let name): "Link with ?\(Clip.clip(name))=…, or remove the item from \"?\"."
        case .writeItemPattern(let name):
            "Write a pattern for the item that matches the value, or remove \(Clip.quoted(name)) from \"?\"."
        case .writeQueryPattern: "Write a pattern that matches the query, or remove \"?\"."
        case .writeFragmentPattern: "Write a pattern that matches the fragment, or remove \"#\"."
        }
    }

    private static func addition(_ path: String, _ form: Form, _ instead: Alternative) -> String {
        let written = Clip.quoted(path)
        // What follows the first part may differ in each link.
        let parts = path.split(separator: "/", maxSplits: 1)
        let folder = parts.count == 2 && path.hasPrefix("/\(parts[0])/") ? Clip.quoted("/\(parts[0])/*") : nil
        let like = instead.pattern == nil ? folder.map { " (or \($0) for each link like it)" } ?? "" : ""
        let addition =
            switch form {
            case .component: "Add {\"/\": \(written)}\(like) if the app is to open it"
            case .componentWith(let members): "Add {\"/\": \(written), \(members)}\(like) if the app is to open it"
            case .pathString: "Add \(written)\(like) if the app is to open it"
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

/// The rule for an app that is nearest to an unmatched URL, and the one change that would make it match.
///
/// Every proposal was tried: the changed rule matches the URL, or the app's rules open the changed URL.
struct NearestRule: Sendable, Hashable {
    /// The place of the rule, or of the app's entry if no rule is near.
    let place: JSONPlace?
    /// Why the rule does not match, as one sentence without a full stop.
    let cause: String
    let change: RuleChange
    /// The link in the letter case that the rule allows, without scheme and host, if only the letter case differs.
    var link: String?

    /// What to do, as one sentence, for the link or the rule: only the author knows which of them is misspelled.
    var fix: String {
        guard let link else { return change.text }
        let separator = change.text.contains(", or ") ? ", " : ", or "
        return "Link to \(Clip.clip(link))\(separator)\(change.text.lowercasedFirst)"
    }
}
