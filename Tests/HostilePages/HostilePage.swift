import LoopbackServer

/// The behaviors of hostile servers.
enum HostilePage {
    static let all: [String: LoopbackServer.Script] = [
        // This page is for comparison.
        "none": { _, connection in connection.respond(body: "page") },
        "body-without-end": { _, connection in
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while connection.send(letters) {}
        },
        "body-one-byte-a-second": { _, connection in
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            connection.trickle("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", milliseconds: 1_000)
        },
        "gzip": { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n")
            connection.send(GzipBomb.header)
            while connection.send(GzipBomb.megabyte) {}
        },
        "gzip-in-gzip": { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\n\r\n")
            connection.send(GzipBomb.nested)
            connection.waitForClose()
        },
        "redirect-with-body": { request, connection in
            guard request.target != "/page" else { return connection.respond(body: "page") }
            connection.send("HTTP/1.1 302 Found\r\nLocation: /page\r\nContent-Length: 1000000000\r\n\r\n")
            while connection.sentCount < 1_000_000_000, connection.send(letters) {}
        },
        "header-without-end": { _, connection in
            connection.send("HTTP/1.1 200 OK\r\n")
            while connection.send("X-More: and more\r\n") {}
        },
        "hints-without-end": { _, connection in
            while connection.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n") {}
        },
        "tags-without-end": { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
            while connection.send(tags) {}
        },
        "chunk-extension-without-end": { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;")
            while connection.send(letters) {}
        },
    ]

    private static let tags = [UInt8](String(repeating: tag, count: 1_000).utf8)
    private static let tag = #"<meta property="al:ios:url" content="hostile://page">"#
    private static let letters = [UInt8](repeating: 0x61, count: 65_536)
}
