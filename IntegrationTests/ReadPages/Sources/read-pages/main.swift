// Reads pages from standard input, to its end, each behind its length (four bytes, the lowest first), as UTF-8. Prints
// a line for each: its tags as JSON, [[attribute, value, content], …]. `--without-scripts` reads as a browser without.
import BoltsPageMetadata
import Foundation

let withoutScripts = CommandLine.arguments.contains("--without-scripts")
let options = PageMetadataReader.Options(isScriptingEnabled: !withoutScripts)
let encoder = JSONEncoder()
let newline = Data([0x0A])

var rest = FileHandle.standardInput.readDataToEndOfFile()[...]
while !rest.isEmpty {
    let count = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    let page = Array(rest.dropFirst(4).prefix(count))
    guard page.count == count else { fatalError("a page has fewer bytes than its length says") }
    rest = rest.dropFirst(4 + count)
    let metadata = PageMetadataReader.read(page, options: options, declaredCharset: "utf-8")
    let tags = metadata.tags.map { tag in [tag.attribute == .name ? "name" : "property", tag.property, tag.content] }
    FileHandle.standardOutput.write(try encoder.encode(tags) + newline)
}
