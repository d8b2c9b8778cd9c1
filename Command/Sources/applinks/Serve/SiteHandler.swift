import BoltsBase
import Foundation

/// Answers requests for a site's folder, and for the page about it.
struct SiteHandler: Sendable {
    /// The path of the page about the site; a file of the folder at this path is not served.
    static let reportPath = "/_applinks/"

    let folder: SiteFolder
    let directory: String
    let host: String
    let monitor: SiteMonitor

    func response(to request: RequestHead) async -> SiteResponse {
        // A foreign web page whose host resolves to this machine must not read the folder.
        guard ["127.0.0.1", "localhost", "[::1]", Self.name(host)].contains(Self.name(request.host)) else {
            return .text(421, "Misdirected Request", "this server answers only for 127.0.0.1, localhost and \(host)")
        }
        guard request.method == "GET" || request.method == "HEAD" else {
            return .text(405, "Method Not Allowed", "only GET and HEAD are answered", [("Allow", "GET, HEAD")])
        }
        let path = request.path
        switch path {
        case Self.reportPath: return await reportPage(request)
        case String(Self.reportPath.dropLast()): return redirect(to: Self.reportPath)
        case Self.reportPath + "events" where request.method == "GET": return await events(request)
        // No spelling of the path serves a file, because it would be mistaken for part of the page about the site.
        case _ where (path.removingPercentEncoding ?? path).hasPrefix(Self.reportPath):
            return .text(404, "Not Found", "there is nothing at \(path)")
        default: break
        }
        var target = folder.target(of: path)
        // A path without a file has the page of that name, as in `LocalSite.page(at:)`.
        if case .missing = target, !path.hasSuffix("/"), !path.hasPrefix("/.well-known/"),
            case .file(let page) = folder.target(of: path + ".html")
        {
            target = .file(page)
        }
        switch target {
        case .file(let file): return self.file(file)
        // The redirect keeps the query, as in other servers.
        case .folderWithoutSlash: return redirect(to: path + "/" + request.target.dropFirst(path.count))
        case .missing: return .text(404, "Not Found", "\(directory) has no file for \(path)")
        case .refused: return .text(403, "Forbidden", "\(path) leads out of \(directory), is hidden or is not a file")
        }
    }

    /// The response to a request that is not read to its end.
    static func refusal(_ failure: RequestParser.Failure) -> SiteResponse {
        switch failure {
        case .malformed: .text(400, "Bad Request", "this is not an HTTP request with one Host")
        case .lineTooLong: .text(414, "URI Too Long", "a request line has at most \(RequestParser.maximumLine) bytes")
        case .fieldsTooLong:
            .text(
                431,
                "Request Header Fields Too Large",
                "the fields have at most \(RequestParser.maximumFields) bytes"
            )
        case .version: .text(505, "HTTP Version Not Supported", "only HTTP/1.1 is answered")
        }
    }

    private func file(_ path: String) -> SiteResponse {
        do {
            let (handle, size) = try RegularFile.open(path)
            let start = try handle.read(upToCount: 16) ?? Data()
            try handle.seek(toOffset: 0)
            let type = MediaType.type(ofFileAt: path, startingWith: Array(start))
            return SiteResponse(200, "OK", [("Content-Type", type)], .file(handle, count: size))
        } catch {
            return .text(403, "Forbidden", "the file cannot be read")
        }
    }

    /// The stream of versions, which only this server's own page may open: a foreign page could open many.
    private func events(_ request: RequestHead) async -> SiteResponse {
        guard request.fetchSite.map({ $0 == "same-origin" || $0 == "none" }) ?? true else {
            return .text(403, "Forbidden", "only the page at \(Self.reportPath) follows the site's versions")
        }
        return SiteResponse(200, "OK", [("Content-Type", "text/event-stream")], .events(await monitor.versions()))
    }

    private func reportPage(_ request: RequestHead) async -> SiteResponse {
        let report = await monitor.current()
        let nonce = UUID().uuidString
        let page = ServePage(report: report, directory: directory, host: host, origin: "http://\(request.host)")
        let policy =
            "default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-\(nonce)'; connect-src 'self'; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        return SiteResponse(
            200,
            "OK",
            [("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", policy)],
            .bytes(Data(page.html(nonce: nonce).utf8))
        )
    }

    private func redirect(to path: String) -> SiteResponse {
        SiteResponse(301, "Moved Permanently", [("Location", path)], .bytes(Data()))
    }

    /// The name in a `Host` field, without the port.
    private static func name(_ host: String) -> String {
        guard let colon = host.lastIndex(of: ":"),
            host[host.index(after: colon)...].utf8.allSatisfy(\.isASCIIDigit)
        else { return host.lowercased() }
        return host[..<colon].lowercased()
    }
}
