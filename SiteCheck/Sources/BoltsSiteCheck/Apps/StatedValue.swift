import BoltsBase

/// The place where an app's sources state a value that a manifest or an entitlement refers to.
package struct StatedValue: Sendable, Hashable {
    /// The value's name in the file, such as `host` for `@string/host`.
    let name: String
    /// The file's name for people.
    let file: String

    /// Creates the place, or returns `nil` unless exactly one line of the file has the name and the value.
    package init?(_ value: String, of name: String, in bytes: [UInt8], file: String) {
        guard Self.range(of: value, named: name, in: bytes) != nil else { return nil }
        self.name = name
        self.file = file
    }

    /// The maximum length of a name and of a value in bytes, because they are compared at many places.
    private static let maximumLength = 300

    /// The bytes of a value where a line has its name too, or `nil` if there is no such place or more than one.
    static func range(of value: String, named name: String, in bytes: [UInt8]) -> Range<Int>? {
        let (name, value) = (Array(name.utf8), Array(value.utf8))
        guard max(name.count, value.count) <= maximumLength else { return nil }
        var found: Range<Int>?
        for line in bytes.split(separator: UInt8(ascii: "\n")) where !words(name, in: line).isEmpty {
            for range in words(value, in: line) {
                guard found == nil else { return nil }
                found = range
            }
        }
        return found
    }

    /// The places of a text that is not a part of a longer name or host.
    private static func words(_ text: [UInt8], in line: ArraySlice<UInt8>) -> [Range<Int>] {
        func isPart(_ index: Int) -> Bool {
            guard line.indices.contains(index) else { return false }
            let byte = line[index]
            return byte > 0x7F || byte.isASCIILetter || byte.isASCIIDigit || "_-.".utf8.contains(byte)
        }
        guard let first = text.first else { return [] }
        return line.indices.filter { index in
            line[index] == first && !isPart(index - 1) && line[index...].starts(with: text)
                && !isPart(index + text.count)
        }.map { $0..<$0 + text.count }
    }
}
