import BoltsBase
import BoltsPageFetching

/// A page of HTML in one file: its style is inside, and nothing is loaded from elsewhere.
enum HTMLDocument {
    /// A script of the page, and the nonce by which its content security policy allows it.
    struct Script {
        let text: String
        let nonce: String
    }

    /// Puts a page together.
    ///
    /// - Parameters:
    ///   - title: The title, as text.
    ///   - attributes: Attributes of the body, as HTML.
    ///   - main: The content, as HTML.
    ///   - script: A script to run, or `nil` for none.
    /// - Returns: The page.
    static func page(title: String, attributes: String = "", main: String, script: Script? = nil) -> String {
        let scriptElement = script.map { "<script nonce=\"\($0.nonce)\">\n\($0.text)\n</script>\n" } ?? ""
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(escaped(title))</title>
            <style>
            \(style)
            </style>
            </head>
            <body\(attributes.isEmpty ? "" : " " + attributes)>
            <main>
            \(main)
            </main>
            \(scriptElement)</body>
            </html>

            """
    }

    /// Text as it may stand in an element or in a quoted attribute.
    static func escaped(_ text: String) -> String {
        text.sanitized().htmlEscaped()
    }

    private static let style = """
        :root {
          --text: #1d1d1f; --quiet: #5c5c61; --page: #fff; --card: #f5f5f7; --line: #dcdce0; --link: #0b57a4;
          --error: #b3261e; --warning: #8a5300; --note: #0b57a4; --good: #1c6b31;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --text: #f2f2f4; --quiet: #a9a9b0; --page: #161618; --card: #222226; --line: #3a3a40; --link: #8cc4ff;
            --error: #ff8a80; --warning: #ffc46b; --note: #8cc4ff; --good: #7ed695;
          }
        }
        * { box-sizing: border-box }
        html { -webkit-text-size-adjust: 100% }
        body { margin: 0; color: var(--text); background: var(--page); font: 1rem/1.5 system-ui, sans-serif }
        main { margin: 0 auto; max-width: 60rem; padding: 1.25rem 1rem 3rem }
        a { color: var(--link) }
        h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; overflow-wrap: anywhere }
        h2 { font-size: 1.15rem; line-height: 1.3; margin: 2rem 0 .5rem; overflow-wrap: anywhere }
        h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere }
        p { margin: .35rem 0; overflow-wrap: anywhere }
        code { font: .875em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere }
        pre { background: var(--card); border-radius: .4rem; padding: .6rem .8rem; margin: .5rem 0; white-space: pre-wrap }
        .summary, .place, .conditions { color: var(--quiet) }
        .place, .conditions { font-size: .9rem }
        .failure { color: var(--error) }
        .finding, .device { background: var(--card); border-radius: .5rem; padding: .75rem 1rem; margin: .75rem 0 }
        .finding { border-left: .3rem solid var(--quiet) }
        .kind, .outcome { font-size: .75rem; font-weight: 600; letter-spacing: .04em; text-transform: uppercase }
        .kind { margin-right: .4rem }
        .finding.error { border-color: var(--error) } .finding.error .kind { color: var(--error) }
        .finding.warning { border-color: var(--warning) } .finding.warning .kind { color: var(--warning) }
        .finding.note { border-color: var(--note) } .finding.note .kind { color: var(--note) }
        .answers { list-style: none; padding: 0; margin: .75rem 0 }
        .answers > li { background: var(--card); border-left: .3rem solid var(--quiet); border-radius: .5rem }
        .answers > li { margin: .5rem 0; padding: .6rem 1rem; overflow-wrap: anywhere }
        .answers .opens { border-color: var(--good) } .answers .opens .text { color: var(--good) }
        .answers .closed { border-color: var(--error) } .answers .closed .text { color: var(--error) }
        .answers .undecided { border-color: var(--warning) } .answers .undecided .text { color: var(--warning) }
        .devices { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)) }
        .device { margin: 0 }
        .routes { list-style: none; margin: 0; padding: 0 }
        .routes > li { border-top: 1px solid var(--line); margin-top: .6rem; padding-top: .6rem }
        .routes .name { font-weight: 600; margin-right: .5rem }
        .open .outcome { color: var(--good) } .closed .outcome { color: var(--quiet) }
        .plain .outcome { color: var(--quiet) }
        .unclear .outcome { color: var(--warning) } .broken .outcome { color: var(--error) }
        ul { margin: .15rem 0 .35rem; padding-left: 1.2rem }
        details { border-top: 1px solid var(--line) }
        details:last-of-type { border-bottom: 1px solid var(--line) }
        summary { cursor: pointer; padding: .6rem 0; overflow-wrap: anywhere }
        summary .counts { color: var(--quiet); font-size: .9rem; margin-left: .4rem }
        details > .body { padding: 0 0 1rem }
        details > .body > p { margin-bottom: .75rem }
        """
}
