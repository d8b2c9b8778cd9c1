@_spi(Bolts) import BoltsAssociations
import BoltsBase
import Foundation

/// An identifier in a file that nearly matches an app's, and the difference.
struct NearIdentifier {
    /// The identifier in the file.
    let identifier: String
    /// The difference, as a clause.
    let difference: String

    /// A sentence that lists the identifiers that a file, or part of it, names instead of an app's, of which one may nearly match
    /// it.
    static func sentence(_ source: String, names listed: [String], near: NearIdentifier?, not name: String) -> String {
        guard let near else { return "\(source) \(NamedApps.sentence(listed)), not \(name)." }
        return "\(source) names \(Clip.clip(near.identifier)), but the app is \(name): \(near.difference)."
    }

    /// The listed identifier that nearly matches an app's (a package, a prefix with a bundle identifier, or only the latter), or
    /// `nil`.
    static func find(_ identifier: String, in listed: [String]) -> NearIdentifier? {
        for other in listed.prefix(1_000) where other != identifier {
            if let difference = difference(identifier, other) {
                return NearIdentifier(identifier: other, difference: difference)
            }
        }
        return nil
    }

    /// The alternative fix if only the prefixes differ: only the app's developers know which one is right.
    func team(of mine: String?) -> String {
        guard let mine, AppIdentifier.isWellFormed(mine), AppIdentifier.isWellFormed(identifier),
            mine.drop(while: { $0 != "." }) == identifier.drop(while: { $0 != "." })
        else { return "" }
        return ", or sign the app for the team \(identifier.prefix { $0 != "." })"
    }

    private static func difference(_ mine: String, _ other: String) -> String? {
        if mine.lowercased() == other.lowercased() {
            return AppIdentifier.isWellFormed(mine)
                ? "they differ in letter case, which Apple's glossary ignores for bundle identifiers and its devices compare"
                : "they differ in letter case"
        }
        if let first = split(mine), let second = split(other) {
            if first.bundle == second.bundle {
                return "the prefixes \(first.prefix) and \(Clip.clip(second.prefix)) differ"
            }
            if first.prefix == second.prefix, let text = plain(first.bundle, second.bundle) { return text }
            return nil
        }
        if let first = split(mine), first.bundle == other { return "the file's lacks the prefix \(first.prefix)" }
        return plain(mine, other)
    }

    private static func plain(_ mine: String, _ other: String) -> String? {
        if mine.hasPrefix(other + ".") {
            return "the app has the suffix \(Clip.quoted(String(mine.dropFirst(other.count))))"
        }
        if other.hasPrefix(mine + ".") {
            return "the file's has the suffix \(Clip.quoted(String(other.dropFirst(mine.count))))"
        }
        guard mine.utf8.count <= 200, other.utf8.count <= 200, abs(mine.utf8.count - other.utf8.count) <= 1 else {
            return nil
        }
        return EditDistance.between(Array(mine.utf8), Array(other.utf8)) == 1 ? "they differ in one character" : nil
    }

    private static func split(_ identifier: String) -> (prefix: String, bundle: String)? {
        guard AppIdentifier.isWellFormed(identifier), let dot = identifier.firstIndex(of: ".") else { return nil }
        return (String(identifier[..<dot]), String(identifier[identifier.index(after: dot)...]))
    }
}
