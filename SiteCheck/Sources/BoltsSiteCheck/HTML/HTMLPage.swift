import BoltsBase
import BoltsPageFetching

/// An HTML page in one file, with its style inside; it loads nothing.
@_spi(Bolts)
public enum HTMLPage {
    /// A script of the page, and the nonce that allows it in the content security policy.
    public struct Script: Sendable {
        let text: String
        let nonce: String

        /// Creates a script.
        public init(text: String, nonce: String) { (self.text, self.nonce) = (text, nonce) }
    }

    /// Builds the page.
    public static func page(
        title: String,
        attributes: String = "",
        header: String = "",
        main: String,
        footer: String = "",
        script: Script? = nil
    ) -> String {
        let scriptElement = script.map { "<script nonce=\"\($0.nonce)\">\n\($0.text)\n</script>\n" } ?? ""
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(escaped(title))</title>
            <style>\(style)</style>
            </head>
            <body\(attributes.isEmpty ? "" : " " + attributes)>
            \(header.isEmpty ? "" : "<header>\n\(header)\n</header>\n")<main>
            \(main)
            </main>
            \(footer.isEmpty ? "" : "<footer>\n\(footer)\n</footer>\n")\(scriptElement)</body>
            </html>

            """
    }

    /// Text escaped for an element or a quoted attribute.
    public static func escaped(_ text: String, limit: Int = .max) -> String {
        let line = text.sanitized(limit: limit)
        let whole = line.htmlEscaped()
        guard whole.utf8.count > limit else { return whole }
        var part = ""
        for scalar in line.unicodeScalars {
            let next = String(scalar).htmlEscaped()
            guard part.utf8.count + next.utf8.count + "…".utf8.count <= limit else { break }
            part += next
        }
        return part + "…"
    }

    /// The text of the style element, whose hash a content security policy can name.
    public static let style = """

        :root {
          --text: #1d1d1f; --quiet: #5c5c61; --page: #fff; --card: #f5f5f7; --line: #c9c9cf; --link: #0b57a4;
          --error: #b3261e; --warning: #8a5300; --good: #1c6b31; --mark: #ffeeb0;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --text: #f2f2f4; --quiet: #a9a9b0; --page: #161618; --card: #222226; --line: #4a4a52; --link: #8cc4ff;
            --error: #ff8a80; --warning: #ffc46b; --good: #7ed695; --mark: #544813;
          }
        }
        * { box-sizing: border-box }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
        body { margin: 0; color: var(--text); background: var(--page); font: 1rem/1.5 system-ui, sans-serif }
        header, main, footer { margin: 0 auto; max-width: 64rem; padding: 1.25rem 1rem }
        header { padding-bottom: 0 }
        footer { color: var(--quiet); font-size: .9rem }
        a { color: var(--link) }
        h1 { font-size: 1.35rem; line-height: 1.25; margin: 0 0 .5rem; overflow-wrap: anywhere }
        h2 { font-size: 1.1rem; line-height: 1.3; margin: 1.75rem 0 .5rem; overflow-wrap: anywhere }
        h3 { font-size: .95rem; font-weight: 500; line-height: 1.35; margin: 0; overflow-wrap: anywhere }
        p { margin: .35rem 0; overflow-wrap: anywhere }
        code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere }
        pre { margin: .35rem 0; white-space: pre-wrap; overflow-wrap: anywhere }
        form { display: flex; flex-wrap: wrap; gap: .5rem }
        form label { flex: 1 0 100%; font-weight: 600 }
        input, button { font: inherit; border-radius: .4rem; padding: .55rem .75rem }
        input { flex: 1 1 16rem; min-width: 0; border: 1px solid var(--quiet); color: inherit; background: var(--page) }
        button { border: 0; color: var(--page); background: var(--link); font-weight: 600; cursor: pointer }
        :focus-visible { outline: .2rem solid var(--link); outline-offset: .15rem }
        .quiet { color: var(--quiet); font-size: .9rem }
        .failure { color: var(--error) }
        .answers { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)) }
        .answers { margin: 1rem 0 }
        .card { background: var(--card); border-radius: .5rem; border-left: .3rem solid var(--quiet); padding: .75rem 1rem; min-width: 0 }
        .card:not(.answers > *) { margin: .75rem 0 }
        .card :is(h2, h3) { color: var(--quiet); font-size: .95rem; font-weight: 500; line-height: 1.35; margin: 0 }
        .word { font-size: 1.2rem; font-weight: 650; line-height: 1.3; margin: .1rem 0 .35rem }
        .opens { border-color: var(--good) } .opens .word { color: var(--good) }
        .closed, .error { border-color: var(--error) } .closed .word, .error .kind { color: var(--error) }
        .undecided, .warning { border-color: var(--warning) } .undecided .word, .warning .kind { color: var(--warning) }
        .card.finding h3 { color: var(--text); font-weight: 600 }
        .kind { font-size: .8rem; font-weight: 650; text-transform: uppercase }
        .fix { border: 1px solid var(--line); border-radius: .4rem; padding: .4rem .6rem; user-select: all }
        figure { margin: .75rem 0 }
        figcaption { color: var(--quiet); font-size: .9rem; overflow-wrap: anywhere }
        .lines { background: var(--card); border-radius: .5rem; overflow-x: auto; padding: .5rem 0; white-space: pre }
        .lines span { display: block; padding: 0 .75rem; width: max-content; min-width: 100% }
        .lines span::before { content: attr(data-n); color: var(--quiet); display: inline-block; min-width: 2.5rem }
        mark { background: var(--mark); color: inherit; border-radius: .15rem; padding: .1rem 0 }
        details { border-top: 1px solid var(--line) } details:last-of-type { border-bottom: 1px solid var(--line) }
        summary { cursor: pointer; padding: .6rem 0; overflow-wrap: anywhere }
        ul { margin: .25rem 0 .75rem; padding-left: 1.2rem } li { margin: .2rem 0; overflow-wrap: anywhere }

        """
}
