#if os(Linux)
/// Carries the requests of one fetch over libcurl.
struct CurlTransport: PageTransport {
    let loop: CurlLoop
    let pool: TransferPool
    let settings: CurlExchange.Settings

    func load(_ request: PageRequest, for fetch: PageFetch) {
        loop.start(request, for: fetch, in: pool, settings)
    }

    func end(_ request: Int, of fetch: PageFetch) {
        loop.stop(request: request, of: fetch)
    }
}
#endif
