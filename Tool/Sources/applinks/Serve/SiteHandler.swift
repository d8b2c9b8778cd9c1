import FlyingFox
import Foundation

/// Answers for a site's folder, and for the page about it.
struct SiteHandler: HTTPHandler {
    /// The path of the page about the site; a file of the folder at this path is not served.
    static let reportPath = "/_applinks/"

    let folder: SiteFolder
    let directory: String
    let host: String
    let monitor: SiteMonitor

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard request.method == .GET || request.method == .HEAD else {
            return text(.methodNotAllowed, "only GET and HEAD are answered", [HTTPHeader("Allow"): "GET, HEAD"])
        }
        // A page elsewhere whose name was made to lead to this machine must not read the folder.
        let name = request.headers[.host].map(Self.name) ?? ""
        guard ["127.0.0.1", "localhost", "[::1]", Self.name(host)].contains(name) else {
            return text(
                HTTPStatusCode(421, phrase: "Misdirected Request"),
                "only 127.0.0.1, localhost and \(host) are served here"
            )
        }
        let response = try await answer(request.target.path(percentEncoded: true), request)
        return request.method == .HEAD ? withoutBody(response) : response
    }

    private func answer(_ path: String, _ request: HTTPRequest) async throws -> HTTPResponse {
        switch path {
        case Self.reportPath: return await reportPage(request)
        case String(Self.reportPath.dropLast()): return redirect(to: Self.reportPath)
        case Self.reportPath + "events" where request.method == .GET:
            return HTTPResponse(
                statusCode: .ok,
                headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
                body: HTTPBodySequence(from: VersionEvents(versions: await monitor.versions()))
            )
        default: break
        }
        if path.hasPrefix(Self.reportPath) { return text(.notFound, "there is nothing at \(path)") }
        switch folder.target(of: path) {
        case .file(let file): return try self.file(file)
        case .folderWithoutSlash: return redirect(to: path + "/")
        case .missing: return text(.notFound, "\(directory) has no file for \(path)")
        case .refused: return text(.forbidden, "\(path) leads out of \(directory) or is not a file")
        }
    }

    private func file(_ path: String) throws -> HTTPResponse {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            return text(.forbidden, "the file cannot be read")
        }
        defer { try? handle.close() }
        let start = try handle.read(upToCount: 16) ?? Data()
        let fields: HTTPHeaders = [
            .contentType: MediaType.type(ofFileAt: path, startingWith: Array(start)), .cacheControl: "no-store",
        ]
        return HTTPResponse(
            statusCode: .ok,
            headers: fields,
            body: start.isEmpty ? HTTPBodySequence() : try HTTPBodySequence(file: URL(fileURLWithPath: path))
        )
    }

    private func reportPage(_ request: HTTPRequest) async -> HTTPResponse {
        let report = await monitor.current()
        let nonce = UUID().uuidString
        let origin = "http://\(request.headers[.host] ?? "127.0.0.1")"
        let page = ServePage(report: report, directory: directory, host: host, origin: origin)
        return HTTPResponse(
            statusCode: .ok,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                HTTPHeader("Content-Security-Policy"):
                    "default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-\(nonce)'; connect-src 'self'; "
                    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            ],
            body: Data(page.html(nonce: nonce).utf8)
        )
    }

    private func redirect(to path: String) -> HTTPResponse {
        let fields: HTTPHeaders = [.location: path, .cacheControl: "no-store"]
        return HTTPResponse(statusCode: .movedPermanently, headers: fields)
    }

    private func text(_ status: HTTPStatusCode, _ text: String, _ fields: HTTPHeaders = [:]) -> HTTPResponse {
        var fields = fields
        fields[.contentType] = "text/plain; charset=utf-8"
        fields[.cacheControl] = "no-store"
        return HTTPResponse(statusCode: status, headers: fields, body: Data((text + "\n").utf8))
    }

    private func withoutBody(_ response: HTTPResponse) -> HTTPResponse {
        var fields = response.headers
        if case .httpBody(let body) = response.payload, let count = body.count {
            fields[.contentLength] = String(count)
        }
        return HTTPResponse(statusCode: response.statusCode, headers: fields)
    }

    /// The name in a `Host` field, without the port.
    private static func name(_ host: String) -> String {
        guard let colon = host.lastIndex(of: ":"), host[host.index(after: colon)...].allSatisfy(\.isNumber) else {
            return host.lowercased()
        }
        return host[..<colon].lowercased()
    }
}
