@_spi(Bolts) import BoltsAppLinks
import FuzzSupport

/// Any bytes may be a page: the pieces in which they arrive do not change the result, and the size of the result is limited by that
/// of the page.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzReader(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count, choiceCount: 8)
    let charset = input.choice(of: charsets)
    let flags = input.choice()
    var options = PageMetadataReader.Options(
        acceptsNameAttribute: flags & 1 == 0,
        isScriptingEnabled: flags & 2 == 0
    )
    if flags & 32 != 0 { options.hyperlinkSchemes = ["intent"] }
    if flags & 4 != 0 { options.valueByteLimit = 16 }
    if flags & 8 != 0 { options.tagLimit = 3 }
    if flags & 16 != 0 { options.byteLimit = input.text.count / 2 }

    let whole = PageMetadataReader.read(input.text, options: options, declaredCharset: charset)
    checkBounds(whole, input.text.count, options)

    var reader = PageMetadataReader(options: options, declaredCharset: charset)
    var rest = input.text[...]
    var lengths = (0..<6).map { _ in Int(input.choice()) }
    while !rest.isEmpty {
        // The lengths are repeated; a zero is an empty piece the first time.
        let length = lengths.removeFirst()
        lengths.append(max(length, 1))
        reader.feed(Array(rest.prefix(length)))
        rest = rest.dropFirst(length)
    }
    let cut = reader.finish()
    check(cut == whole, "in pieces it is \(cut), whole \(whole)")
    return 0
}

private let charsets: [String?] = [
    nil, nil, "utf-8", "utf-8", "utf-16le", "utf-16be", "iso-2022-jp", "shift_jis", "euc-jp", "gb18030", "big5",
    "euc-kr", "windows-1252", "koi8-u", "x-user-defined", "hz-gb-2312",
]

private func checkBounds(_ page: PageMetadata, _ byteCount: Int, _ options: PageMetadataReader.Options) {
    check(page.tags.count <= options.tagLimit, "\(page.tags.count) tags are too many")
    for tag in page.tags {
        check(tag.property.utf8.starts(with: "al:".utf8), "\(tag.property) does not begin with al:")
        check(options.acceptsNameAttribute || tag.attribute == .property, "a name was taken for a property")
        for value in [tag.property, tag.content ?? ""] {
            // A byte becomes at most three: if it is an error, or a character of a large encoding.
            let limit = 3 * min(byteCount, options.valueByteLimit)
            // Text that was transcoded first was limited at that point.
            check(value.utf8.count <= 3 * limit, "a value of \(value.utf8.count) bytes came out of \(byteCount)")
        }
    }
    check(page.tags.count * 12 <= byteCount, "\(page.tags.count) tags came out of \(byteCount) bytes")
}
