import CLibXML2
import Foundation

/// Goes from `<` to `<` with `memchr`, which is the lower limit for every reader that examines all tags.
func memchrHops(in page: [UInt8]) -> Int {
    page.withUnsafeBytes { bytes in
        guard var position = bytes.baseAddress else { return 0 }
        let end = position + bytes.count
        var hops = 0
        while let found = memchr(position, 0x3C, end - position) {
            hops += 1
            position = UnsafeRawPointer(found) + 1
        }
        return hops
    }
}

/// Reads a page with libxml2's SAX parser, and counts the metas whose property begins with `al:`.
///
/// The parser reports no other kind of event.
func libxml2TagCount(in page: [UInt8]) -> Int {
    var count = 0
    page.withUnsafeBytes { bytes in
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        guard let context = htmlCreateMemoryParserCtxt(start, CInt(bytes.count)) else { return }
        defer { htmlFreeParserCtxt(context) }
        context.pointee.sax.pointee = htmlSAXHandler()
        context.pointee.sax.pointee.startElement = { count, name, attributes in
            guard let count, let name, let attributes, strcmp(text(name), "meta") == 0 else { return }
            var index = 0
            while let attribute = attributes[index] {
                if strcmp(text(attribute), "property") == 0, let value = attributes[index + 1],
                    strncmp(text(value), "al:", 3) == 0
                {
                    count.assumingMemoryBound(to: Int.self).pointee += 1
                }
                index += 2
            }
        }
        withUnsafeMutablePointer(to: &count) { count in
            context.pointee.userData = UnsafeMutableRawPointer(count)
            htmlParseDocument(context)
        }
    }
    return count
}

private func text(_ characters: UnsafePointer<xmlChar>) -> UnsafePointer<CChar> {
    UnsafeRawPointer(characters).assumingMemoryBound(to: CChar.self)
}
