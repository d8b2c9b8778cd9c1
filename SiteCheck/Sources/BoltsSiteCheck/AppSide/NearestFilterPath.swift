@_spi(Bolts) import BoltsAssociations
import Foundation

/// The change of an intent filter's paths, or of a link, that makes the filter match the link.
///
/// Every proposal was tried: the changed path matches the link, or the filter matches the changed link.
struct NearestFilterPath {
    /// How many paths are tried in other forms.
    private static let maximumPaths = 50

    /// A change of the filter.
    enum Change: Hashable {
        /// Another path replaces one of the filter's.
        case write(AndroidIntentFilter.Path, instead: AndroidIntentFilter.Path)
        /// A path is added to the filter's.
        case add(AndroidIntentFilter.Path)
    }

    /// The smallest change of a path of the filter, or `nil` if none would be enough.
    let change: Change?
    /// The nearest link that the filter matches, without scheme and host, or `nil` if none is near.
    let link: String?

    /// The filter matches the link except for its path; `path` is without escapes; `prefix` is that of the paths that Apple's file
    /// opens with the link, or `nil` if it shows none.
    init(_ filter: AndroidIntentFilter, _ url: URL, path: String, prefix: String? = nil) {
        let open = prefix.map { AndroidIntentFilter.Path(.prefix, $0) }
        let paths = filter.paths.prefix(Self.maximumPaths)
        change =
            paths.lazy.compactMap { Self.change($0, path) }.first
            ?? (paths.lazy.compactMap { Self.withSegment(of: path, $0) }.first
            ?? open.flatMap { IntentFilterMatch.matches($0, path) ? $0 : nil } ?? Self.prefix(filter.paths, path))
            .map(Change.add)
        link = Self.link(filter, URLSpelling(url.absoluteString))
    }

    private static func change(_ condition: AndroidIntentFilter.Path, _ path: String) -> Change? {
        let text = condition.text
        func part(_ part: Substring) -> AndroidIntentFilter.Path? {
            part.lowercased() == text.lowercased() ? AndroidIntentFilter.Path(condition.kind, String(part)) : nil
        }
        let corrected: AndroidIntentFilter.Path? =
            switch condition.kind {
            case .path: part(path[...])
            case .prefix: part(path.prefix(text.count))
            case .suffix: part(path.suffix(text.count))
            case .pattern, .advancedPattern: nil
            }
        if condition.kind != .suffix, condition.kind != .advancedPattern,
            let found = RouterParameters.replaced(in: text, by: ".*")
        {
            let start = String(found.dropLast(2))
            let isPrefix = found.hasSuffix("/.*") && !start.contains("*")
            let open = AndroidIntentFilter.Path(isPrefix ? .prefix : .pattern, isPrefix ? start : found)
            if IntentFilterMatch.matches(open, path) { return .write(open, instead: condition) }
        }
        let below = AndroidIntentFilter.Path(.prefix, text.hasSuffix("/") ? text : text + "/")
        let candidates: [Change?] = [
            // The links that the filter takes now are to stay.
            corrected.map(Change.add),
            // A path for the home page is not meant for the whole site.
            condition.kind == .path && text != "/"
                ? (below.text == text ? .write(below, instead: condition) : .add(below)) : nil,
        ]
        return candidates.lazy.compactMap { $0 }.first { change in
            switch change {
            case .write(let new, _), .add(let new): IntentFilterMatch.matches(new, path)
            }
        }
    }

    /// A condition with one folder of a path in place of its own, or before it: `/.*/project/.*` for `/.*/program/.*`.
    private static func withSegment(of path: String, _ condition: AndroidIntentFilter.Path) -> AndroidIntentFilter.Path?
    {
        let own = condition.text.split(separator: "/", omittingEmptySubsequences: false)
        let other = path.split(separator: "/", omittingEmptySubsequences: false)
        func isPlain(_ text: Substring) -> Bool { !text.isEmpty && !text.contains(where: ".*\\[]{}".contains) }
        guard condition.kind == .prefix || condition.kind == .pattern, own.count > 1, own[0].isEmpty, other.count > 1
        else { return nil }
        var forms = isPlain(other[1]) ? [["", other[1]] + own.dropFirst()] : []
        // One folder alone shows no form.
        if (own.last == ".*" ? own.dropLast() : own).count(where: { !$0.isEmpty }) > 1 {
            for (index, new) in other.enumerated() where index < own.count && isPlain(own[index]) && isPlain(new) {
                forms.append(own[..<index] + [new] + own[(index + 1)...])
            }
        }
        return forms.lazy.map { AndroidIntentFilter.Path(condition.kind, $0.joined(separator: "/")) }
            .first { IntentFilterMatch.matches($0, path) && $0.text != condition.text }
    }

    /// A prefix like the filter's shortest, if it has only prefixes, such as `/video` and `/profile`.
    private static func prefix(_ paths: [AndroidIntentFilter.Path], _ path: String) -> AndroidIntentFilter.Path? {
        guard paths.allSatisfy({ $0.kind == .prefix }),
            let folder = PrefixForm.folder(of: path, like: paths.map(\.text))
        else { return nil }
        let end = paths.allSatisfy { $0.text.hasSuffix("/") } ? "/" : ""
        let own = AndroidIntentFilter.Path(.prefix, folder + end)
        return IntentFilterMatch.matches(own, path) ? own : nil
    }

    private static func link(_ filter: AndroidIntentFilter, _ url: URLSpelling) -> String? {
        let rules = filter.paths.flatMap(\.linkRules)
        guard case .found(let near) = NearestPath.find(url.path, rules),
            url.isSamePage(near.spelling, by: filter.paths.map(\.text)),
            let path = near.spelling.removingPercentEncoding,
            filter.paths.contains(where: { IntentFilterMatch.matches($0, path) })
        else { return nil }
        return url.link(near.spelling)
    }
}

extension AndroidIntentFilter.Path {
    /// The path as rules over URLs; empty if it cannot be compared as a set.
    fileprivate var linkRules: [LinkRule] {
        let literal = text.unicodeScalars.map { LinkPattern.Step.character($0.value) }
        // A prefix such as "/map" is meant for the folder, not for "/maple".
        let isWord = text.last.map { $0.isLetter || $0.isNumber } ?? false
        let steps: [[LinkPattern.Step]] =
            switch kind {
            case .path: [literal]
            case .prefix where isWord: [literal, literal + [.character(0x2F), .anything]]
            case .prefix: [literal + [.anything]]
            case .suffix: [[.anything] + literal]
            case .pattern: LinkPattern.steps(simpleGlob: text).map { [$0] } ?? []
            case .advancedPattern: []
            }
        return steps.map { steps in
            var pattern = LinkPattern(steps, decodes: true)
            pattern.countsUTF16 = true
            return LinkRule(path: pattern, opens: true)
        }
    }
}
