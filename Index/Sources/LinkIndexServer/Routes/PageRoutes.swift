@_spi(Bolts) import BoltsSiteCheck
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import LinkIndex
import NIOCore

/// `GET /` and `GET /check?url=`: the page on which people ask for a link.
struct PageRoutes: Sendable {
    let index: AppLinkIndex
    let limits: ClientLimits
    let waiting: WaitingLimit

    /// The page without an answer.
    func form(_ request: Request, _ context: IndexRequestContext) -> Response {
        let main = """
            <h1>Does this link open an app?</h1>
            <p>Paste a link. The answer states for each kind of device whether an app opens it, which rule decides, and what to change.</p>
            <p class="quiet">Programs ask <code>/v1/links?url=URL</code>, which <a href="/openapi.json">openapi.json</a> describes.</p>
            """
        return response(
            .ok,
            HTMLPage.page(title: "Does this link open an app?", header: Self.form(for: ""), main: main)
        )
    }

    /// The page with the answer for a URL, or with the reason why there is none.
    func check(_ request: Request, _ context: IndexRequestContext) async throws -> Response {
        var text = ""
        do {
            guard limits.options.hasPage else {
                throw Problem(
                    .notFound,
                    "page-off",
                    "No page",
                    "The operator of this service has not turned its page on."
                )
            }
            let query = try Query(request.uri.query)
            text = (query["url"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
            try await limits.admit(1, request, context)
            guard !text.isEmpty else { throw Problem(.badRequest, "missing-url", "No link", "Paste a link first.") }
            let url = try RequestedURL(text).url
            let answer = try await waiting.run(1) { await index.answer(for: url) }
            let seconds = answer.freshUntil.map { ($0 - Timestamp.now).wholeMilliseconds / 1_000 } ?? 0
            var found = response(.ok, Self.page(answer, asked: text))
            found.headers[.cacheControl] = FinishedAnswer.cacheControl(seconds: seconds, keys: limits.options.keys)
            if limits.options.keys == .required { found.headers[.vary] = "Authorization" }
            return found
        } catch let problem as Problem {
            let main = """
                <h1>\(HTMLPage.escaped(problem.title))</h1>
                <p class="failure">\(HTMLPage.escaped(problem.detail))</p>
                """
            let page = HTMLPage.page(title: problem.title, header: Self.form(for: text), main: main)
            return response(problem.status, page, problem.fields)
        }
    }

    // MARK: - HTML

    private static func form(for text: String) -> String {
        """
        <form action="/check" method="get" role="search">
        <label for="url">Link</label>
        <input id="url" name="url" type="text" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false" \
        placeholder="https://example.com/recipes/42" required value="\(HTMLPage.escaped(text))">
        <button>Check</button>
        </form>
        """
    }

    private static func page(_ answer: LinkAnswer, asked text: String) -> String {
        let html = AnswerHTML(url: answer.url, answers: answer.answers, devices: answer.devices, site: answer.site)
        let query =
            "url=" + (answer.url.absoluteString.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
        var parts = ["<h1>\(HTMLPage.escaped(answer.url.absoluteString))</h1>"]
        parts += answer.failures.map { "<p class=\"failure\">\(HTMLPage.escaped($0))</p>" }
        parts += [html.cards, html.lines, "<h2>More</h2>", html.rest, html.others(answer.findings)]
        parts += [
            sources(answer.sources),
            """
            <details><summary>For programs</summary>
            <p><a href="/v1/links?\(query)">The same answer as JSON</a></p></details>
            """,
        ]
        return HTMLPage.page(
            title: html.title,
            header: form(for: text),
            main: parts.filter { !$0.isEmpty }.joined(separator: "\n"),
            footer: "<p><a href=\"/check?\(query)\">Link to this answer</a></p>"
        )
    }

    private static func sources(_ sources: [LinkAnswer.Source]) -> String {
        let items = sources.map { source in
            let facts = [
                source.status.map { "status \($0)" }, source.readAt.map { "read at \($0.text)" },
                source.freshUntil.map { "used until \($0.text)" }, source.failure,
            ]
            let text = facts.compactMap(\.self).joined(separator: ", ")
            return "<li><code>\(HTMLPage.escaped(source.url))</code>: \(HTMLPage.escaped(text))</li>"
        }
        return
            "<details><summary>What was read (\(items.count))</summary>\n<ul>\(items.joined(separator: "\n"))</ul></details>"
    }

    // MARK: - Responses

    private func response(_ status: HTTPResponse.Status, _ page: String, _ more: HTTPFields = HTTPFields()) -> Response
    {
        var fields = more
        fields[.contentType] = "text/html; charset=utf-8"
        fields[.contentSecurityPolicy] = Self.policy
        fields[.xContentTypeOptions] = "nosniff"
        if let name = HTTPField.Name("Referrer-Policy") { fields[name] = "no-referrer" }
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
    }

    /// Nothing is loaded and nothing runs; the one style is named by its hash.
    private static let policy: String = {
        let hash = Data(SHA256.hash(data: Data(HTMLPage.style.utf8))).base64EncodedString()
        return
            "default-src 'none'; style-src 'sha256-\(hash)'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    }()
}
