import BoltsAppLinks
import BoltsSiteCheck
import BoltsHummingbird
import BoltsServer
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle

// The samples of the documentation, word for word.

private enum InstrumentationSample {
    func makeFetcher() -> InstrumentedPageFetcher {
        var instrumentation = ServerInstrumentation(logger: Logger(label: "resolver"))
        instrumentation.metricPrefix = "recipes_links"
        return InstrumentedPageFetcher(SystemPageFetcher(), instrumentation: instrumentation)
    }
}

private enum FetcherSample {
    func makeResolver() -> HTTPAppLinkResolver {
        HTTPAppLinkResolver(fetcher: InstrumentedPageFetcher(HostLimitedPageFetcher(SystemPageFetcher())))
    }
}

private enum ResolverSample {
    func makeResolver(_ fetcher: InstrumentedPageFetcher) -> InstrumentedAppLinkResolver {
        InstrumentedAppLinkResolver(CachingAppLinkResolver(HTTPAppLinkResolver(fetcher: fetcher)))
    }
}

private enum ServiceSample {
    func serve(_ resolver: InstrumentedAppLinkResolver, _ server: some Service) async throws {
        let group = ServiceGroup(
            services: [AppLinkService(resolver), server],
            gracefulShutdownSignals: [.sigterm],
            logger: Logger(label: "server")
        )
        try await group.run()
    }
}

private enum ErrorSample {
    func isTemporary(_ error: any Error) -> Bool {
        (error as? AppLinkServiceError)?.code == .stopping
    }
}

private enum MiddlewareSample {
    func router(for site: SitePublication) -> Router<BasicRequestContext> {
        let router = Router()
        router.add(middleware: AppLinksMiddleware(site: site, origin: "https://recipes.example"))
        router.get("/recipe/:id") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "text/html; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: "<!doctype html><title>Pie</title><h1>Pie</h1>"))
            )
        }
        return router
    }
}

private enum ReadMeSample {
    func makeService(_ logger: Logger) -> AppLinkService {
        let instrumentation = ServerInstrumentation(logger: logger)
        let fetcher = InstrumentedPageFetcher(
            HostLimitedPageFetcher(SystemPageFetcher()),
            instrumentation: instrumentation
        )
        var caching = HTTPCacheOptions()
        caching.isShared = true
        let cache = CachingAppLinkResolver(HTTPAppLinkResolver(fetcher: fetcher), options: caching)
        return AppLinkService(InstrumentedAppLinkResolver(cache, instrumentation: instrumentation))
    }

    func addAppLinks(to router: Router<BasicRequestContext>, _ site: SiteDescription) throws {
        router.add(middleware: AppLinksMiddleware(site: try SitePublication(site), origin: "https://recipes.example"))
    }
}
