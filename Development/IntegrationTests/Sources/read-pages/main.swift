// Reads pages in UTF-8 from standard input, to its end. A header precedes each page: its length (four bytes, the lowest first), and
// a byte of flags (1 if scripts do not run, 2 if links are read too). Prints a line for each: its tags as JSON, [[attribute, value,
// content], ...], then its canonical links, ["link", rel, href], and its base, ["base", href, null].
@_spi(Bolts) import BoltsPageMetadata
import Foundation

/// The rest of standard input.
struct Input {
    var rest: Data.SubSequence

    mutating func take(_ count: Int) -> [UInt8] {
        guard rest.count >= count else { fatalError("a page has fewer bytes than its header says") }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }
}

let encoder = JSONEncoder()
let newline = Data([0x0A])
var input = Input(rest: FileHandle.standardInput.readDataToEndOfFile()[...])
while !input.rest.isEmpty {
    let count = input.take(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    let flags = input.take(1)[0]
    var options = PageMetadataReader.Options(isScriptingEnabled: flags & 1 == 0)
    if flags & 2 != 0 { options.linkRelations = ["canonical"] }
    let metadata = PageMetadataReader.read(input.take(count), options: options, declaredCharset: "utf-8")
    var tags = metadata.tags.map { tag in [tag.attribute == .name ? "name" : "property", tag.property, tag.content] }
    tags += metadata.links.map { ["link", $0.rel, $0.href] }
    tags += metadata.baseHref.map { [["base", $0, nil]] } ?? []
    FileHandle.standardOutput.write(try encoder.encode(tags) + newline)
}
