import BoltsPageFetching
@_spi(Bolts) import BoltsPageMetadata
import BoltsTasks
import FetchingStubs
import Foundation
import LoopbackServer
import Testing

@testable import BoltsAppLinks

/// Tests the way from a URL or a file to a link.
@Suite(.serialized, .timeLimit(.minutes(20))) struct AppLinkResolverTests {
    private static let page = "<!doctype html><meta property='al:ios:url' content='recipes://42'><p>Soup"

    private func resolver(_ change: (inout PageFetchOptions) -> Void = { _ in }) -> HTTPAppLinkResolver {
        var options = PageFetchOptions.loopback
        change(&options)
        return HTTPAppLinkResolver(fetchOptions: options)
    }

    // MARK: - Over HTTP

    @Test(.tags(.l6)) func aPageBecomesALinkWithTheURLThatWasAskedFor() async throws {
        let server = try LoopbackServer { request, connection in
            if request.target == "/" {
                connection.redirect(to: "/soup")
            } else {
                connection.respond(body: Self.page)
            }
        }
        let page = try await resolver().page(at: server.url())
        #expect(page.link.sourceURL == server.url())
        #expect(page.metadata.tags.map(\.content) == ["recipes://42"])
        #expect(page.fetched.response.url == server.url("/soup"))
        #expect(!page.metadata.isTruncated)
    }

    @Test(.tags(.l6, .gx18)) func theCharsetOfTheResponseReachesTheReader() async throws {
        let server = try LoopbackServer { _, connection in
            let bytes = Array("<meta property='al:ios:app_name' content='".utf8) + [0xcf, 0xf0] + Array("'>".utf8)
            connection.respond(200, ["Content-Type: text/html; charset=windows-1251"], bytes: bytes)
        }
        let page = try await resolver().page(at: server.url())
        #expect(page.metadata.tags.map(\.content) == ["Пр"])
        #expect(page.metadata.encoding == "windows-1251")
    }

    @Test(.tags(.l1)) func aTruncatedPageIsMarked() async throws {
        let server = try LoopbackServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\n\r\n" + Self.page)
            let more = Array(String(repeating: "<p>more", count: 500).utf8)
            while connection.send(more) {}
        }
        let page = try await resolver { $0.bodyLimit = 50_000 }.page(at: server.url())
        #expect(page.metadata.tags.count == 1)
        #expect(page.metadata.isTruncated)
        try await server.clientsClosed().value
    }

    @Test(.tags(.l1)) func aPageThatTheFetcherCutsKeepsItsLinks() async throws {
        let server = try LoopbackServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\n\r\n<base href=/b/><link rel=canonical href=1>" + Self.page)
            let more = Array(String(repeating: "<p>more", count: 500).utf8)
            while connection.send(more) {}
        }
        var options = PageFetchOptions.loopback
        options.bodyLimit = 20_000
        var reader = PageMetadataReader.Options()
        reader.linkRelations = ["canonical"]
        let resolver = HTTPAppLinkResolver(fetchOptions: options, readerOptions: reader)
        let page = try await resolver.page(at: server.url())
        #expect(page.fetched.isTruncated && page.metadata.isTruncated)
        #expect(page.metadata.links.map(\.href) == ["1"] && page.metadata.baseHref == "/b/")
        try await server.clientsClosed().value
    }

    @Test(.tags(.l1)) func theReadersLimitEndsTheFetch() async throws {
        let server = try LoopbackServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\n\r\n" + Self.page)
            let more = Array(String(repeating: "<p>more", count: 500).utf8)
            while connection.send(more) {}
        }
        let resolver = HTTPAppLinkResolver(
            fetchOptions: .loopback,
            readerOptions: PageMetadataReader.Options(byteLimit: 20_000)
        )
        let page = try await resolver.page(at: server.url())
        #expect(page.metadata.isTruncated)
        #expect(page.fetched.isTruncated)
        try await server.clientsClosed().value
    }

    @Test(.tags(.l7, .gx18), arguments: ["", " \r\n\t"]) func anEmptyPageIsAnError(_ body: String) async throws {
        let server = try LoopbackServer { _, connection in connection.respond(body: body) }
        let error = await #expect(throws: PageError.self) { _ = try await resolver().appLink(for: server.url()) }
        #expect(error?.code == .emptyPage)
    }

    @Test(.tags(.th24, .l7)) func anImageIsAnErrorAndNotReadToItsEnd() async throws {
        let server = try LoopbackServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
            connection.send([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + [UInt8](repeating: 0, count: 1_100))
            connection.waitForClose()
        }
        let error = await #expect(throws: PageError.self) { _ = try await resolver().appLink(for: server.url()) }
        #expect(error?.code == .notText)
        try await server.clientsClosed().value
    }

    @Test(.tags(.l7)) func tagsInPlaceOfAnImageAreRead() async throws {
        let server = try LoopbackServer { _, connection in
            connection.respond(200, ["Content-Type: image/png"], body: Self.page)
        }
        let page = try await resolver().page(at: server.url())
        #expect(page.metadata.tags.count == 1)
    }

    @Test(.tags(.l6)) func cancellingReachesTheConnection() async throws {
        let arrived = TaskCompletionSource<Void>()
        let server = try LoopbackServer { _, connection in
            arrived.trySet(result: ())
            connection.waitForClose()
        }
        let source = CancellationTokenSource()
        let task = resolver().appLink(for: server.url(), cancellationToken: source.token)
        try await arrived.task.value
        source.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(task.isCancelled)
        try await server.clientsClosed().value
    }

    @Test(.tags(.l6)) func theDefaultResolverCanBeReplaced() async throws {
        struct Canned: AppLinkResolving {
            func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
                BoltsTask(result: AppLink(sourceURL: url, metadata: PageMetadata()))
            }
        }
        let url = try #require(URL(string: "http://127.0.0.1:9/canned"))
        let before = AppLinkResolvers.default
        #expect(before is HTTPAppLinkResolver)
        AppLinkResolvers.default = Canned()
        defer { AppLinkResolvers.default = before }
        #expect(try await AppLinkResolvers.default.appLink(for: url).sourceURL == url)
    }

    // MARK: - From files

    private func withFile(_ bytes: [UInt8], name: String = "page.html", _ body: (String) async throws -> Void)
        async throws
    {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        try await body(file.path)
    }

    private func fileFailure(_ path: String) async -> PageError? {
        await #expect(throws: PageError.self) { _ = try await FileAppLinkResolver().page(atPath: path).link }
    }

    @Test(.tags(.l6)) func aFileBecomesALinkToItselfOrToItsPage() async throws {
        try await withFile(Array(Self.page.utf8), name: "söup 1.html") { path in
            let file = URL(fileURLWithPath: path)
            let resolver = FileAppLinkResolver()
            #expect(try await resolver.page(atPath: path).link.sourceURL == file)
            #expect(try await resolver.appLink(for: file).sourceURL == file)
            let url = try #require(URL(string: "https://example.com/soup"))
            let page = try await resolver.page(atPath: path, pageURL: url)
            #expect(page.link.sourceURL == url)
            #expect(page.metadata.tags.map(\.content) == ["recipes://42"])
            #expect(page.fetched.byteCount == Self.page.utf8.count)
        }
    }

    @Test(.tags(.l1)) func aLongFileIsTruncatedAndMarked() async throws {
        let bytes = Array(Self.page.utf8) + [UInt8](repeating: 0x20, count: 200_000)
        try await withFile(bytes) { path in
            let page = try await FileAppLinkResolver(byteLimit: 100_000).page(atPath: path)
            #expect(page.metadata.isTruncated)
            #expect(page.fetched.byteCount == 100_000)
            let whole = try await FileAppLinkResolver(byteLimit: bytes.count).page(atPath: path)
            #expect(!whole.metadata.isTruncated)
        }
    }

    @Test(.tags(.l1), arguments: [1, 20, 65_536, 65_537])
    func aFileOneByteOverTheLimitIsTruncated(_ limit: Int) async throws {
        let bytes = Array(Self.page.utf8) + [UInt8](repeating: 0x20, count: 65_538)
        try await withFile(Array(bytes.prefix(limit + 1))) { path in
            let cut = try await FileAppLinkResolver(byteLimit: limit).page(atPath: path)
            #expect(cut.metadata.isTruncated && cut.fetched.byteCount == limit)
            let whole = try await FileAppLinkResolver(byteLimit: limit + 1).page(atPath: path)
            #expect(!whole.metadata.isTruncated && whole.fetched.byteCount == limit + 1)
        }
    }

    @Test(.tags(.l6)) func bytesInMemoryAreRead() async throws {
        let url = try #require(URL(string: "https://example.com/soup"))
        let bytes = Array(Self.page.utf8)
        let page = try await FileAppLinkResolver().page(in: bytes, pageURL: url)
        #expect(page.link.sourceURL == url)
        #expect(page.metadata.tags.count == 1)
        let cut = try await FileAppLinkResolver(byteLimit: 10).page(in: bytes, pageURL: url)
        #expect(cut.metadata.isTruncated)
        let error = await #expect(throws: PageError.self) {
            _ = try await FileAppLinkResolver().page(in: [], pageURL: url, name: "standard input")
        }
        #expect(error?.code == .emptyPage)
        #expect(error?.description.contains("standard input") == true)
    }

    @Test(.tags(.l6), arguments: [0, -1, .min]) func aFileReadWithLimitZeroIsEmpty(_ limit: Int) async throws {
        let resolver = FileAppLinkResolver(byteLimit: limit)
        let url = try #require(URL(string: "https://example.com/soup"))
        for page in [
            { resolver.page(atPath: #filePath, cancellationToken: .none) },
            { resolver.page(in: [0x61], pageURL: url, cancellationToken: .none) },
        ] {
            let error = await #expect(throws: PageError.self) { _ = try await page().value }
            #expect(error?.code == .emptyPage)
        }
    }

    @Test(.tags(.l7)) func aMissingFileIsNamedInTheError() async throws {
        try await withFile([0x61]) { path in
            #expect(await fileFailure(path + ".missing")?.code == .fileNotFound)
            #expect(await fileFailure(path + "/below")?.code == .fileNotFound)
        }
        #expect(await fileFailure("")?.code == .fileNotFound)
        #expect(await fileFailure("a\u{0}b")?.code == .fileNotFound)
    }

    @Test(.tags(.l7)) func contentThatIsNotAPageIsAnError() async throws {
        try await withFile([]) { path in
            #expect(await fileFailure(path)?.code == .emptyPage)
            let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let error = await fileFailure(directory)
            #expect(error?.code == .notAFile)
            #expect(error?.description.contains("directory") == true)
        }
        try await withFile([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]) { path in
            #expect(await fileFailure(path)?.code == .notText)
        }
        #expect(await fileFailure("/dev/zero")?.code == .notAFile)
    }

    @Test(.tags(.l7)) func aFileResolverReadsNoOtherURLs() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:9/"))
        let error = await #expect(throws: PageError.self) { _ = try await FileAppLinkResolver().appLink(for: url) }
        #expect(error?.code == .schemeNotAllowed)
    }

    @Test(.tags(.th7, .l7)) func errorsAreOneLineOfSanitizedText() {
        let error = PageError(.notText, "a\nb\u{1b}[31m\u{202e}c\u{2028}" + String(repeating: "x", count: 5_000))
        #expect(!error.description.contains { $0.isNewline })
        #expect(!error.description.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{202e}" })
        #expect(error.description.count <= 1_001)
        #expect(error.localizedDescription == error.description)
    }

    @Test(.tags(.dl6)) func aPageIsFetchedOnceAndRunsNoScript() async throws {
        let server = try LoopbackServer { _, connection in
            connection.respond(
                body: """
                    <link rel=stylesheet href=/style.css><script src=/script.js></script><img src=/image.png>
                    <iframe src=/frame></iframe><meta property=al:ios:url content='app://x'>
                    <script>document.write("<meta property=al:ios:url content='app://script'>")</script>
                    """
            )
        }
        defer { server.stop() }
        let link = try await HTTPAppLinkResolver(fetchOptions: .loopback).appLink(for: server.url("/page"))
        #expect(link.targets.map(\.urlText) == ["app://x"])
        #expect(server.requests.map(\.target) == ["/page"])
    }

    @Test(.tags(.dl7)) func redirectsAreBoundedAndNeedALocation() async throws {
        let server = try LoopbackServer { request, connection in
            switch request.target {
            case "/a/relative": connection.redirect(302, to: "../page")
            case "/nowhere": connection.respond(302, [], body: "")
            case "/loop": connection.redirect(302, to: "/loop")
            case "/page": connection.respond(body: "<meta property=al:ios:url content='app://x'>")
            default: connection.respond(500, body: "<meta property=al:ios:url content='app://x'>")
            }
        }
        defer { server.stop() }
        let resolver = HTTPAppLinkResolver(fetchOptions: .loopback)
        #expect(try await resolver.appLink(for: server.url("/a/relative")).targets.count == 1)
        for (path, code) in [
            ("/nowhere", PageError.Code.redirectWithoutLocation), ("/loop", .redirectLoop), ("/error", .httpStatus),
        ] {
            let error = await #expect(throws: PageError.self) { try await resolver.appLink(for: server.url(path)) }
            #expect(error?.code == code)
        }
    }
}
