internal import BoltsBase

extension Sequence<MetaTag> {
    /// The tags as `meta` elements, one on each line, in ASCII: they mean the same in almost every encoding of a page.
    @_spi(Bolts) public var markup: String {
        map { tag in
            let content = tag.content.map { " content=\"\($0.htmlEscapedAsASCII())\"" } ?? ""
            let name = tag.attribute == .name ? "name" : "property"
            return "<meta \(name)=\"\(tag.property.htmlEscapedAsASCII())\"\(content)>\n"
        }.joined()
    }
}
