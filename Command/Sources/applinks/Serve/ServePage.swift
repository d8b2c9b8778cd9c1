@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The page that `applinks serve` shows about a site: its findings, and the answer for each of its pages.
struct ServePage {
    let report: SiteMonitor.Report
    let directory: String
    let host: String
    /// The site's address, such as `http://127.0.0.1:8080`.
    let origin: String

    func html(nonce: String) -> String {
        let counts = HTMLPage.escaped(CheckCounts([report.result]).text)
        return HTMLPage.page(
            title: "\(host): \(CheckCounts([report.result]).text)",
            attributes: "data-version=\"\(report.version)\"",
            main: """
                <h1>\(HTMLPage.escaped(host))</h1>
                <p class="quiet">\(counts) in <code>\(HTMLPage.escaped(directory))</code>. This page follows every \
                change of the folder. <span id="state" role="status"></span></p>
                \(AnswerHTML.cards(report.result.answers, level: 2))
                <h2>Findings</h2>
                \(HTMLReport.findings(of: report.result))
                <h2>Pages</h2>
                \(pages)
                <h2>Ask the command</h2>
                <p>It reads the site from here as if it were <code>\(HTMLPage.escaped("https://" + host))</code>:</p>
                \(commands.map { "<pre><code>\(HTMLPage.escaped($0))</code></pre>" }.joined(separator: "\n"))
                """,
            script: HTMLPage.Script(text: Self.script, nonce: nonce)
        )
    }

    private var pages: String {
        guard !report.verdicts.isEmpty else { return "<p>The folder has no page.</p>" }
        let rest = report.pageCount - report.verdicts.count
        let more = rest > 0 ? "<p>And \(rest) further pages.</p>" : ""
        return report.verdicts.map { page($0, isOpen: report.verdicts.count == 1) }.joined(separator: "\n")
            + more
    }

    private func page(_ verdict: LinkVerdict, isOpen: Bool) -> String {
        guard let url = verdict.url else { return "" }
        let answers = verdict.answers
        let path = HTMLPage.escaped(url.path(percentEncoded: true))
        let answer = AnswerHTML(url: url, answers: answers, devices: verdict.devices, site: nil)
        let kinds = Set(verdict.devices.flatMap(\.routes).filter { $0.isOpen && $0.kind != .web }.map(\.kind))
        let names = LinkRoute.Kind.allCases.filter(kinds.contains).map(\.title)
        // The reason why the link stays in the browser: the first cause, if the site names an app at all.
        let reason = answers.first { $0.outcome == .closed || $0.outcome == .excluded } ?? answers.first
        let only = "browser only" + (reason.map { HTMLPage.escaped(". \($0.name): \($0.text)") } ?? "")
        return """
            <details id="\(path)"\(isOpen ? " open" : "")>
            <summary><code>\(path)</code> <span class="quiet">\(
                names.isEmpty ? only : names.joined(separator: ", ")
            )</span></summary>
            <div class="body">
            <p class="quiet"><a href="\(path)">Open the page</a></p>
            \(answer.cards(level: 3))
            \(answer.rest)
            </div>
            </details>
            """
    }

    private var commands: [String] {
        // A file may have any name, and users copy this command to a shell.
        let url = ShellWord.quoted(report.verdicts.first?.url?.absoluteString ?? "https://\(host)/")
        let options = "--origin \(ShellWord.quoted(origin)) --allow-private"
        return ["applinks check \(url) \(options)", "applinks explain \(url) \(options)"]
    }

    /// Replaces the content when the server has a new version, and keeps expanded parts expanded.
    private static let script = """
        const state = document.getElementById.bind(document, "state");
        let busy = false, wanted = document.body.dataset.version;
        async function renew() {
          if (busy) return;
          busy = true;
          while (wanted !== document.body.dataset.version) {
            const version = wanted;
            const answer = await fetch(location.pathname, { cache: "no-store" });
            const page = new DOMParser().parseFromString(await answer.text(), "text/html");
            const open = new Set(Array.from(document.querySelectorAll("details[id][open]"), (item) => item.id));
            for (const item of page.querySelectorAll("details[id]")) item.open = open.has(item.id) || item.open;
            document.querySelector("main").replaceWith(page.querySelector("main"));
            document.title = page.title;
            document.body.dataset.version = page.body.dataset.version;
            if (wanted === version) wanted = document.body.dataset.version;
          }
          busy = false;
        }
        const events = new EventSource(location.pathname + "events");
        events.addEventListener("version", (event) => {
          state().textContent = "";
          wanted = event.data;
          renew().catch(() => { busy = false; });
        });
        events.addEventListener("error", () => { state().textContent = "The server does not answer; waiting for it."; });
        """
}
