import BoltsPageMetadata
import Testing

/// Tests whether a meta is in the document.
///
/// Each page numbers its metas, and the expectation lists those that `document.getElementsByTagName("meta")` has.
struct TreeBuilderTests {
    @Test(
        .tags(.gx21, .l1),
        arguments: [
            // Templates.
            ("<template><m1></template><m2>", "2"),
            ("<template><template><m1></template><m2></template><m3>", "3"),
            ("<div><template><div><m1></div></div><m2></template></div><m3>", "3"),
            ("</template><m1>", "1"),
            // svg and math: elements with raw text in HTML have none here, and a meta ends them.
            ("<svg><title><m1></title></svg><m2>", "1 2"),
            ("<svg><style><m1></style></svg><m2>", "1 2"),
            ("<svg><script><m1></script></svg><m2>", "1 2"),
            ("<svg><title/></svg><title><m1></title><m2>", "2"),
            ("<svg><g><title>x</title><m1></g></svg><title><m2></title>", "1"),
            ("<svg><p><title><m1></title>", ""),
            ("<svg><font color=red><title><m1></title>", ""),
            ("<svg><font><title><m1></title>", "1"),
            ("<svg></p><title><m1></title>", ""),
            ("<svg><foreignObject><title><m1></title><m2></foreignObject><title><m3></title>", "2 3"),
            ("<svg><desc><svg><title><m1></title></svg><title><m2></title>", "1"),
            ("<svg><template><m1></template><m2>", "1 2"),
            ("<svg><foreignObject><template><m1></template><m2>", "2"),
            ("<svg><![CDATA[<m1>]]><style><m2></style>", "2"),
            ("<div><svg></div><title><m1></title>", ""),
            ("<svg></div><title><m1></title>", "1"),
            ("<svg><g></svg><title><m1></title>", ""),
            ("<title></title><img><div></div><svg></title></img></td></b><style><m1></style>", "1"),
            ("<table><td><svg></td><style><m1></style>", ""),
            ("<table><td><svg></th><style><m1></style>", "1"),
            ("<table><td><svg></tbody><style><m1></style>", ""),
            ("<table><td><svg></tfoot><style><m1></style>", "1"),
            ("<table></table><svg></table><style><m1></style>", "1"),
            // HTML elements inside svg and math that cannot be closed there.
            ("<svg><desc><p></desc><style><m1></style>", ""),
            ("<svg><foreignObject><desc><p></desc></foreignObject><style><m1></style>", ""),
            ("<svg><foreignObject><desc><i></desc></foreignObject><style><m1></style>", "1"),
            ("<math><mi><x><p></x></mi><style><m1></style>", ""),
            ("<math><mi><x><p><p></p></x></mi><style><m1></style>", "1"),
            ("<math><mi><x><p><svg></p></x></mi><style><m1></style>", "1"),
            ("<math><mi><x><li><ul><li></li></ul></li></x></mi><style><m1></style>", "1"),
            ("<math><mi><x><h1><h2></h2></x></mi><style><m1></style>", "1"),
            ("<math><mi><x><b><div></b></x></mi><style><m1></style>", ""),
            ("<math><mi><div><object></div></object></div></mi><style><m1></style>", "1"),
            ("<math><mi><div><object></div></mi><style><m1></style>", ""),
            ("<math><mi><div><button></div></mi><style><m1></style>", "1"),
            // An end tag in the svg cannot close an element that was already closed.
            ("<i></i><svg></i><style><m1></style>", "1"),
            ("<i><br></i><svg></i><style><m1></style>", "1"),
            ("<b><i></i><svg></b><style><m1></style>", ""),
            // A template that begins with a column ignores all but columns.
            ("<template><col><style></template><m1><style>", "1"),
            ("<template><link><col><style></template><m1><style>", "1"),
            ("<template><div><col><style></template><m1></style></template><m2>", "2"),
            // A browser moves a meta in a table but outside the cells before the table.
            ("<table><td><m1></td><m2></table>", "2 1"),
            ("<table><td><m1></td><m2></tr><m3></table>", "2 3 1"),
            ("<m1><table><caption><m2></caption><m3><td></table>", "1 3 2"),
            ("<table><td><m1><table><td><m2></td><m3></table></table>", "1 3 2"),
            ("<table><td><table><td><m1></table></td><m2></table><m3>", "2 1 3"),
            ("<table><td><table><td><m1></td><m2></table></td><m3></table>", "3 2 1"),
            ("<table><td><m1><td><m2></table><m3>", "1 2 3"),
            ("<table><tbody><td><m1></tfoot><m2></tbody><m3></table>", "3 1 2"),
            ("<table><td><m1><table><m2></table><m3></table>", "1 2 3"),
            ("<table><td><m1></td><table><m2><td><m3></table>", "1 2 3"),
            ("<table><td><m1></td><template><m2></template><div><m3></table>", "3 1"),
            ("<table><td><m1></th><m2></td><m3></table>", "3 1 2"),
            ("<math><mi><title><m1></title></mi><title><m2></title>", "2"),
            ("<math><mi><mglyph><title><m1></title>", "1"),
            ("<math><annotation-xml><title><m1></title>", "1"),
            ("<math><annotation-xml encoding='Text/HTML'><title><m1></title>", ""),
            ("<math><annotation-xml><svg><title><m1></title>", "1"),
            ("<math><annotation-xml type encoding='text/html'><title><m1></title>", ""),
            ("<math><annotation-xml encoding='application/xhtml+xml'><title><m1></title>", ""),
            ("<math><annotation-xml encoding='application/xml'><title><m1></title>", "1"),
            ("<math><annotation-xml><svg><foreignObject><title><m1></title>", ""),
            // Framesets.
            ("<m1><frameset><m2></frameset><m3>", "1"),
            ("<m1></head><m2><frameset><m3>", "1 2"),
            ("<m1><p><m2><frameset><m3>", "1"),
            ("<m1><body><m2><frameset><m3>", "1 2 3"),
            ("<m1><p>x<m2><frameset><m3>", "1 2 3"),
            ("<m1><p> \n<m2><frameset><m3>", "1"),
            ("<m1>x<frameset><m2>", "1 2"),
            ("<p><m1><img><frameset><m2>", "1 2"),
            ("<p><m1><input type=HIDDEN><frameset><m2>", ""),
            ("<p><m1><input type=text><frameset><m2>", "1 2"),
            ("<p><m1><template></template><frameset><m2>", "1 2"),
            // At the beginning of the body, browsers ignore that a template was in the head.
            ("<template></template><div><m1><frameset>", ""),
            ("<math><mtext><m1></br><frameset>", "1"),
            ("<svg><![CDATA[x]]></svg><m1><frameset>", "1"),
            ("<svg><![CDATA[ ]]></svg><m1><frameset>", ""),
            ("<svg><![CDATA[]]]></svg><m1><frameset>", "1"),
            // An end tag in svg or math closes an enclosing element only if the standard allows it.
            ("<span><div><svg></span><style><m1>", "1"),
            ("<form><svg></form><style><m1>", "1"),
            ("<form><math></form><![CDATA[<path><m1>", ""),
            ("<div><span></div><svg></span><style><m1>", "1"),
            ("<span><svg></span><style><m1>", ""),
            ("<form><div></form><form><svg></form><style><m1>", "1"),
            ("<object><span></object><svg></span><style><m1>", "1"),
            // A formatting element that a block has closed is opened again by text, and can then be closed.
            ("<p><b></p><svg></b><style><m1>", ""),
            ("<p><b></p>x<svg></b><style><m1>", ""),
            ("<p><b></p><svg></p><style><m1>", ""),
            ("<p><i></p><div><svg></i><style><m1>", ""),
            ("<b><p></b><svg></b><style><m1>", "1"),
            ("<p><a></a><svg></a><style><m1>", "1"),
            // Elements that are nested as deeply as possible, and deeper.
            ("<svg>" + String(repeating: "<g>", count: 63) + "<foreignObject><style><m1></style>", ""),
            ("<svg>" + String(repeating: "<g>", count: 500) + "<foreignObject><style><m1></style>", ""),
            (String(repeating: "<div>", count: 600) + "<template><m1></template><m2>", "2"),
            (
                String(repeating: "<template>", count: 600) + "<m1>" + String(repeating: "</template>", count: 600)
                    + "<m2>",
                "2"
            ),
            ("<m1></br><m2><frameset><m3>", "1 2 3"),
            ("<m1><\u{0}<frameset><m2>", "1 2"),
            ("<p><m1>&#32;&#x9;&Tab;&NewLine;&#0010<frameset><m2>", ""),
            ("<p><m1>&#33;<frameset><m2>", "1 2"),
            ("<p><m1>&Tab<frameset><m2>", "1 2"),
            ("<p><m1>&#32;&<frameset><m2>", "1 2"),
            ("<p><m1>&#<frameset><m2>", "1 2"),
            ("<p><m1>&nbsp;<frameset><m2>", "1 2"),
            ("<p><m1>&#0;<frameset><m2>", "1 2"),
            ("<p><m1><input encoding=x type=hidden><frameset><m2>", ""),
            ("<frameset><noframes><m1></noframes><m2>", ""),
        ]
    )
    func placeDecidesWhetherAMetaCounts(page: String, metas: String) {
        #expect(Self.metas(of: page) == metas)
    }

