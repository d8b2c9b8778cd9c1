internal import BoltsTasks

/// The parts of a request that the inspector reads.
struct InspectorRequest {
    var method = "GET"
    var path = "/"
    var query: [(name: String, value: String)] = []
    var host: String?
    var origin: String?
    var fetchSite: String?
}

struct InspectorAnswer {
    let status: Int
    let reason: String
    var headers: [(name: String, value: String)]
    var body: String
}

/// Answers requests: once the guard has accepted the request, it selects the page for the path.
struct InspectorResponder {
    /// The header fields of every response.
    ///
    /// The page loads nothing from elsewhere, runs no script, and cannot be framed or read by another site.
    private static let always = [
        (
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
    ]

    func answer(to request: InspectorRequest) -> InspectorAnswer {
        var answer = content(for: request)
        if request.method == "HEAD" {
            // FlyingFox would send a body, and the client would read it as the beginning of the next response.
            answer.headers.append(("Content-Length", "\(answer.body.utf8.count)"))
            answer.body = ""
        }
        return answer
    }

    private func content(for request: InspectorRequest) -> InspectorAnswer {
        if let refusal = RequestGuard.refusal(of: request) {
            var answer = text(refusal.status, refusal.reason, refusal.explanation + "\n")
            if refusal.status == 405 { answer.headers.append(("Allow", "GET, HEAD")) }
            return answer
        }
        switch request.path {
        case "/":
            let page = InspectorPage(TaskDiagnostics.snapshot(), TaskFilter(request.query))
            return answer(200, "OK", "text/html", page.html)
        case "/style.css": return answer(200, "OK", "text/css", InspectorStyle.css)
        case "/tasks.txt": return text(200, "OK", TaskDiagnostics.snapshot().description + "\n")
        case "/tasks.json": return answer(200, "OK", "application/json", TaskDiagnostics.snapshot().json)
        case "/tasks.dot": return download("tasks.dot", "text/vnd.graphviz", TaskDiagnostics.snapshot().graphviz)
        case "/tasks.mmd": return download("tasks.mmd", "text/plain", TaskDiagnostics.snapshot().mermaid)
        case "/trace.json":
            return download("trace.json", "application/json", TaskDiagnostics.recording().chromeTrace)
        default: return text(404, "Not Found", "There is nothing here; the page is at /\n")
        }
    }

    private func answer(_ status: Int, _ reason: String, _ type: String, _ body: String) -> InspectorAnswer {
        InspectorAnswer(
            status: status,
            reason: reason,
            headers: [("Content-Type", "\(type); charset=utf-8")] + Self.always,
            body: body
        )
    }

    private func text(_ status: Int, _ reason: String, _ body: String) -> InspectorAnswer {
        answer(status, reason, "text/plain", body)
    }

    private func download(_ name: String, _ type: String, _ body: String) -> InspectorAnswer {
        var answer = answer(200, "OK", type, body)
        answer.headers.append(("Content-Disposition", "attachment; filename=\"\(name)\""))
        return answer
    }
}
