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

    /// The bytes of a value in the only line that has its name, or `nil` if there is none or more than one.
    static func range(of value: String, named name: String, in bytes: [UInt8]) -> Range<Int>? {
        var found: Range<Int>?
        for line in bytes.split(separator: UInt8(ascii: "\n")) where !words(Array(name.utf8), in: line).isEmpty {
            for range in words(Array(value.utf8), in: line) {
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
            line[index] == first && line[index...].starts(with: text)
                && !isPart(index - 1) && !isPart(index + text.count)
        }.map { $0..<$0 + text.count }
    }
}
