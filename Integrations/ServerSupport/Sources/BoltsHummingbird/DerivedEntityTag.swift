import BoltsAppLinks
import Foundation

/// The entity tags of pages to which certain tags are added.
///
/// The `ETag` is the handler's with a suffix that depends on the tags, so it changes when the tags change.
struct DerivedEntityTag {
    private let suffix: String

    init(_ tags: [MetaTag]) {
        // FNV-1a gives the same hash in every process, unlike Swift's own.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for tag in tags {
            for text in [tag.property, tag.content ?? "\u{1}", tag.attribute == .name ? "n" : "p"] {
                for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
                hash = (hash ^ 0xff) &* 0x100_0000_01b3
            }
        }
        suffix = "-al" + String(hash, radix: 16)
    }

    /// Returns the entity tag of the changed page.
    ///
    /// - Parameter original: The handler's field.
    /// - Returns: The field, or `nil` if the handler's is invalid.
    func derived(from original: String) -> String? {
        guard original.count >= 2, original.hasSuffix("\""), original.hasPrefix("\"") || original.hasPrefix("W/\"")
        else { return nil }
        return original.dropLast() + suffix + "\""
    }

    /// Returns the handler's entity tags in a condition, without those of pages with other tags.
    ///
    /// - Parameter condition: The value of `If-Match` or `If-None-Match`.
    /// - Returns: The entity tags.
    func originals(in condition: String) -> [String] {
        EntityTagList.tags(in: condition).compactMap { tag in
            guard let start = Self.suffixStart(tag) else { return tag }
            return tag[start...] == suffix + "\"" ? tag[..<start] + "\"" : nil
        }
    }

    /// The beginning of the suffix in an entity tag, or `nil` if it has none.
    private static func suffixStart(_ tag: String) -> String.Index? {
        guard tag.hasSuffix("\""), let start = tag.range(of: "-al", options: .backwards)?.lowerBound else { return nil }
        let digits = tag[start...].dropFirst(3).dropLast()
        return !digits.isEmpty && digits.allSatisfy { $0.isHexDigit && !$0.isUppercase } ? start : nil
    }
}

/// The list of entity tags in a condition (RFC 9110, 13.1.2).
enum EntityTagList {
    /// Returns whether an entity tag is in a condition, by the weak comparison.
    static func contains(_ tag: String, in field: String) -> Bool {
        func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
        return tags(in: field).contains { opaque($0) == opaque(tag) }
    }

    /// Returns the entity tags of a field; a comma inside quotes belongs to a tag.
    static func tags(in field: String) -> [String] {
        var tags: [String] = []
        var current = ""
        var isQuoted = false
        for character in field {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted {
                tags.append(current)
                current = ""
            } else if isQuoted || (character != " " && character != "\t") {
                current.append(character)
            }
        }
        tags.append(current)
        return tags.filter { !$0.isEmpty }
    }
}