    /// Without scripts, `noscript` in the head contains elements, but only those of a head.
    @Test(arguments: [
        ("<noscript><m1></noscript><m2>", "1 2"),
        ("<noscript><math></noscript><script><m1>", "1"),
        ("<noscript><div></noscript><m1><frameset>", ""),
        ("<noscript><noscript><m1></noscript><m2>", "1 2"),
        ("<noscript><title><m1></title></noscript><m2>", "2"),
        ("<p><noscript><svg></noscript><style><m1>", ""),
    ])
    func noscriptWithoutScripts(page: String, metas: String) {
        #expect(Self.metas(of: page, PageMetadataReader.Options(isScriptingEnabled: false)) == metas)
    }

    /// A search for an open element may end early on a page that is built to make it long, but memory and time are limited.
    @Test(.timeLimit(.minutes(20))) func searchesOfAllTagsTogetherAreBounded() {
        let deep = "<object>" + String(repeating: "<b>", count: 500)
        let page = deep + String(repeating: "</x>", count: 40_000) + "<meta property=al:1>"
        let options = PageMetadataReader.Options(byteLimit: .max)
        #expect(PageMetadataReader.read(Array(page.utf8), options: options).tags.count == 1)
    }

    private static func metas(of page: String, _ options: PageMetadataReader.Options = .init()) -> String {
        var source = page
        for number in 1...3 {
            source = source.replacing("<m\(number)>", with: "<meta property='al:\(number)'>")
        }
        let tags = PageMetadataReader.read(Array(source.utf8), options: options).tags
        return tags.map { String($0.property.dropFirst(3)) }.joined(separator: " ")
    }
}
