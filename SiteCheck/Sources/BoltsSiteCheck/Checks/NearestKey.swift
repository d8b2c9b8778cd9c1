@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// Suggests the known name that is most similar to a misspelled one.
enum NearestKey {
    private static let aliases = [
        "path": "/", "paths": "/", "/path": "/", "query": "?", "queries": "?", "fragment": "#", "hash": "#",
        "not": "exclude", "package": "package_name", "packagename": "package_name",
        "fingerprint": "sha256_cert_fingerprints", "fingerprints": "sha256_cert_fingerprints",
        "sha256": "sha256_cert_fingerprints", "relations": "relation", "excludepath": "excludePaths",
        "android": "android_app", "android-app": "android_app",
    ]

    /// Returns a sentence that suggests a known name, or an empty string if none is similar or the similar one is already present.
    static func suggestion(for name: String, among known: [String], taken: Set<String> = []) -> String {
        free(name, known, taken).map { " Did you mean \"\($0)\"?" } ?? ""
    }

    /// Returns the fix that replaces a misspelled name by a known one, or `nil` if none is similar or the fix would duplicate a
    /// name.
    static func fix(for name: String, among known: [String], taken: Set<String> = []) -> String? {
        free(name, known, taken).map { "Write \"\($0)\"." }
    }

    private static func free(_ name: String, _ known: [String], _ taken: Set<String>) -> String? {
        nearest(to: name, among: known).flatMap { taken.contains($0) ? nil : $0 }
    }

    static func taken(_ known: [String], in object: JSONNode) -> Set<String> {
        Set(object.children.compactMap(\.name).filter(known.contains))
    }

    /// Returns the first member of an object whose name nearly matches a known name that the object lacks.
    static func misspelling(of names: Set<String>, in object: JSONNode, among known: [String]) -> (
        member: JSONNode, name: String
    )? {
        for member in object.children {
            guard let name = member.name, !known.contains(name), !isRemark(name),
                let nearest = nearest(to: name, among: known), names.contains(nearest)
            else { continue }
            return (member, nearest)
        }
        return nil
    }

    static func nearest(to name: String, among known: [String]) -> String? {
        guard name.utf8.count <= 64 else { return nil }
        let lowered = name.lowercased()
        if let match = known.first(where: { $0.lowercased() == lowered }) { return match }
        if let alias = aliases[lowered], known.contains(alias) { return alias }
        // A long name may lack a whole word.
        let limit = max(1, min(3, name.utf8.count / 3), name.utf8.count / 9)
        let letters = Set(lowered.utf8)
        // A name that shares no character with a known one is no misspelling of it.
        let candidates = known.filter { $0.lowercased().utf8.contains(where: letters.contains) }
            .map { ($0, EditDistance.between(Array(lowered.utf8), Array($0.lowercased().utf8))) }
        guard let best = candidates.min(by: { $0.1 < $1.1 }), best.1 <= limit else { return nil }
        return best.0
    }

    /// Whether a member is only a comment, which many authors add to JSON.
    static func isRemark(_ name: String) -> Bool {
        name.hasPrefix("_") || name.hasPrefix("$") || name.hasPrefix("//") || name.lowercased().hasPrefix("comment")
    }

    /// Whether a comment in an object contains the id of a note, so its author knows about it.
    ///
    /// Warnings and errors are reported despite such a comment.
    static func isKnown(_ rule: AssociationRule, in node: JSONNode) -> Bool {
        guard rule.severity == .note else { return false }
        return node.children.contains { child in
            isRemark(child.name ?? "") && (child.string?.contains(rule.id) ?? false)
        }
    }
}

extension FindingCollector {
    /// Adds a finding about a member with an unknown name; the fix is a similar name that is not taken.
    mutating func add(
        unknown rule: AssociationRule,
        _ member: JSONNode,
        among known: [String],
        taken: Set<String>,
        as kind: String = "a known member"
    ) {
        let name = member.name ?? ""
        let suggestion = NearestKey.suggestion(for: name, among: known, taken: taken)
        let fix = NearestKey.fix(for: name, among: known, taken: taken)
        let message = "\(Clip.quoted(name)) is not \(kind).\(suggestion)"
        add(member: rule, member, message, fix: fix, detail: fix == nil ? nil : .misspelled)
    }
}
