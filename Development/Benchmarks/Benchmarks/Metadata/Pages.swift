/// Generated pages of about a given size.
enum Pages {
    /// The number of App Links tags of an article.
    static let articleTagCount = 8

    /// A long article: a `<` about every 55 bytes, and its App Links tags in the head.
    ///
    /// A dense article has less text between its tags: a `<` about every 37 bytes.
    static func article(byteCount: Int, isDense: Bool = false) -> [UInt8] {
        let more = isDense ? "" : moreText
        var html = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>A long article</title>
            <link rel="canonical" href="https://example.com/articles/1">
            <script>window.state = {"tags": "<b>", "n": 1 < 2};</script>
            <style>p > a { color: #123 }</style>

            """
        let tags = [
            "ios:url", "ios:app_store_id", "ios:app_name", "android:url", "android:package", "android:app_name",
            "web:url",
            "web:should_fallback",
        ]
        for tag in tags { html += "<meta property=\"al:\(tag)\" content=\"value of \(tag)\">\n" }
        html += "</head><body>\n"
        var paragraph = 0
        while html.utf8.count < byteCount {
            paragraph += 1
            html += """
                <p class="text" id="p\(paragraph)">The quick brown fox jumps over the lazy dog, and goes on for a while \
                before it comes to <a href="/articles/\(paragraph)?from=text" title="Read on">another &amp; more</a> place, \
                where <em>nothing at all</em> happens until the sentence ends as it had begun, in the middle.\(more)</p>
                <div class="figure"><img src="/images/\(paragraph).jpg" alt="A picture of the fox" width="640"><span>\
                Figure \(paragraph)</span></div>

                """
        }
        return Array((html + "</body></html>\n").utf8)
    }

    private static let moreText = """
         A little later it begins again, for no better reason than that an article is long, and that most of what is in \
        a page is text between two tags, which nobody who looks for tags has to read.
        """

    struct Hostile: Sendable {
        let name: String
        let make: @Sendable (_ byteCount: Int) -> [UInt8]

        init(_ name: String, _ make: @escaping @Sendable (Int) -> [UInt8]) {
            self.name = name
            self.make = make
        }

        /// Creates a page with a beginning and a repeated piece.
        init(_ name: String, _ beginning: String = "", repeating piece: String) {
            self.init(name) { byteCount in
                let piece = Array(piece.utf8)
                var page = Array(beginning.utf8)
                page.reserveCapacity(byteCount + piece.count)
                while page.count < byteCount { page += piece }
                return page
            }
        }
    }

    static let hostile = [
        Hostile("only <", repeating: "<"),
        Hostile("only &", repeating: "&"),
        Hostile("quote that never closes", "<meta content=\"", repeating: "x"),
        Hostile("quotes that open tags", repeating: "<a b=\""),
        Hostile("comment of dashes", "<!--", repeating: "-"),
        Hostile("comments never closed", repeating: "<!--x"),
        Hostile("script nearly closed", "<script>", repeating: "</scrip"),
        Hostile("attributes, all different") { byteCount in
            var page = Array("<meta".utf8)
            var number = 0
            while page.count < byteCount {
                page += Array(" a\(number)=\"\"".utf8)
                number += 1
            }
            return page + Array(">".utf8)
        },
        Hostile("attributes, all the same", "<meta", repeating: " a=1"),
        Hostile("open divs", repeating: "<div>"),
        Hostile("open b and p", repeating: "<b><p>"),
        Hostile("open svg", repeating: "<svg>"),
        Hostile("open template", repeating: "<template>"),
        Hostile("tags to keep", repeating: "<meta property=\"al:ios:url\" content=\"a:\">\n"),
        Hostile("stray end tags, deep in svg") { byteCount in
            var page = Array("<svg>".utf8)
            for _ in 0..<510 { page += Array("<g>".utf8) }
            while page.count < byteCount { page += Array("</x>".utf8) }
            return page
        },
    ]
}
