import BoltsAppLinks
import BoltsHummingbird
import BoltsServer
import Foundation
import Hummingbird
import Logging
import Metrics
import ResolveServer

/// `metrics-server [PORT]` resolves links as `resolve-server` does, and says at `/metrics` how it fares.
///
/// Links are kept in a cache, hosts are asked politely, and SIGTERM lets what runs end. With `--demo` it serves a page
/// of its own, to which a middleware adds the tags, and may read it.
@main
struct MetricsServerCommand {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let isDemo = arguments.contains("--demo")
        let port = arguments.lazy.compactMap { Int($0) }.first ?? 8_080

        // First of all: whatever makes a metric asks the system for it.
        let metrics = PrometheusMetrics()
        MetricsSystem.bootstrap(metrics)
        let service = linkService(isDemo: isDemo)

        let router = Router()
        router.add(middleware: AppLinksMiddleware(tags: { demoTags(path: $0.uri.path) }))
        router.get("metrics") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.text))
            )
        }
        ResolveService(resolver: service, limit: 16).addRoutes(to: router)
        if isDemo { router.get("demo/recipe") { _, _ in demoPage } }

        // Services stop in the reverse order: the server first, so that its last requests are still answered.
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            services: [service],
            onServerRunning: { channel in
                let address = "http://127.0.0.1:\(channel.localAddress?.port ?? port)"
                FileHandle.standardOutput.write(Data("\(address)/metrics\n".utf8))
            }
        )
        try await application.runService()
        FileHandle.standardOutput.write(Data("stopped\n".utf8))
    }

    /// A cache in front of a polite fetcher, with metrics of both.
    private static func linkService(isDemo: Bool) -> AppLinkService {
        var fetching = PageFetchOptions()
        fetching.totalTimeout = .seconds(5)
        fetching.bodyLimit = 512 * 1_024
        if isDemo { fetching.addressPolicy = .any }
        var caching = HTTPCacheOptions()
        caching.isShared = true
        let instrumentation = ServerInstrumentation(logger: Logger(label: "applinks"))
        let fetcher = InstrumentedPageFetcher(
            HostLimitedPageFetcher(SystemPageFetcher()),
            instrumentation: instrumentation
        )
        let resolver = HTTPAppLinkResolver(fetchOptions: fetching, fetcher: fetcher)
        let cache = CachingAppLinkResolver(resolver, options: caching)
        return AppLinkService(InstrumentedAppLinkResolver(cache, instrumentation: instrumentation))
    }

    private static func demoTags(path: String) -> [MetaTag] {
        guard path == "/demo/recipe" else { return [] }
        return [
            MetaTag(property: "al:ios:url", content: "recipes://42"),
            MetaTag(property: "al:ios:app_name", content: "Recipes"),
        ]
    }

    private static var demoPage: Response {
        let page = "<!doctype html><html><head><title>Rye bread</title></head><body><h1>Rye bread</h1></body></html>\n"
        return Response(
            status: .ok,
            headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "max-age=600"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: page))
        )
    }
}
