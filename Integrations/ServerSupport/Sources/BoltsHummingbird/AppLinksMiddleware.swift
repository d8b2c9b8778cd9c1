public import BoltsAppLinks
public import BoltsAppLinksUI
public import BoltsSiteCheck
import Foundation
import HTTPTypes
public import Hummingbird

/// Adds the App Links tags of a page to its head, and the banner that returns a visitor to the referring app.
///
/// The tags go to every HTML page; the banner goes only to visitors whose URL has `al_applink_data` with a link back. The page
/// is streamed; it is never kept as a whole. Responses that are not a complete, uncompressed HTML page pass unchanged. A page
/// that already has `al:` tags gets only the banner.
///
/// ```swift
/// func router(for site: SitePublication) -> Router<BasicRequestContext> {
///     let router = Router()
///     router.add(middleware: AppLinksMiddleware(site: site, origin: "https://recipes.example"))
///     router.get("/recipe/:id") { _, _ in
///         Response(
///             status: .ok,
///             headers: [.contentType: "text/html; charset=utf-8"],
///             body: ResponseBody(byteBuffer: ByteBuffer(string: "<!doctype html><title>Pie</title><h1>Pie</h1>"))
///         )
///     }
///     return router
/// }
/// ```
///
/// A changed page has no `Content-Length`, `Last-Modified` or `Accept-Ranges`. Its `ETag` is derived from the handler's and
/// from the tags, and requests with `If-Match` or `If-None-Match` are translated back. A client whose cached page has no tags
/// yet gets the page with tags; for this the handler is called twice. A page with a banner is for one visitor: it has no
/// `ETag`, and `Cache-Control: private, no-store`.
///
/// To compress pages, add the compressing middleware before this one, so that it compresses this one's result.
public struct AppLinksMiddleware<Context: RequestContext>: RouterMiddleware {
    private let tags: @Sendable (Request) -> [MetaTag]
    private let banner: (@Sendable (Request) -> ReturnToReferrerHTML.Options)?

    /// Creates a middleware with your own tags.
    ///
    /// - Parameters:
    ///   - tags: Returns the tags of the requested page; none by default. It is called for every request whose response may be
    ///     a page, so it should be quick.
    ///   - banner: Returns the options of a visitor's banner, or `nil` for no banners. By default the banner is in a
    ///     language of `Accept-Language`, with its style sheet inline; see ``localizedBanner(_:)``.
    public init(
        tags: @escaping @Sendable (Request) -> [MetaTag] = { _ in [] },
        banner: (@Sendable (Request) -> ReturnToReferrerHTML.Options)? = Self.localizedBanner
    ) {
        self.tags = tags
        self.banner = banner
    }

    /// Creates a middleware with the tags from a site's description.
    ///
    /// - Parameters:
    ///   - site: The site.
    ///   - origin: The scheme and host under which people share its pages, such as `https://recipes.example`.
    ///   - banner: Returns the options of a visitor's banner, or `nil` for no banners.
    public init(
        site: SitePublication,
        origin: String,
        banner: (@Sendable (Request) -> ReturnToReferrerHTML.Options)? = Self.localizedBanner
    ) {
        self.init(
            tags: { request in
                let target = request.uri.string
                // The target must begin with a slash, because anything else after the origin could continue the host.
                guard target.hasPrefix("/") else { return [] }
                // The data of a link belongs to one visit, not to the page.
                return URL(string: origin + PageAddress.withoutLinkData(target)).map { site.tags(for: $0) } ?? []
            },
            banner: banner
        )
    }

    /// The options of a banner in the first language of `Accept-Language` with a translation, styled inline.
    ///
    /// A page with a Content-Security-Policy must allow the style by `ReturnToReferrerHTML.stylesheetHash`.
    ///
    /// - Parameter request: The visitor's request.
    /// - Returns: The options.
    @Sendable
    public static func localizedBanner(_ request: Request) -> ReturnToReferrerHTML.Options {
        let languages = AcceptLanguage.languages(request.headers[.acceptLanguage] ?? "")
        return ReturnToReferrerHTML.Options(wording: .localized(for: languages), style: .inline())
    }

    /// Changes the response if it is an HTML page.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The context of the request.
    ///   - next: Returns the response to change.
    /// - Returns: The response.
    /// - Throws: The error of `next`.
    @concurrent
    public func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard request.method == .get || request.method == .head else { return try await next(request, context) }
        let change = PageChange(
            tags: tags(request),
            banner: banner.flatMap { try? ReturnToReferrerHTML(requestURL: request.uri.string, options: $0(request)) }
        )
        guard !change.isEmpty else { return try await next(request, context) }
        var head = request.head
        change.translate(&head.headerFields)
        var response = try await next(Request(head: head, body: request.body), context)
        if change.isPartOfPage(response) {
            head.headerFields[.range] = nil
            response = try await next(Request(head: head, body: request.body), context)
        } else if change.mayConfirmAnotherPage(response, for: request) {
            for name in [HTTPField.Name.ifNoneMatch, .ifModifiedSince] { head.headerFields[name] = nil }
            let whole = try await next(Request(head: head, body: request.body), context)
            if change.isPage(whole) { response = whole }
        }
        change.apply(to: &response, for: request)
        return response
    }
}
