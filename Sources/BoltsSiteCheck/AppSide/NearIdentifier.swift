import BoltsAssociations
import BoltsBase
import Foundation

/// How the identifier of an app differs from one that a file names.
enum NearIdentifier {
    /// Returns the listed identifier that is nearly an app's, and what differs, or `nil` if none is.
    ///
    /// - Parameters:
    ///   - identifier: The app's identifier: a package, or a prefix with a bundle identifier, or only the latter.
    ///   - listed: The identifiers of the file.
    /// - Returns: The identifier of the file, and the difference as a clause.
    static func find(_ identifier: String, in listed: [String]) -> (identifier: String, difference: String)? {
        for other in listed.prefix(1_000) where other != identifier {
            if let difference = difference(identifier, other) { return (other, difference) }
        }
        return nil
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
