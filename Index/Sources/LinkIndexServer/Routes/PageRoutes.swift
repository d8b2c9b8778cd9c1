import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation
import HTTPTypes
import Hummingbird
import LinkIndex
import NIOCore

/// `GET /` and `GET /check?url=`: the page on which users ask about a link.
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

    /// The page with the answer for a URL, or with the reason for not having one.
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
            // Forms write a blank as a plus sign.
            let query = try Query(request.uri.query?.replacing("+", with: "%20"))
            text = (query["url"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
            // Apps share a text whose last word is the link.
            let words = text.split(whereSeparator: \.isWhitespace)
            if words.count > 1, words.filter({ $0.contains("://") }).count == 1, let last = words.last,
                last.contains("://")
            {
                text = String(last)
            }
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
        // A truncated link would be a different link.
        let escaped = HTMLPage.escaped(text)
        let value = escaped.utf8.count > 6_000 ? "" : escaped
        return """
            <form action="/check" method="get" role="search">
            <label for="url">Link</label>
            <input id="url" name="url" type="text" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false" \
            placeholder="https://example.com/recipes/42" required value="\(value)">
            <button>Check</button>
            </form>
            """
    }

    /// The maximum size of a page in bytes, whatever the host's files contain, because phones load it over slow networks.
    private static let byteLimit = 60_000

    private static func page(_ answer: LinkAnswer, asked text: String) -> String {
        let html = AnswerHTML(url: answer.url, answers: answer.answers, devices: answer.devices, site: answer.site)
        let query =
            "url=" + (answer.url.absoluteString.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
        // The address of the page also serves as a link to the answer, unless it is very long.
        let isShort = query.utf8.count <= 2_500
        var head = ["<h1>\(HTMLPage.escaped(answer.url.absoluteString, limit: 1_500))</h1>"]
        head += answer.failures.prefix(8).map { "<p class=\"failure\">\(HTMLPage.escaped($0, limit: 500))</p>" }
        head.append(html.cards(level: 2))
        func page(_ main: [String]) -> String {
            HTMLPage.page(
                title: html.title,
                header: form(for: text),
                main: main.filter { !$0.isEmpty }.joined(separator: "\n"),
                footer: isShort ? "<p><a href=\"/check?\(query)\">Link to this answer</a></p>" : ""
            )
        }

        let left = "<p class=\"quiet\">The rest is too long for a page. The answer for programs has it.</p>"
        var room = byteLimit - page(head + ["<h2>More</h2>", left]).utf8.count
        var isWhole = true
        func fitting(_ part: String) -> String {
            guard part.utf8.count < room else {
                isWhole = isWhole && part.isEmpty
                return ""
            }
            room -= part.utf8.count + 1
            return part
        }
        let programs =
            isShort
            ? "<details><summary>For programs</summary>\n<p><a href=\"/v1/links?\(query)\">The same answer as JSON</a></p></details>"
            : ""
        // Sections are added in order while there is room.
        let (lines, last, rest) = (fitting(html.lines), fitting(programs), fitting(html.rest))
        let read = fitting(sources(answer.sources))
        let others = html.others(answer.findings, room: room - 1)
        return page(head + [lines, "<h2>More</h2>", rest, others, read, last, isWhole ? "" : left])
    }

    private static func sources(_ sources: [LinkAnswer.Source]) -> String {
        let items = sources.map { source in
            let facts = [
                source.status.map { "status \($0)" }, source.readAt.map { "read at \(second($0))" },
                source.freshUntil.map { "used until \(second($0))" },
            ]
            let text = [facts.compactMap(\.self).joined(separator: ", "), source.failure].compactMap(\.self).joined(
                separator: ". "
            )
            let (url, said) = (HTMLPage.escaped(source.url, limit: 500), HTMLPage.escaped(text, limit: 500))
            return "<li><code>\(url)</code>: \(said)</li>"
        }
        return
            "<details><summary>What was read (\(items.count))</summary>\n<ul>\(items.joined(separator: "\n"))</ul></details>"
    }

    private static func second(_ time: Timestamp) -> String {
        "\(time.text.prefix(10)) \(time.text.dropFirst(11).prefix(8)) UTC"
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

    /// The page loads nothing and runs nothing; the hash allows its only style.
    private static let policy: String = {
        let hash = Data(SHA256.hash(HTMLPage.style.utf8)).base64EncodedString()
        return
            "default-src 'none'; style-src 'sha256-\(hash)'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    }()
}
