@_spi(Bolts) import BoltsPageFetching
import BoltsTasks
import Foundation

/// Serves one site from memory, so that the first request works without a network, and fetches all others.
///
/// The names under `.example` are reserved (RFC 2606), so no site is hidden.
struct DemoFetcher: PageFetching {
    static let host = "demo.example"

    let otherwise: any PageFetching

    func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        guard url.host()?.lowercased() == Self.host else {
            return otherwise.fetch(url, options: options, into: consumer, cancellationToken: cancellationToken)
        }
        guard let (type, text) = DemoSite.documents[url.path()] else {
            let hop = PageHop(url: url, status: 404)
            return BoltsTask(
                error: PageError(.httpStatus, "\(url) has status 404.", httpStatus: 404, hops: [hop])
            )
        }
        let response = PageResponse(url: url, status: 200, contentType: PageContentType(type))
        let fields = HTTPCacheFields { $0 == "Cache-Control" ? "max-age=3600" : nil }
        let hop = PageHop(url: url, status: 200, cacheFields: fields)
        let bytes = Array(text.utf8)
        do {
            try consumer.begin(response)
            _ = try consumer.consume(bytes.span)
        } catch {
            return BoltsTask(error: error)
        }
        return BoltsTask(
            result: FetchedPage(requestedURL: url, response: response, hops: [hop], byteCount: bytes.count)
        )
    }
}

/// The documents of the demonstration's site, by their paths.
enum DemoSite {
    static let documents: [String: (type: String, text: String)] = [
        "/recipes/42": (
            "text/html",
            """
            <!doctype html>
            <title>Lemon cake</title>
            <meta property="al:ios:url" content="recipes://42">
            <meta property="al:ios:app_store_id" content="123456789">
            <meta property="al:ios:app_name" content="Recipes">
            <meta property="al:android:url" content="recipes://42">
            <meta property="al:android:package" content="com.example.recipes">
            <meta property="al:android:app_name" content="Recipes">
            """
        ),
        "/.well-known/apple-app-site-association": (
            "application/json",
            #"{"applinks": {"details": [{"appIDs": ["K7Q2M9X4ZP.com.example.recipes"], "components": [{"/": "/recipes/*"}]}]}}"#
        ),
        "/.well-known/assetlinks.json": (
            "application/json",
            """
            [{"relation": ["delegate_permission/common.handle_all_urls"],
              "target": {"namespace": "android_app", "package_name": "com.example.recipes",
                "sha256_cert_fingerprints": ["0B:30:9F:58:5B:A8:3F:20:4B:C0:7F:88:DB:78:5F:90:0B:D0:DF:38:\
            DB:C8:FF:80:4B:60:BF:68:5B:98:1F:F0"]}}]
            """
        ),
    ]
}
